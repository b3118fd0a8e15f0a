/* SPDX-License-Identifier: MIT */
/* See weigh.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "anchor/renewal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/prove.h"
#include "keep/snapshot.h"
#include "keep/stream.h"
#include "keep/weigh.h"

static void
put(struct weigh_list *out, const struct weigh *with, const char *file,
    const char *what, const struct evidence *e)
{
	mem_grow(&out->at, out->n, sizeof(*out->at));
	out->at[out->n++] = *e;
	if (with->tell != NULL)
		with->tell(with->ctx, file, what, e);
}

/* The line names the file by itself. */
static const char *
behind(const char *file, const char *why)
{
	const size_t n = strlen(file);

	return strncmp(why, file, n) == 0 && strncmp(why + n, ": ", 2) == 0
	    ? why + n + 2 : why;
}

static void
put_wrong(struct weigh_list *out, const struct weigh *with, const char *file,
    const char *why)
{
	struct evidence e = { 0 };

	why = behind(file, why);
	evidence_set(&e, EVIDENCE_WRONG, "%.250s", why);
	put(out, with, file, "damaged", &e);
}

void
weigh_ots(struct weigh_list *out, const struct weigh *with, const char *file,
    const struct ots *o, const uint8_t *digest)
{
	struct stamp s;

	stamp_check(&s, o, digest, with->headers);
	for (size_t i = 0; i < s.lines; i++) {
		const struct stamp_line *l = &s.line[i];
		struct buf what = { 0 };

		if (l->kind == OTS_BITCOIN)
			buf_fmt(&what, "Bitcoin block %" PRIu64, l->height);
		else if (l->kind == OTS_PENDING)
			buf_text(&what, l->uri);
		else
			buf_text(&what, l->kind == OTS_WAITING
			    ? "asked for" : "an attestation");
		put(out, with, file, buf_string(&what), &l->evidence);
		buf_clear(&what);
	}
	/* Another digest than the file's is no line of its own. */
	if (s.lines == 0 || s.evidence.state == EVIDENCE_WRONG)
		put(out, with, file, "the whole", &s.evidence);
	stamp_clear(&s);
}

/* Whether ${path} could be read, had it another form: a folder cannot. */
static bool
is_other(const char *path, const struct err *e)
{
	return e->kind != ERR_IO || file_is_folder(path);
}

static int
weigh_token(struct weigh_list *out, const struct weigh *with,
    const struct subject *s, const char *path, struct err *e)
{
	struct buf file = { 0 }, query = { 0 }, name = { 0 };
	struct evidence ev = { 0 };
	struct tsa t = { 0 };
	struct err why;
	int rc = file_read(&file, path, LIMIT_TSA_BYTES, e);

	buf_text(&name, path);
	name.n--;
	buf_byte(&name, 'q');
	/* The request says the nonce; without it that is not asked. */
	if (rc == 0 && file_read(&query, buf_string(&name), LIMIT_TSA_BYTES,
	    &why) < 0)
		query.n = 0;
	if (rc < 0 && is_other(path, e)) {
		put_wrong(out, with, path, e->text);
		rc = 0;
	} else if (rc == 0 && (tsa_parse(&t, span_buf(&file), &why) < 0
	    || tsa_check(&ev, span_buf(&file), HASH_SHA256, s->file.at,
	    with->roots, span_buf(&query), &why) < 0)) {
		put_wrong(out, with, path, why.text);
	} else if (rc == 0) {
		put(out, with, path, t.authority != NULL ? t.authority
		    : "an authority", &ev);
	}
	tsa_clear(&t);
	buf_clear(&file);
	buf_clear(&query);
	buf_clear(&name);
	return rc;
}

struct weighing {
	struct weigh_list *out;
	const struct weigh *with;
	const char *file;
};

static void
put_witness(void *ctx, const char *name, enum note_state state, uint64_t time)
{
	struct weighing *w = ctx;
	struct evidence e;
	struct buf what = { 0 };
	char at[EVIDENCE_TIME];

	switch (state) {
	case NOTE_GOOD:
		evidence_set(&e, EVIDENCE_GOOD, "seen by it at %s",
		    evidence_time(at, (int64_t)time));
		e.time = e.latest = (int64_t)time;
		break;
	case NOTE_BAD:
		evidence_set(&e, EVIDENCE_WRONG, "does not hold, so nothing "
		    "in this note counts");
		break;
	case NOTE_UNKNOWN:
		evidence_set(&e, EVIDENCE_UNVERIFIABLE, "no known witness; "
		    "`pithtex key add --role witness', --key or --policy "
		    "names one");
		break;
	}
	buf_fmt(&what, "witness %.100s", name);
	put(w->out, w->with, w->file, buf_string(&what), &e);
	buf_clear(&what);
}

