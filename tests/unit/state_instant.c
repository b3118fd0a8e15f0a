/* SPDX-License-Identifier: MIT */
/* Instants: the four forms, their order, and what is no time. */
#include "config.h"

#include "unit.h"

#include "state/instant.h"

/* In their order; an equal one stands in the same row. */
static const struct {
	const char *text, *same, *normal;
	int64_t seconds;
	uint32_t nanoseconds;
} rows[] = {
	{ "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.0+00:00",
	    "0001-01-01T00:00:00Z", -62135596800, 0 },
	{ "1900-02-28T23:59:59Z", "1900-02-28T23:59:59.000000Z",
	    "1900-02-28T23:59:59Z", -2203891201, 0 },
	{ "1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.50+00:00",
	    "1969-12-31T23:59:59.5Z", -1, 500000000 },
	{ "1970-01-01T00:00:00Z", "1970-01-01T00:00:00+00:00",
	    "1970-01-01T00:00:00Z", 0, 0 },
	{ "2000-02-29T12:00:00Z", "2000-02-29T12:00:00.00Z",
	    "2000-02-29T12:00:00Z", 951825600, 0 },
	{ "2026-08-08T06:31:55.24221+00:00", "2026-08-08T06:31:55.242210Z",
	    "2026-08-08T06:31:55.24221Z", 1786170715, 242210000 },
	{ "2026-08-08T06:32:00.761636+00:00", "2026-08-08T06:32:00.761636Z",
	    "2026-08-08T06:32:00.761636Z", 1786170720, 761636000 },
	{ "2026-08-08T06:32:00.761637Z", "2026-08-08T06:32:00.761637+00:00",
	    "2026-08-08T06:32:00.761637Z", 1786170720, 761637000 },
	{ "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999+00:00",
	    "9999-12-31T23:59:59.999999Z", 253402300799, 999999000 },
};

static const char *const refused[] = {
	"", "Z", "2026-08-08", "2026-08-08T06:32:00", "2026-08-08 06:32:00Z",
	"2026-08-08t06:32:00Z", "2026-08-08T06:32:00z",
	"2026-08-08T06:32:00.Z", "2026-08-08T06:32:00.1234567Z",
	"2026-08-08T06:32:00,5Z", "2026-08-08T06:32:00-00:00",
	"2026-08-08T06:32:00+00", "2026-08-08T06:32:00+0000",
	"2026-08-08T06:32:00+01:00", "2026-08-08T06:32:00Z ",
	" 2026-08-08T06:32:00Z", "2026-8-08T06:32:00Z",
	"+2026-08-08T06:32:00Z", "12026-08-08T06:32:00Z",
	"0000-01-01T00:00:00Z", "2026-00-08T06:32:00Z",
	"2026-13-08T06:32:00Z", "2026-08-00T06:32:00Z",
	"2026-08-32T06:32:00Z", "2026-09-31T06:32:00Z",
	"2026-02-29T06:32:00Z", "1900-02-29T06:32:00Z",
	"2024-02-30T06:32:00Z", "2026-08-08T24:00:00Z",
	"2026-08-08T06:60:00Z", "2026-08-08T06:32:60Z", "yesterday"
};

static void
test_rows(void **state)
{
	const size_t n = sizeof(rows) / sizeof(*rows);

	(void)state;
	for (size_t i = 0; i < n; i++) {
		struct instant a, b;
		char text[INSTANT_TEXT];

		assert_true(instant_parse(&a, rows[i].text));
		assert_true(instant_parse(&b, rows[i].same));
		assert_int_equal(a.seconds, rows[i].seconds);
		assert_int_equal(a.nanoseconds, rows[i].nanoseconds);
		assert_int_equal(instant_compare(&a, &b), 0);
		assert_string_equal(instant_print(text, &a), rows[i].normal);
		for (size_t k = 0; k < n; k++) {
			assert_true(instant_parse(&b, rows[k].text));
			assert_int_equal(instant_compare(&a, &b),
			    (i > k) - (i < k));
		}
	}
}

/* What is no time is one instant, before all others. */
static void
test_refused(void **state)
{
	struct instant t, none, first;
	char text[INSTANT_TEXT];

	(void)state;
	assert_true(instant_parse(&first, rows[0].text));
	assert_false(instant_parse(&none, NULL));
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		if (instant_parse(&t, refused[i]))
			fail_msg("%s is taken for a time", refused[i]);
		assert_int_equal(instant_compare(&t, &none), 0);
		assert_int_equal(instant_compare(&t, &first), -1);
		assert_int_equal(instant_compare(&first, &t), 1);
		assert_string_equal(instant_print(text, &t), "");
	}
}

/* Every day of two cycles of 400 years comes back. */
static void
test_days(void **state)
{
	struct instant t = { .known = true, .seconds = -62135596800 };
	char text[INSTANT_TEXT];

	(void)state;
	for (int i = 0; i < 2 * 146097; i++, t.seconds += 86400) {
		struct instant back;

		assert_true(instant_parse(&back, instant_print(text, &t)));
		assert_int_equal(instant_compare(&back, &t), 0);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_days),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
