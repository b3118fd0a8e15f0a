/* SPDX-License-Identifier: MIT */
/* Receipts: the real one holds under the real key, and under nothing else. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "sample.h"

#include "trust/receipt.h"

/* pith:2016:RE7YA4NU..., as the registry published it. */
#define DIGEST "893f8071b423c156cb3347d5db973112307400d13f5a8190d00db5f02bf5cef3"
#define SIG "xm1Yl+kmFjpPpVhS3zUr8RsAZFJ7jBhtoq4gCOjghGR6mB2SUURMYB/3fC30kWvZ9C" \
	"XQrMrQt6KKMBdsru2sAQ=="
#define KEY "\"key_id\":\"pith-v1-2026-05\","
#define FULL "{\"kind\":\"pith_receipt\"," KEY "\"algorithm\":\"ed25519\"," \
	"\"signed_at\":\"2026-05-18T04:41:26.410795Z\",\"signature_b64\":\"" \
	SIG "\"}"

static struct keyring *ring, *other;

static int
begin(void **state)
{
	(void)state;
	ring = sample_ring(SAMPLE_REAL_KEYS);
	other = sample_ring(SAMPLE_TEST_KEYS);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	keyring_free(ring);
	keyring_free(other);
	return 0;
}

static void
parse(struct receipt *r, const char *text)
{
	struct err e;
	json_t *v;

	if (json_parse(&v, span_text(text), JSON_TOP_OBJECT, &e) < 0
	    || receipt_parse(r, v, &e) < 0)
		fail_msg("%s: %s", text, e.text);
	json_decref(v);
}

static void
judged(const char *text, const struct keyring *by, const char *digest,
    enum receipt_state want, const char *words)
{
	struct receipt r;
	struct digest d;
	char why[256] = "";

	assert_true(digest_parse(&d, span_text(digest), false));
	parse(&r, text);
	assert_int_equal(receipt_check(&r, &d, by, why), want);
	if (strstr(why, words) == NULL)
		fail_msg("\"%s\" is not in \"%s\"", words, why);
	receipt_clear(&r);
}

static void
test_real(void **state)
{
	struct receipt r;

	(void)state;
	judged(FULL, ring, DIGEST, RECEIPT_GOOD, "verifies under pith-v1");
	judged("{" KEY "\"signature_b64\":\"" SIG "\"}", ring, DIGEST,
	    RECEIPT_GOOD, "verifies");
	parse(&r, FULL);
	assert_string_equal(r.kind, "pith_receipt");
	assert_string_equal(r.signed_at, "2026-05-18T04:41:26.410795Z");
	receipt_clear(&r);
	receipt_clear(&r);
}

/* Another digest, each wrong key, no key. */
static void
test_twins(void **state)
{
	(void)state;
	judged(FULL, ring, "993f8071b423c156cb3347d5db973112307400d13f5a8190"
	    "d00db5f02bf5cef3", RECEIPT_BAD, "does not verify under pith-v1");
	judged(FULL, other, DIGEST, RECEIPT_UNSIGNED, "no trusted key pith-v1");
	judged("{\"key_id\":\"test-registry\",\"signature_b64\":\"" SIG "\"}",
	    other, DIGEST, RECEIPT_BAD, "does not verify under test-registry");
	judged("{\"key_id\":\"test-registry\",\"signature_b64\":\"" SIG "\"}",
	    ring, DIGEST, RECEIPT_UNSIGNED, "no trusted key test-registry");
	judged("{\"signature_b64\":\"" SIG "\"}", ring, DIGEST,
	    RECEIPT_UNSIGNED, "names no key");
	judged("{" KEY "\"algorithm\":\"ed448\",\"signature_b64\":\"" SIG
	    "\"}", ring, DIGEST, RECEIPT_UNSIGNED, "not ed25519");
	judged("{" KEY "\"x\":1}", ring, DIGEST, RECEIPT_UNSIGNED,
	    "holds no signature");
	judged("{}", ring, DIGEST, RECEIPT_UNSIGNED, "holds no signature");
}

/* The signature by its name, else the only member that could be one. */
static void
test_candidates(void **state)
{
	(void)state;
	judged("{" KEY "\"other\":\"" SIG "\"}", ring, DIGEST, RECEIPT_GOOD,
	    "verifies");
	judged("{" KEY "\"a\":\"" SIG "\",\"b\":\"" SIG "\"}", ring, DIGEST,
	    RECEIPT_UNVERIFIABLE, "several");
	judged("{" KEY "\"a\":\"" SIG "\",\"signature_b64\":\"" SIG "\"}",
	    ring, DIGEST, RECEIPT_GOOD, "verifies");
	judged("{" KEY "\"a\":{\"b\":\"" SIG "\"}}", ring, DIGEST,
	    RECEIPT_UNSIGNED, "no signature");
	judged("{" KEY "\"other\":\"" SIG "\",\"signature_b64\":\"x\"}", ring,
	    DIGEST, RECEIPT_BAD, "not base64 of 64 bytes");
}

static void
test_malformed(void **state)
{
	static const char *const rows[] = { "\"\"", "null", "1", "\"AAAA\"",
		"\" " SIG "\"", "\"" SIG "\\n\"", "\"" SIG SIG "\"",
		"\"xm1Yl+kmFjpPpVhS3zUr8RsAZFJ7jBhtoq4gCOjghGR6mB2SUURMYB/3fC3"
		"0kWvZ9CXQrMrQt6KKMBdsru2sAR==\"",
		"\"xm1Yl-kmFjpPpVhS3zUr8RsAZFJ7jBhtoq4gCOjghGR6mB2SUURMYB_3fC3"
		"0kWvZ9CXQrMrQt6KKMBdsru2sAQ==\"",
		"\"xm1Yl+kmFjpPpVhS3zUr8RsAZFJ7jBhtoq4gCOjghGR6mB2SUURMYB/3fC3"
		"0kWvZ9CXQrMrQt6KKMBdsru2sAQ\"" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct buf text = { 0 };

		buf_fmt(&text, "{" KEY "\"signature_b64\":%s}", rows[i]);
		judged(buf_string(&text), ring, DIGEST, RECEIPT_BAD,
		    "not base64 of 64 bytes");
		buf_clear(&text);
	}
}

static void
test_refused(void **state)
{
	static const char *const rows[] = { "[]", "null", "{\"key_id\":1}",
		"{\"kind\":null}", "{\"algorithm\":[]}", "{\"signed_at\":0}" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct receipt r;
		struct err e;
		json_t *v;

		assert_int_equal(json_parse(&v, span_text(rows[i]),
		    JSON_TOP_ANY, &e), 0);
		assert_err_text(receipt_parse(&r, v, &e), &e, ERR_FORMAT,
		    "receipt");
		json_decref(v);
	}
}

/* A long key id from outside does not overrun the words. */
static void
test_long_words(void **state)
{
	struct buf text = { 0 };

	(void)state;
	buf_text(&text, "{\"signature_b64\":\"" SIG "\",\"key_id\":\"");
	for (int i = 0; i < 1000; i++)
		buf_byte(&text, 'k');
	buf_text(&text, "\"}");
	judged(buf_string(&text), ring, DIGEST, RECEIPT_UNSIGNED,
	    "no trusted key kkk");
	buf_clear(&text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_real),
		cmocka_unit_test(test_twins),
		cmocka_unit_test(test_candidates),
		cmocka_unit_test(test_malformed),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_long_words),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, begin, end);
}
