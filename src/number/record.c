/* SPDX-License-Identifier: MIT */
/* See record.h. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "number/record.h"

/* Copy the string member ${name} of ${o} to ${*to}; NULL where absent. */
static int
take_text(char **to, const json_t *o, const char *name, struct err *e)
{
	const json_t *v = json_object_get(o, name);

	if (v == NULL)
		return 0;
	if (!json_is_string(v))
		return err_set(e, ERR_FORMAT, "%s: not a string", name);
	*to = mem_text(json_string_value(v), json_string_length(v));
	return 0;
}

static int
take_cats(struct record *r, const json_t *metadata, struct err *e)
{
	const json_t *v = json_object_get(metadata, "cross_cats_sorted");
	const size_t n = json_array_size(v);

	if (v != NULL && !json_is_array(v))
		return err_set(e, ERR_FORMAT, "cross_cats_sorted: not an array");
	if (n == 0)
		return 0;
	r->cross_cats = mem_zero(n, sizeof(*r->cross_cats));
	r->cross_cat_count = n;
	for (size_t i = 0; i < n; i++) {
		const json_t *cat = json_array_get(v, i);

		if (!json_is_string(cat))
			return err_set(e, ERR_FORMAT,
			    "cross_cats_sorted: not an array of strings");
		r->cross_cats[i] = mem_text(json_string_value(cat),
		    json_string_length(cat));
	}
	return 0;
}

static int
take_source(struct record *r, const json_t *v, struct err *e)
{
	const json_t *source = json_object_get(v, "source"), *version;

	if (source == NULL)
		return 0;
	if (!json_is_object(source))
		return err_set(e, ERR_FORMAT, "source: not an object");
	version = json_object_get(source, "version");
	if (version != NULL && !json_is_integer(version))
		return err_set(e, ERR_FORMAT, "source.version: not an integer");
	r->source_version = json_integer_value(version);
	return take_text(&r->source_id, source, "id", e) < 0
	    || take_text(&r->source_kind, source, "kind", e) < 0 ? -1 : 0;
}

/* The year of YYYY-MM-DDTHH:MM:SSZ; -1 where the text is not that. */
static int
year_of(const char *s)
{
	static const char form[] = "dddd-dd-ddTdd:dd:ddZ";

	if (s == NULL || strlen(s) != sizeof(form) - 1)
		return -1;
	for (size_t i = 0; form[i] != '\0'; i++)
		if (form[i] == 'd' ? !isdigit((unsigned char)s[i])
		    : s[i] != form[i])
			return -1;
	return (s[0] - '0') * 1000 + (s[1] - '0') * 100 + (s[2] - '0') * 10
	    + (s[3] - '0');
}

static int
take_metadata(struct record *r, const json_t *v, struct err *e)
{
	const json_t *m = json_object_get(v, "metadata");
	int year;

	if (!json_is_object(m))
		return err_set(e, ERR_FORMAT, "metadata: not an object");
	if (take_text(&r->submitted_at, m, "submitted_at", e) < 0
	    || take_text(&r->title_sha256, m, "title_canon_sha256", e) < 0
	    || take_text(&r->abstract_sha256, m, "abstract_canon_sha256", e) < 0
	    || take_text(&r->license, m, "license", e) < 0
	    || take_text(&r->primary_cat, m, "primary_cat", e) < 0
	    || take_cats(r, m, e) < 0)
		return err_in(e, "metadata");
	year = year_of(r->submitted_at);
	if (year < 0)
		return err_set(e, ERR_FORMAT,
		    "metadata.submitted_at: not YYYY-MM-DDTHH:MM:SSZ");
	r->year = (unsigned)year;
	return 0;
}

void
record_number(char *out, const struct digest *digest, unsigned year)
{
	char suffix[NUMBER_SUFFIX + 1];

	codec_base32(suffix, NUMBER_SUFFIX, digest->at);
	snprintf(out, NUMBER_FULL + 1, "pith:%04u:%s", year % 10000, suffix);
}

int
record_parse(struct record **out, const json_t *v, struct err *e)
{
	struct record *r = mem_zero(1, sizeof(*r));

	if (!json_is_object(v)) {
		err_set(e, ERR_FORMAT, "not an object");
		goto fail;
	}
	if (json_canon(&r->canon, v, e) < 0
	    || take_text(&r->schema_version, v, "schema_version", e) < 0
	    || take_metadata(r, v, e) < 0 || take_source(r, v, e) < 0)
		goto fail;
	r->digest = digest_sha256(span_buf(&r->canon));
	codec_base32(r->suffix, NUMBER_SUFFIX, r->digest.at);
	record_number(r->number, &r->digest, r->year);
	*out = r;
	return 0;
fail:
	record_free(r);
	return -1;
}

void
record_free(struct record *r)
{
	if (r == NULL)
		return;
	buf_clear(&r->canon);
	free(r->schema_version);
	free(r->submitted_at);
	free(r->title_sha256);
	free(r->abstract_sha256);
	free(r->license);
	free(r->primary_cat);
	for (size_t i = 0; i < r->cross_cat_count; i++)
		free(r->cross_cats[i]);
	free(r->cross_cats);
	free(r->source_id);
	free(r->source_kind);
	free(r);
}
