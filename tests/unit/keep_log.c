/* SPDX-License-Identifier: MIT */
/* A log in files: read at any of its sizes, and refused where it forks. */
#include "config.h"

#include "unit.h"

#include "logs.h"

#define SIZE 300	/* one full tile, and a partial one */

static char *dir;
static struct note_secret secret;
static struct entry list[SIZE];
static struct digest root;

static int
begin(void **state)
{
	(void)state;
	dir = sample_folder();
	secret = logs_secret("a.log", 1);
	for (unsigned i = 0; i < SIZE; i++) {
		list[i] = logs_entry(ENTRY_ADD, LOGS_SUFFIX, (uint8_t)i);
		list[i].version = i;
	}
	root = logs_make(dir, &secret, list, SIZE, 10);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	note_secret_clear(&secret);
	sample_remove(dir);
	return 0;
}

struct count {
	uint64_t next;
	uint64_t stop;
};

static int
look(void *ctx, uint64_t index, struct span text, const struct entry *entry,
    struct err *e)
{
	struct count *c = ctx;
	struct buf want = { 0 };

	(void)e;
	assert_int_equal(index, c->next++);
	assert_int_equal(entry->version, index);
	entry_print(&want, &list[index]);
	assert_true(span_equal(text, span_buf(&want)));
	buf_clear(&want);
	return index == c->stop ? 7 : 0;
}

static void
test_read(void **state)
{
	struct log l;
	struct digest d;
	struct count c = { 0, UINT64_MAX };
	struct err e;

	(void)state;
	assert_int_equal(log_open(&l, dir, &e), 0);
	assert_int_equal(l.checkpoint.size, SIZE);
	assert_int_equal(log_root(&d, &l, SIZE, &e), 0);
	assert_true(digest_equal(&d, &root));
	assert_int_equal(log_root(&d, &l, 0, &e), 0);
	assert_err(log_root(&d, &l, SIZE + 1, &e), &e, ERR_USAGE);
	assert_int_equal(log_each(&l, 0, SIZE, look, &c, &e), 0);
	assert_int_equal(c.next, SIZE);
	/* From the middle of one bundle into the next; ended by the caller. */
	c = (struct count){ 250, UINT64_MAX };
	assert_int_equal(log_each(&l, 250, 260, look, &c, &e), 0);
	assert_int_equal(c.next, 260);
	c = (struct count){ 0, 5 };
	assert_int_equal(log_each(&l, 0, SIZE, look, &c, &e), 7);
	assert_int_equal(c.next, 6);
	log_close(&l);
}

static void
test_continues(void **state)
{
	struct log l;
	struct digest d, other = { { 1 } };
	struct err e;

	(void)state;
	assert_int_equal(log_open(&l, dir, &e), 0);
	for (uint64_t n = 1; n <= SIZE; n += 23) {
		assert_int_equal(log_root(&d, &l, n, &e), 0);
		assert_int_equal(log_continues(&l, n, &d, &e), 0);
		/* A fork: another history of that size. */
		assert_err(log_continues(&l, n, &other, &e), &e, ERR_TRUST);
	}
	assert_int_equal(log_continues(&l, 0, &other, &e), 0);
	/* A log that got smaller; a size that no log has. */
	assert_err(log_continues(&l, SIZE + 1, &root, &e), &e, ERR_TRUST);
	assert_err(log_continues(&l, UINT64_MAX, &root, &e), &e, ERR_TRUST);
	log_close(&l);
}

static void
unlink_in(const char *name)
{
	char *path = file_join(dir, name);

	assert_int_equal(unlink(path), 0);
	free(path);
}

static void
test_files(void **state)
{
	struct log l;
	struct count c = { 0, UINT64_MAX };
	struct buf note = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(log_open(&l, dir, &e), 0);
	/* The partial tile of an older size may go when a wider one is
	 * there; that of this size may not. */
	log_drop_partial(dir, 10, SIZE);
	assert_int_equal(log_each(&l, 0, SIZE, look, &c, &e), 0);
	buf_span(&note, span_buf(&l.bytes));
	log_close(&l);
	unlink_in("tile/entries/001.p/44");
	assert_int_equal(log_open(&l, dir, &e), 0);
	c.next = 0;
	assert_err(log_each(&l, 0, SIZE, look, &c, &e), &e, ERR_ABSENT);
	log_close(&l);
	/* A bundle that is cut. */
	sample_write(dir, "tile/entries/001.p/44", span_text("\0\7abc"));
	assert_int_equal(log_open(&l, dir, &e), 0);
	c = (struct count){ 256, UINT64_MAX };
	assert_err(log_each(&l, 256, SIZE, look, &c, &e), &e, ERR_FORMAT);
	log_close(&l);
	/* A note from elsewhere; none at all; what is no note. */
	assert_int_equal(log_open_note(&l, dir, span_buf(&note), &e), 0);
	assert_int_equal(l.checkpoint.size, SIZE);
	log_close(&l);
	unlink_in("checkpoint");
	assert_err(log_open(&l, dir, &e), &e, ERR_ABSENT);
	sample_write(dir, "checkpoint", span_text("a.log\n1\n"));
	assert_err(log_open(&l, dir, &e), &e, ERR_FORMAT);
	buf_clear(&note);
}

static void
test_sizes(void **state)
{
	static const char *const names[] = { "10", "9", "300", "07", "x",
		"1x", "", "99999999999999999999" };
	uint64_t *sizes = NULL;
	char *folder = file_join(dir, "checkpoints");
	size_t n = 0;
	struct err e;

	(void)state;
	assert_err(log_sizes(&sizes, &n, dir, &e), &e, ERR_ABSENT);
	assert_int_equal(file_folder(folder, &e), 0);
	for (size_t i = 0; i < 8; i++)
		if (names[i][0] != '\0')
			sample_write(folder, names[i], span_text("x"));
	assert_int_equal(log_sizes(&sizes, &n, dir, &e), 0);
	assert_int_equal(n, 3);
	assert_int_equal(sizes[0], 9);
	assert_int_equal(sizes[1], 10);
	assert_int_equal(sizes[2], 300);
	free(sizes);
	free(folder);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = { TEST(test_read),
		TEST(test_continues), TEST(test_files), TEST(test_sizes) };

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
