/* SPDX-License-Identifier: MIT */
/*
 * The archives of a cache, or those that are current in a snapshot, number by
 * number in byte order of suffixes: so that what is made of one is made of
 * the other alike.
 *
 * Of a cache nothing is read here but names; of a snapshot the shards are
 * read once from front to back, side by side, so that a snapshot of any size
 * needs no more memory than its log (keep/current.h).  An archive of a
 * snapshot has the identity that the log says.  Nothing else is verified:
 * whatever uses the bytes judges them.
 */
#ifndef PITH_SITE_HOLDING_H
#define PITH_SITE_HOLDING_H

#include "cache/cache.h"

struct holding_file {
	char *name;		/* for messages; of a cache its path */
	bool lies;		/* ${name} is a file that is still to be read */
	struct buf bytes;	/* else these are its bytes */
	bool proofs;		/* for the visitor: proofs of time are with it */
};

struct holding {
	char suffix[NUMBER_SUFFIX + 1];
	struct holding_file *at;
	size_t n;
};

void holding_clear(struct holding *h);

/* Read what lies there still; ERR_LIMIT, ERR_FORMAT for what is no file of a
 * bundle, else ERR_IO, ERR_ABSENT. */
int holding_load(struct holding_file *f, struct err *e) MUST_CHECK;

/*
 * Call ${each} for every number of the cache or snapshot ${dir}; it takes
 * over ${h} and returns -1 to end.  ERR_ABSENT where ${dir} is no folder;
 * ERR_TRUST for a snapshot whose log or shards contradict each other.
 */
typedef int holding_visitor(void *ctx, struct holding *h, struct err *e);
int holding_each(const char *dir, holding_visitor *each, void *ctx,
    struct err *e) MUST_CHECK;

#endif
