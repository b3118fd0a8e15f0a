/* SPDX-License-Identifier: MIT */
/* See record_check.h: the record as a whole. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "bundle/bundle.h"
#include "cite/record_check_private.h"

static const char *const names[LEDGER_CHECKS] = {
	[LEDGER_SHAPE] = "shape",
	[LEDGER_STATE_COUNTS] = "state-counts",
	[LEDGER_STATE_EACH] = "state-each",
	[LEDGER_DISPLAYED] = "displayed",
	[LEDGER_TOTAL] = "total",
	[LEDGER_OUTBOUND_CAP] = "outbound-cap",
	[LEDGER_INBOUND_CAP] = "inbound-cap",
	[LEDGER_LANES] = "lanes",
	[LEDGER_LANE_REFERENCES] = "lane-references",
	[LEDGER_LANE_STANDING] = "lane-standing",
	[LEDGER_LANE_INBOUND] = "lane-inbound",
	[LEDGER_LANE_EXTERNAL] = "lane-external",
	[LEDGER_TIME_REFERENCES] = "time-references",
	[LEDGER_TIME_STANDING] = "time-standing",
	[LEDGER_TIME_INBOUND] = "time-inbound",
	[LEDGER_TIME_EXTERNAL] = "time-external",
	[LEDGER_SOURCES] = "sources",
	[LEDGER_THESIS_DATE] = "thesis-date",
	[LEDGER_THESIS_COUNTS] = "thesis-counts",
	[LEDGER_THESIS_PAPER] = "thesis-paper",
	[LEDGER_NOTICE] = "notice",
	[LEDGER_NOTICE_TIME] = "notice-time",
	[LEDGER_TIME_FORM] = "time-form",
	[LEDGER_FUTURE] = "future",
	[LEDGER_RESOLUTION_TIME] = "resolution-time",
	[LEDGER_LINKS] = "links",
	[LEDGER_IDS] = "ids",
	[LEDGER_DIGESTS] = "digests",
	[LEDGER_PAPER] = "paper",
	[LEDGER_LINKED] = "linked",
	[LEDGER_ORDER] = "order",
	[LEDGER_VALUES] = "values",
	[LEDGER_MEMBERS] = "members",
	[LEDGER_REFUSAL] = "refusal",
	[LEDGER_BYTES] = "bytes",
	[LEDGER_READING] = "reading"
};

const char *
record_check_name(enum ledger_check check)
{
	return names[check];
}

static void
enter(struct ledger_checking *c, enum ledger_check check, bool finding,
    bool once, const char *fmt, va_list ap)
{
	struct ledger_remarks *out = c->out;
	struct buf text = { 0 };
	bool there = false;

	out->findings += finding;
	if (out->n >= RECORD_REMARKS) {
		out->more++;
		return;
	}
	buf_vfmt(&text, fmt, ap);
	for (size_t i = 0; i < out->n && once && !there; i++)
		there = out->list[i].check == check
		    && strcmp(out->list[i].text, buf_string(&text)) == 0;
	if (there) {
		buf_clear(&text);
		return;
	}
	mem_grow(&out->list, out->n, sizeof(*out->list));
	out->list[out->n++] = (struct ledger_remark){ check, finding,
	    buf_steal(&text) };
}

void
record_check_finding(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(c, check, true, false, fmt, ap);
	va_end(ap);
}

void
record_check_note(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(c, check, false, false, fmt, ap);
	va_end(ap);
}

void
record_check_once(struct ledger_checking *c, enum ledger_check check,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(c, check, false, true, fmt, ap);
	va_end(ap);
}

void
record_check_time(struct ledger_checking *c, const char *where,
    const char *name, const char *text)
{
	struct instant t, as_of;

	if (text == NULL)
		return;
	instant_parse(&t, text);
	instant_parse(&as_of, c->l->as_of);
	if (!t.known)
		record_check_finding(c, LEDGER_TIME_FORM, "%s%s is %s: not a "
		    "time in a known form", where, name, text);
	else if (as_of.known && instant_compare(&t, &as_of) > 0)
		record_check_finding(c, LEDGER_FUTURE, "%s%s is %s: after "
		    "as_of, %s", where, name, text, c->l->as_of);
}

void
record_check_link(struct ledger_checking *c, const char *where,
    const char *got, const char *id, const char *tail)
{
	struct buf want = { 0 };

	if (got == NULL || id == NULL)
		return;
	buf_fmt(&want, "/paper/%s%s", id, tail);
	if (strcmp(buf_string(&want), got) != 0) {
		/* How an id with a slash is written has not been seen. */
		if (strchr(id, '/') != NULL)
			record_check_note(c, LEDGER_LINKS, "%s is %s; "
			    "expected, but never seen for such an id, is %s",
			    where, got, buf_string(&want));
		else
			record_check_finding(c, LEDGER_LINKS, "%s is %s, not "
			    "%s", where, got, buf_string(&want));
	}
	buf_clear(&want);
}

