/* SPDX-License-Identifier: MIT */
/* Lines of BagIt's lists: what is read, what is refused, what is printed. */
#include "unit.h"

#include "base/limits.h"
#include "deposit/manifest.h"

#define MD5 "0123456789abcdef0123456789ABCDEF"
#define LOW "0123456789abcdef0123456789abcdef"

static void
reads(const char *line, const char *path, unsigned odd)
{
	struct manifest_line l = { 0 };
	struct err e = { 0 };

	if (manifest_line_parse(&l, 16, span_text(line), &e) < 0)
		fail_msg("%s: %s", line, e.text);
	assert_string_equal(buf_string(&l.path), path);
	assert_int_equal(l.odd, odd);
	assert_int_equal(l.hash[0], 0x01);
	assert_int_equal(l.hash[15], 0xef);
	manifest_line_clear(&l);
}

static void
refuses(struct span line, enum err_kind kind, const char *why)
{
	struct manifest_line l = { 0 };
	struct err e = { 0 };

	assert_err_text(manifest_line_parse(&l, 16, line, &e), &e, kind, why);
	manifest_line_clear(&l);
}

static void
lines(void **state)
{
	(void)state;
	reads(MD5 "  data/a", "data/a", 0);
	reads(LOW " data/a", "data/a", 0);
	reads(MD5 "\t \tdata/a b ", "data/a b ", 0);
	reads(MD5 " *data/a", "data/a", MANIFEST_STAR);
	reads(MD5 " ./data/a", "data/a", MANIFEST_DOT);
	reads(MD5 " *././data/a", "data/a", MANIFEST_STAR | MANIFEST_DOT);
	reads(MD5 " data/*a", "data/*a", 0);
	reads(MD5 " data/~a/..b/.c", "data/~a/..b/.c", 0);
	reads(MD5 " data/%0D%0A%25", "data/\r\n%", 0);
	reads(MD5 " data/%0d%0a%2525", "data/\r\n%25", 0);
	reads(MD5 " data/%7Ea%", "data/%7Ea%", 0);
	reads(MD5 " data/%2", "data/%2", 0);
	reads(MD5 " data/%2e%2e/x", "data/%2e%2e/x", 0);
	refuses(span_text(""), ERR_FORMAT, "digest");
	refuses(span_text(MD5), ERR_FORMAT, "names no file");
	refuses(span_text(MD5 "  "), ERR_FORMAT, "names no file");
	refuses(span_text(" " MD5 "  data/a"), ERR_FORMAT, "digest");
	refuses(span_text("# a comment"), ERR_FORMAT, "digest");
	refuses(span_text(MD5 "0 data/a"), ERR_FORMAT, "digest");
	refuses(span_text(MD5 "00 data/a"), ERR_FORMAT, "34 hex digits");
	refuses(span_text("0123 data/a"), ERR_FORMAT, "4 hex digits");
	refuses(span_text("g123456789abcdef0123456789abcdef data/a"),
	    ERR_FORMAT, "digest");
}

static void
unsafe(void **state)
{
	static const struct {
		const char *path, *why;
	} bad[] = {
		{ "/etc/passwd", "absolute" },
		{ "//x", "absolute" },
		{ "..", "upwards" },
		{ "../x", "upwards" },
		{ "data/../x", "upwards" },
		{ "data/..", "upwards" },
		{ ".//x", "absolute" },
		{ "./../x", "upwards" },
		{ "data/./x", "\".\"" },
		{ "data//x", "empty part" },
		{ "data/", "empty part" },
		{ "~", "tilde" },
		{ "~root/x", "tilde" },
		{ "C:x", "drive" },
		{ "c:/x", "drive" },
		{ "data\\x", "backslash" },
		{ "\\\\host\\x", "backslash" },
	};
	char line[LIMIT_BAG_PATH + 100];
	size_t n;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		snprintf(line, sizeof(line), MD5 "  %s", bad[i].path);
		refuses(span_text(line), ERR_TRUST, bad[i].why);
	}
	refuses((struct span){ (const uint8_t *)MD5 "  data/a\0b", 42 },
	    ERR_TRUST, "NUL");

	/* At the limit, and one beyond it. */
	n = (size_t)snprintf(line, sizeof(line), MD5 "  data/");
	memset(line + n, 'a', LIMIT_BAG_PATH - 4);
	line[n + LIMIT_BAG_PATH - 4] = '\0';
	refuses(span_text(line), ERR_TRUST, "too long");
	line[n + LIMIT_BAG_PATH - 5] = '\0';
	reads(line, line + n - 5, 0);
}

static void
plain(const char *path, bool is)
{
	assert_int_equal(manifest_path_is_plain(span_text(path)), is);
}

