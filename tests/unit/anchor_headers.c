/* SPDX-License-Identifier: MIT */
/* Two headers that everybody knows: blocks 0 and 1. */
#include "config.h"

#include "unit.h"

#include "anchor/headers.h"
#include "anchor/stamp.h"
#include "canon/codec.h"

#define ROOT0 "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a"
#define BLOCK0 "01000000" \
    "0000000000000000000000000000000000000000000000000000000000000000" \
    ROOT0 "29ab5f49ffff001d1dac2b7c"
#define BLOCK1 "01000000" \
    "6fe28c0ab6f1b372c1a6a246ae63f74f931e8365e15a089c68d6190000000000" \
    "982051fd1e4ba744bbbe680e1fee14677ba1a3c3540bf7b1cdb606e857233e0e" \
    "61bc6649ffff001d01e36299"

static uint8_t header[160];

static int
setup(void **state)
{
	(void)state;
	assert_true(codec_unhex(header, 80, span_text(BLOCK0)));
	assert_true(codec_unhex(header + 80, 80, span_text(BLOCK1)));
	return 0;
}

static void
is(const struct headers *h, uint64_t height, const uint8_t *root,
    enum evidence_state state, const char *why)
{
	struct evidence v;

	headers_check(&v, h, height, root);
	if (strstr(v.why, why) == NULL)
		print_error("got: %s\n", v.why);
	assert_int_equal(v.state, state);
	assert_non_null(strstr(v.why, why));
}

static int
lines(struct headers *h, const char *text)
{
	struct err e;

	return headers_add_lines(h, span_text(text), &e) < 0 ? (int)e.kind
	    : 0;
}

static void
test_lines(void **state)
{
	struct headers *h = headers_new();
	struct evidence v;
	struct buf b = { 0 };

	(void)state;
	is(NULL, 0, header + 36, EVIDENCE_UNVERIFIABLE, "no header");
	is(h, 0, header + 36, EVIDENCE_UNVERIFIABLE, "no header");
	assert_int_equal(lines(h, "# a comment\n\n0 " BLOCK0 "\n" BLOCK1), 0);
	headers_check(&v, h, 0, header + 36);
	assert_int_equal(v.state, EVIDENCE_GOOD);
	assert_string_equal(v.why, "Bitcoin block 0, day 2009-01-03, work "
	    "2^32.0");
	assert_int_equal(v.time, 1231006505);
	assert_int_equal(v.latest, 1231006505 + 7200);
	assert_int_equal(v.work, 320);
	/* Digits alone stand for whatever height names their root. */
	is(h, 1, header + 80 + 36, EVIDENCE_GOOD, "day 2009-01-09");
	is(h, 0, header + 80 + 36, EVIDENCE_CONFLICT, "different headers");
	is(h, 1, header + 36, EVIDENCE_UNVERIFIABLE, "no header");
	assert_true(headers_print(&b, h, 1, header + 80 + 36));
	assert_span(span_buf(&b), "1 " BLOCK1 "\n");
	assert_false(headers_print(&b, h, 0, header + 80 + 36));
	assert_int_equal(lines(h, "0 " BLOCK0 "0\n"), ERR_FORMAT);
	assert_int_equal(lines(h, "1 " BLOCK0 "\nx\n"), ERR_FORMAT);
	/* The first line of what was refused was not kept. */
	is(h, 1, header + 80 + 36, EVIDENCE_GOOD, "");
	headers_free(h);
	buf_clear(&b);
}

