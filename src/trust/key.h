/* SPDX-License-Identifier: MIT */
/*
 * One Ed25519 public key that a reader has, what it may vouch for, and the
 * one function that checks a signature.
 *
 * Checking (RFC 8032, made strict).  A key is taken only if its 32 bytes are
 * a canonical point of the prime-order group.  Then an R, the first half of a
 * signature, for which the equation holds byte for byte is one too; the
 * neutral element is refused there; and S must be reduced.  So no small-order
 * or mixed-order key, no malleable signature and no signature that holds for
 * several messages is ever accepted.  key_self_test() shows, before the first
 * bundle is judged, that the library at hand refuses what it must.
 *
 * A key's identity is its 32 bytes; its id is only a name for it.
 */
#ifndef PITH_TRUST_KEY_H
#define PITH_TRUST_KEY_H

#include "base/buf.h"
#include "canon/digest.h"

#define KEY_BYTES 32
#define KEY_SIGNATURE_BYTES 64

enum key_role {
	KEY_REGISTRY,	/* signs records and findings */
	KEY_PACKER,	/* signs the manifests of archives */
	KEY_LOG,	/* signs checkpoints of a log */
	KEY_WITNESS,	/* cosigns checkpoints */
	KEY_CLAIMANT	/* signs events about itself or others */
};

struct key {
	char *id;		/* registry: key_id; minisign: 16 hex digits */
	uint8_t at[KEY_BYTES];
	enum key_role role;
	char *valid_from;	/* YYYY-MM-DDTHH:MM:SSZ or NULL: no limit */
	char *valid_until;	/* the first instant at which it does not hold */
	char *revoked_at;
	char *file;		/* where it was read from, for messages */
};

void key_clear(struct key *k);

/* The word for ${role}; and back: false for no role's word. */
const char *key_role_print(enum key_role role);
bool key_role_parse(enum key_role *role, const char *word);

/* Whether these bytes may be enrolled as a public key. */
bool key_is_usable(const uint8_t key[KEY_BYTES]);

/* Whether ${signature} is one of ${message} by ${key}. */
bool key_verify(const uint8_t key[KEY_BYTES], struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES]);

/* The same for a key that was enrolled: its bytes were looked at when a
 * function of this module or a keyring gave it out. */
bool key_check(const struct key *key, struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES]);

/* How many signatures were checked in this process. */
unsigned long key_verify_count(void);

/*
 * The registry's two fingerprints: 32 hex digits (the first 16 bytes of the
 * SHA-256 of the key) and 26 base32 characters (of the whole digest, though
 * the registry's name for it speaks of 128 bits), each with a NUL.
 */
void key_fingerprints(char hex[33], char base32[27],
    const uint8_t key[KEY_BYTES]);

/*
 * Read the keys of a document in the registry's JSON: an object with a
 * public_key_hex or public_key_b64 and a key_id, or one that holds such
 * objects as public_key, in itself or in its mirrors.  What is said twice must
 * agree.  Appends to ${*list} of ${*n}; on failure nothing is appended.
 */
int key_parse_json(struct key **list, size_t *n, struct span text,
    struct err *e) MUST_CHECK;

/* Read a minisign public key file; its role is KEY_PACKER. */
int key_parse_minisign(struct key *out, struct span text, struct err *e)
    MUST_CHECK;

/*
 * Narrow ${k} by a sidecar, a JSON object with any of "role", "valid_from",
 * "valid_until", "revoked_at" and nothing else.
 */
int key_narrow(struct key *k, struct span sidecar, struct err *e) MUST_CHECK;

/* One good signature must hold; S + L, a small-order key, an R of mixed order
 * and a flipped bit must be refused.  The test runs once in a process. */
int key_self_test(struct err *e) MUST_CHECK;

#endif
