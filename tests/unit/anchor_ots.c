/* SPDX-License-Identifier: MIT */
/* OpenTimestamps files: limits, order, merging, answers. */
#include "config.h"

#include "unit.h"

#include "anchor/ots.h"
#include "base/limits.h"

#define BITCOIN "\0\x05\x88\x96\x0d\x73\xd7\x19\x01\x01"
#define PENDING "\0\x83\xdf\xe3\x0d\x2e\xf9\x0c\x8e"

/* The head of a file over a digest of zeros. */
static void
start(struct buf *b)
{
	b->n = 0;
	buf_add(b, "\0OpenTimestamps\0\0Proof\0"
	    "\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08", 33);
	buf_zeros(b, 32);
}

static void
add(struct buf *b, const char *s, size_t n)
{
	buf_add(b, s, n);
}

#define ADD(b, s) add(b, s, sizeof(s) - 1)

static int
parse(struct buf *b)
{
	struct ots o;
	struct err e;

	if (ots_parse(&o, span_buf(b), &e) < 0)
		return (int)e.kind;
	ots_clear(&o);
	return 0;
}

static void
test_order(void **state)
{
	struct buf b = { 0 }, out = { 0 };
	struct ots o;
	struct err e;

	(void)state;
	start(&b);
	/* sha256 twice with different ends, a pending one, two heights of
	 * which one is long, and the same again. */
	ADD(&b, "\xff\x08" BITCOIN "\x07");
	ADD(&b, "\xff" PENDING "\x04\x03""b:b");
	ADD(&b, "\xff\x08" BITCOIN "\x03");
	ADD(&b, "\xff" "\0\x05\x88\x96\x0d\x73\xd7\x19\x01\x02\x89\0");
	ADD(&b, "\xff\xf0\x01\x61\x08" BITCOIN "\x05");
	ADD(&b, "\xff" PENDING "\x04\x03""a:b");
	ADD(&b, BITCOIN "\x02");
	assert_int_equal(ots_parse(&o, span_buf(&b), &e), 0);
	ots_print(&out, &o);
	start(&b);
	ADD(&b, "\xff" BITCOIN "\x02");
	ADD(&b, "\xff" BITCOIN "\x09");
	ADD(&b, "\xff" PENDING "\x04\x03""a:b");
	ADD(&b, "\xff" PENDING "\x04\x03""b:b");
	ADD(&b, "\xff\x08\xff" BITCOIN "\x03" BITCOIN "\x07");
	ADD(&b, "\xf0\x01\x61\x08" BITCOIN "\x05");
	assert_true(span_equal(span_buf(&out), span_buf(&b)));
	ots_clear(&o);
	buf_clear(&b);
	buf_clear(&out);
}

static void
test_limits(void **state)
{
	struct buf b = { 0 };

	(void)state;
	for (unsigned n = 254; n <= 256; n++) {
		start(&b);
		for (unsigned i = 0; i < n; i++)
			buf_byte(&b, 0x08);
		ADD(&b, BITCOIN "\x05");
		assert_int_equal(parse(&b), n <= 255 ? 0 : ERR_LIMIT);
	}
	for (unsigned n = LIMIT_OTS_NODES - 1; n <= LIMIT_OTS_NODES; n++) {
		start(&b);
		for (unsigned i = 0; i < n; i++)
			ADD(&b, "\xff" BITCOIN "\x05");
		ADD(&b, BITCOIN "\x05");
		assert_int_equal(parse(&b), n < LIMIT_OTS_NODES ? 0
		    : ERR_LIMIT);
	}
	/* 7 times hexlify: 32 bytes become 4096, and no more. */
	for (unsigned n = 6; n <= 8; n++) {
		start(&b);
		for (unsigned i = 0; i < n; i++)
			buf_byte(&b, 0xf3);
		ADD(&b, BITCOIN "\x05");
		assert_int_equal(parse(&b), n <= 7 ? 0 : ERR_LIMIT);
	}
	start(&b);
	buf_zeros(&b, LIMIT_OTS_BYTES);
	assert_int_equal(parse(&b), ERR_LIMIT);
	buf_clear(&b);
}

