/* SPDX-License-Identifier: MIT */
/* See merkle.h. */
#include "config.h"

#include <assert.h>
#include <inttypes.h>

#include "anchor/merkle.h"

/* How many bits are set in ${x}. */
static unsigned
ones(uint64_t x)
{
	return (unsigned)__builtin_popcountll(x);
}

/* The largest power of two below ${n}, which is above 1. */
static uint64_t
split(uint64_t n)
{
	return UINT64_C(1) << (63 - __builtin_clzll(n - 1));
}

struct digest
merkle_empty(void)
{
	return digest_sha256((struct span){ NULL, 0 });
}

struct digest
merkle_leaf(struct span entry)
{
	uint8_t small[1024];
	struct buf b = { 0 };
	struct digest d;

	/* Millions of short entries, and no allocation for them. */
	if (entry.n < sizeof(small)) {
		small[0] = 0;
		if (entry.n > 0)
			memcpy(small + 1, entry.at, entry.n);
		return digest_sha256((struct span){ small, entry.n + 1 });
	}
	buf_byte(&b, 0);
	buf_span(&b, entry);
	d = digest_sha256(span_buf(&b));
	buf_clear(&b);
	return d;
}

struct digest
merkle_node(const struct digest *left, const struct digest *right)
{
	uint8_t b[1 + 2 * DIGEST_BYTES];

	b[0] = 1;
	memcpy(b + 1, left->at, DIGEST_BYTES);
	memcpy(b + 1 + DIGEST_BYTES, right->at, DIGEST_BYTES);
	return digest_sha256((struct span){ b, sizeof(b) });
}

void
merkle_add(struct merkle *t, const struct digest *leaf)
{
	struct digest d = *leaf;
	unsigned n = ones(t->size);

	assert(t->size < MERKLE_SIZE_MOST);
	for (uint64_t s = t->size; s % 2 == 1; s /= 2)
		d = merkle_node(&t->edge[--n], &d);
	t->edge[n] = d;
	t->size++;
}

struct digest
merkle_root(const struct merkle *t)
{
	unsigned n = ones(t->size);
	struct digest d;

	if (n == 0)
		return merkle_empty();
	d = t->edge[--n];
	while (n > 0)
		d = merkle_node(&t->edge[--n], &d);
	return d;
}

/*
 * The hash of the leaves from ${at} to ${end}, of which ${at} is a multiple
 * of the largest power of two up to their number: folded from the right.
 */
static int
range(struct digest *out, const struct merkle_source *from, uint64_t at,
    uint64_t end, struct err *e)
{
	struct merkle part = { .size = end - at };
	unsigned n = 0;

	for (unsigned level = MERKLE_LEVELS; level-- > 0;) {
		const uint64_t size = UINT64_C(1) << level;

		if ((part.size & size) == 0)
			continue;
		if (from->get(from->ctx, &part.edge[n++], level, at >> level,
		    e) < 0)
			return -1;
		at += size;
	}
	*out = merkle_root(&part);
	return 0;
}

static int
fits(const struct merkle_source *from, uint64_t size, struct err *e)
{
	if (size > from->size || size > MERKLE_SIZE_MOST)
		return err_set(e, ERR_USAGE, "no tree of %" PRIu64
		    " entries: there are %" PRIu64, size, from->size);
	return 0;
}

int
merkle_load(struct merkle *out, const struct merkle_source *from,
    uint64_t size, struct err *e)
{
	struct merkle t = { .size = size };
	uint64_t at = 0;
	unsigned n = 0;

	if (fits(from, size, e) < 0)
		return -1;
	for (unsigned level = MERKLE_LEVELS; level-- > 0;) {
		if ((size >> level & 1) == 0)
			continue;
		if (from->get(from->ctx, &t.edge[n++], level, at >> level,
		    e) < 0)
			return -1;
		at += UINT64_C(1) << level;
	}
	*out = t;
	return 0;
}

static void
reverse(struct merkle_path *p)
{
	for (size_t i = 0; i < p->n / 2; i++) {
		const struct digest d = p->at[i];

		p->at[i] = p->at[p->n - 1 - i];
		p->at[p->n - 1 - i] = d;
	}
}

int
merkle_inclusion(struct merkle_path *out, const struct merkle_source *from,
    uint64_t index, uint64_t size, struct err *e)
{
	struct merkle_path p = { 0 };
	uint64_t at = 0, end = size;

	if (fits(from, size, e) < 0)
		return -1;
	if (index >= size)
		return err_set(e, ERR_USAGE, "no entry %" PRIu64
		    " in a tree of %" PRIu64, index, size);
	/* From the root down; the RFC lists them from the leaf up. */
	while (end - at > 1) {
		const uint64_t k = at + split(end - at);
		const bool left = index < k;

		if (range(&p.at[p.n++], from, left ? k : at, left ? end : k,
		    e) < 0)
			return -1;
		*(left ? &end : &at) = k;
	}
	reverse(&p);
	*out = p;
	return 0;
}

