/* SPDX-License-Identifier: MIT */
/* See state.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "canon/json.h"
#include "state/envelope.h"
#include "state/state.h"

struct state {
	const struct keyring *ring;
	char number[NUMBER_FULL + 1];	/* "": there is no bundle yet */
	struct digest digest;
	struct buf record;		/* canonical bytes */
	struct merge events;
	struct state_alias *aliases;
	size_t alias_count;
	struct state_status status;
	bool left_out;
	size_t bytes;			/* of events and aliases */
};

struct state *
state_new(const struct keyring *ring)
{
	struct state *s = mem_zero(1, sizeof(*s));

	s->ring = ring;
	return s;
}

static void
clear_alias(struct state_alias *a)
{
	free(a->kind);
	free(a->value);
	buf_clear(&a->canon);
}

void
state_free(struct state *s)
{
	if (s == NULL)
		return;
	buf_clear(&s->record);
	merge_clear(&s->events);
	for (size_t i = 0; i < s->alias_count; i++)
		clear_alias(&s->aliases[i]);
	free(s->aliases);
	free(s);
}

/* By kind and value; of one kind and value the one that counts first. */
static int
by_alias(const void *a, const void *b)
{
	const struct state_alias *x = a, *y = b;
	int c = strcmp(x->kind, y->kind);

	if (c == 0)
		c = strcmp(x->value, y->value);
	if (c == 0 && x->instant.known != y->instant.known)
		return x->instant.known ? -1 : 1;
	if (c == 0)
		c = instant_compare(&x->instant, &y->instant);
	return c != 0 ? c : strcmp((const char *)x->canon.at,
	    (const char *)y->canon.at);
}

/* Of entries with one kind and value the first remains. */
static void
fold_aliases(struct state *s)
{
	struct state_alias *list = s->aliases;
	size_t kept = 0;

	if (s->alias_count > 1)
		qsort(list, s->alias_count, sizeof(*list), by_alias);
	for (size_t i = 0; i < s->alias_count; i++) {
		if (kept > 0
		    && strcmp(list[kept - 1].kind, list[i].kind) == 0
		    && strcmp(list[kept - 1].value, list[i].value) == 0)
			clear_alias(&list[i]);
		else
			list[kept++] = list[i];
	}
	s->alias_count = kept;
}

/* Make copies one, and see that the rest is not too much. */
static int
settle(struct state *s, struct err *e)
{
	size_t pairs = 0;

	merge_settle(&s->events);
	fold_aliases(s);
	s->bytes = 0;
	for (size_t i = 0; i < s->events.n; i++) {
		const struct event *ev = s->events.list[i];

		pairs += ev->id_count > 1 ? ev->id_count : 1;
		s->bytes += ev->canon.n;
	}
	for (size_t i = 0; i < s->alias_count; i++)
		s->bytes += s->aliases[i].canon.n;
	if (pairs > LIMIT_STATE_EVENTS)
		return err_set(e, ERR_LIMIT, "more than %u events",
		    LIMIT_STATE_EVENTS);
	if (s->alias_count > LIMIT_STATE_ALIASES)
		return err_set(e, ERR_LIMIT, "more than %u aliases",
		    LIMIT_STATE_ALIASES);
	if (s->bytes > LIMIT_STATE_BYTES)
		return err_set(e, ERR_LIMIT, "more than %u bytes of events",
		    LIMIT_STATE_BYTES);
	return 0;
}

/* The same when it is time: seldom, so that copies cost no more than once
 * each, and often enough that no file makes much of them. */
static int
settle_some(struct state *s, struct err *e)
{
	return s->events.n <= LIMIT_STATE_EVENTS / 4 * 5
	    && s->alias_count <= LIMIT_STATE_ALIASES / 4 * 5
	    && s->bytes <= LIMIT_STATE_BYTES / 4 * 5 ? 0 : settle(s, e);
}

static void
add_event(struct state *s, struct event *ev)
{
	s->bytes += ev->canon.n;
	merge_add(&s->events, ev);
}

/* Put in the events of ${list}, a list of ${b}, by the keys by which that was
 * judged.  What it found out about its own events is not found out again. */
static int
add_events(struct state *s, const json_t *list, bool integrity,
    const struct bundle *b, struct err *e)
{
	const struct bundle_event *known = !integrity
	    && json_array_size(list) == b->event_count ? b->events : NULL;
	struct event_with with = { .number = s->number, .record = &s->digest,
	    .ring = b->ring != NULL ? b->ring : s->ring,
	    .integrity = integrity };

	for (size_t i = 0; i < json_array_size(list); i++) {
		struct event *ev;

		with.receipt_holds = known != NULL
		    && known[i].class == EVENT_VALID;
		if (event_parse(&ev, json_array_get(list, i), &with, e) == 0)
			add_event(s, ev);
		else if (integrity)
			s->left_out = true;
		else
			return err_in(e, "bundle.json: event %zu", i + 1);
		if (settle_some(s, e) < 0)
			return -1;
	}
	return 0;
}

static void
add_alias(struct state *s, const json_t *entry)
{
	const char *kind = json_member_text(entry, "alias_kind");
	const char *value = json_member_text(entry, "alias_value");
	struct state_alias a = { 0 };
	struct err e;

	if (kind == NULL || value == NULL
	    || json_canon(&a.canon, entry, &e) < 0) {
		buf_clear(&a.canon);
		return;
	}
	a.kind = mem_string(kind);
	a.value = mem_string(value);
	(void)instant_parse(&a.instant,
	    json_member_text(entry, "created_at"));
	mem_grow(&s->aliases, s->alias_count, sizeof(*s->aliases));
	s->aliases[s->alias_count++] = a;
	s->bytes += a.canon.n;
}

