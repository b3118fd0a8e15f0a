/* SPDX-License-Identifier: MIT */
/* See cosign.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/cosign.h"
#include "keep/subject.h"

static bool
is_witness(const struct note_key *k)
{
	return note_key_bytes(k) != NULL
	    && k->material.at[0] == NOTE_COSIGNATURE;
}

static bool
made(const struct note_signature *s, const struct note_key *k)
{
	return is_witness(k) && memcmp(s->id, k->id, NOTE_ID) == 0
	    && strcmp(s->name, k->name) == 0;
}

static int
copy_key(struct note_key *out, const struct note_key *k)
{
	struct err e;

	return note_key_init(out, k->name, NOTE_COSIGNATURE,
	    note_key_bytes(k), &e);
}

/* The known key that made the line ${s}, in the caller's care. */
static bool
find_key(struct note_key *out, const struct note_signature *s,
    const struct cosign_keys *with)
{
	const struct note_key *k;
	struct err e;

	for (size_t i = 0; with->policy != NULL
	    && (k = policy_witness(with->policy, i)) != NULL; i++)
		if (made(s, k) && copy_key(out, k) == 0)
			return true;
	for (size_t i = 0; i < with->n; i++)
		if (made(s, &with->keys[i])
		    && copy_key(out, &with->keys[i]) == 0)
			return true;
	/* A key of the ring has no name: it signs under any. */
	for (const struct key *r = keyring_next(with->ring, KEY_WITNESS, NULL,
	    NULL); r != NULL; r = keyring_next(with->ring, KEY_WITNESS, NULL,
	    r)) {
		if (r->revoked_at != NULL || note_key_init(out, s->name,
		    NOTE_COSIGNATURE, r->at, &e) < 0)
			continue;
		if (made(s, out))
			return true;
		note_key_clear(out);
	}
	return false;
}

/* Keys that were met: each counts once. */
struct met {
	uint8_t (*key)[NOTE_KEY];
	size_t n;
};

static bool
met_before(struct met *m, const struct note_key *k)
{
	const uint8_t *at = note_key_bytes(k);

	for (size_t i = 0; i < m->n; i++)
		if (memcmp(m->key[i], at, NOTE_KEY) == 0)
			return true;
	mem_grow(&m->key, m->n, sizeof(*m->key));
	memcpy(m->key[m->n++], at, NOTE_KEY);
	return false;
}

/* Whether a line above has this name and id. */
static bool
repeats(const struct note *note, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (memcmp(note->at[k].id, note->at[i].id, NOTE_ID) == 0
		    && strcmp(note->at[k].name, note->at[i].name) == 0)
			return true;
	return false;
}

void
cosign_each(const struct note *note, const char *origin,
    const struct cosign_keys *with, cosign_visitor *each, void *ctx)
{
	struct met met = { 0 };

	for (size_t i = 0; i < note->n; i++) {
		const struct note_signature *s = &note->at[i];
		enum note_state state;
		struct note_key k = { 0 };
		uint64_t time = 0;

		if (repeats(note, i))
			continue;
		if (!find_key(&k, s, with)) {
			if (strcmp(s->name, origin) != 0)
				each(ctx, s->name, NOTE_UNKNOWN, 0);
			continue;
		}
		state = note_check(note, &k, &time);
		/* A second name of one key counts only against it. */
		if (!met_before(&met, &k) || state == NOTE_BAD)
			each(ctx, s->name, state, time);
		note_key_clear(&k);
	}
	free(met.key);
}

static void
count(void *ctx, const char *name, enum note_state state, uint64_t time)
{
	struct cosign *c = ctx;

	switch (state) {
	case NOTE_UNKNOWN:
		c->unknown++;
		break;
	case NOTE_BAD:
		c->bad = name;
		break;
	case NOTE_GOOD:
		c->witnesses++;
		if (time > c->time)
			c->time = time;
		break;
	}
}

struct cosign
cosign_check(const struct note *note, const char *origin,
    const struct cosign_keys *with)
{
	struct cosign c = { 0 };

	cosign_each(note, origin, with, count, &c);
	return c;
}

/* Whether ${note} has the text and every line of ${own}. */
static bool
extends(const struct note *note, const struct note *own)
{
	if (!span_equal(span_buf(&note->text), span_buf(&own->text)))
		return false;
	for (size_t i = 0; i < own->n; i++) {
		const struct note_signature *s = &own->at[i];
		bool there = false;

		for (size_t k = 0; k < note->n && !there; k++)
			there = strcmp(note->at[k].name, s->name) == 0
			    && memcmp(note->at[k].id, s->id, NOTE_ID) == 0
			    && span_equal(span_buf(&note->at[k].bytes),
			    span_buf(&s->bytes));
		if (!there)
			return false;
	}
	return true;
}

