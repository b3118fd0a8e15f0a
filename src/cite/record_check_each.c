/* SPDX-License-Identifier: MIT */
/* See record_check.h: the observations. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_check_private.h"

/* "inbound 3: ", as the place of a remark. */
struct place {
	char text[40];
};

static struct place
place_of(const struct ledger *l, const struct ledger_observation *o)
{
	struct place p;

	snprintf(p.text, sizeof(p.text), "%s %zu: ", o->outbound ? "outbound"
	    : "inbound", (size_t)(o - (o->outbound ? l->outbound
	    : l->inbound)) + 1);
	return p;
}

static bool
is(const char *a, const char *b)
{
	return a != NULL && strcmp(a, b) == 0;
}

static bool
same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void
check_rests(struct ledger_checking *c, const struct ledger_observation *o,
    const char *where)
{
	for (size_t i = 0; i < o->rests.n; i++) {
		const struct ledger_rest *r = &o->rests.list[i];

		if (!r->wrong)
			record_check_once(c, LEDGER_MEMBERS, "an observation: "
			    "%s: a member that v1 does not have", r->name);
		else
			record_check_finding(c, LEDGER_SHAPE, "%s%s %s",
			    where, r->name, r->value == NULL ? "is missing"
			    : "is not of its type");
	}
}

static void
check_times(struct ledger_checking *c, const struct ledger_observation *o,
    const char *where)
{
	const struct ledger_paper *papers[] = { &o->citing, &o->cited };
	struct instant seen, resolved;

	record_check_time(c, where, "citation.source_observed_at",
	    o->source_observed_at);
	record_check_time(c, where, "resolution.observed_at", o->resolved_at);
	record_check_time(c, where, "cited_work.snapshot_observed_at",
	    o->work.snapshot_observed_at);
	for (size_t i = 0; i < 2; i++) {
		record_check_time(c, where, i == 0
		    ? "citing_paper.submitted_at" : "cited_paper.submitted_at",
		    papers[i]->submitted_at);
		record_check_time(c, where, i == 0
		    ? "citing_paper.last_updated" : "cited_paper.last_updated",
		    papers[i]->last_updated);
		record_check_time(c, where, i == 0
		    ? "citing_paper.snapshot_observed_at"
		    : "cited_paper.snapshot_observed_at",
		    papers[i]->snapshot_observed_at);
	}
	for (size_t i = 0; i < o->notice.receipts.n; i++)
		record_check_time(c, where,
		    "standing_notice.source_receipts.observed_at",
		    o->notice.receipts.list[i].observed_at);
	instant_parse(&seen, o->source_observed_at);
	instant_parse(&resolved, o->resolved_at);
	if (seen.known && resolved.known
	    && instant_compare(&resolved, &seen) < 0)
		record_check_finding(c, LEDGER_RESOLUTION_TIME, "%sresolved "
		    "at %s, before it was seen at %s", where, o->resolved_at,
		    o->source_observed_at);
}

/* No event found in the named queried sources as of TIME. */
static void
check_sentence(struct ledger_checking *c, const struct ledger_notice *n,
    const char *where)
{
	static const char begin[] =
	    "No event found in the named queried sources as of ";
	const char *latest = record_latest(&n->receipts);
	const char *at;
	size_t length;

	if (n->observation == NULL)
		return;
	if (strncmp(n->observation, begin, sizeof(begin) - 1) != 0) {
		record_check_once(c, LEDGER_VALUES, "%s: a sentence that was "
		    "not seen before", n->observation);
		return;
	}
	if (n->event_count > 0)
		record_check_finding(c, LEDGER_NOTICE, "%sthe notice says "
		    "that no event was found and lists %zu", where,
		    n->event_count);
	at = n->observation + sizeof(begin) - 1;
	length = strlen(at);
	if (latest == NULL || length != strlen(latest) + 1
	    || at[length - 1] != '.' || strncmp(at, latest, length - 1) != 0)
		record_check_finding(c, LEDGER_NOTICE_TIME, "%sthe notice is "
		    "as of %s its latest receipt is of %s", where, at,
		    latest != NULL ? latest : "no time");
}

