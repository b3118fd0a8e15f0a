/* SPDX-License-Identifier: MIT */
/*
 * What a person types to name a paper, read in one way everywhere.
 *
 *	spelling = full / short / suffix / url / alias     ; number/alias.h
 *	full     = "pith:" YYYY ":" 26LETTER
 *	short    = "pith:" ( 26 / 16 / 12 / 8 )LETTER
 *	suffix   = 26LETTER
 *	url      = "http" ["s"] "://" ["www."] "pith.science/pith/" 26LETTER
 *	           [ "/" / ".json" / "/bundle.json" / "/state.json" ]
 *	LETTER   = A-Z, a-z or 2-7, folded to upper case
 *
 * Outer white space (U+0009-000D, U+0020) is trimmed; TeX's ^^xx and
 * ^^^^xxxx are decoded once.  Nothing inside is repaired: whatever is not in
 * the grammar is refused, with the place and the code point of the first
 * character that does not belong there.  Places count code points from 1 in
 * the trimmed and decoded text.
 *
 * A short form or an alias is not an identity: it may fit several records.
 */
#ifndef PITH_NUMBER_NUMBER_H
#define PITH_NUMBER_NUMBER_H

#include "base/buf.h"
#include "base/limits.h"
#include "number/alias.h"

#define NUMBER_SUFFIX 26		/* characters, 130 bits */
#define NUMBER_FULL (10 + NUMBER_SUFFIX)	/* "pith:YYYY:" and the suffix */

struct number {
	char typed[LIMIT_SPELLING_BYTES + 1];	/* trimmed, decoded, as typed */
	char suffix[NUMBER_SUFFIX + 1];	/* upper case, 8 to 26 characters; ""
					   for an alias */
	unsigned year;			/* as typed; 0 where none was */
	struct alias alias;		/* kind ALIAS_NONE for a number */
};

/* Read a spelling.  Kind ERR_FORMAT, or ERR_LIMIT over 256 bytes. */
int number_parse(struct number *out, struct span text, struct err *e)
    MUST_CHECK;

/* Whether the suffix is whole, so that it names one record and no other. */
bool number_is_whole(const struct number *n);

#endif
