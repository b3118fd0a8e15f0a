/* SPDX-License-Identifier: MIT */
/* See crate.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "canon/codec.h"
#include "canon/emit.h"
#include "deposit/crate.h"

static void
reference(struct emit *j, const char *name, const char *id)
{
	emit_object(j, name);
	emit_text(j, "@id", id);
	emit_close_object(j);
}

static const char *
value_of(const struct item *item, const char *field)
{
	for (size_t i = 0; i < item->n; i++)
		if (strcmp(item->at[i].name, field) == 0)
			return item->at[i].value;
	return NULL;
}

/* The file's name below data/, or NULL for those that are elsewhere. */
static const char *
below(const struct kit_file *f)
{
	if (strncmp(f->name, "data/", 5) != 0
	    || strcmp(f->name + 5, CRATE_NAME) == 0)
		return NULL;
	return f->name + 5;
}

static const char *
format_of(const char *name)
{
	static const struct { const char *ending, *format; } known[] = {
		{ ".tar", "application/x-tar" },
		{ ".tsv", "text/tab-separated-values" },
		{ ".py", "text/x-python" },
		{ ".sig", "application/octet-stream" },
	};
	const size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		const size_t m = strlen(known[i].ending);

		if (n > m && strcmp(name + n - m, known[i].ending) == 0)
			return known[i].format;
	}
	return "text/plain";
}

static void
root_of(struct emit *j, const struct item *item, const struct about *about,
    const char *date, const struct kit *k)
{
	const char *licence = about_get(about, "License-URL");
	const char *who;

	emit_object(j, NULL);
	emit_text(j, "@id", "./");
	emit_text(j, "@type", "Dataset");
	emit_text(j, "identifier", item->name);
	emit_text(j, "name", value_of(item, "title"));
	emit_text(j, "description", value_of(item, "description"));
	emit_text(j, "datePublished", date);
	if (licence != NULL)
		reference(j, "license", licence);
	else
		emit_text(j, "license", "The depositor has named none.");
	if (about_get(about, "Creator") != NULL) {
		emit_array(j, "creator");
		for (size_t i = 0; (who = about_each(about, "Creator", i))
		    != NULL; i++) {
			char id[32];

			snprintf(id, sizeof(id), "#creator-%zu", i + 1);
			reference(j, NULL, id);
		}
		emit_close_array(j);
	}
	emit_array(j, "keywords");
	for (size_t i = 0; i < item->n; i++)
		if (strcmp(item->at[i].name, "subject") == 0)
			emit_text(j, NULL, item->at[i].value);
	emit_close_array(j);
	emit_array(j, "hasPart");
	for (size_t i = 0; i < k->n; i++)
		if (below(&k->file[i]) != NULL)
			reference(j, NULL, below(&k->file[i]));
	emit_close_array(j);
	emit_close_object(j);
}

static void
file_of(struct emit *j, const struct kit_file *f)
{
	char hex[65], size[24];

	snprintf(size, sizeof(size), "%" PRIu64, f->sums.bytes);
	codec_hex(hex, f->sums.sha256, sizeof(f->sums.sha256));
	emit_object(j, NULL);
	emit_text(j, "@id", below(f));
	emit_text(j, "@type", "File");
	emit_text(j, "name", below(f));
	emit_text(j, "contentSize", size);
	emit_text(j, "encodingFormat", format_of(f->name));
	emit_text(j, "sha256", hex);
	emit_close_object(j);
}

void
crate_print(struct buf *out, const struct item *item,
    const struct about *about, const char *date, const struct kit *k)
{
	struct emit j = { .out = out };
	const char *who;

	emit_object(&j, NULL);
	emit_text(&j, "@context", "https://w3id.org/ro/crate/1.1/context");
	emit_array(&j, "@graph");
	emit_object(&j, NULL);
	emit_text(&j, "@id", CRATE_NAME);
	emit_text(&j, "@type", "CreativeWork");
	reference(&j, "conformsTo", "https://w3id.org/ro/crate/1.1");
	reference(&j, "about", "./");
	emit_close_object(&j);
	root_of(&j, item, about, date, k);
	for (size_t i = 0; (who = about_each(about, "Creator", i)) != NULL;
	    i++) {
		char id[32];

		snprintf(id, sizeof(id), "#creator-%zu", i + 1);
		emit_object(&j, NULL);
		emit_text(&j, "@id", id);
		emit_text(&j, "@type", "Organization");
		emit_text(&j, "name", who);
		emit_close_object(&j);
	}
	for (size_t i = 0; i < k->n; i++)
		if (below(&k->file[i]) != NULL)
			file_of(&j, &k->file[i]);
	emit_close_array(&j);
	emit_close_object(&j);
}
