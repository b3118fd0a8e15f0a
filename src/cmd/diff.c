/* SPDX-License-Identifier: MIT */
/*
 * pithtex diff: what became of a citation record or of a merged state between
 * two saved copies, observation by observation, event by event.
 *
 * A file is a citation record, a state.json, or a bundle: then its record and
 * the merge of its events are compared.  Times at which a registry looked
 * again change daily and are no difference; everything else is told.
 */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "canon/emit.h"
#include "cite/record_diff.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "state/state.h"

struct side {
	const char *path;
	bool bundle;
	struct ledger *ledger;
	json_t *state; /* its parser's, dropped with the side */
};

static const char *
or_none(const char *s)
{
	return s != NULL ? s : "none";
}

/* --- states --- */

/* An event of a state, by the name that tells it from all others. */
struct row {
	char *key;
	const json_t *v;
};
struct rows {
	struct row *list;
	size_t n;
};

static int
by_key(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->key,
	    ((const struct row *)b)->key);
}

static void
add_rows(struct rows *r, const json_t *list, const char *member)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *v = json_array_get(list, i);
		const json_t *id = json_object_get(v, member);
		struct buf key = { 0 };
		struct err e;

		if (json_canon(&key, id != NULL ? id : v, &e) < 0)
			buf_text(&key, "(no canonical form)");
		mem_grow(&r->list, r->n, sizeof(*r->list));
		r->list[r->n++] = (struct row){ buf_steal(&key), v };
	}
}

static void
rows_clear(struct rows *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->list[i].key);
	free(r->list);
}

/* Events by identity, as our own states list them, else the current ones by
 * the registry's event_id; or aliases, each a name of itself. */
static struct rows
rows_of(const json_t *state, bool aliases, bool ours)
{
	const json_t *current = json_object_get(state, "current");
	struct rows r = { 0 };

	if (aliases) {
		add_rows(&r, json_object_get(current, "source_aliases"), "");
	} else if (ours) {
		add_rows(&r, json_object_get(state, "events"), "identity");
		add_rows(&r,
		    json_object_get(json_object_get(state, "claimants"),
			"events"),
		    "identity");
	} else {
		add_rows(&r, json_object_get(current, "graph_snapshots"),
		    "event_id");
		add_rows(&r, json_object_get(current, "events"), "event_id");
	}
	if (r.n > 1)
		qsort(r.list, r.n, sizeof(*r.list), by_key);
	return r;
}

static void
add_row(struct ledger_changes *d, const char *what, const struct row *r)
{
	const char *type = json_member_text(r->v, "event_type");
	const char *target = json_member_text(r->v, "target");
	const char *at = json_member_text(r->v, "created_at");
	const char *class = json_member_text(r->v, "class");

	record_diff_add(d, what, r->key, "%s of %s, %s%s%s",
	    type != NULL ? type : "(no type)",
	    target != NULL ? target : "(no target)",
	    at != NULL ? at : "(no time)", class != NULL ? ", " : "",
	    class != NULL ? class : "");
}

static void
compare_row(struct ledger_changes *d, const struct row *a, const struct row *b)
{
	static const char *const names[] = { "class", "why", "standing",
		"created_at", "signer", "target" };
	const size_t before = d->n;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		record_diff_text(d, "event changed", a->key, names[i],
		    json_member_text(a->v, names[i]),
		    json_member_text(b->v, names[i]));
	if (d->n == before && !json_equal(a->v, b->v))
		record_diff_add(d, "event changed", a->key, "other members");
}

static void
compare_rows(struct ledger_changes *d, struct rows a, struct rows b,
    bool aliases)
{
	size_t i = 0, k = 0;

	while (i < a.n || k < b.n) {
		const int c = i == a.n ? 1
		    : k == b.n	       ? -1
				       : strcmp(a.list[i].key, b.list[k].key);

		if (c == 0 && !aliases)
			compare_row(d, &a.list[i], &b.list[k]);
		else if (c < 0 && aliases)
			record_diff_add(d, "alias gone", NULL, "%s",
			    a.list[i].key);
		else if (c > 0 && aliases)
			record_diff_add(d, "alias new", NULL, "%s",
			    b.list[k].key);
		else if (c < 0)
			add_row(d, "event gone", &a.list[i]);
		else if (c > 0)
			add_row(d, "event new", &b.list[k]);
		i += c <= 0;
		k += c >= 0;
	}
	rows_clear(&a);
	rows_clear(&b);
}

