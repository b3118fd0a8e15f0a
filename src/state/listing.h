/* SPDX-License-Identifier: MIT */
/*
 * A state as people read it: what was merged, each event with what it is
 * worth and how it stands, claimants' events apart, and the completeness of
 * the record in its two columns.
 */
#ifndef PITH_STATE_LISTING_H
#define PITH_STATE_LISTING_H

#include "state/completeness.h"

/* Append lines of text, masked as say_line() would (base/say.h).  ${c} is
 * completeness_of() ${s}, with what was found out here. */
void listing_print(struct buf *out, const struct state *s,
    const struct completeness *c);

/* Only the flags and lines of the record's completeness. */
void listing_completeness(struct buf *out, const struct completeness *c);

#endif
