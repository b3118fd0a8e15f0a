/* SPDX-License-Identifier: MIT */
/*
 * What is below a folder, and nothing else: files are opened and folders are
 * walked part by part, and no symbolic link is ever followed, so that no name
 * in a hostile bag leads out of it.  Only regular files are opened, and none
 * is waited for.
 */
#ifndef PITH_KEEP_BELOW_H
#define PITH_KEEP_BELOW_H

#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* Open the folder ${path}, which the user named: a link to one will do. */
int below_folder(const char *path, struct err *e) MUST_CHECK;

/*
 * Open the regular file ${path} below the folder ${dir} to read it; its size
 * goes to ${*bytes} (may be NULL).  A descriptor, or -1: ERR_ABSENT where there
 * is none, ERR_TRUST where a link or a special file is in its place, else
 * ERR_IO.  The text of an error begins with the path.
 */
int below_open(uint64_t *bytes, int dir, struct span path, struct err *e)
    MUST_CHECK;

enum below_kind {
	BELOW_FILE,
	BELOW_LINK,
	BELOW_SPECIAL,		/* a FIFO, a socket, a device */
	BELOW_UNREADABLE,	/* a folder that could not be read to its end */
	BELOW_DEEP		/* a folder beyond LIMIT_BAG_DEPTH */
};

/* Something in the tree; ${bytes} is the size of a file, ${why} the reason
 * why it could not be read. */
struct below_thing {
	enum below_kind kind;
	struct span path;
	uint64_t bytes;
	const char *why;
};

/*
 * Call ${each} for everything in the folder ${from} below ${dir} ("": in
 * ${dir} itself) but folders that were read, in the order in which the file
 * system tells them.  ERR_ABSENT where ${from} is no folder.
 */
typedef void below_visitor(void *ctx, const struct below_thing *thing);
int below_walk(int dir, const char *from, below_visitor *each, void *ctx,
    struct err *e) MUST_CHECK;

#endif
