/* SPDX-License-Identifier: MIT */
/* The three lines of a checkpoint. */
#include "config.h"

#include "unit.h"

#include "anchor/checkpoint.h"

#define ROOT "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"

static void
test_good(void **state)
{
	struct checkpoint c;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(checkpoint_parse(&c, span_text("a b+c\n0\n" ROOT),
	    &e), 0);
	assert_string_equal(c.origin, "a b+c");
	assert_int_equal(c.size, 0);
	assert_false(c.extended);
	checkpoint_print(&b, &c);
	assert_span(span_buf(&b), "a b+c\n0\n" ROOT);
	checkpoint_clear(&c);
	assert_int_equal(checkpoint_parse(&c, span_text("a\n"
	    "9223372036854775807\n" ROOT "more\n"), &e), 0);
	assert_true(c.extended);
	checkpoint_clear(&c);
	buf_clear(&b);
}

static void
test_refused(void **state)
{
	static const char *const bad[] = { "", "a\n", "a\n1\n", "\n1\n" ROOT,
		"a\n01\n" ROOT, "a\n-1\n" ROOT, "a\n1 \n" ROOT, "a\n+1\n" ROOT,
		"a\n\n" ROOT, "a\n18446744073709551616\n" ROOT,
		"a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n",
		"a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU\n",
		"a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuA==\n",
		"a\n1\n " ROOT, "a\n1\n" ROOT "\n", "a\n1\n" ROOT "more",
		"a\n1\n" ROOT "more\n\n", "a\r\n1\r\n" ROOT };
	struct checkpoint c;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_err(checkpoint_parse(&c, span_text(bad[i]), &e), &e,
		    ERR_FORMAT);
	assert_err(checkpoint_parse(&c, span_text("a\n9223372036854775808\n"
	    ROOT), &e), &e, ERR_LIMIT);
}

static void
test_sign(void **state)
{
	const uint8_t seed[32] = { 3 };
	char origin[] = "other";
	struct checkpoint c = { .origin = origin, .size = 5 };
	struct note_secret s;
	struct buf one = { 0 }, two = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(note_secret_init(&s, "mine", NOTE_ED25519, seed, &e),
	    0);
	assert_err(checkpoint_sign(&one, &c, &s, &e), &e, ERR_USAGE);
	c.origin = s.key.name;
	assert_int_equal(checkpoint_sign(&one, &c, &s, &e), 0);
	assert_int_equal(checkpoint_sign(&two, &c, &s, &e), 0);
	assert_true(span_equal(span_buf(&one), span_buf(&two)));
	note_secret_clear(&s);
	buf_clear(&one);
	buf_clear(&two);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_sign),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
