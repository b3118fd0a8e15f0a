/* SPDX-License-Identifier: MIT */
/* What an item may be called and hold, and how it is said to the archive. */
#include "unit.h"

#include <stdlib.h>

#include "base/mem.h"
#include "deposit/item.h"

static void
names(void **state)
{
	static const char *const bad[] = { "", "abcd", "-abcde", ".abcde",
		"_abcde", "ab/cde", "ab cde", "ab+cde", "abcd\xc3\xa9" };
	char name[ITEM_NAME + 1];
	struct err e = { 0 };

	(void)state;
	assert_int_equal(item_check_name("abcde", &e), 0);
	assert_int_equal(item_check_name("0._-Z", &e), 0);
	memset(name, 'x', sizeof(name));
	name[ITEM_NAME - 1] = '\0';
	assert_int_equal(item_check_name(name, &e), 0);
	name[ITEM_NAME - 1] = 'x';
	name[ITEM_NAME] = '\0';
	assert_int_equal(item_check_name(name, &e), -1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		e = (struct err){ 0 };
		assert_int_equal(item_check_name(bad[i], &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
	}
}

static void
slug(const char *origin, const char *want)
{
	char got[ITEM_SLUG];
	struct err e;

	assert_int_equal(item_slug(got, origin, &e), 0);
	assert_string_equal(got, want);
}

static void
slugs(void **state)
{
	char got[ITEM_SLUG], name[ITEM_NAME];
	struct err e = { 0 };

	(void)state;
	slug("log", "log");
	slug("Example.ORG/Pith Log/1-of-2", "example-org-pith-log-1-of-2");
	slug("--a--b--", "a-b");
	slug("\xc3\xa9t\xc3\xa9", "t");
	slug("0123456789012345678901234567890123456789x",
	    "0123456789012345678901234567890123456789");
	/* No dash at the end, also where it is cut there. */
	slug("012345678901234567890123456789012345678-x",
	    "012345678901234567890123456789012345678");
	assert_int_equal(item_slug(got, "\xc3\xa9", &e), -1);
	assert_int_equal(e.kind, ERR_USAGE);
	assert_string_equal(item_name(name, "log", "2026-08-24", 3000000),
	    "pith-log-20260824-3000000");
	slug("0123456789012345678901234567890123456789", "0123456789012345678"
	    "901234567890123456789");
	assert_int_equal(strlen(item_name(name, "01234567890123456789012345678"
	    "90123456789", "9999-12-31", (1ull << 53) - 1)), 71);
	assert_int_equal(item_check_name(name, &e), 0);
}

static void
sizes(void **state)
{
	struct err e = { 0 };

	(void)state;
	assert_int_equal(item_check_size(ITEM_FILES, ITEM_BYTES, &e), 0);
	assert_int_equal(item_check_size(ITEM_FILES + 1, 1, &e), -1);
	assert_int_equal(e.kind, ERR_LIMIT);
	e = (struct err){ 0 };
	assert_int_equal(item_check_size(1, ITEM_BYTES + 1, &e), -1);
	assert_int_equal(e.kind, ERR_LIMIT);
}

static void
shards(const char *word, const char *name, uint64_t first, uint64_t end)
{
	struct item_shards s;
	struct err e;

	assert_int_equal(item_shards_parse(&s, word, &e), 0);
	assert_string_equal(s.name, name);
	assert_int_equal(s.first, first);
	assert_int_equal(s.end, end);
}

static void
which_shards(void **state)
{
	static const char *const bad[] = { "pith-log", "pith-log-shards",
		"pith-log-shards-1", "pith-log-shards-2-1",
		"pith-log-shards-01-2", "pith-log-2026-65536",
		"pith-log-20260824-", "pith-log-20260824-x", "item-x:",
		"item-x:0", "item-x:1-0", "item-x:0-1-2", "item-x:0-1 ",
		"item-x:-1-2", "item-x:0-9999999999999999", "i:0-1",
		"item x:0-1" };
	struct item_shards s;
	struct err e = { 0 };

	(void)state;
	shards("pith-log-shards-0-3", "pith-log-shards-0-3", 0, 4);
	shards("pith-log-20260824-65535", "pith-log-20260824-65535", 0, 0);
	shards("pith-log-20260824-65536", "pith-log-20260824-65536", 0, 1);
	shards("pith-a-b-c-20260824-3000000", "pith-a-b-c-20260824-3000000", 0,
	    45);
	shards("some_item:7-7", "some_item", 7, 8);
	/* What is said counts more than the name. */
	shards("pith-log-20260824-65536:3-4", "pith-log-20260824-65536", 3, 5);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		e = (struct err){ 0 };
		assert_int_equal(item_shards_parse(&s, bad[i], &e), -1);
		assert_int_equal(e.kind, ERR_USAGE);
	}
}

static void
header(const char *value, const char *want)
{
	struct buf out = { 0 };

	item_header_value(&out, value);
	assert_string_equal(buf_string(&out), want);
	buf_clear(&out);
}

static void
headers(void **state)
{
	struct item item = { 0 };
	struct buf out = { 0 };
	struct err e = { 0 };

	(void)state;
	header("plain-%'\"$", "plain-%'\"$");
	header("a b", "uri(a%20b)");
	header("a/b~c d", "uri(a/b~c%20d)");
	header("\xc3\xa9", "uri(%C3%A9)");
	header("50% of (a)", "uri(50%25%20of%20%28a%29)");
	assert_int_equal(item_add(&item, "subject", "one", &e), 0);
	assert_int_equal(item_add(&item, "title", "x y", &e), 0);
	assert_int_equal(item_add(&item, "subject", "two", &e), 0);
	for (size_t i = 0; i < item.n; i++) {
		item_header(&out, &item.at[i]);
		buf_byte(&out, '\n');
	}
	assert_string_equal(buf_string(&out),
	    "x-archive-meta00-subject: one\n"
	    "x-archive-meta00-title: uri(x%20y)\n"
	    "x-archive-meta01-subject: two\n");
	buf_clear(&out);
	item_clear(&item);
}

static void
values(void **state)
{
	static const char *const bad[] = { "", "a\nb", "a\rb", "a\tb",
		"a\x7f", "\xff", "uri(x)" };
	struct item item = { 0 };
	struct err e = { 0 };
	char *longest = mem_zero(1, ITEM_VALUE + 2);

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		e = (struct err){ 0 };
		assert_int_equal(item_add(&item, "title", bad[i], &e), -1);
		assert_int_equal(e.kind, ERR_FORMAT);
	}
	memset(longest, 'x', ITEM_VALUE);
	assert_int_equal(item_add(&item, "title", longest, &e), 0);
	longest[ITEM_VALUE] = 'x';
	assert_int_equal(item_add(&item, "title", longest, &e), -1);
	for (unsigned i = 0; i < ITEM_AGAIN; i++)
		assert_int_equal(item_add(&item, "subject", "x", &e), 0);
	assert_int_equal(item_add(&item, "subject", "x", &e), -1);
	assert_int_equal(e.kind, ERR_LIMIT);
	free(longest);
	item_clear(&item);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names),
		cmocka_unit_test(slugs),
		cmocka_unit_test(sizes),
		cmocka_unit_test(which_shards),
		cmocka_unit_test(headers),
		cmocka_unit_test(values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
