/* SPDX-License-Identifier: MIT */
/*
 * What became of a citation record between two saved copies of it.
 *
 * Observations are paired by their id, which the registry keeps; those without
 * one only with their equal.  Told are those that are new or gone; of the
 * others a changed status, resolver, reference, paper or notice, each event
 * that appeared or went, and a changed observation_digest, which ought to stay
 * with the id.  Of the record: what it counts.  The times at which the
 * registry looked again change daily and are no difference.
 */
#ifndef PITH_CITE_RECORD_DIFF_H
#define PITH_CITE_RECORD_DIFF_H

#include "cite/record.h"

struct ledger_change {
	const char *what;	/* "observation new"; borrowed, constant */
	char *id;		/* of what; or NULL */
	char *text;
};
struct ledger_changes {
	struct ledger_change *list;
	size_t n;
};

/* Append the differences between two records of one paper. */
void record_diff(struct ledger_changes *d, const struct ledger *a,
    const struct ledger *b);

/* Append one; append it where two texts (NULL: none) or two integers
 * (RECORD_NONE: none) differ, as "NAME: OLD -> NEW". */
void record_diff_add(struct ledger_changes *d, const char *what,
    const char *id, const char *fmt, ...) PRINTF_LIKE(4, 5);
void record_diff_text(struct ledger_changes *d, const char *what,
    const char *id, const char *name, const char *a, const char *b);
void record_diff_number(struct ledger_changes *d, const char *what,
    const char *id, const char *name, long long a, long long b);

void record_diff_clear(struct ledger_changes *d);

#endif
