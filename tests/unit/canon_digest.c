/* SPDX-License-Identifier: MIT */
/* SHA-256 by FIPS 180-4 and its text form. */
#include "config.h"

#include "unit.h"

#include "canon/digest.h"

#define EMPTY "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
#define ABC "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
#define MILLION \
	"cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"

static void
is(struct span bytes, const char *want)
{
	const struct digest d = digest_sha256(bytes);
	char hex[DIGEST_HEX];

	assert_string_equal(digest_print(hex, &d), want);
}

static void
test_vectors(void **state)
{
	struct buf b = { 0 };

	(void)state;
	is((struct span){ NULL, 0 }, EMPTY);
	is(span_text("abc"), ABC);
	is(span_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
	    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	memset(buf_room(&b, 1000000), 'a', 1000000);
	buf_used(&b, 1000000);
	is(span_buf(&b), MILLION);
	/* From here on another library computes (canon/digest.c). */
	is((struct span){ NULL, 0 }, EMPTY);
	is(span_text("abc"), ABC);
	is(span_buf(&b), MILLION);
	buf_clear(&b);
}

static void
test_parse(void **state)
{
	const struct digest want = digest_sha256(span_text("abc"));
	struct digest d = { { 0 } };

	(void)state;
	assert_true(digest_parse(&d, span_text(ABC), false));
	assert_true(digest_equal(&d, &want));
	assert_true(digest_parse(&d, span_text(ABC), true));
	assert_true(digest_parse(&d, span_text("sha256:" ABC), true));
	assert_true(digest_equal(&d, &want));
	assert_true(digest_parse(&d, span_text(EMPTY), false));
	assert_false(digest_equal(&d, &want));
}

static void
test_refused(void **state)
{
	static const char *const rows[] = { "", "sha256:", ABC "0", " " ABC,
		ABC "\n", "SHA256:" ABC, "sha256:sha256:" ABC, "md5:" ABC,
		"BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
		"a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"ga7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	};
	struct digest d;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_false(digest_parse(&d, span_text(rows[i]), true));
	assert_false(digest_parse(&d, span_text("sha256:" ABC), false));
}

/* No byte is left out of a comparison. */
static void
test_equal(void **state)
{
	const struct digest a = digest_sha256(span_text("abc"));

	(void)state;
	for (size_t bit = 0; bit < 8 * DIGEST_BYTES; bit++) {
		struct digest b = a;

		assert_true(digest_equal(&a, &b));
		b.at[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_false(digest_equal(&a, &b));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_equal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