int
merkle_consistency(struct merkle_path *out, const struct merkle_source *from,
    uint64_t old, uint64_t size, struct err *e)
{
	struct merkle_path p = { 0 };
	uint64_t at = 0, end = size;

	if (fits(from, size, e) < 0)
		return -1;
	if (old == 0 || old > size)
		return err_set(e, ERR_USAGE, "no consistency proof from %"
		    PRIu64 " to %" PRIu64, old, size);
	/* SUBPROOF(m, D[n], b): b is true as long as ${at} is 0. */
	while (old != end) {
		const uint64_t k = at + split(end - at);
		const bool left = old <= k;

		if (range(&p.at[p.n++], from, left ? k : at, left ? end : k,
		    e) < 0)
			return -1;
		*(left ? &end : &at) = k;
	}
	if (at != 0 && range(&p.at[p.n++], from, at, end, e) < 0)
		return -1;
	reverse(&p);
	*out = p;
	return 0;
}

static int
fails(struct err *e, const char *what)
{
	return err_set(e, ERR_TRUST, "%s (RFC 9162 section 2.1)", what);
}

/*
 * One step up for both verifiers: whether the hash stands on the left, and
 * the places of the next level.
 */
static bool
step(uint64_t *fn, uint64_t *sn)
{
	const bool left = (*fn & 1) == 1 || *fn == *sn;

	while (left && (*fn & 1) == 0 && *fn != 0) {
		*fn >>= 1;
		*sn >>= 1;
	}
	*fn >>= 1;
	*sn >>= 1;
	return left;
}

int
merkle_inclusion_check(const struct merkle_path *path, uint64_t index,
    uint64_t size, const struct digest *leaf, const struct digest *root,
    struct err *e)
{
	uint64_t fn = index, sn = size - 1;
	struct digest r = *leaf;

	if (index >= size)
		return fails(e, "inclusion proof: the index is outside the "
		    "tree");
	for (size_t i = 0; i < path->n; i++) {
		if (sn == 0)
			return fails(e, "inclusion proof: too many hashes");
		r = step(&fn, &sn) ? merkle_node(&path->at[i], &r)
		    : merkle_node(&r, &path->at[i]);
	}
	if (sn != 0)
		return fails(e, "inclusion proof: too few hashes");
	if (!digest_equal(&r, root))
		return fails(e, "inclusion proof: leads to another root");
	return 0;
}

int
merkle_consistency_check(const struct merkle_path *path, uint64_t old,
    uint64_t size, const struct digest *old_root, const struct digest *root,
    struct err *e)
{
	uint64_t fn = old - 1, sn = size - 1;
	struct digest fr, sr;
	size_t i = 0;

	if (old == 0 || old > size)
		return fails(e, "consistency proof: sizes out of order");
	if (old == size && path->n != 0)
		return fails(e, "consistency proof: too many hashes");
	if (old == size)
		return digest_equal(old_root, root) ? 0
		    : fails(e, "two roots for one size");
	if (path->n == 0)
		return fails(e, "consistency proof: too few hashes");
	/* An old tree that is perfect is a hash of the new one itself. */
	fr = sr = ones(old) == 1 ? *old_root : path->at[i++];
	while ((fn & 1) == 1) {
		fn >>= 1;
		sn >>= 1;
	}
	for (; i < path->n; i++) {
		if (sn == 0)
			return fails(e, "consistency proof: too many hashes");
		if (step(&fn, &sn)) {
			fr = merkle_node(&path->at[i], &fr);
			sr = merkle_node(&path->at[i], &sr);
		} else {
			sr = merkle_node(&sr, &path->at[i]);
		}
	}
	if (sn != 0)
		return fails(e, "consistency proof: too few hashes");
	if (!digest_equal(&fr, old_root))
		return fails(e, "consistency proof: leads to another old "
		    "root");
	if (!digest_equal(&sr, root))
		return fails(e, "consistency proof: leads to another root");
	return 0;
}

uint64_t
merkle_sides(size_t *n, uint64_t index, uint64_t size)
{
	uint64_t fn = index, sn = size - 1, sides = 0;
	size_t i = 0;

	assert(index < size);
	for (; sn != 0; i++)
		sides |= (uint64_t)step(&fn, &sn) << i;
	*n = i;
	return sides;
}
