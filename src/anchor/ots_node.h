/* SPDX-License-Identifier: MIT */
/*
 * The tree of an OpenTimestamps proof.  A node belongs to one message, which
 * is not kept; it has the statements about it (attestations) and the
 * operations on it, each with the node of its result.  Both lists are in
 * canonical order, by tag and then by content, and hold nothing twice; so two
 * trees that say the same are equal.
 *
 * A node starts as {0} and is given back with ots_node_clear().  Trees from
 * outside are at most OTS_NODE_DEPTH deep (anchor/ots.h), so the functions
 * here may recurse; who builds a tree looks at ots_node_check().
 */
#ifndef PITH_ANCHOR_OTS_NODE_H
#define PITH_ANCHOR_OTS_NODE_H

#include "anchor/ots_op.h"

#define OTS_NODE_DEPTH 255	/* operations on one path */

enum ots_kind {
	OTS_BITCOIN,		/* the message is a block's Merkle root */
	OTS_LITECOIN,
	OTS_ETHEREUM,
	OTS_PENDING,		/* a calendar promises to know more later */
	OTS_WAITING,		/* ours: asked, and no answer yet */
	OTS_UNKNOWN		/* kept byte for byte */
};

#define OTS_TAG 8

struct ots_attestation {
	enum ots_kind kind;
	uint8_t tag[OTS_TAG];
	uint64_t height;	/* of a block */
	struct buf payload;	/* pending: the URI; unknown: all of it */
};

struct ots_node {
	struct ots_attestation *attestation;
	size_t attestations;
	struct ots_op *op;
	size_t ops;
};

struct ots_op {
	uint8_t tag;
	struct buf arg;		/* of append and prepend */
	struct ots_node *below;	/* owned */
};

void ots_node_clear(struct ots_node *node);

/* Whether such attestations say a height and nothing else. */
bool ots_node_has_height(enum ots_kind kind);

/* The kind of the attestations with this tag. */
enum ots_kind ots_node_kind(const uint8_t tag[OTS_TAG]);

/* The node behind an operation, which is added where it is missing. */
struct ots_node *ots_node_op(struct ots_node *node, uint8_t tag,
    struct span arg);

/* Add an attestation; ${tag} counts for OTS_UNKNOWN only, ${height} and
 * ${payload} where the kind has them. */
void ots_node_add(struct ots_node *node, enum ots_kind kind,
    const uint8_t tag[OTS_TAG], uint64_t height, struct span payload);

/* Drop the node's own attestations of a kind. */
void ots_node_drop(struct ots_node *node, enum ots_kind kind);

/* Add all that ${from}, a node of the same message, says. */
void ots_node_merge(struct ots_node *node, const struct ots_node *from);

/* Whether a reader would take a tree of this depth and size. */
int ots_node_check(const struct ots_node *node, struct err *e) MUST_CHECK;

/*
 * Compute every message, from ${message} of ${node}, and call ${visit} for
 * each node with its depth.  It ends when ${visit} returns other than 0, and
 * returns that.
 */
typedef int ots_node_visitor(void *ctx, struct ots_node *node,
    struct span message, unsigned depth, struct err *e);
int ots_node_walk(struct ots_node *node, struct span message,
    ots_node_visitor *visit, void *ctx, struct err *e) MUST_CHECK;

#endif
