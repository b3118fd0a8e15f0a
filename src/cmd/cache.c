/* SPDX-License-Identifier: MIT */
/* pithtex cache add, remove, check: what changes a cache, and what looks
 * whether it is whole. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "cache/store.h"
#include "cite/record_check.h"
#include "cmd/anchors.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "site/gather.h"
#include "site/holding.h"
#include "state/state.h"

struct cache_opts {
	struct opt_list caches;
	bool rebuild;
};

static const struct opt cache_rows[] = {
	{ 0, "cache", OPT_LIST, offsetof(struct cache_opts, caches), "DIR",
	  "the cache to be changed" },
	{ 0 }
};

static const char *const how_words[] = {
	[STORE_ADDED] = "added", [STORE_BESIDE] = "added beside another",
	[STORE_SAME] = "there already", [STORE_OLDER] = "older, not stored"
};

/* What a run over many files shares. */
struct task {
	const struct run *run;
	const struct keyring *ring;
	struct cache *cache;
	struct buf json;
	struct emit j;
	int status;
	size_t good, others;
	struct anchors anchors;	/* once a proof of time was met */
	bool has_anchors;
};

static void
worsen(struct task *t, int status)
{
	if (status > t->status)
		t->status = status;
}

static void
tell_added(struct task *t, const char *path, const char *number,
    enum verdict v, const char *how)
{
	if (t->run->json) {
		emit_object(&t->j, NULL);
		emit_text(&t->j, "file", path);
		emit_text(&t->j, "number", number);
		emit_text(&t->j, "verdict", report_verdict_word(v));
		emit_text(&t->j, "result", how);
		emit_close_object(&t->j);
	} else if (!t->run->quiet) {
		say_line("%s: %s: %s, %s", path, number != NULL ? number : "-",
		    report_verdict_word(v), how);
	}
}

static void
tell_unread(struct task *t, const char *path, const struct err *e)
{
	say_error("%s", e->text);
	worsen(t, CMD_TROUBLE);
	if (t->run->json)
		print_error_json(&t->j, path, e->text);
}

/* The proofs of one file, on their way into the cache. */
struct proofs {
	size_t stem;	/* bytes of the file's name that theirs begin with */
	const char *to;		/* CACHE/proofs/RW/STEM of the stored one */
};

/* The archive is in the cache already: what hinders its proof is told. */
static void
keep_proof(void *ctx, const char *path, bool missing)
{
	const struct proofs *p = ctx;
	struct buf to = { 0 }, bytes = { 0 };
	struct err e;
	int rc;

	(void)missing;
	buf_fmt(&to, "%s%s", p->to, file_base(path) + p->stem);
	rc = file_read(&bytes, path, LIMIT_OTS_BYTES, &e);
	if (rc == 0 && file_is_regular(buf_string(&to))
	    && !file_holds(buf_string(&to), span_buf(&bytes)))
		rc = err_set(&e, ERR_IO, "there is another %s; look with "
		    "`pithtex stamp info' which is better",
		    buf_string(&to));
	else if (rc == 0)
		rc = file_update(buf_string(&to), span_buf(&bytes), &e);
	if (rc < 0)
		say_warn("%s: not kept: %s", path, e.text);
	buf_clear(&to);
	buf_clear(&bytes);
}

/* The proofs of time of ${path} go with the archive into the cache, to ${to},
 * so that it is judged there as it was here; unless one of them does not
 * hold. */
static int
keep_proofs(struct task *t, const struct bundle *b, const char *path,
    const char *to, struct err *e)
{
	struct known_seen seen = { 0 };
	struct proofs p = { .to = to };
	struct known k;
	char *dir;
	int rc = 0;

	if (!b->archived || to == NULL || !known_any(&seen, path)) {
		known_seen_clear(&seen);
		return 0;
	}
	known_seen_clear(&seen);
	if (!t->has_anchors && anchors_open(&t->anchors, NULL, e) < 0)
		return -1;
	t->has_anchors = true;
	known_look(&k, path, &b->identity, &t->anchors.with);
	if (k.wrong) {
		say_warn("%s: its proofs of time are not kept: one of them "
		    "does not hold", path);
	} else {
		/* What has proofs is called STEM.tar.gz. */
		p.stem = strlen(file_base(path)) - strlen(".tar.gz");
		dir = file_dir(to);
		rc = file_folder(dir, e);
		if (rc == 0)
			known_files(path, false, keep_proof, &p);
		free(dir);
	}
	known_clear(&k);
	return rc;
}

/* That proofs are of other bytes is seen without anything to check them by. */
static bool
are_of(const char *path, const struct digest *identity)
{
	const struct known_with none = { 0 };
	struct known k;
	bool are;

	known_look(&k, path, identity, &none);
	are = k.proofs > 0 && !k.wrong;
	known_clear(&k);
	return are;
}

/* Store a bundle that was judged; both are given back. */
static int
add_bundle(struct task *t, const char *path, struct bundle *b,
    struct report *rep, struct err *e)
{
	const enum verdict v = report_verdict(rep);
	enum store_added how = STORE_SAME;
	char *proofs = NULL;
	int rc = 0;

