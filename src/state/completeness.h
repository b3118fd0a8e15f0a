/* SPDX-License-Identifier: MIT */
/*
 * Record completeness: the four flags and the five lines of a Pith Number's
 * page, each in two columns that never mix.
 *
 * What the registry says comes out of the merged state: an event of the
 * registry's that is current, or the word of record.json, which nobody signs.
 * Claimants' events change nothing here.  What holds here comes from proofs
 * on this machine; who has checked one enters it with completeness_here().
 *
 * Which names the registry gives to such events has not been seen.  Counted
 * are those of event_type anchor, archive, attestation, citation and
 * replication.
 */
#ifndef PITH_STATE_COMPLETENESS_H
#define PITH_STATE_COMPLETENESS_H

#include "state/state.h"

enum completeness_row {
	/* the flags below the number */
	COMPLETENESS_ATTESTED, COMPLETENESS_ANCHORED, COMPLETENESS_STORED,
	COMPLETENESS_REFS,
	/* the lines of "Record completeness" */
	COMPLETENESS_BITCOIN, COMPLETENESS_ARCHIVE, COMPLETENESS_CLAIM,
	COMPLETENESS_CITATIONS, COMPLETENESS_REPLICATIONS
};
enum { COMPLETENESS_FLAGS = 4, COMPLETENESS_ROWS = 9 };

struct completeness {
	struct {
		const char *name;	/* borrowed: "Bitcoin timestamp" */
		char *says;		/* the registry: "not anchored" */
		char *here;		/* "no proof here" */
	} rows[COMPLETENESS_ROWS];
};

/* The words for ${s}, cleared by the caller. */
void completeness_of(struct completeness *out, const struct state *s);
void completeness_clear(struct completeness *c);

/* The words for ${b} alone, judged as in ${rep}.  False where its events make
 * no state: then the words are those for no event. */
bool completeness_of_bundle(struct completeness *out, const struct bundle *b,
    const struct report *rep, const struct keyring *ring);

/* Say in ${words} what a proof on this machine shows. */
void completeness_here(struct completeness *c, enum completeness_row row,
    const char *words);

#endif
