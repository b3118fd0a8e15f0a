/* SPDX-License-Identifier: MIT */
/* See ots_node.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"

#include "anchor/ots_node.h"

static const struct {
	enum ots_kind kind;
	uint8_t tag[OTS_TAG];
} kinds[] = {
	{ OTS_BITCOIN,
	  { 0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01 } },
	{ OTS_LITECOIN,
	  { 0x06, 0x86, 0x9a, 0x0d, 0x73, 0xd7, 0x1b, 0x45 } },
	{ OTS_ETHEREUM,
	  { 0x30, 0xfe, 0x80, 0x87, 0xb5, 0xc7, 0xea, 0xd7 } },
	{ OTS_PENDING,
	  { 0x83, 0xdf, 0xe3, 0x0d, 0x2e, 0xf9, 0x0c, 0x8e } },
	/* The first 8 bytes of SHA-256("pithtex: waiting for a calendar"):
	 * other readers keep it as unknown. */
	{ OTS_WAITING,
	  { 0xad, 0xb0, 0xc5, 0xb6, 0x79, 0xcb, 0x14, 0xab } }
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

bool
ots_node_has_height(enum ots_kind kind)
{
	return kind <= OTS_ETHEREUM;
}

enum ots_kind
ots_node_kind(const uint8_t tag[OTS_TAG])
{
	for (size_t i = 0; i < KINDS; i++) {
		if (memcmp(tag, kinds[i].tag, OTS_TAG) == 0)
			return kinds[i].kind;
	}
	return OTS_UNKNOWN;
}

void
ots_node_clear(struct ots_node *node)
{
	for (size_t i = 0; i < node->attestations; i++)
		buf_clear(&node->attestation[i].payload);
	for (size_t i = 0; i < node->ops; i++) {
		ots_node_clear(node->op[i].below);
		free(node->op[i].below);
		buf_clear(&node->op[i].arg);
	}
	free(node->attestation);
	free(node->op);
	*node = (struct ots_node){ 0 };
}

static int
order_bytes(struct span a, struct span b)
{
	const size_t n = a.n < b.n ? a.n : b.n;
	const int c = n == 0 ? 0 : memcmp(a.at, b.at, n);

	return c != 0 ? c : a.n < b.n ? -1 : a.n > b.n;
}

/* By tag, then by height, URI or payload. */
static int
order_attestations(const struct ots_attestation *a,
    const struct ots_attestation *b)
{
	const int c = memcmp(a->tag, b->tag, sizeof(a->tag));

	if (c != 0)
		return c;
	if (ots_node_has_height(a->kind))
		return a->height < b->height ? -1 : a->height > b->height;
	return order_bytes(span_buf(&a->payload), span_buf(&b->payload));
}

/* Put ${a} in its place and own it, or drop it where it is already. */
static void
insert(struct ots_node *node, struct ots_attestation *a)
{
	size_t i = node->attestations;

	/* Mostly they come in order, so look from the end. */
	while (i > 0 && order_attestations(a, &node->attestation[i - 1]) < 0)
		i--;
	if (i > 0 && order_attestations(a, &node->attestation[i - 1]) == 0) {
		buf_clear(&a->payload);
		return;
	}
	mem_grow(&node->attestation, node->attestations, sizeof(*a));
	memmove(node->attestation + i + 1, node->attestation + i,
	    (node->attestations - i) * sizeof(*a));
	node->attestation[i] = *a;
	node->attestations++;
}

void
ots_node_add(struct ots_node *node, enum ots_kind kind,
    const uint8_t tag[OTS_TAG], uint64_t height, struct span payload)
{
	struct ots_attestation a = { .kind = kind };

	memcpy(a.tag, kind == OTS_UNKNOWN ? tag : kinds[kind].tag, OTS_TAG);
	if (ots_node_has_height(kind))
		a.height = height;
	else
		buf_span(&a.payload, payload);
	insert(node, &a);
}

