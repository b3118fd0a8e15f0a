/* SPDX-License-Identifier: MIT */
/* What a log says is there now, and logs that contradict themselves. */
#include "config.h"

#include "unit.h"

#include "logs.h"

#include "keep/current.h"

#define A "AAAAAAAAAAAAAAAAAAAAAAAAAA"
#define B "BBBBBBBBBBBBBBBBBBBBBBBBBB"

/* Play ${n} entries of a log that was made for it. */
static int
play(struct current *out, const struct entry *list, size_t n, struct err *e)
{
	struct note_secret s = logs_secret("a.log", 1);
	char *dir = sample_folder();
	const struct digest want = logs_make(dir, &s, list, n, 0);
	struct digest root;
	struct log l;
	int rc;

	assert_int_equal(log_open(&l, dir, e), 0);
	rc = current_load(out, &root, &l, n, e);
	if (rc == 0)
		assert_true(digest_equal(&root, &want));
	log_close(&l);
	note_secret_clear(&s);
	sample_remove(dir);
	return rc;
}

static void
test_history(void **state)
{
	const struct entry list[] = {
		logs_entry(ENTRY_ADD, B, 1), logs_entry(ENTRY_ADD, B, 2),
		logs_entry(ENTRY_ADD, A, 3), logs_entry(ENTRY_WITHDRAW, B, 1),
		logs_entry(ENTRY_KEY, "-", 9), logs_entry(ENTRY_REPLACE, A, 4),
		logs_entry(ENTRY_ADD, A, 5), logs_entry(ENTRY_ADD, B, 1)
	};
	struct current c = { 0 };
	const struct current_one *one;
	size_t first;
	struct err e;

	(void)state;
	assert_int_equal(play(&c, list, 8, &e), 0);
	assert_int_equal(c.n, 4);
	assert_int_equal(current_find(&first, &c, A), 2);
	assert_int_equal(first, 0);
	assert_int_equal(c.at[0].index, 5);
	assert_int_equal(current_find(&first, &c, B), 2);
	assert_int_equal(first, 2);
	one = current_get(&c, B, &list[0].digest);
	assert_non_null(one);
	/* It came back: the newer entry is the one that counts. */
	assert_int_equal(one->index, 7);
	assert_null(current_get(&c, A, &list[2].digest));
	assert_int_equal(current_find(&first, &c, LOGS_SUFFIX), 0);
	current_clear(&c);
	assert_int_equal(play(&c, list, 4, &e), 0);
	assert_int_equal(c.n, 2);
	current_clear(&c);
}

static void
test_contradictions(void **state)
{
	const struct entry add = logs_entry(ENTRY_ADD, A, 1);
	const struct entry twice[] = { add, add };
	const struct entry again[] = { add, logs_entry(ENTRY_REPLACE, A, 1) };
	const struct entry never[] = { add,
		logs_entry(ENTRY_WITHDRAW, A, 2) };
	const struct entry gone[] = { add, logs_entry(ENTRY_WITHDRAW, A, 1),
		logs_entry(ENTRY_WITHDRAW, A, 1) };
	const struct entry ended[] = { add, logs_entry(ENTRY_REPLACE, A, 2),
		logs_entry(ENTRY_WITHDRAW, A, 1) };
	struct entry keys[] = { logs_entry(ENTRY_KEY, "-", 1),
		logs_entry(ENTRY_KEY, "-", 2), add };
	struct current c = { 0 };
	struct err e;

	(void)state;
	/* Key lists follow each other, wherever they begin. */
	keys[0].version = 4;
	keys[1].version = 5;
	assert_int_equal(play(&c, keys, 3, &e), 0);
	assert_int_equal(c.n, 1);
	current_clear(&c);
	keys[1].version = 6;
	assert_err(play(&c, keys, 3, &e), &e, ERR_FORMAT);
	keys[1].version = 4;
	assert_err(play(&c, keys, 3, &e), &e, ERR_FORMAT);
	keys[1].version = 3;
	assert_err(play(&c, keys, 3, &e), &e, ERR_FORMAT);
	assert_err(play(&c, twice, 2, &e), &e, ERR_FORMAT);
	assert_err(play(&c, again, 2, &e), &e, ERR_FORMAT);
	assert_err(play(&c, never, 2, &e), &e, ERR_FORMAT);
	assert_err(play(&c, gone, 3, &e), &e, ERR_FORMAT);
	assert_err(play(&c, ended, 3, &e), &e, ERR_FORMAT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_history),
		cmocka_unit_test(test_contradictions) };

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
