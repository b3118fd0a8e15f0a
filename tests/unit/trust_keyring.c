/* SPDX-License-Identifier: MIT */
/* A keyring is whole or it is none; limits narrow, copies are one key. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "folder.h"

#include "base/limits.h"
#include "canon/codec.h"
#include "trust/minisign.h"

#define REAL "b2d552b68890857171a78b36a5dccf368a953413288c353f7c9d9d6f94b709b3"
#define UPPER "B2D552B68890857171A78B36A5DCCF368A953413288C353F7C9D9D6F94B709B3"
#define DOC(id, hex) "{\"key_id\":\"" id "\",\"public_key_hex\":\"" hex "\"}"

static void
put(const char *name, const char *text)
{
	sample_write(dir, name, span_text(text));
}

static struct keyring *
load(void)
{
	const char *const dirs[] = { NULL, "/nonexistent/keys", dir };
	struct keyring *ring = NULL;
	struct err e;

	if (keyring_load(&ring, dirs, 3, &e) < 0)
		fail_msg("%s", e.text);
	return ring;
}

static void
refused(const char *words)
{
	const char *const dirs[] = { dir };
	struct keyring *ring = NULL;
	struct err e;

	assert_int_equal(keyring_load(&ring, dirs, 1, &e), -1);
	assert_null(ring);
	if (strstr(e.text, words) == NULL)
		fail_msg("\"%s\" is not in \"%s\"", words, e.text);
}

static void
test_empty(void **state)
{
	struct keyring *ring;

	(void)state;
	put("README", "not a key");
	put("x.trust", "{}");
	put(".json", DOC("k", REAL));
	ring = load();
	assert_int_equal(keyring_count(ring), 0);
	assert_null(keyring_next(ring, KEY_REGISTRY, NULL, NULL));
	assert_null(keyring_next(NULL, KEY_REGISTRY, NULL, NULL));
	keyring_free(ring);
	keyring_free(NULL);
}

static void
test_find(void **state)
{
	struct keyring *ring;
	const struct key *k;
	struct minisign_public p = { .id = { 1 } };
	struct buf pub = { 0 };
	uint8_t sk[64];

	(void)state;
	sample_secret(sk, p.key);
	minisign_public_print(&pub, &p);
	sample_write(dir, "z.pub", span_buf(&pub));
	put("b.json", DOC("same", REAL));
	put("a.json", "{\"key_id\":\"same\",\"public_key_hex\":\"756dfa42e204b"
	    "913b3b8b5bb0f94bdb5b44ccf1a0de8216e449fc4995f44078a\"}");
	ring = load();
	assert_int_equal(keyring_count(ring), 3);
	k = keyring_next(ring, KEY_REGISTRY, "same", NULL);
	assert_non_null(strstr(k->file, "/a.json"));
	k = keyring_next(ring, KEY_REGISTRY, "same", k);
	assert_non_null(strstr(k->file, "/b.json"));
	assert_null(keyring_next(ring, KEY_REGISTRY, "same", k));
	assert_null(keyring_next(ring, KEY_REGISTRY, "sam", NULL));
	assert_null(keyring_next(ring, KEY_PACKER, "same", NULL));
	k = keyring_next(ring, KEY_PACKER, NULL, NULL);
	assert_string_equal(k->id, "0000000000000001");
	keyring_free(ring);
	buf_clear(&pub);
}

/* Two spellings, two files: one key, with the narrowest limits. */
static void
test_united(void **state)
{
	struct keyring *ring;
	const struct key *k;

	(void)state;
	put("a.json", DOC("k", REAL));
	put("a.json.trust", "{\"valid_from\":\"2026-01-01T00:00:00Z\","
	    "\"valid_until\":\"2028-01-01T00:00:00Z\"}");
	put("b.json", DOC("k", UPPER));
	put("b.json.trust", "{\"valid_from\":\"2026-02-01T00:00:00Z\","
	    "\"valid_until\":\"2029-01-01T00:00:00Z\","
	    "\"revoked_at\":\"2027-01-01T00:00:00Z\"}");
	ring = load();
	assert_int_equal(keyring_count(ring), 1);
	k = keyring_get(ring, 0);
	assert_string_equal(k->valid_from, "2026-02-01T00:00:00Z");
	assert_string_equal(k->valid_until, "2028-01-01T00:00:00Z");
	assert_string_equal(k->revoked_at, "2027-01-01T00:00:00Z");
	keyring_free(ring);
	put("c.json", DOC("other", REAL));
	put("d.json", DOC("k", REAL));
	put("d.json.trust", "{\"role\":\"witness\"}");
	ring = load();
	assert_int_equal(keyring_count(ring), 3);
	keyring_free(ring);
}

