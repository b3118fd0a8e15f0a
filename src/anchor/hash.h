/* SPDX-License-Identifier: MIT */
/*
 * The hash functions that foreign formats ask for; our own digests are
 * SHA-256 and live in canon/digest.h.
 *
 * MD5, SHA-1 and SHA-2 come from libcrypto.  By hand are RIPEMD-160 (in the
 * first releases of OpenSSL 3.0 it is in the legacy provider, which a machine
 * may lack or leave switched off) and Keccak-256 (OpenSSL 3.0 has only the
 * padding of FIPS 202; OpenTimestamps wants the original one).
 *
 * MD5, SHA-1 and RIPEMD-160 resist no collisions.  Here they repeat what an
 * existing file says; nothing new is ever proved with them.
 */
#ifndef PITH_ANCHOR_HASH_H
#define PITH_ANCHOR_HASH_H

#include <stdbool.h>

#include "base/buf.h"

enum hash_kind {
	HASH_MD5,		/* RFC 1321 */
	HASH_SHA1,		/* FIPS 180-4, as the SHA-2 ones */
	HASH_SHA224,
	HASH_SHA256,
	HASH_SHA384,
	HASH_SHA512,
	HASH_RIPEMD160,		/* Dobbertin, Bosselaers, Preneel 1996 */
	HASH_KECCAK256		/* as submitted to NIST, padding 0x01 */
};

#define HASH_KINDS 8
#define HASH_MOST 64	/* the longest result */

/* How many bytes ${kind} gives. */
size_t hash_size(enum hash_kind kind);

/* The name in lower case without a dash, "sha256"; and back, false for the
 * name of none. */
const char *hash_print(enum hash_kind kind);
bool hash_parse(enum hash_kind *kind, struct span name);

/*
 * Hash in pieces: hash_open() begins, hash_add() takes bytes, hash_close()
 * writes hash_size() of them to ${out} (NULL: throws them away) and frees
 * ${h}, which may be NULL then.  ERR_ABSENT where this machine's libcrypto
 * does not offer the function (MD5 where only FIPS is allowed).
 */
struct hash;
int hash_open(struct hash **out, enum hash_kind kind, struct err *e)
    MUST_CHECK;
void hash_add(struct hash *h, struct span bytes);
void hash_close(uint8_t *out, struct hash *h);

/*
 * All at once, for any kind but HASH_MD5; ${out} has room for hash_size()
 * bytes and may be where ${bytes} are.
 */
void hash_bytes(uint8_t *out, enum hash_kind kind, struct span bytes);

#endif
