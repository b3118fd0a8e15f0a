/* SPDX-License-Identifier: MIT */
/*
 * The page of a Paper Citation Record, as the registry words it, section by
 * section: the coverage vector, the resolution of references, measurements
 * from outside, the outbound references, the citing papers.
 *
 * What the registry's page does not have is our own and marked so: what is
 * said of an event, of an outbound reference or of an empty list; members
 * that v1 does not have; the time between two papers; how the counts fit
 * together; what the record's own check has to say.  Nothing is concluded
 * from an event that is not there: the record's own sentence stands.
 */
#ifndef PITH_OUT_LEDGER_H
#define PITH_OUT_LEDGER_H

#include "canon/emit.h"
#include "cite/record_check.h"
#include "out/page.h"

/* Make the page of ${l}, of which ${r} is the check. */
void out_ledger(struct page *out, const struct ledger *l,
    const struct ledger_remarks *r);

/* The same as an object for machines: the four counts, the groups, every
 * check by name, the remarks. */
void out_ledger_json(struct emit *j, const char *name,
    const struct ledger *l, const struct ledger_remarks *r);

#endif