static void
compare_states(struct ledger_changes *d, const json_t *a, const json_t *b)
{
	static const char *const counts[] = { "event_count",
		"valid_event_count", "invalid_event_count",
		"equivocation_count", "unverifiable_event_count" };
	const json_t *x = json_object_get(a, "record_completeness");
	const json_t *y = json_object_get(b, "record_completeness");
	const bool ours = json_is_array(json_object_get(a, "events"))
	    && json_is_array(json_object_get(b, "events"));
	const char *name;
	json_t *v;

	record_diff_text(d, "state changed", NULL, "merge_version",
	    json_member_text(a, "merge_version"),
	    json_member_text(b, "merge_version"));
	for (size_t i = 0; i < sizeof(counts) / sizeof(*counts); i++) {
		const json_t *m = json_object_get(a, counts[i]);
		const json_t *n = json_object_get(b, counts[i]);

		if (m != NULL && n != NULL)
			record_diff_number(d, "state changed", NULL, counts[i],
			    json_integer_value(m), json_integer_value(n));
	}
	if (!json_equal(json_object_get(json_object_get(a, "current"),
			    "canonical_record"),
		json_object_get(json_object_get(b, "current"),
		    "canonical_record")))
		record_diff_add(d, "state changed", NULL, "canonical_record");
	json_object_foreach((json_t *)(uintptr_t)x, name, v)
	    record_diff_text(d, "completeness changed", NULL, name,
		json_string_value(v), json_member_text(y, name));
	compare_rows(d, rows_of(a, true, ours), rows_of(b, true, ours), true);
	compare_rows(d, rows_of(a, false, ours), rows_of(b, false, ours),
	    false);
}

/* --- reading and telling --- */

/* The merge of a bundle's events, as JSON again; its citation record. */
static int
read_bundle(struct side *s, const struct keyring *ring, struct err *e)
{
	struct bundle *b = NULL;
	struct report rep = { 0 };
	struct state *state = state_new(ring);
	struct buf text = { 0 };
	struct span record;
	int rc;

	s->bundle = true;
	rc = state_read(&b, &rep, s->path, ring, e);

	if (rc == 0 && report_verdict(&rep) != VERDICT_GOOD)
		print_finding(s->path, &rep);
	if (rc == 0)
		rc = state_add(state, b, &rep, e);
	if (rc == 0)
		rc = state_merge(state, e);
	if (rc == 0) {
		state_print(&text, state);
		rc = json_parse(&s->state, span_buf(&text), JSON_TOP_OBJECT, e);
	}
	if (rc == 0) {
		record = bundle_member(b, "citation-record.json");
		if (record.n > 0)
			rc = record_ledger(&s->ledger, record, e);
	}
	buf_clear(&text);
	state_free(state);
	bundle_free(b);
	report_clear(&rep);
	return rc < 0 ? err_in(e, "%s", s->path) : 0;
}

static int
read_side(struct side *s, const struct keyring *ring, struct err *e)
{
	struct buf text = { 0 };
	struct err other;
	json_t *v = NULL;
	const char *type;
	int rc = file_read(&text, s->path, LIMIT_JSON_BYTES, e);

	if (rc < 0)
		return -1;
	if (json_parse(&v, span_buf(&text), JSON_TOP_OBJECT, &other) < 0) {
		rc = read_bundle(s, ring, e);
	} else if (record_is_ledger(v)) {
		json_decref(v);
		v = NULL;
		if (record_ledger(&s->ledger, span_buf(&text), e) < 0)
			rc = err_in(e, "%s", s->path);
	} else if ((type = json_member_text(v, "state_type")) != NULL
	    && strcmp(type, "pith_open_graph_state") == 0) {
		s->state = v;
		v = NULL;
	} else {
		rc = read_bundle(s, ring, e);
	}
	json_decref(v);
	buf_clear(&text);
	return rc;
}

