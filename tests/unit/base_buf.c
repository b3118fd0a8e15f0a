/* SPDX-License-Identifier: MIT */
/* Bytes that grow: whatever is appended stands there, with a NUL behind it. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

static void
test_empty(void **state)
{
	struct buf b = { 0 };

	(void)state;
	assert_span(span_buf(&b), "");
	assert_string_equal(buf_string(&b), "");
	buf_clear(&b);
	buf_clear(&b);
	assert_null(b.at);
	assert_int_equal(b.n, 0);
}

static void
test_append(void **state)
{
	struct buf b = { 0 };

	(void)state;
	buf_add(&b, "a\0b", 3);
	buf_span(&b, span_text("cd"));
	buf_text(&b, "e");
	buf_byte(&b, 0xff);
	buf_zeros(&b, 2);
	buf_add(&b, NULL, 0);
	buf_fmt(&b, "%s-%d", "x", 7);
	buf_fmt(&b, "%s", "");
	assert_span(span_buf(&b), "a\0bcde\xff\0\0x-7");
	assert_int_equal(b.at[b.n], 0);
	buf_clear(&b);
}

/* Every size about the first rooms, so that each boundary is met. */
static void
test_growth(void **state)
{
	(void)state;
	for (size_t n = 0; n < 300; n++) {
		struct buf b = { 0 };

		for (size_t i = 0; i < n; i++)
			buf_byte(&b, (uint8_t)i);
		assert_int_equal(b.n, n);
		assert_string_equal(buf_string(&b) + n, "");
		for (size_t i = 0; i < n; i++)
			assert_int_equal(b.at[i], (uint8_t)i);
		buf_clear(&b);
	}
}

/* The format is measured before it is written, however long it is. */
static void
test_long_format(void **state)
{
	struct buf b = { 0 };

	(void)state;
	buf_fmt(&b, "%5000d|", 1);
	assert_int_equal(b.n, 5001);
	assert_int_equal(b.at[4999], '1');
	assert_int_equal(b.at[5000], '|');
	buf_clear(&b);
}

static void
test_room(void **state)
{
	struct buf b = { 0 };

	(void)state;
	buf_text(&b, "ab");
	memcpy(buf_room(&b, 100), "cdxxxx", 6);
	assert_int_equal(b.n, 2);
	buf_used(&b, 2);
	assert_span(span_buf(&b), "abcd");
	buf_cut(&b, 9);
	assert_span(span_buf(&b), "abcd");
	buf_cut(&b, 3);
	assert_span(span_buf(&b), "abc");
	assert_string_equal((const char *)b.at, "abc");
	buf_cut(&b, 0);
	assert_string_equal((const char *)b.at, "");
	buf_clear(&b);
	/* Nothing was ever added: there is nothing to cut. */
	buf_cut(&b, 0);
	assert_null(b.at);
}

static void
test_steal(void **state)
{
	struct buf b = { 0 };
	char *s;

	(void)state;
	s = buf_steal(&b);
	assert_string_equal(s, "");
	free(s);
	buf_text(&b, "mine");
	s = buf_steal(&b);
	assert_string_equal(s, "mine");
	assert_null(b.at);
	assert_int_equal(b.n, 0);
	buf_text(&b, "again");
	assert_string_equal(s, "mine");
	free(s);
	buf_clear(&b);
}

static void
test_equal(void **state)
{
	const struct span none = { NULL, 0 };

	(void)state;
	assert_true(span_equal(none, span_text("")));
	assert_true(span_equal(span_text("ab"), span_text("ab")));
	assert_false(span_equal(span_text("ab"), span_text("abc")));
	assert_false(span_equal(span_text("abd"), span_text("abc")));
	assert_false(span_equal(none, span_text("a")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_empty),
		cmocka_unit_test(test_append),
		cmocka_unit_test(test_growth),
		cmocka_unit_test(test_long_format),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_steal),
		cmocka_unit_test(test_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