static void
paths(void **state)
{
	(void)state;
	plain("data/A-z_0.9", true);
	plain("bagit.txt", true);
	plain("data/a b", false);
	plain("data/%25", false);
	plain("data/../x", false);
	plain("/x", false);
	plain("", false);
	plain("data/\xc3\xa9", false);
	assert_true(manifest_path_is_payload(span_text("data/x")));
	assert_false(manifest_path_is_payload(span_text("data/")));
	assert_false(manifest_path_is_payload(span_text("data")));
	assert_false(manifest_path_is_payload(span_text("database/x")));
}

static void
prints(void **state)
{
	static const uint8_t hash[2] = { 0x00, 0xfe };
	struct buf out = { 0 };

	(void)state;
	manifest_line_print(&out, hash, 2, span_text("data/a\r\n%~b c"));
	manifest_fetch_print(&out, span_text("https://example.org/x"), 12,
	    span_text("data/%"));
	manifest_name_print(&out, HASH_SHA256, false);
	manifest_name_print(&out, HASH_SHA512, true);
	assert_span(span_buf(&out), "00fe  data/a%0D%0A%25~b c\n"
	    "https://example.org/x 12 data/%25\n"
	    "manifest-sha256.txttagmanifest-sha512.txt");
	buf_clear(&out);
}

/* What is printed is read to the same, whatever the path. */
static void
circle(void **state)
{
	static const char *const list[] = { "data/a", "data/%", "data/%25",
		"data/%0D", "data/\r\n", "data/ x ", "data/*", "x.txt",
		"data/\xc3\xa9" };
	struct manifest_line l = { 0 };
	struct manifest_fetch f = { 0 };
	uint8_t hash[HASH_MOST] = { 7 };
	struct err e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
		struct buf out = { 0 };

		manifest_line_print(&out, hash, 32, span_text(list[i]));
		out.n--;
		assert_int_equal(manifest_line_parse(&l, 32, span_buf(&out),
		    &e), 0);
		assert_string_equal(buf_string(&l.path), list[i]);
		out.n = 0;
		manifest_fetch_print(&out, span_text("u:"), i,
		    span_text(list[i]));
		out.n--;
		assert_int_equal(manifest_fetch_parse(&f, span_buf(&out), &e),
		    0);
		assert_string_equal(buf_string(&f.path), list[i]);
		assert_true(f.has_length && f.length == i);
		buf_clear(&out);
	}
	manifest_line_clear(&l);
	manifest_fetch_clear(&f);
}

static void
fetches(const char *line, enum err_kind kind, const char *why)
{
	struct manifest_fetch f = { 0 };
	struct err e = { 0 };

	if (kind == ERR_NONE) {
		assert_int_equal(manifest_fetch_parse(&f, span_text(line),
		    &e), 0);
		assert_string_equal(buf_string(&f.path), why);
	} else {
		assert_err_text(manifest_fetch_parse(&f, span_text(line), &e),
		    &e, kind, why);
	}
	manifest_fetch_clear(&f);
}

static void
fetch(void **state)
{
	(void)state;
	fetches("http://x/ - data/a b", ERR_NONE, "data/a b");
	fetches("http://x/\t0\tdata/a", ERR_NONE, "data/a");
	fetches("http://x/ 999999999999999999 ./data/a", ERR_NONE, "data/a");
	fetches("http://x/ 1 *data/a", ERR_NONE, "*data/a");
	fetches("", ERR_FORMAT, "URL");
	fetches("http://x/", ERR_FORMAT, "length");
	fetches("http://x/ data/a", ERR_FORMAT, "length");
	fetches("http://x/ -1 data/a", ERR_FORMAT, "length");
	fetches("http://x/ 1e3 data/a", ERR_FORMAT, "length");
	fetches("http://x/ 9999999999999999999 data/a", ERR_FORMAT, "length");
	fetches("http://x/ -", ERR_FORMAT, "names no file");
	fetches("http://x/ - /tmp/x", ERR_TRUST, "absolute");
	fetches("http://x/ - ../x", ERR_TRUST, "upwards");
}

static void
names(void **state)
{
	struct span a = { 0 };
	bool tag = false;

	(void)state;
	assert_true(manifest_name_parse(&a, &tag,
	    span_text("manifest-sha256.txt")));
	assert_false(tag);
	assert_span(a, "sha256");
	assert_true(manifest_name_parse(&a, &tag,
	    span_text("tagmanifest-MD5.txt")));
	assert_true(tag);
	assert_span(a, "MD5");
	assert_false(manifest_name_parse(&a, &tag,
	    span_text("manifest-.txt")));
	assert_false(manifest_name_parse(&a, &tag,
	    span_text("manifest-sha-256.txt")));
	assert_false(manifest_name_parse(&a, &tag,
	    span_text("manifest-sha256.txt~")));
	assert_false(manifest_name_parse(&a, &tag, span_text("bagit.txt")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(unsafe),
		cmocka_unit_test(paths),
		cmocka_unit_test(prints),
		cmocka_unit_test(circle),
		cmocka_unit_test(fetch),
		cmocka_unit_test(names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
