/* SPDX-License-Identifier: MIT */
/* The ustar writer, field by field; tests/cli compares it with GNU tar. */
#include "config.h"

#include "unit.h"

#include "base/limits.h"
#include "bundle/tar.h"

static void
test_header(void **state)
{
	uint8_t h[TAR_BLOCK];
	unsigned sum = 8 * ' ';
	struct err e;
	char text[9];

	(void)state;
	memset(h, 0xaa, sizeof(h));
	assert_int_equal(tar_header(h, "bundle.json", 01234567, &e), 0);
	assert_memory_equal(h, "bundle.json\0\0\0", 14);
	assert_memory_equal(h + 100, "0000644\0" "0000000\0" "0000000\0", 24);
	assert_memory_equal(h + 124, "00001234567\0" "02263523000\0", 24);
	assert_int_equal(h[156], '0');
	assert_memory_equal(h + 257, "ustar\0" "00", 8);
	assert_memory_equal(h + 329, "0000000\0" "0000000\0", 16);
	for (size_t i = 0; i < TAR_BLOCK; i++)
		if (i < 148 || i >= 156)
			sum += h[i];
	snprintf(text, sizeof(text), "%06o", sum);
	assert_memory_equal(h + 148, text, 7);
	assert_int_equal(h[155], ' ');
	for (size_t i = 157; i < 257; i++)
		assert_int_equal(h[i], 0);
	for (size_t i = 265; i < 329; i++)
		assert_int_equal(h[i], 0);
	for (size_t i = 345; i < TAR_BLOCK; i++)
		assert_int_equal(h[i], 0);
}

static void
test_folder(void **state)
{
	uint8_t h[TAR_BLOCK];
	struct err e;

	(void)state;
	assert_int_equal(tar_header(h, "RW/", 0, &e), 0);
	assert_int_equal(h[156], '5');
	assert_memory_equal(h + 100, "0000755", 8);
}

static void
test_names(void **state)
{
	static const char *const bad[] = { "", "/a", "a b", "a\n", "a\\b",
		"caf\xc3\xa9", "a*b", "a:b" };
	uint8_t h[TAR_BLOCK];
	char name[LIMIT_NAME_BYTES + 2];
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		assert_err(tar_header(h, bad[i], 0, &e), &e, ERR_FORMAT);
	memset(name, 'n', sizeof(name));
	name[LIMIT_NAME_BYTES] = '\0';
	assert_int_equal(tar_header(h, name, 0, &e), 0);
	assert_memory_equal(h, name, LIMIT_NAME_BYTES);
	name[LIMIT_NAME_BYTES] = 'n';
	name[LIMIT_NAME_BYTES + 1] = '\0';
	assert_err(tar_header(h, name, 0, &e), &e, ERR_FORMAT);
	assert_int_equal(tar_header(h, "f=m+a,b_c-d.e", 0, &e), 0);
}

static void
test_sizes(void **state)
{
	uint8_t h[TAR_BLOCK];
	struct err e;

	(void)state;
	assert_int_equal(tar_header(h, "a", TAR_SIZE_MOST, &e), 0);
	assert_memory_equal(h + 124, "77777777777", 12);
	assert_err(tar_header(h, "a", (uint64_t)TAR_SIZE_MOST + 1, &e), &e,
	    ERR_LIMIT);
	assert_int_equal(tar_padding(0), 0);
	assert_int_equal(tar_padding(1), 511);
	assert_int_equal(tar_padding(511), 1);
	assert_int_equal(tar_padding(512), 0);
	assert_int_equal(tar_padding(513), 511);
	/* Two zero blocks at least, then to a whole record. */
	assert_int_equal(tar_ending(0), 10240);
	assert_int_equal(tar_ending(512), 10240 - 512);
	assert_int_equal(tar_ending(10240 - 1024), 1024);
	assert_int_equal(tar_ending(10240 - 512), 512 + 10240);
	assert_int_equal(tar_ending(10240), 10240);
}

static void
test_archive(void **state)
{
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(tar_add(&b, "a", span_text(""), &e), 0);
	assert_int_equal(b.n, 512);
	assert_int_equal(tar_add(&b, "b", span_text("xyz"), &e), 0);
	assert_int_equal(b.n, 3 * 512);
	assert_memory_equal(b.at + 1024, "xyz\0", 4);
	assert_err(tar_add(&b, "/", span_text(""), &e), &e, ERR_FORMAT);
	assert_int_equal(b.n, 3 * 512);
	tar_end(&b);
	assert_int_equal(b.n, 10240);
	for (size_t i = 3 * 512; i < b.n; i++)
		assert_int_equal(b.at[i], 0);
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_folder),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_archive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
