/* SPDX-License-Identifier: MIT */
/*
 * What a depositor says of a deposit: lines as in a bag's bag-info.txt,
 *
 *	about := { "#" comment LF | LABEL ":" value LF { WSP more LF } }
 *
 * in UTF-8 without control characters (base/utf8.h), but for a comment.  Labels
 * are read in any case:
 *
 *	Title, Description, Creator*, Subject*, Language, License-URL,
 *	Collection*, External-Identifier*, Consent, Source-Organization,
 *	Organization-Address, Contact-Name, Contact-Email,
 *	Internal-Sender-Identifier
 *
 * Those with a star may come again.  A line that begins with a space or a tab
 * goes on with the one before.
 *
 * Without a Collection the deposit is for the sandbox, test_collection, which
 * the Internet Archive empties after a month.  One that is to stay must say
 * who deposits it (Source-Organization, Contact-Email) and by whose leave
 * (Consent): the archive asks for no mirrors that nobody agreed on.
 */
#ifndef PITH_DEPOSIT_ABOUT_H
#define PITH_DEPOSIT_ABOUT_H

#include "base/buf.h"

#define ABOUT_SANDBOX "test_collection"

struct about_line {
	const char *label;	/* as spelled above */
	char *value;
};

struct about {
	struct about_line *at;
	size_t n;
};

/* Read the text; the words of an error begin with the line's number. */
int about_parse(struct about *out, struct span text, struct err *e)
    MUST_CHECK;
void about_clear(struct about *a);

/* The first value of ${label}, or NULL; the ${i}th, from 0. */
const char *about_get(const struct about *a, const char *label);
const char *about_each(const struct about *a, const char *label, size_t i);

/* Whether it is for the sandbox only. */
bool about_is_trial(const struct about *a);

#endif
