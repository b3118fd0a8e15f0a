/* SPDX-License-Identifier: MIT */
/* ots_info() of ots.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"

#include "anchor/ots.h"

static void
hex(struct buf *out, struct span s)
{
	codec_hex((char *)buf_room(out, 2 * s.n + 1), s.at, s.n);
	buf_used(out, 2 * s.n);
}

static void
indent(struct buf *out, unsigned n)
{
	for (; n > 0; n--)
		buf_byte(out, ' ');
}

static void
attestation(struct buf *out, const struct ots_attestation *a,
    struct span message, unsigned depth)
{
	static const char *const names[] = { "Bitcoin", "Litecoin",
		"Ethereum" };

	indent(out, depth);
	buf_text(out, "verify ");
	if (ots_node_has_height(a->kind)) {
		buf_fmt(out, "%sBlockHeaderAttestation(%" PRIu64 ")\n",
		    names[a->kind], a->height);
	} else if (a->kind == OTS_PENDING) {
		buf_text(out, "PendingAttestation('");
		buf_span(out, span_buf(&a->payload));
		buf_text(out, "')\n");
	} else {
		buf_text(out, "UnknownAttestation(");
		hex(out, (struct span){ a->tag, OTS_TAG });
		buf_text(out, ", ");
		hex(out, span_buf(&a->payload));
		buf_text(out, ")\n");
	}
	if (a->kind != OTS_BITCOIN && a->kind != OTS_LITECOIN)
		return;
	/* Explorers print a root from its last byte to its first. */
	indent(out, depth);
	buf_fmt(out, "# %s block merkle root ", names[a->kind]);
	for (size_t i = message.n; i-- > 0;)
		hex(out, (struct span){ message.at + i, 1 });
	buf_byte(out, '\n');
}

/* ${room} holds a message of each level from here down. */
static void
tree(struct buf *out, const struct ots_node *node, struct span message,
    uint8_t *room, unsigned depth)
{
	for (size_t i = 0; i < node->attestations; i++)
		attestation(out, &node->attestation[i], message, depth);
	for (size_t i = 0; i < node->ops; i++) {
		const struct ots_op *op = &node->op[i];
		const size_t n = ots_op_apply(room, op->tag,
		    span_buf(&op->arg), message);

		indent(out, depth);
		if (node->ops > 1)
			buf_text(out, " -> ");
		buf_text(out, ots_op_print(op->tag));
		if (op->arg.n > 0) {
			buf_byte(out, ' ');
			hex(out, span_buf(&op->arg));
		}
		buf_byte(out, '\n');
		tree(out, op->below, (struct span){ room, n },
		    room + OTS_OP_MOST, depth + (node->ops > 1 ? 4 : 0));
	}
}

void
ots_info(struct buf *out, const struct ots *o)
{
	uint8_t *room = mem_zero(OTS_NODE_DEPTH, OTS_OP_MOST);
	const struct span digest = { o->digest, hash_size(o->hash) };

	buf_fmt(out, "File %s hash: ", hash_print(o->hash));
	hex(out, digest);
	buf_text(out, "\nTimestamp:\n");
	tree(out, &o->top, digest, room, 0);
	free(room);
}
