/* SPDX-License-Identifier: MIT */
/* See glance.h. */
#include "config.h"

#include "base/limits.h"
#include "base/work.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "keep/glance.h"
#include "number/record.h"

#define VERSION_MOST ((1ll << 53) - 1)

/* JSON takes many times its size in memory: such archives take turns. */
#define LARGE_BYTES (1u << 20)

/* The size in the header of a plain file; SIZE_MAX where there is none. */
static size_t
member_size(const uint8_t *h)
{
	size_t size = 0;

	if (memcmp(h + 257, "ustar", 5) != 0 || h[156] != '0')
		return SIZE_MAX;
	for (size_t i = 124; i < 135; i++) {
		if (h[i] < '0' || h[i] > '7')
			return SIZE_MAX;
		size = 8 * size + (size_t)(h[i] - '0');
	}
	return size;
}

static int
find_bundle(struct span *out, struct span tar, struct err *e)
{
	static const char name[] = "bundle.json";

	for (unsigned i = 0; i < LIMIT_MEMBERS && tar.n >= TAR_BLOCK; i++) {
		const uint8_t *h = tar.at;
		const size_t size = member_size(h);
		size_t skip;

		if (size > tar.n - TAR_BLOCK)
			break;
		if (memcmp(h, name, sizeof(name)) == 0) {
			*out = (struct span){ h + TAR_BLOCK, size };
			return 0;
		}
		skip = TAR_BLOCK + size + tar_padding(size);
		if (skip > tar.n)
			break;
		tar = (struct span){ tar.at + skip, tar.n - skip };
	}
	return err_set(e, ERR_FORMAT, "no bundle archive: it has no "
	    "bundle.json");
}

static int
take_record(struct entry *out, struct span text, struct err *e)
{
	const json_t *canon;
	json_t *v;
	struct record *r = NULL;
	int rc = json_parse(&v, text, JSON_TOP_OBJECT, e);

	if (rc < 0)
		return err_in(e, "bundle.json");
	canon = json_member(v, "canonical_record", JSON_OBJECT);
	rc = canon == NULL ? err_set(e, ERR_FORMAT, "bundle.json: no "
	    "canonical_record") : record_parse(&r, canon, e);
	if (rc == 0 && (r->source_version < 0
	    || r->source_version > VERSION_MOST))
		rc = err_set(e, ERR_FORMAT, "a version that a log cannot "
		    "hold");
	if (rc == 0) {
		memcpy(out->suffix, r->suffix, sizeof(out->suffix));
		out->version = (uint64_t)r->source_version;
	}
	record_free(r);
	json_decref(v);
	return rc;
}

int
glance_parse(struct entry *out, struct buf *tar, struct span file,
    struct err *e)
{
	struct entry entry = { 0 };
	struct span text = { NULL, 0 };
	bool large;
	int rc;

	if (file.n > LIMIT_ARCHIVE_BYTES)
		return err_set(e, ERR_LIMIT, "larger than any bundle");
	if (gzip_read(tar, file, LIMIT_TAR_BYTES, e) < 0)
		return -1;
	entry.digest = digest_sha256(span_buf(tar));
	entry.bytes = tar->n;
	large = tar->n > LARGE_BYTES;
	if (large)
		work_turn(true);
	rc = find_bundle(&text, span_buf(tar), e);
	if (rc == 0)
		rc = take_record(&entry, text, e);
	if (large)
		work_turn(false);
	if (rc == 0)
		*out = entry;
	return rc;
}
