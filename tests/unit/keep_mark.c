/* SPDX-License-Identifier: MIT */
/* One key signs one history: whatever becomes of the folder. */
#include "config.h"

#include "unit.h"

#include "logs.h"

#include "keep/mark.h"

#define A "AAAAAAAAAAAAAAAAAAAAAAAAAA"
#define B "BBBBBBBBBBBBBBBBBBBBBBBBBB"

static char *top, *marks, *dir;
static struct note_secret secret;
static struct entry list[2];

static int
begin(void **state)
{
	struct err e;

	(void)state;
	top = sample_folder();
	marks = file_join(top, "marks");
	dir = file_join(top, "log");
	secret = logs_secret("a.log", 1);
	list[0] = logs_entry(ENTRY_ADD, A, 1);
	list[1] = logs_entry(ENTRY_ADD, B, 2);
	return file_folder(dir, &e);
}

static int
end(void **state)
{
	(void)state;
	note_secret_clear(&secret);
	free(marks);
	free(dir);
	sample_remove(top);
	return 0;
}

/* Sign the first ${n} entries. */
static void
sign(const struct entry *entries, size_t n)
{
	const struct digest root = logs_tiles(dir, entries, n, 0);
	struct mark m;
	struct err e;

	assert_int_equal(mark_open(&m, marks, &secret.key, &e), 0);
	assert_int_equal(mark_sign(&m, dir, &secret, n, &root, &e), 0);
	mark_close(&m);
}

/* What the next run would find. */
static int
follow(uint64_t *size, const struct note_secret *s, struct err *e)
{
	struct log l = { 0 };
	struct mark m;
	bool has_log = false;
	int rc;

	assert_int_equal(mark_open(&m, marks, &s->key, e), 0);
	rc = mark_follow(&l, &has_log, &m, dir, s, e);
	if (rc == 0)
		*size = has_log ? l.checkpoint.size : 0;
	log_close(&l);
	mark_close(&m);
	return rc;
}

static void
remove_in(const char *name)
{
	char *path = file_join(dir, name);

	assert_int_equal(unlink(path), 0);
	free(path);
}

static void
test_grows(void **state)
{
	uint64_t size = 9;
	struct err e;

	(void)state;
	assert_int_equal(follow(&size, &secret, &e), 0);
	assert_int_equal(size, 0);
	sign(list, 1);
	assert_int_equal(follow(&size, &secret, &e), 0);
	assert_int_equal(size, 1);
	sign(list, 2);
	assert_int_equal(follow(&size, &secret, &e), 0);
	assert_int_equal(size, 2);
}

/* It died between the mark and the checkpoint's name. */
static void
test_finishes(void **state)
{
	uint64_t size = 0;
	struct err e;

	(void)state;
	sign(list, 1);
	remove_in("checkpoint");
	assert_int_equal(follow(&size, &secret, &e), 0);
	assert_int_equal(size, 1);
	/* But not where what was signed is not there. */
	remove_in("checkpoint");
	remove_in("tile/entries/000.p/1");
	assert_err_text(follow(&size, &secret, &e), &e, ERR_TRUST,
	    "second history");
}

static void
test_forks(void **state)
{
	const struct entry others[] = { logs_entry(ENTRY_ADD, A, 7), list[1] };
	struct note_secret stranger = logs_secret("a.log", 2);
	struct note_secret renamed = logs_secret("b.log", 1);
	uint64_t size = 0;
	struct err e;

	(void)state;
	sign(list, 2);
	/* Another history of one size; a shorter one, and what was signed is
	 * another; a shorter one, and what was signed is there. */
	logs_make(dir, &secret, others, 2, 0);
	assert_err(follow(&size, &secret, &e), &e, ERR_TRUST);
	logs_make(dir, &secret, others, 1, 0);
	assert_err_text(follow(&size, &secret, &e), &e, ERR_TRUST,
	    "second history");
	logs_tiles(dir, list, 2, 1);
	assert_int_equal(follow(&size, &secret, &e), 0);
	assert_int_equal(size, 2);
	/* Whose log it is. */
	assert_err_text(follow(&size, &stranger, &e), &e, ERR_TRUST,
	    "not signed by this key");
	assert_err_text(follow(&size, &renamed, &e), &e, ERR_TRUST,
	    "a log of a.log");
	note_secret_clear(&stranger);
	note_secret_clear(&renamed);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = { TEST(test_grows),
		TEST(test_finishes), TEST(test_forks) };

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
