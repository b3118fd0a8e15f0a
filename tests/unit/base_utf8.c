/* SPDX-License-Identifier: MIT */
/* UTF-8 by RFC 3629, tried with every scalar value there is. */
#include "config.h"

#include "unit.h"

#include "base/utf8.h"

#define SPAN(s) ((struct span){ (const uint8_t *)(s), sizeof(s) - 1 })

/* What is put is got again; a cut character is none. */
static void
test_every_scalar(void **state)
{
	struct buf b = { 0 };

	(void)state;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		const unsigned want = c < 0x80 ? 1 : c < 0x800 ? 2
		    : c < 0x10000 ? 3 : 4;
		uint32_t got = 0xdead;

		if (c == 0xd800)
			c = 0xe000;
		b.n = 0;
		utf8_put(&b, c);
		if (b.n != want || utf8_get(&got, span_buf(&b)) != want
		    || got != c || utf8_check(span_buf(&b)) != want)
			fail_msg("U+%04X is not itself", (unsigned)c);
		for (unsigned n = 0; n < want; n++)
			if (utf8_get(&got, (struct span){ b.at, n }) != 0)
				fail_msg("U+%04X cut to %u", (unsigned)c, n);
	}
	buf_clear(&b);
}

/* Of all pairs of bytes just the characters below U+0800 are taken. */
static void
test_every_pair(void **state)
{
	(void)state;
	for (unsigned v = 0; v < 0x10000; v++) {
		const uint8_t two[2] = { (uint8_t)(v >> 8), (uint8_t)v };
		const bool ascii = two[0] < 0x80;
		const bool pair = two[0] >= 0xc2 && two[0] <= 0xdf
		    && two[1] >= 0x80 && two[1] <= 0xbf;
		uint32_t c;

		if (utf8_get(&c, (struct span){ two, 2 })
		    != (ascii ? 1u : pair ? 2u : 0u))
			fail_msg("%02x %02x", two[0], two[1]);
	}
}

static void
test_refused(void **state)
{
	static const struct span bad[] = {
		SPAN("\x80"), SPAN("\xbf"), SPAN("\xc0\x80"),
		SPAN("\xc1\xbf"), SPAN("\xe0\x80\x80"),
		SPAN("\xe0\x9f\xbf"), SPAN("\xed\xa0\x80"),
		SPAN("\xed\xbf\xbf"), SPAN("\xed\xa0\xbd\xed\xb8\x80"),
		SPAN("\xf0\x80\x80\x80"), SPAN("\xf0\x8f\xbf\xbf"),
		SPAN("\xf4\x90\x80\x80"), SPAN("\xf5\x80\x80\x80"),
		SPAN("\xf8\x88\x80\x80\x80"), SPAN("\xff"), SPAN("\xfe"),
		SPAN("\xe2\x28\xa1"), SPAN("\xe2\x82\x28"),
		SPAN("\xf0\x28\x8c\xbc"), SPAN("\xf0\x90\x28\xbc"),
		SPAN("\xf0\x90\x8c\x28"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		uint32_t c;

		if (utf8_get(&c, bad[i]) != 0 || utf8_check(bad[i]) != 0)
			fail_msg("row %zu is taken", i);
	}
}

static void
test_check_place(void **state)
{
	(void)state;
	assert_int_equal(utf8_check(SPAN("")), 0);
	assert_int_equal(utf8_check(SPAN("a\0\xc3\xa9z")), 5);
	assert_int_equal(utf8_check(SPAN("ab\xe9z")), 2);
	assert_int_equal(utf8_check(SPAN("\xc3\xa9\xe2\x82")), 2);
}

static void
test_classes(void **state)
{
	static const uint32_t unwanted[] = {
		0, 0x1f, 0x7f, 0x80, 0x9f, 0x61c, 0x200e, 0x200f, 0x202a,
		0x202e, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xfffb, 0xfffe,
		0xffff, 0xfdd0, 0xfdef, 0xe0000, 0xe007f, 0x1fffe, 0x10ffff
	};
	static const uint32_t wanted[] = {
		0x20, 0x7e, 0xa0, 0x61b, 0x61d, 0x200d, 0x2010, 0x2029,
		0x202f, 0x2065, 0x206a, 0xfefe, 0xff00, 0xfff8, 0xfffc,
		0xfdcf, 0xfdf0, 0xdfffd, 0xe0080, 0x10fffd
	};
	static const uint32_t space[] = { 9, 10, 11, 12, 13, 0x85, 0x2028,
		0x2029 };

	(void)state;
	for (size_t i = 0; i < sizeof(unwanted) / sizeof(*unwanted); i++)
		assert_true(utf8_is_unwanted(unwanted[i]));
	for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
		assert_false(utf8_is_unwanted(wanted[i]));
	for (size_t i = 0; i < sizeof(space) / sizeof(*space); i++)
		assert_true(utf8_is_space(space[i]));
	assert_false(utf8_is_space(' '));
	assert_false(utf8_is_space(0xa0));
	assert_false(utf8_is_space(8));
	assert_false(utf8_is_space(14));
}

static void
test_clean(void **state)
{
	struct buf b = { 0 };

	(void)state;
	utf8_clean(&b, SPAN("a\tb\r\nc\xc2\x85" "d\xe2\x80\xa8" "e"));
	assert_span(span_buf(&b), "a b  c d e");
	b.n = 0;
	utf8_clean(&b, SPAN("\x1b[2J\xe2\x80\xae" "x\xff\xed\xa0\x80\x7f"));
	assert_span(span_buf(&b), "\xef\xbf\xbd[2J\xef\xbf\xbdx\xef\xbf\xbd"
	    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	b.n = 0;
	utf8_clean(&b, SPAN("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"));
	assert_span(span_buf(&b), "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_scalar),
		cmocka_unit_test(test_every_pair),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_check_place),
		cmocka_unit_test(test_classes),
		cmocka_unit_test(test_clean),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
