/* SPDX-License-Identifier: MIT */
/*
 * A bundle file, archive or plain: whatever the bytes, it is read, judged and
 * given back.  Seeds are text, so an input that is no gzip and begins with
 * "tar:" is a sketch of an inner tar, one member a line, NAME=CONTENT; it is
 * packed first, which also takes a fuzzer past the CRC.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "bundle/bundle.h"
#include "bundle/contents.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

/* Turn a sketch into an archive; the manifest is made where it has none. */
static void
pack_sketch(struct buf *out, struct span s)
{
	struct buf tar = { 0 };
	char name[101];
	struct err e;

	while (s.n > 0) {
		const uint8_t *end = memchr(s.at, '\n', s.n);
		const size_t n = end == NULL ? s.n : (size_t)(end - s.at);
		const uint8_t *equals = n == 0 ? NULL : memchr(s.at, '=', n);
		const size_t k = equals == NULL ? n : (size_t)(equals - s.at);

		memcpy(name, s.at, k < 100 ? k : 100);
		name[k < 100 ? k : 100] = '\0';
		(void)!tar_add(&tar, name, (struct span){ s.at
		    + (k < n ? k + 1 : n), n - (k < n ? k + 1 : n) }, &e);
		s = (struct span){ s.at + n + (end != NULL),
		    s.n - n - (end != NULL) };
	}
	tar_end(&tar);
	gzip_write(out, span_buf(&tar));
	buf_clear(&tar);
}

/* The members of a sketch as an archive whose manifest is right. */
static void
pack_right(struct buf *out, struct span s)
{
	struct bundle_file files[BUNDLE_MEMBERS];
	struct buf tar = { 0 };
	size_t n = 0;
	struct err e;

	while (s.n > 0 && n < BUNDLE_MEMBERS) {
		const uint8_t *end = memchr(s.at, '\n', s.n);
		const size_t line = end == NULL ? s.n : (size_t)(end - s.at);

		files[n].name = bundle_members[n];
		files[n++].data = (struct span){ s.at, line };
		s = (struct span){ s.at + line + (end != NULL),
		    s.n - line - (end != NULL) };
	}
	if (bundle_pack(&tar, files, n, NULL, NULL, &e) == 0)
		gzip_write(out, span_buf(&tar));
	buf_clear(&tar);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct buf file = { 0 };
	struct report rep = { 0 };
	struct contents c;
	struct bundle *b;
	struct err e;

	if (sodium_init() < 0)
		return 0;
	if (n >= 4 && memcmp(at, "tar:", 4) == 0)
		pack_sketch(&file, (struct span){ at + 4, n - 4 });
	else if (n >= 4 && memcmp(at, "six:", 4) == 0)
		pack_right(&file, (struct span){ at + 4, n - 4 });
	else
		buf_add(&file, at, n);
	b = bundle_parse(&rep, &file, NULL);
	/* Without a key nothing is good, and what is damaged has no record
	 * that anybody could use. */
	if (report_verdict(&rep) == VERDICT_GOOD
	    || (report_accept(b, &rep, REPORT_ALLOW_UNSIGNED, &e) != NULL
	    && b->record == NULL))
		abort();
	if (b->record != NULL) {
		contents_of(&c, b);
		contents_clear(&c);
	}
	bundle_free(b);
	report_clear(&rep);
	buf_clear(&file);
	return 0;
}
