/* SPDX-License-Identifier: MIT */
/* What cache.c and store.c share of a cache. */
#ifndef PITH_CACHE_CACHE_PRIVATE_H
#define PITH_CACHE_CACHE_PRIVATE_H

#include "cache/cache.h"

struct cache {
	char *dir, *generation, *index_folder;
};

/* DIR/RW, the folder of the numbers that begin as ${suffix} does; the caller
 * frees it. */
char *cache_folder(const struct cache *c, const char *suffix);

/* Where the index of this cache lies; NULL where it has none.  The caller
 * frees it. */
char *cache_index_path(const struct cache *c);

/* Append the numbers whose suffix begins with ${prefix}, of two characters at
 * least. */
int cache_find_prefix(struct cache_hits *out, const struct cache *c,
    const char *prefix, struct err *e) MUST_CHECK;

#endif
