/* SPDX-License-Identifier: MIT */
/*
 * What is to be said about a submission: a list in the order in which it was
 * found.  A finding either rejects, which means that arXiv would refuse the
 * paper or show another one than its author's, or warns.  Its rule is one
 * word, for machines and for tests.
 */
#ifndef PITH_SUBMIT_FINDING_H
#define PITH_SUBMIT_FINDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

enum finding_kind { FINDING_WARNS, FINDING_REJECTS };

struct finding {
	enum finding_kind kind;
	const char *rule;	/* borrowed: a constant */
	char *text;
};

struct findings {
	struct finding *list;
	size_t n;
};

/* Append one, unless the same was said before. */
void finding_add(struct findings *f, enum finding_kind kind,
    const char *rule, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Whether any rejects; whether any has this rule. */
bool finding_rejects(const struct findings *f);
bool finding_has(const struct findings *f, const char *rule);

void finding_clear(struct findings *f);

#endif
