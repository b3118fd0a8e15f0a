/* SPDX-License-Identifier: MIT */
/* See ledger.h. */
#include "config.h"

#include <stdlib.h>

#include "cite/record_groups.h"
#include "number/alias.h"
#include "out/ledger.h"

#define DOT "\xc2\xb7"

static const char *
or_not(const char *text)
{
	return text != NULL ? text : "(not given)";
}

/* A number, or that it is not there. */
static const char *
count_text(char out[32], long long n)
{
	if (n == RECORD_NONE)
		return "(not given)";
	snprintf(out, 32, "%lld", n);
	return out;
}

/* The registry's page of an arXiv paper; NULL where the id is none, so that
 * whatever stands there is no link. */
static const char *
paper_url(struct buf *out, const char *id)
{
	struct alias a;

	out->n = 0;
	if (id == NULL || alias_parse(&a, span_text(id)) != ALIAS_ARXIV)
		return NULL;
	buf_fmt(out, "https://pith.science/paper/%s", a.name);
	return buf_string(out);
}

static void
add_rests(struct page *p, const struct ledger_rests *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].value != NULL)
			out_page_add(p, PAGE_TEXT, true, "%s: %s",
			    r->list[i].name, r->list[i].value);
		else
			out_page_add(p, PAGE_TEXT, true, "%s is missing",
			    r->list[i].name);
}

static void
add_head(struct page *p, const struct ledger *l)
{
	char n[32];

	out_page_add(p, PAGE_KICKER, false, "Paper Citation Record " DOT
	    " LEDGER");
	out_page_add(p, PAGE_TITLE, false, "%s", or_not(l->paper.title));
	out_page_add(p, PAGE_TEXT, false, "%s", or_not(l->thesis));
	out_page_add(p, PAGE_TEXT, false, "%s", or_not(l->refusal));
	out_page_add(p, PAGE_TEXT, false, "%s", l->schema != NULL ? l->schema
	    : RECORD_SCHEMA);
	out_page_add(p, PAGE_TEXT, false, "%s v%s", or_not(l->paper.arxiv_id),
	    count_text(n, l->paper.version));
	add_rests(p, &l->rests);
}

static void
add_words(struct page *p, enum page_kind kind, bool own, const char *before,
    const char *words, const char *after)
{
	struct buf text = { 0 };

	buf_text(&text, before);
	record_words(&text, words);
	buf_text(&text, after);
	out_page_add(p, kind, own, "%s", buf_string(&text));
	buf_clear(&text);
}

static void
add_coverage(struct page *p, const struct ledger *l)
{
	out_page_add(p, PAGE_HEADING, false, "Coverage vector");
	for (size_t i = 0; i < l->lane_count; i++) {
		const struct ledger_lane *lane = &l->lanes[i];
		struct buf head = { 0 };
		char a[32], b[32];

		record_words(&head, lane->state);
		buf_fmt(&head, " %s of %s ", count_text(a, lane->observed),
		    count_text(b, lane->denominator));
		record_words(&head, lane->lane);
		out_page_add(p, PAGE_ITEM, false, "%s", buf_string(&head));
		buf_clear(&head);
		out_page_add(p, PAGE_TEXT, false, "%s", or_not(lane->note));
		out_page_add(p, PAGE_TEXT, false, "Source: %s%s%s",
		    or_not(lane->source), lane->source_observed_at != NULL
		    ? ", observed " : "", lane->source_observed_at != NULL
		    ? lane->source_observed_at : "");
	}
	if (l->lane_count == 0)
		out_page_add(p, PAGE_TEXT, true, "No coverage is listed.");
}

static void
add_resolution(struct page *p, const struct ledger *l)
{
	char a[32], b[32];

	out_page_add(p, PAGE_HEADING, false, "Reference resolution");
	out_page_add(p, PAGE_TEXT, false, "%s of %s outbound references "
	    "displayed", count_text(a, l->displayed), count_text(b, l->total));
	for (size_t i = 0; i < l->count_count; i++) {
		struct buf label = { 0 };

		record_words(&label, l->counts[i].state);
		out_page_pair(p, i >= RECORD_STATES, buf_string(&label), "%s",
		    count_text(a, l->counts[i].n));
		buf_clear(&label);
	}
	out_page_add(p, PAGE_HEADING, false,
	    "External citation measurements");
	for (size_t i = 0; i < l->measurement_count; i++) {
		const struct ledger_measurement *m = &l->measurements[i];

		out_page_add(p, PAGE_ITEM, false, "%s", count_text(a,
		    m->count));
		out_page_add(p, PAGE_TEXT, false, "%s, observed %s",
		    or_not(m->source), or_not(m->observed_at));
	}
	if (l->measurement_count == 0)
		out_page_add(p, PAGE_TEXT, true,
		    "No external measurement is listed.");
}

