/* SPDX-License-Identifier: MIT */
/*
 * Renewing proofs of time before what they rest on gives way, by the rules of
 * RFC 4998 (evidence record syntax) without its ASN.1.
 *
 * Evidence comes in stages.  Stage 0 is over the thing itself.  Each later
 * stage has a list COVERS.sha256 or COVERS.sha512, lines
 *
 *	HEX SP SP PATH LF
 *
 * in byte order of paths, which sha256sum -c and sha512sum -c read, of every
 * earlier evidence file and of the payload's manifest; and proofs over that
 * list.  A longer hash in a new list is the renewal of the hash function.
 *
 * A chain of stages holds when in each there is a good proof that the next one
 * carries on: made no later than that, and whose certificates had not ended
 * by then.
 */
#ifndef PITH_ANCHOR_RENEWAL_H
#define PITH_ANCHOR_RENEWAL_H

#include "anchor/evidence.h"
#include "anchor/hash.h"

struct renewal_file {
	char *path;
	uint8_t hash[HASH_MOST];
};

struct renewal_covers {
	enum hash_kind kind;	/* HASH_SHA256 or HASH_SHA512 */
	struct renewal_file *at;
	size_t n;
};

/* Read a list whose name says ${kind}.  Paths are relative, of
 * [A-Za-z0-9._/-] without "." and ".." as parts, each once and in order. */
int renewal_parse(struct renewal_covers *out, enum hash_kind kind,
    struct span text, struct err *e) MUST_CHECK;
void renewal_print(struct buf *out, const struct renewal_covers *c);
void renewal_clear(struct renewal_covers *c);

/* Whether ${path} is on the list. */
bool renewal_names(const struct renewal_covers *c, const char *path);

/* Put a file in its place; ERR_USAGE for a path that a list cannot hold or
 * holds already. */
int renewal_add(struct renewal_covers *c, const char *path,
    const uint8_t *hash, struct err *e) MUST_CHECK;

/*
 * Whether the list is of just these files: ERR_TRUST for another hash or a
 * file that it does not cover, ERR_ABSENT for a file it covers that is not
 * among them.
 */
int renewal_check(const struct renewal_covers *c,
    const struct renewal_covers *files, struct err *e) MUST_CHECK;

/* One stage: the verdicts on those of its proofs that the next list names. */
struct renewal_stage {
	const struct evidence *at;
	size_t n;
};

/*
 * The verdict on a chain, stage 0 first.  Its time is that of the earliest
 * proof of stage 0 that is carried on, its end that of the proof of the last
 * stage which carries it.  The words name the newest stage that does not hold.
 */
void renewal_chain(struct evidence *out, const struct renewal_stage *stages,
    size_t n);

#endif
