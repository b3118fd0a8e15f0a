/* SPDX-License-Identifier: MIT */
/*
 * A cache is a folder of bundle archives:
 *
 *	DIR/RW/RWK3IB5D7755ZZZJPVXAV33O77.tar.gz
 *	DIR/RW/RWK3IB5D7755ZZZJPVXAV33O77.0123456789abcdef.tar.gz
 *	DIR/generation
 *	DIR/lock
 *
 * The second form is a further archive of the number that neither contains
 * nor is contained in the first, named by its identity; readers read all.
 * `generation' is a line that changes whenever an archive comes or goes, so
 * that a build tool can depend on it.  Files that are there already are never
 * changed but by a whole replacement; other names are left alone.  Nothing is
 * decided by times.
 *
 * Whatever a cache holds is unverified: finding a file is not trusting it.
 */
#ifndef PITH_CACHE_CACHE_H
#define PITH_CACHE_CACHE_H

#include "base/file.h"
#include "bundle/bundle.h"

struct cache;

/*
 * The cache in ${dir}, which need not be there.  ${index_folder} is where this
 * user's indexes lie; NULL for a folder that came with a paper: then no index
 * is made or opened.  Touches no file.
 */
struct cache *cache_open(const char *dir, const char *index_folder);
void cache_free(struct cache *c);
const char *cache_dir(const struct cache *c);

/* The path of `generation', borrowed; and its text, NULL where there is none,
 * which the caller frees. */
const char *cache_generation_path(const struct cache *c);
int cache_generation(char **out, const struct cache *c, struct err *e)
    MUST_CHECK;

/* The path that the first archive of ${suffix} has; the caller frees it. */
char *cache_path(const struct cache *c, const char *suffix);

/* The archives of one number. */
struct cache_hit {
	char suffix[NUMBER_SUFFIX + 1];
	struct names files;	/* paths; the one without identity first */
};
struct cache_hits {
	struct cache_hit *list;	/* in byte order of suffixes */
	size_t n;
};

/*
 * Append the numbers in the cache that ${n} may name: one for a whole suffix,
 * any number of them for a short form or an alias.  An alias is compared with
 * the records of the archives, which no signature covers yet.
 */
int cache_find(struct cache_hits *out, const struct cache *c,
    const struct number *n, struct err *e) MUST_CHECK;
void cache_hits_clear(struct cache_hits *h);

/* Whether a record in ${hit} is of ${year}; 0: of any. */
bool cache_has_year(const struct cache_hit *hit, unsigned year);

/* Call ${each} for every number, in byte order; it returns -1 to end. */
int cache_each(const struct cache *c,
    int (*each)(void *ctx, const struct cache_hit *hit, struct err *e),
    void *ctx, struct err *e) MUST_CHECK;

#endif
