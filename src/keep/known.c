/* SPDX-License-Identifier: MIT */
/* See known.h. */
#include "config.h"

#include <stdlib.h>

#include "anchor/proof.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/cosign.h"
#include "keep/known.h"
#include "keep/weigh.h"

enum { PLACES = 2 };

/* The two folders with proofs of ${path}, and in ${*stem} what their names
 * begin with; the caller frees all three.  False for what is not named as an
 * archive is. */
static bool
places(char *dir[PLACES], char **stem, const char *path)
{
	static const char tail[] = ".tar.gz";
	const char *name = file_base(path);
	const size_t n = strlen(name), t = sizeof(tail) - 1;
	struct buf proofs = { 0 };
	char *top;

	if (n <= t || strcmp(name + n - t, tail) != 0)
		return false;
	*stem = mem_text(name, n - t);
	dir[0] = file_dir(path);
	top = file_dir(dir[0]);
	buf_fmt(&proofs, "%s/proofs/%s", top, file_base(dir[0]));
	dir[1] = buf_steal(&proofs);
	free(top);
	return true;
}

/* What a proof's name has behind the stem. */
static bool
is_proof(const char *rest)
{
	static const char *const whole[] = {
		".tar.ots", ".tlog-proof", ".tlog-proof.ots"
	};

	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (strcmp(rest, whole[i]) == 0)
			return true;
	/* Those of .tar.gz are over other bytes. */
	return (strncmp(rest, ".tar.", 5) == 0
	    || strncmp(rest, ".tlog-proof.", 12) == 0)
	    && strncmp(rest, ".tar.gz.", 8) != 0
	    && (subject_is_token(rest) || file_ends_in(rest, ".tsq"));
}

/* Whether a proof in ${dir} is a link: whatever it leads to was not laid
 * there as one, and is not opened. */
static bool
has_link(const char *dir, const char *stem)
{
	struct names names = { 0 };
	struct err e;
	bool found = false;

	if (file_names(&names, dir, stem, &e) < 0)
		return false;
	for (size_t i = 0; i < names.n && !found; i++) {
		char *path = file_join(dir, names.at[i]);

		found = is_proof(names.at[i] + strlen(stem))
		    && file_is_link(path);
		free(path);
	}
	file_names_free(&names);
	return found;
}

/* --- one place ------------------------------------------------------------ */

/* What the good ones of a place say, each its earliest. */
struct place {
	struct weigh_list list;
	int64_t block_time, token_time;
	char *block, *token, *seen;
};

static void
note(void *ctx, const char *file, const char *what, const struct evidence *e)
{
	struct place *p = ctx;
	const bool token = !file_ends_in(file, ".ots");
	char **words = token ? &p->token : &p->block;
	int64_t *time = token ? &p->token_time : &p->block_time;
	char day[EVIDENCE_DAY];
	struct buf text = { 0 };

	if (e->state != EVIDENCE_GOOD || (*words != NULL && *time <= e->time))
		return;
	buf_fmt(&text, token ? "stamped by %s, day %s" : "anchored in %s, "
	    "day %s", what, evidence_day(day, e->time));
	free(*words);
	*words = buf_steal(&text);
	*time = e->time;
}

static void
put_wrong(struct weigh_list *list, const char *why)
{
	struct evidence e;

	evidence_set(&e, EVIDENCE_WRONG, "%.250s", why);
	mem_grow(&list->at, list->n, sizeof(*list->at));
	list->at[list->n++] = e;
}

/* The proofs whose paths begin with ${lead}, over these digests. */
static void
weigh_lead(struct place *p, const char *lead, const struct digest *digest,
    const struct digest *file, const struct known_with *with)
{
	const struct weigh w = { .headers = with->headers,
		.roots = with->roots, .tell = note, .ctx = p };
	struct buf ots = { 0 }, tokens = { 0 };
	struct subject s = { .digest = *digest, .file = *file };
	struct err e;

	buf_fmt(&ots, "%s.ots", lead);
	buf_fmt(&tokens, "%s.", lead);
	s.name = s.ots = (char *)ots.at;
	s.tokens = (char *)tokens.at;
	if (weigh_subject(&p->list, &w, &s, &e) < 0)
		put_wrong(&p->list, e.text);
	buf_clear(&ots);
	buf_clear(&tokens);
}

/* The checkpoint as the log keeps it: with its own signature alone. */
static struct digest
digest_checkpoint(const struct proof *proof)
{
	struct note own = { .text = proof->note.text };
	struct buf bytes = { 0 };
	struct digest d;

	own.at = mem_zero(proof->note.n, sizeof(*own.at));
	for (size_t i = 0; i < proof->note.n; i++)
		if (strcmp(proof->note.at[i].name, proof->checkpoint.origin)
		    == 0)
			own.at[own.n++] = proof->note.at[i];
	note_print(&bytes, &own);
	d = digest_sha256(span_buf(&bytes));
	buf_clear(&bytes);
	free(own.at);
	return d;
}

