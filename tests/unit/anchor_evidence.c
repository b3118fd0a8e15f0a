/* SPDX-License-Identifier: MIT */
/* Words and days. */
#include "config.h"

#include "unit.h"

#include "anchor/evidence.h"

static void
test_days(void **state)
{
	char day[EVIDENCE_DAY], at[EVIDENCE_TIME];

	(void)state;
	assert_string_equal(evidence_day(day, 0), "1970-01-01");
	assert_string_equal(evidence_day(day, 1432827678), "2015-05-28");
	assert_string_equal(evidence_time(at, 1432827678),
	    "2015-05-28T15:41:18Z");
	assert_string_equal(evidence_time(at, INT64_C(253402300799)),
	    "9999-12-31T23:59:59Z");
	assert_string_equal(evidence_day(day, INT64_C(253402300800)), "-");
	assert_string_equal(evidence_day(day, -1), "-");
}

static void
test_words(void **state)
{
	struct evidence v;
	char text[400];

	(void)state;
	memset(text, 'x', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	v.work = 7;
	evidence_set(&v, EVIDENCE_WRONG, "%d %s", 5, text);
	assert_int_equal(v.state, EVIDENCE_WRONG);
	assert_int_equal(v.work, 0);
	assert_int_equal(strlen(v.why), sizeof(v.why) - 1);
	assert_string_equal(evidence_print(EVIDENCE_GOOD), "good");
	assert_string_equal(evidence_print(EVIDENCE_WRONG), "wrong");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_days),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
