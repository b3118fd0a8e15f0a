/* SPDX-License-Identifier: MIT */
/* Files: read under a ceiling, written whole or not at all. */
#include "config.h"

#include <fcntl.h>
#include <signal.h>

#include "unit.h"

#include "folder.h"

static char *
at(const char *name)
{
	return file_join(dir, name);
}

/* How many names there are in the folder: no temporary file may stay. */
static size_t
count(void)
{
	struct names names;
	struct err e;
	size_t n;

	assert_int_equal(file_names(&names, dir, NULL, &e), 0);
	n = names.n;
	file_names_free(&names);
	return n;
}

static void
test_read(void **state)
{
	char *path = at("f");
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_err(file_read(&b, path, 10, &e), &e, ERR_ABSENT);
	sample_write(dir, "f", span_text("12345"));
	buf_text(&b, "0");
	assert_int_equal(file_read(&b, path, 5, &e), 0);
	assert_span(span_buf(&b), "012345");
	assert_err_text(file_read(&b, path, 4, &e), &e, ERR_LIMIT,
	    "larger than 4");
	sample_write(dir, "f", span_text(""));
	b.n = 0;
	assert_int_equal(file_read(&b, path, 0, &e), 0);
	assert_int_equal(b.n, 0);
	buf_clear(&b);
	free(path);
}

/* A FIFO without a writer would wait for ever, /dev/zero never end. */
static void
test_read_other(void **state)
{
	char *fifo = at("fifo"), *inner = at("f/x");
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(mkfifo(fifo, 0644), 0);
	assert_err(file_read(&b, fifo, 10, &e), &e, ERR_FORMAT);
	assert_err(file_read(&b, "/dev/zero", 10, &e), &e, ERR_FORMAT);
	assert_err(file_read(&b, "/dev/null", 10, &e), &e, ERR_FORMAT);
	assert_err_text(file_read(&b, dir, 10, &e), &e, ERR_IO, "folder");
	sample_write(dir, "f", span_text("x"));
	assert_err(file_read(&b, inner, 10, &e), &e, ERR_ABSENT);
	buf_clear(&b);
	free(fifo);
	free(inner);
}

/* Files of /proc say that they have no bytes; the ceiling holds as well. */
static void
test_read_sizeless(void **state)
{
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(file_read(&b, "/proc/self/status", 1 << 20, &e), 0);
	assert_true(b.n > 100);
	assert_err(file_read(&b, "/proc/self/status", 10, &e), &e, ERR_LIMIT);
	buf_clear(&b);
}

