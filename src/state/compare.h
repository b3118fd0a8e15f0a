/* SPDX-License-Identifier: MIT */
/*
 * Our merge of the events beside a state.json that the registry made of them,
 * by a rule that is not public: every difference in words.
 *
 * The registry counts what we call unverifiable as valid, so its valid events
 * are compared with our valid and unverifiable ones.  merge_version differs by
 * nature.  What stands in a carried state and is not known here is named as
 * not compared.
 */
#ifndef PITH_STATE_COMPARE_H
#define PITH_STATE_COMPARE_H

#include "state/state.h"

struct compare_line {
	bool wrong;	/* another record or another number */
	char *text;
};

struct compare {
	struct compare_line *list;
	size_t n;
};

/* Append the differences between ${s}, merged, and ${carried}; no line where
 * there is none.  Fails for what is no JSON object. */
int compare_states(struct compare *out, const struct state *s,
    struct span carried, struct err *e) MUST_CHECK;
void compare_clear(struct compare *c);

#endif