/* Proofs of time, as the test wants them. */
static const char *proved;
static int asked, freed;

static bool
ask(void *ctx, char time[KEYRING_TIME], const char *path,
    const struct digest *identity)
{
	(void)identity;
	assert_ptr_equal(ctx, &proved);
	assert_string_equal(path, "a path");
	asked++;
	if (proved != NULL)
		strcpy(time, proved);
	return proved != NULL;
}

static void
give_back(void *ctx)
{
	assert_ptr_equal(ctx, &proved);
	freed++;
}

/* A revoked key counts again for what is older, to the second. */
static void
test_known(void **state)
{
	const struct keyring_proofs p = { ask, give_back, &proved };
	struct keyring *ring, *known;
	struct digest d = { { 0 } };
	char time[KEYRING_TIME];

	(void)state;
	assert_null(keyring_known(time, NULL, "a path", &d));
	put("a.json", DOC("k", REAL));
	ring = load();
	keyring_set_proofs(ring, &p);
	proved = "2020-01-01T00:00:00Z";
	assert_null(keyring_known(time, ring, "a path", &d));
	assert_int_equal(asked, 0);	/* nothing is revoked */
	keyring_free(ring);
	assert_int_equal(freed, 1);
	put("a.json.trust", "{\"revoked_at\":\"2027-01-01T00:00:00Z\"}");
	ring = load();
	assert_null(keyring_known(time, ring, "a path", &d));
	keyring_set_proofs(ring, &p);
	proved = NULL;
	assert_null(keyring_known(time, ring, "a path", &d));
	proved = "2027-01-01T00:00:01Z";
	assert_null(keyring_known(time, ring, "a path", &d));
	proved = "2027-01-01T00:00:00Z";
	known = keyring_known(time, ring, "a path", &d);
	assert_non_null(known);
	assert_string_equal(time, proved);
	assert_null(keyring_get(known, 0)->revoked_at);
	assert_non_null(keyring_get(ring, 0)->revoked_at);
	assert_false(keyring_has_revoked(known));
	/* Others do not ask again, and nothing is given back twice. */
	assert_null(keyring_known(time, known, "a path", &d));
	keyring_free(known);
	assert_int_equal(freed, 1);
	keyring_set_proofs(ring, &(struct keyring_proofs){ 0 });
	assert_int_equal(freed, 2);
	assert_null(keyring_known(time, ring, "a path", &d));
	keyring_free(ring);
	assert_int_equal(freed, 2);
}

/* One file that cannot be used spoils the ring, and is named. */
static void
test_refused(void **state)
{
	(void)state;
	put("a.json", DOC("k", REAL));
	put("b.json", "{}");
	refused("/b.json: holds no key");
	put("b.json", DOC("k", REAL "00"));
	refused("/b.json: key k: ");
	put("b.json", "");
	refused("/b.json");
	put("b.json", "untrusted comment: x\nRWQ=\n");
	refused("/b.json: not a minisign public key");
	put("b.json", DOC("k", REAL));
	put("b.json.trust", "{\"role\":\"root\"}");
	refused("/b.json.trust: role");
	put("b.json.trust", "");
	refused("/b.json.trust");
	put("b.json.trust", "{}");
	keyring_free(load());
}

