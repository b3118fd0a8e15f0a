/* SPDX-License-Identifier: MIT */
/* One key: which bytes may be one, which signatures hold, which files name
 * it. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "sample.h"

#include "canon/codec.h"
#include "trust/key.h"

#define REAL "b2d552b68890857171a78b36a5dccf368a953413288c353f7c9d9d6f94b709b3"
#define FHEX "8d4b5ee74e4693bcd1df2446408b0d54"
#define FB32 "RVFV5Z2OI2J3ZUO7ERDEBCYNKS"

static void
unhex(uint8_t out[32], const char *text)
{
	if (!codec_unhex(out, 32, span_text(text)))
		fail_msg("%s", text);
}

static void
test_roles(void **state)
{
	static const char *const words[] = { "registry", "packer", "log",
		"witness", "claimant" };
	enum key_role role;

	(void)state;
	for (unsigned i = 0; i < 5; i++) {
		assert_true(key_role_parse(&role, words[i]));
		assert_int_equal(role, i);
		assert_string_equal(key_role_print(role), words[i]);
	}
	assert_false(key_role_parse(&role, ""));
	assert_false(key_role_parse(&role, "Registry"));
	assert_false(key_role_parse(&role, "registr"));
	assert_false(key_role_parse(&role, "registry "));
}

/* The eight points of small order, in each encoding that decodes to one, and
 * others that are none of the group: not one may be enrolled. */
static void
test_unusable(void **state)
{
	static const char *const rows[] = {
	    "0000000000000000000000000000000000000000000000000000000000000000",
	    "0000000000000000000000000000000000000000000000000000000000000080",
	    "0100000000000000000000000000000000000000000000000000000000000000",
	    "0100000000000000000000000000000000000000000000000000000000000080",
	    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
	    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
	    /* not on the curve; y = p + 2, not canonical */
	    "0200000000000000000000000000000000000000000000000000000000000000",
	    "efffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
	};
	uint8_t key[32];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		unhex(key, rows[i]);
		if (key_is_usable(key))
			fail_msg("%s is usable", rows[i]);
	}
	unhex(key, REAL);
	assert_true(key_is_usable(key));
}

