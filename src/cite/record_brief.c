/* SPDX-License-Identifier: MIT */
/* See record_brief.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "cite/record_brief.h"
#include "cite/record_groups.h"

/* How much of a title and of a sentence goes into a warning or a row. */
enum { TITLE_BYTES = 200, SENTENCE_BYTES = 400 };

static const char *const levels[] = {
	[BRIEF_INFORMATIONAL] = "informational",
	[BRIEF_ADVISORY] = "advisory",
	[BRIEF_CRITICAL] = "critical"
};

const char *
record_brief_level(enum brief_level level)
{
	return levels[level];
}

/* Append ${text}, cut between two characters where it is long. */
static void
add_cut(struct buf *out, const char *text, size_t most)
{
	size_t n = strlen(text);

	if (n > most) {
		for (n = most; n > 0 && ((uint8_t)text[n] & 0xc0) == 0x80;)
			n--;
		buf_add(out, text, n);
		buf_text(out, "...");
	} else {
		buf_text(out, text);
	}
}

static struct brief_warning *
add_warning(struct brief *b, enum brief_about about, enum brief_level level)
{
	if (b->warning_count == BRIEF_WARNINGS) {
		b->warnings_left++;
		return NULL;
	}
	mem_grow(&b->warnings, b->warning_count, sizeof(*b->warnings));
	b->warnings[b->warning_count] = (struct brief_warning){
	    .about = about, .level = level };
	return &b->warnings[b->warning_count++];
}

/* --- events of works --- */

static const char *
event_member(const struct ledger_event *ev, const char *const *names)
{
	for (; *names != NULL; names++)
		for (size_t i = 0; i < ev->n; i++)
			if (strcmp(ev->list[i].name, *names) == 0)
				return ev->list[i].value;
	return NULL;
}

/* Who reports the event: as it says, else who was asked. */
static char *
source_of(const struct ledger_event *ev, const struct ledger_notice *n)
{
	static const char *const names[] = { "source", "asserted_by", NULL };
	const char *said = event_member(ev, names);
	struct buf text = { 0 };

	if (said != NULL)
		return mem_string(said);
	for (size_t i = 0; i < n->receipts.n && text.n < TITLE_BYTES; i++)
		if (n->receipts.list[i].source != NULL)
			buf_fmt(&text, "%s%s", text.n > 0 ? " or " : "",
			    n->receipts.list[i].source);
	return text.n > 0 ? buf_steal(&text) : NULL;
}

static char *
time_of(const struct ledger_event *ev, const struct ledger_notice *n)
{
	static const char *const names[] = { "observed_at", "event_date",
		"date", "updated_at", "created_at", NULL };
	const char *said = event_member(ev, names);

	return mem_string(said != NULL ? said : record_latest(&n->receipts));
}

/* The record's own sentence, else the members of the event. */
static void
add_sentence(struct buf *out, const struct ledger_event *ev,
    const struct ledger_notice *n)
{
	struct buf text = { 0 };

	if (n->observation != NULL) {
		add_cut(out, n->observation, SENTENCE_BYTES);
		return;
	}
	for (size_t i = 0; i < ev->n && text.n < SENTENCE_BYTES; i++)
		buf_fmt(&text, "%s%s: %s", i > 0 ? "; " : "",
		    ev->list[i].name, ev->list[i].value);
	add_cut(out, buf_string(&text), SENTENCE_BYTES);
	buf_clear(&text);
}

static void
add_event(struct brief *b, const struct ledger_observation *o,
    const struct ledger_event *ev)
{
	struct brief_warning *w = add_warning(b, o->outbound ? BRIEF_CITED
	    : BRIEF_SELF, BRIEF_CRITICAL);
	struct buf text = { 0 };

	if (w == NULL)
		return;
	w->source = source_of(ev, &o->notice);
	w->time = time_of(ev, &o->notice);
	w->kind = mem_string(record_event_word(ev->kind));
	if (o->outbound) {
		buf_text(&text, "cited work");
		if (o->reference_index != RECORD_NONE)
			buf_fmt(&text, ", reference %lld",
			    o->reference_index);
		if (o->work.title != NULL) {
			buf_text(&text, ", ");
			add_cut(&text, o->work.title, TITLE_BYTES);
		}
		buf_text(&text, ": ");
	} else {
		buf_text(&text, "this work: ");
	}
	buf_text(&text, w->kind);
	if (ev->kind == LEDGER_UNKNOWN && ev->said != NULL) {
		buf_text(&text, " (");
		add_cut(&text, ev->said, TITLE_BYTES);
		buf_text(&text, ")");
	}
	buf_text(&text, ", reported by ");
	add_cut(&text, w->source != NULL ? w->source
	    : "a source that is not named", TITLE_BYTES);
	buf_text(&text, " as of ");
	add_cut(&text, w->time != NULL ? w->time : "a time that is not given",
	    TITLE_BYTES);
	buf_text(&text, ": ");
	add_sentence(&text, ev, &o->notice);
	w->text = buf_steal(&text);
}