static void
weigh_cosigned(struct weigh_list *out, const struct weigh *with,
    const struct subject *s)
{
	struct weighing w = { out, with, s->cosigned };
	struct checkpoint c = { 0 };
	struct note note = { 0 };
	struct err e;
	int rc = cosign_load(&note, s->cosigned, span_buf(&s->note), &e);

	if (rc < 0 && e.kind == ERR_ABSENT)
		return;
	if (rc == 0)
		rc = checkpoint_parse(&c, span_buf(&note.text), &e);
	if (rc < 0)
		put_wrong(out, with, s->cosigned, e.text);
	else
		cosign_each(&note, c.origin, with->witnesses, put_witness,
		    &w);
	checkpoint_clear(&c);
	note_clear(&note);
}

int
weigh_subject(struct weigh_list *out, const struct weigh *with,
    const struct subject *s, struct err *e)
{
	struct names tokens = { 0 };
	struct ots o = { 0 };
	int rc = subject_load(&o, s, e);

	if (rc > 0) {
		weigh_ots(out, with, s->ots, &o, s->digest.at);
		rc = 0;
	} else if (rc < 0 && is_other(s->ots, e)) {
		put_wrong(out, with, s->ots, e->text);
		rc = 0;
	}
	ots_clear(&o);
	if (rc == 0)
		rc = subject_tokens(&tokens, s, e);
	for (size_t i = 0; rc == 0 && i < tokens.n; i++)
		rc = weigh_token(out, with, s, tokens.at[i], e);
	if (rc == 0 && s->cosigned != NULL && with->witnesses != NULL)
		weigh_cosigned(out, with, s);
	file_names_free(&tokens);
	return rc;
}

void
weigh_all(struct evidence *out, const struct weigh_list *list)
{
	/* How much each state says when there are others. */
	static const int weight[] = {
		[EVIDENCE_UNVERIFIABLE] = 0, [EVIDENCE_PENDING] = 1,
		[EVIDENCE_GOOD] = 2, [EVIDENCE_CONFLICT] = 3,
		[EVIDENCE_WRONG] = 4
	};

	*out = (struct evidence){ 0 };
	evidence_set(out, EVIDENCE_UNVERIFIABLE, "no proof of time is here");
	for (size_t i = 0; i < list->n; i++) {
		const struct evidence *e = &list->at[i];

		if (i == 0 || weight[e->state] > weight[out->state]
		    || (e->state == EVIDENCE_GOOD
		    && out->state == EVIDENCE_GOOD
		    && e->latest < out->latest))
			*out = *e;
	}
}

/* --- renewals ------------------------------------------------------------- */

/* What the list of a bag's renewal names beside the evidence. */
static const char *const of_bag[] = { "manifest-sha256.txt",
	"tagmanifest-sha256.txt", "manifest-sha512.txt",
	"tagmanifest-sha512.txt" };

/* How many of them. */
static size_t
bag_files(enum hash_kind kind)
{
	return kind == HASH_SHA512 ? 4 : 2;
}

/* The files of a list as they are. */
struct found {
	struct renewal_covers covers;
	const struct subject *first;	/* what was stamped */
};

/* Add the file that lists call ${name}. */
static int
find(struct found *f, const char *name, struct err *e)
{
	const struct subject *s = f->first;
	char *path = strcmp(name, s->called) == 0 ? mem_string(s->name)
	    : file_join(s->dir, name);
	uint8_t h[HASH_MOST];
	int rc = 0;

	if (!renewal_names(&f->covers, name)) {
		rc = stream_hash(h, f->covers.kind, path, e);
		if (rc == 0)
			rc = renewal_add(&f->covers, name, h, e);
	}
	free(path);
	return rc;
}

/* Read the list ${list}[i], and see whether it names what it must and each
 * file is what it says. */
static int
check_list(struct renewal_covers *out, const struct subject *list, size_t i,
    struct err *e)
{
	const enum hash_kind kind = file_ends_in(list[i].name, ".sha512")
	    ? HASH_SHA512 : HASH_SHA256;
	struct found f = { { .kind = kind }, list };
	struct buf text = { 0 };
	int rc = file_read(&text, list[i].name, LIMIT_COVERS_BYTES, e);

