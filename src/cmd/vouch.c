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
#include "keep/weigh.h"

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

static int
add_named(struct vouch *v, const struct vouch_opts *o, struct err *e)
{
	struct buf text = { 0 };
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < o->keys.n; i++)
		rc = add_key(v, o->keys.at[i], e);
	if (rc == 0 && o->policy != NULL) {
		rc = file_read(&text, o->policy, LIMIT_NOTE_BYTES, e);
		if (rc == 0)
			rc = policy_parse(&v->policy, span_buf(&text), e) < 0
			    ? err_in(e, "%s", o->policy) : 0;
	}
	buf_clear(&text);
	return rc;
}

int
vouch_open(struct vouch *v, const struct vouch_opts *o, struct err *e)
{
	*v = (struct vouch){ 0 };
	if (env_keyring(&v->ring, e) < 0
	    || (o != NULL && add_named(v, o, e) < 0)) {
		vouch_close(v);
		return -1;
	}
	if (v->policy != NULL)
		v->witnesses.policy = v->policy;
	else
		v->witnesses = (struct cosign_keys){ v->ring, v->keys, v->n,
			NULL };
	return 0;
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

static void
add_witnesses(char why[256], size_t n)
{
	const size_t at = strlen(why);

	if (n > 0)
		snprintf(why + at, 256 - at, ", and cosigned by %zu", n);
}

static int
ask_policy(const struct policy *p, const struct log *l,
    const struct note *cosigned, char why[256])
{
	struct policy_verdict got = { 0 };
	struct err e;
	const int rc = cosigned != NULL
	    ? policy_check(&got, p, cosigned, &l->checkpoint, &e)
	    : policy_check_log(&got, p, &l->note, &l->checkpoint, &e);

	if (rc < 0) {
		snprintf(why, 256, "%.255s", e.text);
		return e.kind == ERR_TRUST ? -1 : 0;
	}
	snprintf(why, 256, "%.200s: signed", l->checkpoint.origin);
	add_witnesses(why, got.witnesses);
	return 1;
}

static int
ask_keys(const struct vouch *v, const struct log *l, char why[256])
{
	int best = 0;

	for (size_t i = 0; i < v->n && best >= 0; i++) {
		const int rc = v->keys[i].material.at[0] != NOTE_ED25519
		    || strcmp(v->keys[i].name, l->checkpoint.origin)
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

int
vouch_for(void *ctx, const struct log *l, const struct note *cosigned,
    char why[256])
{
	const struct vouch *v = ctx;
	struct cosign said = { 0 };
	int best;

	if (v->policy != NULL)
		return ask_policy(v->policy, l, cosigned, why);
	snprintf(why, 256, "no trusted key has signed %.100s; `pithtex key "
	    "add --role log' or --key names one", l->checkpoint.origin);
	best = ask_keys(v, l, why);
	if (cosigned != NULL)
		said = cosign_check(cosigned, l->checkpoint.origin,
		    &v->witnesses);
	if (best >= 0 && said.bad != NULL) {
		snprintf(why, 256, "the cosignature of %.100s does not hold",
		    said.bad);
		best = -1;
	} else if (best > 0) {
		add_witnesses(why, said.witnesses);
	}
	return best;
}

/* Whether ${k}, of this origin, has signed: a copy of it. */
static bool
signer(struct note_key *out, const struct log *l, const struct note_key *k)
{
	const uint8_t *bytes = note_key_bytes(k);
	struct err e;

	return bytes != NULL && k->material.at[0] == NOTE_ED25519
	    && strcmp(k->name, l->checkpoint.origin) == 0
	    && note_check(&l->note, k, NULL) == NOTE_GOOD
	    && note_key_init(out, k->name, NOTE_ED25519, bytes, &e) == 0;
}

int
vouch_key(struct note_key *out, struct vouch *v, const struct log *l,
    struct err *e)
{
	char why[256];
	const struct note_key *of_policy = NULL;

	for (size_t i = 0; v->policy != NULL
	    && (of_policy = policy_log_key(v->policy, i)) != NULL; i++)
		if (signer(out, l, of_policy))
			return 0;
	for (size_t i = 0; v->policy == NULL && i < v->n; i++)
		if (signer(out, l, &v->keys[i]))
			return 0;
	for (const struct key *k = keyring_next(v->ring, KEY_LOG, NULL, NULL);
	    v->policy == NULL && k != NULL;
	    k = keyring_next(v->ring, KEY_LOG, NULL, k)) {
		struct note_key mine = { 0 };
		bool found = k->revoked_at == NULL
		    && note_key_init(&mine, l->checkpoint.origin,
		    NOTE_ED25519, k->at, e) == 0;

		found = found && signer(out, l, &mine);
		note_key_clear(&mine);
		if (found)
			return 0;
	}
	vouch_for(v, l, NULL, why);
	return err_set(e, ERR_TRUST, "%s", why);
}

struct verifying {
	const struct run *run;
	struct vouch *vouch;
	struct emit *j;
	int findings;		/* of the proofs of time */
};

static int
vouch_verifying(void *ctx, const struct log *l, const struct note *cosigned,
    char why[256])
{
	struct verifying *v = ctx;

	return vouch_for(v->vouch, l, cosigned, why);
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

/* A proof that does not hold is a finding; others are what `stamp verify'
 * tells. */
static void
tell_wrong(void *ctx, const char *file, const char *what,
    const struct evidence *e)
{
	struct verifying *v = ctx;
	struct buf text = { 0 };

	if (e->state != EVIDENCE_WRONG && e->state != EVIDENCE_CONFLICT)
		return;
	buf_fmt(&text, "%s: %s: %s: %s", file, what, evidence_print(e->state),
	    e->why);
	tell_check(v, CHECK_FAIL, "evidence", buf_string(&text));
	buf_clear(&text);
	v->findings++;
}

/* Every proof of time that there is, of each size, with the renewals. */
static int
check_evidence(struct verifying *v, const struct anchors *a, const char *dir,
    struct err *e)
{
	const struct weigh w = { a->headers, a->roots, &v->vouch->witnesses,
		tell_wrong, v };
	struct subjects list = { 0 };
	struct evidence whole;
	size_t proofs;
	int rc = subject_add_all(&list, dir, e);

	for (size_t i = 0, n; rc == 0 && i < list.n; i += n) {
		n = subject_chain(&list, i);
		rc = weigh_chain(&whole, &proofs, &w, &list.at[i], n, e);
		if (rc == 0 && n > 1)
			tell_wrong(v, list.at[i].name, "all renewals", &whole);
	}
	subject_clear(&list);
	return rc;
}

/* The age of the newest checkpoint: the newest time at which somebody is
 * known to have seen it.  Nobody can tell offline whether there is a newer
 * one. */
static int
tell_age(struct verifying *v, const struct anchors *a, const char *dir,
    struct err *e)
{
	const struct weigh w = { a->headers, a->roots, &v->vouch->witnesses,
		NULL, NULL };
	struct subjects list = { 0 };
	struct weigh_list found = { 0 };
	char day[EVIDENCE_DAY], text[80];
	int64_t newest = INT64_MIN;
	int rc = check_evidence(v, a, dir, e);

	if (rc == 0)
		rc = subject_add(&list, dir, e);
	if (rc == 0)
		rc = weigh_subject(&found, &w, &list.at[0], e);
	for (size_t i = 0; i < found.n; i++)
		if (found.at[i].state == EVIDENCE_GOOD
		    && found.at[i].time > newest)
			newest = found.at[i].time;
	snprintf(text, sizeof(text), "the newest checkpoint was seen on %s",
	    evidence_day(day, newest));
	if (rc == 0 && v->findings == 0 && newest != INT64_MIN)
		tell_check(v, CHECK_PASS, "age", text);
	else if (rc == 0)
		tell_check(v, CHECK_NOTE, "age", "unknown: no proof of time "
		    "over the newest checkpoint can be checked here");
	subject_clear(&list);
	free(found.at);
	return rc;
}

int
vouch_snapshot(struct vouch *v, const struct anchors *a,
    const struct run *run, struct emit *j, const char *dir,
    const char *since, struct err *e)
{
	struct verifying all = { run, v, j, 0 };
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
	if (rc >= 0 && tell_age(&all, a, dir, e) < 0) {
		tell_check(&all, CHECK_FAIL, "evidence", e->text);
		all.findings++;
	}
	if (rc == 0 && all.findings > 0)
		rc = 1;
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
