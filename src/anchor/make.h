/* SPDX-License-Identifier: MIT */
/*
 * Making OpenTimestamps proofs out of what we have: one question to a
 * calendar for many files, and one stamp on a log's root for every entry.
 */
#ifndef PITH_ANCHOR_MAKE_H
#define PITH_ANCHOR_MAKE_H

#include "anchor/entry.h"
#include "anchor/merkle.h"
#include "anchor/ots.h"

#define MAKE_NONCE 16

/*
 * Join ${n} > 0 proofs, which ots_init() made, in one ${tip}, as every
 * OpenTimestamps client does: a nonce is appended to each digest and hashed,
 * so that neighbours learn nothing of each other; then the list is paired
 * from the left, a parent is sha256(left right), an odd last one moves up,
 * until one is left.  ${nonces} may be NULL: no nonce and no hash for it.
 * Each proof ends in an OTS_WAITING; ots_attach(tip) replaces it.
 */
void make_tree(struct digest *tip, struct ots *proofs,
    const uint8_t (*nonces)[MAKE_NONCE], size_t n);

/*
 * The proof of the inner tar of one log entry: from its digest to the entry,
 * to the leaf, along ${path} to the root of the log, and on with ${root},
 * a proof of that root.
 *
 *	hexlify; prepend 00 ENTRY-TEXT; append ENTRY-TEXT; sha256
 *	for each hash h of the path, h on the left:  prepend 01 h; sha256
 *	                             h on the right: append h; prepend 01;
 *	                                             sha256
 *
 * ERR_TRUST when the path does not lead from the entry to that root,
 * ERR_LIMIT when the whole is deeper than a reader takes.
 */
int make_inclusion(struct ots *out, const struct entry *entry,
    const struct merkle_path *path, uint64_t index, uint64_t size,
    const struct ots *root, struct err *e) MUST_CHECK;

#endif