static void
test_limits(void **state)
{
	struct buf big = { 0 }, list = { 0 };

	(void)state;
	/* A key file of 64 KiB, and one byte more. */
	buf_text(&big, "{\"key_id\":\"k\",\"public_key_hex\":\"" REAL "\"}");
	while (big.n < LIMIT_KEY_BYTES)
		buf_byte(&big, ' ');
	sample_write(dir, "a.json", span_buf(&big));
	keyring_free(load());
	buf_byte(&big, ' ');
	sample_write(dir, "a.json", span_buf(&big));
	refused("larger than");
	/* 1024 keys, and one more. */
	put("a.json", DOC("k", REAL));
	for (unsigned i = 0; i < 4; i++) {
		char name[] = "n0.json";

		list.n = 0;
		buf_text(&list, "{\"mirrors\":[");
		for (unsigned k = 0; k < (i < 3 ? 341u : 1u); k++)
			buf_fmt(&list, "%s{\"public_key\":{\"key_id\":\"%u\","
			    "\"public_key_hex\":\"" REAL "\"}}",
			    k > 0 ? "," : "", i * 1000 + k);
		buf_text(&list, "]}");
		if (i == 3)
			keyring_free(load());
		name[1] = (char)('0' + i);
		sample_write(dir, name, span_buf(&list));
	}
	refused("more than 1024 keys");
	buf_clear(&big);
	buf_clear(&list);
}

static void
test_times(void **state)
{
	static char from[] = "2026-01-01T00:00:00Z";
	static char until[] = "2027-01-01T00:00:00Z";
	struct key k = { .id = from };

	(void)state;
	assert_null(keyring_refuses(&k, NULL));
	k.valid_from = from;
	k.valid_until = until;
	assert_null(keyring_refuses(&k, "2026-01-01T00:00:00Z"));
	assert_null(keyring_refuses(&k, "2026-12-31T23:59:59.999999Z"));
	assert_null(keyring_refuses(&k, "2026-06-01T00:00:00+00:00"));
	assert_non_null(keyring_refuses(&k, "2025-12-31T23:59:59Z"));
	assert_non_null(keyring_refuses(&k, "2027-01-01T00:00:00Z"));
	assert_non_null(keyring_refuses(&k, NULL));
	assert_non_null(keyring_refuses(&k, "2026"));
	k.revoked_at = until;
	assert_string_equal(keyring_refuses(&k, "2026-01-01T00:00:00Z"),
	    "is revoked");
}

/* The digest knows everything that can change a verdict. */
static void
test_digest(void **state)
{
	static const char *const sides[] = { "{}", "{\"role\":\"log\"}",
		"{\"valid_from\":\"2026-01-01T00:00:00Z\"}",
		"{\"valid_until\":\"2026-01-01T00:00:00Z\"}",
		"{\"revoked_at\":\"2026-01-01T00:00:00Z\"}" };
	enum { N = sizeof(sides) / sizeof(*sides) };
	struct digest d[N + 1];
	struct keyring *ring;

	(void)state;
	for (size_t i = 0; i <= N; i++) {
		put("a.json", i == N ? DOC("j", REAL) : DOC("k", REAL));
		put("a.json.trust", sides[i % N]);
		ring = load();
		d[i] = keyring_digest(ring);
		keyring_free(ring);
		for (size_t k = 0; k < i; k++)
			assert_false(digest_equal(&d[i], &d[k]));
	}
	put("a.json", DOC("j", UPPER));
	ring = load();
	d[0] = keyring_digest(ring);
	assert_true(digest_equal(&d[0], &d[N]));
	keyring_free(ring);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(test_empty),
		TEST(test_find),
		TEST(test_united),
		TEST(test_known),
		TEST(test_refused),
		TEST(test_limits),
		TEST(test_times),
		TEST(test_digest),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
