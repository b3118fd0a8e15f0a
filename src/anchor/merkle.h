/* SPDX-License-Identifier: MIT */
/*
 * The hash tree of RFC 6962 section 2.1 with SHA-256: roots, and proofs that
 * an entry is in a tree and that one tree is the beginning of another.
 *
 *	MTH({})     = SHA-256("")
 *	MTH({d})    = SHA-256(00 d)                    the hash of a leaf
 *	MTH(D[n])   = SHA-256(01 MTH(D[0:k]) MTH(D[k:n]))
 *	              k the largest power of two below n
 *
 * A *perfect* subtree has 2^level leaves and begins at a multiple of that; it
 * is named by (level, index).  Every other tree is folded from at most 64
 * perfect ones, so a tree that only grows is kept as its right edge.
 *
 * Sizes are below 2^63.  All hashes are just 32 bytes: that is what struct
 * digest holds, and whoever decodes one refuses any other length.
 */
#ifndef PITH_ANCHOR_MERKLE_H
#define PITH_ANCHOR_MERKLE_H

#include <stdbool.h>

#include "canon/digest.h"

#define MERKLE_LEVELS 64
#define MERKLE_SIZE_MOST INT64_MAX

struct digest merkle_empty(void);
struct digest merkle_leaf(struct span entry);
struct digest merkle_node(const struct digest *left,
    const struct digest *right);

/* A tree that grows: its perfect subtrees, the largest first, one for each
 * bit that is set in ${size}.  It starts as {0}. */
struct merkle {
	uint64_t size;
	struct digest edge[MERKLE_LEVELS];
};

/* Append a leaf; the root. */
void merkle_add(struct merkle *t, const struct digest *leaf);
struct digest merkle_root(const struct merkle *t);

/*
 * Where the hashes of a tree of ${size} leaves come from: ${get} gives the
 * hash of a perfect subtree that lies wholly inside.
 */
struct merkle_source {
	uint64_t size;
	int (*get)(void *ctx, struct digest *out, unsigned level,
	    uint64_t index, struct err *e);
	void *ctx;
};

/* The right edge of the first ${size} leaves, and so their root. */
int merkle_load(struct merkle *out, const struct merkle_source *from,
    uint64_t size, struct err *e) MUST_CHECK;

/* The hashes of a proof, in the order of the RFC. */
struct merkle_path {
	size_t n;
	struct digest at[MERKLE_LEVELS];
};

/* PATH(index, D[size]) of RFC 6962 section 2.1.1, the leaf's sibling first. */
int merkle_inclusion(struct merkle_path *out, const struct merkle_source *from,
    uint64_t index, uint64_t size, struct err *e) MUST_CHECK;

/* PROOF(old, D[size]) of section 2.1.2; 0 < ${old} <= ${size}. */
int merkle_consistency(struct merkle_path *out,
    const struct merkle_source *from, uint64_t old, uint64_t size,
    struct err *e) MUST_CHECK;

/*
 * RFC 9162 section 2.1.3.2: ${leaf} is the entry ${index} of the tree of
 * ${size} entries whose root is ${root}.  ERR_TRUST when that is not shown.
 */
int merkle_inclusion_check(const struct merkle_path *path, uint64_t index,
    uint64_t size, const struct digest *leaf, const struct digest *root,
    struct err *e) MUST_CHECK;

/*
 * RFC 9162 section 2.1.4.2: the first ${old} leaves of the tree of ${size}
 * with the root ${root} are those of the tree with the root ${old_root}.  A
 * proof from nothing is an error; who starts from nothing needs none.
 */
int merkle_consistency_check(const struct merkle_path *path, uint64_t old,
    uint64_t size, const struct digest *old_root, const struct digest *root,
    struct err *e) MUST_CHECK;

/*
 * Which side the hashes of an inclusion path stand on: bit i of the result
 * is set where path hash i is the left sibling; ${*n} is how many there are.
 */
uint64_t merkle_sides(size_t *n, uint64_t index, uint64_t size);

#endif
