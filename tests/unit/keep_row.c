/* SPDX-License-Identifier: MIT */
/* Lines of the index: one spelling, and the order of a shard. */
#include "unit.h"

#include "keep/row.h"

#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define SUFFIX "RWK3IB5D7755ZZZJPVXAV33O77"
#define MEMBER "RW/" SUFFIX ".0123456789abcdef.tar.gz"

static void
good(const char *line)
{
	struct row r;
	struct buf out = { 0 };
	struct err e = { 0 };

	assert_int_equal(row_parse(&r, span_text(line), &e), 0);
	row_print(&out, &r);
	assert_int_equal(out.n, strlen(line) + 1);
	assert_memory_equal(out.at, line, strlen(line));
	buf_clear(&out);
}

static void
bad(const char *line)
{
	struct row r;
	struct err e = { 0 };

	assert_int_equal(row_parse(&r, span_text(line), &e), -1);
	assert_int_equal(e.kind, ERR_FORMAT);
}

static void
lines(void **state)
{
	(void)state;
	good("0\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX "\t711\t0000\t"
	    MEMBER);
	good("65536\treplace\t" SUFFIX "\t2\t" HEX "\t10240\t" HEX
	    "\t711\t0001\t" MEMBER);
	good("7\twithdraw\t" SUFFIX "\t1\t" HEX "\t10240\t-\t-\t-\t-");
	good("8\tkey\t-\t3\t" HEX "\t12\t-\t-\t-\t-");
	bad("");
	bad("00\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX "\t711\t0000\t"
	    MEMBER);
	bad("0\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX "\t711\t0001\t"
	    MEMBER);
	bad("0\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t-\t-\t-\t-");
	bad("0\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX "\t711\t0000\t"
	    "RW/../" SUFFIX ".tar.gz");
	bad("7\twithdraw\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX
	    "\t711\t0000\t" MEMBER);
	bad("0\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t" HEX "\t711\t0000\t"
	    MEMBER "\tmore");
	bad("99999999999999999999999\tadd\t" SUFFIX "\t1\t" HEX "\t10240\t"
	    HEX "\t711\t0000\t" MEMBER);
}

/* GNU tar sorts within each folder, so '/' comes before every other byte. */
static void
order(void **state)
{
	static const char *const sorted[] = { "a", "a/", "a/x", "a-", "a.b",
		"ab", "b/1" };

	(void)state;
	for (size_t i = 0; i < sizeof(sorted) / sizeof(sorted[0]); i++)
		for (size_t j = 0; j < sizeof(sorted) / sizeof(sorted[0]);
		    j++) {
			const int c = row_compare(sorted[i], sorted[j]);

			assert_int_equal(c < 0 ? -1 : c > 0,
			    i < j ? -1 : i > j);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
