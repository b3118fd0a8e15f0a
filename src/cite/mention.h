/* SPDX-License-Identifier: MIT */
/*
 * A mention is a number that a paper names, in one spelling, with what was
 * found out about it.  It is the one thing that every writer reads.
 */
#ifndef PITH_CITE_MENTION_H
#define PITH_CITE_MENTION_H

#include "cite/judgement.h"
#include "number/number.h"

enum mention_state {
	MENTION_JUDGED,		/* an archive was found; see the judgement */
	MENTION_ABSENT,		/* no cache has one */
	MENTION_AMBIGUOUS,	/* several records have this name */
	MENTION_YEAR		/* the record's year is another than typed */
};

struct mention {
	struct number name;	/* as typed and as read */
	bool own;		/* the paper's own number */
	bool integrity;		/* findings in its references are asked for */
	char *file;		/* where it stands first, from the folder of
				   the top .aux */
	unsigned long line;
	enum mention_state state;
	struct judgement judgement;	/* of MENTION_JUDGED and _YEAR */
	char *archive;		/* its file, or NULL */
	char *detail;		/* what a person should know; or NULL */
	char *here;		/* since when it exists by proofs on this
				   machine, in words: entered by who looked;
				   NULL: no proof is here */
	bool seen;		/* an earlier one has the same suffix */
	bool seen_kind;		/* and is of the same kind (own or not) */
};

void mention_clear(struct mention *m);

/*
 * The next warning that concerns this mention, from ${*i} on, which starts as
 * 0; NULL when there is no more.  Events of the work that is named; of the
 * paper's own number also those of the works it cites, and where that was
 * asked for the findings in its references.  Of several mentions of a number
 * the first of its kind has the warnings.
 */
const struct brief_warning *mention_warning(const struct mention *m,
    size_t *i);

/* Whether one of them is a finding: an event, a critical finding. */
bool mention_is_warned(const struct mention *m);

/* Whether all is well with it: an archive, and its verdict is good. */
bool mention_is_good(const struct mention *m);

/* One word for what is the matter: a verdict's, or "absent", "ambiguous",
 * "year-mismatch". */
const char *mention_word(const struct mention *m);

/* What the badge says. */
const char *mention_words(const struct mention *m);

/* The number in full where it is known, else as it was typed. */
const char *mention_number(const struct mention *m);

/* The 26 characters of the suffix where they are known, else "". */
const char *mention_suffix(const struct mention *m);

/* The number as a record gave it: NULL unless one was read and agrees with
 * the spelling. */
const char *mention_recorded(const struct mention *m);

#endif