void
record_check_value(struct ledger_checking *c, const char *what,
    const char *value, const char *const *known)
{
	if (value == NULL)
		return;
	for (; *known != NULL; known++)
		if (strcmp(*known, value) == 0)
			return;
	record_check_once(c, LEDGER_VALUES, "%s: %s: a value that was not "
	    "seen before", what, value);
}

/* --- references and caps --- */

static void
check_counts(struct ledger_checking *c)
{
	const struct ledger *l = c->l;
	long long sum = 0;
	bool all = true;

	for (size_t i = 0; i < l->count_count; i++) {
		const long long n = l->counts[i].n;
		size_t listed = 0;

		if (n == RECORD_NONE
		    || __builtin_add_overflow(sum, n, &sum)) {
			all = false;
			continue;
		}
		if (i >= RECORD_STATES) {
			record_check_once(c, LEDGER_VALUES, "state_counts: "
			    "%s: a value that was not seen before",
			    l->counts[i].state);
			continue;
		}
		for (size_t k = 0; k < l->outbound_count; k++)
			listed += l->outbound[k].status != NULL
			    && strcmp(l->outbound[k].status,
			    l->counts[i].state) == 0;
		if (n != (long long)listed)
			record_check_finding(c, LEDGER_STATE_EACH,
			    "state_counts.%s is %lld; %zu outbound "
			    "observations have that status",
			    l->counts[i].state, n, listed);
	}
	if (all && l->displayed != RECORD_NONE && sum != l->displayed)
		record_check_finding(c, LEDGER_STATE_COUNTS, "the counts of "
		    "states add up to %lld; displayed is %lld", sum,
		    l->displayed);
}

static void
check_size(struct ledger_checking *c)
{
	const struct ledger *l = c->l;
	const long long in = (long long)l->inbound_count;
	const long long out = (long long)l->outbound_count;

	if (l->displayed != RECORD_NONE && l->displayed != out)
		record_check_finding(c, LEDGER_DISPLAYED, "displayed is %lld; "
		    "%lld outbound observations are listed", l->displayed,
		    out);
	if (l->total != RECORD_NONE && out > l->total)
		record_check_finding(c, LEDGER_TOTAL, "%lld outbound "
		    "observations are listed of %lld references in all", out,
		    l->total);
	if (l->cap_outbound != RECORD_NONE && out > l->cap_outbound)
		record_check_finding(c, LEDGER_OUTBOUND_CAP, "%lld outbound "
		    "observations are listed; the cap is %lld", out,
		    l->cap_outbound);
	if (l->cap_inbound != RECORD_NONE && in > l->cap_inbound)
		record_check_finding(c, LEDGER_INBOUND_CAP, "%lld inbound "
		    "observations are listed; the cap is %lld", in,
		    l->cap_inbound);
}

/* --- the rest of the top --- */

static void
check_top(struct ledger_checking *c)
{
	static const char *const sources[] = { "crossref", "retraction_watch",
		NULL };
	static const char *const external[] = { "arxiv_reference", NULL };
	const struct ledger *l = c->l;
	struct digest d;

	record_check_time(c, "", "as_of", l->as_of);
	record_check_time(c, "paper.", "submitted_at", l->paper.submitted_at);
	record_check_time(c, "paper.", "last_updated", l->paper.last_updated);
	record_check_time(c, "paper.", "snapshot_observed_at",
	    l->paper.snapshot_observed_at);
	for (size_t i = 0; i < l->sources.n; i++) {
		record_check_value(c, "standing source",
		    l->sources.list[i].source, sources);
		record_check_time(c, "standing_sources.", "observed_at",
		    l->sources.list[i].observed_at);
	}
	for (size_t i = 0; i < l->measurement_count; i++) {
		record_check_value(c, "source of a measurement",
		    l->measurements[i].source, external);
		record_check_time(c, "external_citation_measurements.",
		    "observed_at", l->measurements[i].observed_at);
	}
	if (l->context_digest != NULL
	    && (strncmp(l->context_digest, "sha256:", 7) != 0
	    || !digest_parse(&d, span_text(l->context_digest), true)))
		record_check_finding(c, LEDGER_DIGESTS, "context_digest is "
		    "not sha256: and 64 digits");
	if (l->link_evidence != NULL
	    && strcmp(l->link_evidence, "/evidence") != 0)
		record_check_finding(c, LEDGER_LINKS, "links.evidence is %s, "
		    "not /evidence", l->link_evidence);
	record_check_link(c, "links.html", l->link_html, l->paper.arxiv_id,
	    "/citation-record");
	record_check_link(c, "links.integrity", l->link_integrity,
	    l->paper.arxiv_id, "/integrity");
	record_check_link(c, "links.json", l->link_json, l->paper.arxiv_id,
	    "/citation-record.json");
	record_check_link(c, "links.paper", l->link_paper, l->paper.arxiv_id,
	    "");
}