	if (rc == 0)
		rc = renewal_parse(out, kind, span_buf(&text), e);
	for (size_t j = 0; rc == 0 && j < i; j++)
		rc = find(&f, list[j].called, e);
	for (size_t j = 0; rc == 0 && list->cosigned == NULL
	    && j < bag_files(kind); j++)
		rc = find(&f, of_bag[j], e);
	for (size_t j = 0; rc == 0 && j < out->n; j++)
		rc = find(&f, out->at[j].path, e);
	if (rc == 0)
		rc = renewal_check(out, &f.covers, e);
	renewal_clear(&f.covers);
	buf_clear(&text);
	return rc;
}

/* The proofs of one stage while they are told: which of them the next list
 * names. */
struct carrying {
	const struct weigh *with;
	const struct subject *s;
	const struct renewal_covers *next;	/* NULL: nothing is asked */
	bool *named;
	size_t n;
};

static void
tell_carried(void *ctx, const char *file, const char *what,
    const struct evidence *e)
{
	struct carrying *c = ctx;
	const struct weigh *w = c->with;
	const size_t n = strlen(c->s->dir == NULL ? "" : c->s->dir);
	struct evidence left = { 0 };
	bool named = true;

	if (c->next != NULL) {
		/* As file_join() has joined them. */
		if (n > 0 && strcmp(c->s->dir, ".") != 0
		    && strncmp(file, c->s->dir, n) == 0)
			named = renewal_names(c->next, file + n
			    + strspn(file + n, "/"));
		else
			named = renewal_names(c->next, file);
	}
	mem_grow(&c->named, c->n, sizeof(*c->named));
	c->named[c->n++] = named;
	if (w->tell == NULL)
		return;
	w->tell(w->ctx, file, what, e);
	if (!named && e->state == EVIDENCE_GOOD) {
		evidence_set(&left, EVIDENCE_UNVERIFIABLE, "not on the list of "
		    "the next renewal, which carries on without it");
		w->tell(w->ctx, file, "renewed", &left);
	}
}

/* Weigh one stage; what is good and named by ${next} is left in ${out}, and
 * what is not good. */
static int
weigh_stage(struct weigh_list *out, size_t *proofs, const struct weigh *with,
    const struct subject *s, const struct renewal_covers *next,
    struct err *e)
{
	struct carrying c = { .with = with, .s = s, .next = next };
	const struct weigh inner = { with->headers, with->roots,
		with->witnesses, tell_carried, &c };
	size_t kept = 0;
	const int rc = weigh_subject(out, &inner, s, e);

	*proofs += out->n;
	for (size_t i = 0; i < out->n; i++)
		if (c.named[i] || out->at[i].state != EVIDENCE_GOOD)
			out->at[kept++] = out->at[i];
	out->n = kept;
	free(c.named);
	return rc;
}

/* A list that does not hold, so what is over it carries nothing on. */
static void
put_list(struct weigh_list *out, const struct weigh *with, const char *file,
    const struct err *why)
{
	struct evidence e = { 0 };

	evidence_set(&e, EVIDENCE_WRONG, "%.250s", behind(file, why->text));
	put(out, with, file, "the list", &e);
}

/* What the stages come to: where a proof is wrong or in conflict, that. */
static void
judge(struct evidence *out, const struct weigh_list *found, size_t n)
{
	struct renewal_stage *stages = mem_zero(n, sizeof(*stages));
	struct evidence one;

	for (size_t i = 0; i < n; i++)
		stages[i] = (struct renewal_stage){ found[i].at, found[i].n };
	if (n > 1)
		renewal_chain(out, stages, n);
	else
		weigh_all(out, &found[0]);
	for (size_t i = 0; n > 1 && i < n; i++) {
		weigh_all(&one, &found[i]);
		if (one.state > out->state && one.state >= EVIDENCE_CONFLICT)
			*out = one;
	}
	free(stages);
}

