/* SPDX-License-Identifier: MIT */
/*
 * The page of a Pith Number: the facts of the registry's own page in its
 * order and words, and beside them what was checked here.  A fact that the
 * bundle does not carry is "not in this bundle".
 *
 * Of what nobody signs (title and authors, aliases, times, the builder, who
 * cites the paper) the page says so.  What the registry says of a record's
 * completeness and what this machine can prove stand in one line, apart.
 */
#ifndef PITH_OUT_NUMBER_H
#define PITH_OUT_NUMBER_H

#include "base/file.h"
#include "bundle/bundle.h"
#include "cite/record.h"
#include "out/page.h"
#include "state/completeness.h"

struct number_with {
	const char *file;	/* the bundle, for the recipe */
	const struct keyring *ring;
	const struct report *report;
	const struct completeness *completeness;	/* NULL: there is no
				   state, since its bundles have too much */
	const struct ledger *ledger;	/* of its citation record, or NULL */
	/* In a mirror: what it holds of the number and beside, as paths from
	 * its root.  All other links lead to the registry.  NULL: it is not
	 * known whether there is a mirror. */
	const struct names *held;
};

/* Make the page of ${v}. */
void out_number(struct page *out, const struct verified *v,
    const struct number_with *with);

#endif
