/* SPDX-License-Identifier: MIT */
/*
 * Puts files into a folder that others may use, too, and takes away only what
 * it has put there itself (site/roll.h).
 *
 *	DIR/.pithtex/list	the roll of the last run that came to its end
 *	DIR/.pithtex/part	that of a run that is under way
 *	DIR/.pithtex/new/	files that have no name yet
 *	DIR/.pithtex/lock
 *
 * A file whose bytes are what they should be is not touched.  One that is
 * there and is not what the roll says was written is somebody else's: it is
 * left alone, and told.  So is a symbolic link, or whatever else stands in
 * the way.
 *
 * Order.  Bytes are written to new/ and brought to disk many at a time; then
 * the roll learns of them; then they get their names.  So a name never stands
 * for a torn file, and after whatever interruption the next run knows what is
 * its own.
 */
#ifndef PITH_SITE_PUBLISH_H
#define PITH_SITE_PUBLISH_H

#include "base/file.h"
#include "site/roll.h"

struct publish {
	char *dir, *list, *part, *fresh;
	int lock, fd;			/* of the lock; of part */
	bool all;			/* believe no size: compare bytes */
	size_t written, kept, removed;
	/* Something that is not ours is in the way. */
	void (*foreign)(void *ctx, const char *path, const char *why);
	void *ctx;
	struct buf held;		/* lines for part */
};

/* The files of one record on their way. */
struct publish_set {
	struct roll_record record;
	struct publish_file {
		const char *path;	/* in ${record} */
		char *tmp;		/* NULL: it is there already */
	} *files;
	size_t n;
	struct publish_foreign {
		char *path;
		const char *why;
	} *foreign;
	size_t foreign_count;
	unsigned serial;		/* of no other set under way */
};

/* Lock the folder, which is made where it is missing, put a killed run in
 * order, and begin a new roll. */
int publish_open(struct publish *p, const char *dir, struct err *e)
    MUST_CHECK;

/* End, whatever happened: what has no name yet is removed. */
void publish_close(struct publish *p);

/*
 * Give ${path} these bytes.  ${old} is the record of the last run or NULL.
 * Where somebody else's file is there, it is noted and nothing is added.
 * Sets of other serial numbers may be staged by other threads.
 */
int publish_stage(struct publish_set *s, const struct publish *p,
    const struct roll_record *old, const char *path, struct span bytes,
    struct err *e) MUST_CHECK;

/* Take over what ${old} says; false where a file of it is not there as it
 * was, and then nothing was taken. */
bool publish_carry(struct publish_set *s, const struct publish *p,
    const struct roll_record *old);

/* Enter the record of ${s} in the roll, behind all others.  (In order.) */
int publish_enter(struct publish *p, struct publish_set *s, struct err *e)
    MUST_CHECK;

/* Let a reader of DIR/.pithtex/part see all that was entered. */
int publish_flush(struct publish *p, struct err *e) MUST_CHECK;

/* Bring to disk what was staged and entered, before names are given. */
int publish_settle(struct publish *p, struct err *e) MUST_CHECK;

/* Give the files of ${s} their names; then remove those of ${old} that are
 * not in it.  ${s} may be NULL: all go. */
int publish_names(struct publish *p, const struct publish_set *s,
    const struct roll_record *old, struct err *e) MUST_CHECK;

/* The roll that was made is the folder's from now on. */
int publish_end(struct publish *p, struct err *e) MUST_CHECK;
void publish_set_clear(struct publish_set *s);

#endif
