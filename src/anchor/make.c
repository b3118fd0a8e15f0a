/* SPDX-License-Identifier: MIT */
/* See make.h. */
#include "config.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

#include "anchor/make.h"

static const struct span nothing;

static struct digest
hash_two(struct span a, struct span b)
{
	uint8_t both[2 * DIGEST_BYTES];

	assert(a.n + b.n <= sizeof(both));
	memcpy(both, a.at, a.n);
	memcpy(both + a.n, b.at, b.n);
	return digest_sha256((struct span){ both, a.n + b.n });
}

static struct span
digest_span(const struct digest *d)
{
	return (struct span){ d->at, DIGEST_BYTES };
}

/* --- many files, one tip -------------------------------------------------- */

/* A subtree on the way up: the leaves it is over, and its hash. */
struct part {
	size_t first, n;
	struct digest d;
};

/* Each leaf of ${p} goes on with one more operation and a hash. */
static void
extend(struct ots_node **at, const struct part *p, uint8_t tag,
    const struct digest *with)
{
	for (size_t i = p->first; i < p->first + p->n; i++) {
		at[i] = ots_node_op(at[i], tag, digest_span(with));
		at[i] = ots_node_op(at[i], OTS_OP_SHA256, nothing);
	}
}

void
make_tree(struct digest *tip, struct ots *proofs,
    const uint8_t (*nonces)[MAKE_NONCE], size_t n)
{
	struct ots_node **at = mem_zero(n, sizeof(struct ots_node *));
	struct part *part = mem_zero(n, sizeof(*part));
	size_t left = n;

	assert(n > 0);
	for (size_t i = 0; i < n; i++) {
		const struct span digest = { proofs[i].digest, DIGEST_BYTES };

		part[i].first = i;
		part[i].n = 1;
		memcpy(part[i].d.at, proofs[i].digest, DIGEST_BYTES);
		at[i] = &proofs[i].top;
		if (nonces != NULL) {
			const struct span nonce = { nonces[i], MAKE_NONCE };

			at[i] = ots_node_op(at[i], OTS_OP_APPEND, nonce);
			at[i] = ots_node_op(at[i], OTS_OP_SHA256, nothing);
			part[i].d = hash_two(digest, nonce);
		}
	}
	while (left > 1) {
		for (size_t i = 0; i + 1 < left; i += 2) {
			struct part *a = &part[i], *b = &part[i + 1];

			extend(at, a, OTS_OP_APPEND, &b->d);
			extend(at, b, OTS_OP_PREPEND, &a->d);
			part[i / 2] = (struct part){ a->first, a->n + b->n,
				hash_two(digest_span(&a->d),
				digest_span(&b->d)) };
		}
		if (left % 2 == 1)
			part[left / 2] = part[left - 1];
		left = (left + 1) / 2;
	}
	for (size_t i = 0; i < n; i++)
		ots_node_add(at[i], OTS_WAITING, NULL, 0, nothing);
	*tip = part[0].d;
	free(part);
	free(at);
}

/* --- one stamp for every entry -------------------------------------------- */

/* From the digest to the hash of the leaf. */
static struct ots_node *
climb_entry(struct ots *o, const struct entry *entry)
{
	struct buf before = { 0 }, behind = { 0 };
	struct ots_node *at;

	buf_byte(&before, 0x00);
	entry_around(&before, &behind, entry);
	at = ots_node_op(&o->top, OTS_OP_HEXLIFY, nothing);
	at = ots_node_op(at, OTS_OP_PREPEND, span_buf(&before));
	at = ots_node_op(at, OTS_OP_APPEND, span_buf(&behind));
	at = ots_node_op(at, OTS_OP_SHA256, nothing);
	buf_clear(&before);
	buf_clear(&behind);
	return at;
}

static struct ots_node *
climb_path(struct ots_node *at, const struct merkle_path *path,
    uint64_t sides)
{
	static const uint8_t one = 0x01;
	uint8_t left[1 + DIGEST_BYTES] = { 0x01 };

	for (size_t i = 0; i < path->n; i++) {
		if ((sides >> i & 1) == 1) {
			memcpy(left + 1, path->at[i].at, DIGEST_BYTES);
			at = ots_node_op(at, OTS_OP_PREPEND, (struct span){
				left, sizeof(left) });
		} else {
			at = ots_node_op(at, OTS_OP_APPEND,
			    digest_span(&path->at[i]));
			at = ots_node_op(at, OTS_OP_PREPEND, (struct span){
				&one, 1 });
		}
		at = ots_node_op(at, OTS_OP_SHA256, nothing);
	}
	return at;
}

int
make_inclusion(struct ots *out, const struct entry *entry,
    const struct merkle_path *path, uint64_t index, uint64_t size,
    const struct ots *root, struct err *e)
{
	struct ots o = { 0 };
	struct buf text = { 0 };
	struct digest leaf, top;
	size_t n;

	if (root->hash != HASH_SHA256)
		return err_set(e, ERR_USAGE, "a proof of a %s is none of a "
		    "log's root", hash_print(root->hash));
	memcpy(top.at, root->digest, DIGEST_BYTES);
	entry_print(&text, entry);
	leaf = merkle_leaf(span_buf(&text));
	buf_clear(&text);
	if (merkle_inclusion_check(path, index, size, &leaf, &top, e) < 0)
		return -1;
	ots_init(&o, &entry->digest);
	ots_node_merge(climb_path(climb_entry(&o, entry), path,
	    merkle_sides(&n, index, size)), &root->top);
	if (ots_node_check(&o.top, e) < 0) {
		ots_clear(&o);
		return -1;
	}
	*out = o;
	return 0;
}