static void
check_notice(struct ledger_checking *c, const struct ledger_observation *o,
    const char *where)
{
	static const char *const states[] = { "measured", "unavailable",
		NULL };
	static const char *const reasons[] = {
		"canonical_work_link_unavailable", NULL };
	const struct ledger_notice *n = &o->notice;
	const char *wrong = NULL;

	record_check_value(c, "standing notice", n->state, states);
	record_check_value(c, "reason of a notice", n->reason, reasons);
	if (is(n->state, "measured")) {
		if (n->reason != NULL)
			wrong = "is measured and has a reason why not";
		else if (n->observation == NULL && n->event_count == 0)
			wrong = "is measured and says nothing";
		else if (n->receipts.n == 0)
			wrong = "is measured and names no source";
	} else if (is(n->state, "unavailable")) {
		if (n->reason == NULL)
			wrong = "is unavailable without a reason";
		else if (n->has_observation)
			wrong = "is unavailable and has an observation";
		else if (n->receipts.n > 0)
			wrong = "is unavailable and names sources";
		else if (n->event_count > 0)
			wrong = "is unavailable and lists events";
	}
	if (wrong != NULL)
		record_check_finding(c, LEDGER_NOTICE, "%sthe notice %s",
		    where, wrong);
	for (size_t i = 0; i < n->event_count; i++)
		if (n->events[i].kind == LEDGER_UNKNOWN)
			record_check_once(c, LEDGER_VALUES, "event: %s: a "
			    "kind that is not known here",
			    n->events[i].said != NULL ? n->events[i].said
			    : "(not named)");
	check_sentence(c, n, where);
}

/* Of all that was seen: no resolver <=> unresolved <=> no work <=> the notice
 * is unavailable. */
static void
check_linked(struct ledger_checking *c, const struct ledger_observation *o,
    const char *where)
{
	const bool none = o->resolver == NULL;

	if (is(o->status, "unresolved") != none
	    || (o->work.work_id == NULL) != none
	    || is(o->notice.state, "unavailable") != none)
		record_check_note(c, LEDGER_LINKED, "%sresolver link, status, "
		    "work and notice go together otherwise than was seen "
		    "before", where);
}

static void
check_paper(struct ledger_checking *c, const struct ledger_observation *o,
    const char *where)
{
	const struct ledger_paper *mine = o->outbound ? &o->citing : &o->cited;
	const struct ledger_paper *p = &c->l->paper;

	if (mine->arxiv_id == NULL || p->arxiv_id == NULL)
		return;
	if (strcmp(mine->arxiv_id, p->arxiv_id) != 0)
		record_check_finding(c, LEDGER_PAPER, "%s%s paper is %s; the "
		    "record is about %s", where, o->outbound ? "the citing"
		    : "the cited", mine->arxiv_id, p->arxiv_id);
	else if (mine->version != p->version
	    || !same(mine->title, p->title)
	    || !same(mine->submitted_at, p->submitted_at)
	    || !same(mine->last_updated, p->last_updated)
	    || !same(mine->snapshot_observed_at, p->snapshot_observed_at))
		record_check_note(c, LEDGER_PAPER, "%s%s paper is described "
		    "otherwise than at the top", where, o->outbound
		    ? "the citing" : "the cited");
}

static void
check_values(struct ledger_checking *c, const struct ledger_observation *o)
{
	static const char *const resolvers[] = { "arxiv_id", NULL };
	static const char *const sources[] = { "pdf_text", "arxiv_source",
		NULL };
	static const char *const metadata[] = { "arxiv_reference", NULL };
	const char *states[RECORD_STATES + 1] = { NULL };

	for (size_t i = 0; i < RECORD_STATES; i++)
		states[i] = record_states[i];
	record_check_value(c, "status", o->status, states);
	record_check_value(c, "resolver source", o->resolver, resolvers);
	record_check_value(c, "source of a citation", o->source, sources);
	record_check_value(c, "metadata source", o->work.metadata_source,
	    metadata);
}

/* 8-4-4-4-12 digits, lower case. */
static bool
is_uuid(const char *s)
{
	if (strlen(s) != 36)
		return false;
	for (size_t i = 0; i < 36; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23
		    ? s[i] != '-' : strchr("0123456789abcdef", s[i]) == NULL)
			return false;
	return true;
}

