/* SPDX-License-Identifier: MIT */
/* See compare.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "canon/json.h"
#include "state/compare.h"

static void differ(struct compare *c, bool wrong, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
differ(struct compare *c, bool wrong, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&c->list, c->n, sizeof(*c->list));
	c->list[c->n++] = (struct compare_line){ wrong, buf_steal(&text) };
}

/* A text that must be ours. */
static void
compare_member(struct compare *c, const json_t *v, const char *name,
    const char *mine, bool wrong)
{
	const json_t *theirs = json_object_get(v, name);

	if (theirs == NULL)
		differ(c, false, "%s: the carried state has none", name);
	else if (!json_is_string(theirs)
	    || strcmp(json_string_value(theirs), mine) != 0)
		differ(c, wrong, "%s: the carried state has %.99s, the merge "
		    "%s", name, json_is_string(theirs)
		    ? json_string_value(theirs) : "no text", mine);
}

static void
compare_count(struct compare *c, const json_t *v, const char *name,
    size_t mine)
{
	const json_t *theirs = json_object_get(v, name);
	/* Of a state of ours the two are counted apart. */
	const json_t *more = strcmp(name, "valid_event_count") == 0
	    ? json_object_get(v, "unverifiable_event_count") : NULL;
	long long n;

	if (!json_is_integer(theirs)) {
		differ(c, false, "%s: the carried state has no count", name);
		return;
	}
	n = json_integer_value(theirs);
	if (json_is_integer(more) && json_integer_value(more) > 0
	    && json_integer_value(more) < LIMIT_JSON_BYTES
	    && n < LIMIT_JSON_BYTES)
		n += json_integer_value(more);
	if (n < 0 || (unsigned long long)n != mine)
		differ(c, false, "%s: the carried state has %lld, the merge "
		    "%zu%s", name, n, mine, strcmp(name, "valid_event_count")
		    == 0 ? ", unverifiable ones included" : "");
}

static void
compare_record(struct compare *c, const json_t *current, const struct state *s)
{
	const json_t *theirs = json_object_get(current, "canonical_record");
	struct buf canon = { 0 };
	struct err e;

	if (theirs == NULL)
		differ(c, false, "canonical_record: the carried state has "
		    "none");
	else if (json_canon(&canon, theirs, &e) < 0
	    || !span_equal(span_buf(&canon), state_record(s)))
		differ(c, true, "canonical_record: the carried state has "
		    "another");
	buf_clear(&canon);
}

/* The entry of a carried list with this kind and value. */
static const json_t *
find_alias(const json_t *list, const char *kind, const char *value)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const char *k = json_member_text(o, "alias_kind");
		const char *v = json_member_text(o, "alias_value");

		if (k != NULL && v != NULL && strcmp(k, kind) == 0
		    && strcmp(v, value) == 0)
			return o;
	}
	return NULL;
}

static bool
have_alias(const struct state *s, const char *kind, const char *value)
{
	for (size_t i = 0; i < state_alias_count(s); i++)
		if (strcmp(state_alias(s, i)->kind, kind) == 0
		    && strcmp(state_alias(s, i)->value, value) == 0)
			return true;
	return false;
}

/* A list that is longer than any real one is not compared entry by entry:
 * each is looked for in the other list. */
enum { ENTRIES_MOST = 256 };

static void
compare_aliases(struct compare *c, const json_t *current,
    const struct state *s)
{
	const json_t *list = json_object_get(current, "source_aliases");
	const size_t n = json_array_size(list);

	if (!json_is_array(list)) {
		differ(c, false, "source_aliases: the carried state has none");
		return;
	}
	if (n > ENTRIES_MOST || state_alias_count(s) > ENTRIES_MOST) {
		differ(c, false, "source_aliases: not compared: too many");
		return;
	}
	for (size_t i = 0; i < state_alias_count(s); i++) {
		const struct state_alias *a = state_alias(s, i);
		const json_t *o = find_alias(list, a->kind, a->value);
		struct buf canon = { 0 };
		struct err e;

		if (o == NULL)
			differ(c, false, "source_aliases: %.99s %.99s is not "
			    "in the carried state", a->kind, a->value);
		else if (json_canon(&canon, o, &e) < 0
		    || !span_equal(span_buf(&canon), span_buf(&a->canon)))
			differ(c, false, "source_aliases: %.99s %.99s is told "
			    "otherwise in the carried state", a->kind,
			    a->value);
		buf_clear(&canon);
	}
	for (size_t i = 0; i < n; i++) {
		const json_t *o = json_array_get(list, i);
		const char *kind = json_member_text(o, "alias_kind");
		const char *value = json_member_text(o, "alias_value");

		if (kind == NULL || value == NULL)
			differ(c, false, "source_aliases: entry %zu of the "
			    "carried state is none", i + 1);
		else if (!have_alias(s, kind, value))
			differ(c, false, "source_aliases: %.99s %.99s is only "
			    "in the carried state", kind, value);
	}
}

