/* SPDX-License-Identifier: MIT */
/* See record.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_private.h"

const char *const record_states[RECORD_STATES] = {
	"verified_exact", "verified_fuzzy", "unresolved", "parse_uncertain",
	"malformed_identifier", "metadata_mismatch"
};

void
record_words(struct buf *out, const char *text)
{
	if (text == NULL)
		text = "(not given)";
	for (; *text != '\0'; text++)
		buf_byte(out, *text == '_' ? ' ' : (uint8_t)*text);
}

const char *
record_latest(const struct ledger_receipts *r)
{
	const char *latest = NULL;
	struct instant best = { 0 };

	for (size_t i = 0; i < r->n; i++) {
		struct instant t;

		instant_parse(&t, r->list[i].observed_at);
		if (t.known && (latest == NULL
		    || instant_compare(&t, &best) > 0)) {
			latest = r->list[i].observed_at;
			best = t;
		}
	}
	return latest;
}

static void
clear_rests(struct ledger_rests *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->list[i].name);
		free(r->list[i].value);
	}
	free(r->list);
}

static void
clear_receipts(struct ledger_receipts *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->list[i].source);
		free(r->list[i].observed_at);
	}
	free(r->list);
}

static void
clear_paper(struct ledger_paper *p)
{
	free(p->arxiv_id);
	free(p->title);
	free(p->category);
	free(p->submitted_at);
	free(p->last_updated);
	free(p->snapshot_observed_at);
}

static void
clear_work(struct ledger_work *w)
{
	free(w->work_id);
	free(w->arxiv_id);
	free(w->pith_arxiv_id);
	free(w->doi);
	free(w->title);
	free(w->venue);
	free(w->metadata_source);
	free(w->snapshot_observed_at);
}

static void
clear_observations(struct ledger_observation *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct ledger_observation *o = &list[i];

		free(o->id);
		free(o->digest);
		clear_paper(&o->citing);
		clear_paper(&o->cited);
		clear_work(&o->work);
		free(o->source);
		free(o->source_observed_at);
		free(o->link_citing);
		free(o->link_cited);
		free(o->status);
		free(o->resolver);
		free(o->resolved_at);
		free(o->notice.state);
		free(o->notice.observation);
		free(o->notice.reason);
		for (size_t k = 0; k < o->notice.event_count; k++)
			record_event_clear(&o->notice.events[k]);
		free(o->notice.events);
		clear_receipts(&o->notice.receipts);
		clear_rests(&o->rests);
	}
	free(list);
}

static void
clear_texts(struct ledger *l)
{
	free(l->schema);
	free(l->as_of);
	free(l->thesis);
	free(l->refusal);
	free(l->context_digest);
	free(l->link_evidence);
	free(l->link_html);
	free(l->link_integrity);
	free(l->link_json);
	free(l->link_paper);
}

void
record_ledger_free(struct ledger *l)
{
	if (l == NULL)
		return;
	clear_texts(l);
	clear_paper(&l->paper);
	for (size_t i = 0; i < l->lane_count; i++) {
		free(l->lanes[i].lane);
		free(l->lanes[i].state);
		free(l->lanes[i].note);
		free(l->lanes[i].source);
		free(l->lanes[i].source_observed_at);
	}
	free(l->lanes);
	for (size_t i = 0; i < l->count_count; i++)
		free(l->counts[i].state);
	free(l->counts);
	for (size_t i = 0; i < l->measurement_count; i++) {
		free(l->measurements[i].source);
		free(l->measurements[i].observed_at);
	}
	free(l->measurements);
	clear_observations(l->outbound, l->outbound_count);
	clear_observations(l->inbound, l->inbound_count);
	clear_receipts(&l->sources);
	clear_rests(&l->rests);
	free(l);
}

/* Sorted names and no white space: how the registry writes it.  A final line
 * end, which editors add, is told apart. */
static void
look_at_bytes(struct ledger *l, const json_t *v, struct span text)
{
	struct buf canon = { 0 };
	struct err e;
	size_t n = text.n;

	l->digest = digest_sha256(text);
	while (n > 0 && strchr(" \t\r\n", text.at[n - 1]) != NULL)
		n--;
	l->newline = n < text.n;
	l->sorted = json_canon(&canon, v, &e) == 0
	    && span_equal(span_buf(&canon), (struct span){ text.at, n });
	buf_clear(&canon);
}

bool
record_is_ledger(const json_t *v)
{
	static const char family[] = "pith.paper-citation-record.";
	const char *schema = json_member_text(v, "schema");

	return schema != NULL
	    && strncmp(schema, family, sizeof(family) - 1) == 0;
}

int
record_ledger(struct ledger **out, struct span text, struct err *e)
{
	const char *schema;
	struct ledger *l = NULL;
	json_t *v = NULL;
	int rc = json_parse(&v, text, JSON_TOP_OBJECT, e);

	if (rc < 0)
		return err_in(e, "citation record");
	schema = json_member_text(v, "schema");
	if (schema == NULL || strcmp(schema, RECORD_SCHEMA) != 0) {
		rc = err_set(e, ERR_FORMAT, "citation record: schema %.80s: "
		    "read is " RECORD_SCHEMA, schema != NULL ? schema
		    : "(none)");
		goto done;
	}
	l = mem_zero(1, sizeof(*l));
	look_at_bytes(l, v, text);
	rc = record_take(l, v, e);
	if (rc == 0) {
		*out = l;
		l = NULL;
	}
done:
	record_ledger_free(l);
	json_decref(v);
	return rc;
}
