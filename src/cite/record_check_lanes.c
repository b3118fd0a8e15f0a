/* SPDX-License-Identifier: MIT */
/* See record_check.h: what the record says of itself in numbers, the coverage
 * vector and the thesis. */
#include "config.h"

#include <stdlib.h>

#include "cite/record_check_private.h"

/* --- coverage --- */

/* The latest of some times, as one of them is written; NULL without any. */
struct latest {
	struct instant t;
	const char *text;
};

static void
later(struct latest *best, const char *text)
{
	struct instant t;

	instant_parse(&t, text);
	if (t.known && (best->text == NULL
	    || instant_compare(&t, &best->t) > 0))
		*best = (struct latest){ t, text };
}

static void
check_lane_time(struct ledger_checking *c, const struct ledger_lane *lane,
    enum ledger_check check, const struct latest *want)
{
	struct instant got;

	instant_parse(&got, lane->source_observed_at);
	/* A time that cannot be read was told already. */
	if (lane->source_observed_at != NULL && !got.known)
		return;
	if (got.known != (want->text != NULL)
	    || (got.known && instant_compare(&got, &want->t) != 0))
		record_check_finding(c, check, "coverage %s was observed at "
		    "%s; the latest of its own is %s", lane->lane,
		    got.known ? lane->source_observed_at : "no time",
		    want->text != NULL ? want->text : "none");
}

static void
lane_is(struct ledger_checking *c, const struct ledger_lane *lane,
    enum ledger_check check, bool good, const char *want)
{
	if (!good)
		record_check_finding(c, check, "coverage %s is %lld of %lld; "
		    "%s", lane->lane, lane->observed, lane->denominator, want);
}

static void
check_references_lane(struct ledger_checking *c,
    const struct ledger_lane *lane)
{
	const struct ledger *l = c->l;
	struct latest seen = { 0 };

	for (size_t i = 0; i < l->outbound_count; i++)
		later(&seen, l->outbound[i].source_observed_at);
	lane_is(c, lane, LEDGER_LANE_REFERENCES,
	    lane->observed == l->displayed && lane->denominator == l->total,
	    "expected are the references displayed of all");
	check_lane_time(c, lane, LEDGER_TIME_REFERENCES, &seen);
}

/* Whether the denominator counts references too is not known. */
static void
check_standing_lane(struct ledger_checking *c,
    const struct ledger_lane *lane)
{
	const long long in = (long long)c->l->inbound_count;
	const long long all = in + (long long)c->l->outbound_count;
	struct latest asked = { 0 };

	for (size_t i = 0; i < c->l->sources.n; i++)
		later(&asked, c->l->sources.list[i].observed_at);
	lane_is(c, lane, LEDGER_LANE_STANDING,
	    lane->observed == lane->denominator
	    && (lane->observed == in || lane->observed == all),
	    "expected are all observations, with or without the outbound "
	    "ones");
	check_lane_time(c, lane, LEDGER_TIME_STANDING, &asked);
}

static void
check_inbound_lane(struct ledger_checking *c, const struct ledger_lane *lane)
{
	const struct ledger *l = c->l;
	struct latest seen = { 0 };

	for (size_t i = 0; i < l->inbound_count; i++)
		later(&seen, l->inbound[i].source_observed_at);
	lane_is(c, lane, LEDGER_LANE_INBOUND,
	    lane->observed == (long long)l->inbound_count
	    && lane->denominator >= lane->observed,
	    "expected are the inbound observations of at least as many");
	check_lane_time(c, lane, LEDGER_TIME_INBOUND, &seen);
}

static void
check_external_lane(struct ledger_checking *c,
    const struct ledger_lane *lane)
{
	const struct ledger *l = c->l;
	struct latest seen = { 0 };

	for (size_t i = 0; i < l->measurement_count; i++)
		later(&seen, l->measurements[i].observed_at);
	lane_is(c, lane, LEDGER_LANE_EXTERNAL,
	    lane->observed == (long long)l->measurement_count
	    && lane->denominator == lane->observed,
	    "expected is the number of measurements twice");
	check_lane_time(c, lane, LEDGER_TIME_EXTERNAL, &seen);
}

static const struct {
	const char *name;
	void (*check)(struct ledger_checking *c,
	    const struct ledger_lane *lane);
} lanes[] = {
	{ "reference_resolution", check_references_lane },
	{ "standing_notices", check_standing_lane },
	{ "inbound_itemization", check_inbound_lane },
	{ "external_citation_measurements", check_external_lane }
};
enum { LANES = sizeof(lanes) / sizeof(*lanes) };

