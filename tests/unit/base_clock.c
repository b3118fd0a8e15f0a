/* SPDX-License-Identifier: MIT */
/* The one reader of the time, and the variable that stops it. */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "unit.h"

#include "base/clock.h"

static void
test_epoch(void **state)
{
	static const struct {
		const char *text;
		int64_t want;
	} rows[] = {
		{ "0", 0 }, { "1700000000", 1700000000 }, { "0007", 7 },
		{ "8589934591", 8589934591 }
	};
	int64_t t;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		setenv("SOURCE_DATE_EPOCH", rows[i].text, 1);
		assert_int_equal(clock_now(&t, &e), 0);
		assert_true(t == rows[i].want);
	}
}

/* A value that is not understood is never replaced by the clock. */
static void
test_refused(void **state)
{
	static const char *const rows[] = { "", " ", "1 ", " 1", "-1", "+1",
		"0x10", "1e9", "1.5", "8589934592", "9999999999",
		"99999999999", "18446744073709551617", "1\n", "now" };
	int64_t t = 42;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		setenv("SOURCE_DATE_EPOCH", rows[i], 1);
		assert_err_text(clock_now(&t, &e), &e, ERR_USAGE,
		    "SOURCE_DATE_EPOCH");
	}
	assert_true(t == 42);
}

static void
test_clock(void **state)
{
	const int64_t before = (int64_t)time(NULL);
	int64_t t;
	struct err e;

	(void)state;
	unsetenv("SOURCE_DATE_EPOCH");
	assert_int_equal(clock_now(&t, &e), 0);
	assert_true(t >= before && t <= before + 60);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_epoch),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
