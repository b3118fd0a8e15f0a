/* SPDX-License-Identifier: MIT */
/* The parts of a ledger's check. */
#ifndef PITH_CITE_RECORD_CHECK_PRIVATE_H
#define PITH_CITE_RECORD_CHECK_PRIVATE_H

#include "cite/record_check.h"

struct ledger_checking {
	const struct ledger *l;
	struct ledger_remarks *out;
};

/* Enter a contradiction; a note; a note that is entered once however often it
 * comes. */
void record_check_finding(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
void record_check_note(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...) PRINTF_LIKE(3, 4);
void record_check_once(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...) PRINTF_LIKE(3, 4);

/* The coverage vector; the thesis; the observations, each alone and all of
 * them together. */
void record_check_lanes(struct ledger_checking *c);
void record_check_lanes_thesis(struct ledger_checking *c);
void record_check_each(struct ledger_checking *c);

/* A time called ${name} of ${where}: its form, and that it is not after
 * as_of. */
void record_check_time(struct ledger_checking *c, const char *where,
    const char *name, const char *text);

/* The link ${got} to a page of the paper ${id}, ${tail} behind it. */
void record_check_link(struct ledger_checking *c, const char *where,
    const char *got, const char *id, const char *tail);

/* A value of an enumeration, where it is there. */
void record_check_value(struct ledger_checking *c, const char *what,
    const char *value, const char *const *known);

#endif