static void
check_one(struct ledger_checking *c, const struct ledger_observation *o)
{
	const struct place p = place_of(c->l, o);
	struct digest d;
	struct buf name = { 0 };

	check_rests(c, o, p.text);
	check_times(c, o, p.text);
	check_notice(c, o, p.text);
	check_linked(c, o, p.text);
	check_paper(c, o, p.text);
	check_values(c, o);
	buf_fmt(&name, "%slinks.citing_paper", p.text);
	record_check_link(c, buf_string(&name), o->link_citing,
	    o->citing.arxiv_id, "");
	name.n = 0;
	buf_fmt(&name, "%slinks.cited_paper", p.text);
	record_check_link(c, buf_string(&name), o->link_cited,
	    o->cited.arxiv_id, "");
	buf_clear(&name);
	if (o->id != NULL && !is_uuid(o->id))
		record_check_finding(c, LEDGER_IDS, "%sobservation_id is not "
		    "a UUID", p.text);
	if (o->digest != NULL && (strncmp(o->digest, "sha256:", 7) != 0
	    || !digest_parse(&d, span_text(o->digest), true)))
		record_check_finding(c, LEDGER_DIGESTS, "%sobservation_digest "
		    "is not sha256: and 64 digits", p.text);
}

/* --- all of them together --- */

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Ids and digests are there once each. */
static void
check_unique(struct ledger_checking *c, bool ids)
{
	const struct ledger *l = c->l;
	const size_t all = l->inbound_count + l->outbound_count;
	const char **list = mem_zero(all, sizeof(*list));
	size_t n = 0;

	for (size_t i = 0; i < all; i++) {
		const struct ledger_observation *o = i < l->inbound_count
		    ? &l->inbound[i] : &l->outbound[i - l->inbound_count];
		const char *text = ids ? o->id : o->digest;

		if (text != NULL)
			list[n++] = text;
	}
	if (n > 1)
		qsort(list, n, sizeof(*list), by_text);
	for (size_t i = 1; i < n; i++)
		if (strcmp(list[i - 1], list[i]) == 0)
			record_check_finding(c, ids ? LEDGER_IDS
			    : LEDGER_DIGESTS, "%s is there more than once",
			    list[i]);
	free(list);
}

static int
by_receipt(const void *a, const void *b)
{
	const struct ledger_receipt *x = a, *y = b;
	const int c = strcmp(x->source, y->source);

	return c != 0 ? c : strcmp(x->observed_at, y->observed_at);
}

/* Every receipt of a notice is one of the standing sources. */
static void
check_sources(struct ledger_checking *c)
{
	const struct ledger *l = c->l;
	struct ledger_receipt *known = mem_zero(l->sources.n, sizeof(*known));
	size_t n = 0;

	for (size_t i = 0; i < l->sources.n; i++)
		if (l->sources.list[i].source != NULL
		    && l->sources.list[i].observed_at != NULL)
			known[n++] = l->sources.list[i];
	if (n > 1)
		qsort(known, n, sizeof(*known), by_receipt);
	for (size_t i = 0; i < l->inbound_count + l->outbound_count; i++) {
		const struct ledger_observation *o = i < l->inbound_count
		    ? &l->inbound[i] : &l->outbound[i - l->inbound_count];

		for (size_t k = 0; k < o->notice.receipts.n; k++) {
			const struct ledger_receipt *r
			    = &o->notice.receipts.list[k];

			if (r->source != NULL && r->observed_at != NULL
			    && (n == 0 || bsearch(r, known, n,
			    sizeof(*known), by_receipt) == NULL))
				record_check_finding(c, LEDGER_SOURCES,
				    "%sasked was %s at %s, which is no "
				    "standing source", place_of(l, o).text,
				    r->source, r->observed_at);
		}
	}
	free(known);
}

/* Ascending by the citing paper's id and version; told once. */
static void
check_order(struct ledger_checking *c)
{
	const struct ledger *l = c->l;

	for (size_t i = 1; i < l->inbound_count; i++) {
		const struct ledger_paper *a = &l->inbound[i - 1].citing;
		const struct ledger_paper *b = &l->inbound[i].citing;
		int order;

		if (a->arxiv_id == NULL || b->arxiv_id == NULL)
			continue;
		order = strcmp(a->arxiv_id, b->arxiv_id);
		if (order > 0 || (order == 0 && a->version > b->version)) {
			record_check_note(c, LEDGER_ORDER, "inbound %zu: not "
			    "in the order of citing ids and versions", i + 1);
			return;
		}
	}
}

void
record_check_each(struct ledger_checking *c)
{
	const struct ledger *l = c->l;

	for (size_t i = 0; i < l->outbound_count; i++)
		check_one(c, &l->outbound[i]);
	for (size_t i = 0; i < l->inbound_count; i++)
		check_one(c, &l->inbound[i]);
	check_unique(c, true);
	check_unique(c, false);
	check_sources(c);
	check_order(c);
}
