/* SPDX-License-Identifier: MIT */
/* A bundle's own state.json beside our merge; see state.h. */
#include "config.h"

#include "state/compare.h"

void
state_check(struct report *r, const struct bundle *b,
    const struct keyring *ring)
{
	const struct span carried = bundle_member(b, "state.json");
	struct compare c = { 0 };
	struct state *s;
	struct err e;

	/* What does not hold has no state to compare with. */
	if (carried.at == NULL || report_verdict(r) > VERDICT_CONFLICT)
		return;
	s = state_new(ring);
	if (state_add(s, b, r, &e) == 0 && state_merge(s, &e) == 0) {
		if (compare_states(&c, s, carried, &e) < 0)
			report_note(r, CHECK_STATE, "not compared: %s",
			    e.text);
		else if (c.n == 0)
			report_pass(r, CHECK_STATE, "the same as our merge "
			    "of %zu events", state_count(s, false).all);
	} else {
		report_note(r, CHECK_STATE, "not compared: %s", e.text);
	}
	for (size_t i = 0; i < c.n; i++)
		if (c.list[i].wrong)
			report_fail(r, VERDICT_WRONG, CHECK_STATE, "%s",
			    c.list[i].text);
		else
			report_note(r, CHECK_STATE, "%s", c.list[i].text);
	compare_clear(&c);
	state_free(s);
}
