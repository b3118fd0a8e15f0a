/* SPDX-License-Identifier: MIT */
/*
 * Reading text by the line: what the parsers of this room share.  Nothing is
 * skipped, trimmed or repaired.
 */
#ifndef PITH_ANCHOR_LINE_PRIVATE_H
#define PITH_ANCHOR_LINE_PRIVATE_H

#include <stdbool.h>

#include "base/buf.h"
#include "canon/digest.h"

/* Cut what stands before the first ${c}, and ${c}, off ${rest}; false (and
 * nothing is cut) where there is none. */
bool line_cut(struct span *out, struct span *rest, uint8_t c);

/* Cut ${lead} off the beginning of ${s}; false where it is not there. */
bool line_starts(struct span *s, const char *lead);

/* A decimal number without leading zeros, of 64 bits. */
bool line_decimal(uint64_t *out, struct span s);

/* The base64 of just 32 bytes. */
bool line_hash(struct digest *out, struct span s);

/* Append the base64 of ${d} and LF. */
void line_hash_print(struct buf *out, const struct digest *d);

#endif