static int
compare(struct ledger_changes *d, const struct side *a, const struct side *b,
    struct err *e)
{
	const char *x, *y;

	if (a->ledger != NULL && b->ledger != NULL) {
		x = or_none(a->ledger->paper.arxiv_id);
		y = or_none(b->ledger->paper.arxiv_id);
		if (strcmp(x, y) != 0)
			return err_set(e, ERR_USAGE,
			    "diff: records of two "
			    "papers: %.80s and %.80s",
			    x, y);
		record_diff(d, a->ledger, b->ledger);
	} else if (a->state == NULL || b->state == NULL) {
		return err_set(e, ERR_USAGE,
		    "diff: %s and %s are not of one "
		    "kind",
		    a->path, b->path);
	} else if (a->bundle && b->bundle
	    && (a->ledger == NULL) != (b->ledger == NULL)) {
		record_diff_add(d,
		    a->ledger != NULL ? "record gone" : "record new", NULL,
		    "citation record");
	}
	if (a->state == NULL || b->state == NULL)
		return 0;
	x = or_none(json_member_text(a->state, "pith_number"));
	y = or_none(json_member_text(b->state, "pith_number"));
	if (strcmp(x, y) != 0)
		return err_set(e, ERR_USAGE,
		    "diff: states of two numbers: "
		    "%.80s and %.80s",
		    x, y);
	compare_states(d, a->state, b->state);
	return 0;
}

static void
tell(const struct ledger_changes *d, const struct side *a, const struct side *b)
{
	if (a->ledger != NULL && b->ledger != NULL)
		say_line("citation record of %s as of %s -> %s",
		    or_none(a->ledger->paper.arxiv_id),
		    or_none(a->ledger->as_of), or_none(b->ledger->as_of));
	for (size_t i = 0; i < d->n; i++)
		say_line("%s: %s%s%s", d->list[i].what,
		    d->list[i].id != NULL ? d->list[i].id : "",
		    d->list[i].id != NULL ? ": " : "", d->list[i].text);
	say_line("%zu difference%s", d->n, d->n == 1 ? "" : "s");
}

static void
tell_json(const struct ledger_changes *d, const struct side *a,
    const struct side *b)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	emit_object(&j, NULL);
	emit_text(&j, "old", a->path);
	emit_text(&j, "new", b->path);
	emit_text(&j, "old_as_of", a->ledger != NULL ? a->ledger->as_of : NULL);
	emit_text(&j, "new_as_of", b->ledger != NULL ? b->ledger->as_of : NULL);
	emit_array(&j, "differences");
	for (size_t i = 0; i < d->n; i++) {
		emit_object(&j, NULL);
		emit_text(&j, "what", d->list[i].what);
		emit_text(&j, "id", d->list[i].id);
		emit_text(&j, "text", d->list[i].text);
		emit_close_object(&j);
	}
	emit_close_array(&j);
	emit_close_object(&j);
	say_bytes(span_buf(&text));
	buf_clear(&text);
}

static int
diff_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct side a = { .path = argv[0] }, b = { .path = argv[1] };
	struct ledger_changes d = { 0 };
	struct keyring *ring;
	int rc = env_keyring(&ring, e);

	(void)opts;
	(void)argc;
	if (rc == 0)
		rc = read_side(&a, ring, e);
	if (rc == 0)
		rc = read_side(&b, ring, e);
	if (rc == 0)
		rc = compare(&d, &a, &b, e);
	if (rc == 0 && run->json)
		tell_json(&d, &a, &b);
	else if (rc == 0 && !run->quiet)
		tell(&d, &a, &b);
	if (rc == 0 && d.n > 0)
		rc = CMD_FINDINGS;
	record_diff_clear(&d);
	record_ledger_free(a.ledger);
	record_ledger_free(b.ledger);
	json_decref(a.state);
	json_decref(b.state);
	keyring_free(ring);
	return rc;
}

const struct cmd cmd_diff = {
	.name = "diff",
	.args = "OLD NEW",
	.brief = "compare two saved citation records or states",
	.least = 2,
	.most = 2,
	.main = diff_main,
};
