/* SPDX-License-Identifier: MIT */
/*
 * What a cache looked like when it was last put into a log: for each archive
 * what the file system said of the file, and the identity of its bytes.
 *
 * It saves reading what has not changed, as git's index does, and decides
 * nothing else: every digest in a log and every byte in a shard comes from
 * bytes that were read.  A file counts as unchanged while its number, size,
 * time of change and time of status change (which no program can set) are
 * the same; one that changed within two seconds of the look is read again.
 * It lies in the user's own cache folder and may be lost at any time.
 *
 *	"pithtex-seen/1 " SIZE SP ROOT LF
 *	{ NAME SP INODE SP BYTES SP CHANGED SP STATUS SP IDENTITY LF }
 *
 * in the order of cache_each().
 */
#ifndef PITH_KEEP_SEEN_H
#define PITH_KEEP_SEEN_H

#include "cache/cache.h"
#include "keep/stream.h"

/* Where it is of the cache ${dir} and a log, in ${folder}; NULL where there
 * is no such folder.  The caller frees it. */
char *seen_path(const char *folder, const char *cache, struct span log);

/* Append what the file system says of the archive ${path}: all of a line up to
 * its identity.  False where it is no file. */
bool seen_look(struct buf *out, const char *path);

/* Reading one.  It starts as {0}. */
struct seen {
	struct source from;
	struct buf line;	/* the one that was read and not used */
	bool ended;
};

/* Open it if it is of a log of this size and root; else it is as if empty. */
void seen_open(struct seen *s, const char *path, uint64_t size,
    const struct digest *root);

/* The identity of what ${look} says, if that is the line that follows for its
 * name; lines in front of it are passed over. */
bool seen_get(struct digest *out, struct seen *s, struct span look);

/* Whether ${look} is just the next line; whether there is none. */
bool seen_next(struct seen *s, struct span look);
bool seen_ended(struct seen *s);
void seen_close(struct seen *s);

/*
 * Writing one: a line for each file, in their order, and at the end the log
 * that all of them are in.  A failure is silent, here as everywhere: then
 * there is none.  It starts as {0}; nothing is kept without seen_save().
 */
struct seen_writer {
	char *path;		/* NULL: nothing is written */
	struct stream body;
	int64_t now;		/* when the look began */
};
void seen_begin(struct seen_writer *w, const char *path);
void seen_add(struct seen_writer *w, struct span look,
    const struct digest *identity);
void seen_save(struct seen_writer *w, uint64_t size,
    const struct digest *root);
void seen_drop(struct seen_writer *w);

#endif