/* The registry's current graph snapshots: the payloads' digests, and how
 * they are called. */
struct snapshot {
	struct digest digest;
	const char *name;
	bool met;
};

/* Those of the merge, into ${out}, which has room for all events. */
static size_t
our_snapshots(struct snapshot *out, const struct state *s)
{
	const struct merge *m = state_events(s);
	size_t n = 0;

	for (size_t i = 0; i < m->n; i++) {
		const struct event *ev = m->list[i];
		json_t *v = NULL;
		struct err e;

		if (ev->claimant || ev->standing != EVENT_CURRENT
		    || json_parse(&v, span_buf(&ev->canon), JSON_TOP_OBJECT,
		    &e) < 0)
			continue;
		if (json_member(json_object_get(v, "payload"),
		    "graph_snapshot", JSON_OBJECT) != NULL)
			out[n++] = (struct snapshot){ ev->content,
			    ev->id_count > 0 ? ev->ids[0] : "(no event_id)",
			    false };
		json_decref(v);
	}
	return n;
}

/* One entry of the carried list. */
static void
meet_snapshot(struct compare *c, struct snapshot *mine, size_t n,
    const json_t *entry, size_t place)
{
	const json_t *payload = json_object_get(entry, "payload");
	const char *id = json_member_text(entry, "event_id");
	struct digest d;
	struct err e;

	if (payload == NULL || json_canon_digest(&d, payload, &e) < 0) {
		differ(c, false, "graph_snapshots: entry %zu of the carried "
		    "state is not compared: it has no canonical form", place);
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (!mine[i].met && digest_equal(&mine[i].digest, &d)) {
			mine[i].met = true;
			return;
		}
	differ(c, false, "graph_snapshots: %.99s is only in the carried state",
	    id != NULL ? id : "(no event_id)");
}

static void
compare_snapshots(struct compare *c, const json_t *current,
    const struct state *s)
{
	const json_t *list = json_object_get(current, "graph_snapshots");
	struct snapshot *mine;
	size_t n;

	if (!json_is_array(list)) {
		differ(c, false, "graph_snapshots: the carried state has none");
		return;
	}
	mine = mem_zero(state_events(s)->n + 1, sizeof(*mine));
	n = our_snapshots(mine, s);
	if (n > ENTRIES_MOST || json_array_size(list) > ENTRIES_MOST) {
		differ(c, false, "graph_snapshots: not compared: too many");
		free(mine);
		return;
	}
	for (size_t i = 0; i < json_array_size(list); i++)
		meet_snapshot(c, mine, n, json_array_get(list, i), i + 1);
	for (size_t i = 0; i < n; i++)
		if (!mine[i].met)
			differ(c, false, "graph_snapshots: %.99s is not in the "
			    "carried state", mine[i].name);
	free(mine);
}

/* Name what we would not know how to compare. */
static void
name_strangers(struct compare *c, const json_t *o, const char *const *known,
    const char *where)
{
	const char *name;
	json_t *v;

	json_object_foreach ((json_t *)(uintptr_t)o, name, v) {
		size_t i = 0;

		while (known[i] != NULL && strcmp(known[i], name) != 0)
			i++;
		if (known[i] == NULL)
			differ(c, false, "%s%.99s: not compared: what it says "
			    "is not known", where, name);
		if (c->n > ENTRIES_MOST)
			return;
	}
}

int
compare_states(struct compare *out, const struct state *s, struct span carried,
    struct err *e)
{
	static const char *const top[] = { "state_type", "state_version",
		"pith_number", "merge_version", "event_count",
		"valid_event_count", "invalid_event_count",
		"equivocation_count", "unverifiable_event_count", "current",
		/* of a state of ours */
		"events", "equivocations", "claimants", "record_completeness",
		NULL };
	static const char *const inner[] = { "canonical_record",
		"source_aliases", "graph_snapshots", "events", NULL };
	const struct state_count n = state_count(s, false);
	const json_t *current;
	json_t *v;

	if (json_parse(&v, carried, JSON_TOP_OBJECT, e) < 0)
		return -1;
	current = json_object_get(v, "current");
	compare_member(out, v, "state_type", "pith_open_graph_state", false);
	compare_member(out, v, "pith_number", state_number(s), true);
	compare_count(out, v, "event_count", n.all);
	compare_count(out, v, "valid_event_count", n.valid + n.unverifiable);
	compare_count(out, v, "invalid_event_count", n.invalid);
	compare_count(out, v, "equivocation_count", n.equivocations);
	compare_record(out, current, s);
	compare_aliases(out, current, s);
	compare_snapshots(out, current, s);
	name_strangers(out, current, inner, "current.");
	name_strangers(out, v, top, "");
	json_decref(v);
	return 0;
}

void
compare_clear(struct compare *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->list[i].text);
	free(c->list);
	*c = (struct compare){ 0 };
}