/* Every observation of one work repeats its events: each is told once. */
struct told {
	struct digest list[BRIEF_WARNINGS];
	size_t n;
};

static bool
is_told(struct told *t, const struct ledger_event *ev)
{
	for (size_t i = 0; i < t->n; i++)
		if (digest_equal(&t->list[i], &ev->identity))
			return true;
	if (t->n < BRIEF_WARNINGS)
		t->list[t->n++] = ev->identity;
	return false;
}

static void
add_events(struct brief *b, const struct ledger *l)
{
	struct told told = { 0 };

	for (size_t i = 0; i < l->inbound_count; i++)
		for (size_t k = 0; k < l->inbound[i].notice.event_count; k++)
			if (!is_told(&told, &l->inbound[i].notice.events[k]))
				add_event(b, &l->inbound[i],
				    &l->inbound[i].notice.events[k]);
	for (size_t i = 0; i < l->outbound_count; i++)
		for (size_t k = 0; k < l->outbound[i].notice.event_count; k++)
			add_event(b, &l->outbound[i],
			    &l->outbound[i].notice.events[k]);
}

/* --- the table --- */

static char *
cut(const char *text)
{
	struct buf out = { 0 };

	if (text == NULL)
		return NULL;
	add_cut(&out, text, TITLE_BYTES);
	return buf_steal(&out);
}

static char *
words(const char *text)
{
	struct buf out = { 0 };

	if (text == NULL)
		return NULL;
	record_words(&out, text);
	return buf_steal(&out);
}

static char *
standing_of(const struct ledger_notice *n)
{
	struct buf out = { 0 };
	const size_t head = n->reason != NULL ? 1 : 0;

	if (n->observation != NULL) {
		add_cut(&out, n->observation, TITLE_BYTES);
	} else if (head > 0) {
		buf_text(&out, "Unavailable: ");
		record_words(&out, n->reason);
		buf_byte(&out, '.');
	}
	for (size_t i = 0; i < n->event_count && i < 4; i++)
		buf_fmt(&out, "%s[%s]", out.n > 0 ? " " : "",
		    record_event_word(n->events[i].kind));
	return out.n > 0 ? buf_steal(&out) : NULL;
}

static void
add_row(struct brief *b, const struct ledger_observation *o)
{
	struct buf ref = { 0 };

	if (b->row_count == BRIEF_ROWS) {
		b->rows_left++;
		return;
	}
	if (o->reference_index != RECORD_NONE)
		buf_fmt(&ref, "%lld", o->reference_index);
	mem_grow(&b->rows, b->row_count, sizeof(*b->rows));
	b->rows[b->row_count++] = (struct brief_row){
		.outbound = o->outbound,
		.id = cut(!o->outbound ? o->citing.arxiv_id
		    : o->work.arxiv_id != NULL ? o->work.arxiv_id
		    : o->work.doi),
		.title = cut(!o->outbound ? o->citing.title
		    : o->work.title),
		.reference = ref.n > 0 ? buf_steal(&ref) : NULL,
		.resolution = words(o->status),
		.standing = standing_of(&o->notice)
	};
}

static void
add_counts(struct brief *b, const struct ledger *l)
{
	struct ledger_groups g;
	struct buf text = { 0 };

	record_groups(&g, l);
	buf_fmt(&text, "%zu inbound observation%s of %zu citing paper%s, %zu "
	    "of them with a resolver link", l->inbound_count,
	    l->inbound_count == 1 ? "" : "s", g.n, g.n == 1 ? "" : "s",
	    g.cited_by_count);
	for (size_t i = 0; i < l->measurement_count && i < 4; i++) {
		const struct ledger_measurement *m = &l->measurements[i];

		if (m->count == RECORD_NONE || m->source == NULL)
			continue;
		buf_fmt(&text, "; %lld counted by ", m->count);
		add_cut(&text, m->source, TITLE_BYTES);
		buf_text(&text, ", a count of its own");
	}
	b->counts = buf_steal(&text);
	record_groups_clear(&g);
}

/* --- findings --- */

static const struct ledger_observation *
reference(const struct ledger *l, long long index)
{
	for (size_t i = 0; l != NULL && i < l->outbound_count; i++)
		if (l->outbound[i].reference_index == index)
			return &l->outbound[i];
	return NULL;
}