static bool
is_true(const json_t *o, const char *name)
{
	return json_is_true(json_object_get(o, name));
}

static void
add_count(long long *to, const json_t *v)
{
	if (json_is_integer(v) && json_integer_value(v) > *to)
		*to = json_integer_value(v);
}

static void
add_status(struct state_status *st, const json_t *v)
{
	if (!json_is_object(v))
		return;
	st->said = true;
	st->attested = st->attested || is_true(v, "author_attested");
	st->anchored = st->anchored || is_true(v, "externally_anchored");
	st->stored = st->stored || is_true(v, "storage_verified");
	st->refs = st->refs || is_true(v, "references_resolved");
	add_count(&st->citations, json_object_get(v, "citation_signatures"));
	add_count(&st->replications,
	    json_object_get(v, "replication_records"));
}

/* Read a member that the bundle's own checks have read before; NULL where
 * there is none. */
static int
read_member(json_t **out, const struct bundle *b, const char *name,
    struct err *e)
{
	const struct span text = bundle_member(b, name);

	*out = NULL;
	if (text.at == NULL)
		return 0;
	if (json_parse(out, text, JSON_TOP_OBJECT, e) < 0)
		return err_in(e, "%s", name);
	return 0;
}

/* All that ${b}, which has a record, says. */
static int
gather(struct state *s, const struct bundle *b, struct err *e)
{
	json_t *v = NULL, *record = NULL, *integrity = NULL;
	const json_t *list;
	int rc = -1;

	if (s->number[0] == '\0') {
		memcpy(s->number, b->record->number, sizeof(s->number));
		s->digest = b->record->digest;
		buf_span(&s->record, span_buf(&b->record->canon));
	}
	if (read_member(&v, b, "bundle.json", e) < 0
	    || read_member(&record, b, "record.json", e) < 0
	    || read_member(&integrity, b, "integrity.json", e) < 0)
		goto done;
	list = json_object_get(v, "events");
	if (add_events(s, list, false, b, e) < 0
	    || add_events(s, json_member(integrity, "events", JSON_ARRAY),
	    true, b, e) < 0)
		goto done;
	list = json_object_get(v, "source_aliases");
	for (size_t i = 0; i < json_array_size(list); i++) {
		add_alias(s, json_array_get(list, i));
		if (settle_some(s, e) < 0)
			goto done;
	}
	add_status(&s->status, json_object_get(record,
	    "verification_status"));
	rc = 0;
done:
	json_decref(v);
	json_decref(record);
	json_decref(integrity);
	return rc;
}

int
state_add(struct state *s, const struct bundle *b, const struct report *r,
    struct err *e)
{
	if (report_accept(b, r, REPORT_ALLOW_UNSIGNED | REPORT_ALLOW_OLDER, e)
	    == NULL && report_verdict(r) != VERDICT_CONFLICT)
		return -1;
	if (s->number[0] != '\0'
	    && (strcmp(s->number, b->record->number) != 0
	    || !digest_equal(&s->digest, &b->record->digest)))
		return err_set(e, ERR_USAGE, "is of %s, not of %s",
		    b->record->number, s->number);
	return gather(s, b, e);
}

int
state_add_event(struct state *s, struct span text, struct err *e)
{
	const struct event_with with = { .number = s->number,
	    .record = &s->digest, .ring = s->ring };
	struct event *ev = NULL;
	json_t *v = NULL;
	int rc = json_parse(&v, text, JSON_TOP_OBJECT, e);

	if (rc == 0 && !envelope_is(v))
		rc = err_set(e, ERR_FORMAT, "no event in an envelope");
	if (rc == 0)
		rc = event_parse(&ev, v, &with, e);
	if (rc == 0) {
		add_event(s, ev);
		rc = settle_some(s, e);
	}
	json_decref(v);
	return rc;
}

int
state_merge(struct state *s, struct err *e)
{
	return settle(s, e);
}

const char *
state_number(const struct state *s)
{
	return s->number[0] != '\0' ? s->number : NULL;
}

struct span
state_record(const struct state *s)
{
	return span_buf(&s->record);
}

const struct merge *
state_events(const struct state *s)
{
	return &s->events;
}

struct state_count
state_count(const struct state *s, bool claimants)
{
	struct state_count c = { 0 };
	const struct merge *m = &s->events;

	for (size_t i = 0; i < m->n; i++) {
		if (m->list[i]->claimant != claimants)
			continue;
		c.all++;
		c.valid += m->list[i]->class == EVENT_VALID;
		c.unverifiable += m->list[i]->class == EVENT_UNVERIFIABLE;
		c.invalid += m->list[i]->class == EVENT_INVALID;
	}
	for (size_t i = 0; i < m->fork_count; i++)
		c.equivocations += m->forks[i].open
		    && m->forks[i].list[0]->claimant == claimants;
	return c;
}

size_t
state_alias_count(const struct state *s)
{
	return s->alias_count;
}

const struct state_alias *
state_alias(const struct state *s, size_t i)
{
	return &s->aliases[i];
}

const struct state_status *
state_status(const struct state *s)
{
	return &s->status;
}

bool
state_left_out(const struct state *s)
{
	return s->left_out;
}

int
state_read(struct bundle **out, struct report *r, const char *path,
    const struct keyring *ring, struct err *e)
{
	if (bundle_read(out, r, path, ring, e) < 0)
		return -1;
	state_check(r, *out, ring);
	return 0;
}
