/* SPDX-License-Identifier: MIT */
/* See ots.h. */
#include "config.h"

#include <assert.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"

#include "anchor/ots.h"

static const uint8_t magic[31] = "\0OpenTimestamps\0\0Proof\0"
    "\xbf\x89\xe2\xe8\x84\xe8\x92\x94";

#define PAYLOAD 8192
#define URI 1000

void
ots_clear(struct ots *o)
{
	ots_node_clear(&o->top);
	*o = (struct ots){ 0 };
}

void
ots_init(struct ots *out, const struct digest *d)
{
	*out = (struct ots){ .hash = HASH_SHA256 };
	memcpy(out->digest, d->at, DIGEST_BYTES);
}

/* The message at the top. */
static struct span
top_message(const struct ots *o)
{
	return (struct span){ o->digest, hash_size(o->hash) };
}

/* --- reading -------------------------------------------------------------- */

struct reader {
	struct span rest;
	size_t items;
};

static int
malformed(struct err *e, const char *what)
{
	return err_set(e, ERR_FORMAT, "not an OpenTimestamps proof: %s", what);
}

static int
too_much(struct err *e, const char *what)
{
	return err_set(e, ERR_LIMIT, "OpenTimestamps proof: %s", what);
}

static int
take(struct span *out, struct reader *r, size_t n, struct err *e)
{
	if (r->rest.n < n)
		return malformed(e, "it ends too early");
	*out = (struct span){ r->rest.at, n };
	r->rest = (struct span){ r->rest.at + n, r->rest.n - n };
	return 0;
}

static int
take_byte(uint8_t *out, struct reader *r, struct err *e)
{
	struct span s = { NULL, 0 };

	if (take(&s, r, 1, e) < 0)
		return -1;
	*out = s.at[0];
	return 0;
}

static int
take_varuint(uint64_t *out, struct reader *r, struct err *e)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < 10; i++) {
		uint8_t b;

		if (take_byte(&b, r, e) < 0)
			return -1;
		if (i == 9 && b > 1)
			break;
		value |= (uint64_t)(b & 0x7f) << 7 * i;
		if (b < 0x80) {
			*out = value;
			return 0;
		}
	}
	return too_much(e, "a number of more than 64 bits");
}

static int
take_varbytes(struct span *out, struct reader *r, size_t least, size_t most,
    struct err *e)
{
	uint64_t n = 0;

	if (take_varuint(&n, r, e) < 0)
		return -1;
	if (n < least)
		return malformed(e, "an empty argument");
	if (n > most)
		return too_much(e, "a string that is too long");
	return take(out, r, (size_t)n, e);
}

/* What a pending attestation may name; the reference allows no more. */
static bool
is_uri(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		const uint8_t c = s.at[i];

		if (!(c >= 'A' && c <= 'Z') && !(c >= 'a' && c <= 'z')
		    && !(c >= '0' && c <= '9')
		    && (c == '\0' || strchr("-._/:", c) == NULL))
			return false;
	}
	return true;
}

static int
read_attestation(struct ots_node *node, struct reader *r, struct err *e)
{
	struct span tag = { NULL, 0 }, payload = tag;
	struct reader inner = { 0 };
	uint64_t height = 0;
	enum ots_kind kind;

	if (take(&tag, r, OTS_TAG, e) < 0
	    || take_varbytes(&payload, r, 0, PAYLOAD, e) < 0)
		return -1;
	kind = ots_node_kind(tag.at);
	inner.rest = payload;
	if (ots_node_has_height(kind) && take_varuint(&height, &inner, e) < 0)
		return -1;
	if (kind == OTS_PENDING) {
		if (take_varbytes(&payload, &inner, 0, URI, e) < 0)
			return -1;
		if (!is_uri(payload))
			return malformed(e, "a URI with other characters "
			    "than A-Za-z0-9-._/:");
	}
	if ((ots_node_has_height(kind) || kind == OTS_PENDING)
	    && inner.rest.n > 0)
		return malformed(e, "bytes behind an attestation");
	ots_node_add(node, kind, tag.at, height, payload);
	return 0;
}

