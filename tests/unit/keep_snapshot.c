/* SPDX-License-Identifier: MIT */
/* The parts of a cache: each prefix is in just one, and they are in order. */
#include "unit.h"

#include "keep/snapshot.h"

static const char in_order[] = "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ";

static void
parts(void **state)
{
	static const unsigned counts[] = { 1, 2, 3, 7, 64, 1000, 1024 };

	(void)state;
	for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
		unsigned last = 1, seen = 0;

		for (size_t i = 0; i < 32; i++)
			for (size_t j = 0; j < 32; j++) {
				const char s[3] = { in_order[i], in_order[j],
					'\0' };
				unsigned in = 0;

				for (unsigned k = 1; k <= counts[c]; k++)
					if (snapshot_in_part(s, k,
					    counts[c])) {
						assert_true(k >= last);
						seen += in == 0 && k != last;
						last = k;
						in++;
					}
				assert_int_equal(in, 1);
			}
		assert_int_equal(last, counts[c]);
		assert_int_equal(seen, counts[c] - 1);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(parts) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
