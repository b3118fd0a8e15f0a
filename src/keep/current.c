/* SPDX-License-Identifier: MIT */
/* See current.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "keep/current.h"

/* Archives of one number at one time. */
#define BESIDE_MOST 4096u

struct play {
	struct current c;
	struct merkle tree;
	uint64_t keys;		/* the version of the newest key list, or 0 */
};

static int
take(void *ctx, uint64_t index, struct span text, const struct entry *entry,
    struct err *e)
{
	struct play *p = ctx;
	const struct digest leaf = merkle_leaf(text);

	merkle_add(&p->tree, &leaf);
	if (entry->event == ENTRY_KEY) {
		if (p->keys != 0 && entry->version != p->keys + 1)
			return err_set(e, ERR_FORMAT, "entry %" PRIu64 ": key "
			    "list %" PRIu64 " behind %" PRIu64, index,
			    entry->version, p->keys);
		p->keys = entry->version;
		return 0;
	}
	mem_grow(&p->c.at, p->c.n, sizeof(*p->c.at));
	p->c.at[p->c.n++] = (struct current_one){ *entry, index };
	return 0;
}

/* By suffix, then as they happened. */
static int
by_history(const void *a, const void *b)
{
	const struct current_one *x = a, *y = b;
	const int c = memcmp(x->entry.suffix, y->entry.suffix, ENTRY_SUFFIX);

	return c != 0 ? c : x->index < y->index ? -1 : x->index > y->index;
}

static int
by_digest(const void *a, const void *b)
{
	const struct current_one *x = a, *y = b;

	return memcmp(x->entry.digest.at, y->entry.digest.at, DIGEST_BYTES);
}

/* One event on the ${*n} archives of one number in ${set}. */
static int
play_one(struct current_one *set, size_t *n, const struct current_one *ev,
    struct err *e)
{
	const struct current_one now = *ev;
	size_t i = 0;

	while (i < *n && !digest_equal(&set[i].entry.digest,
	    &now.entry.digest))
		i++;
	if ((now.entry.event == ENTRY_WITHDRAW) == (i == *n))
		return err_set(e, ERR_FORMAT, "entry %" PRIu64 ": %s", now.index,
		    i == *n ? "withdraws what is not there"
		    : "adds what is there already");
	if (now.entry.event == ENTRY_WITHDRAW) {
		memmove(set + i, set + i + 1, (*n - i - 1) * sizeof(*set));
		--*n;
		return 0;
	}
	if (now.entry.event == ENTRY_REPLACE)
		*n = 0;
	if (*n >= BESIDE_MOST)
		return err_set(e, ERR_LIMIT, "entry %" PRIu64 ": more than %u "
		    "archives of one number", now.index, BESIDE_MOST);
	/* What was played is never longer than what was read. */
	set[(*n)++] = now;
	return 0;
}

/* From all that happened, number by number, to what is there; in place. */
static int
fold(struct current *c, struct err *e)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->n;) {
		struct current_one *set = c->at + kept;
		char suffix[ENTRY_SUFFIX + 1];
		size_t n = 0;

		memcpy(suffix, c->at[i].entry.suffix, sizeof(suffix));
		for (; i < c->n && strcmp(c->at[i].entry.suffix, suffix) == 0;
		    i++)
			if (play_one(set, &n, &c->at[i], e) < 0)
				return -1;
		if (n > 1)
			qsort(set, n, sizeof(*set), by_digest);
		kept += n;
	}
	c->n = kept;
	return 0;
}

int
current_load(struct current *out, struct digest *root, struct log *l,
    uint64_t size, struct err *e)
{
	struct play p = { 0 };
	bool sorted = true;

	if (log_each(l, 0, size, take, &p, e) < 0)
		goto fail;
	/* The first snapshot is in order as it is; sorting needs memory. */
	for (size_t i = 1; i < p.c.n && sorted; i++)
		sorted = by_history(&p.c.at[i - 1], &p.c.at[i]) < 0;
	if (!sorted)
		qsort(p.c.at, p.c.n, sizeof(*p.c.at), by_history);
	if (fold(&p.c, e) < 0)
		goto fail;
	*out = p.c;
	*root = size == 0 ? merkle_empty() : merkle_root(&p.tree);
	return 0;
fail:
	free(p.c.at);
	return -1;
}

void
current_clear(struct current *c)
{
	free(c->at);
	*c = (struct current){ 0 };
}

size_t
current_find(size_t *first, const struct current *c, const char *suffix)
{
	size_t low = 0, high = c->n, n = 0;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (strcmp(c->at[mid].entry.suffix, suffix) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	*first = low;
	while (low + n < c->n
	    && strcmp(c->at[low + n].entry.suffix, suffix) == 0)
		n++;
	return n;
}

const struct current_one *
current_get(const struct current *c, const char *suffix,
    const struct digest *identity)
{
	size_t first;
	const size_t n = current_find(&first, c, suffix);

	for (size_t i = 0; i < n; i++)
		if (digest_equal(&c->at[first + i].entry.digest, identity))
			return &c->at[first + i];
	return NULL;
}
