/* SPDX-License-Identifier: MIT */
/*
 * What a command did, one thing after another: a line each for people, one
 * object for machines.
 *
 *	mine.pub: give it to those who shall trust you
 *
 *	{ "done": [ { "name": "mine.pub", "what": "give it to ..." } ],
 *	  "status": 0 }
 *
 * Commands whose result has a form of its own print that instead.
 */
#ifndef PITH_CMD_ANSWER_H
#define PITH_CMD_ANSWER_H

#include "canon/emit.h"
#include "cmd/cmd.h"

struct answer {
	const struct run *run;	/* borrowed */
	struct buf text;
	struct emit j;
};

void answer_open(struct answer *a, const struct run *run);

/* ${name}, and what came of it; with a NULL ${what} the line is the name. */
void answer_add(struct answer *a, const char *name, const char *what);
void answer_fmt(struct answer *a, const char *name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* End the object and print it.  Below 0 (the error is told elsewhere) only
 * clear.  Returns ${status}. */
int answer_close(struct answer *a, int status);

/* A result that is one text, such as a file for curl: as it is, or as the
 * member ${name}. */
void answer_text(const struct run *run, const char *name, struct span text,
    int status);

/* The object of a command that came to nothing: why, and its status. */
void answer_none(const char *why, int status);

#endif
