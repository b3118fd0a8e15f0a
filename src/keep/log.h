/* SPDX-License-Identifier: MIT */
/*
 * The log of a snapshot folder: what was added, replaced and withdrawn, in the
 * files of c2sp.org/tlog-tiles below the folder.
 *
 *	checkpoint		the newest signed note; written last
 *	checkpoints/SIZE	each one that was ever signed
 *	tile/...		hashes and entries (anchor/tile.h)
 *
 * A log only grows.  Whoever holds one checkpoint can be shown that a later
 * one says the same of everything before it.
 */
#ifndef PITH_KEEP_LOG_H
#define PITH_KEEP_LOG_H

#include "anchor/checkpoint.h"
#include "anchor/entry.h"
#include "anchor/tile.h"
#include "keep/log_tar_read.h"

struct log {
	char *dir;
	struct buf bytes;		/* the note as it was read */
	struct note note;
	struct checkpoint checkpoint;
	struct tile_reader reader;	/* of this size */
};

/* Read DIR/checkpoint: ERR_ABSENT where there is none.  Nothing is vouched
 * for by that. */
int log_open(struct log *out, const char *dir, struct err *e) MUST_CHECK;

/* The same with a note that comes from elsewhere: the log at its size. */
int log_open_note(struct log *out, const char *dir, struct span note,
    struct err *e) MUST_CHECK;

/* The same out of a deposit's log.tar, which must outlive it; there is no
 * folder then. */
int log_open_tar(struct log *out, const struct log_tar_read *tar,
    struct err *e) MUST_CHECK;
void log_close(struct log *l);

/* Read the checkpoint file ${path} into ${out}, whose other members are
 * left alone: a log without a folder. */
int log_load_note(struct log *out, const char *path, struct err *e)
    MUST_CHECK;

/* The same with the member ${name} of a log.tar. */
int log_load_member(struct log *out, const struct log_tar_read *tar,
    const char *name, struct err *e) MUST_CHECK;

/* The sizes in DIR/checkpoints, in order; the caller frees ${*list}.  The same
 * of a log.tar. */
int log_sizes(uint64_t **list, size_t *n, const char *dir, struct err *e)
    MUST_CHECK;
void log_sizes_tar(uint64_t **list, size_t *n,
    const struct log_tar_read *tar);

/* DIR/checkpoints/SIZE; the caller frees it. */
char *log_checkpoint_path(const char *dir, uint64_t size);

/* The log's root at ${size}, out of its tiles. */
int log_root(struct digest *out, struct log *l, uint64_t size, struct err *e)
    MUST_CHECK;

/*
 * ERR_TRUST unless the log begins with the ${size} entries whose root is
 * ${root}: that is shown by a consistency proof out of the log's tiles.
 */
int log_continues(struct log *l, uint64_t size, const struct digest *root,
    struct err *e) MUST_CHECK;

/*
 * Call ${each} for the entries from ${first} to ${end} - 1, with their text.
 * It returns other than 0 to end, and that is returned.
 */
typedef int log_visitor(void *ctx, uint64_t index, struct span text,
    const struct entry *entry, struct err *e);
int log_each(struct log *l, uint64_t first, uint64_t end, log_visitor *each,
    void *ctx, struct err *e) MUST_CHECK;

/* Write a tile below ${ctx}, a folder's name: the write function of a struct
 * tile_writer.  Nothing waits for the disk. */
int log_write_tile(void *ctx, const struct tile *t, struct span bytes,
    struct err *e) MUST_CHECK;

/* Remove the partial tiles of a log of ${old} entries that are full in one
 * of ${size}.  What cannot be removed stays. */
void log_drop_partial(const char *dir, uint64_t old, uint64_t size);

#endif
