/* SPDX-License-Identifier: MIT */
/*
 * Changes to a cache (cache/cache.h): what comes, what goes.
 *
 * Writers of one cache take its lock; the order of the steps is such that
 * whatever dies in between leaves the old state or the new one, and the next
 * run goes on: the index learns the alias, the archive gets its name, what it
 * contains is removed, `generation' changes.
 */
#ifndef PITH_CACHE_STORE_H
#define PITH_CACHE_STORE_H

#include "cache/cache.h"

enum store_added {
	STORE_ADDED,		/* it is new, or replaced what it contains */
	STORE_BESIDE,		/* kept beside another of the number */
	STORE_SAME,		/* it, or all that it says, was there */
	STORE_OLDER		/* not stored: a part of what is there */
};

/*
 * Proofs of time of CACHE/RW/STEM.tar.gz lie in CACHE/proofs/RW/ under names
 * that begin with STEM.  They are of one identity: an archive that has some is
 * never replaced, and they go when it is removed.
 *
 * Where an archive was damaged and set aside, or removed by hand, its proofs
 * wait: no other archive takes its name, and when it comes again it is stored,
 * also where another has all of it.  ${proves} says whether the proofs that
 * lie with ${path}, which need not be there, are of ${identity}.
 *
 * Store ${b}, whose report has been made with ${ring}.  What is there is
 * judged with the same keys: nothing is replaced by, and nothing is older
 * than, what has a worse verdict.  Only `good', `unsigned' and
 * `conflict' are stored; others are ERR_TRUST.  A plain bundle.json is packed.
 * What is damaged in the cache under that number is set aside.  ${b} is
 * trimmed, so that two large ones are never held at once.  ${*proofs} becomes
 * CACHE/proofs/RW/STEM of the archive with this identity, or NULL where there
 * is none; the caller frees it.
 */
typedef bool store_proves(const char *path, const struct digest *identity);
int store_add(enum store_added *how, char **proofs, struct cache *c,
    struct bundle *b, const struct report *rep, const struct keyring *ring,
    store_proves *proves, struct err *e) MUST_CHECK;

/* Remove the archives of ${suffix} and their proofs; how many archives there
 * were, or -1. */
int store_remove(struct cache *c, const char *suffix, struct err *e)
    MUST_CHECK;

/* Read every archive and make the index anew. */
int store_rebuild(struct cache *c, struct err *e) MUST_CHECK;

/* Write `generation' where it is missing. */
int store_mark(struct cache *c, struct err *e) MUST_CHECK;

#endif
