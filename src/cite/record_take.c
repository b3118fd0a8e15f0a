/* SPDX-License-Identifier: MIT */
/* From JSON to a ledger: every member of every object is taken or told. */
#include "config.h"

#include "base/mem.h"
#include "cite/record_private.h"

/* Where to put what was read, and what could not be. */
struct reading {
	struct ledger_rests *rests;
	const char *prefix;	/* of names: "citation." */
};

enum take { TAKE_TEXT, TAKE_INT, TAKE_INNER };

/* A member by name.  NULL_TOO: null is as good as absent there; MAY_LACK: it
 * need not be there at all. */
enum { NULL_TOO = 1, MAY_LACK = 2 };
struct field {
	const char *name;
	enum take take;
	unsigned flags;
	size_t offset;
};

static void
add_rest(const struct reading *r, const char *name, const json_t *v,
    bool wrong)
{
	struct buf full = { 0 };

	buf_fmt(&full, "%s%s", r->prefix, name);
	mem_grow(&r->rests->list, r->rests->n, sizeof(*r->rests->list));
	r->rests->list[r->rests->n++] = (struct ledger_rest){
	    .name = buf_steal(&full),
	    .value = v == NULL ? NULL : record_event_value(v), .wrong = wrong };
}

static const struct field *
field_named(const struct field *fields, const char *name)
{
	for (; fields->name != NULL; fields++)
		if (strcmp(fields->name, name) == 0)
			return fields;
	return NULL;
}

/* Put one member where it belongs; false where it is of another type. */
static bool
take_member(void *into, const struct field *f, const json_t *v)
{
	char *at = (char *)into + f->offset;

	if (json_is_null(v) && (f->flags & NULL_TOO) != 0)
		return true;
	switch (f->take) {
	case TAKE_TEXT:
		if (json_is_string(v))
			*(char **)(void *)at = mem_string(json_string_value(v));
		return json_is_string(v);
	case TAKE_INT:
		if (json_is_integer(v))
			*(long long *)(void *)at = json_integer_value(v);
		return json_is_integer(v);
	case TAKE_INNER:
		break;
	}
	return true;
}

/*
 * Take the members of ${o} that ${fields} names; all others, and what is of
 * another type or missing, become rests.  A value that is no object is one
 * rest itself.
 */
static void
take(void *into, const json_t *o, const struct field *fields,
    struct ledger_rests *rests, const char *prefix)
{
	const struct reading r = { rests, prefix };
	const char *name;
	json_t *v;

	for (const struct field *f = fields; f->name != NULL; f++)
		if (f->take == TAKE_INT)
			*(long long *)(void *)((char *)into + f->offset)
			    = RECORD_NONE;
	if (o == NULL || !json_is_object(o)) {
		add_rest(&r, "*", o, true);
		return;
	}
	json_object_foreach ((json_t *)(uintptr_t)o, name, v) {
		const struct field *f = field_named(fields, name);

		if (f == NULL)
			add_rest(&r, name, v, false);
		else if (!take_member(into, f, v))
			add_rest(&r, name, v, true);
	}
	for (const struct field *f = fields; f->name != NULL; f++)
		if ((f->flags & MAY_LACK) == 0
		    && json_object_get(o, f->name) == NULL)
			add_rest(&r, f->name, NULL, true);
}

/* The array ${name} of ${o}; NULL, and a rest where it is something else.
 * That it is missing take() has told. */
static const json_t *
take_array(const json_t *o, const char *name, struct ledger_rests *rests,
    const char *prefix)
{
	const struct reading r = { rests, prefix };
	const json_t *v = json_object_get(o, name);

	if (v == NULL || json_is_array(v))
		return v;
	add_rest(&r, name, v, true);
	return NULL;
}