static void
add_event(struct page *p, const struct ledger_event *ev, size_t i)
{
	out_page_add(p, PAGE_TEXT, true, "Event %zu: %s%s%s", i + 1,
	    record_event_word(ev->kind), ev->kind == LEDGER_UNKNOWN
	    && ev->said != NULL ? ": " : "", ev->kind == LEDGER_UNKNOWN
	    && ev->said != NULL ? ev->said : "");
	for (size_t k = 0; k < ev->n; k++)
		out_page_add(p, PAGE_TEXT, true, "%s: %s", ev->list[k].name,
		    ev->list[k].value);
}

static void
add_notice(struct page *p, const struct ledger_notice *n)
{
	const bool unavailable = n->state != NULL
	    && strcmp(n->state, "unavailable") == 0;
	const bool measured = n->state != NULL
	    && strcmp(n->state, "measured") == 0;

	out_page_add(p, PAGE_PART, false,
	    "Source-reported events for the cited work");
	if (n->observation != NULL)
		out_page_add(p, PAGE_TEXT, false, "%s", n->observation);
	if (unavailable)
		add_words(p, PAGE_TEXT, false, "Unavailable: ", n->reason,
		    ".");
	else if (!measured)
		add_words(p, PAGE_TEXT, true, "State: ", n->state, ".");
	if (!unavailable && n->reason != NULL)
		add_words(p, PAGE_TEXT, true, "Reason: ", n->reason, ".");
	if (measured && n->observation == NULL && n->event_count == 0)
		out_page_add(p, PAGE_TEXT, true,
		    "The record says nothing of events here.");
	for (size_t i = 0; i < n->event_count; i++)
		add_event(p, &n->events[i], i);
	/* Who was asked, where the sentence does not tell. */
	if (n->event_count > 0)
		for (size_t i = 0; i < n->receipts.n; i++)
			out_page_add(p, PAGE_TEXT, true, "Asked: %s, observed "
			    "%s", or_not(n->receipts.list[i].source),
			    or_not(n->receipts.list[i].observed_at));
}

static const char *
cited_title(const struct ledger_observation *o)
{
	return o->has_cited && o->cited.title != NULL ? o->cited.title
	    : o->work.title;
}

static void
add_observation(struct page *p, const struct ledger_observation *o)
{
	struct buf url = { 0 }, text = { 0 };
	char n[32];

	out_page_add(p, PAGE_ITEM, o->outbound, "Observation %s " DOT " %s",
	    or_not(o->id), o->outbound ? "outbound" : "inbound");
	if (o->outbound)
		out_page_add(p, PAGE_TEXT, true, "This paper cites %s.",
		    or_not(cited_title(o)));
	else
		out_page_add(p, PAGE_TEXT, false, "%s cites this paper.",
		    or_not(o->citing.title));
	out_page_block(p, PAGE_TEXT, false);
	out_page_run(p, o->citing.title, paper_url(&url, o->citing.arxiv_id));
	out_page_run(p, cited_title(o), paper_url(&url, o->has_cited
	    ? o->cited.arxiv_id : o->work.pith_arxiv_id));
	out_page_add(p, PAGE_TEXT, false, "Reference %s", count_text(n,
	    o->reference_index));
	buf_text(&text, "Resolution: ");
	record_words(&text, o->status);
	buf_fmt(&text, "; %s, observed %s", o->resolver != NULL ? o->resolver
	    : "no resolver link", or_not(o->resolved_at));
	out_page_add(p, PAGE_TEXT, false, "%s", buf_string(&text));
	text.n = 0;
	if (record_groups_timespan(&text, o->has_cited
	    ? o->cited.submitted_at : NULL, o->citing.submitted_at))
		out_page_add(p, PAGE_TEXT, true, "Timespan %s: the cited "
		    "paper is of %.10s, the citing one of %.10s",
		    buf_string(&text), o->cited.submitted_at,
		    o->citing.submitted_at);
	add_rests(p, &o->rests);
	add_notice(p, &o->notice);
	buf_clear(&url);
	buf_clear(&text);
}

