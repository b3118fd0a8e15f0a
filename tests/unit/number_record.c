/* SPDX-License-Identifier: MIT */
/* The canonical record: its bytes make the number, its types are held. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "number/record.h"

/* The published record of pith:2016:RE7YA4NU..., in the registry's order. */
static const char real[] = "{\"source\":{\"id\":\"1607.04246\",\"kind\":"
    "\"arxiv\",\"version\":1},\"metadata\":{\"license\":"
    "\"http://arxiv.org/licenses/nonexclusive-distrib/1.0/\","
    "\"primary_cat\":\"math.AG\",\"submitted_at\":\"2016-07-14T18:53:56Z\","
    "\"cross_cats_sorted\":[],\"title_canon_sha256\":\"cdad06d19540addbd06"
    "04a3acf60f1bdc22862fa567826066a5e8acda13b31a8\","
    "\"abstract_canon_sha256\":\"555f061b664a9e875461992c0a221d23e110c17f9"
    "ccf29d4cb1332d1d03799a1\"},\"schema_version\":\"1.0\"}";

static json_t *
parse(const char *text)
{
	struct err e;
	json_t *v;

	if (json_parse(&v, span_text(text), JSON_TOP_ANY, &e) < 0)
		fail_msg("%s: %s", text, e.text);
	return v;
}

static void
test_real(void **state)
{
	json_t *v = parse(real);
	struct record *r;
	struct err e;
	char hex[DIGEST_HEX];

	(void)state;
	assert_int_equal(record_parse(&r, v, &e), 0);
	json_decref(v);
	assert_string_equal(r->number, "pith:2016:RE7YA4NUEPAVNSZTI7K5XFZRCI");
	assert_string_equal(r->suffix, "RE7YA4NUEPAVNSZTI7K5XFZRCI");
	assert_string_equal(digest_print(hex, &r->digest), "893f8071b423c156"
	    "cb3347d5db973112307400d13f5a8190d00db5f02bf5cef3");
	assert_int_equal(r->year, 2016);
	assert_string_equal(r->source_id, "1607.04246");
	assert_string_equal(r->source_kind, "arxiv");
	assert_int_equal(r->source_version, 1);
	assert_string_equal(r->primary_cat, "math.AG");
	assert_string_equal(r->schema_version, "1.0");
	assert_int_equal(r->cross_cat_count, 0);
	record_free(r);
	record_free(NULL);
}

/* Only the time must be there; an unknown member counts for the digest. */
static void
test_least(void **state)
{
	json_t *v = parse("{\"metadata\":{\"submitted_at\":"
	    "\"0000-13-99T99:99:99Z\",\"cross_cats_sorted\":[\"a\",\"b\"]},"
	    "\"new\":[{}]}");
	struct record *r;
	struct err e;

	(void)state;
	assert_int_equal(record_parse(&r, v, &e), 0);
	json_decref(v);
	assert_int_equal(r->year, 0);
	assert_int_equal(r->cross_cat_count, 2);
	assert_string_equal(r->cross_cats[1], "b");
	assert_null(r->source_id);
	assert_null(r->license);
	assert_memory_equal(r->number, "pith:0000:", 10);
	assert_non_null(strstr(buf_string(&r->canon), "\"new\":[{}]"));
	record_free(r);
}

#define T "\"submitted_at\":\"2016-07-14T18:53:56Z\""

static const struct {
	const char *text, *why;
} refused[] = {
	{ "[]", "not an object" }, { "null", "not an object" },
	{ "{}", "metadata" }, { "{\"metadata\":[]}", "metadata" },
	{ "{\"metadata\":{}}", "submitted_at" },
	{ "{\"metadata\":{\"submitted_at\":2016}}", "not a string" },
	{ "{\"metadata\":{\"submitted_at\":\"2016-07-14T18:53:56\"}}",
	    "YYYY" },
	{ "{\"metadata\":{\"submitted_at\":\"2016-07-14T18:53:56+00:00\"}}",
	    "YYYY" },
	{ "{\"metadata\":{\"submitted_at\":\"2016-07-14T18:53:56.1Z\"}}",
	    "YYYY" },
	{ "{\"metadata\":{\"submitted_at\":\"2016-07-14 18:53:56Z\"}}",
	    "YYYY" },
	{ "{\"metadata\":{\"submitted_at\":\"02016-7-14T18:53:56Z\"}}",
	    "YYYY" },
	{ "{\"metadata\":{" T ",\"license\":1}}", "license" },
	{ "{\"metadata\":{" T ",\"license\":null}}", "license" },
	{ "{\"metadata\":{" T ",\"primary_cat\":[]}}", "primary_cat" },
	{ "{\"metadata\":{" T ",\"title_canon_sha256\":{}}}", "title" },
	{ "{\"metadata\":{" T ",\"abstract_canon_sha256\":1}}", "abstract" },
	{ "{\"metadata\":{" T ",\"cross_cats_sorted\":{}}}", "cross_cats" },
	{ "{\"metadata\":{" T ",\"cross_cats_sorted\":[\"a\",1]}}",
	    "cross_cats" },
	{ "{\"metadata\":{" T "},\"schema_version\":1}", "schema_version" },
	{ "{\"metadata\":{" T "},\"source\":\"arxiv\"}", "source" },
	{ "{\"metadata\":{" T "},\"source\":{\"id\":1}}", "id" },
	{ "{\"metadata\":{" T "},\"source\":{\"kind\":1}}", "kind" },
	{ "{\"metadata\":{" T "},\"source\":{\"version\":\"1\"}}",
	    "version" },
	{ "{\"metadata\":{" T "},\"source\":{\"version\":1.0}}",
	    "not an integer" },
	{ "{\"metadata\":{" T "},\"x\":[[0.5]]}", "not an integer" }
};

static void
test_refused(void **state)
{
	struct record *none = NULL;
	struct err f;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		json_t *v = parse(refused[i].text);
		struct record *r = NULL;
		struct err e = { 0 };

		if (record_parse(&r, v, &e) == 0)
			fail_msg("%s: taken", refused[i].text);
		if (e.kind != ERR_FORMAT
		    || strstr(e.text, refused[i].why) == NULL)
			fail_msg("%s: %s", refused[i].text, e.text);
		assert_null(r);
		json_decref(v);
	}
	assert_err(record_parse(&none, NULL, &f), &f, ERR_FORMAT);
}

/* A changed value, name or type of the record gives another number. */
static void
test_every_member(void **state)
{
	static const char *const changes[][2] = {
		{ "04246", "04247" }, { "version\":1", "version\":2" },
		{ "math.AG", "math.ag" }, { "1.0/\"", "1.0\"" },
		{ "18:53:56", "18:53:57" }, { "[]", "[\"\"]" },
		{ "cdad", "cdae" }, { "555f", "555e" },
		{ "\"1.0\"", "\"1.1\"" }, { "license", "licence" }
	};

	(void)state;
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		const char *at = strstr(real, changes[i][0]);
		struct buf text = { 0 };
		struct record *r;
		struct err e;
		json_t *v;

		assert_non_null(at);
		buf_add(&text, real, (size_t)(at - real));
		buf_text(&text, changes[i][1]);
		buf_text(&text, at + strlen(changes[i][0]));
		v = parse(buf_string(&text));
		assert_int_equal(record_parse(&r, v, &e), 0);
		assert_string_not_equal(r->suffix,
		    "RE7YA4NUEPAVNSZTI7K5XFZRCI");
		record_free(r);
		json_decref(v);
		buf_clear(&text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_real),
		cmocka_unit_test(test_least),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_every_member),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