static void
test_write(void **state)
{
	char *path = at("f");
	struct buf b = { 0 };
	struct stat st;
	struct err e;

	(void)state;
	assert_int_equal(file_write(path, span_text("old"), 0600, &e), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(file_write(path, span_text("new bytes"), 0600, &e), 0);
	assert_int_equal(file_read(&b, path, 100, &e), 0);
	assert_span(span_buf(&b), "new bytes");
	assert_int_equal(count(), 1);
	buf_clear(&b);
	free(path);
}

/* Nothing new and nothing lost where it cannot be written. */
static void
test_write_fails(void **state)
{
	char *inner = at("no/f"), *folder = at("folder");
	struct err e;

	(void)state;
	assert_err_text(file_write(inner, span_text("x"), 0644, &e), &e,
	    ERR_IO, "cannot write");
	assert_int_equal(count(), 0);
	assert_int_equal(file_folder(folder, &e), 0);
	assert_err_text(file_write(folder, span_text("x"), 0644, &e), &e,
	    ERR_IO, "cannot replace");
	assert_int_equal(count(), 1);
	assert_true(file_is_folder(folder));
	free(inner);
	free(folder);
}

/* Who interrupts waits until the file is whole, and then is heard. */
static volatile sig_atomic_t heard;

static void
hear(int sig)
{
	(void)sig;
	heard = 1;
}

static void
test_signals_return(void **state)
{
	struct sigaction on = { .sa_handler = hear }, old;
	sigset_t before, after;
	char *path = at("f");
	struct err e;

	(void)state;
	sigaction(SIGTERM, &on, &old);
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	assert_int_equal(file_write(path, span_text("x"), 0644, &e), 0);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	assert_int_equal(sigismember(&before, SIGTERM),
	    sigismember(&after, SIGTERM));
	raise(SIGTERM);
	assert_int_equal(heard, 1);
	sigaction(SIGTERM, &old, NULL);
	free(path);
}

static void
test_update(void **state)
{
	const struct timespec old[2] = { { 1000, 0 }, { 1000, 0 } };
	char *path = at("f");
	struct stat st;
	struct err e;

	(void)state;
	assert_int_equal(file_update(path, span_text("same"), &e), 1);
	assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
	assert_int_equal(file_update(path, span_text("same"), &e), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mtime, 1000);
	assert_int_equal(file_update(path, span_text("sam"), &e), 1);
	assert_int_equal(file_update(path, span_text("samE"), &e), 1);
	assert_int_equal(stat(path, &st), 0);
	assert_true(st.st_mtime != 1000);
	free(path);
}

static void
test_scratch(void **state)
{
	char *path = at("f"), *inner = at("no/f"), *folder = at("d");
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_true(file_scratch(path, span_text("a"), 0600));
	assert_true(file_scratch(path, span_text("bc"), 0600));
	assert_int_equal(file_read(&b, path, 9, &e), 0);
	assert_span(span_buf(&b), "bc");
	assert_int_equal(count(), 1);
	assert_false(file_scratch(inner, span_text("x"), 0600));
	assert_int_equal(file_folder(folder, &e), 0);
	assert_false(file_scratch(folder, span_text("x"), 0600));
	assert_int_equal(count(), 2);
	buf_clear(&b);
	free(path);
	free(inner);
	free(folder);
}

static void
test_rename(void **state)
{
	char *a = at("a"), *b = at("b"), *none = at("none");
	struct buf bytes = { 0 };
	struct err e;

	(void)state;
	sample_write(dir, "a", span_text("A"));
	sample_write(dir, "b", span_text("B"));
	assert_err(file_rename(none, b, &e), &e, ERR_IO);
	assert_int_equal(file_rename(a, b, &e), 0);
	assert_int_equal(count(), 1);
	assert_int_equal(file_read(&bytes, b, 9, &e), 0);
	assert_span(span_buf(&bytes), "A");
	buf_clear(&bytes);
	free(a);
	free(b);
	free(none);
}

static void
test_remove(void **state)
{
	char *path = at("f");
	struct err e;

	(void)state;
	assert_int_equal(file_remove(path, &e), 0);
	sample_write(dir, "f", span_text("x"));
	assert_int_equal(file_remove(path, &e), 1);
	assert_int_equal(count(), 0);
	assert_err(file_remove(dir, &e), &e, ERR_IO);
	free(path);
}

static void
test_folder(void **state)
{
	char *deep = at("a/b//c"), *slash = at("d/"), *inner = at("f/x");
	struct err e;

	(void)state;
	assert_int_equal(file_folder(deep, &e), 0);
	assert_int_equal(file_folder(deep, &e), 0);
	assert_true(file_is_folder(deep));
	assert_int_equal(file_folder(slash, &e), 0);
	assert_true(file_is_folder(slash));
	sample_write(dir, "f", span_text("x"));
	assert_err(file_folder(inner, &e), &e, ERR_IO);
	free(deep);
	free(slash);
	free(inner);
}

static void
test_names(void **state)
{
	struct names names;
	struct err e;
	char *none = at("none");

	(void)state;
	assert_err(file_names(&names, none, NULL, &e), &e, ERR_ABSENT);
	sample_write(dir, "b", span_text(""));
	sample_write(dir, "a\xc3\xa9", span_text(""));
	sample_write(dir, "B", span_text(""));
	sample_write(dir, ".h", span_text(""));
	assert_int_equal(file_names(&names, dir, NULL, &e), 0);
	assert_int_equal(names.n, 4);
	assert_string_equal(names.at[0], ".h");
	assert_string_equal(names.at[1], "B");
	assert_string_equal(names.at[2], "a\xc3\xa9");
	assert_string_equal(names.at[3], "b");
	file_names_free(&names);
	assert_int_equal(file_names(&names, dir, "a", &e), 0);
	assert_int_equal(names.n, 1);
	assert_string_equal(names.at[0], "a\xc3\xa9");
	file_names_free(&names);
	assert_int_equal(file_names(&names, dir, "bb", &e), 0);
	assert_int_equal(names.n, 0);
	file_names_free(&names);
	free(none);
}

static void
test_kinds(void **state)
{
	char *path = at("f"), *link = at("l"), *dangling = at("d");

	(void)state;
	sample_write(dir, "f", span_text(""));
	assert_int_equal(symlink("f", link), 0);
	assert_int_equal(symlink("none", dangling), 0);
	assert_true(file_is_regular(path) && file_is_regular(link));
	assert_false(file_is_folder(path) || file_is_regular(dir));
	assert_false(file_is_regular(dangling) || file_is_folder(dangling));
	free(path);
	free(link);
	free(dangling);
}

static void
test_paths(void **state)
{
	static const char *const joins[][3] = {
		{ "a", "b", "a/b" }, { "a/", "b", "a/b" }, { "", "b", "b" },
		{ ".", "b", "b" }, { "a", "/b", "/b" }, { "/", "b", "/b" }
	};
	static const char *const parts[][3] = {
		{ "a/b", "a", "b" }, { "b", ".", "b" }, { "/b", "/", "b" },
		{ "a/b/c", "a/b", "c" }, { "a/", "a", "" }
	};

	(void)state;
	for (size_t i = 0; i < sizeof(joins) / sizeof(*joins); i++) {
		char *got = file_join(joins[i][0], joins[i][1]);

		assert_string_equal(got, joins[i][2]);
		free(got);
	}
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++) {
		char *got = file_dir(parts[i][0]);

		assert_string_equal(got, parts[i][1]);
		assert_string_equal(file_base(parts[i][0]), parts[i][2]);
		free(got);
	}
}