void
record_check_lanes(struct ledger_checking *c)
{
	static const char *const states[] = { "measured", NULL };
	size_t next = 0;

	for (size_t i = 0; i < c->l->lane_count; i++) {
		const struct ledger_lane *lane = &c->l->lanes[i];
		size_t k = 0;

		if (lane->lane == NULL)
			continue;
		record_check_value(c, "coverage state", lane->state, states);
		record_check_time(c, "coverage ", lane->lane,
		    lane->source_observed_at);
		while (k < LANES && strcmp(lanes[k].name, lane->lane) != 0)
			k++;
		if (k == LANES) {
			record_check_note(c, LEDGER_VALUES, "coverage lane: "
			    "%s: a value that was not seen before",
			    lane->lane);
			continue;
		}
		if (k != next)
			record_check_finding(c, LEDGER_LANES, "coverage %s "
			    "stands where %s was expected", lane->lane,
			    next < LANES ? lanes[next].name : "no more");
		next = k + 1;
		/* What other states promise is not known. */
		if (lane->state != NULL
		    && strcmp(lane->state, "measured") == 0)
			lanes[k].check(c, lane);
		else if (lane->observed != RECORD_NONE
		    && lane->denominator != RECORD_NONE
		    && lane->observed > lane->denominator)
			record_check_finding(c, LEDGER_LANES, "coverage %s is "
			    "%lld of %lld", lane->lane, lane->observed,
			    lane->denominator);
	}
	if (next < LANES)
		record_check_finding(c, LEDGER_LANES, "coverage ends before "
		    "%s", lanes[next].name);
}

/* --- the thesis --- */

static bool
skip(const char **s, const char *word)
{
	const size_t n = strlen(word);

	if (strncmp(*s, word, n) != 0)
		return false;
	*s += n;
	return true;
}

static bool
skip_number(const char **s, long long *out)
{
	size_t n = strspn(*s, "0123456789");

	if (n == 0 || n > 12)
		return false;
	*out = strtoll(*s, NULL, 10);
	*s += n;
	return true;
}

struct thesis {
	long long day, year, displayed, total, inbound;
	unsigned month;
	const char *id;		/* up to the full stop at the end */
	size_t id_length;
};

/*
 * As of D Month YYYY, this Paper Citation Record lists N of N outbound
 * references and N inbound Pith citation observations for arXiv:ID.
 */
static bool
parse_thesis(struct thesis *t, const char *s)
{
	static const char *const months[] = { "January", "February", "March",
		"April", "May", "June", "July", "August", "September",
		"October", "November", "December" };

	if (!skip(&s, "As of ") || !skip_number(&s, &t->day) || !skip(&s, " "))
		return false;
	for (t->month = 0; t->month < 12 && !skip(&s, months[t->month]);)
		t->month++;
	if (t->month++ == 12 || !skip(&s, " ") || !skip_number(&s, &t->year)
	    || !skip(&s, ", this Paper Citation Record lists ")
	    || !skip_number(&s, &t->displayed) || !skip(&s, " of ")
	    || !skip_number(&s, &t->total)
	    || !skip(&s, " outbound reference"))
		return false;
	skip(&s, "s");
	if (!skip(&s, " and ") || !skip_number(&s, &t->inbound)
	    || !skip(&s, " inbound Pith citation observation"))
		return false;
	skip(&s, "s");
	if (!skip(&s, " for arXiv:") || strlen(s) < 2
	    || s[strlen(s) - 1] != '.')
		return false;
	t->id = s;
	t->id_length = strlen(s) - 1;
	return true;
}

void
record_check_lanes_thesis(struct ledger_checking *c)
{
	const struct ledger *l = c->l;
	struct thesis t;
	char day[64];

	if (l->thesis == NULL)
		return;
	if (!parse_thesis(&t, l->thesis)) {
		record_check_note(c, LEDGER_THESIS_COUNTS, "the thesis has "
		    "another wording than was seen before; not compared");
		return;
	}
	snprintf(day, sizeof(day), "%04lld-%02u-%02lld", t.year, t.month,
	    t.day);
	if (l->as_of != NULL && strncmp(day, l->as_of, 10) != 0)
		record_check_finding(c, LEDGER_THESIS_DATE, "the thesis is of "
		    "%s; as_of is %s", day, l->as_of);
	if ((l->displayed != RECORD_NONE && t.displayed != l->displayed)
	    || (l->total != RECORD_NONE && t.total != l->total)
	    || t.inbound != (long long)l->inbound_count)
		record_check_finding(c, LEDGER_THESIS_COUNTS, "the thesis "
		    "counts %lld of %lld and %lld; the record %lld of %lld "
		    "and %zu", t.displayed, t.total, t.inbound, l->displayed,
		    l->total, l->inbound_count);
	if (l->paper.arxiv_id != NULL
	    && (strlen(l->paper.arxiv_id) != t.id_length
	    || strncmp(l->paper.arxiv_id, t.id, t.id_length) != 0))
		record_check_finding(c, LEDGER_THESIS_PAPER, "the thesis is "
		    "about arXiv:%.*s; the record about %s",
		    (int)(t.id_length < 80 ? t.id_length : 80), t.id,
		    l->paper.arxiv_id);
}
