/* SPDX-License-Identifier: MIT */
/* Shards: written, grown, and no byte of them other than it should be. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "base/mem.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "keep/shard.h"

static const char *const suffixes[] = { "AAAAAAAAAAAAAAAAAAAAAAAAAA",
	"ABBBBBBBBBBBBBBBBBBBBBBBBB", "AACCCCCCCCCCCCCCCCCCCCCCCC" };

static char *dir;
static struct buf bytes[3];
static struct row rows[3];

static int
begin(void **state)
{
	struct err e;

	(void)state;
	dir = sample_folder();
	for (unsigned i = 0; i < 3; i++) {
		struct row *r = &rows[i];
		struct buf tar = { 0 };

		*r = (struct row){ .index = i, .stored = true };
		assert_int_equal(tar_add(&tar, "x", (struct span){
		    (const uint8_t *)suffixes[i], i + 1 }, &e), 0);
		tar_end(&tar);
		gzip_write(&bytes[i], span_buf(&tar));
		r->entry.event = ENTRY_ADD;
		memcpy(r->entry.suffix, suffixes[i], ENTRY_SUFFIX + 1);
		r->entry.digest = digest_sha256(span_buf(&tar));
		r->entry.bytes = tar.n;
		r->stored_digest = digest_sha256(span_buf(&bytes[i]));
		r->stored_bytes = bytes[i].n;
		row_member(r->member, &r->entry);
		buf_clear(&tar);
	}
	return 0;
}

static int
end(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 3; i++)
		buf_clear(&bytes[i]);
	sample_remove(dir);
	return 0;
}

/* A list of ours, in the order of members. */
static struct shard_rows
take(const unsigned *which, size_t n)
{
	struct shard_rows list = { 0 };

	for (size_t i = 0; i < n; i++) {
		mem_grow(&list.at, list.n, sizeof(*list.at));
		list.at[list.n++] = rows[which[i]];
	}
	assert_true(shard_sort(&list));
	return list;
}

/* Put ${n} more into the shard of ${width} entries. */
static void
put(uint64_t width, struct shard_rows old, const unsigned *which, size_t n,
    uint64_t after)
{
	struct shard s = { 0 };
	struct err e;

	assert_int_equal(shard_open(&s, dir, 0, width, &old, &e), 0);
	for (size_t i = 0; i < n; i++) {
		struct row r = rows[which[i]];

		assert_int_equal(shard_add(&s, &r,
		    span_buf(&bytes[which[i]]), &e), 0);
	}
	assert_int_equal(shard_publish(&s, after, &e), 0);
	shard_clear(&s);
}

static int
check(uint64_t width, struct shard_rows list, struct err *e)
{
	struct shard_sums d = { 0 };
	const int rc = shard_check(&d, dir, NULL, NULL, 0, width, &list, e);

	free(list.at);
	return rc;
}

static void
test_grows(void **state)
{
	/* Members in order: AA.../A, AA.../C, AB.../B. */
	static const unsigned two[] = { 0, 1 }, third[] = { 2 };
	static const unsigned all[] = { 0, 1, 2 };
	struct shard_rows none = { 0 };
	struct err e;

	(void)state;
	put(0, none, two, 2, 2);
	assert_int_equal(check(2, take(two, 2), &e), 0);
	put(2, take(two, 2), third, 1, 3);
	assert_int_equal(check(3, take(all, 3), &e), 0);
	/* The index of another snapshot; a width that is not there. */
	assert_int_equal(check(3, take(two, 2), &e), -1);
	assert_int_equal(check(2, take(all, 3), &e), -1);
	assert_int_equal(check(4, take(all, 3), &e), -1);
}

/* Every byte, one at a time, in the first KiB of each block that counts. */
static void
test_tampered(void **state)
{
	static const unsigned two[] = { 0, 1 };
	struct shard_rows none = { 0 };
	struct buf tar = { 0 }, sum = { 0 };
	char *path = shard_path(dir, 0, 2), *sums = shard_sum_path(path);
	struct err e;

	(void)state;
	put(0, none, two, 2, 2);
	assert_int_equal(file_read(&tar, path, 1u << 20, &e), 0);
	for (size_t i = 0; i < tar.n; i += 7) {
		tar.at[i] ^= 1;
		assert_int_equal(file_write(path, span_buf(&tar), 0644, &e),
		    0);
		assert_int_equal(check(2, take(two, 2), &e), -1);
		tar.at[i] ^= 1;
	}
	assert_int_equal(file_write(path, (struct span){ tar.at, tar.n - 1 },
	    0644, &e), 0);
	assert_int_equal(check(2, take(two, 2), &e), -1);
	buf_byte(&tar, 0);
	assert_int_equal(file_write(path, span_buf(&tar), 0644, &e), 0);
	assert_int_equal(check(2, take(two, 2), &e), -1);
	tar.n--;
	assert_int_equal(file_write(path, span_buf(&tar), 0644, &e), 0);
	assert_int_equal(check(2, take(two, 2), &e), 0);
	assert_int_equal(file_read(&sum, sums, 1000, &e), 0);
	sum.at[0] ^= 1;
	assert_int_equal(file_write(sums, span_buf(&sum), 0644, &e), 0);
	assert_int_equal(check(2, take(two, 2), &e), -1);
	buf_clear(&tar);
	buf_clear(&sum);
	free(path);
	free(sums);
}

/* What comes back within one shard is there once, with its first bytes. */
static void
test_twins(void **state)
{
	static const unsigned one[] = { 0 };
	struct shard_rows list = { 0 }, none = { 0 };
	struct shard s = { 0 };
	struct row again = rows[0];
	struct err e;

	(void)state;
	put(0, none, one, 1, 1);
	list = take(one, 1);
	assert_int_equal(shard_open(&s, dir, 0, 1, &list, &e), 0);
	again.index = 1;
	again.stored_digest = (struct digest){ { 9 } };
	again.stored_bytes = 1;
	assert_int_equal(shard_add(&s, &again, span_text("z"), &e), 0);
	assert_true(digest_equal(&again.stored_digest,
	    &rows[0].stored_digest));
	assert_int_equal(again.stored_bytes, rows[0].stored_bytes);
	assert_int_equal(shard_publish(&s, 2, &e), 0);
	shard_clear(&s);
	assert_int_equal(check(2, take(one, 1), &e), 0);
	/* Two lines of the index that name one member and two digests. */
	list = (struct shard_rows){ 0 };
	for (int i = 0; i < 2; i++) {
		mem_grow(&list.at, list.n, sizeof(*list.at));
		list.at[list.n++] = rows[0];
	}
	assert_true(shard_sort(&list));
	assert_int_equal(list.n, 1);
	list.n = 2;
	list.at[1] = rows[0];
	list.at[1].index = 1;
	list.at[1].stored_digest.at[0] ^= 1;
	assert_false(shard_sort(&list));
	free(list.at);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = { TEST(test_grows),
		TEST(test_tampered), TEST(test_twins) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
