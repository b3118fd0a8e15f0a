/* SPDX-License-Identifier: MIT */
/* See judgement.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "canon/emit.h"
#include "cite/judgement.h"
#include "state/completeness.h"

void
judgement_clear(struct judgement *j)
{
	free(j->title);
	free(j->authors);
	free(j->reason);
	free(j->key_id);
	free(j->anchored);
	record_brief_clear(&j->brief);
	*j = (struct judgement){ 0 };
}

unsigned
judgement_year(const struct judgement *j)
{
	return j->number[0] == '\0' ? 0
	    : (unsigned)strtoul(j->number + 5, NULL, 10);
}

/* What the registry says of a proof that the record is old. */
static char *
anchored(const struct bundle *b, const struct report *rep,
    const struct keyring *ring)
{
	struct completeness c;
	char *words = NULL;

	if (completeness_of_bundle(&c, b, rep, ring))
		words = mem_string(c.rows[COMPLETENESS_ANCHORED].says);
	completeness_clear(&c);
	return words;
}

void
judgement_of(struct judgement *out, const struct bundle *b,
    const struct report *rep, const struct keyring *ring)
{
	const struct check *reason = report_reason(rep);
	struct judgement j = { .verdict = report_verdict(rep) };
	struct err e;

	if (b->record != NULL)
		memcpy(j.number, b->record->number, sizeof(j.number));
	j.identity = b->identity;
	j.has_identity = b->has_identity && j.verdict != VERDICT_DAMAGED;
	/* What does not hold is not shown as fact. */
	if (report_accept(b, rep, REPORT_ALLOW_UNSIGNED, &e) != NULL) {
		j.title = mem_string(b->title);
		j.authors = mem_string(b->authors);
		j.anchored = anchored(b, rep, ring);
		record_brief_of(&j.brief, b);
	}
	if (j.verdict == VERDICT_GOOD)
		j.key_id = mem_string(b->key_id);
	if (reason != NULL) {
		struct buf text = { 0 };

		buf_fmt(&text, "%s: %s", report_check_word(reason->name),
		    reason->text);
		j.reason = buf_steal(&text);
	} else if (j.verdict != VERDICT_GOOD) {
		j.reason = mem_string(report_badge_words(j.verdict));
	}
	for (size_t i = 0; i < rep->n; i++)
		j.notes += rep->list[i].result == CHECK_NOTE;
	*out = j;
}

static void
remember(const struct judgement *j, const struct memory *m)
{
	struct buf text = { 0 };
	struct emit o = { .out = &text };

	emit_object(&o, NULL);
	emit_int(&o, "verdict", (int)j->verdict);
	emit_text(&o, "number", j->number);
	emit_text(&o, "title", j->title);
	emit_text(&o, "authors", j->authors);
	emit_text(&o, "reason", j->reason);
	emit_text(&o, "key_id", j->key_id);
	emit_text(&o, "anchored", j->anchored);
	emit_int(&o, "notes", j->notes);
	record_brief_emit(&o, "citations", &j->brief);
	emit_close_object(&o);
	memory_put(m, &j->identity, span_buf(&text));
	buf_clear(&text);
}

/* Read an entry back; false where it is torn or not of this kind. */
static bool
recall(struct judgement *out, const struct memory *m,
    const struct digest *identity)
{
	struct judgement j = { .identity = *identity, .has_identity = true };
	struct buf text = { 0 };
	const char *number;
	json_t *v = NULL;
	struct err e;
	bool good;

	if (!memory_get(&text, m, identity)) {
		buf_clear(&text);
		return false;
	}
	good = json_parse(&v, span_buf(&text), JSON_TOP_OBJECT, &e) == 0;
	number = good ? json_member_text(v, "number") : NULL;
	good = number != NULL && strlen(number) <= NUMBER_FULL
	    && json_member(v, "verdict", JSON_INTEGER) != NULL
	    && json_member(v, "notes", JSON_INTEGER) != NULL;
	if (good) {
		const json_int_t verdict = json_integer_value(
		    json_object_get(v, "verdict"));

		good = verdict >= VERDICT_GOOD && verdict <= VERDICT_DAMAGED;
		j.verdict = good ? (enum verdict)verdict : VERDICT_DAMAGED;
	}
	if (good) {
		memcpy(j.number, number, strlen(number) + 1);
		j.title = mem_string(json_member_text(v, "title"));
		j.authors = mem_string(json_member_text(v, "authors"));
		j.reason = mem_string(json_member_text(v, "reason"));
		j.key_id = mem_string(json_member_text(v, "key_id"));
		j.anchored = mem_string(json_member_text(v, "anchored"));
		j.notes = (unsigned)json_integer_value(
		    json_object_get(v, "notes"));
		record_brief_read(&j.brief, json_object_get(v, "citations"));
		*out = j;
	}
	json_decref(v);
	buf_clear(&text);
	return good;
}

