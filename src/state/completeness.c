/* SPDX-License-Identifier: MIT */
/* See completeness.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "state/completeness.h"

static const char *const names[COMPLETENESS_ROWS] = {
	[COMPLETENESS_ATTESTED] = "attested",
	[COMPLETENESS_ANCHORED] = "anchored",
	[COMPLETENESS_STORED] = "stored",
	[COMPLETENESS_REFS] = "refs",
	[COMPLETENESS_BITCOIN] = "Bitcoin timestamp",
	[COMPLETENESS_ARCHIVE] = "Internet Archive",
	[COMPLETENESS_CLAIM] = "Author claim",
	[COMPLETENESS_CITATIONS] = "Citations",
	[COMPLETENESS_REPLICATIONS] = "Replications"
};

/* The registry's current events of one type. */
struct found {
	long long valid, unverifiable;
};

static struct found
find(const struct state *s, const char *type)
{
	const struct merge *m = state_events(s);
	struct found f = { 0 };

	for (size_t i = 0; i < m->n; i++) {
		const struct event *ev = m->list[i];

		if (ev->claimant || ev->standing != EVENT_CURRENT
		    || ev->type == NULL || strcmp(ev->type, type) != 0)
			continue;
		f.valid += ev->class == EVENT_VALID;
		f.unverifiable += ev->class == EVENT_UNVERIFIABLE;
	}
	return f;
}

/* ${yes} where the registry says so, in an event or in record.json. */
static char *
word(bool said, struct found f, const char *yes, const char *no)
{
	struct buf text = { 0 };

	if (said || f.valid > 0)
		buf_text(&text, yes);
	else if (f.unverifiable > 0)
		buf_fmt(&text, "%s (unverifiable)", yes);
	else
		buf_text(&text, no);
	return buf_steal(&text);
}

static char *
number(long long said, struct found f, const char *what)
{
	const long long all = f.valid + f.unverifiable;
	struct buf text = { 0 };

	if (said >= all && said > 0)
		buf_fmt(&text, "%lld %s", said, what);
	else if (all > 0)
		buf_fmt(&text, "%lld %s%s", all, what,
		    f.unverifiable > 0 ? " (unverifiable)" : "");
	else
		buf_text(&text, "open");
	return buf_steal(&text);
}

void
completeness_of(struct completeness *out, const struct state *s)
{
	const struct state_status *st = state_status(s);
	const struct found anchor = find(s, "anchor");
	const struct found archive = find(s, "archive");
	const struct found claim = find(s, "attestation");
	const struct found none = { 0 };
	struct completeness c = { 0 };

	c.rows[COMPLETENESS_ATTESTED].says = word(st->attested, claim,
	    "attested", "not attested");
	c.rows[COMPLETENESS_ANCHORED].says = word(st->anchored, anchor,
	    "anchored", "not anchored");
	c.rows[COMPLETENESS_STORED].says = word(st->stored, archive, "stored",
	    "not stored");
	c.rows[COMPLETENESS_REFS].says = word(st->refs, none, "refs resolved",
	    st->said ? "refs pending" : "refs: not in this bundle");
	c.rows[COMPLETENESS_BITCOIN].says = word(st->anchored, anchor,
	    "anchored", "open");
	c.rows[COMPLETENESS_ARCHIVE].says = word(st->stored, archive, "stored",
	    "open");
	c.rows[COMPLETENESS_CLAIM].says = word(st->attested, claim, "attested",
	    "open");
	c.rows[COMPLETENESS_CITATIONS].says = number(st->citations,
	    find(s, "citation"), "signed");
	c.rows[COMPLETENESS_REPLICATIONS].says = number(st->replications,
	    find(s, "replication"), "recorded");
	for (size_t i = 0; i < COMPLETENESS_ROWS; i++) {
		c.rows[i].name = names[i];
		c.rows[i].here = mem_string("no proof here");
	}
	*out = c;
}

bool
completeness_of_bundle(struct completeness *out, const struct bundle *b,
    const struct report *rep, const struct keyring *ring)
{
	struct state *s = state_new(ring);
	struct err e;
	const bool whole = state_add(s, b, rep, &e) == 0
	    && state_merge(s, &e) == 0;

	completeness_of(out, s);
	state_free(s);
	return whole;
}

void
completeness_clear(struct completeness *c)
{
	for (size_t i = 0; i < COMPLETENESS_ROWS; i++) {
		free(c->rows[i].says);
		free(c->rows[i].here);
	}
	*c = (struct completeness){ 0 };
}

void
completeness_here(struct completeness *c, enum completeness_row row,
    const char *words)
{
	free(c->rows[row].here);
	c->rows[row].here = mem_string(words);
}
