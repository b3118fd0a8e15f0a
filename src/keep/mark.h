/* SPDX-License-Identifier: MIT */
/*
 * The high-water mark of a log that this user signs: the last checkpoint that
 * was signed, in the user's own state folder, whatever becomes of the
 * snapshot's folder.  So no second history is ever signed under one key.
 *
 * The mark is written when all files of a snapshot are on disk and before
 * its checkpoint gets its name.  Whoever dies in between leaves a mark that
 * is ahead of the folder: the next run publishes what it says.
 */
#ifndef PITH_KEEP_MARK_H
#define PITH_KEEP_MARK_H

#include "keep/log.h"

struct mark {
	char *path;
	int lock;
	struct buf note;	/* empty: nothing was signed yet */
};

/* Lock and read the mark of ${key} in the folder ${dir}. */
int mark_open(struct mark *out, const char *dir, const struct note_key *key,
    struct err *e) MUST_CHECK;
void mark_close(struct mark *m);

/*
 * Open the log in ${dir}, which may have none yet (${*has_log} is false then),
 * and see that it is this key's and continues the mark.  Where the mark is
 * ahead, everything it signs must be there, and its checkpoint is published
 * first.  ERR_TRUST otherwise.
 */
int mark_follow(struct log *log, bool *has_log, const struct mark *m,
    const char *dir, const struct note_secret *s, struct err *e) MUST_CHECK;

/* Sign a checkpoint, remember it and publish it. */
int mark_sign(struct mark *m, const char *dir, const struct note_secret *s,
    uint64_t size, const struct digest *root, struct err *e) MUST_CHECK;

#endif
