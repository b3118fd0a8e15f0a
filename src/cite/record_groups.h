/* SPDX-License-Identifier: MIT */
/*
 * The observations of a ledger by citing paper, and how its counts fit
 * together.
 *
 * A paper has one observation for each of its versions and places that name
 * the cited one.  "Cited by" on a Pith Number's page are the papers with a
 * resolver link in any of them, the latest resolution first.
 */
#ifndef PITH_CITE_RECORD_GROUPS_H
#define PITH_CITE_RECORD_GROUPS_H

#include "cite/record.h"

struct ledger_group {
	const struct ledger_observation **list;	/* by version, reference */
	size_t n;
	/* the latest resolved with a link; NULL: none has one */
	const struct ledger_observation *linked;
	bool changed;		/* another status at the same reference */
};

struct ledger_groups {
	struct ledger_group *list;	/* by citing id */
	size_t n;
	const struct ledger_group **cited_by;	/* those that are linked */
	size_t cited_by_count;
};

/* Group the inbound observations of ${l}, which must outlive the groups.  One
 * without a citing id is a group alone. */
void record_groups(struct ledger_groups *out, const struct ledger *l);
void record_groups_clear(struct ledger_groups *g);

/*
 * Append the time from ${from} to ${to} as years, months and days, "P6Y0M1D",
 * with a "-" in front where it runs backwards; whether both are known times.
 */
bool record_groups_timespan(struct buf *out, const char *from,
    const char *to);

#endif
