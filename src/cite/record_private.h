/* SPDX-License-Identifier: MIT */
/* What the parts of cite/record share. */
#ifndef PITH_CITE_RECORD_PRIVATE_H
#define PITH_CITE_RECORD_PRIVATE_H

#include "cite/record.h"

/* ${v} as JSON on one line: canonical, or where a number is no integer in
 * ASCII.  The caller frees it. */
char *record_event_value(const json_t *v);

/* The SHA-256 of its canonical bytes; where a number is no integer, of the
 * line above. */
void record_event_digest(struct digest *out, const json_t *v);

/* Fill ${l} from the whole document. */
int record_take(struct ledger *l, const json_t *v, struct err *e) MUST_CHECK;

#endif