static void
check_spelling(struct ledger_checking *c)
{
	const struct ledger *l = c->l;

	if (l->refusal != NULL && strcmp(l->refusal, "A citation records a "
	    "reference. It does not transfer a finding from one paper to "
	    "another.") != 0)
		record_check_note(c, LEDGER_REFUSAL, "the refusal has another "
		    "wording than was seen before");
	if (!l->sorted)
		record_check_note(c, LEDGER_BYTES, "names are not sorted or "
		    "there is white space: not as the registry serves it");
	else if (l->newline)
		record_check_note(c, LEDGER_BYTES, "white space at the end: "
		    "not as the registry serves it");
}

/* What the record says and a reader may take for something else. */
static void
check_reading(struct ledger_checking *c)
{
	const struct ledger *l = c->l;
	size_t unavailable = 0;

	for (size_t i = 0; i < l->inbound_count + l->outbound_count; i++) {
		const struct ledger_observation *o = i < l->inbound_count
		    ? &l->inbound[i] : &l->outbound[i - l->inbound_count];

		unavailable += o->notice.state != NULL
		    && strcmp(o->notice.state, "unavailable") == 0;
	}
	if (l->total == 0)
		record_check_note(c, LEDGER_READING, "0 of 0 references: a "
		    "paper without references and one whose references were "
		    "never extracted look alike");
	if (unavailable > 0)
		record_check_note(c, LEDGER_READING, "the standing notices "
		    "that are counted as observed include %zu that are "
		    "unavailable", unavailable);
}

void
record_check(struct ledger_remarks *out, const struct ledger *l)
{
	struct ledger_checking c = { l, out };

	for (size_t i = 0; i < l->rests.n; i++) {
		const struct ledger_rest *r = &l->rests.list[i];

		if (!r->wrong)
			record_check_once(&c, LEDGER_MEMBERS, "%s: a member "
			    "that v1 does not have", r->name);
		else
			record_check_finding(&c, LEDGER_SHAPE, "%s %s",
			    r->name, r->value == NULL ? "is missing"
			    : "is not of its type");
	}
	check_top(&c);
	check_counts(&c);
	check_size(&c);
	record_check_lanes(&c);
	record_check_lanes_thesis(&c);
	record_check_each(&c);
	check_spelling(&c);
	check_reading(&c);
}

void
record_check_clear(struct ledger_remarks *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->list[i].text);
	free(r->list);
	*r = (struct ledger_remarks){ 0 };
}

void
record_check_bundle(struct report *r, const struct bundle *b)
{
	const struct span bytes = bundle_member(b, "citation-record.json");
	struct ledger_remarks out = { 0 };
	struct ledger *l;
	struct err e;

	if (bytes.n == 0)
		return;
	if (record_ledger(&l, bytes, &e) < 0) {
		report_note(r, CHECK_CITATION, "%s", e.text);
		return;
	}
	record_check(&out, l);
	for (size_t i = 0; i < out.n; i++)
		if (out.list[i].finding)
			report_note(r, CHECK_CITATION, "%s: %s",
			    record_check_name(out.list[i].check),
			    out.list[i].text);
	if (out.findings == 0)
		report_pass(r, CHECK_CITATION, "agrees with itself: %zu "
		    "inbound and %zu outbound observations", l->inbound_count,
		    l->outbound_count);
	record_check_clear(&out);
	record_ledger_free(l);
}
