/* SPDX-License-Identifier: MIT */
/*
 * The files of a submission, each with its name in the archive, its bytes and
 * the reason why it is there.  The bytes are read once, when a file is added,
 * so that what was checked and rehearsed is what is packed.
 */
#ifndef PITH_SUBMIT_PARCEL_H
#define PITH_SUBMIT_PARCEL_H

#include <stdbool.h>

#include "base/buf.h"

/* All files together.  arXiv is said to take 50 MB, packed. */
#define PARCEL_BYTES (96u << 20)

struct parcel_file {
	char *name;	/* in the archive, parted by '/' */
	char *path;	/* where it was read; NULL: made by us */
	char *reason;	/* one line */
	struct buf bytes;
};

struct parcel {
	struct parcel_file *list;
	size_t n;
	size_t bytes;
};

/* Read ${path} and put it in as ${name}; what is there under that name
 * already stays.  ERR_LIMIT when the whole becomes too large. */
int parcel_add(struct parcel *p, const char *name, const char *path,
    const char *reason, struct err *e) MUST_CHECK;

/* The same with bytes, which replace what is there. */
int parcel_put(struct parcel *p, const char *name, struct span bytes,
    const char *reason, struct err *e) MUST_CHECK;

/* Borrow the file ${name}; NULL if there is none.  Take it out. */
struct parcel_file *parcel_find(const struct parcel *p, const char *name);
void parcel_remove(struct parcel *p, const char *name);

/* Bring the files into byte order of their names. */
void parcel_sort(struct parcel *p);

/* Write the files below ${folder}, but for those whose name begins with
 * ${but} (NULL: all).  Names must be such that parcel_pack() takes them. */
int parcel_lay(const struct parcel *p, const char *folder, const char *but,
    struct err *e) MUST_CHECK;

/* Append all as one .tar.gz, in their order.  ERR_FORMAT for a name that
 * the archive does not hold. */
int parcel_pack(struct buf *out, const struct parcel *p, struct err *e)
    MUST_CHECK;

/* Whether ${name} ends in the file extension ${tail} (".tex"), in any case. */
bool parcel_is(const char *name, const char *tail);

void parcel_clear(struct parcel *p);

#endif
