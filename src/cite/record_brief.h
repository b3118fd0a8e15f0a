/* SPDX-License-Identifier: MIT */
/*
 * What a paper's build needs to know of a bundle's citation record and of its
 * integrity findings: a few sentences to warn with, and the rows of a table.
 * It is copied out of a bundle once, remembered with its verdict
 * (cite/judgement.h) and read back.
 *
 * A warning is what a named source reports of a work, or what a detector
 * found in a list of references; never a conclusion of ours.  Where the
 * record has a sentence about it, that sentence is repeated.  Nothing follows
 * from the absence of a warning.
 */
#ifndef PITH_CITE_RECORD_BRIEF_H
#define PITH_CITE_RECORD_BRIEF_H

#include "bundle/bundle.h"
#include "canon/emit.h"
#include "cite/record.h"

/* So many are kept; the rest is counted. */
enum { BRIEF_WARNINGS = 64, BRIEF_ROWS = 300 };

enum brief_about {
	BRIEF_SELF,		/* an event of the work itself */
	BRIEF_CITED,		/* of a work that it cites */
	BRIEF_INTEGRITY		/* a finding in its references */
};
enum brief_level { BRIEF_INFORMATIONAL, BRIEF_ADVISORY, BRIEF_CRITICAL };

struct brief_warning {
	enum brief_about about;
	enum brief_level level;		/* of an event: critical */
	char *kind;			/* "retraction"; a finding's type */
	char *source, *time;		/* who says so, and when; or NULL */
	char *text;			/* all of it in a sentence */
};

/* One observation, in words; any of them may be NULL. */
struct brief_row {
	bool outbound;
	char *id, *title;		/* of the other paper */
	char *reference, *resolution, *standing;
};

struct brief {
	bool there;			/* the bundle has a citation record */
	char *as_of, *thesis, *refusal;
	char *counts;			/* how they fit together */
	struct brief_row *rows;
	size_t row_count, rows_left;
	struct brief_warning *warnings;
	size_t warning_count, warnings_left;
};

/* Look at the members of ${b}.  What cannot be read there is left out. */
void record_brief_of(struct brief *out, const struct bundle *b);
void record_brief_clear(struct brief *b);

/* Write it as the member ${name}, and read it back out of that value; what
 * was not written so is as if nothing was there. */
void record_brief_emit(struct emit *j, const char *name,
    const struct brief *b);
void record_brief_read(struct brief *out, const json_t *v);

/* "critical". */
const char *record_brief_level(enum brief_level level);

#endif
