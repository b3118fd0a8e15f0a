/* SPDX-License-Identifier: MIT */
/* Files read in pieces: what is hashed on the way is all of them. */
#include "config.h"

#include "unit.h"

#include "folder.h"

#include "keep/stream.h"

/* Longer than a piece, and read by lines that no piece ends with. */
static void
test_hash(void **state)
{
	const size_t n = (600u << 10) + 7;
	uint8_t *bytes = malloc(n), want[HASH_MOST], got[HASH_MOST];
	char *path = file_join(dir, "long");
	struct source from = { 0 };
	struct span line;
	struct err e;

	(void)state;
	memset(bytes, 'x', n);
	for (size_t i = 99; i < n; i += 100)
		bytes[i] = '\n';
	bytes[n - 1] = '\n';
	assert_int_equal(file_write(path, (struct span){ bytes, n }, 0644,
	    &e), 0);
	for (unsigned k = HASH_SHA256; k <= HASH_SHA512; k++) {
		hash_bytes(want, k, (struct span){ bytes, n });
		assert_int_equal(stream_hash(got, k, path, &e), 0);
		assert_memory_equal(got, want, hash_size(k));
	}
	assert_int_equal(stream_read_open(&from, path, &e), 0);
	assert_int_equal(stream_read_hash(&from, HASH_SHA512, &e), 0);
	assert_int_equal(stream_read_hash(&from, HASH_SHA256, &e), 0);
	while (stream_line(&line, &from, 100, &e) > 0)
		;
	/* Two in one pass, in the order in which they were asked for. */
	stream_read_digest(got, &from);
	assert_memory_equal(got, want, hash_size(HASH_SHA512));
	stream_read_digest(got, &from);
	hash_bytes(want, HASH_SHA256, (struct span){ bytes, n });
	assert_memory_equal(got, want, hash_size(HASH_SHA256));
	stream_read_clear(&from);
	/* One that is cleared before its end gives its hashes back, too. */
	assert_int_equal(stream_read_open(&from, path, &e), 0);
	assert_int_equal(stream_read_hash(&from, HASH_SHA256, &e), 0);
	assert_int_equal(stream_read_hash(&from, HASH_SHA512, &e), 0);
	stream_read_clear(&from);
	free(path);
	free(bytes);
}

static void
test_refused(void **state)
{
	char *path = file_join(dir, "fifo"), *none = file_join(dir, "none");
	struct source from = { 0 };
	uint8_t hash[HASH_MOST];
	struct err e;
	int fd[2];

	(void)state;
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_err_text(stream_hash(hash, HASH_SHA256, path, &e), &e,
	    ERR_FORMAT, "not a regular file");
	assert_err(stream_hash(hash, HASH_SHA256, none, &e), &e, ERR_ABSENT);
	assert_int_equal(pipe(fd), 0);
	assert_err_text(stream_read_open_fd(&from, fd[0], "pipe", &e), &e,
	    ERR_FORMAT, "pipe: not a regular file");
	assert_int_equal(close(fd[0]), -1);
	close(fd[1]);
	free(path);
	free(none);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hash),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
