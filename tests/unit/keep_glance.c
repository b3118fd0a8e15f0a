/* SPDX-License-Identifier: MIT */
/* A glance finds the one canonical record, wherever it stands, and nothing
 * that only looks like it. */
#include "unit.h"

#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "keep/glance.h"

#define RECORD "{\"metadata\":{\"submitted_at\":\"2018-06-01T12:00:00Z\"}," \
	"\"source\":{\"version\":3}}"

/* The archive of one bundle.json, looked at. */
static int
glance(struct entry *out, const char *name, const char *json)
{
	struct buf tar = { 0 }, gz = { 0 }, room = { 0 };
	struct err e = { 0 };
	int rc;

	assert_int_equal(tar_add(&tar, "manifest-sha256.txt",
	    span_text("-\n"), &e), 0);
	assert_int_equal(tar_add(&tar, name, span_text(json), &e), 0);
	tar_end(&tar);
	gzip_write(&gz, span_buf(&tar));
	rc = glance_parse(out, &room, span_buf(&gz), &e);
	if (rc < 0)
		assert_int_equal(e.kind, ERR_FORMAT);
	else
		assert_int_equal(out->bytes, tar.n);
	buf_clear(&tar);
	buf_clear(&gz);
	buf_clear(&room);
	return rc;
}

static void
found(void **state)
{
	static const char *const same[] = {
		"{\"canonical_record\":" RECORD "}",
		"{ \"a\" : [ { \"canonical_record\" : {} } ] ,\n"
		    "\"canonical_record\" \t: " RECORD " }",
		"{\"x\":\"\\\"canonical_record\\\":{}\",\"canonical_record\":"
		    RECORD ",\"y\":{\"z\":[]}}",
		"{\"canonical_record\":" RECORD ",\"s\":\"}\\\\\"}"
	};
	struct entry first = { 0 }, e = { 0 };

	(void)state;
	assert_int_equal(glance(&first, "bundle.json", same[0]), 0);
	assert_int_equal(first.version, 3);
	for (size_t i = 1; i < sizeof(same) / sizeof(same[0]); i++) {
		assert_int_equal(glance(&e, "bundle.json", same[i]), 0);
		assert_string_equal(e.suffix, first.suffix);
	}
}

static void
refused(void **state)
{
	static const char *const none[] = {
		"", "{", "{}", "[]", "}", "{\"canonical_record\":[]}",
		"{\"canonical_record\":\"" "\"}",
		"{\"a\":{\"canonical_record\":" RECORD "}}",
		"{\"canonical_record\":" RECORD ",\"canonical_record\":" RECORD
		    "}",
		"{\"canonical_record\":" RECORD, "{\"canonical_record\":{\"",
		"{\"canonical_record\":{}}"
	};
	struct entry e = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		assert_int_equal(glance(&e, "bundle.json", none[i]), -1);
	assert_int_equal(glance(&e, "other.json", "{\"canonical_record\":"
	    RECORD "}"), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(found),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