static void
add_observations(struct page *p, const struct ledger *l)
{
	out_page_add(p, PAGE_HEADING, false, "Outbound references");
	for (size_t i = 0; i < l->outbound_count; i++)
		add_observation(p, &l->outbound[i]);
	if (l->outbound_count == 0)
		out_page_add(p, PAGE_TEXT, false, "No outbound reference "
		    "observations are available for this paper version.");
	out_page_add(p, PAGE_HEADING, false, "Pith citing papers");
	for (size_t i = 0; i < l->inbound_count; i++)
		add_observation(p, &l->inbound[i]);
	if (l->inbound_count == 0)
		out_page_add(p, PAGE_TEXT, true, "No inbound Pith citation "
		    "observations are listed.");
}

static void
add_counts(struct page *p, const struct ledger *l,
    const struct ledger_groups *g)
{
	char n[32];

	out_page_add(p, PAGE_HEADING, true, "How the counts fit together");
	for (size_t i = 0; i < l->measurement_count; i++)
		out_page_add(p, PAGE_ENTRY, true, "%s counted by %s at %s: "
		    "another source's count, never combined",
		    count_text(n, l->measurements[i].count),
		    or_not(l->measurements[i].source),
		    or_not(l->measurements[i].observed_at));
	out_page_add(p, PAGE_ENTRY, true, "%zu inbound observation%s%s",
	    l->inbound_count, l->inbound_count == 1 ? "" : "s",
	    l->cap_inbound == (long long)l->inbound_count
	    ? ", as many as the cap allows: there may be more" : "");
	out_page_add(p, PAGE_ENTRY, true, "%zu citing paper%s: a paper has an "
	    "observation for each version and place", g->n,
	    g->n == 1 ? "" : "s");
	out_page_add(p, PAGE_ENTRY, true, "%zu citing paper%s with a resolver "
	    "link: the ones under \"Cited by\" on the page of the Pith "
	    "Number", g->cited_by_count, g->cited_by_count == 1 ? "" : "s");
}

/* The groups that say more than their observations: of several. */
static void
add_groups(struct page *p, const struct ledger_groups *g)
{
	bool first = true;

	for (size_t i = 0; i < g->n; i++) {
		const struct ledger_group *one = &g->list[i];
		struct buf text = { 0 };

		if (one->n < 2)
			continue;
		if (first)
			out_page_add(p, PAGE_HEADING, true, "Papers with "
			    "several observations");
		first = false;
		for (size_t k = 0; k < one->n; k++) {
			char a[32], b[32];

			buf_fmt(&text, "%sv%s reference %s ", k > 0 ? ", "
			    : "", count_text(a, one->list[k]->citing.version),
			    count_text(b, one->list[k]->reference_index));
			record_words(&text, one->list[k]->status);
		}
		out_page_add(p, PAGE_ENTRY, true, "%s: %s%s",
		    or_not(one->list[0]->citing.arxiv_id), buf_string(&text),
		    one->changed ? ": the status changed at one reference"
		    : "");
		buf_clear(&text);
	}
}

static void
add_check(struct page *p, const struct ledger *l,
    const struct ledger_remarks *r)
{
	char hex[DIGEST_HEX];

	out_page_add(p, PAGE_HEADING, true, "What was checked");
	out_page_add(p, PAGE_TEXT, true, "%zu finding%s: the record %s with "
	    "itself", r->findings, r->findings == 1 ? "" : "s",
	    r->findings == 0 ? "agrees" : "does not agree");
	for (size_t i = 0; i < r->n; i++)
		out_page_add(p, PAGE_ENTRY, true, "%s: %s: %s",
		    r->list[i].finding ? "finding" : "note",
		    record_check_name(r->list[i].check), r->list[i].text);
	if (r->more > 0)
		out_page_add(p, PAGE_ENTRY, true, "and %zu more", r->more);
	out_page_add(p, PAGE_TEXT, true, "Nobody signs a citation record. "
	    "What its digests are taken over is not published, so they were "
	    "not recomputed.");
	out_page_add(p, PAGE_TEXT, true, "SHA-256 of the file: %s",
	    digest_print(hex, &l->digest));
}