/* The raw text of a reference, which an event of the finding may carry. */
static const char *
snippet_of(const json_t *events, const json_t *finding)
{
	const json_t *index = json_object_get(finding, "ref_index");

	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *p = json_object_get(json_array_get(events, i),
		    "payload");
		const json_t *n = json_object_get(p, "ref_index");

		if (n == NULL)
			n = json_object_get(json_object_get(p, "evidence"),
			    "ref_index");
		if (json_is_integer(n) && json_is_integer(index)
		    && json_integer_value(n) == json_integer_value(index))
			return json_member_text(p, "snippet");
	}
	return NULL;
}

static enum brief_level
level_of(const char *severity, const char *class)
{
	if (class != NULL && strcmp(class, "rescinded") == 0)
		return BRIEF_INFORMATIONAL;
	for (size_t i = 0; severity != NULL && i <= BRIEF_CRITICAL; i++)
		if (strcmp(levels[i], severity) == 0)
			return (enum brief_level)i;
	return BRIEF_ADVISORY;
}

static void
add_named(struct buf *out, const char *before, const char *text)
{
	if (text == NULL)
		return;
	buf_text(out, before);
	add_cut(out, text, TITLE_BYTES);
}

static void
add_finding(struct brief *b, const json_t *f, const json_t *events,
    const struct ledger *l)
{
	const json_t *index = json_object_get(f, "ref_index");
	const char *severity = json_member_text(f, "severity");
	const char *class = json_member_text(f, "verdict_class");
	const char *type = json_member_text(f, "finding_type");
	struct brief_warning *w = add_warning(b, BRIEF_INTEGRITY,
	    level_of(severity, class));
	const struct ledger_observation *o;
	struct buf text = { 0 };

	if (w == NULL)
		return;
	o = json_is_integer(index)
	    ? reference(l, json_integer_value(index)) : NULL;
	w->kind = words(type);
	w->source = mem_string(json_member_text(f, "detector"));
	w->time = mem_string(json_member_text(f, "audited_at"));
	if (json_is_integer(index))
		buf_fmt(&text, "reference %lld",
		    (long long)json_integer_value(index));
	else
		buf_text(&text, "references");
	add_named(&text, ", ", o != NULL && o->work.title != NULL
	    ? o->work.title : snippet_of(events, f));
	add_named(&text, ": ", w->kind);
	add_named(&text, ", ", severity);
	add_named(&text, ", ", class);
	add_named(&text, ", found by ", w->source);
	add_named(&text, " at ", w->time);
	add_named(&text, ": ", json_member_text(f, "detected_doi"));
	add_named(&text, ": ", json_member_text(f, "detected_arxiv_id"));
	if (json_member_text(f, "note") != NULL) {
		buf_text(&text, ": ");
		add_cut(&text, json_member_text(f, "note"), SENTENCE_BYTES);
	}
	w->text = buf_steal(&text);
}

static json_t *
member(const struct bundle *b, const char *name)
{
	const struct span bytes = bundle_member(b, name);
	json_t *v = NULL;
	struct err e;

	return bytes.n > 0 && json_parse(&v, bytes, JSON_TOP_OBJECT, &e) == 0
	    ? v : NULL;
}

static void
add_findings(struct brief *out, const struct bundle *b,
    const struct ledger *l)
{
	json_t *v = member(b, "integrity.json");
	json_t *graph = v == NULL ? member(b, "graph.json") : NULL;
	const json_t *findings = json_object_get(json_object_get(v != NULL ? v
	    : graph, "integrity"), "findings");

	for (size_t i = 0; i < json_array_size(findings); i++)
		add_finding(out, json_array_get(findings, i),
		    json_object_get(v, "events"), l);
	json_decref(v);
	json_decref(graph);
}

void
record_brief_of(struct brief *out, const struct bundle *b)
{
	const struct span bytes = bundle_member(b, "citation-record.json");
	struct brief brief = { 0 };
	struct ledger *l = NULL;
	struct err e;

	if (bytes.n > 0 && record_ledger(&l, bytes, &e) == 0) {
		brief.there = true;
		brief.as_of = mem_string(l->as_of);
		brief.thesis = mem_string(l->thesis);
		brief.refusal = mem_string(l->refusal);
		add_counts(&brief, l);
		add_events(&brief, l);
		for (size_t i = 0; i < l->outbound_count; i++)
			add_row(&brief, &l->outbound[i]);
		for (size_t i = 0; i < l->inbound_count; i++)
			add_row(&brief, &l->inbound[i]);
	}
	add_findings(&brief, b, l);
	record_ledger_free(l);
	*out = brief;
}

