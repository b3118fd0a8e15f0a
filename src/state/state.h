/* SPDX-License-Identifier: MIT */
/*
 * The merged state of one number: what all bundles at hand say of it
 * together, the same on every machine that has the same bundles and trusts
 * the same keys.
 *
 *	s = state_new(ring);
 *	state_add(s, bundle, report, e);	as often as there are bundles
 *	state_merge(s, e);
 *
 * A bundle comes in by its report: one that report_accept() would hand out as
 * good, unsigned or older; and one in conflict, since a merge is where the two
 * contents are shown beside each other.  Each event is judged anew.  Events
 * come from bundle.json and integrity.json; those in envelopes
 * (state/envelope.h) also from files of their own.  They are a list apart and
 * change nothing else.
 *
 * Aliases are the union of all; of two entries with one kind and value the
 * one with the earlier known time counts, then the one first in byte order.
 * What record.json says of itself (verification_status) is joined likewise:
 * what was once said to be so is so, and of two counts the larger counts.
 */
#ifndef PITH_STATE_STATE_H
#define PITH_STATE_STATE_H

#include "bundle/bundle.h"
#include "state/merge.h"

#define STATE_RULE "pithtex-merge-v1"

struct state;

/* An empty state.  The ring must outlive it. */
struct state *state_new(const struct keyring *ring);
void state_free(struct state *s);

/*
 * Add all that ${b} says, whose report is ${r}.  ERR_TRUST where the report
 * does not allow it, ERR_USAGE for a bundle of another number; then nothing
 * was added.  ERR_LIMIT where it becomes too much (base/limits.h); then the state is lost.
 */
int state_add(struct state *s, const struct bundle *b, const struct report *r,
    struct err *e) MUST_CHECK;

/* Add one event in an envelope, a JSON object; some bundle was added
 * before. */
int state_add_event(struct state *s, struct span text, struct err *e)
    MUST_CHECK;

/* Apply the rule (state/merge.h).  What follows is asked after this only.
 * ERR_LIMIT where it was too much. */
int state_merge(struct state *s, struct err *e) MUST_CHECK;

/* The number; NULL while there is no bundle. */
const char *state_number(const struct state *s);

/* The canonical bytes of its record. */
struct span state_record(const struct state *s);

/* All events, claimants' too, in order; all forks. */
const struct merge *state_events(const struct state *s);

struct state_count {
	size_t all, valid, unverifiable, invalid;
	size_t equivocations;	/* open ones */
};
struct state_count state_count(const struct state *s, bool claimants);

/* The aliases in order of kind and value. */
struct state_alias {
	char *kind, *value;
	struct instant instant;
	struct buf canon;	/* the entry, canonical */
};
size_t state_alias_count(const struct state *s);
const struct state_alias *state_alias(const struct state *s, size_t i);

/* What record.json says of the number; unsigned words of the registry. */
struct state_status {
	bool said;		/* some bundle had it */
	bool attested, anchored, stored, refs;
	long long citations, replications;
};
const struct state_status *state_status(const struct state *s);

/* Whether an event of integrity.json was left out, because it holds a number
 * that is not an integer and so has no canonical bytes. */
bool state_left_out(const struct state *s);

/* Append the state as the registry's state.json has it, as far as that is
 * known, pith-state(5); indented, in ASCII. */
void state_print(struct buf *out, const struct state *s);

/*
 * Where ${b} carries the registry's own state.json, compare it with the merge
 * of ${b} alone and enter what differs.  Differences are notes; another
 * record or number is `wrong'.
 */
void state_check(struct report *r, const struct bundle *b,
    const struct keyring *ring);

/* bundle_read() and state_check(): how every command reads a bundle. */
int state_read(struct bundle **out, struct report *r, const char *path,
    const struct keyring *ring, struct err *e) MUST_CHECK;

#endif