	if (v != VERDICT_GOOD)
		print_finding(path, rep);
	if (v == VERDICT_DAMAGED || v == VERDICT_FORGED
	    || v == VERDICT_WRONG) {
		tell_added(t, path, b->record != NULL ? b->record->number
		    : NULL, v, "not stored");
		worsen(t, CMD_TROUBLE);
	} else {
		rc = store_add(&how, &proofs, t->cache, b, rep, t->ring,
		    are_of, e);
		if (rc == 0)
			rc = keep_proofs(t, b, path, proofs, e);
	}
	if (rc == 0 && v <= VERDICT_CONFLICT) {
		if (how == STORE_OLDER)
			say_warn("%s: older: the cache has all of it and more",
			    path);
		tell_added(t, path, b->record->number, v, how_words[how]);
		if (v != VERDICT_GOOD || how == STORE_OLDER)
			worsen(t, CMD_FINDINGS);
	}
	free(proofs);
	bundle_free(b);
	report_clear(rep);
	return rc;
}

static int
add_one(struct task *t, const char *path, struct err *e)
{
	struct bundle *b = NULL;
	struct report rep = { 0 };

	if (state_read(&b, &rep, path, t->ring, e) == 0)
		return add_bundle(t, path, b, &rep, e);
	tell_unread(t, path, e);
	return 0;
}

/* The archives of one number in a snapshot. */
static int
add_holding(void *ctx, struct holding *h, struct err *e)
{
	struct task *t = ctx;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < h->n; i++) {
		struct report rep = { 0 };
		struct bundle *b = bundle_parse_at(&rep, &h->at[i].bytes,
		    h->at[i].name, t->ring);

		state_check(&rep, b, t->ring);
		rc = add_bundle(t, h->at[i].name, b, &rep, e);
	}
	holding_clear(h);
	return rc;
}

static void
tell_gathered(void *ctx, const char *about, const char *what)
{
	say_warn("%s: %s", about, what);
	worsen(ctx, CMD_FINDINGS);
}

/* Everything in a folder that a cache can take: what is whole first. */
static int
add_folder(struct task *t, const char *dir, struct err *e)
{
	struct gather g = { .said = tell_gathered, .ctx = t };
	int rc = gather_walk(&g, dir, e);

	if (rc == 0 && g.snapshots.n + g.archives.n + g.bundles.n == 0)
		rc = err_set(e, ERR_USAGE, "%s: holds nothing that a cache "
		    "could take: no archive, no bundle.json, no snapshot",
		    dir);
	if (rc == 0)
		rc = bundle_ready(e);
	for (size_t i = 0; rc == 0 && i < g.snapshots.n; i++)
		rc = holding_each(g.snapshots.at[i], add_holding, t, e);
	for (size_t i = 0; rc == 0 && i < g.archives.n; i++)
		rc = add_one(t, g.archives.at[i], e);
	for (size_t i = 0; rc == 0 && i < g.bundles.n; i++) {
		struct report rep = { 0 };
		struct bundle *b;

		rc = gather_bundle(&b, &rep, &g, g.bundles.at[i], t->ring, e);
		if (rc == 0 && b != NULL)
			rc = add_bundle(t, g.bundles.at[i], b, &rep, e);
	}
	gather_clear(&g);
	return rc;
}

static void
begin_json(struct task *t, const char *list)
{
	t->j.out = &t->json;
	if (!t->run->json)
		return;
	emit_object(&t->j, NULL);
	emit_array(&t->j, list);
}

static void
end_json(struct task *t, int rc)
{
	if (rc < 0)
		worsen(t, CMD_TROUBLE);
	if (t->run->json) {
		emit_close_array(&t->j);
		emit_int(&t->j, "status", t->status);
		emit_close_object(&t->j);
		say_bytes(span_buf(&t->json));
	}
	buf_clear(&t->json);
}

static int
add_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct cache_opts *o = opts;
	struct task t = { .run = run };
	struct keyring *ring;
	int rc = 0;

	if (env_keyring(&ring, e) < 0)
		return -1;
	t.ring = ring;
	if (env_own_cache(&t.cache, &o->caches, e) < 0) {
		keyring_free(ring);
		return -1;
	}
	begin_json(&t, "files");
	for (int i = 0; i < argc && rc == 0; i++)
		rc = file_is_folder(argv[i]) ? add_folder(&t, argv[i], e)
		    : add_one(&t, argv[i], e);
	end_json(&t, rc);
	anchors_close(&t.anchors);
	cache_free(t.cache);
	keyring_free(ring);
	return rc < 0 ? -1 : t.status;
}

const struct cmd cmd_cache_add = {
	.name = "cache add",
	.args = "FILE | FOLDER ...",
	.brief = "verify bundles and store them in the cache",
	.least = 1,
	.most = -1,
	.opts = cache_rows,
	.opts_size = sizeof(struct cache_opts),
	.main = add_main,
};

