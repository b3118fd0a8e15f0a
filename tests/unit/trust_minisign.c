/* SPDX-License-Identifier: MIT */
/* minisign's files: written and read back, and refused at every change. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "sample.h"

#include "canon/codec.h"
#include "trust/minisign.h"

/* The key pair and one signature of "message" that all tests share. */
static struct minisign_secret secret;
static struct minisign_public public;
static struct buf signature;

static int
begin(void **state)
{
	(void)state;
	sample_secret(secret.key, public.key);
	for (size_t i = 0; i < MINISIGN_ID; i++)
		secret.id[i] = public.id[i] = (uint8_t)(0x10 + i);
	minisign_sign(&signature, &secret, span_text("message"), "comment\té");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	buf_clear(&signature);
	return 0;
}

static void
test_id(void **state)
{
	char id[17];

	(void)state;
	minisign_id_print(id, public.id);
	assert_string_equal(id, "1716151413121110");
}

static void
test_public(void **state)
{
	struct minisign_public p;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	minisign_public_print(&b, &public);
	assert_int_equal(minisign_public_parse(&p, span_buf(&b), &e), 0);
	assert_memory_equal(p.id, public.id, MINISIGN_ID);
	assert_memory_equal(p.key, public.key, 32);
	for (size_t n = 0; n < b.n - 1; n++)
		assert_err(minisign_public_parse(&p, (struct span){ b.at, n },
		    &e), &e, ERR_FORMAT);
	buf_text(&b, "\n");
	assert_err_text(minisign_public_parse(&p, span_buf(&b), &e), &e,
	    ERR_FORMAT, "after the last line");
	buf_clear(&b);
}

static bool
holds(const struct buf *text, const uint8_t key[32], const char *message)
{
	struct minisign_signature s;
	struct err e;
	bool good;

	if (minisign_signature_parse(&s, span_buf(text), &e) < 0)
		return false;
	good = minisign_verify(&s, key, span_text(message));
	minisign_signature_clear(&s);
	return good;
}

