/* SPDX-License-Identifier: MIT */
/*
 * The next snapshot while it is being made: entries go in, in order, and the
 * tiles, the index and the shards grow by them.  Nothing of what is there is
 * touched before the first entry, and nothing gets a name that counts before
 * growth_settle().
 */
#ifndef PITH_KEEP_GROWTH_H
#define PITH_KEEP_GROWTH_H

#include "keep/log.h"
#include "keep/shard.h"

struct growth {
	const char *dir;	/* borrowed */
	uint64_t before;	/* entries of the log before */
	struct tile_writer tiles;
	struct stream index;
	struct shard shard;
	bool begun, sharded;
	struct buf line;
};

/* Begin behind ${l}, which is NULL for a new log. */
int growth_open(struct growth *g, const char *dir, struct log *l,
    struct err *e) MUST_CHECK;

/* Append an entry; ${bytes} are the archive's, of an add or a replace, and
 * ${stored} is their digest. */
int growth_add(struct growth *g, const struct entry *entry,
    struct span bytes, const struct digest *stored, struct err *e) MUST_CHECK;

/* Write all that is not written, and wait for the disk. */
int growth_settle(struct digest *root, struct growth *g, struct err *e)
    MUST_CHECK;

/* Remove what the checkpoint of the new size has no use for. */
void growth_tidy(const struct growth *g);
void growth_clear(struct growth *g);

#endif
