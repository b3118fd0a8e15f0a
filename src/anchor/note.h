/* SPDX-License-Identifier: MIT */
/*
 * Signed notes (c2sp.org/signed-note): a text and lines of signatures, and the
 * keys that make and check them.
 *
 *	note  := text LF { "\u2014 " NAME " " base64( ID SIGNATURE ) LF }
 *	vkey  := NAME "+" hex( ID ) "+" base64( TYPE KEY )
 *	skey  := "PRIVATE+KEY+" NAME "+" hex( ID ) "+" base64( 01 SEED )
 *	ID    := the first 4 bytes of SHA-256( NAME LF TYPE KEY )
 *
 * The text ends in LF and at the last blank line of the note; it is UTF-8
 * without control characters but LF.  A NAME is not empty and has neither a
 * space of Unicode nor "+".  TYPE is 01, Ed25519 over the text, or 04, a
 * cosignature (c2sp.org/tlog-cosignature): SIGNATURE is a time as a 64-bit
 * big-endian number of seconds and an Ed25519 signature over
 *
 *	"cosignature/v1" LF "time " DECIMAL LF text
 *
 * Keys of other types are read and printed, but never vouch for anything.
 * Beyond the specification a note without a line of signatures parses: it is
 * a text that nobody vouches for.
 */
#ifndef PITH_ANCHOR_NOTE_H
#define PITH_ANCHOR_NOTE_H

#include <stdbool.h>

#include "base/buf.h"

#define NOTE_ID 4
#define NOTE_KEY 32

enum note_type {
	NOTE_ED25519 = 0x01,
	NOTE_COSIGNATURE = 0x04
};

/* A verifier key. */
struct note_key {
	char *name;
	uint8_t id[NOTE_ID];
	struct buf material;	/* the type, then the key */
};

/* Read a vkey; its id must be the right one, and a key of type 01 or 04 one
 * that may be enrolled (trust/key.h).  Append one. */
int note_key_parse(struct note_key *out, struct span text, struct err *e)
    MUST_CHECK;
void note_key_print(struct buf *out, const struct note_key *k);
void note_key_clear(struct note_key *k);

/* Make the verifier key of 32 bytes. */
int note_key_init(struct note_key *out, const char *name, enum note_type type,
    const uint8_t key[NOTE_KEY], struct err *e) MUST_CHECK;

/* The 32 bytes of a key of type 01 or 04; NULL for other types. */
const uint8_t *note_key_bytes(const struct note_key *k);

/* A signer: the seed, as libsodium has it, and the verifier key. */
struct note_secret {
	struct note_key key;
	uint8_t at[64];
};

/* A new one from 32 random bytes; a type 01 one out of its text form.  Both
 * are given back with note_secret_clear(), which wipes them. */
int note_secret_init(struct note_secret *out, const char *name,
    enum note_type type, const uint8_t seed[32], struct err *e) MUST_CHECK;
int note_secret_parse(struct note_secret *out, struct span text,
    struct err *e) MUST_CHECK;
void note_secret_print(struct buf *out, const struct note_secret *s);
void note_secret_clear(struct note_secret *s);

struct note_signature {
	char *name;
	uint8_t id[NOTE_ID];
	struct buf bytes;	/* what follows the id */
};

struct note {
	struct buf text;
	struct note_signature *at;
	size_t n;
};

int note_parse(struct note *out, struct span bytes, struct err *e) MUST_CHECK;
void note_print(struct buf *out, const struct note *note);
void note_clear(struct note *note);

/*
 * Append to ${out} a signature line over ${text}; ${time} counts for a
 * cosigner only.  What ${out} holds before is text, LF and other lines: a
 * note is made by putting those there first.
 */
void note_sign(struct buf *out, const struct note_secret *s, struct span text,
    uint64_t time);

enum note_state {
	NOTE_UNKNOWN,	/* no line by this key */
	NOTE_GOOD,
	NOTE_BAD	/* a line with this name and id does not hold: the
			   whole note is to be refused */
};

/*
 * What the note's lines say for ${k}.  Lines of one key count once, and each
 * of them must hold.  ${*time} (where it is not NULL) becomes the newest time
 * of its cosignatures, 0 for plain signatures.
 */
enum note_state note_check(const struct note *note, const struct note_key *k,
    uint64_t *time);

/* Whether ${name} may be the name of a key. */
bool note_is_name(struct span name);

#endif