/* ${depth}: how many operations may still follow on this path, plus one. */
static int
read_node(struct ots_node *node, struct reader *r, size_t n, unsigned depth,
    struct err *e)
{
	uint8_t tag = 0xff;

	if (depth == 0)
		return too_much(e, "more than 255 operations on one path");
	for (bool more = true; more;) {
		struct span arg = { NULL, 0 };
		size_t size;

		if (take_byte(&tag, r, e) < 0)
			return -1;
		more = tag == 0xff;
		if (more && take_byte(&tag, r, e) < 0)
			return -1;
		if (++r->items > LIMIT_OTS_NODES)
			return too_much(e, "too many items");
		if (tag == 0x00) {
			if (read_attestation(node, r, e) < 0)
				return -1;
			continue;
		}
		if (ots_op_print(tag) == NULL)
			return malformed(e, "an operation that is not known");
		if (ots_op_has_arg(tag)
		    && take_varbytes(&arg, r, 1, OTS_OP_MOST, e) < 0)
			return -1;
		size = ots_op_size(tag, n, arg.n);
		if (size == 0)
			return too_much(e, "a result of more than 4096 "
			    "bytes");
		if (read_node(ots_node_op(node, tag, arg), r,
		    size, depth - 1, e) < 0)
			return -1;
	}
	return 0;
}

int
ots_parse(struct ots *out, struct span file, struct err *e)
{
	struct ots o = { 0 };
	struct reader r = { .rest = file };
	struct span s = { NULL, 0 };
	uint8_t version, tag;

	if (file.n > LIMIT_OTS_BYTES)
		return too_much(e, "more than 1 MiB");
	if (file.n < sizeof(magic)
	    || memcmp(file.at, magic, sizeof(magic)) != 0)
		return malformed(e, "it does not begin like one");
	if (take(&s, &r, sizeof(magic), e) < 0
	    || take_byte(&version, &r, e) < 0)
		return -1;
	if (version != 1)
		return malformed(e, "another version than 1");
	if (take_byte(&tag, &r, e) < 0)
		return -1;
	if (!ots_op_hash(&o.hash, tag))
		return malformed(e, "the digest's function is not known");
	if (take(&s, &r, hash_size(o.hash), e) < 0)
		return -1;
	memcpy(o.digest, s.at, s.n);
	if (read_node(&o.top, &r, s.n, OTS_NODE_DEPTH + 1, e) < 0)
		goto fail;
	if (r.rest.n > 0) {
		malformed(e, "bytes behind its end");
		goto fail;
	}
	*out = o;
	return 0;
fail:
	ots_clear(&o);
	return -1;
}

/* --- writing -------------------------------------------------------------- */

static void
put_varuint(struct buf *out, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		buf_byte(out, (uint8_t)(value | 0x80));
	buf_byte(out, (uint8_t)value);
}

static void
put_varbytes(struct buf *out, struct span s)
{
	put_varuint(out, s.n);
	buf_span(out, s);
}

static void
print_attestation(struct buf *out, const struct ots_attestation *a)
{
	struct buf payload = { 0 };

	buf_byte(out, 0x00);
	buf_add(out, a->tag, sizeof(a->tag));
	if (ots_node_has_height(a->kind))
		put_varuint(&payload, a->height);
	else if (a->kind == OTS_PENDING)
		put_varbytes(&payload, span_buf(&a->payload));
	else
		buf_span(&payload, span_buf(&a->payload));
	put_varbytes(out, span_buf(&payload));
	buf_clear(&payload);
}

static void
print_node(struct buf *out, const struct ots_node *node)
{
	const size_t items = node->attestations + node->ops;

	assert(items > 0);
	for (size_t i = 0; i < items; i++) {
		const struct ots_op *op;

		if (i + 1 < items)
			buf_byte(out, 0xff);
		if (i < node->attestations) {
			print_attestation(out, &node->attestation[i]);
			continue;
		}
		op = &node->op[i - node->attestations];
		buf_byte(out, op->tag);
		if (ots_op_has_arg(op->tag))
			put_varbytes(out, span_buf(&op->arg));
		print_node(out, op->below);
	}
}

