/* SPDX-License-Identifier: MIT */
/* JSON: what is refused before and by the parser, and the canonical bytes. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "base/limits.h"
#include "canon/json.h"

#define SPAN(s) ((struct span){ (const uint8_t *)(s), sizeof(s) - 1 })

static void
refused(struct span text, enum err_kind kind, const char *why)
{
	struct err e = { 0 };
	json_t *v = NULL;

	assert_err_text(json_parse(&v, text, JSON_TOP_ANY, &e), &e, kind, why);
	assert_null(v);
}

static void
test_refused(void **state)
{
	(void)state;
	refused(SPAN(""), ERR_FORMAT, "line 1: not JSON");
	refused(SPAN(" \n"), ERR_FORMAT, "not JSON");
	refused(SPAN("\xef\xbb\xbf{}"), ERR_FORMAT, "byte order mark");
	refused(SPAN("{\"a\":\"\xe9\"}"), ERR_FORMAT, "byte 7: not UTF-8");
	refused(SPAN("{\"a\":\"\xed\xa0\xbd\xed\xb8\x80\"}"), ERR_FORMAT,
	    "not UTF-8");
	refused(SPAN("{\"a\":1,\n\"a\":2}"), ERR_FORMAT, "line 2");
	refused(SPAN("{\"a\":[{\"k\":1,\"k\":1}]}"), ERR_FORMAT, "duplicate");
	refused(SPAN("{\"a\":1} x"), ERR_FORMAT, "not JSON");
	refused(SPAN("{} {}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{}\0"), ERR_FORMAT, "byte 3: a NUL");
	refused(SPAN("{\"a\":1\0}"), ERR_FORMAT, "byte 7: a NUL");
	refused(SPAN("[1,2\0\0\0]"), ERR_FORMAT, "byte 5: a NUL");
	refused(SPAN("123\0"), ERR_FORMAT, "byte 4: a NUL");
	refused(SPAN("{\"a\":\"x\\u0000y\"}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\\u0000b\":1}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":\"\\ud800\"}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":9223372036854775808}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":-9223372036854775809}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":1e400}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":\"\x01\"}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":01}"), ERR_FORMAT, "not JSON");
	refused(SPAN("{\"a\":1,}"), ERR_FORMAT, "not JSON");
}

/* Each byte cut from the end of a document makes it none. */
static void
test_cut(void **state)
{
	static const char text[] = "{\"a\":[1,-2,{\"b\":\"\\u00e9\\n\"}],"
	    "\"c\":true,\"d\":null}";
	struct err e;
	json_t *v;

	(void)state;
	assert_int_equal(json_parse(&v, span_text(text), JSON_TOP_OBJECT, &e),
	    0);
	json_decref(v);
	for (size_t n = 0; n < sizeof(text) - 1; n++)
		assert_err(json_parse(&v, (struct span){
		    (const uint8_t *)text, n }, JSON_TOP_OBJECT, &e), &e,
		    ERR_FORMAT);
}

static void
test_top(void **state)
{
	static const char *const rows[] = { "[]", "\"x\"", "7", "null",
		"true" };
	struct err e;
	json_t *v;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_err(json_parse(&v, span_text(rows[i]), JSON_TOP_OBJECT,
		    &e), &e, ERR_FORMAT);
		assert_int_equal(json_parse(&v, span_text(rows[i]),
		    JSON_TOP_ANY, &e), 0);
		json_decref(v);
	}
}

/* ${n} containers within each other. */
static void
nest(struct buf *b, size_t n, const char *open, char close)
{
	b->n = 0;
	for (size_t i = 0; i < n; i++)
		buf_text(b, open);
	buf_text(b, "1");
	for (size_t i = 0; i < n; i++)
		buf_byte(b, (uint8_t)close);
}

