/* SPDX-License-Identifier: MIT */
/* JSON for machines: the layout, the commas, and ASCII whatever comes. */
#include "config.h"

#include "unit.h"

#include "canon/emit.h"
#include "canon/json.h"

static void
test_layout(void **state)
{
	struct buf b = { 0 };
	struct emit j = { .out = &b };

	(void)state;
	emit_object(&j, NULL);
	emit_text(&j, "a", "x");
	emit_array(&j, "list");
	emit_int(&j, NULL, -1);
	emit_object(&j, NULL);
	emit_close_object(&j);
	emit_array(&j, NULL);
	emit_text(&j, NULL, NULL);
	emit_close_array(&j);
	emit_close_array(&j);
	emit_bool(&j, "t", true);
	emit_bool(&j, "f", false);
	emit_raw(&j, "raw", span_text("{\"k\":1}"));
	emit_close_object(&j);
	assert_string_equal(buf_string(&b),
	    "{\n"
	    "  \"a\": \"x\",\n"
	    "  \"list\": [\n"
	    "    -1,\n"
	    "    {},\n"
	    "    [\n"
	    "      null\n"
	    "    ]\n"
	    "  ],\n"
	    "  \"t\": true,\n"
	    "  \"f\": false,\n"
	    "  \"raw\": {\"k\":1}\n"
	    "}\n");
	buf_clear(&b);
}

static void
test_limits(void **state)
{
	struct buf b = { 0 };
	struct emit j = { .out = &b };

	(void)state;
	emit_array(&j, NULL);
	emit_int(&j, NULL, INT64_MIN);
	emit_int(&j, NULL, INT64_MAX);
	emit_close_array(&j);
	assert_string_equal(buf_string(&b), "[\n  -9223372036854775808,\n"
	    "  9223372036854775807\n]\n");
	buf_clear(&b);
}

/* Whatever the text, the bytes are printable ASCII and read back as it. */
static void
test_hostile(void **state)
{
	static const char text[] = "\"\\\x1b[2J\x7f\n\xc2\x9b\xe2\x80\xae"
	    "\xf0\x9f\x98\x80</script>";
	struct buf b = { 0 };
	struct emit j = { .out = &b };
	struct err e;
	json_t *v;

	(void)state;
	emit_object(&j, NULL);
	emit_text(&j, text, text);
	emit_close_object(&j);
	for (size_t i = 0; i < b.n; i++)
		assert_true(b.at[i] == '\n'
		    || (b.at[i] >= 0x20 && b.at[i] < 0x7f));
	assert_int_equal(json_parse(&v, span_buf(&b), JSON_TOP_OBJECT, &e), 0);
	assert_string_equal(json_member_text(v, text), text);
	json_decref(v);
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