static void
test_signature(void **state)
{
	struct minisign_signature s;
	uint8_t other[32];
	struct err e;

	(void)state;
	assert_int_equal(minisign_signature_parse(&s, span_buf(&signature),
	    &e), 0);
	assert_true(s.prehashed);
	assert_string_equal(s.comment, "comment\té");
	assert_memory_equal(s.id, public.id, MINISIGN_ID);
	minisign_signature_clear(&s);
	assert_true(holds(&signature, public.key, "message"));
	assert_false(holds(&signature, public.key, "Message"));
	assert_false(holds(&signature, public.key, ""));
	for (unsigned bit = 0; bit < 256; bit++) {
		memcpy(other, public.key, 32);
		other[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_false(holds(&signature, other, "message"));
	}
}

/* Behind the first line and the eight bytes of the id everything is signed
 * or checked; a file that is cut anywhere is none. */
static void
test_every_byte(void **state)
{
	const uint8_t *line = memchr(signature.at, '\n', signature.n);
	const size_t from = (size_t)(line - signature.at) + 1;

	(void)state;
	for (size_t n = 0; n < signature.n - 1; n++) {
		struct buf cut = { signature.at, n, 0 };

		assert_false(holds(&cut, public.key, "message"));
	}
	for (size_t i = from; i < signature.n; i++)
		for (unsigned bit = 0; bit < 8; bit++) {
			const bool end = i == signature.n - 1;

			/* 16 base64 characters hold the algorithm and id. */
			if (i >= from + 2 && i < from + 14)
				continue;
			signature.at[i] ^= (uint8_t)(1u << bit);
			if (!end && holds(&signature, public.key, "message"))
				fail_msg("byte %zu bit %u", i, bit);
			signature.at[i] ^= (uint8_t)(1u << bit);
		}
	assert_true(holds(&signature, public.key, "message"));
}

static const struct {
	const char *text, *why;
} refused[] = {
	{ "", "untrusted comment" }, { "\n", "untrusted comment" },
	{ "untrusted comment: x\n", "base64 for 74" },
	{ "untrusted comment: \x1b[2J\n", "not printable" },
	{ "untrusted comment: \xff\n", "not printable" },
	{ "untrusted comment: a\rb\n", "not printable" },
	{ "untrusted comment: x\nRUQ=\n", "base64 for 74" },
	{ "Untrusted comment: x\n", "untrusted comment" }
};

static void
test_refused(void **state)
{
	struct minisign_signature s;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		assert_err_text(minisign_signature_parse(&s, span_text(
		    refused[i].text), &e), &e, ERR_FORMAT, refused[i].why);
	buf_span(&b, span_buf(&signature));
	buf_text(&b, "x");
	assert_err_text(minisign_signature_parse(&s, span_buf(&b), &e), &e,
	    ERR_FORMAT, "after the last line");
	/* The algorithm's letters are RU in base64: "Ea" is none. */
	b.n--;
	memcpy(strchr(buf_string(&b), '\n') + 1, "RWF", 3);
	assert_err_text(minisign_signature_parse(&s, span_buf(&b), &e), &e,
	    ERR_FORMAT, "another algorithm");
	buf_clear(&b);
}

/* The older form signs the message itself, and is read. */
static void
test_legacy(void **state)
{
	uint8_t raw[74] = "Ed", global[64], all[64 + 1];
	struct buf b = { 0 };

	(void)state;
	memcpy(raw + 2, secret.id, MINISIGN_ID);
	crypto_sign_detached(raw + 10, NULL, (const uint8_t *)"message", 7,
	    secret.key);
	memcpy(all, raw + 10, 64);
	all[64] = 't';
	crypto_sign_detached(global, NULL, all, 65, secret.key);
	buf_text(&b, "untrusted comment: x\r\n");
	codec_base64(&b, (struct span){ raw, sizeof(raw) });
	buf_text(&b, "\ntrusted comment: t\n");
	codec_base64(&b, (struct span){ global, sizeof(global) });
	assert_true(holds(&b, public.key, "message"));
	assert_false(holds(&b, public.key, "messagf"));
	/* Nor does it hold as what it is not: over the hash. */
	raw[1] = 'D';
	b.n = 0;
	buf_text(&b, "untrusted comment: x\n");
	codec_base64(&b, (struct span){ raw, sizeof(raw) });
	buf_text(&b, "\ntrusted comment: t\n");
	codec_base64(&b, (struct span){ global, sizeof(global) });
	assert_false(holds(&b, public.key, "message"));
	buf_clear(&b);
}

static void
test_secret(void **state)
{
	struct minisign_secret s;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(minisign_secret_print(&b, &secret, NULL, &e), 0);
	assert_int_equal(minisign_secret_parse(&s, span_buf(&b), NULL, &e), 0);
	assert_memory_equal(&s, &secret, sizeof(s));
	/* A password where none is needed does no harm. */
	assert_int_equal(minisign_secret_parse(&s, span_buf(&b), "x", &e), 0);
	for (size_t n = 0; n < b.n - 1; n += 7)
		assert_err(minisign_secret_parse(&s, (struct span){ b.at, n },
		    NULL, &e), &e, ERR_FORMAT);
	b.at[b.n - 100] ^= 2;
	assert_err(minisign_secret_parse(&s, span_buf(&b), NULL, &e), &e,
	    ERR_FORMAT);
	minisign_secret_clear(&s);
	for (size_t i = 0; i < sizeof(s); i++)
		assert_int_equal(((uint8_t *)&s)[i], 0);
	buf_clear(&b);
}

/*
 * An encrypted key file whose password costs little, since the costs stand in
 * the file; ${ops} and ${mem} go there.  (tests/cli/46-minisign.t opens one of
 * full cost.)
 */
static void
encrypted(struct buf *out, const char *password, uint64_t ops, uint64_t mem)
{
	uint8_t raw[158] = "Ed", stream[104];
	struct buf plain = { 0 }, body = { 0 };
	struct err e;

	assert_int_equal(minisign_secret_print(&plain, &secret, NULL, &e), 0);
	assert_true(codec_unbase64(&body, (struct span){ (uint8_t *)strchr(
	    buf_string(&plain), '\n') + 1, 212 }));
	memcpy(raw, body.at, sizeof(raw));
	memcpy(raw + 2, "Sc", 2);
	for (int i = 0; i < 8; i++) {
		raw[38 + i] = (uint8_t)(ops >> 8 * i);
		raw[46 + i] = (uint8_t)(mem >> 8 * i);
	}
	if (mem <= 1u << 24 && crypto_pwhash_scryptsalsa208sha256(stream,
	    sizeof(stream), password, strlen(password), raw + 6, ops,
	    (size_t)mem) == 0)
		for (size_t i = 0; i < sizeof(stream); i++)
			raw[54 + i] ^= stream[i];
	buf_text(out, "untrusted comment: x\n");
	codec_base64(out, (struct span){ raw, sizeof(raw) });
	buf_clear(&plain);
	buf_clear(&body);
}

static void
test_encrypted(void **state)
{
	struct minisign_secret s;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	encrypted(&b, "secret", 32768, 1u << 24);
	assert_int_equal(minisign_secret_parse(&s, span_buf(&b), "secret", &e),
	    0);
	assert_memory_equal(&s, &secret, sizeof(s));
	assert_err_text(minisign_secret_parse(&s, span_buf(&b), "Secret", &e),
	    &e, ERR_USAGE, "wrong password");
	assert_err_text(minisign_secret_parse(&s, span_buf(&b), "", &e),
	    &e, ERR_USAGE, "wrong password");
	assert_err_text(minisign_secret_parse(&s, span_buf(&b), NULL, &e),
	    &e, ERR_USAGE, "--password-file");
	/* A file may not ask for a machine's whole memory or a day. */
	b.n = 0;
	encrypted(&b, "x", 32768, UINT64_MAX);
	assert_err(minisign_secret_parse(&s, span_buf(&b), "x", &e), &e,
	    ERR_LIMIT);
	b.n = 0;
	encrypted(&b, "x", UINT64_MAX, 1u << 24);
	assert_err(minisign_secret_parse(&s, span_buf(&b), "x", &e), &e,
	    ERR_LIMIT);
	buf_clear(&b);
}

static void
test_generate(void **state)
{
	struct minisign_secret s, t;
	struct minisign_public p, q;
	struct buf b = { 0 };

	(void)state;
	minisign_generate(&s, &p);
	minisign_generate(&t, &q);
	assert_memory_equal(s.id, p.id, MINISIGN_ID);
	assert_memory_not_equal(p.key, q.key, 32);
	assert_memory_not_equal(p.id, q.id, MINISIGN_ID);
	minisign_sign(&b, &s, span_text("m"), "c");
	assert_true(holds(&b, p.key, "m"));
	assert_false(holds(&b, q.key, "m"));
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_id),
		cmocka_unit_test(test_public),
		cmocka_unit_test(test_signature),
		cmocka_unit_test(test_every_byte),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_legacy),
		cmocka_unit_test(test_secret),
		cmocka_unit_test(test_encrypted),
		cmocka_unit_test(test_generate),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, begin, end);
}