/* What witnesses say of the checkpoint. */
static void
weigh_witnesses(struct place *p, const struct proof *proof,
    const struct known_with *with)
{
	const char *origin = proof->checkpoint.origin;
	struct cosign said;
	struct buf text = { 0 };
	char day[EVIDENCE_DAY];

	if (with->witnesses == NULL)
		return;
	said = cosign_check(&proof->note, origin, with->witnesses);
	if (said.bad != NULL) {
		put_wrong(&p->list, "a cosignature does not hold");
	} else if (said.witnesses > 0) {
		buf_fmt(&text, "in the log %s, seen by %zu witness%s, day %s",
		    origin, said.witnesses, said.witnesses == 1 ? "" : "es",
		    evidence_day(day, (int64_t)said.time));
		free(p->seen);
		p->seen = buf_steal(&text);
	}
}

/* The log's proof, where there is one. */
static void
weigh_log(struct place *p, const char *path, const struct digest *identity,
    const struct known_with *with)
{
	struct proof proof = { 0 };
	struct entry entry;
	struct buf text = { 0 };
	struct err e;
	int rc = file_read(&text, path, LIMIT_PROOF_BYTES, &e);

	if (rc < 0 && e.kind == ERR_ABSENT) {
		buf_clear(&text);
		return;
	}
	if (rc == 0)
		rc = proof_parse(&proof, span_buf(&text), &e);
	if (rc == 0)
		rc = entry_parse(&entry, span_buf(&proof.extra), &e);
	if (rc == 0 && (entry.event == ENTRY_KEY
	    || !digest_equal(&entry.digest, identity)))
		rc = err_set(&e, ERR_TRUST, "speaks of another archive");
	if (rc == 0)
		rc = proof_check(&proof, span_buf(&proof.extra), &e);
	if (rc < 0) {
		put_wrong(&p->list, e.text);
	} else {
		const struct digest own = digest_checkpoint(&proof);

		weigh_lead(p, path, &proof.checkpoint.root, &own, with);
		weigh_witnesses(p, &proof, with);
	}
	proof_clear(&proof);
	buf_clear(&text);
}

/* Take over what a place says; one that does not hold says nothing. */
static void
take(struct known *out, struct place *p)
{
	struct evidence whole;

	weigh_all(&whole, &p->list);
	if (whole.state == EVIDENCE_GOOD) {
		if (whole.latest < out->latest)
			out->latest = whole.latest;
		if (out->block == NULL) {
			out->block = p->block;
			p->block = NULL;
		}
		if (out->token == NULL) {
			out->token = p->token;
			p->token = NULL;
		}
	}
	if (whole.state <= EVIDENCE_UNVERIFIABLE && p->seen != NULL) {
		out->proofs++;
		free(out->seen);
		out->seen = p->seen;
		p->seen = NULL;
	}
	out->wrong = out->wrong || whole.state >= EVIDENCE_CONFLICT;
	/* The better of the two places is what is told. */
	if (p->list.n > 0 && (out->proofs == 0
	    || whole.state < out->whole.state))
		out->whole = whole;
	out->proofs += p->list.n;
	free(p->list.at);
	free(p->block);
	free(p->token);
	free(p->seen);
}

void
known_look(struct known *out, const char *path,
    const struct digest *identity, const struct known_with *with)
{
	char *dir[PLACES], *stem;

	*out = (struct known){ .latest = INT64_MAX };
	evidence_set(&out->whole, EVIDENCE_UNVERIFIABLE, "no proof here");
	if (!places(dir, &stem, path))
		return;
	for (int i = 0; i < PLACES; i++) {
		struct place p = { 0 };
		struct buf lead = { 0 };

		if (has_link(dir[i], stem)) {
			put_wrong(&p.list, "a symbolic link");
		} else {
			buf_fmt(&lead, "%s/%s.tar", dir[i], stem);
			weigh_lead(&p, buf_string(&lead), identity, identity,
			    with);
			lead.n = 0;
			buf_fmt(&lead, "%s/%s.tlog-proof", dir[i], stem);
			weigh_log(&p, buf_string(&lead), identity, with);
		}
		take(out, &p);
		buf_clear(&lead);
		free(dir[i]);
	}
	free(stem);
}

void
known_clear(struct known *k)
{
	free(k->block);
	free(k->token);
	free(k->seen);
	*k = (struct known){ 0 };
}

