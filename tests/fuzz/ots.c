/* SPDX-License-Identifier: MIT */
/*
 * OpenTimestamps proofs, calendars' answers and block headers.  What is
 * written is canonical: read again it writes the same; without a header
 * nothing is good.  Seeds are text: an input that begins with "hex:" is the
 * bytes that its digits mean.
 */
#include "config.h"

#include <stdlib.h>

#include "anchor/stamp.h"
#include "canon/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

/* The canonical form is a fixed point. */
static void
must_settle(const struct ots *o)
{
	struct ots again;
	struct buf one = { 0 }, two = { 0 };
	struct err e;

	ots_print(&one, o);
	/* Long forms become short ones, so it is never too large to read. */
	if (ots_parse(&again, span_buf(&one), &e) < 0)
		abort();
	ots_print(&two, &again);
	if (!span_equal(span_buf(&one), span_buf(&two)))
		abort();
	if (ots_merge(&again, o, &e) == 0) {
		two.n = 0;
		ots_print(&two, &again);
		if (!span_equal(span_buf(&one), span_buf(&two)))
			abort();
	}
	ots_clear(&again);
	buf_clear(&one);
	buf_clear(&two);
}

static void
try_file(struct span file)
{
	struct ots o;
	struct stamp s;
	struct buf text = { 0 };
	struct err e;

	if (ots_parse(&o, file, &e) < 0)
		return;
	must_settle(&o);
	ots_info(&text, &o);
	stamp_check(&s, &o, NULL, NULL);
	if (s.evidence.state == EVIDENCE_GOOD)
		abort();
	stamp_clear(&s);
	ots_clear(&o);
	buf_clear(&text);
}

/* As a calendar's answer for a digest that waits. */
static void
try_answer(struct span reply)
{
	const struct digest d = { { 1, 2, 3 } };
	struct ots o;
	struct err e;

	ots_init(&o, &d);
	if (ots_attach(&o, (struct span){ d.at, DIGEST_BYTES }, reply, &e) > 0)
		must_settle(&o);
	ots_clear(&o);
}

static void
try_headers(struct span bytes)
{
	struct headers *h = headers_new();
	struct buf raw = { 0 };
	struct evidence ev;
	const uint8_t root[32] = { 0 };
	struct err e;

	buf_span(&raw, bytes);
	if (headers_add_lines(h, bytes, &e) == 0)
		headers_check(&ev, h, 100, root);
	if (headers_add_run(h, &raw, 0, &e) == 0)
		headers_check(&ev, h, 0, root);
	headers_free(h);
	buf_clear(&raw);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct span in = { at, n };
	struct buf bytes = { 0 };

	if (n > 4 && memcmp(at, "hex:", 4) == 0) {
		while (in.n > 0 && in.at[in.n - 1] == '\n')
			in.n--;
		in = (struct span){ in.at + 4, in.n - 4 };
		if (in.n % 2 != 0 || !codec_unhex(buf_room(&bytes, in.n / 2),
		    in.n / 2, in)) {
			buf_clear(&bytes);
			return 0;
		}
		buf_used(&bytes, in.n / 2);
		in = span_buf(&bytes);
	}
	try_file(in);
	try_answer(in);
	try_headers(in);
	buf_clear(&bytes);
	return 0;
}
