/* SPDX-License-Identifier: MIT */
/*
 * A snapshot is a whole cache at one instant: a log of what came and went
 * (keep/log.h), the bytes behind it (keep/shard.h), index.tsv that leads from
 * one to the other (keep/row.h), and a checkpoint that signs all of it.
 *
 * Snapshots of one cache share one folder, which only grows: the next one
 * appends entries for what was added, replaced and withdrawn since.  In one
 * snapshot entries are in order of (suffix, identity), so two mirrors with
 * the same changes make the same tree.  A number of which all archives went
 * and others came gets a replace and adds; else each one that went gets a
 * withdraw.  What stands in the log is what was read; nothing is verified but
 * that it is an archive of its number.
 *
 * The order of the steps makes every interruption harmless: tiles, shards and
 * the index are on disk; the mark says what will be signed (keep/mark.h); the
 * checkpoint gets its name.  Until then readers see the snapshot before, and
 * the next run goes on from there.
 */
#ifndef PITH_KEEP_SNAPSHOT_H
#define PITH_KEEP_SNAPSHOT_H

#include "anchor/note.h"
#include "cache/cache.h"
#include "keep/log.h"

/* The suffixes whose first two characters are in part ${part} of ${parts},
 * counted from 1, of the 1,024 there are. */
bool snapshot_in_part(const char *suffix, unsigned part, unsigned parts);

struct snapshot_with {
	const struct cache *cache;
	const char *dir;	/* of the snapshot */
	const struct note_secret *secret;	/* its name is the origin */
	const char *marks;	/* the folder of keep/mark.h */
	const char *seen;	/* the folder of keep/seen.h, or NULL */
	bool all;		/* read every file, seen or not */
	unsigned part, parts;	/* 1 of 1: everything */
	/* An archive is left out, and why. */
	void (*left_out)(void *ctx, const char *path, const char *why);
	void *ctx;
};

struct snapshot_made {
	uint64_t before, size;	/* entries */
	struct digest root;
	size_t added, replaced, withdrawn, left_out, read;
};

/*
 * Make the next snapshot.  Where nothing changed none is made and no file is
 * touched: size is then what it was before.  ERR_TRUST where the folder is
 * not what this key has signed last, or does not follow from it.
 */
int snapshot_create(struct snapshot_made *out, const struct snapshot_with *with,
    struct err *e) MUST_CHECK;

/* A folder that is one: it has a checkpoint and a tile folder. */
bool snapshot_is_one(const char *dir);

#endif