/* The one number that ${word} names in the cache. */
static int
find_one(char suffix[NUMBER_SUFFIX + 1], const struct cache *c,
    const char *word, struct err *e)
{
	struct cache_hits hits = { 0 };
	struct number n;
	int rc = number_parse(&n, span_text(word), e);

	if (rc < 0)
		return err_in(e, "%s", word);
	rc = cache_find(&hits, c, &n, e);
	if (rc == 0 && hits.n == 1 && !cache_has_year(&hits.list[0], n.year))
		rc = err_set(e, ERR_ABSENT, "%s: year does not match", word);
	else if (rc == 0 && hits.n == 0)
		rc = err_set(e, ERR_ABSENT, "%s: not in %s", word,
		    cache_dir(c));
	else if (rc == 0 && hits.n > 1)
		rc = err_set(e, ERR_USAGE, "%s: names %s and %s; write the "
		    "number in full", word, hits.list[0].suffix,
		    hits.list[1].suffix);
	else if (rc == 0)
		memcpy(suffix, hits.list[0].suffix, NUMBER_SUFFIX + 1);
	cache_hits_clear(&hits);
	return rc;
}

static int
remove_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct cache_opts *o = opts;
	struct cache *c;
	struct answer a;
	int status = CMD_GOOD, rc = env_own_cache(&c, &o->caches, e);

	if (rc < 0)
		return -1;
	answer_open(&a, run);
	for (int i = 0; i < argc && rc >= 0; i++) {
		char suffix[NUMBER_SUFFIX + 1];

		rc = find_one(suffix, c, argv[i], e);
		if (rc < 0 && e->kind == ERR_ABSENT) {
			say_warn("%s", e->text);
			if (run->json)
				answer_add(&a, argv[i], "not there");
			status = CMD_FINDINGS;
			rc = 0;
			continue;
		}
		if (rc == 0)
			rc = store_remove(c, suffix, e);
		if (rc >= 0)
			answer_add(&a, suffix, "removed");
	}
	cache_free(c);
	return answer_close(&a, rc < 0 ? -1 : status);
}

const struct cmd cmd_cache_remove = {
	.name = "cache remove",
	.args = "NUMBER...",
	.brief = "remove the bundles of a number from the cache",
	.least = 1,
	.most = -1,
	.opts = cache_rows,
	.opts_size = sizeof(struct cache_opts),
	.main = remove_main,
};

static const struct opt check_rows[] = {
	{ 0, "cache", OPT_LIST, offsetof(struct cache_opts, caches), "DIR",
	  "the cache to be checked" },
	{ 0, "rebuild", OPT_FLAG, offsetof(struct cache_opts, rebuild), NULL,
	  "also make the index anew" },
	{ 0 }
};

static int
check_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct task *t = ctx;

	for (size_t i = 0; i < hit->files.n; i++) {
		const char *path = hit->files.at[i];
		struct bundle *b = NULL;
		struct report rep = { 0 };

		if (state_read(&b, &rep, path, t->ring, e) < 0) {
			tell_unread(t, path, e);
			t->others++;
			continue;
		}
		if (b->record != NULL
		    && strcmp(b->record->suffix, hit->suffix) != 0)
			report_fail(&rep, VERDICT_WRONG, CHECK_CACHE,
			    "holds %s under another number's name",
			    b->record->number);
		record_check_bundle(&rep, b);
		if (report_verdict(&rep) == VERDICT_GOOD) {
			t->good++;
		} else {
			t->others++;
			print_finding(path, &rep);
			worsen(t, CMD_FINDINGS);
		}
		if (t->run->json)
			print_report_json(&t->j, path, b, &rep);
		bundle_free(b);
		report_clear(&rep);
	}
	return 0;
}

static int
check_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct cache_opts *o = opts;
	struct task t = { .run = run };
	struct keyring *ring;
	int rc;

	(void)argc;
	(void)argv;
	if (env_keyring(&ring, e) < 0)
		return -1;
	t.ring = ring;
	rc = env_own_cache(&t.cache, &o->caches, e);
	begin_json(&t, "files");
	if (rc == 0 && !file_is_folder(cache_dir(t.cache)))
		rc = err_set(e, ERR_ABSENT, "%s: no cache there",
		    cache_dir(t.cache));
	if (rc == 0)
		rc = cache_each(t.cache, check_hit, &t, e);
	if (rc == 0 && store_mark(t.cache, e) < 0) {
		/* What was verified was verified, also where nothing can be
		 * written. */
		if (o->rebuild)
			rc = -1;
		else
			say_warn("%s", e->text);
	}
	if (rc == 0 && o->rebuild)
		rc = store_rebuild(t.cache, e);
	end_json(&t, rc);
	if (rc == 0 && !run->quiet && !run->json)
		say_line("%s: %zu good, %zu not", cache_dir(t.cache), t.good,
		    t.others);
	cache_free(t.cache);
	keyring_free(ring);
	return rc < 0 ? -1 : t.status;
}

const struct cmd cmd_cache_check = {
	.name = "cache check",
	.args = "",
	.brief = "verify every bundle of the cache; --rebuild its index",
	.opts = check_rows,
	.opts_size = sizeof(struct cache_opts),
	.main = check_main,
};
