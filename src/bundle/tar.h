/* SPDX-License-Identifier: MIT */
/*
 * The deterministic ustar writer (POSIX.1-1988).  Every archive of every room
 * is written through it.  Its bytes are those of
 *
 *	tar --format=ustar --owner=0 --group=0 --numeric-owner
 *	    --mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf - NAME...
 *
 * from GNU tar, the names given in the same order, so that anybody can make
 * an archive again from its files.  By hand, because libarchive writes its
 * numbers otherwise and never gives those bytes.
 *
 * No owner, no time but 1980-01-01, mode 0644 and 0755, names of up to 100
 * bytes of A-Z a-z 0-9 . _ - + , = and /, sizes that eleven octal digits
 * hold.  Each kind of archive has a stricter rule of its own for its names.
 */
#ifndef PITH_BUNDLE_TAR_H
#define PITH_BUNDLE_TAR_H

#include "base/buf.h"

#define TAR_BLOCK 512u
#define TAR_RECORD 10240u	/* the whole archive is a multiple of it */
#define TAR_SIZE_MOST 8589934591u

/*
 * Fill ${block} with the header of the file ${name} of ${size} bytes, or of a
 * folder where the name ends in '/'.  ERR_FORMAT for a name, ERR_LIMIT for a
 * size that the format does not hold.
 */
int tar_header(uint8_t block[TAR_BLOCK], const char *name, uint64_t size,
    struct err *e) MUST_CHECK;

/* How many zero bytes follow a member of ${size} bytes. */
size_t tar_padding(uint64_t size);

/* How many zero bytes end an archive of ${bytes} so far. */
size_t tar_ending(uint64_t bytes);

/* Append a member, or the end, to an archive in memory. */
int tar_add(struct buf *out, const char *name, struct span data,
    struct err *e) MUST_CHECK;
void tar_end(struct buf *out);

#endif
