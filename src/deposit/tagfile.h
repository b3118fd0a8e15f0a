/* SPDX-License-Identifier: MIT */
/*
 * The tag files of a BagIt bag as lines of UTF-8, read in pieces.
 *
 * A tag file is in UTF-8, UTF-16 (by its byte order mark, else big-endian, as
 * RFC 2781 section 4.3 wants) or ISO-8859-1, whichever bagit.txt says.  The
 * converter is our own: it is twenty lines, while iconv(3) knows a thousand
 * encodings that no bag may have, and depends on files of the system.  A line
 * ends in CR, LF or CR LF; the last one may lack its end.  What is not of its
 * encoding, or a line of more than LIMIT_BAG_LINE bytes, is an error.
 */
#ifndef PITH_DEPOSIT_TAGFILE_H
#define PITH_DEPOSIT_TAGFILE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

enum tagfile_encoding {
	TAGFILE_UTF8,		/* also US-ASCII */
	TAGFILE_UTF16,		/* big-endian but for its byte order mark */
	TAGFILE_UTF16LE,
	TAGFILE_LATIN1
};

/* The encoding of this name, in letters of either case; false: not one that
 * is read here. */
bool tagfile_encoding_parse(enum tagfile_encoding *out, struct span name);

/* A tag file that is being read.  It starts as {0}. */
struct tagfile {
	int fd;			/* owned */
	enum tagfile_encoding encoding;
	struct buf raw;		/* read and not looked at */
	size_t at;
	struct buf text;	/* the line */
	uint64_t line;		/* its number, from 1 */
	uint64_t bytes;		/* read so far */
	bool open, ended, after_cr, started;
};

/* Begin to read ${fd}, which is taken over. */
void tagfile_open(struct tagfile *t, int fd, enum tagfile_encoding encoding);

/*
 * The next line, without its end: 1, 0 at the end of the file, -1.  It lives
 * until the next call.
 */
int tagfile_line(struct span *out, struct tagfile *t, struct err *e)
    MUST_CHECK;
void tagfile_close(struct tagfile *t);

#endif
