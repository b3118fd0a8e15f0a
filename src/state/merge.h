/* SPDX-License-Identifier: MIT */
/*
 * pithtex-merge-v1: any events of one number, from anywhere, in any order and
 * any number of times, become one list in which each has its standing.
 *
 * The rule.  Copies of one identity are one event, of their best class.  The
 * order is by instant, then by identity.  Events with the same signer, type
 * and target make a series; an event without a target is a series alone, and
 * the events in envelopes are apart from all others.  Those of a series with
 * the same instant share a place.  In a series
 *
 *	an invalid event takes no part;
 *	the last place that has a valid event is the one that counts, and all
 *	valid events before it are replaced;
 *	where the valid events of that place say the same, the last in the
 *	order is current and the others are replaced;
 *	where they do not, that is an open equivocation: none is current;
 *	an unverifiable event is current only where the series has no valid
 *	one, and then it is the last in the order.
 *
 * An equivocation in an earlier place is one that has ended.
 *
 * So the outcome depends on the set of events alone: the merge is commutative,
 * associative and idempotent.  An instant that is not known comes first
 * (state/instant.h), so it never replaces a known one.
 */
#ifndef PITH_STATE_MERGE_H
#define PITH_STATE_MERGE_H

#include "state/event.h"

/* Valid events of one place that do not say the same; borrowed. */
struct merge_fork {
	struct event **list;
	size_t n;
	bool open;		/* not ended by a later event */
};

struct merge {
	struct event **list;	/* once settled: each once, in order */
	size_t n;
	struct merge_fork *forks;	/* by signer, type, target, instant;
					   the registry's before claimants' */
	size_t fork_count;
};

/* Put in an event, which the merge owns from now on; all of another. */
void merge_add(struct merge *m, struct event *ev);
void merge_join(struct merge *m, struct merge *from);

/* Apply the rule.  More may be put in afterwards, and the rule applied
 * again. */
void merge_settle(struct merge *m);

void merge_clear(struct merge *m);

#endif