int
weigh_chain(struct evidence *out, size_t *proofs, const struct weigh *with,
    const struct subject *list, size_t n, struct err *e)
{
	struct renewal_covers *covers = mem_zero(n, sizeof(*covers));
	struct weigh_list *found = mem_zero(n, sizeof(*found));
	struct err why = { 0 };
	bool bad = false;
	int rc = 0;

	*proofs = 0;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		const bool was = bad;
		const struct err list_why = why;

		/* Which of its proofs count, the next list says. */
		bad = i + 1 < n && check_list(&covers[i + 1], list, i + 1,
		    &why) < 0;
		if (bad && why.kind == ERR_IO) {
			*e = why;
			rc = err_in(e, "%s", list[i + 1].name);
			break;
		}
		rc = weigh_stage(&found[i], proofs, with, &list[i],
		    i + 1 < n && covers[i + 1].n > 0 ? &covers[i + 1] : NULL,
		    e);
		if (rc == 0 && was)
			put_list(&found[i], with, list[i].name, &list_why);
	}
	if (rc == 0)
		judge(out, found, n);
	for (size_t i = 0; i < n; i++) {
		renewal_clear(&covers[i]);
		free(found[i].at);
	}
	free(covers);
	free(found);
	return rc;
}

/* Add the files below DIR/PATH, in folders so deep in each other. */
static int
add_below(struct renewal_covers *c, const char *dir, const char *path,
    unsigned depth, struct err *e)
{
	char *full = file_join(dir, path);
	struct names names = { 0 };
	int rc = file_names(&names, full, NULL, e);

	for (size_t i = 0; rc == 0 && i < names.n; i++) {
		char *rel = file_join(path, names.at[i]);
		char *at = file_join(dir, rel);
		uint8_t h[HASH_MOST];

		if (names.at[i][0] == '.')
			;
		else if (file_is_folder(at) && depth > 0)
			rc = add_below(c, dir, rel, depth - 1, e);
		else if (file_is_regular(at)) {
			rc = stream_hash(h, c->kind, at, e);
			if (rc == 0)
				rc = renewal_add(c, rel, h, e);
		}
		free(rel);
		free(at);
	}
	file_names_free(&names);
	free(full);
	return rc;
}

static int
add_payload(struct renewal_covers *c, const char *dir, const char *name,
    struct err *e)
{
	char *at = file_join(dir, name);
	uint8_t h[HASH_MOST];
	int rc = stream_hash(h, c->kind, at, e);

	if (rc == 0)
		rc = renewal_add(c, name, h, e);
	free(at);
	return rc;
}

/* The folder of the next renewal: one more than there are. */
static char *
next_folder(const char *dir, const char *evidence)
{
	for (unsigned i = 1;; i++) {
		struct buf name = { 0 };
		char *path;

		buf_fmt(&name, "%s/%03u-renewal", evidence, i);
		path = file_join(dir, buf_string(&name));
		buf_clear(&name);
		if (!file_is_folder(path))
			return path;
		free(path);
	}
}

int
weigh_renew(char **covers, const char *dir, enum hash_kind kind,
    struct err *e)
{
	struct renewal_covers c = { .kind = kind };
	struct buf text = { 0 }, evidence = { 0 };
	struct log l = { 0 };
	const bool is_snapshot = snapshot_is_one(dir);
	char *folder = NULL, *path = NULL, *payload = NULL;
	int rc = 0;

	buf_text(&evidence, "evidence");
	if (is_snapshot) {
		rc = log_open(&l, dir, e);
		if (rc == 0)
			buf_fmt(&evidence, "/%" PRIu64, l.checkpoint.size);
	}
	if (rc == 0)
		rc = add_below(&c, dir, buf_string(&evidence), 2, e);
	if (rc == 0 && c.n == 0)
		rc = err_set(e, ERR_ABSENT, "%s: no proof of time to renew",
		    dir);
	if (rc == 0 && is_snapshot) {
		payload = log_checkpoint_path("", l.checkpoint.size);
		rc = add_payload(&c, dir, payload, e);
	}
	for (size_t i = 0; rc == 0 && !is_snapshot && i < bag_files(kind); i++)
		rc = add_payload(&c, dir, of_bag[i], e);
	if (rc == 0) {
		folder = next_folder(dir, buf_string(&evidence));
		path = file_join(folder, kind == HASH_SHA512
		    ? "COVERS.sha512" : "COVERS.sha256");
		renewal_print(&text, &c);
		rc = file_folder(folder, e);
	}
	if (rc == 0)
		rc = file_write(path, span_buf(&text), 0666, e);
	if (rc == 0) {
		*covers = path;
		path = NULL;
	}
	renewal_clear(&c);
	log_close(&l);
	buf_clear(&text);
	buf_clear(&evidence);
	free(payload);
	free(folder);
	free(path);
	return rc;
}
