/* SPDX-License-Identifier: MIT */
/* See glance.h. */
#include "config.h"

#include "base/limits.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "keep/glance.h"
#include "number/record.h"

#define VERSION_MOST ((1ll << 53) - 1)

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

/* The end of the string that begins at ${s}, behind its quote; or NULL. */
static const uint8_t *
string_end(const uint8_t *s, const uint8_t *end)
{
	for (s++; s < end && *s != '"'; s++)
		if (*s == '\\')
			s++;
	return s < end ? s + 1 : NULL;
}

/*
 * Find the value of canonical_record at the top of the object ${text}.  The
 * rest is passed over, not read: most of a bundle is events.  A name that is
 * there twice, or in another spelling, is left to bundle_read().
 */
static bool
find_record(struct span *out, struct span text)
{
	static const char name[] = "\"canonical_record\"";
	const uint8_t *s = text.at, *end = text.at + text.n, *begin = NULL;
	const uint8_t *colon, *next;
	unsigned depth = 0;
	bool found = false, named = false;

	while (s < end) {
		const uint8_t c = *s;

		next = s + 1;
		if (c == '"' && (next = string_end(s, end)) == NULL)
			return false;
		if (c == '{' || c == '[') {
			if (++depth == 2 && named && c == '{')
				begin = s;
			named = named && depth != 2;
		} else if (c == '}' || c == ']') {
			if (depth-- == 0)
				return false;
			if (depth == 1 && begin != NULL) {
				if (found)
					return false;
				*out = (struct span){ begin,
					(size_t)(next - begin) };
				found = true;
				begin = NULL;
			}
		} else if (c == '"' && depth == 1) {
			for (colon = next; colon < end && (*colon == ' '
			    || *colon == '\n' || *colon == '\t'
			    || *colon == '\r');)
				colon++;
			named = colon < end && *colon == ':'
			    && (size_t)(next - s) == sizeof(name) - 1
			    && memcmp(s, name, sizeof(name) - 1) == 0;
		}
		s = next;
	}
	return found && depth == 0;
}

static int
take_record(struct entry *out, struct span text, struct err *e)
{
	struct span canon;
	struct record *r = NULL;
	json_t *v;
	int rc;

	if (!find_record(&canon, text))
		return err_set(e, ERR_FORMAT, "bundle.json: no one "
		    "canonical_record");
	rc = json_parse(&v, canon, JSON_TOP_OBJECT, e);
	if (rc < 0)
		return err_in(e, "bundle.json");
	rc = record_parse(&r, v, e);
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
	int rc;

	if (file.n > LIMIT_ARCHIVE_BYTES)
		return err_set(e, ERR_LIMIT, "larger than any bundle");
	if (gzip_read(tar, file, LIMIT_TAR_BYTES, e) < 0)
		return -1;
	entry.digest = digest_sha256(span_buf(tar));
	entry.bytes = tar->n;
	rc = find_bundle(&text, span_buf(tar), e);
	if (rc == 0)
		rc = take_record(&entry, text, e);
	if (rc == 0)
		*out = entry;
	return rc;
}
