/* SPDX-License-Identifier: MIT */
/*
 * OpenTimestamps proofs: a tree of operations that leads from the digest of a
 * file to statements about when it was known.  By hand, because there is no
 * C library; python-opentimestamps is the reference.
 *
 *	file      := MAGIC 01 HASH-TAG digest timestamp
 *	timestamp := { ff item } item
 *	item      := 00 attestation | TAG [ varbytes ] timestamp
 *	attestation := 8-BYTE-TAG varbytes
 *	varbytes  := varuint bytes      varuint: LEB128, 10 bytes at most
 *
 * The message at the top is the digest; an operation's result is the message
 * of the timestamp behind it.  A calendar answers with a bare timestamp.
 *
 * Limits: messages and results 4096 bytes, arguments 1 to 4096, hexlify of
 * 2048, payloads 8192, a URI 1000, 255 operations on one path; and beyond the
 * reference a whole file and its number of items (base/limits.h).
 *
 * Reading accepts any order and long forms of varuint and merges equal
 * operations.  Writing is canonical: what two readings of one set of
 * statements write is equal, and equal to what the reference writes.
 *
 * Nothing here says that a statement is true: see anchor/stamp.h.
 */
#ifndef PITH_ANCHOR_OTS_H
#define PITH_ANCHOR_OTS_H

#include "anchor/ots_node.h"
#include "canon/digest.h"

struct ots {
	enum hash_kind hash;
	uint8_t digest[32];	/* hash_size() bytes of it */
	struct ots_node top;
};

int ots_parse(struct ots *out, struct span file, struct err *e) MUST_CHECK;

/* Append the file in canonical form.  Every end of the tree must be an
 * attestation. */
void ots_print(struct buf *out, const struct ots *o);
void ots_clear(struct ots *o);

/* A proof of nothing yet for a digest of SHA-256. */
void ots_init(struct ots *out, const struct digest *d);

/*
 * Add to ${o} all that ${from} says; both are of one digest, else ERR_USAGE.
 * On failure ${o} is as it was.
 */
int ots_merge(struct ots *o, const struct ots *from, struct err *e)
    MUST_CHECK;

/*
 * Splice a calendar's answer, a bare timestamp for ${message}, in wherever
 * the tree has this message; an OTS_WAITING there is dropped.  1: done, 0: the
 * message is nowhere, -1: the answer cannot be read.  On failure ${o} is as
 * it was.
 */
int ots_attach(struct ots *o, struct span message, struct span reply,
    struct err *e) MUST_CHECK;

/*
 * Compute every message and call ${visit} for each attestation, in canonical
 * order.  It ends when ${visit} returns other than 0, and returns that.
 */
typedef int ots_visitor(void *ctx, const struct ots_attestation *a,
    struct span message, struct err *e);
int ots_walk(const struct ots *o, ots_visitor *visit, void *ctx,
    struct err *e) MUST_CHECK;

/* Append the tree as text, a line each, in the words of "ots info". */
void ots_info(struct buf *out, const struct ots *o);

#endif