void
ots_node_drop(struct ots_node *node, enum ots_kind kind)
{
	size_t kept = 0;

	for (size_t i = 0; i < node->attestations; i++) {
		if (node->attestation[i].kind == kind)
			buf_clear(&node->attestation[i].payload);
		else
			node->attestation[kept++] = node->attestation[i];
	}
	node->attestations = kept;
}

struct ots_node *
ots_node_op(struct ots_node *node, uint8_t tag, struct span arg)
{
	size_t low = 0, high = node->ops;
	struct ots_op *op;

	while (low < high) {
		const size_t i = low + (high - low) / 2;
		const int c = node->op[i].tag != tag
		    ? (node->op[i].tag < tag ? -1 : 1)
		    : order_bytes(span_buf(&node->op[i].arg), arg);

		if (c == 0)
			return node->op[i].below;
		*(c < 0 ? &low : &high) = c < 0 ? i + 1 : i;
	}
	mem_grow(&node->op, node->ops, sizeof(*op));
	op = node->op + low;
	memmove(op + 1, op, (node->ops - low) * sizeof(*op));
	node->ops++;
	*op = (struct ots_op){ .tag = tag,
		.below = mem_zero(1, sizeof(*op->below)) };
	buf_span(&op->arg, arg);
	return op->below;
}

void
ots_node_merge(struct ots_node *node, const struct ots_node *from)
{
	for (size_t i = 0; i < from->attestations; i++) {
		const struct ots_attestation *a = &from->attestation[i];

		ots_node_add(node, a->kind, a->tag, a->height,
		    span_buf(&a->payload));
	}
	for (size_t i = 0; i < from->ops; i++)
		ots_node_merge(ots_node_op(node, from->op[i].tag,
		    span_buf(&from->op[i].arg)), from->op[i].below);
}

/* Items, bytes (at most) and levels of a tree. */
struct measure {
	size_t items, bytes;
	unsigned depth;
};

static void
measure(struct measure *m, const struct ots_node *node, unsigned depth)
{
	/* Fork, tag, two lengths of three bytes; or a height of ten. */
	m->items += node->attestations + node->ops;
	m->bytes += 8 * node->ops + (20 + OTS_TAG) * node->attestations;
	if (depth > m->depth)
		m->depth = depth;
	for (size_t i = 0; i < node->attestations; i++)
		m->bytes += node->attestation[i].payload.n;
	for (size_t i = 0; i < node->ops; i++) {
		m->bytes += node->op[i].arg.n;
		measure(m, node->op[i].below, depth + 1);
	}
}

int
ots_node_check(const struct ots_node *node, struct err *e)
{
	struct measure m = { 0 };

	measure(&m, node, 0);
	if (m.depth > OTS_NODE_DEPTH)
		return err_set(e, ERR_LIMIT, "OpenTimestamps proof: more "
		    "than %d operations on one path", OTS_NODE_DEPTH);
	if (m.items > LIMIT_OTS_NODES || m.bytes > LIMIT_OTS_BYTES)
		return err_set(e, ERR_LIMIT, "OpenTimestamps proof: %zu "
		    "items in %zu bytes", m.items, m.bytes);
	return 0;
}

/* ${room} holds a message of each level from here down. */
static int
walk(struct ots_node *node, struct span message, uint8_t *room,
    unsigned depth, ots_node_visitor *visit, void *ctx, struct err *e)
{
	int rc = visit(ctx, node, message, depth, e);

	for (size_t i = 0; rc == 0 && i < node->ops; i++) {
		const struct ots_op *op = &node->op[i];
		const size_t n = ots_op_apply(room, op->tag,
		    span_buf(&op->arg), message);

		rc = walk(op->below, (struct span){ room, n },
		    room + OTS_OP_MOST, depth + 1, visit, ctx, e);
	}
	return rc;
}

int
ots_node_walk(struct ots_node *node, struct span message,
    ots_node_visitor *visit, void *ctx, struct err *e)
{
	uint8_t *room = mem_zero(OTS_NODE_DEPTH, OTS_OP_MOST);
	const int rc = walk(node, message, room, 0, visit, ctx, e);

	free(room);
	return rc;
}
