/* SPDX-License-Identifier: MIT */
/* What reaches a terminal: no byte of a message can move its cursor, and no
 * masked form can be forged. */
#include "config.h"

#include "unit.h"

#include "base/say.h"
#include "base/utf8.h"

#define SPAN(s) ((struct span){ (const uint8_t *)(s), sizeof(s) - 1 })

static void
masks(struct span from, const char *want)
{
	struct buf b = { 0 };

	say_mask(&b, from);
	assert_string_equal(buf_string(&b), want);
	buf_clear(&b);
}

static void
test_mask(void **state)
{
	(void)state;
	masks(SPAN(""), "");
	masks(SPAN("plain \"text\" ~"), "plain \"text\" ~");
	masks(SPAN("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
	    "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
	masks(SPAN("\x1b[31m\x07"), "\\u{1b}[31m\\u{7}");
	masks(SPAN("a\nb\rc\td\0e"), "a\\u{a}b\\u{d}c\\u{9}d\\u{0}e");
	masks(SPAN("\x7f\xc2\x9b\xe2\x80\xae"), "\\u{7f}\\u{9b}\\u{202e}");
	masks(SPAN("\xe2\x80\xa8\xef\xbb\xbf"), "\\u{2028}\\u{feff}");
	masks(SPAN("\xff\x9b\xed\xa0\x80"), "\\x{ff}\\x{9b}\\x{ed}\\x{a0}"
	    "\\x{80}");
	masks(SPAN("\\u{1b}"), "\\\\u{1b}");
}

/* Each scalar value comes out printable, and different ones differently. */
static void
test_every_scalar(void **state)
{
	struct buf in = { 0 }, out = { 0 };

	(void)state;
	for (uint32_t c = 0; c <= 0x10ffff; c++) {
		uint32_t back;

		if (c == 0xd800)
			c = 0xe000;
		in.n = out.n = 0;
		utf8_put(&in, c);
		say_mask(&out, span_buf(&in));
		if (span_equal(span_buf(&in), span_buf(&out))) {
			if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == '\\')
				fail_msg("U+%04X passes", (unsigned)c);
			continue;
		}
		if (c == '\\') {
			assert_span(span_buf(&out), "\\\\");
			continue;
		}
		if (sscanf(buf_string(&out), "\\u{%x}", &back) != 1
		    || back != c)
			fail_msg("U+%04X is not named", (unsigned)c);
	}
	buf_clear(&in);
	buf_clear(&out);
}

/* What is copied to the log is the masked line, at the level that is on. */
static void
test_log(void **state)
{
	struct buf log = { 0 };

	(void)state;
	say_log(&log);
	say_verbosity(SAY_QUIET);
	say_error("e %s", "\x1b");
	say_warn("w");
	say_verbosity(SAY_NORMAL);
	say_warn("w");
	say_step("s");
	say_verbosity(SAY_FILES);
	say_step("s");
	say_detail("d");
	say_log(NULL);
	say_error("not logged");
	assert_string_equal(buf_string(&log), "pithtex: e \\u{1b}\n"
	    "pithtex: w\npithtex: s\npithtex: d\n");
	buf_clear(&log);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mask),
		cmocka_unit_test(test_every_scalar),
		cmocka_unit_test(test_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
