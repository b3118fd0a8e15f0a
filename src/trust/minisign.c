/* SPDX-License-Identifier: MIT */
/* See minisign.h. */
#include "config.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "canon/codec.h"
#include "trust/key.h"
#include "trust/minisign.h"

static const char untrusted[] = "untrusted comment: ";
static const char trusted[] = "trusted comment: ";

/* The fixed part of a secret key file, byte by byte. */
enum {
	SECRET_KDF = 2, SECRET_SUM_ALG = 4, SECRET_SALT = 6, SECRET_OPS = 38,
	SECRET_MEM = 46, SECRET_ID = 54, SECRET_KEY = 62, SECRET_SUM = 126,
	SECRET_BYTES = 158
};

/* Cut the first line, without its end, off ${rest}. */
static struct span
next_line(struct span *rest)
{
	const uint8_t *end = rest->n == 0 ? NULL
	    : memchr(rest->at, '\n', rest->n);
	struct span line = *rest;

	if (end == NULL) {
		*rest = (struct span){ rest->at + rest->n, 0 };
	} else {
		line.n = (size_t)(end - rest->at);
		*rest = (struct span){ end + 1, rest->n - line.n - 1 };
	}
	if (line.n > 0 && line.at[line.n - 1] == '\r')
		line.n--;
	return line;
}

/* Cut a line that begins with ${lead} and is printable; give what follows. */
static int
next_comment(struct span *out, struct span *rest, const char *lead,
    struct err *e)
{
	const size_t n = strlen(lead);
	struct span line = next_line(rest);
	size_t i = 0;

	if (line.n < n || memcmp(line.at, lead, n) != 0)
		return err_set(e, ERR_FORMAT, "no line \"%s...\"", lead);
	line = (struct span){ line.at + n, line.n - n };
	while (i < line.n) {
		uint32_t c;
		const unsigned got = utf8_get(&c,
		    (struct span){ line.at + i, line.n - i });

		/* minisign's own trusted comments hold tabs. */
		if (got == 0 || (c != '\t'
		    && (utf8_is_unwanted(c) || utf8_is_space(c))))
			return err_set(e, ERR_FORMAT,
			    "a comment that is not printable");
		i += got;
	}
	*out = line;
	return 0;
}

/* Cut a line of base64 that holds just ${n} bytes. */
static int
next_bytes(uint8_t *out, size_t n, struct span *rest, struct err *e)
{
	struct buf raw = { 0 };
	const bool good = codec_unbase64(&raw, next_line(rest)) && raw.n == n;

	if (good)
		memcpy(out, raw.at, n);
	if (raw.n > 0)
		sodium_memzero(raw.at, raw.n);
	buf_clear(&raw);
	return good ? 0 : err_set(e, ERR_FORMAT,
	    "not a line of base64 for %zu bytes", n);
}

static int
at_end(struct span rest, struct err *e)
{
	return rest.n == 0 ? 0 : err_set(e, ERR_FORMAT,
	    "bytes after the last line");
}

int
minisign_public_parse(struct minisign_public *out, struct span text,
    struct err *e)
{
	struct span rest = text, comment;
	uint8_t raw[42];

	if (next_comment(&comment, &rest, untrusted, e) < 0
	    || next_bytes(raw, sizeof(raw), &rest, e) < 0
	    || at_end(rest, e) < 0)
		return err_in(e, "not a minisign public key");
	if (memcmp(raw, "Ed", 2) != 0)
		return err_set(e, ERR_FORMAT, "not a minisign public key: "
		    "another algorithm than Ed25519");
	memcpy(out->id, raw + 2, MINISIGN_ID);
	memcpy(out->key, raw + 10, 32);
	return 0;
}

void
minisign_public_print(struct buf *out, const struct minisign_public *p)
{
	uint8_t raw[42] = "Ed";
	char id[17];

	memcpy(raw + 2, p->id, MINISIGN_ID);
	memcpy(raw + 10, p->key, 32);
	minisign_id_print(id, p->id);
	buf_fmt(out, "%sminisign public key %s\n", untrusted, id);
	codec_base64(out, (struct span){ raw, sizeof(raw) });
	buf_byte(out, '\n');
}

int
minisign_signature_parse(struct minisign_signature *out, struct span text,
    struct err *e)
{
	struct span rest = text, note, comment;
	uint8_t raw[74], global[64];

