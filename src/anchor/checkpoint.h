/* SPDX-License-Identifier: MIT */
/*
 * What a log says about itself (c2sp.org/tlog-checkpoint): the text of a
 * signed note (anchor/note.h) of at least three lines, none of them empty,
 *
 *	ORIGIN LF SIZE LF base64( ROOT ) LF { EXTENSION LF }
 *
 * SIZE is decimal without leading zeros and at most 2^63 - 1, ROOT just 32
 * bytes.  Extension lines are accepted from others and never written.
 *
 * This is a statement, not a fact: whether it counts, the note's signatures
 * say, and whether it fits what was seen before, a consistency proof.
 */
#ifndef PITH_ANCHOR_CHECKPOINT_H
#define PITH_ANCHOR_CHECKPOINT_H

#include <stdbool.h>

#include "anchor/note.h"
#include "canon/digest.h"

struct checkpoint {
	char *origin;
	uint64_t size;
	struct digest root;
	bool extended;		/* there are extension lines */
};

/* Read the text of a note. */
int checkpoint_parse(struct checkpoint *out, struct span text, struct err *e)
    MUST_CHECK;

/* Append the three lines. */
void checkpoint_print(struct buf *out, const struct checkpoint *c);
void checkpoint_clear(struct checkpoint *c);

/*
 * Append the note of ${c} with the signature of ${s}, whose name must be the
 * origin.  The same checkpoint and key give the same bytes.
 */
int checkpoint_sign(struct buf *out, const struct checkpoint *c,
    const struct note_secret *s, struct err *e) MUST_CHECK;

#endif
