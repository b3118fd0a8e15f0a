/* SPDX-License-Identifier: MIT */
/*
 * What a log says is there now: its entries played from the first one on.
 *
 * add puts an archive in, replace puts it in and ends the number's earlier
 * ones, withdraw ends the archive that it names.  An add of what is there, or
 * a withdraw of what is not, is no log; nor is a key list whose version is not
 * that of the one before and one.  About 90 bytes an entry are held.
 */
#ifndef PITH_KEEP_CURRENT_H
#define PITH_KEEP_CURRENT_H

#include "keep/log.h"

struct current_one {
	struct entry entry;
	uint64_t index;
};

/* Sorted by suffix and digest. */
struct current {
	struct current_one *at;
	size_t n;
};

/*
 * Play the first ${size} entries of ${l}, each of which is hashed on the way:
 * ${root} becomes the root of all of them.
 */
int current_load(struct current *out, struct digest *root, struct log *l,
    uint64_t size, struct err *e) MUST_CHECK;
void current_clear(struct current *c);

/* The archives of ${suffix}: how many, and where the first one is. */
size_t current_find(size_t *first, const struct current *c,
    const char *suffix);

/* The archive of ${suffix} with this identity, or NULL. */
const struct current_one *current_get(const struct current *c,
    const char *suffix, const struct digest *identity);

#endif
