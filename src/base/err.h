/* SPDX-License-Identifier: MIT */
/*
 * Why a function could not do what its name says, in one struct.
 *
 * A struct err is plain data with a fixed text: no allocation, nothing to
 * free.  Every function that can fail takes one as its last parameter, fills
 * it and returns -1; on success it is left alone.  The text names the object
 * first, then the rule that it breaks; err_in() puts outer context in front
 * on the way up, so that a person reads "file: place: reason".  It has no
 * newline and no full stop, and may carry bytes from outside: only say_*
 * (base/say.h) may bring it to a terminal.
 */
#ifndef PITH_BASE_ERR_H
#define PITH_BASE_ERR_H

#include <stdarg.h>

/* The caller must look at what the function returns. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* printf(3)'s own checking for the functions that format. */
#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))

enum err_kind {
	ERR_NONE,	/* nothing went wrong */
	ERR_ABSENT,	/* the thing asked for is not there */
	ERR_FORMAT,	/* bytes that do not say what they should */
	ERR_LIMIT,	/* larger than we are willing to read */
	ERR_TRUST,	/* well formed, but not vouched for */
	ERR_IO,		/* the system refused */
	ERR_USAGE	/* the user asked for something we do not do */
};

struct err {
	enum err_kind kind;
	char text[5120];	/* a path of PATH_MAX and what is said of it */
};

/* Fill ${e} with a kind and a text, cut to fit.  Returns -1. */
int err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* The same with kind ERR_IO and ": " strerror(errno) behind.  Returns -1. */
int err_sys(struct err *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Put "context: " in front of the text that is there.  Returns -1. */
int err_in(struct err *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
