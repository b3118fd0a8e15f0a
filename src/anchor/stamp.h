/* SPDX-License-Identifier: MIT */
/*
 * What an OpenTimestamps proof comes to with the block headers at hand: a
 * line for each of its attestations, and one verdict.
 *
 * A Bitcoin attestation is good when its message is the Merkle root of the
 * block it names (anchor/headers.h).  Calendars are pending; other chains and
 * unknown kinds are unverifiable.  The whole is wrong when one line is, else
 * in conflict when one is, else good when one is.
 */
#ifndef PITH_ANCHOR_STAMP_H
#define PITH_ANCHOR_STAMP_H

#include "anchor/headers.h"
#include "anchor/ots.h"

struct stamp_line {
	enum ots_kind kind;
	uint64_t height;
	char *uri;		/* of a calendar, or NULL */
	struct buf message;
	struct evidence evidence;
};

struct stamp {
	struct stamp_line *line;
	size_t lines;
	/* The verdict; when good, the earliest of the good lines. */
	struct evidence evidence;
};

/*
 * Look at all of ${o}.  ${digest}, where it is not NULL, is what the file at
 * hand hashes to under the proof's function; another one is wrong.
 */
void stamp_check(struct stamp *out, const struct ots *o,
    const uint8_t *digest, const struct headers *h);
void stamp_clear(struct stamp *s);

#endif