void
out_ledger(struct page *out, const struct ledger *l,
    const struct ledger_remarks *r)
{
	struct ledger_groups g;
	struct page p = { 0 };
	struct buf text = { 0 };
	struct alias a;

	buf_fmt(&text, "Paper Citation Record of %s",
	    or_not(l->paper.arxiv_id));
	p.title = buf_steal(&text);
	if (l->paper.arxiv_id != NULL
	    && alias_parse(&a, span_text(l->paper.arxiv_id)) == ALIAS_ARXIV)
		buf_fmt(&text, "paper/%s/citation-record/index.html", a.name);
	p.path = buf_steal(&text);
	record_groups(&g, l);
	add_head(&p, l);
	add_coverage(&p, l);
	add_resolution(&p, l);
	add_observations(&p, l);
	add_counts(&p, l, &g);
	add_groups(&p, &g);
	add_check(&p, l, r);
	record_groups_clear(&g);
	*out = p;
}

static void
put_checks(struct emit *j, const struct ledger_remarks *r)
{
	bool bad[LEDGER_CHECKS] = { false }, noted[LEDGER_CHECKS] = { false };

	for (size_t i = 0; i < r->n; i++)
		(r->list[i].finding ? bad : noted)[r->list[i].check] = true;
	emit_object(j, "checks");
	for (size_t i = 0; i < LEDGER_CHECKS; i++)
		emit_text(j, record_check_name((enum ledger_check)i), bad[i]
		    ? "finding" : noted[i] ? "note" : "pass");
	emit_close_object(j);
	emit_array(j, "remarks");
	for (size_t i = 0; i < r->n; i++) {
		emit_object(j, NULL);
		emit_text(j, "check", record_check_name(r->list[i].check));
		emit_text(j, "result", r->list[i].finding ? "finding"
		    : "note");
		emit_text(j, "text", r->list[i].text);
		emit_close_object(j);
	}
	emit_close_array(j);
}

static void
put_group(struct emit *j, const struct ledger_group *g)
{
	emit_object(j, NULL);
	emit_text(j, "arxiv_id", g->list[0]->citing.arxiv_id);
	emit_text(j, "title", g->list[0]->citing.title);
	emit_bool(j, "linked", g->linked != NULL);
	emit_bool(j, "changed", g->changed);
	emit_array(j, "observations");
	for (size_t i = 0; i < g->n; i++) {
		const struct ledger_observation *o = g->list[i];
		struct buf span = { 0 };
		const bool known = record_groups_timespan(&span, o->has_cited
		    ? o->cited.submitted_at : NULL, o->citing.submitted_at);

		emit_object(j, NULL);
		emit_text(j, "observation_id", o->id);
		if (o->reference_index == RECORD_NONE)
			emit_text(j, "reference_index", NULL);
		else
			emit_int(j, "reference_index", o->reference_index);
		emit_text(j, "status", o->status);
		emit_text(j, "resolver_source", o->resolver);
		emit_text(j, "standing_notice", o->notice.state);
		emit_int(j, "events", (long long)o->notice.event_count);
		emit_text(j, "timespan", known ? buf_string(&span) : NULL);
		emit_close_object(j);
		buf_clear(&span);
	}
	emit_close_array(j);
	emit_close_object(j);
}

void
out_ledger_json(struct emit *j, const char *name, const struct ledger *l,
    const struct ledger_remarks *r)
{
	struct ledger_groups g;
	char hex[DIGEST_HEX];

	record_groups(&g, l);
	emit_object(j, name);
	emit_text(j, "arxiv_id", l->paper.arxiv_id);
	emit_text(j, "as_of", l->as_of);
	emit_text(j, "thesis", l->thesis);
	emit_text(j, "sha256", digest_print(hex, &l->digest));
	emit_object(j, "counts");
	emit_array(j, "external");
	for (size_t i = 0; i < l->measurement_count; i++)
		if (l->measurements[i].count != RECORD_NONE)
			emit_int(j, NULL, l->measurements[i].count);
	emit_close_array(j);
	emit_int(j, "inbound_observations", (long long)l->inbound_count);
	emit_int(j, "citing_papers", (long long)g.n);
	emit_int(j, "cited_by", (long long)g.cited_by_count);
	emit_int(j, "outbound_observations", (long long)l->outbound_count);
	emit_close_object(j);
	emit_array(j, "citing");
	for (size_t i = 0; i < g.n; i++)
		put_group(j, &g.list[i]);
	emit_close_array(j);
	emit_int(j, "findings", (long long)r->findings);
	put_checks(j, r);
	emit_close_object(j);
	record_groups_clear(&g);
}
