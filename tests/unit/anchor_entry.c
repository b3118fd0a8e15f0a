/* SPDX-License-Identifier: MIT */
/* Log entries have one spelling. */
#include "config.h"

#include "unit.h"

#include "anchor/entry.h"

#define HEX "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define SUFFIX "RWK3IB5D7755ZZZJPVXAV33O77"

static void
test_round(void **state)
{
	static const char *const good[] = {
		"pith-log/v1\nadd " SUFFIX " 1\n" HEX " 12345\n",
		"pith-log/v1\nreplace " SUFFIX " 0\n" HEX " 0\n",
		"pith-log/v1\nwithdraw " SUFFIX " 9007199254740991\n" HEX
		" 9007199254740991\n",
		"pith-log/v1\nkey - 3\n" HEX " 300\n" };
	struct entry entry;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(entry_parse(&entry, span_text(good[i]), &e),
		    0);
		assert_int_equal(entry.event, i);
		b.n = 0;
		entry_print(&b, &entry);
		assert_true(span_equal(span_buf(&b), span_text(good[i])));
	}
	buf_clear(&b);
}

static void
test_refused(void **state)
{
	static const char *const bad[] = { "",
		"pith-log/v2\nadd " SUFFIX " 1\n" HEX " 1\n",
		"pith-log/v1\nAdd " SUFFIX " 1\n" HEX " 1\n",
		"pith-log/v1\nadd - 1\n" HEX " 1\n",
		"pith-log/v1\nkey " SUFFIX " 1\n" HEX " 1\n",
		"pith-log/v1\nadd rwk3ib5d7755zzzjpvxav33o77 1\n" HEX " 1\n",
		"pith-log/v1\nadd RWK3IB5D7755ZZZJPVXAV33O7 1\n" HEX " 1\n",
		"pith-log/v1\nadd RWK3IB5D7755ZZZJPVXAV33O71 1\n" HEX " 1\n",
		"pith-log/v1\nadd  " SUFFIX " 1\n" HEX " 1\n",
		"pith-log/v1\nadd " SUFFIX " 01\n" HEX " 1\n",
		"pith-log/v1\nadd " SUFFIX " v1\n" HEX " 1\n",
		"pith-log/v1\nadd " SUFFIX " 9007199254740992\n" HEX " 1\n",
		"pith-log/v1\nadd " SUFFIX " 1\n" HEX " 9007199254740992\n",
		"pith-log/v1\nadd " SUFFIX " 1\nB" HEX " 1\n",
		"pith-log/v1\nadd " SUFFIX " 1\n" HEX "  1\n",
		"pith-log/v1\nadd " SUFFIX " 1\n" HEX " 1",
		"pith-log/v1\nadd " SUFFIX " 1\n" HEX " 1\n\n" };
	struct entry entry;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_err(entry_parse(&entry, span_text(bad[i]), &e), &e,
		    ERR_FORMAT);
	buf_zeros(&b, ENTRY_BYTES + 1);
	assert_err(entry_parse(&entry, span_buf(&b), &e), &e, ERR_LIMIT);
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
