/* SPDX-License-Identifier: MIT */
/* See vouch.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/env.h"
#include "cmd/vouch.h"
#include "keep/snapshot_check.h"

static int
add_key(struct vouch *v, const char *word, struct err *e)
{
	struct buf text = { 0 };
	struct span s = span_text(word);
	int rc = 0;

	if (file_is_regular(word)) {
		rc = file_read(&text, word, LIMIT_KEY_BYTES, e);
		s = span_buf(&text);
		while (s.n > 0 && s.at[s.n - 1] == '\n')
			s.n--;
	}
	if (rc == 0) {
		mem_grow(&v->keys, v->n, sizeof(*v->keys));
		rc = note_key_parse(&v->keys[v->n], s, e);
	}
	if (rc == 0)
		v->n++;
	else
		err_in(e, "%s", word);
	buf_clear(&text);
	return rc;
}

int
vouch_open(struct vouch *v, const struct opt_list *keys,
    const char *policy, struct err *e)
{
	struct buf text = { 0 };
	int rc;

	*v = (struct vouch){ 0 };
	rc = env_keyring(&v->ring, e);
	for (size_t i = 0; rc == 0 && i < keys->n; i++)
		rc = add_key(v, keys->at[i], e);
	if (rc == 0 && policy != NULL) {
		rc = file_read(&text, policy, LIMIT_NOTE_BYTES, e);
		if (rc == 0)
			rc = policy_parse(&v->policy, span_buf(&text), e) < 0
			    ? err_in(e, "%s", policy) : 0;
	}
	buf_clear(&text);
	if (rc < 0)
		vouch_close(v);
	return rc;
}

void
vouch_close(struct vouch *v)
{
	for (size_t i = 0; i < v->n; i++)
		note_key_clear(&v->keys[i]);
	free(v->keys);
	keyring_free(v->ring);
	policy_free(v->policy);
	*v = (struct vouch){ 0 };
}

/* One key's word: the worse one counts. */
static int
ask(const struct log *l, const struct note_key *k, const char *who,
    char why[256])
{
	switch (note_check(&l->note, k, NULL)) {
	case NOTE_GOOD:
		snprintf(why, 256, "%.100s is signed by %.100s",
		    l->checkpoint.origin, who);
		return 1;
	case NOTE_BAD:
		snprintf(why, 256, "a signature of %.100s on %.100s does not "
		    "hold", who, l->checkpoint.origin);
		return -1;
	case NOTE_UNKNOWN:
		break;
	}
	return 0;
}

/* A key of the ring has no name of a log: it signs whatever origin. */
static int
ask_ring(const struct log *l, const struct key *k, char why[256])
{
	struct note_key nk = { 0 };
	struct err e;
	int rc = 0;

	if (note_key_init(&nk, l->checkpoint.origin, NOTE_ED25519, k->at, &e)
	    == 0) {
		rc = ask(l, &nk, k->id, why);
		if (rc > 0 && k->revoked_at != NULL) {
			snprintf(why, 256, "the key %.100s is revoked", k->id);
			rc = 0;
		}
	}
	note_key_clear(&nk);
	return rc;
}

int
vouch_for(void *ctx, const struct log *l, char why[256])
{
	const struct vouch *v = ctx;
	int best = 0;

	snprintf(why, 256, "no trusted key has signed %.100s; `pithtex key "
	    "add --role log' or --key names one", l->checkpoint.origin);
	if (v->policy != NULL) {
		struct policy_verdict got;
		struct err e;

		if (policy_check(&got, v->policy, &l->note, &l->checkpoint,
		    &e) == 0) {
			snprintf(why, 256, "%.100s: signed, and cosigned by "
			    "%zu", l->checkpoint.origin, got.witnesses);
			return 1;
		}
		snprintf(why, 256, "%.255s", e.text);
		return e.kind == ERR_TRUST ? -1 : 0;
	}
	for (size_t i = 0; i < v->n && best >= 0; i++) {
		const int rc = strcmp(v->keys[i].name, l->checkpoint.origin)
		    != 0 ? 0 : ask(l, &v->keys[i], v->keys[i].name, why);

		best = rc != 0 ? rc : best;
	}
	for (const struct key *k = keyring_next(v->ring, KEY_LOG, NULL, NULL);
	    k != NULL && best >= 0;
	    k = keyring_next(v->ring, KEY_LOG, NULL, k)) {
		const int rc = ask_ring(l, k, why);

		best = rc != 0 ? rc : best;
	}
	return best;
}

struct verifying {
	const struct run *run;
	struct vouch *vouch;
	struct emit *j;
};

static int
vouch_verifying(void *ctx, const struct log *l, char why[256])
{
	struct verifying *v = ctx;

	return vouch_for(v->vouch, l, why);
}

static void
tell_check(void *ctx, enum check_result result, const char *what,
    const char *text)
{
	struct verifying *v = ctx;

	if (v->run->json) {
		emit_object(v->j, NULL);
		emit_text(v->j, "result", report_result_word(result));
		emit_text(v->j, "check", what);
		emit_text(v->j, "text", text);
		emit_close_object(v->j);
	} else if (!v->run->quiet) {
		say_line("%s  %-11s  %s", report_result_word(result), what,
		    text);
	}
	if (result == CHECK_FAIL)
		say_warn("%s: %s", what, text);
}

int
vouch_snapshot(struct vouch *v, const struct run *run, struct emit *j,
    const char *dir, const char *since, struct err *e)
{
	struct verifying all = { run, v, j };
	struct log old = { 0 };
	struct snapshot_check w = { .dir = dir, .vouch = vouch_verifying,
		.tell = tell_check, .ctx = &all };
	bool began = false;
	int rc = 0;

	if (since != NULL) {
		rc = log_load_note(&old, since, e);
		w.since = &old.checkpoint;
	}
	if (rc == 0 && run->json) {
		emit_object(j, NULL);
		emit_text(j, "snapshot", dir);
		emit_array(j, "checks");
		began = true;
	}
	if (rc == 0)
		rc = snapshot_check(&w, e);
	if (began) {
		emit_close_array(j);
		emit_int(j, "status", rc < 0 ? CMD_TROUBLE : rc);
		emit_close_object(j);
	} else if (rc >= 0 && !run->quiet) {
		say_line("%s: %s", dir, rc == 0 ? "good" : "not good");
	}
	log_close(&old);
	return rc < 0 ? -1 : rc > 0 ? CMD_FINDINGS : CMD_GOOD;
}