	if (next_comment(&note, &rest, untrusted, e) < 0
	    || next_bytes(raw, sizeof(raw), &rest, e) < 0
	    || next_comment(&comment, &rest, trusted, e) < 0
	    || next_bytes(global, sizeof(global), &rest, e) < 0
	    || at_end(rest, e) < 0)
		return err_in(e, "not a minisign signature");
	if (memcmp(raw, "ED", 2) != 0 && memcmp(raw, "Ed", 2) != 0)
		return err_set(e, ERR_FORMAT, "not a minisign signature: "
		    "another algorithm than Ed25519");
	out->prehashed = raw[1] == 'D';
	memcpy(out->id, raw + 2, MINISIGN_ID);
	memcpy(out->at, raw + 10, 64);
	memcpy(out->global, global, 64);
	out->comment = mem_text(comment.at, comment.n);
	return 0;
}

void
minisign_signature_clear(struct minisign_signature *s)
{
	free(s->comment);
	*s = (struct minisign_signature){ 0 };
}

/* What the second signature of a file is over. */
static void
global_message(struct buf *out, const uint8_t sig[64], const char *comment)
{
	buf_add(out, sig, 64);
	buf_text(out, comment);
}

bool
minisign_verify(const struct minisign_signature *s, const uint8_t key[32],
    struct span message)
{
	uint8_t hash[crypto_generichash_BYTES_MAX];
	struct buf all = { 0 };
	bool good;

	if (s->prehashed) {
		crypto_generichash(hash, sizeof(hash), message.at, message.n,
		    NULL, 0);
		message = (struct span){ hash, sizeof(hash) };
	}
	global_message(&all, s->at, s->comment);
	good = key_verify(key, message, s->at)
	    && key_verify(key, span_buf(&all), s->global);
	buf_clear(&all);
	return good;
}

void
minisign_sign(struct buf *out, const struct minisign_secret *secret,
    struct span message, const char *comment)
{
	uint8_t hash[crypto_generichash_BYTES_MAX], raw[74] = "ED", global[64];
	struct buf all = { 0 };
	char id[17];

	crypto_generichash(hash, sizeof(hash), message.at, message.n, NULL, 0);
	memcpy(raw + 2, secret->id, MINISIGN_ID);
	crypto_sign_detached(raw + 10, NULL, hash, sizeof(hash), secret->key);
	global_message(&all, raw + 10, comment);
	crypto_sign_detached(global, NULL, all.at, all.n, secret->key);
	minisign_id_print(id, secret->id);
	buf_fmt(out, "%ssignature by minisign key %s\n", untrusted, id);
	codec_base64(out, (struct span){ raw, sizeof(raw) });
	buf_fmt(out, "\n%s%s\n", trusted, comment);
	codec_base64(out, (struct span){ global, sizeof(global) });
	buf_byte(out, '\n');
	buf_clear(&all);
}

static uint64_t
little64(const uint8_t *p)
{
	uint64_t v = 0;

	for (int i = 7; i >= 0; i--)
		v = v << 8 | p[i];
	return v;
}

/* Turn the last 104 bytes of ${raw} with the stream of ${password}. */
static int
crypt_secret(uint8_t raw[SECRET_BYTES], const char *password, struct err *e)
{
	uint8_t stream[SECRET_BYTES - SECRET_ID];
	const uint64_t ops = little64(raw + SECRET_OPS);
	const uint64_t mem = little64(raw + SECRET_MEM);

	/* The costs come from the file: four times minisign's own at most. */
	if (ops > 4u * crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE
	    || mem > crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE)
		return err_set(e, ERR_LIMIT, "a secret key whose password "
		    "costs more than 1 GiB or 4 times the usual work");
	if (crypto_pwhash_scryptsalsa208sha256(stream, sizeof(stream),
	    password, strlen(password), raw + SECRET_SALT, ops,
	    (size_t)mem) != 0)
		return err_set(e, ERR_IO,
		    "not enough memory to derive a key from the password");
	for (size_t i = 0; i < sizeof(stream); i++)
		raw[SECRET_ID + i] ^= stream[i];
	sodium_memzero(stream, sizeof(stream));
	return 0;
}

/* The sum over the algorithm, the id and the secret key. */
static void
secret_sum(uint8_t sum[32], const uint8_t raw[SECRET_BYTES])
{
	crypto_generichash_state st;

	crypto_generichash_init(&st, NULL, 0, 32);
	crypto_generichash_update(&st, raw, 2);
	crypto_generichash_update(&st, raw + SECRET_ID, SECRET_SUM - SECRET_ID);
	crypto_generichash_final(&st, sum, 32);
}