static void
test_depth(void **state)
{
	struct buf b = { 0 };
	struct err e;
	json_t *v;

	(void)state;
	nest(&b, LIMIT_JSON_DEPTH, "[", ']');
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_ANY, &e), 0);
	json_decref(v);
	nest(&b, LIMIT_JSON_DEPTH + 1, "[", ']');
	refused(span_buf(&b), ERR_LIMIT, "byte 65: nested deeper than 64");
	nest(&b, LIMIT_JSON_DEPTH, "{\"a\":", '}');
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_ANY, &e), 0);
	json_decref(v);
	nest(&b, LIMIT_JSON_DEPTH + 1, "{\"a\":", '}');
	refused(span_buf(&b), ERR_LIMIT, "nested deeper than 64");
	/* Brackets in strings do not nest. */
	b.n = 0;
	buf_text(&b, "[\"\\\"");
	for (int i = 0; i < 200; i++)
		buf_byte(&b, '[');
	buf_text(&b, "\"]");
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_ANY, &e), 0);
	json_decref(v);
	buf_clear(&b);
}

static void
test_values(void **state)
{
	struct buf b = { 0 };
	struct err e;
	json_t *v;

	(void)state;
	/* The array and its values, LIMIT_JSON_VALUES in all. */
	buf_text(&b, "[0");
	for (unsigned i = 2; i < LIMIT_JSON_VALUES - 1; i++)
		buf_text(&b, ",0");
	buf_text(&b, "]");
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_ANY, &e), 0);
	json_decref(v);
	b.n -= 1;
	buf_text(&b, ",0,0,0]");
	refused(span_buf(&b), ERR_LIMIT, "more than 600000 JSON values");
	buf_clear(&b);
}

/* Documents that are held together share one ceiling. */
static void
test_values_in_all(void **state)
{
	const struct span text = span_text("{\"a\":[1,2]}");
	size_t left = LIMIT_JSON_VALUES;
	struct err e;
	json_t *v;

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(json_parse_within(&v, text, JSON_TOP_OBJECT,
		    &left, &e), 0);
		json_decref(v);
	}
	assert_int_equal(left, LIMIT_JSON_VALUES - 3 * 4);
	left = 4;
	assert_int_equal(json_parse_within(&v, text, JSON_TOP_OBJECT, &left,
	    &e), 0);
	json_decref(v);
	assert_int_equal(left, 0);
	left = 3;
	assert_err_text(json_parse_within(&v, text, JSON_TOP_OBJECT, &left,
	    &e), &e, ERR_LIMIT, "in all");
	assert_int_equal(left, 3);
}

static void
canon_is(const char *from, const char *want)
{
	struct buf b = { 0 }, again = { 0 };
	struct err e;
	json_t *v;

	assert_int_equal(json_parse(&v, span_text(from), JSON_TOP_ANY, &e), 0);
	assert_int_equal(json_canon(&b, v, &e), 0);
	json_decref(v);
	assert_string_equal(buf_string(&b), want);
	/* Canonical bytes are their own canonical form. */
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_ANY, &e), 0);
	assert_int_equal(json_canon(&again, v, &e), 0);
	json_decref(v);
	assert_true(span_equal(span_buf(&b), span_buf(&again)));
	buf_clear(&b);
	buf_clear(&again);
}

static void
test_canon(void **state)
{
	(void)state;
	canon_is(" { \"b\" : 1 , \"a\" : [ ] , \"\" : { } } ",
	    "{\"\":{},\"a\":[],\"b\":1}");
	canon_is("{\"ab\":1,\"a\":2,\"a!\":3,\"B\":4}",
	    "{\"B\":4,\"a\":2,\"a!\":3,\"ab\":1}");
	/* Code points, not UTF-16: U+FF5E stands before U+1F600. */
	canon_is("{\"\\ud83d\\ude00\":1,\"\\uff5e\":2,\"z\":3}",
	    "{\"z\":3,\"\xef\xbd\x9e\":2,\"\xf0\x9f\x98\x80\":1}");
	canon_is("[\"\\b\\t\\n\\u000b\\f\\r\\u0001\\u001f\"]",
	    "[\"\\b\\t\\n\\u000b\\f\\r\\u0001\\u001f\"]");
	canon_is("[\"\\/\\\"\\\\\\u007f\\u2028\\u00e9\"]",
	    "[\"/\\\"\\\\\x7f\xe2\x80\xa8\xc3\xa9\"]");
	canon_is("[-0,9223372036854775807,-9223372036854775808]",
	    "[0,9223372036854775807,-9223372036854775808]");
	canon_is("[true,false,null]", "[true,false,null]");
}