static void
test_wrong(void **state)
{
	struct headers *h = headers_new();

	(void)state;
	assert_int_equal(lines(h, "0 " BLOCK0 "\n200000 " BLOCK0 "\n"), 0);
	is(h, 0, header + 80 + 36, EVIDENCE_WRONG, "another Merkle root");
	is(h, 200000, header + 36, EVIDENCE_WRONG, "another difficulty");
	headers_free(h);
	h = headers_new();
	/* The last bit of the nonce. */
	assert_int_equal(lines(h, "0 01000000"
	    "0000000000000000000000000000000000000000000000000000000000000000"
	    ROOT0 "29ab5f49ffff001d1dac2b7d\n"), 0);
	is(h, 0, header + 36, EVIDENCE_WRONG, "not done its work");
	headers_free(h);
	h = headers_new();
	/* A period whose time is another. */
	assert_int_equal(lines(h, "10000 " BLOCK0 "\n2000000 " BLOCK0), 0);
	is(h, 10000, header + 36, EVIDENCE_GOOD, "a time outside its period");
	is(h, 2000000, header + 36, EVIDENCE_GOOD, "difficulty not checked");
	headers_free(h);
}

static int
run(struct headers *h, size_t n, uint64_t first, struct err *e)
{
	struct buf b = { 0 };

	buf_add(&b, header, n);
	return headers_add_run(h, &b, first, e);
}

static void
test_runs(void **state)
{
	struct headers *h = headers_new();
	struct err e;

	(void)state;
	assert_int_equal(run(h, 160, 0, &e), 0);
	is(h, 1, header + 80 + 36, EVIDENCE_GOOD, "in a run of 2 headers");
	is(h, 2, header + 80 + 36, EVIDENCE_UNVERIFIABLE, "no header");
	assert_err(run(h, 159, 0, &e), &e, ERR_FORMAT);
	assert_err(run(h, 0, 0, &e), &e, ERR_FORMAT);
	assert_err_text(run(h, 160, 2016, &e), &e, ERR_TRUST, "not the time");
	assert_err_text(run(h, 160, 200000, &e), &e, ERR_TRUST,
	    "not the difficulty");
	assert_err(run(h, 160, UINT64_MAX, &e), &e, ERR_LIMIT);
	header[4] ^= 1;
	assert_err_text(run(h, 160, 0, &e), &e, ERR_TRUST, "its work");
	header[4] ^= 1;
	/* Block 0 behind block 1. */
	memcpy(header + 80, header, 80);
	assert_err_text(run(h, 160, 5, &e), &e, ERR_TRUST,
	    "does not follow");
	assert_err_text(run(h, 160, 0, &e), &e, ERR_TRUST,
	    "does not follow");
	headers_free(h);
	setup(NULL);
}

/* The whole verdict: a wrong line weighs more than a good one. */
static void
test_stamp(void **state)
{
	struct headers *h = headers_new();
	struct digest d;
	const uint8_t zeros[32] = { 0 };
	struct ots o;
	struct stamp s;

	(void)state;
	memcpy(d.at, header + 36, 32);
	ots_init(&o, &d);
	ots_node_add(&o.top, OTS_PENDING, NULL, 0, span_text("https://a.b"));
	stamp_check(&s, &o, NULL, h);
	assert_int_equal(s.evidence.state, EVIDENCE_PENDING);
	assert_string_equal(s.line[0].uri, "https://a.b");
	stamp_clear(&s);
	ots_node_add(&o.top, OTS_BITCOIN, NULL, 0, (struct span){ NULL, 0 });
	assert_int_equal(lines(h, "0 " BLOCK0), 0);
	stamp_check(&s, &o, d.at, h);
	assert_int_equal(s.evidence.state, EVIDENCE_GOOD);
	assert_int_equal(s.lines, 2);
	stamp_clear(&s);
	stamp_check(&s, &o, zeros, h);
	assert_int_equal(s.evidence.state, EVIDENCE_WRONG);
	stamp_clear(&s);
	assert_int_equal(lines(h, "1 " BLOCK1), 0);
	ots_node_add(&o.top, OTS_BITCOIN, NULL, 1, (struct span){ NULL, 0 });
	stamp_check(&s, &o, NULL, h);
	assert_int_equal(s.evidence.state, EVIDENCE_WRONG);
	stamp_clear(&s);
	ots_clear(&o);
	headers_free(h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_stamp),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