static int
open_secret(uint8_t raw[SECRET_BYTES], const char *password, struct err *e)
{
	static const uint8_t none[32];
	const bool scrypt = memcmp(raw + SECRET_KDF, "Sc", 2) == 0;
	uint8_t sum[32];

	if (memcmp(raw, "Ed", 2) != 0 || memcmp(raw + SECRET_SUM_ALG, "B2", 2)
	    != 0 || (!scrypt && memcmp(raw + SECRET_KDF, none, 2) != 0))
		return err_set(e, ERR_FORMAT,
		    "not a minisign secret key: unknown algorithm");
	if (scrypt && password == NULL)
		return err_set(e, ERR_USAGE,
		    "the secret key is encrypted; use --password-file");
	if (scrypt && crypt_secret(raw, password, e) < 0)
		return -1;
	secret_sum(sum, raw);
	/* Keys that minisign wrote without a password may have no sum. */
	if (sodium_memcmp(sum, raw + SECRET_SUM, 32) != 0
	    && (scrypt || sodium_memcmp(none, raw + SECRET_SUM, 32) != 0))
		return err_set(e, scrypt ? ERR_USAGE : ERR_FORMAT, "%s",
		    scrypt ? "wrong password for the secret key"
		    : "not a minisign secret key: damaged");
	return 0;
}

int
minisign_secret_parse(struct minisign_secret *out, struct span text,
    const char *password, struct err *e)
{
	struct span rest = text, comment;
	uint8_t raw[SECRET_BYTES];
	int rc = -1;

	if (next_comment(&comment, &rest, untrusted, e) < 0
	    || next_bytes(raw, sizeof(raw), &rest, e) < 0
	    || at_end(rest, e) < 0)
		return err_in(e, "not a minisign secret key");
	if (open_secret(raw, password, e) == 0) {
		memcpy(out->id, raw + SECRET_ID, MINISIGN_ID);
		memcpy(out->key, raw + SECRET_KEY, 64);
		rc = 0;
	}
	sodium_memzero(raw, sizeof(raw));
	return rc;
}

void
minisign_secret_clear(struct minisign_secret *s)
{
	sodium_memzero(s, sizeof(*s));
}

static void
put_little64(uint8_t *p, uint64_t v)
{
	for (int i = 0; i < 8; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

int
minisign_secret_print(struct buf *out, const struct minisign_secret *s,
    const char *password, struct err *e)
{
	uint8_t raw[SECRET_BYTES] = "Ed";
	int rc = 0;

	memcpy(raw + SECRET_SUM_ALG, "B2", 2);
	memcpy(raw + SECRET_ID, s->id, MINISIGN_ID);
	memcpy(raw + SECRET_KEY, s->key, 64);
	secret_sum(raw + SECRET_SUM, raw);
	if (password != NULL) {
		memcpy(raw + SECRET_KDF, "Sc", 2);
		randombytes_buf(raw + SECRET_SALT, 32);
		put_little64(raw + SECRET_OPS,
		    crypto_pwhash_scryptsalsa208sha256_OPSLIMIT_SENSITIVE);
		put_little64(raw + SECRET_MEM,
		    crypto_pwhash_scryptsalsa208sha256_MEMLIMIT_SENSITIVE);
		rc = crypt_secret(raw, password, e);
	}
	if (rc == 0) {
		buf_fmt(out, "%sminisign %s secret key\n", untrusted,
		    password != NULL ? "encrypted" : "unencrypted");
		codec_base64(out, (struct span){ raw, sizeof(raw) });
		buf_byte(out, '\n');
	}
	sodium_memzero(raw, sizeof(raw));
	return rc;
}

void
minisign_generate(struct minisign_secret *s, struct minisign_public *p)
{
	crypto_sign_keypair(p->key, s->key);
	randombytes_buf(s->id, MINISIGN_ID);
	memcpy(p->id, s->id, MINISIGN_ID);
}

void
minisign_id_print(char out[17], const uint8_t id[MINISIGN_ID])
{
	for (size_t i = 0; i < MINISIGN_ID; i++)
		snprintf(out + 2 * i, 3, "%02X", id[MINISIGN_ID - 1 - i]);
}
