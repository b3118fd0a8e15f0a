/* SPDX-License-Identifier: MIT */
/*
 * Files: read whole under a ceiling, written whole or not at all.
 *
 * A file appears under its name only when it is complete: the bytes go to a
 * temporary file in the same folder (O_EXCL), are synced and closed, the
 * temporary is renamed and the folder synced.  On any failure the old file
 * stays as it was and the temporary is removed; SIGINT, SIGTERM and SIGHUP
 * wait until that is done.  After SIGKILL or a power cut a file named
 * ".NAME.XXXXXXXX.tmp" may stay, which nothing reads.
 *
 * Reading never waits for a FIFO or a device: only regular files are read.
 * Calls that a signal interrupts are made again.
 */
#ifndef PITH_BASE_FILE_H
#define PITH_BASE_FILE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/err.h"

/*
 * Append the bytes of the regular file ${path} to ${out}; of one that has more
 * than LIMIT_ALONE_BYTES when it is its turn (work_alone).  Kinds: ERR_ABSENT
 * when there is none, ERR_LIMIT when it has more than ${most} bytes,
 * ERR_FORMAT when it is neither a file nor a folder, else ERR_IO.
 */
int file_read(struct buf *out, const char *path, size_t most, struct err *e)
    MUST_CHECK;

/* The same for an open descriptor, which stays open. */
int file_read_fd(struct buf *out, int fd, const char *path, size_t most,
    struct err *e) MUST_CHECK;

/* Replace ${path} by the given bytes, with the permission bits ${mode}. */
int file_write(const char *path, struct span bytes, mode_t mode,
    struct err *e) MUST_CHECK;

/*
 * The same, but a file that already holds just these bytes is not touched.
 * 1: written, 0: left alone, -1: error.
 */
int file_update(const char *path, struct span bytes, struct err *e) MUST_CHECK;

/*
 * Write a file that may be lost: it appears whole or not at all, but nothing
 * waits for the disk.  Whether that worked.
 */
bool file_scratch(const char *path, struct span bytes, mode_t mode);

/* Sync the folder that holds ${path}, so that its name lasts. */
int file_sync_name(const char *path, struct err *e) MUST_CHECK;

/* Rename ${from} to ${to}, in one folder, and sync it. */
int file_rename(const char *from, const char *to, struct err *e) MUST_CHECK;

/*
 * Several files at once: file_stage() writes and syncs the bytes beside their
 * name, file_publish() gives them the name, file_unstage() removes them.  Both
 * free ${tmp}.  Until they are published nothing has changed.
 */
int file_stage(char **tmp, const char *path, struct span bytes,
    struct err *e) MUST_CHECK;
int file_publish(char *tmp, const char *path, struct err *e) MUST_CHECK;
void file_unstage(char *tmp);

/* Whether the regular file ${path} holds just these bytes. */
bool file_holds(const char *path, struct span bytes);

/*
 * Make a new file ".NAME.XXXXXXXX.tmp" beside ${path}, open to be written, or
 * with ${folder} a new folder.  The file, 0 for a folder, -1 and errno; the
 * caller frees ${*tmp}, also after a failure.
 */
int file_temporary(char **tmp, const char *path, bool folder, mode_t mode)
    MUST_CHECK;

/* Hold back SIGINT, SIGTERM and SIGHUP, and let them through again. */
void file_hold_signals(bool hold);

/* Remove ${path} and sync its folder.  1: removed, 0: there was none. */
int file_remove(const char *path, struct err *e) MUST_CHECK;

/* Make the folder ${path} and those above it, where they are missing. */
int file_folder(const char *path, struct err *e) MUST_CHECK;

/*
 * The names in the folder ${path} but "." and "..", in byte order; where
 * ${prefix} is not NULL, only those that begin with it.  The caller gives them
 * back with file_names_free().
 */
struct names {
	char **at;
	size_t n;
};
int file_names(struct names *out, const char *path, const char *prefix,
    struct err *e) MUST_CHECK;
void file_names_free(struct names *names);

/* Whether ${path} is a regular file of this user's that nobody else may
 * write. */
bool file_is_private(const char *path);

/* Whether the two names are one file, or one name. */
bool file_is_same(const char *a, const char *b);

/*
 * For files that are read and written in pieces.  file_get() is read(2);
 * file_put() writes all of the bytes; file_end() closes what ${rc} says was
 * written well, first waiting for the disk where ${sync} says so, and after
 * an error only closes and returns it.  ${path} is what errors name.
 */
ssize_t file_get(int fd, void *at, size_t n);
int file_put(int fd, struct span bytes, const char *path, struct err *e)
    MUST_CHECK;
int file_end(int fd, int rc, bool sync, const char *path, struct err *e)
    MUST_CHECK;

/* Whether ${path} is a folder; a regular file (links are followed). */
bool file_is_folder(const char *path);
bool file_is_regular(const char *path);

/* Whether ${path} is a symbolic link. */
bool file_is_link(const char *path);

/* ${dir}/${name}, or ${name} alone where it is absolute or ${dir} is empty or
 * ".".  The caller frees it. */
char *file_join(const char *dir, const char *name);

/* The folder of ${path} ("." if it names none); the caller frees it. */
char *file_dir(const char *path);

/* Whether ${path} ends in ${tail} and has something before it. */
bool file_ends_in(const char *path, const char *tail);

/* What stands behind the last '/' of ${path}; borrowed. */
const char *file_base(const char *path);

#endif