int
cosign_load(struct note *out, const char *path, struct span own,
    struct err *e)
{
	struct note note = { 0 }, mine = { 0 };
	struct buf text = { 0 };
	int rc = file_read(&text, path, LIMIT_NOTE_BYTES, e);

	if (rc == 0 && (note_parse(&note, span_buf(&text), e) < 0
	    || note_parse(&mine, own, e) < 0))
		rc = err_in(e, "%s", path);
	if (rc == 0 && !extends(&note, &mine))
		rc = err_set(e, ERR_TRUST, "%s: not the checkpoint with more "
		    "lines", path);
	if (rc == 0) {
		*out = note;
		note = (struct note){ 0 };
	}
	note_clear(&note);
	note_clear(&mine);
	buf_clear(&text);
	return rc;
}

/* --- taking an answer ----------------------------------------------------- */

/* Whether it is lines of signatures alone, which name no checkpoint. */
static bool
is_lines(struct span answer)
{
	static const uint8_t dash[] = { 0xe2, 0x80, 0x94, ' ' };

	return answer.n >= sizeof(dash)
	    && memcmp(answer.at, dash, sizeof(dash)) == 0;
}

/* A note, or the lines alone, which are put below the checkpoint's text. */
static int
parse_answer(struct note *out, const struct note *own, struct span answer,
    struct err *e)
{
	struct buf whole = { 0 };
	int rc;

	if (is_lines(answer)) {
		buf_span(&whole, span_buf(&own->text));
		buf_byte(&whole, '\n');
	}
	buf_span(&whole, answer);
	rc = note_parse(out, span_buf(&whole), e);
	buf_clear(&whole);
	return rc;
}

static bool
has_line(const struct note *note, const struct note_signature *s)
{
	for (size_t i = 0; i < note->n; i++)
		if (strcmp(note->at[i].name, s->name) == 0
		    && memcmp(note->at[i].id, s->id, NOTE_ID) == 0
		    && span_equal(span_buf(&note->at[i].bytes),
		    span_buf(&s->bytes)))
			return true;
	return false;
}

/* Move the lines of known witnesses from ${answer} to ${note}; how many of
 * them there are, and how many are new. */
static size_t
move_lines(size_t *taken, struct note *note, struct note *answer,
    const struct cosign_keys *with)
{
	size_t known = 0;

	*taken = 0;
	for (size_t i = 0; i < answer->n; i++) {
		struct note_key k = { 0 };

		if (!find_key(&k, &answer->at[i], with))
			continue;
		note_key_clear(&k);
		known++;
		if (has_line(note, &answer->at[i]))
			continue;
		mem_grow(&note->at, note->n, sizeof(*note->at));
		note->at[note->n++] = answer->at[i];
		answer->at[i] = (struct note_signature){ 0 };
		answer->at[i].name = mem_string("");
		++*taken;
	}
	return known;
}

static int
save(const char *path, const struct note *note, struct err *e)
{
	struct buf text = { 0 };
	struct note again = { 0 };
	char *dir = file_dir(path);
	int rc;

	note_print(&text, note);
	/* What is written can be read again: the limits are those of notes. */
	rc = note_parse(&again, span_buf(&text), e);
	if (rc == 0)
		rc = file_folder(dir, e);
	if (rc == 0)
		rc = file_update(path, span_buf(&text), e) < 0 ? -1 : 0;
	note_clear(&again);
	buf_clear(&text);
	free(dir);
	return rc;
}

int
cosign_attach(size_t *taken, const char *path, struct span own,
    struct span answer, const struct cosign_keys *with, struct err *e)
{
	struct note mine = { 0 }, note = { 0 }, said = { 0 };
	struct checkpoint c = { 0 };
	struct cosign all;
	int rc = note_parse(&mine, own, e);

	*taken = 0;
	if (rc == 0)
		rc = checkpoint_parse(&c, span_buf(&mine.text), e);
	if (rc == 0)
		rc = parse_answer(&said, &mine, answer, e);
	if (rc == 0)
		rc = span_equal(span_buf(&said.text), span_buf(&mine.text));
	if (rc > 0 && cosign_load(&note, path, own, e) < 0)
		rc = e->kind == ERR_ABSENT ? note_parse(&note, own, e) < 0
		    ? -1 : 1 : -1;
	if (rc > 0) {
		all = cosign_check(&said, c.origin, with);
		if (all.bad != NULL && is_lines(answer))
			rc = 0;
		else if (all.bad != NULL)
			rc = err_set(e, ERR_TRUST, "the cosignature of %s "
			    "does not hold", all.bad);
		else if (move_lines(taken, &note, &said, with) == 0)
			rc = 0;
		else if (*taken > 0)
			rc = subject_may_change(path, e) < 0
			    || save(path, &note, e) < 0 ? -1 : 1;
	}
	note_clear(&mine);
	note_clear(&note);
	note_clear(&said);
	checkpoint_clear(&c);
	return rc;
}