static void
test_numbers(void **state)
{
	struct buf b = { 0 };

	(void)state;
	start(&b);
	ADD(&b, "\0\x05\x88\x96\x0d\x73\xd7\x19\x01\x0a"
	    "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01");
	assert_int_equal(parse(&b), 0);
	b.at[b.n - 1] = 2;
	assert_int_equal(parse(&b), ERR_LIMIT);
	start(&b);
	ADD(&b, "\0\x05\x88\x96\x0d\x73\xd7\x19\x01\x0b"
	    "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\0");
	assert_int_equal(parse(&b), ERR_LIMIT);
	start(&b);
	ADD(&b, "\xf0\0" BITCOIN "\x05");
	assert_int_equal(parse(&b), ERR_FORMAT);
	start(&b);
	ADD(&b, "\xff\xff" BITCOIN "\x05");
	assert_int_equal(parse(&b), ERR_FORMAT);
	buf_clear(&b);
}

static void
test_attach(void **state)
{
	struct buf b = { 0 }, before = { 0 }, after = { 0 };
	const uint8_t zeros[32] = { 0 };
	const struct span message = { zeros, 32 };
	struct ots o, p;
	struct err e;

	(void)state;
	start(&b);
	ADD(&b, PENDING "\x04\x03""a:b");
	assert_int_equal(ots_parse(&o, span_buf(&b), &e), 0);
	ots_print(&before, &o);
	/* A broken answer changes nothing. */
	assert_err(ots_attach(&o, message, (struct span){
	    (const uint8_t *)"\x08", 1 }, &e), &e, ERR_FORMAT);
	assert_err(ots_attach(&o, message, (struct span){ (const uint8_t *)
	    BITCOIN "\x05x", 12 }, &e), &e, ERR_FORMAT);
	ots_print(&after, &o);
	assert_true(span_equal(span_buf(&before), span_buf(&after)));
	assert_int_equal(ots_attach(&o, (struct span){ zeros, 31 },
	    (struct span){ (const uint8_t *)BITCOIN "\x05", 11 }, &e), 0);
	assert_int_equal(ots_attach(&o, message, (struct span){
	    (const uint8_t *)BITCOIN "\x05", 11 }, &e), 1);
	assert_int_equal(o.top.attestations, 2);
	assert_int_equal(o.top.attestation[0].kind, OTS_BITCOIN);
	/* Another digest is another proof. */
	b.at[40] = 1;
	assert_int_equal(ots_parse(&p, span_buf(&b), &e), 0);
	assert_err(ots_merge(&o, &p, &e), &e, ERR_USAGE);
	ots_clear(&o);
	ots_clear(&p);
	buf_clear(&b);
	buf_clear(&before);
	buf_clear(&after);
}

/* An answer that makes the tree too deep or too large is refused whole. */
static void
test_attach_limits(void **state)
{
	struct buf b = { 0 }, reply = { 0 };
	const struct digest d = { { 0 } };
	struct ots o;
	struct ots_node *at;
	uint8_t room[DIGEST_BYTES] = { 0 };
	struct err e;

	(void)state;
	ots_init(&o, &d);
	at = &o.top;
	for (unsigned i = 0; i < 200; i++) {
		const struct digest next = digest_sha256((struct span){ room,
			sizeof(room) });

		memcpy(room, next.at, sizeof(room));
		at = ots_node_op(at, OTS_OP_SHA256, (struct span){ NULL, 0 });
	}
	ots_node_add(at, OTS_WAITING, NULL, 0, (struct span){ NULL, 0 });
	for (unsigned n = 56; n >= 55; n--) {
		reply.n = 0;
		for (unsigned i = 0; i < n; i++)
			buf_byte(&reply, 0x08);
		ADD(&reply, BITCOIN "\x05");
		if (n == 56)
			assert_err(ots_attach(&o, (struct span){ room, 32 },
			    span_buf(&reply), &e), &e, ERR_LIMIT);
		else
			assert_int_equal(ots_attach(&o, (struct span){ room,
			    32 }, span_buf(&reply), &e), 1);
	}
	ots_print(&b, &o);
	ots_clear(&o);
	assert_int_equal(parse(&b), 0);
	buf_clear(&b);
	buf_clear(&reply);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_attach),
		cmocka_unit_test(test_attach_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