/* In pieces, by descriptor. */
static void
test_pieces(void **state)
{
	char *path = at("pieces");
	uint8_t got[8];
	struct err e;
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	(void)state;
	assert_int_equal(file_put(fd, span_text("abc"), path, &e), 0);
	assert_int_equal(file_put(fd, (struct span){ 0 }, path, &e), 0);
	assert_int_equal(lseek(fd, 1, SEEK_SET), 1);
	assert_int_equal(file_get(fd, got, sizeof(got)), 2);
	assert_memory_equal(got, "bc", 2);
	assert_int_equal(file_get(fd, got, sizeof(got)), 0);
	assert_int_equal(file_end(fd, 0, true, path, &e), 0);
	assert_int_equal(file_get(fd, got, sizeof(got)), -1);

	/* What may not be written is an error that names the file, and stays
	 * one when it is closed. */
	fd = open(path, O_RDONLY);
	assert_err_text(file_put(fd, span_text("x"), path, &e), &e, ERR_IO,
	    "pieces: cannot write");
	assert_err_text(file_end(fd, -1, true, path, &e), &e, ERR_IO,
	    "pieces: cannot write");
	assert_err_text(file_end(fd, 0, false, path, &e), &e, ERR_IO,
	    "pieces: cannot write");
	free(path);
}

static void
test_ends(void **state)
{
	(void)state;
	assert_true(file_ends_in("a.ots", ".ots"));
	assert_false(file_ends_in(".ots", ".ots"));
	assert_false(file_ends_in("a.OTS", ".ots"));
	assert_false(file_ends_in("ots", ".ots"));
	assert_false(file_ends_in("", ".ots"));
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_read),
		TEST(test_read_other),
		TEST(test_read_sizeless),
		TEST(test_write),
		TEST(test_write_fails),
		TEST(test_signals_return),
		TEST(test_update),
		TEST(test_scratch),
		TEST(test_rename),
		TEST(test_remove),
		TEST(test_folder),
		TEST(test_names),
		TEST(test_kinds),
		TEST(test_paths),
		TEST(test_pieces),
		TEST(test_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
