/* SPDX-License-Identifier: MIT */
/*
 * Proofs of one archive out of a log: that it is in it, and since when.
 *
 * Proofs over a snapshot lie in its folder, one folder for each size,
 *
 *	evidence/SIZE/checkpoint-root.ots	over the log's root
 *	evidence/SIZE/HOST.tsr, HOST.tsq	over checkpoints/SIZE
 *	evidence/SIZE/checkpoint.cosigned	what witnesses say of it
 *	evidence/SIZE/001-renewal/...		over all of those, later
 */
#ifndef PITH_KEEP_PROVE_H
#define PITH_KEEP_PROVE_H

#include "anchor/ots.h"
#include "keep/current.h"

/* DIR/evidence/SIZE/NAME; the caller frees it. */
char *prove_evidence(const char *dir, uint64_t size, const char *name);

/* Append the C2SP tlog-proof of ${c}, with its entry as the extra line and the
 * cosignatures that the checkpoint has. */
int prove_inclusion(struct buf *out, struct log *l,
    const struct current_one *c, struct err *e) MUST_CHECK;

/* How far a proof of time has come. */
enum prove_strength { PROVE_NOTHING, PROVE_PENDING, PROVE_BITCOIN };
enum prove_strength prove_strength(const struct ots *o);

/*
 * Append the OpenTimestamps proof of the inner tar of ${c}: through the oldest
 * snapshot that includes it and has a Bitcoin attestation of its root, else
 * through the oldest with a pending one.  ${*size} is that of the snapshot.
 * 1: done, 0: no root is stamped, -1: error.
 */
int prove_ots(struct buf *out, uint64_t *size, struct log *l,
    const struct current_one *c, struct err *e) MUST_CHECK;

#endif