/* What is asked of an archive whose bytes were read. */
struct asked {
	const char *path;
	struct buf *file;
	const struct digest *identity;	/* NULL: not one strict gzip member */
	const struct keyring *ring;
};

/*
 * Judge it; what is remembered in ${m} is believed.  ${known}, or NULL, are
 * the keys that count because it existed by ${time}; they are taken over.
 */
static int
judge_by(struct judgement *out, const struct asked *a, const struct memory *m,
    struct keyring *known, const char *time, struct err *e)
{
	struct report rep = { 0 };
	struct bundle *b;

	if (a->identity != NULL && recall(out, m, a->identity)) {
		say_detail("%s: verdict remembered", a->path);
		keyring_free(known);
		return 0;
	}
	if (bundle_ready(e) < 0) {
		keyring_free(known);
		return -1;
	}
	say_detail("%s: verifying", a->path);
	b = known == NULL ? bundle_parse(&rep, a->file, a->ring)
	    : bundle_parse_known(&rep, a->file, known, time);
	state_check(&rep, b, a->ring);
	judgement_of(out, b, &rep, a->ring);
	if (out->has_identity)
		remember(out, m);
	*a->file = b->file;
	b->file = (struct buf){ 0 };
	bundle_free(b);
	report_clear(&rep);
	return 0;
}

/*
 * Judge again where a proof of time makes a revoked key count.  What is
 * remembered of that is of other keys and of that time, so it is believed
 * only while the proof says the same.
 */
static int
judge_again(struct judgement *out, const struct asked *a,
    const struct memory *m, struct err *e)
{
	struct memory other = { .folder = m->folder };
	char time[KEYRING_TIME];
	struct keyring *known;
	struct digest keys;
	struct buf all = { 0 };

	if (out->verdict != VERDICT_UNSIGNED || a->identity == NULL)
		return 0;
	known = keyring_known(time, a->ring, a->path, a->identity);
	if (known == NULL)
		return 0;
	keys = keyring_digest(known);
	buf_fmt(&all, "known by %s\n", time);
	buf_add(&all, keys.at, sizeof(keys.at));
	other.ring = digest_sha256(span_buf(&all));
	buf_clear(&all);
	judgement_clear(out);
	return judge_by(out, a, &other, known, time, e);
}

int
judgement_read(struct judgement *out, const char *path,
    const struct keyring *ring, const struct memory *m, struct err *e)
{
	struct buf file = { 0 }, tar = { 0 };
	struct asked asked = { path, &file, NULL, ring };
	struct digest identity;
	int rc = 0;

	if (file_read(&file, path, LIMIT_JSON_BYTES, e) < 0) {
		const bool odd = e->kind == ERR_FORMAT || file_is_folder(path);

		rc = e->kind == ERR_LIMIT || odd ? 0 : -1;
		*out = (struct judgement){ .verdict = VERDICT_DAMAGED };
		if (rc == 0)
			out->reason = mem_string(odd ? "container: not a "
			    "regular file" : "container: larger than any "
			    "bundle");
	} else {
		if (bundle_identity(&identity, &tar, span_buf(&file)))
			asked.identity = &identity;
		buf_clear(&tar);
		rc = judge_by(out, &asked, m, NULL, NULL, e);
		if (rc == 0)
			rc = judge_again(out, &asked, m, e);
	}
	buf_clear(&file);
	return rc;
}
