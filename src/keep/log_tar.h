/* SPDX-License-Identifier: MIT */
/*
 * The log of a snapshot as one tar archive: what says that nothing in it was
 * changed, in one file in place of some thousand.
 *
 *	checkpoint, checkpoints/SIZE
 *	tile/...		each tile of this size; of each earlier size
 *				that was signed, its partial tiles
 *	shards/...tar.sha256	the digest of each shard
 *
 * Together with index.tsv and the shards this is the whole snapshot again
 * (pithtex-snapshot(5)).  What is in it follows from the log alone: leftovers
 * of a run that was interrupted are not.  The bytes are those of bundle/tar.h,
 * members in the order of row_compare(), each folder before what is in it.
 */
#ifndef PITH_KEEP_LOG_TAR_H
#define PITH_KEEP_LOG_TAR_H

#include "keep/log.h"

/* Write it piece by piece to ${write}. */
typedef int log_tar_writer(void *ctx, struct span bytes, struct err *e);
int log_tar_write(const struct log *l, log_tar_writer *write, void *ctx,
    struct err *e) MUST_CHECK;

/* The same of any files below ${dir}, by their names in the order of
 * row_compare(). */
int log_tar_files(const char *dir, char *const *names, size_t n,
    log_tar_writer *write, void *ctx, struct err *e) MUST_CHECK;

#endif