/* Every bit of signature, message and key matters. */
static void
test_every_bit(void **state)
{
	uint8_t sk[64], pk[32], sig[64], message[32] = "thirty-two bytes of a "
	    "digest ...";
	const struct span m = { message, sizeof(message) };

	(void)state;
	sample_secret(sk, pk);
	crypto_sign_detached(sig, NULL, message, sizeof(message), sk);
	assert_true(key_verify(pk, m, sig));
	for (unsigned bit = 0; bit < 512; bit++) {
		sig[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_false(key_verify(pk, m, sig));
		sig[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	for (unsigned bit = 0; bit < 256; bit++) {
		message[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_false(key_verify(pk, m, sig));
		message[bit / 8] ^= (uint8_t)(1u << bit % 8);
		pk[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_false(key_verify(pk, m, sig));
		pk[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	for (size_t n = 0; n < sizeof(message); n++)
		assert_false(key_verify(pk, (struct span){ message, n }, sig));
	assert_true(key_verify(pk, m, sig));
}

/* S + L solves the same equation. */
static void
test_malleable(void **state)
{
	static const uint8_t order[32] = { 0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63,
		0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		[31] = 0x10 };
	uint8_t sk[64], pk[32], sig[64];
	unsigned carry = 0;

	(void)state;
	sample_secret(sk, pk);
	crypto_sign_detached(sig, NULL, (const uint8_t *)"m", 1, sk);
	for (size_t i = 0; i < 32; i++) {
		carry += sig[32 + i] + (unsigned)order[i];
		sig[32 + i] = (uint8_t)carry;
		carry >>= 8;
	}
	assert_false(key_verify(pk, span_text("m"), sig));
}

/* The self-test runs once, and each check is counted. */
static void
test_self(void **state)
{
	uint8_t key[32], sig[64] = { 0 };
	unsigned long before;
	struct err e;

	(void)state;
	assert_int_equal(key_self_test(&e), 0);
	before = key_verify_count();
	assert_int_equal(key_self_test(&e), 0);
	assert_int_equal(key_verify_count(), before);
	unhex(key, REAL);
	assert_false(key_verify(key, span_text(""), sig));
	assert_int_equal(key_verify_count(), before + 1);
}

static void
test_fingerprints(void **state)
{
	uint8_t key[32];
	char hex[33], base32[27];

	(void)state;
	unhex(key, REAL);
	key_fingerprints(hex, base32, key);
	assert_string_equal(hex, FHEX);
	assert_string_equal(base32, FB32);
}

/* How many keys the text gives; they are the real one. */
static size_t
count(const char *text)
{
	struct key *list = NULL;
	size_t n = 0;
	uint8_t key[32];
	struct err e;

	unhex(key, REAL);
	if (key_parse_json(&list, &n, span_text(text), &e) < 0)
		fail_msg("%s: %s", text, e.text);
	for (size_t i = 0; i < n; i++) {
		assert_memory_equal(list[i].at, key, 32);
		assert_string_equal(list[i].id, "k");
		assert_int_equal(list[i].role, KEY_REGISTRY);
		key_clear(&list[i]);
	}
	free(list);
	return n;
}

#define B64 "stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM="
#define HEX "\"public_key_hex\":\"" REAL "\""
#define UPPER "\"public_key_hex\":" \
	"\"B2D552B68890857171A78B36A5DCCF368A953413288C353F7C9D9D6F94B709B3\""

static void
test_documents(void **state)
{
	struct buf shipped = sample_file("bundles/keys/pith-mirrors.json");
	struct key *list = NULL;
	size_t n = 0;
	struct err e;

	(void)state;
	assert_int_equal(count("{\"key_id\":\"k\"," HEX "}"), 1);
	assert_int_equal(count("{\"key_id\":\"k\"," UPPER "}"), 1);
	assert_int_equal(count("{\"key_id\":\"k\",\"public_key_b64\":\"" B64
	    "\"," HEX ",\"algorithm\":\"ed25519\",\"format\":\"raw\","
	    "\"fingerprint_sha256_hex\":\"" FHEX "\","
	    "\"fingerprint_sha256_b32_first128bits\":\"" FB32 "\"}"), 1);
	assert_int_equal(count("{\"public_key\":{\"key_id\":\"k\"," HEX "},"
	    "\"mirrors\":[{},{\"public_key\":{\"key_id\":\"k\"," HEX "}}]}"),
	    2);
	assert_int_equal(key_parse_json(&list, &n, span_buf(&shipped), &e), 0);
	assert_int_equal(n, 1);
	assert_string_equal(list[0].id, "pith-v1-2026-05");
	key_clear(&list[0]);
	free(list);
	buf_clear(&shipped);
}

#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"

static const struct {
	const char *text, *why;
} refused[] = {
	{ "", "not JSON" }, { "[]", "object" }, { "{}", "holds no key" },
	{ "{\"mirrors\":[{}]}", "holds no key" },
	{ "{" HEX "}", "no key_id" },
	{ "{\"key_id\":\"\"," HEX "}", "no key_id" },
	{ "{\"key_id\":7," HEX "}", "no key_id" },
	{ "{\"key_id\":\"k\",\"x\":1.5," HEX "}", "not an integer" },
	{ "{\"key_id\":\"k\",\"public_key_hex\":\"" REAL "00\"}", "64 hex" },
	{ "{\"key_id\":\"k\",\"public_key_hex\":\"b2d552\"}", "64 hex" },
	{ "{\"key_id\":\"k\",\"public_key_hex\":\"0x" ZERO "\"}", "64 hex" },
	{ "{\"key_id\":\"k\",\"public_key_hex\":\"" ZERO "\"}",
	    "prime-order" },
	{ "{\"key_id\":\"k\",\"public_key_b64\":\"stVStg==\"}", "32 bytes" },
	{ "{\"key_id\":\"k\",\"public_key_b64\":\"stVStoiQhXFxp4s2pdzPNoqVNBM"
	    "ojDU_fJ2db5S3CbM=\"}", "32 bytes" },
	{ "{\"key_id\":\"k\",\"public_key_b64\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAA"
	    "AAAAAAAAAAAAAAAA=\"," HEX "}", "another key" },
	{ "{\"key_id\":\"k\",\"algorithm\":\"rsa\"," HEX "}", "algorithm" },
	{ "{\"key_id\":\"k\",\"format\":\"der\"," HEX "}", "format" },
	{ "{\"key_id\":\"k\",\"fingerprint_sha256_hex\":\"8d\"," HEX "}",
	    "fingerprint" },
	{ "{\"key_id\":\"k\",\"fingerprint_sha256_b32_first128bits\":\"RV\","
	    HEX "}", "fingerprint" },
	{ "{\"public_key\":{\"key_id\":\"k\"," HEX "},\"mirrors\":[{"
	    "\"public_key\":{\"key_id\":\"j\"}}]}", "prime-order" }
};

/* After a refusal the list is as it was. */
static void
test_documents_refused(void **state)
{
	struct key *list = NULL;
	size_t n = 0;
	struct err e;

	(void)state;
	assert_int_equal(key_parse_json(&list, &n, span_text("{\"key_id\":"
	    "\"first\"," HEX "}"), &e), 0);
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		if (key_parse_json(&list, &n, span_text(refused[i].text), &e)
		    == 0)
			fail_msg("row %zu is taken", i);
		if (strstr(e.text, refused[i].why) == NULL)
			fail_msg("row %zu: %s", i, e.text);
		assert_int_equal(n, 1);
		assert_string_equal(list[0].id, "first");
	}
	key_clear(&list[0]);
	free(list);
}

static void
narrow_refused(struct key *k, const char *text)
{
	struct err e;

	assert_err(key_narrow(k, span_text(text), &e), &e, ERR_FORMAT);
}

static void
test_narrow(void **state)
{
	struct key k = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(key_narrow(&k, span_text("{}"), &e), 0);
	assert_null(k.valid_from);
	assert_int_equal(key_narrow(&k, span_text("{\"role\":\"log\","
	    "\"valid_from\":\"2026-01-01T00:00:00Z\","
	    "\"valid_until\":\"2027-01-01T00:00:00Z\","
	    "\"revoked_at\":\"2026-06-01T00:00:00Z\"}"), &e), 0);
	assert_int_equal(k.role, KEY_LOG);
	assert_string_equal(k.valid_from, "2026-01-01T00:00:00Z");
	assert_string_equal(k.revoked_at, "2026-06-01T00:00:00Z");
	narrow_refused(&k, "");
	narrow_refused(&k, "[]");
	narrow_refused(&k, "{\"role\":\"root\"}");
	narrow_refused(&k, "{\"role\":1}");
	narrow_refused(&k, "{\"Role\":\"log\"}");
	narrow_refused(&k, "{\"valid_from\":\"2026-01-01\"}");
	narrow_refused(&k, "{\"valid_until\":2026}");
	narrow_refused(&k, "{\"valid_until\":null}");
	narrow_refused(&k, "{\"revoked_at\":\"2026-06-01T00:00:00Z \"}");
	narrow_refused(&k, "{\"trust\":true}");
	key_clear(&k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_roles),
		cmocka_unit_test(test_unusable),
		cmocka_unit_test(test_every_bit),
		cmocka_unit_test(test_malleable),
		cmocka_unit_test(test_self),
		cmocka_unit_test(test_fingerprints),
		cmocka_unit_test(test_documents),
		cmocka_unit_test(test_documents_refused),
		cmocka_unit_test(test_narrow),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
