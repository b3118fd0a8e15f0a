/* SPDX-License-Identifier: MIT */
/*
 * What was found out about one archive, in a few words: what a paper needs of
 * a bundle.  It is copied out of a bundle by judgement_of(), which looks at
 * the report, or read back from what this user's own memory holds of it
 * (cache/memory.h).
 */
#ifndef PITH_CITE_JUDGEMENT_H
#define PITH_CITE_JUDGEMENT_H

#include "bundle/bundle.h"
#include "cache/memory.h"
#include "cite/record_brief.h"

struct judgement {
	enum verdict verdict;
	char number[NUMBER_FULL + 1];	/* "" where no record is readable */
	struct digest identity;		/* of the archive */
	bool has_identity;
	char *title, *authors;		/* or NULL; only of a record that is
					   good or unsigned */
	char *reason;			/* the check that decided; NULL: good */
	char *key_id;			/* of a receipt that verified */
	char *anchored;			/* what the registry says of that:
					   "not anchored"; as the title */
	unsigned notes;			/* things that could not be checked */
	struct brief brief;		/* of its citation record; empty where
					   title and authors are not shown */
};

/* Judge the archive ${path}; ${m} is asked first and told afterwards.  Fails
 * only where the file cannot be read. */
int judgement_read(struct judgement *out, const char *path,
    const struct keyring *ring, const struct memory *m, struct err *e)
    MUST_CHECK;

/* Judge a bundle that has been read. */
void judgement_of(struct judgement *out, const struct bundle *b,
    const struct report *rep, const struct keyring *ring);

void judgement_clear(struct judgement *j);

/* The year in the number; 0 where there is none. */
unsigned judgement_year(const struct judgement *j);

#endif