static void
test_reals(void **state)
{
	static const char *const rows[] = { "1.0", "{\"a\":[1,{\"b\":1e2}]}",
		"[0.5]", "-0.0" };
	struct buf b = { 0 };
	struct digest d;
	struct err e;
	json_t *v;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_int_equal(json_parse(&v, span_text(rows[i]),
		    JSON_TOP_ANY, &e), 0);
		assert_true(json_has_real(v));
		assert_err(json_canon(&b, v, &e), &e, ERR_FORMAT);
		assert_err(json_canon_digest(&d, v, &e), &e, ERR_FORMAT);
		json_decref(v);
	}
	assert_int_equal(json_parse(&v, span_text("{\"a\":[1,\"1.5\"]}"),
	    JSON_TOP_ANY, &e), 0);
	assert_false(json_has_real(v));
	json_decref(v);
	buf_clear(&b);
}

/* The registry's digest of no items: SHA-256 of {"payload":[]}. */
static void
test_digest(void **state)
{
	struct digest d;
	struct err e;
	char hex[DIGEST_HEX];
	json_t *v;

	(void)state;
	assert_int_equal(json_parse(&v, span_text(" {\"payload\" : []}"),
	    JSON_TOP_OBJECT, &e), 0);
	assert_int_equal(json_canon_digest(&d, v, &e), 0);
	assert_string_equal(digest_print(hex, &d), "258153158e38e3291e3d4816"
	    "2225fcdb2d5a3ed65a07baac614ab91432fd4f57");
	json_decref(v);
}

static void
test_pretty_and_quote(void **state)
{
	struct buf b = { 0 };
	struct err e;
	json_t *v;

	(void)state;
	assert_int_equal(json_parse(&v, span_text("{\"b\":[1,{}],\"a\":"
	    "\"\xc3\xa9\x7f\"}"), JSON_TOP_OBJECT, &e), 0);
	json_pretty(&b, v);
	assert_string_equal(buf_string(&b), "{\n  \"a\": \"\\u00e9\\u007f\",\n"
	    "  \"b\": [\n    1,\n    {}\n  ]\n}");
	json_decref(v);
	b.n = 0;
	json_quote(&b, SPAN("\"\\\x01\x7f\xc3\xa9\xf0\x9f\x98\x80\xff\0"));
	assert_string_equal(buf_string(&b), "\"\\\"\\\\\\u0001\\u007f\\u00e9"
	    "\\ud83d\\ude00\\ufffd\\u0000\"");
	buf_clear(&b);
}

static void
test_members(void **state)
{
	struct err e;
	json_t *v;

	(void)state;
	assert_int_equal(json_parse(&v, span_text("{\"s\":\"x\",\"n\":1}"),
	    JSON_TOP_OBJECT, &e), 0);
	assert_string_equal(json_member_text(v, "s"), "x");
	assert_null(json_member_text(v, "n"));
	assert_null(json_member_text(v, "none"));
	assert_null(json_member_text(NULL, "s"));
	assert_non_null(json_member(v, "n", JSON_INTEGER));
	assert_null(json_member(v, "n", JSON_STRING));
	assert_null(json_member(json_object_get(v, "n"), "s", JSON_STRING));
	json_decref(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_top),
		cmocka_unit_test(test_depth),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_values_in_all),
		cmocka_unit_test(test_canon),
		cmocka_unit_test(test_reals),
		cmocka_unit_test(test_digest),
		cmocka_unit_test(test_pretty_and_quote),
		cmocka_unit_test(test_members),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