#define TEXT(s, member, flags) \
	{ #member, TAKE_TEXT, flags, offsetof(struct s, member) }
#define TEXT_AS(s, name, member, flags) \
	{ name, TAKE_TEXT, flags, offsetof(struct s, member) }
#define INT_AS(s, name, member, flags) \
	{ name, TAKE_INT, flags, offsetof(struct s, member) }
#define INNER(name, flags) { name, TAKE_INNER, flags, 0 }

static void
take_receipts(struct ledger_receipts *out, const json_t *list,
    struct ledger_rests *rests, const char *prefix)
{
	static const struct field fields[] = {
		TEXT(ledger_receipt, observed_at, NULL_TOO),
		TEXT(ledger_receipt, source, 0),
		{ 0 }
	};

	out->list = mem_zero(json_array_size(list), sizeof(*out->list));
	for (size_t i = 0; i < json_array_size(list); i++)
		take(&out->list[out->n++], json_array_get(list, i), fields,
		    rests, prefix);
}

static void
take_paper(struct ledger_paper *out, const json_t *v,
    struct ledger_rests *rests, const char *prefix)
{
	static const struct field fields[] = {
		TEXT(ledger_paper, arxiv_id, 0),
		TEXT(ledger_paper, last_updated, NULL_TOO),
		TEXT(ledger_paper, snapshot_observed_at, NULL_TOO),
		TEXT(ledger_paper, submitted_at, NULL_TOO),
		TEXT(ledger_paper, title, NULL_TOO),
		INT_AS(ledger_paper, "version", version, NULL_TOO),
		{ 0 }
	};

	take(out, v, fields, rests, prefix);
}

static void
take_citation(struct ledger_observation *out, const json_t *v)
{
	static const struct field fields[] = {
		INNER("cited_paper", 0), INNER("cited_work", 0),
		INNER("citing_paper", 0),
		INT_AS(ledger_observation, "reference_index",
		    reference_index, 0),
		TEXT(ledger_observation, source, 0),
		TEXT(ledger_observation, source_observed_at, 0),
		{ 0 }
	};
	static const struct field work[] = {
		TEXT(ledger_work, arxiv_id, NULL_TOO),
		TEXT(ledger_work, doi, NULL_TOO),
		TEXT(ledger_work, metadata_source, NULL_TOO),
		TEXT(ledger_work, pith_arxiv_id, NULL_TOO),
		TEXT(ledger_work, snapshot_observed_at, NULL_TOO),
		TEXT(ledger_work, title, NULL_TOO),
		TEXT(ledger_work, venue, NULL_TOO),
		TEXT(ledger_work, work_id, NULL_TOO),
		INT_AS(ledger_work, "year", year, NULL_TOO),
		{ 0 }
	};
	const json_t *cited = json_object_get(v, "cited_paper");

	take(out, v, fields, &out->rests, "citation.");
	take_paper(&out->citing, json_object_get(v, "citing_paper"),
	    &out->rests, "citation.citing_paper.");
	take(&out->work, json_object_get(v, "cited_work"), work,
	    &out->rests, "citation.cited_work.");
	out->has_cited = json_is_object(cited);
	/* What a paper cites need not be one that the registry knows. */
	if (out->has_cited || !out->outbound || !json_is_null(cited))
		take_paper(&out->cited, cited, &out->rests,
		    "citation.cited_paper.");
}

static void
take_notice(struct ledger_observation *ob, const json_t *v)
{
	static const struct field fields[] = {
		INNER("events", 0),
		TEXT(ledger_notice, observation, NULL_TOO | MAY_LACK),
		TEXT(ledger_notice, reason, NULL_TOO | MAY_LACK),
		INNER("source_receipts", 0),
		TEXT(ledger_notice, state, 0),
		{ 0 }
	};
	struct ledger_notice *n = &ob->notice;
	const json_t *events;

	take(n, v, fields, &ob->rests, "standing_notice.");
	n->has_observation = json_object_get(v, "observation") != NULL;
	n->has_reason = json_object_get(v, "reason") != NULL;
	events = take_array(v, "events", &ob->rests, "standing_notice.");
	n->events = mem_zero(json_array_size(events), sizeof(*n->events));
	for (size_t i = 0; i < json_array_size(events); i++)
		record_event(&n->events[n->event_count++],
		    json_array_get(events, i));
	take_receipts(&n->receipts, take_array(v, "source_receipts",
	    &ob->rests, "standing_notice."), &ob->rests,
	    "standing_notice.source_receipts.");
}

static void
take_observation(struct ledger_observation *out, const json_t *v,
    bool outbound)
{
	static const struct field fields[] = {
		INNER("citation", 0), INNER("links", 0),
		TEXT_AS(ledger_observation, "observation_digest", digest, 0),
		TEXT_AS(ledger_observation, "observation_id", id, 0),
		INNER("resolution", 0), INNER("standing_notice", 0),
		{ 0 }
	};
	static const struct field links[] = {
		TEXT_AS(ledger_observation, "cited_paper", link_cited,
		    NULL_TOO),
		TEXT_AS(ledger_observation, "citing_paper", link_citing,
		    NULL_TOO),
		{ 0 }
	};
	static const struct field resolution[] = {
		TEXT_AS(ledger_observation, "observed_at", resolved_at, 0),
		TEXT_AS(ledger_observation, "resolver_source", resolver,
		    NULL_TOO),
		TEXT(ledger_observation, status, 0),
		{ 0 }
	};

	out->outbound = outbound;
	out->reference_index = RECORD_NONE;
	record_event_digest(&out->whole, v);
	take(out, v, fields, &out->rests, "");
	if (!json_is_object(v))
		return;
	take_citation(out, json_object_get(v, "citation"));
	take(out, json_object_get(v, "links"), links, &out->rests, "links.");
	take(out, json_object_get(v, "resolution"), resolution, &out->rests,
	    "resolution.");
	take_notice(out, json_object_get(v, "standing_notice"));
}

static int
take_observations(struct ledger_observation **out, size_t *n,
    struct ledger *l, const json_t *top, bool outbound, struct err *e)
{
	const char *name = outbound ? "outbound" : "inbound";
	const json_t *list = take_array(top, name, &l->rests, "");
	const size_t all = json_array_size(list);

	if (all > RECORD_OBSERVATIONS
	    || all + l->outbound_count > RECORD_OBSERVATIONS)
		return err_set(e, ERR_LIMIT, "citation record: more than %d "
		    "observations", RECORD_OBSERVATIONS);
	*out = mem_zero(all, sizeof(**out));
	*n = all;
	for (size_t i = 0; i < all; i++)
		take_observation(&(*out)[i], json_array_get(list, i),
		    outbound);
	return 0;
}

static void
take_lanes(struct ledger *l, const json_t *top)
{
	static const struct field fields[] = {
		INT_AS(ledger_lane, "denominator", denominator, NULL_TOO),
		TEXT(ledger_lane, lane, 0), TEXT(ledger_lane, note, NULL_TOO),
		INT_AS(ledger_lane, "records_observed", observed, NULL_TOO),
		TEXT(ledger_lane, source, NULL_TOO),
		TEXT(ledger_lane, source_observed_at, NULL_TOO),
		TEXT(ledger_lane, state, 0),
		{ 0 }
	};
	const json_t *list = take_array(top, "coverage", &l->rests, "");

	l->lanes = mem_zero(json_array_size(list), sizeof(*l->lanes));
	for (size_t i = 0; i < json_array_size(list); i++)
		take(&l->lanes[l->lane_count++], json_array_get(list, i),
		    fields, &l->rests, "coverage.");
}

static void
take_measurements(struct ledger *l, const json_t *top)
{
	static const struct field fields[] = {
		INT_AS(ledger_measurement, "count", count, 0),
		TEXT(ledger_measurement, observed_at, NULL_TOO),
		TEXT(ledger_measurement, source, 0),
		{ 0 }
	};
	const json_t *list = take_array(top, "external_citation_measurements",
	    &l->rests, "");

	l->measurements = mem_zero(json_array_size(list),
	    sizeof(*l->measurements));
	for (size_t i = 0; i < json_array_size(list); i++)
		take(&l->measurements[l->measurement_count++],
		    json_array_get(list, i), fields, &l->rests,
		    "external_citation_measurements.");
}

/* The six states first, in the order of the page, then any other. */
static void
take_counts(struct ledger *l, const json_t *v)
{
	const struct reading r = { &l->rests,
	    "reference_resolution.state_counts." };
	const char *name;
	json_t *n;

	if (!json_is_object(v)) {
		add_rest(&r, "*", v, true);
		return;
	}
	for (size_t i = 0; i < RECORD_STATES; i++) {
		mem_grow(&l->counts, l->count_count, sizeof(*l->counts));
		l->counts[l->count_count++] = (struct ledger_count){
		    mem_string(record_states[i]), RECORD_NONE };
		if (json_object_get(v, record_states[i]) == NULL)
			add_rest(&r, record_states[i], NULL, true);
	}
	json_object_foreach ((json_t *)(uintptr_t)v, name, n) {
		size_t i = 0;

		if (!json_is_integer(n)) {
			add_rest(&r, name, n, true);
			continue;
		}
		while (i < RECORD_STATES
		    && strcmp(record_states[i], name) != 0)
			i++;
		if (i == RECORD_STATES) {
			i = l->count_count;
			mem_grow(&l->counts, i, sizeof(*l->counts));
			l->counts[l->count_count++] = (struct ledger_count){
			    mem_string(name), RECORD_NONE };
		}
		l->counts[i].n = json_integer_value(n);
	}
}

static void
take_top(struct ledger *l, const json_t *v)
{
	static const struct field fields[] = {
		TEXT(ledger, as_of, 0), INNER("caps", 0),
		TEXT(ledger, context_digest, 0), INNER("coverage", 0),
		INNER("external_citation_measurements", 0),
		INNER("inbound", 0), INNER("links", 0), INNER("outbound", 0),
		INNER("paper", 0), INNER("reference_resolution", 0),
		TEXT(ledger, refusal, 0), TEXT(ledger, schema, 0),
		INNER("standing_sources", 0), TEXT(ledger, thesis, 0),
		{ 0 }
	};
	static const struct field caps[] = {
		INT_AS(ledger, "database_statements", cap_statements, 0),
		INT_AS(ledger, "inbound", cap_inbound, 0),
		INT_AS(ledger, "outbound", cap_outbound, 0),
		{ 0 }
	};
	static const struct field links[] = {
		TEXT_AS(ledger, "evidence", link_evidence, 0),
		TEXT_AS(ledger, "html", link_html, 0),
		TEXT_AS(ledger, "integrity", link_integrity, 0),
		TEXT_AS(ledger, "json", link_json, 0),
		TEXT_AS(ledger, "paper", link_paper, 0),
		{ 0 }
	};
	static const struct field resolution[] = {
		INT_AS(ledger, "displayed", displayed, 0),
		INNER("state_counts", 0),
		INT_AS(ledger, "total_outbound_references", total, 0),
		{ 0 }
	};
	static const struct field paper[] = {
		TEXT(ledger_paper, arxiv_id, 0),
		TEXT(ledger_paper, last_updated, NULL_TOO),
		INT_AS(ledger_paper, "latest_version", version, 0),
		TEXT_AS(ledger_paper, "primary_category", category, NULL_TOO),
		TEXT(ledger_paper, snapshot_observed_at, NULL_TOO),
		TEXT(ledger_paper, submitted_at, NULL_TOO),
		TEXT(ledger_paper, title, NULL_TOO),
		{ 0 }
	};
	const json_t *references = json_object_get(v, "reference_resolution");

	take(l, v, fields, &l->rests, "");
	take(l, json_object_get(v, "caps"), caps, &l->rests, "caps.");
	take(l, json_object_get(v, "links"), links, &l->rests, "links.");
	take(l, references, resolution, &l->rests, "reference_resolution.");
	take_counts(l, json_object_get(references, "state_counts"));
	take(&l->paper, json_object_get(v, "paper"), paper, &l->rests,
	    "paper.");
	take_receipts(&l->sources, take_array(v, "standing_sources",
	    &l->rests, ""), &l->rests, "standing_sources.");
}

int
record_take(struct ledger *l, const json_t *v, struct err *e)
{
	take_top(l, v);
	take_lanes(l, v);
	take_measurements(l, v);
	if (take_observations(&l->outbound, &l->outbound_count, l, v, true, e)
	    < 0)
		return -1;
	return take_observations(&l->inbound, &l->inbound_count, l, v, false,
	    e);
}
