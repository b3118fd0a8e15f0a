/* SPDX-License-Identifier: MIT */
/*
 * TeX sources as lines: what stands in a line before its comment, and the
 * few questions that can be asked without TeX.  Every answer is about text;
 * what the text does only TeX knows.
 */
#ifndef PITH_SUBMIT_SOURCE_H
#define PITH_SUBMIT_SOURCE_H

#include <stdbool.h>

#include "base/buf.h"
#include "submit/finding.h"

/* A line, from ${*at}, which moves on; false at the end.  The line end is not
 * part of it. */
bool source_line(struct span *line, struct span text, size_t *at);

/* How many bytes of a line stand before its comment. */
size_t source_code(struct span line);

/* The line of the first ${command}, such as "\\documentclass", that stands
 * before a comment and is not the beginning of a longer one; 0: none. */
unsigned long source_find(struct span text, const char *command);

/*
 * The one change that is ever made, to a copy: before \begin{document} goes
 *
 *	\InputIfFileExists{DATA}{}{}
 *
 * the literal name of the data file, for a service that looks for names
 * without running TeX.  pith.sty has read the file by then, and reads it only
 * once.  The line is put in alone, with the file's own line end; where
 * \begin{document} does not begin its line, in front of it.
 */
enum source_outcome {
	SOURCE_DONE,	/* the text is in ${text}, the change in ${hunk} */
	SOURCE_THERE,	/* such a line stands there already */
	SOURCE_NOWHERE	/* no \begin{document} in this file */
};
struct source_edit {
	struct buf text;
	struct buf hunk;	/* as diff -u writes it */
	unsigned long line;
};
enum source_outcome source_insert(struct source_edit *out, struct span text,
    const char *name, const char *data);
void source_edit_clear(struct source_edit *s);

/* Where \today is used and not defined. */
void source_today(struct findings *f, enum finding_kind kind,
    const char *name, struct span text);

/* Comments and lines that look as if they should not become public. */
void source_secrets(struct findings *f, const char *name, struct span text);

#endif
