/* SPDX-License-Identifier: MIT */
/* Compact targets, the retarget rule at its bounds, work in integers. */
#include "config.h"

#include "unit.h"

#include "anchor/target.h"

static void
test_parse(void **state)
{
	static const uint32_t bad[] = { 0, 0x01000000, 0x1d000000, 0x1d00ffff
	    + 1, 0x1e00ffff, 0x1d80ffff, 0x04800001, 0x207fffff, 0xff00ffff,
		0x02000000, 0x00123456 };
	struct target t;
	uint8_t hash[32] = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(target_parse(&t, bad[i]));
	assert_true(target_parse(&t, TARGET_LIMIT));
	assert_int_equal(t.at[26], 0xff);
	assert_int_equal(t.at[27], 0xff);
	assert_int_equal(t.at[28], 0x00);
	assert_true(target_parse(&t, 0x03000001));
	hash[0] = 1;
	assert_true(target_reached(&t, hash));
	hash[0] = 2;
	assert_false(target_reached(&t, hash));
	hash[0] = 0;
	hash[31] = 1;
	assert_false(target_reached(&t, hash));
	assert_true(target_parse(&t, 0x02010000));
	assert_int_equal(t.at[0], 0);
	assert_int_equal(t.at[1], 1);
}

static void
test_next(void **state)
{
	(void)state;
	/* On time, four times too slow and more, four times too fast. */
	assert_int_equal(target_next(0x1b0404cb, 0, 1209600), 0x1b0404cb);
	assert_int_equal(target_next(0x1b0404cb, 0, 4838400), 0x1b10132c);
	assert_int_equal(target_next(0x1b0404cb, 0, 0xffffffff), 0x1b10132c);
	assert_int_equal(target_next(0x1b0404cb, 0, 302400), 0x1b010132);
	assert_int_equal(target_next(0x1b0404cb, 5000, 0), 0x1b010132);
	/* Never above the limit; a mantissa of 0x80 takes a byte more. */
	assert_int_equal(target_next(TARGET_LIMIT, 0, 4838400), TARGET_LIMIT);
	assert_int_equal(target_next(0x1b400000, 0, 2419200), 0x1c008000);
	/* The first change of all, at height 32,256. */
	assert_int_equal(target_next(0x1d00ffff, 1261130161, 1262152739),
	    0x1d00d86a);
}

static void
test_work(void **state)
{
	(void)state;
	assert_int_equal(target_work(TARGET_LIMIT), 320);
	assert_int_equal(target_work(0x1c7fff80), 330);
	assert_int_equal(target_work(0x18162043), 675);	/* block 358391 */
	assert_int_equal(target_work(0x03000001), 2560);
	assert_int_equal(target_work(0), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_next),
		cmocka_unit_test(test_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
