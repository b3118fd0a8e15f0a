/* SPDX-License-Identifier: MIT */
/* What a cache looked like: believed for the same file and the same log
 * only. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "keep/seen.h"

#define A "AA/AAAAAAAAAAAAAAAAAAAAAAAAAA.tar.gz"
#define B "BB/BBBBBBBBBBBBBBBBBBBBBBBBBB.tar.gz"
#define C "CC/CCCCCCCCCCCCCCCCCCCCCCCCCC.tar.gz"
#define OLD " 17 711 1000000000 1000000000"

static char *dir, *path;
static const struct digest root = { { 1 } }, other = { { 2 } };

static int
begin(void **state)
{
	(void)state;
	dir = sample_folder();
	path = file_join(dir, "seen");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	free(path);
	sample_remove(dir);
	return 0;
}

static void
write_two(void)
{
	struct seen_writer w;
	const struct digest a = { { 3 } }, c = { { 4 } };

	seen_begin(&w, path);
	seen_add(&w, span_text(A OLD), &a);
	seen_add(&w, span_text(C OLD), &c);
	seen_save(&w, 2, &root);
}

static bool
get(struct digest *d, struct seen *s, const char *look)
{
	return seen_get(d, s, span_text(look));
}

static void
test_read(void **state)
{
	struct seen s = { 0 };
	struct digest d;

	(void)state;
	write_two();
	seen_open(&s, path, 2, &root);
	assert_true(get(&d, &s, A OLD));
	assert_int_equal(d.at[0], 3);
	/* A file that is new; one whose line stands behind it. */
	assert_false(get(&d, &s, B OLD));
	assert_true(get(&d, &s, C OLD));
	assert_int_equal(d.at[0], 4);
	assert_false(get(&d, &s, C OLD));
	assert_true(seen_ended(&s));
	seen_close(&s);
	/* Another size, time or inode. */
	seen_open(&s, path, 2, &root);
	assert_false(get(&d, &s, A " 17 712 1000000000 1000000000"));
	assert_true(get(&d, &s, C OLD));
	seen_close(&s);
	/* Nothing but what was seen, in its order. */
	seen_open(&s, path, 2, &root);
	assert_true(seen_next(&s, span_text(A OLD)));
	assert_false(seen_ended(&s));
	assert_false(seen_next(&s, span_text(B OLD)));
	seen_close(&s);
}

static void
test_not_believed(void **state)
{
	struct seen s = { 0 };
	struct digest d;
	struct buf text = { 0 };
	struct err e;

	(void)state;
	/* There is none; it is of another size, another root. */
	seen_open(&s, path, 2, &root);
	assert_true(seen_ended(&s));
	seen_close(&s);
	write_two();
	seen_open(&s, path, 3, &root);
	assert_false(get(&d, &s, A OLD));
	seen_close(&s);
	seen_open(&s, path, 2, &other);
	assert_false(get(&d, &s, A OLD));
	seen_close(&s);
	/* It is torn, or no such file. */
	assert_int_equal(file_read(&text, path, 1000, &e), 0);
	sample_write(dir, "seen", (struct span){ text.at, text.n - 70 });
	seen_open(&s, path, 2, &root);
	assert_true(get(&d, &s, A OLD));
	assert_false(get(&d, &s, C OLD));
	seen_close(&s);
	sample_write(dir, "seen", span_text("something else\n"));
	seen_open(&s, path, 2, &root);
	assert_false(get(&d, &s, A OLD));
	seen_close(&s);
	buf_clear(&text);
}

/* A file that changed when it was looked at may change again unseen. */
static void
test_racy(void **state)
{
	struct seen_writer w;
	struct seen s = { 0 };
	struct buf look = { 0 };
	const struct digest a = { { 3 } };
	struct digest d;
	char *folder = file_join(dir, "AA"), *file = file_join(dir, A);
	struct err e;

	(void)state;
	assert_int_equal(file_folder(folder, &e), 0);
	assert_false(seen_look(&look, file));
	look.n = 0;
	sample_write(dir, A, span_text("x"));
	assert_true(seen_look(&look, file));
	seen_begin(&w, path);
	seen_add(&w, span_buf(&look), &a);
	seen_save(&w, 1, &root);
	seen_open(&s, path, 1, &root);
	assert_false(seen_get(&d, &s, span_buf(&look)));
	seen_close(&s);
	/* Nothing is kept of what was not saved. */
	seen_begin(&w, path);
	seen_add(&w, span_text(A OLD), &a);
	seen_drop(&w);
	seen_open(&s, path, 1, &root);
	assert_false(get(&d, &s, A OLD));
	seen_close(&s);
	buf_clear(&look);
	free(folder);
	free(file);
}

static void
test_path(void **state)
{
	char *a = seen_path(dir, dir, span_text("log+1"));
	char *b = seen_path(dir, dir, span_text("log+2"));
	char *c = seen_path(dir, "/", span_text("log+1"));

	(void)state;
	assert_string_not_equal(a, b);
	assert_string_not_equal(a, c);
	free(a);
	free(b);
	free(c);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = { TEST(test_read),
		TEST(test_not_believed), TEST(test_racy), TEST(test_path) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