void
record_brief_clear(struct brief *b)
{
	free(b->as_of);
	free(b->thesis);
	free(b->refusal);
	free(b->counts);
	for (size_t i = 0; i < b->row_count; i++) {
		free(b->rows[i].id);
		free(b->rows[i].title);
		free(b->rows[i].reference);
		free(b->rows[i].resolution);
		free(b->rows[i].standing);
	}
	free(b->rows);
	for (size_t i = 0; i < b->warning_count; i++) {
		free(b->warnings[i].kind);
		free(b->warnings[i].source);
		free(b->warnings[i].time);
		free(b->warnings[i].text);
	}
	free(b->warnings);
	*b = (struct brief){ 0 };
}

/* --- remembered --- */

void
record_brief_emit(struct emit *j, const char *name, const struct brief *b)
{
	emit_object(j, name);
	emit_bool(j, "there", b->there);
	emit_text(j, "as_of", b->as_of);
	emit_text(j, "thesis", b->thesis);
	emit_text(j, "refusal", b->refusal);
	emit_text(j, "counts", b->counts);
	emit_array(j, "rows");
	for (size_t i = 0; i < b->row_count; i++) {
		const struct brief_row *r = &b->rows[i];

		emit_object(j, NULL);
		emit_bool(j, "outbound", r->outbound);
		emit_text(j, "id", r->id);
		emit_text(j, "title", r->title);
		emit_text(j, "reference", r->reference);
		emit_text(j, "resolution", r->resolution);
		emit_text(j, "standing", r->standing);
		emit_close_object(j);
	}
	emit_close_array(j);
	emit_int(j, "rows_left", (long long)b->rows_left);
	emit_array(j, "warnings");
	for (size_t i = 0; i < b->warning_count; i++) {
		const struct brief_warning *w = &b->warnings[i];

		emit_object(j, NULL);
		emit_int(j, "about", (long long)w->about);
		emit_int(j, "level", (long long)w->level);
		emit_text(j, "kind", w->kind);
		emit_text(j, "source", w->source);
		emit_text(j, "time", w->time);
		emit_text(j, "text", w->text);
		emit_close_object(j);
	}
	emit_close_array(j);
	emit_int(j, "warnings_left", (long long)b->warnings_left);
	emit_close_object(j);
}

/* A small number, 0 where it is none of 0 to ${most}. */
static size_t
small(const json_t *o, const char *name, size_t most)
{
	const json_t *v = json_object_get(o, name);
	const json_int_t n = json_is_integer(v) ? json_integer_value(v) : 0;

	return n > 0 && (size_t)n <= most ? (size_t)n : 0;
}

static void
read_lists(struct brief *b, const json_t *rows, const json_t *warnings)
{
	const size_t m = json_array_size(rows);
	const size_t n = json_array_size(warnings);

	b->row_count = m < BRIEF_ROWS ? m : BRIEF_ROWS;
	b->rows = mem_zero(b->row_count, sizeof(*b->rows));
	for (size_t i = 0; i < b->row_count; i++) {
		const json_t *v = json_array_get(rows, i);

		b->rows[i] = (struct brief_row){
			json_is_true(json_object_get(v, "outbound")),
			mem_string(json_member_text(v, "id")),
			mem_string(json_member_text(v, "title")),
			mem_string(json_member_text(v, "reference")),
			mem_string(json_member_text(v, "resolution")),
			mem_string(json_member_text(v, "standing"))
		};
	}
	b->warning_count = n < BRIEF_WARNINGS ? n : BRIEF_WARNINGS;
	b->warnings = mem_zero(b->warning_count, sizeof(*b->warnings));
	for (size_t i = 0; i < b->warning_count; i++) {
		const json_t *v = json_array_get(warnings, i);
		const char *text = json_member_text(v, "text");

		b->warnings[i] = (struct brief_warning){
			(enum brief_about)small(v, "about", BRIEF_INTEGRITY),
			(enum brief_level)small(v, "level", BRIEF_CRITICAL),
			mem_string(json_member_text(v, "kind")),
			mem_string(json_member_text(v, "source")),
			mem_string(json_member_text(v, "time")),
			mem_string(text != NULL ? text : "")
		};
	}
}

void
record_brief_read(struct brief *out, const json_t *v)
{
	struct brief b = {
		.there = json_is_true(json_object_get(v, "there")),
		.as_of = mem_string(json_member_text(v, "as_of")),
		.thesis = mem_string(json_member_text(v, "thesis")),
		.refusal = mem_string(json_member_text(v, "refusal")),
		.counts = mem_string(json_member_text(v, "counts")),
		.rows_left = small(v, "rows_left", SIZE_MAX),
		.warnings_left = small(v, "warnings_left", SIZE_MAX)
	};

	read_lists(&b, json_object_get(v, "rows"),
	    json_object_get(v, "warnings"));
	*out = b;
}
