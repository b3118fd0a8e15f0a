/* SPDX-License-Identifier: MIT */
/* See bundle.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "bundle/bundle.h"
#include "bundle/check_private.h"
#include "bundle/gzip.h"
#include "bundle/second.h"
#include "bundle/tar.h"
#include "bundle/unpack_private.h"

const char *const bundle_members[BUNDLE_MEMBERS + 1] = {
	"bundle.json", "citation-record.json", "graph.json",
	"integrity.json", "record.json", "state.json", NULL
};

bool
bundle_is_member(const char *name)
{
	for (size_t i = 0; i < BUNDLE_MEMBERS; i++)
		if (strcmp(name, bundle_members[i]) == 0)
			return true;
	return false;
}

struct span
bundle_member(const struct bundle *b, const char *name)
{
	for (size_t i = 0; i < b->member_count; i++)
		if (strcmp(b->members[i].name, name) == 0)
			return b->members[i].data;
	return (struct span){ NULL, 0 };
}

static int
by_name(const void *a, const void *b)
{
	const struct bundle_file *x = a, *y = b;

	return strcmp(x->name, y->name);
}

int
bundle_pack(struct buf *tar, const struct bundle_file *files, size_t n,
    void (*sign)(struct buf *out, struct span manifest, void *ctx), void *ctx,
    struct err *e)
{
	struct bundle_file *sorted = mem_zero(n, sizeof(*sorted));
	struct buf manifest = { 0 }, signature = { 0 };
	int rc = 0;

	if (n > 0)
		memcpy(sorted, files, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), by_name);
	for (size_t i = 0; i < n; i++) {
		const struct digest d = digest_sha256(sorted[i].data);
		char hex[DIGEST_HEX];

		if (i > 0 && strcmp(sorted[i - 1].name, sorted[i].name) == 0)
			rc = err_set(e, ERR_USAGE, "%s: given twice",
			    sorted[i].name);
		buf_fmt(&manifest, "%s  %s\n", digest_print(hex, &d),
		    sorted[i].name);
	}
	if (rc == 0)
		rc = tar_add(tar, UNPACK_MANIFEST, span_buf(&manifest), e);
	if (rc == 0 && sign != NULL) {
		sign(&signature, span_buf(&manifest), ctx);
		rc = tar_add(tar, UNPACK_SIGNATURE, span_buf(&signature), e);
	}
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = tar_add(tar, sorted[i].name, sorted[i].data, e);
	if (rc == 0)
		tar_end(tar);
	free(sorted);
	buf_clear(&manifest);
	buf_clear(&signature);
	return rc;
}

/* A plain bundle.json: it stands for the archive that holds it alone. */
static void
take_plain(struct bundle *b, struct report *rep)
{
	const struct bundle_file file = { "bundle.json", span_buf(&b->file) };
	struct err e;

	b->members = mem_zero(1, sizeof(*b->members));
	b->member_count = 1;
	memcpy(b->members[0].name, file.name, strlen(file.name));
	b->members[0].data = file.data;
	b->members[0].known = true;
	report_pass(rep, CHECK_CONTAINER, "a plain bundle.json");
	report_pass(rep, CHECK_MANIFEST, "none is needed for one file");
	if (bundle_pack(&b->tar, &file, 1, NULL, NULL, &e) < 0)
		report_fail(rep, VERDICT_DAMAGED, CHECK_CONTAINER, "%s",
		    e.text);
	b->identity = digest_sha256(span_buf(&b->tar));
	b->has_identity = true;
}

static bool
looks_like_json(struct span s)
{
	size_t i = 0;

	while (i < s.n && (s.at[i] == ' ' || s.at[i] == '\t'
	    || s.at[i] == '\n' || s.at[i] == '\r'))
		i++;
	return i < s.n && s.at[i] == '{';
}

struct bundle *
bundle_parse(struct report *rep, struct buf *file, const struct keyring *ring)
{
	struct bundle *b = mem_zero(1, sizeof(*b));
	bool readable = true;

	b->file = *file;
	*file = (struct buf){ 0 };
	b->archived = !looks_like_json(span_buf(&b->file));
	if (b->archived)
		readable = unpack_archive(b, rep, ring);
	else
		take_plain(b, rep);
	if (readable)
		check_members(b, rep, ring);
	return b;
}

