/* SPDX-License-Identifier: MIT */
/*
 * The files of minisign (jedisct1.github.io/minisign): public key, secret
 * key, signature.  What is written here the minisign program verifies, and
 * the other way round.
 *
 *	public key  comment LF base64( "Ed" ID KEY ) LF
 *	signature   "untrusted comment: " ... LF base64( ALG ID SIG ) LF
 *	            "trusted comment: " TEXT LF base64( GLOBAL ) LF
 *	secret key  comment LF base64( "Ed" KDF "B2" SALT OPS MEM
 *	                ( ID SECRET SUM ) xor STREAM ) LF
 *
 * ALG is "ED" (SIG is over the BLAKE2b-512 of the message; the only form that
 * is written) or "Ed" (over the message).  GLOBAL is over SIG and TEXT, so the
 * trusted comment is signed.  KDF is "Sc" (scrypt, with a password) or two
 * zero bytes.  ID is eight bytes, shown as a little-endian number in hex.
 * Comments must be printable.
 */
#ifndef PITH_TRUST_MINISIGN_H
#define PITH_TRUST_MINISIGN_H

#include "base/buf.h"

#define MINISIGN_ID 8

struct minisign_public {
	uint8_t id[MINISIGN_ID];
	uint8_t key[32];
};

struct minisign_signature {
	bool prehashed;
	uint8_t id[MINISIGN_ID];
	uint8_t at[64];
	uint8_t global[64];
	char *comment;		/* the trusted one */
};

struct minisign_secret {
	uint8_t id[MINISIGN_ID];
	uint8_t key[64];	/* seed and public key, as libsodium has it */
};

int minisign_public_parse(struct minisign_public *out, struct span text,
    struct err *e) MUST_CHECK;
void minisign_public_print(struct buf *out, const struct minisign_public *p);

int minisign_signature_parse(struct minisign_signature *out, struct span text,
    struct err *e) MUST_CHECK;
void minisign_signature_clear(struct minisign_signature *s);

/* Whether both signatures in ${s} are by ${key}. */
bool minisign_verify(const struct minisign_signature *s,
    const uint8_t key[32], struct span message);

/* Append a signature file for ${message}; ${comment} becomes the trusted
 * comment. */
void minisign_sign(struct buf *out, const struct minisign_secret *secret,
    struct span message, const char *comment);

/*
 * Read a secret key file.  ${password} is NULL where the user gave none.
 * The caller clears ${out} with minisign_secret_clear().
 */
int minisign_secret_parse(struct minisign_secret *out, struct span text,
    const char *password, struct err *e) MUST_CHECK;
void minisign_secret_clear(struct minisign_secret *s);

/* Append a secret key file, encrypted where ${password} is not NULL. */
int minisign_secret_print(struct buf *out, const struct minisign_secret *s,
    const char *password, struct err *e) MUST_CHECK;

/* A new key pair out of the system's random numbers. */
void minisign_generate(struct minisign_secret *s, struct minisign_public *p);

/* The key id as minisign shows it: 16 hex digits in capitals, and a NUL. */
void minisign_id_print(char out[17], const uint8_t id[MINISIGN_ID]);

#endif
