/* SPDX-License-Identifier: MIT */
/*
 * The index of one cache: from an alias in normal form to the suffixes that
 * may have it.  Numbers and short forms need none: the folder itself is in
 * their order.
 *
 * The index is one SQLite file, derived from the archives and rebuilt at any
 * time.  It lies in the user's own data folder, under a name made of the
 * cache's real path, and never in or beside a cache: so nothing that came
 * with a paper is ever taken for one.  It is believed only while it speaks of
 * the cache's present generation, and a hit is checked against the archive.
 *
 * A writer enters an alias before the archive gets its name, with the
 * generation that will follow; so at every instant, whatever dies, the index
 * knows at least every alias that the folder has.
 */
#ifndef PITH_CACHE_INDEX_H
#define PITH_CACHE_INDEX_H

#include "base/err.h"
#include "base/file.h"

struct index;

/* Open ${path} for reading; ERR_ABSENT where there is none. */
int index_open(struct index **out, const char *path, struct err *e)
    MUST_CHECK;

/* Open it for writing, making it where it is missing or is no index. */
int index_create(struct index **out, const char *path, struct err *e)
    MUST_CHECK;
void index_close(struct index *x);

/* Whether it speaks of ${generation}. */
bool index_is_current(struct index *x, const char *generation);

/* Forget everything. */
int index_empty(struct index *x, struct err *e) MUST_CHECK;

/* Enter one alias of ${suffix}. */
int index_add(struct index *x, const char *alias, const char *suffix,
    struct err *e) MUST_CHECK;

/*
 * From now on the index speaks of ${generation} too (${only}: of no other).
 * Nothing that was added before is lost when the program dies later.
 */
int index_commit(struct index *x, const char *generation, bool only,
    struct err *e) MUST_CHECK;

/* The suffixes of ${alias}, in byte order. */
int index_find(struct names *out, struct index *x, const char *alias,
    struct err *e) MUST_CHECK;

#endif