struct bundle *
bundle_parse_known(struct report *rep, struct buf *file,
    struct keyring *known, const char *time)
{
	struct bundle *b = bundle_parse(rep, file, known);

	b->ring = known;
	report_note(rep, CHECK_RECEIPT, "a proof of time here says that the "
	    "archive existed by %s; keys that were revoked later count", time);
	return b;
}

bool
bundle_identity(struct digest *out, struct buf *tar, struct span file)
{
	struct err e;

	if (file.n > LIMIT_ARCHIVE_BYTES
	    || gzip_read(tar, file, LIMIT_TAR_BYTES, &e) < 0)
		return false;
	*out = digest_sha256(span_buf(tar));
	return true;
}

/* A file that is called as archives of a number are must be of that number. */
static void
check_name(const struct bundle *b, struct report *rep, const char *path)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	const char *name = file_base(path);
	const size_t n = strlen(name);

	if (b->record == NULL || n < NUMBER_SUFFIX + 7
	    || strspn(name, letters) != NUMBER_SUFFIX
	    || name[NUMBER_SUFFIX] != '.' || strcmp(name + n - 7, ".tar.gz") != 0
	    || strncmp(name, b->record->suffix, NUMBER_SUFFIX) == 0)
		return;
	report_fail(rep, VERDICT_WRONG, CHECK_NUMBER,
	    "the file has the name of another number");
}

/* Judge ${*out} again where a proof of time makes a revoked key count. */
static void
judge_again(struct bundle **out, struct report *rep, const char *path,
    const struct keyring *ring)
{
	struct bundle *b = *out;
	struct keyring *known;
	struct buf file;
	char time[KEYRING_TIME];

	if (report_verdict(rep) != VERDICT_UNSIGNED || !b->has_identity
	    || (known = keyring_known(time, ring, path, &b->identity)) == NULL)
		return;
	file = b->file;
	b->file = (struct buf){ 0 };
	bundle_free(b);
	report_clear(rep);
	*out = bundle_parse_known(rep, &file, known, time);
}

struct bundle *
bundle_parse_at(struct report *rep, struct buf *file, const char *path,
    const struct keyring *ring)
{
	struct bundle *b = bundle_parse(rep, file, ring);

	judge_again(&b, rep, path, ring);
	check_name(b, rep, path);
	return b;
}

int
bundle_ready(struct err *e)
{
	return key_self_test(e) < 0 ? -1 : second_load(e);
}

int
bundle_read(struct bundle **out, struct report *rep, const char *path,
    const struct keyring *ring, struct err *e)
{
	struct buf file = { 0 };

	if (key_self_test(e) < 0)
		return -1;
	if (file_read(&file, path, LIMIT_JSON_BYTES, e) < 0) {
		buf_clear(&file);
		if (e->kind != ERR_FORMAT && e->kind != ERR_LIMIT)
			return -1;
		report_fail(rep, VERDICT_DAMAGED, CHECK_CONTAINER, "%s",
		    e->kind == ERR_LIMIT ? "larger than any bundle"
		    : "not a regular file");
		*out = mem_zero(1, sizeof(**out));
		return 0;
	}
	/* That a library is missing says nothing about an archive. */
	if (!looks_like_json(span_buf(&file)) && second_load(e) < 0) {
		buf_clear(&file);
		return -1;
	}
	*out = bundle_parse_at(rep, &file, path, ring);
	return 0;
}

void
bundle_trim(struct bundle *b)
{
	buf_clear(&b->file);
	buf_clear(&b->tar);
	free(b->members);
	b->members = NULL;
	b->member_count = 0;
}

void
bundle_free(struct bundle *b)
{
	if (b == NULL)
		return;
	bundle_trim(b);
	record_free(b->record);
	free(b->title);
	free(b->authors);
	for (size_t i = 0; i < b->alias_count; i++) {
		free(b->aliases[i].kind);
		free(b->aliases[i].value);
	}
	free(b->aliases);
	for (size_t i = 0; i < b->event_count; i++) {
		free(b->events[i].type);
		free(b->events[i].id);
		free(b->events[i].created_at);
		free(b->events[i].why);
	}
	free(b->events);
	free(b->key_id);
	free(b->signed_at);
	free(b->packer);
	free(b->packer_comment);
	keyring_free(b->ring);
	free(b);
}