const char *
known_words(const struct known *k)
{
	static const char *const words[] = {
		[EVIDENCE_GOOD] = "",
		[EVIDENCE_PENDING] = "asked for, not anchored yet",
		[EVIDENCE_UNVERIFIABLE] = "a proof not to be checked here",
		[EVIDENCE_CONFLICT] = "a proof whose block has two headers",
		[EVIDENCE_WRONG] = "a proof that does not hold"
	};

	if (k->block != NULL)
		return k->block;
	if (k->token != NULL)
		return k->token;
	if (k->seen != NULL)
		return k->seen;
	return k->proofs == 0 ? "no proof here" : words[k->whole.state];
}

void
known_enter(struct completeness *c, const struct known *k)
{
	if (k->proofs == 0)
		return;
	completeness_here(c, COMPLETENESS_ANCHORED, known_words(k));
	completeness_here(c, COMPLETENESS_BITCOIN, k->block == NULL
	    && (k->token != NULL || k->seen != NULL) ? "no block here"
	    : known_words(k));
}

void
known_report(struct report *rep, const struct completeness *c,
    const struct known *k)
{
	const bool good = k->proofs > 0 && k->whole.state == EVIDENCE_GOOD;
	const char *says = c->rows[COMPLETENESS_ANCHORED].says;
	const char *here = c->rows[COMPLETENESS_ANCHORED].here;

	if (good)
		report_pass(rep, CHECK_ANCHOR, "the registry says: %s; here: %s",
		    says, here);
	else
		report_note(rep, CHECK_ANCHOR, "the registry says: %s; here: %s",
		    says, here);
}

/* --- whether there is any ------------------------------------------------- */

static bool
any_in(const struct names *names, const char *stem)
{
	const size_t n = strlen(stem);
	size_t from = 0, to = names->n;

	while (from < to) {
		const size_t mid = from + (to - from) / 2;

		if (strcmp(names->at[mid], stem) < 0)
			from = mid + 1;
		else
			to = mid;
	}
	for (; from < names->n && strncmp(names->at[from], stem, n) == 0;
	    from++)
		if (is_proof(names->at[from] + n))
			return true;
	return false;
}

bool
known_any(struct known_seen *seen, const char *path)
{
	char *dir[PLACES], *stem;
	bool any = false;
	struct err e;

	if (!places(dir, &stem, path))
		return false;
	for (int i = 0; i < PLACES; i++) {
		if (seen->dir[i] == NULL || strcmp(seen->dir[i], dir[i]) != 0) {
			file_names_free(&seen->names[i]);
			if (file_names(&seen->names[i], dir[i], NULL, &e) < 0)
				seen->names[i] = (struct names){ 0 };
			free(seen->dir[i]);
			seen->dir[i] = dir[i];
			dir[i] = NULL;
		}
		any = any || any_in(&seen->names[i], stem);
		free(dir[i]);
	}
	free(stem);
	return any;
}

void
known_seen_clear(struct known_seen *seen)
{
	for (int i = 0; i < PLACES; i++) {
		file_names_free(&seen->names[i]);
		free(seen->dir[i]);
	}
	*seen = (struct known_seen){ 0 };
}

void
known_files(const char *path, bool wait,
    void (*each)(void *ctx, const char *path, bool missing), void *ctx)
{
	static const char *const waited[] = { ".tar.ots", ".tlog-proof" };
	char *dir[PLACES], *stem;

	if (!places(dir, &stem, path))
		return;
	for (int i = 0; i < PLACES; i++) {
		struct names names;
		struct err e;

		for (int k = 0; wait && k < 2; k++) {
			struct buf one = { 0 };

			buf_fmt(&one, "%s/%s%s", dir[i], stem, waited[k]);
			if (!file_is_regular(buf_string(&one)))
				each(ctx, buf_string(&one), true);
			buf_clear(&one);
		}
		if (file_names(&names, dir[i], stem, &e) == 0) {
			for (size_t k = 0; k < names.n; k++) {
				char *full = file_join(dir[i], names.at[k]);

				if (is_proof(names.at[k] + strlen(stem))
				    && !file_is_link(full))
					each(ctx, full, false);
				free(full);
			}
			file_names_free(&names);
		}
		free(dir[i]);
	}
	free(stem);
}

static void
add_key(void *ctx, const char *path, bool missing)
{
	struct buf bytes = { 0 };
	struct digest d = { { 0 } };
	struct err e;

	(void)missing;
	if (file_read(&bytes, path, LIMIT_OTS_BYTES, &e) == 0)
		d = digest_sha256(span_buf(&bytes));
	buf_text(ctx, path);
	buf_byte(ctx, '\0');
	buf_add(ctx, d.at, DIGEST_BYTES);
	buf_clear(&bytes);
}

void
known_key(struct buf *out, const char *path)
{
	char *dir[PLACES], *stem;

	if (!places(dir, &stem, path))
		return;
	known_files(path, false, add_key, out);
	for (int i = 0; i < PLACES; i++) {
		buf_byte(out, has_link(dir[i], stem) ? 1 : 0);
		free(dir[i]);
	}
	free(stem);
}
