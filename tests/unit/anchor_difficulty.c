/* SPDX-License-Identifier: MIT */
/* The table proves itself: every row follows from the one before. */
#include "config.h"

#include "unit.h"

#include "anchor/difficulty.h"
#include "anchor/target.h"

static void
test_rows(void **state)
{
	struct target t;

	(void)state;
	assert_int_equal(difficulty_table[0].bits, TARGET_LIMIT);
	assert_int_equal(difficulty_table[0].first, 1231006505);
	for (size_t p = 0; p < DIFFICULTY_PERIODS; p++) {
		const struct difficulty *row = &difficulty_table[p];

		assert_true(target_parse(&t, row->bits));
		if (p + 1 == DIFFICULTY_PERIODS) {
			assert_int_equal(row->last, 0);
			break;
		}
		assert_true(row->first < row->last);
		assert_int_equal(target_next(row->bits, row->first, row->last),
		    row[1].bits);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
