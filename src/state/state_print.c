/* SPDX-License-Identifier: MIT */
/* The state as JSON; see state.h and pith-state(5). */
#include "config.h"

#include "canon/emit.h"
#include "canon/json.h"
#include "state/completeness.h"
#include "state/state.h"

/* A value that is canonical JSON already, in ASCII. */
static void
put_canon(struct emit *j, const char *name, struct span canon)
{
	struct buf ascii = { 0 };

	event_ascii(&ascii, canon);
	emit_raw(j, name, span_buf(&ascii));
	buf_clear(&ascii);
}

/* A member of an event, canonical; null where it has none. */
static void
put_member(struct emit *j, const char *name, const json_t *event)
{
	const json_t *v = json_object_get(event, name);
	struct buf canon = { 0 };
	struct err e;

	/* The event had canonical bytes, so every part of it has. */
	if (v == NULL || json_canon(&canon, v, &e) < 0) {
		emit_text(j, name, NULL);
	} else {
		put_canon(j, name, span_buf(&canon));
	}
	buf_clear(&canon);
}

static json_t *
parse_event(const struct event *ev)
{
	json_t *v = NULL;
	struct err e;

	return json_parse(&v, span_buf(&ev->canon), JSON_TOP_OBJECT, &e) == 0
	    ? v : NULL;
}

static bool
is_created(const struct event *ev)
{
	return ev->type != NULL && strcmp(ev->type, "record_created") == 0;
}

/* An event in full, as the registry lists graph snapshots, and behind that
 * what is ours. */
static void
put_full(struct emit *j, const struct event *ev, const json_t *v)
{
	emit_object(j, NULL);
	if (ev->id_count > 0)
		put_canon(j, "event_id", span_text(ev->ids[0]));
	else
		emit_text(j, "event_id", NULL);
	emit_text(j, "target", ev->target);
	emit_text(j, "created_at", ev->time);
	put_member(j, "signer", v);
	put_member(j, "payload", v);
	emit_text(j, "event_type", ev->type);
	emit_text(j, "class", event_class_word(ev->class));
	emit_close_object(j);
}

/* The registry's current events: graph snapshots, or the others but the
 * record's own. */
static void
put_current(struct emit *j, const char *name, const struct merge *m,
    bool graphs)
{
	emit_array(j, name);
	for (size_t i = 0; i < m->n; i++) {
		const struct event *ev = m->list[i];
		json_t *v;

		if (ev->claimant || ev->standing != EVENT_CURRENT
		    || is_created(ev))
			continue;
		v = parse_event(ev);
		if (graphs == (json_member(json_object_get(v, "payload"),
		    "graph_snapshot", JSON_OBJECT) != NULL))
			put_full(j, ev, v);
		json_decref(v);
	}
	emit_close_array(j);
}

/* One line about an event; of a claimant's also what it says. */
static void
put_row(struct emit *j, const struct event *ev)
{
	char hex[DIGEST_HEX];

	emit_object(j, NULL);
	emit_text(j, "identity", digest_print(hex, &ev->identity));
	emit_array(j, "event_ids");
	for (size_t i = 0; i < ev->id_count; i++)
		put_canon(j, NULL, span_text(ev->ids[i]));
	emit_close_array(j);
	emit_text(j, "event_type", ev->type);
	emit_text(j, "target", ev->target);
	emit_text(j, "created_at", ev->time);
	/* Only of an envelope is it known that the signature covers it. */
	emit_bool(j, "created_at_signed", ev->claimant
	    && ev->class != EVENT_INVALID);
	emit_text(j, "signer", ev->signer);
	emit_text(j, "content_sha256", digest_print(hex, &ev->content));
	emit_text(j, "class", event_class_word(ev->class));
	emit_text(j, "why", ev->why);
	emit_text(j, "standing", event_standing_word(ev->standing));
	if (ev->claimant) {
		json_t *v = parse_event(ev);

		put_member(j, "payload", v);
		json_decref(v);
	}
	emit_close_object(j);
}

static void
put_rows(struct emit *j, const struct merge *m, bool claimants)
{
	emit_array(j, "events");
	for (size_t i = 0; i < m->n; i++)
		if (m->list[i]->claimant == claimants)
			put_row(j, m->list[i]);
	emit_close_array(j);
}

static void
put_forks(struct emit *j, const struct merge *m, bool claimants)
{
	emit_array(j, "equivocations");
	for (size_t i = 0; i < m->fork_count; i++) {
		const struct merge_fork *f = &m->forks[i];
		char instant[INSTANT_TEXT], hex[DIGEST_HEX];

		if (f->list[0]->claimant != claimants)
			continue;
		emit_object(j, NULL);
		emit_text(j, "signer", f->list[0]->signer);
		emit_text(j, "event_type", f->list[0]->type);
		emit_text(j, "target", f->list[0]->target);
		emit_text(j, "instant", f->list[0]->instant.known
		    ? instant_print(instant, &f->list[0]->instant) : NULL);
		emit_bool(j, "open", f->open);
		emit_array(j, "identities");
		for (size_t k = 0; k < f->n; k++)
			emit_text(j, NULL, digest_print(hex,
			    &f->list[k]->identity));
		emit_close_array(j);
		emit_close_object(j);
	}
	emit_close_array(j);
}

static void
put_counts(struct emit *j, struct state_count c)
{
	emit_int(j, "event_count", (long long)c.all);
	emit_int(j, "valid_event_count", (long long)c.valid);
	emit_int(j, "invalid_event_count", (long long)c.invalid);
	emit_int(j, "equivocation_count", (long long)c.equivocations);
	emit_int(j, "unverifiable_event_count", (long long)c.unverifiable);
}

/* The registry's column only: a state says nothing about this machine. */
static void
put_completeness(struct emit *j, const struct state *s)
{
	struct completeness c;

	completeness_of(&c, s);
	emit_object(j, "record_completeness");
	for (size_t i = 0; i < COMPLETENESS_ROWS; i++)
		emit_text(j, c.rows[i].name, c.rows[i].says);
	emit_close_object(j);
	completeness_clear(&c);
}

void
state_print(struct buf *out, const struct state *s)
{
	const struct merge *m = state_events(s);
	struct emit j = { .out = out };

	emit_object(&j, NULL);
	emit_text(&j, "state_type", "pith_open_graph_state");
	emit_text(&j, "state_version", "1.0");
	emit_text(&j, "pith_number", state_number(s));
	emit_text(&j, "merge_version", STATE_RULE);
	put_counts(&j, state_count(s, false));
	emit_object(&j, "current");
	put_canon(&j, "canonical_record", state_record(s));
	emit_array(&j, "source_aliases");
	for (size_t i = 0; i < state_alias_count(s); i++)
		put_canon(&j, NULL, span_buf(&state_alias(s, i)->canon));
	emit_close_array(&j);
	put_current(&j, "graph_snapshots", m, true);
	put_current(&j, "events", m, false);
	emit_close_object(&j);
	put_rows(&j, m, false);
	put_forks(&j, m, false);
	emit_object(&j, "claimants");
	put_counts(&j, state_count(s, true));
	put_rows(&j, m, true);
	put_forks(&j, m, true);
	emit_close_object(&j);
	put_completeness(&j, s);
	emit_close_object(&j);
}