void
ots_print(struct buf *out, const struct ots *o)
{
	buf_add(out, magic, sizeof(magic));
	buf_byte(out, 1);
	buf_byte(out, ots_op_of(o->hash));
	buf_span(out, top_message(o));
	print_node(out, &o->top);
}

/* --- growing -------------------------------------------------------------- */

/* Put ${tree} in the place of what ${o} says, where readers would take it. */
static int
replace(struct ots *o, struct ots_node *tree, struct err *e)
{
	if (ots_node_check(tree, e) < 0)
		return -1;
	ots_node_clear(&o->top);
	o->top = *tree;
	*tree = (struct ots_node){ 0 };
	return 0;
}

int
ots_merge(struct ots *o, const struct ots *from, struct err *e)
{
	struct ots_node tree = { 0 };
	int rc;

	if (o->hash != from->hash
	    || !span_equal(top_message(o), top_message(from)))
		return err_set(e, ERR_USAGE, "two OpenTimestamps proofs of "
		    "different digests");
	ots_node_merge(&tree, &o->top);
	ots_node_merge(&tree, &from->top);
	rc = replace(o, &tree, e);
	ots_node_clear(&tree);
	return rc;
}

/* The nodes of one message; they do not move while others grow. */
struct spots {
	struct span message;
	struct ots_node **at;
	size_t n;
	unsigned deepest;
};

static int
note_spot(void *ctx, struct ots_node *node, struct span message,
    unsigned depth, struct err *e)
{
	struct spots *s = ctx;

	(void)e;
	if (!span_equal(message, s->message))
		return 0;
	mem_grow(&s->at, s->n, sizeof(struct ots_node *));
	s->at[s->n++] = node;
	if (depth > s->deepest)
		s->deepest = depth;
	return 0;
}

static int
read_reply(struct ots_node *out, const struct spots *s, struct span reply,
    struct err *e)
{
	struct reader r = { .rest = reply };

	if (reply.n > LIMIT_OTS_REPLY_BYTES)
		return too_much(e, "a calendar's answer of more than 64 kB");
	if (read_node(out, &r, s->message.n,
	    OTS_NODE_DEPTH + 1 - s->deepest, e) < 0)
		return -1;
	if (r.rest.n > 0)
		return malformed(e, "bytes behind a calendar's answer");
	return 0;
}

int
ots_attach(struct ots *o, struct span message, struct span reply,
    struct err *e)
{
	struct ots_node tree = { 0 }, more = { 0 };
	struct spots s = { .message = message };
	size_t items = 0;
	int rc;

	ots_node_merge(&tree, &o->top);
	rc = ots_node_walk(&tree, top_message(o), note_spot, &s, e);
	if (rc < 0 || s.n == 0)
		goto done;
	rc = read_reply(&more, &s, reply, e);
	/* Many copies are looked at before they are made. */
	items = reply.n * s.n;
	if (rc == 0 && items > LIMIT_OTS_BYTES)
		rc = too_much(e, "a message in too many places");
	if (rc < 0)
		goto done;
	for (size_t i = 0; i < s.n; i++) {
		ots_node_drop(s.at[i], OTS_WAITING);
		ots_node_merge(s.at[i], &more);
	}
	rc = replace(o, &tree, e) < 0 ? -1 : 1;
done:
	ots_node_clear(&tree);
	ots_node_clear(&more);
	free(s.at);
	return rc;
}

/* --- looking -------------------------------------------------------------- */

struct visit {
	ots_visitor *visit;
	void *ctx;
};

static int
visit_node(void *ctx, struct ots_node *node, struct span message,
    unsigned depth, struct err *e)
{
	const struct visit *v = ctx;
	int rc = 0;

	(void)depth;
	for (size_t i = 0; rc == 0 && i < node->attestations; i++)
		rc = v->visit(v->ctx, &node->attestation[i], message, e);
	return rc;
}

int
ots_walk(const struct ots *o, ots_visitor *visit, void *ctx, struct err *e)
{
	struct visit v = { visit, ctx };

	/* visit_node() changes nothing. */
	return ots_node_walk((struct ots_node *)&o->top, top_message(o),
	    visit_node, &v, e);
}
