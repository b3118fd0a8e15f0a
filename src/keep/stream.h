/* SPDX-License-Identifier: MIT */
/*
 * Large files: written in pieces and read in pieces, so that none is ever
 * held in memory.
 *
 * What is written appears under its name only when it is whole, as with
 * base/file.h: it grows beside its name and is renamed by stream_publish().
 * The SHA-256 of what was written is computed on the way; of what is read,
 * any hash that is asked for.
 */
#ifndef PITH_KEEP_STREAM_H
#define PITH_KEEP_STREAM_H

#include "anchor/hash.h"
#include "canon/digest.h"

/* A file that is being written.  It starts as {0}. */
struct stream {
	char *path, *tmp;	/* its name, and the one it has so far */
	int fd;
	struct hash *hash;
	struct buf held;	/* not written yet */
	uint64_t bytes;
};

/* Begin ${path}; its folder is made where it is missing. */
int stream_open(struct stream *s, const char *path, struct err *e) MUST_CHECK;
int stream_add(struct stream *s, struct span bytes, struct err *e) MUST_CHECK;

/* Give it its name; ${digest} may be NULL.  Without ${sync} nothing waits for
 * the disk: the caller makes it last (stream_settle). */
int stream_publish(struct stream *s, struct digest *digest, bool sync,
    struct err *e) MUST_CHECK;

/* Remove what was written, if it has no name yet. */
void stream_clear(struct stream *s);

/* Wait until everything that was written on the file system of ${dir} is on
 * its disk. */
int stream_settle(const char *dir, struct err *e) MUST_CHECK;

/* A file that is being read.  It starts as {0}. */
struct source {
	char *path;
	int fd;
	struct buf held;
	size_t at;		/* how much of it was taken */
	bool ended;
	struct hash *hash[2];	/* of all that was read, or NULL */
};

/* ERR_ABSENT where there is none; only regular files are read. */
int stream_read_open(struct source *s, const char *path, struct err *e)
    MUST_CHECK;

/* The same with a file that is open already; it is closed, also after a
 * failure.  ${path} is what errors name. */
int stream_read_open_fd(struct source *s, int fd, const char *path,
    struct err *e) MUST_CHECK;

/* Hash all that is read, from the first byte on, with two kinds at most; what
 * they come to, in that order, when the end was met: hash_size() bytes. */
int stream_read_hash(struct source *s, enum hash_kind kind, struct err *e)
    MUST_CHECK;
void stream_read_digest(uint8_t *out, struct source *s);

/*
 * Take the next ${n} bytes: 1; 0 at the very end of the file; -1 where fewer
 * are left (ERR_FORMAT).  They live until the next call.
 */
int stream_read(struct span *out, struct source *s, size_t n, struct err *e)
    MUST_CHECK;

/* Take what comes next, as much as is at hand: 1, 0 at the end. */
int stream_some(struct span *out, struct source *s, struct err *e) MUST_CHECK;

/* Take a line of at most ${most} bytes without its LF, which must be there:
 * 1, 0 at the end. */
int stream_line(struct span *out, struct source *s, size_t most,
    struct err *e) MUST_CHECK;
void stream_read_clear(struct source *s);

/* The hash of the regular file ${path}, hash_size() bytes. */
int stream_hash(uint8_t *out, enum hash_kind kind, const char *path,
    struct err *e) MUST_CHECK;

#endif
