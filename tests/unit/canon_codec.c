/* SPDX-License-Identifier: MIT */
/* Hex, base32, base64: RFC 4648's own vectors, and one spelling a value. */
#include "config.h"

#include "unit.h"

#include "canon/codec.h"

/* RFC 4648, section 10: every prefix of "foobar". */
static const struct {
	const char *text, *base64, *base32, *hex;
} rfc[] = {
	{ "", "", "", "" },
	{ "f", "Zg==", "M", "66" },
	{ "fo", "Zm8=", "MZX", "666f" },
	{ "foo", "Zm9v", "MZXW", "666f6f" },
	{ "foob", "Zm9vYg==", "MZXW6Y", "666f6f62" },
	{ "fooba", "Zm9vYmE=", "MZXW6YTB", "666f6f6261" },
	{ "foobar", "Zm9vYmFy", "MZXW6YTBO", "666f6f626172" }
};

static void
test_rfc(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rfc) / sizeof(*rfc); i++) {
		const struct span in = span_text(rfc[i].text);
		struct buf b = { 0 }, back = { 0 };
		char hex[16], base32[16];
		uint8_t raw[8];

		codec_base64(&b, in);
		assert_string_equal(buf_string(&b), rfc[i].base64);
		assert_true(codec_unbase64(&back, span_buf(&b)));
		assert_true(span_equal(span_buf(&back), in));
		codec_hex(hex, in.at, in.n);
		assert_string_equal(hex, rfc[i].hex);
		assert_true(codec_unhex(raw, in.n, span_text(hex)));
		assert_memory_equal(raw, in.at, in.n);
		/* Whole groups of five bits only. */
		codec_base32(base32, in.n * 8 / 5, in.at);
		assert_int_equal(strlen(base32), in.n * 8 / 5);
		assert_memory_equal(base32, rfc[i].base32, in.n * 8 / 5);
		buf_clear(&b);
		buf_clear(&back);
	}
}

static void
test_unhex_refused(void **state)
{
	static const char *const rows[] = { "", "0", "0g", "AB", "aB", "0x",
		"abc", "abcd", " a", "a " };
	uint8_t out[1] = { 0x55 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_false(codec_unhex(out, 1, span_text(rows[i])));
	assert_int_equal(out[0], 0x55);
}

/* The digest of RE7YA4NU..., a real number: 26 characters are 130 bits. */
static void
test_number(void **state)
{
	static const char digest[] = "893f8071b423c156cb3347d5db973112"
	    "307400d13f5a8190d00db5f02bf5cef3";
	uint8_t raw[32];
	char out[52];

	(void)state;
	assert_true(codec_unhex(raw, 32, span_text(digest)));
	codec_base32(out, 26, raw);
	assert_string_equal(out, "RE7YA4NUEPAVNSZTI7K5XFZRCI");
	codec_base32(out, 51, raw);
	assert_int_equal(strlen(out), 51);
	memset(raw, 0xff, sizeof(raw));
	codec_base32(out, 51, raw);
	assert_int_equal(strspn(out, "7"), 51);
}

static void
test_base64_refused(void **state)
{
	static const char *const rows[] = { "Zg", "Zg=", "Zg===", "Zh==",
		"Zm9=", "Z===", "====", "Zg==Zg==", "Zm9v\n", " Zm9v",
		"Zm 9", "Zm-_", "Zm9v====", "Zm9v Zm9v", "Zg==\n\n\n\n",
		"Zm9vYg==x" };
	struct buf b = { 0 };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_false(codec_unbase64(&b, span_text(rows[i])));
		assert_int_equal(b.n, 0);
		buf_clear(&b);
	}
	buf_text(&b, "kept");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		assert_false(codec_unbase64(&b, span_text(rows[i])));
		assert_string_equal(buf_string(&b), "kept");
	}
	assert_false(codec_unbase64(&b, (struct span){
	    (const uint8_t *)"Zm9\0", 4 }));
	buf_clear(&b);
}

/* Of all pairs of characters before "==" just 256 are spellings. */
static void
test_base64_unique(void **state)
{
	unsigned taken = 0;

	(void)state;
	for (unsigned v = 0; v < 0x10000; v++) {
		const uint8_t text[4] = { (uint8_t)(v >> 8), (uint8_t)v, '=',
			'=' };
		struct buf b = { 0 };

		if (codec_unbase64(&b, (struct span){ text, 4 })) {
			assert_int_equal(b.n, 1);
			taken++;
		}
		buf_clear(&b);
	}
	assert_int_equal(taken, 256);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rfc),
		cmocka_unit_test(test_unhex_refused),
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_base64_refused),
		cmocka_unit_test(test_base64_unique),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
