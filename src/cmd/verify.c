/* SPDX-License-Identifier: MIT */
/* pithtex verify: every check of every file, one line each. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/work.h"
#include "cache/cache.h"
#include "cite/record_check.h"
#include "cmd/bagger.h"
#include "cmd/claim.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "cmd/vouch.h"
#include "cmd/weigher.h"
#include "keep/known.h"
#include "keep/snapshot.h"
#include "state/state.h"

/* One file to verify, and what came of it. */
struct job {
	char *path;
	struct bundle *bundle;
	struct report report;
	char *error;		/* it could not be read */
	bool proofs;		/* proofs of time lie with it */
};

/* Files are verified in batches, so that a cache of any size fits. */
#define BATCH 1024u

struct verify {
	const struct run *run;
	const struct keyring *ring;
	struct job jobs[BATCH];
	size_t n, added;	/* in this batch; in all */
	struct buf json;
	struct emit j;
	int status;
	struct weigher weigher;
	const struct anchors_opts *anchors;	/* that the user named */
	struct known_seen seen;
};

static void
verify_one(void *ctx, size_t i)
{
	struct verify *v = ctx;
	struct job *job = &v->jobs[i];
	struct err e;

	say_detail("%s", job->path);
	if (state_read(&job->bundle, &job->report, job->path, v->ring, &e) < 0)
		job->error = mem_string(e.text);
	if (job->error == NULL) {
		record_check_bundle(&job->report, job->bundle);
		if (job->proofs)
			anchors_report(&job->report, job->bundle, v->ring,
			    &v->weigher.anchors, job->path);
		bundle_trim(job->bundle);
	}
}

static void
worsen(struct verify *v, int status)
{
	if (status > v->status)
		v->status = status;
}

static void
tell_one(void *ctx, size_t i)
{
	struct verify *v = ctx;
	struct job *job = &v->jobs[i];

	if (job->error != NULL) {
		say_error("%s", job->error);
		worsen(v, CMD_TROUBLE);
		if (v->run->json)
			print_error_json(&v->j, job->path, job->error);
	} else {
		if (report_verdict(&job->report) != VERDICT_GOOD) {
			print_finding(job->path, &job->report);
			worsen(v, CMD_FINDINGS);
		}
		if (v->run->json)
			print_report_json(&v->j, job->path, job->bundle,
			    &job->report);
		else if (!v->run->quiet)
			print_report(job->path, job->bundle, &job->report);
	}
	say_bytes(span_buf(&v->json));
	v->json.n = 0;
	bundle_free(job->bundle);
	report_clear(&job->report);
	free(job->error);
	free(job->path);
	*job = (struct job){ 0 };
}

static void
flush(struct verify *v)
{
	work_run(v->n, work_threads(), verify_one, tell_one, v);
	v->n = 0;
}

static void
add_job(struct verify *v, const char *path)
{
	v->jobs[v->n].path = mem_string(path);
	v->jobs[v->n++].proofs = known_any(&v->seen, path);
	v->added++;
	if (v->n == BATCH)
		flush(v);
}

static int
add_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	(void)e;
	for (size_t i = 0; i < hit->files.n; i++)
		add_job(ctx, hit->files.at[i]);
	return 0;
}

/* A folder is a cache: all of its archives.  One without any was verified in
 * no sense, so it is not good. */
static void
add_folder(struct verify *v, const char *dir)
{
	struct cache *c = cache_open(dir, NULL);
	const size_t before = v->added;
	struct err e;
	int rc = cache_each(c, add_hit, v, &e);

	if (rc == 0 && v->added == before)
		rc = err_set(&e, ERR_USAGE, "%s: is a folder that is no cache: "
		    "it holds no bundle", dir);
	if (rc < 0) {
		say_error("%s", e.text);
		worsen(v, CMD_TROUBLE);
	}
	cache_free(c);
}

/* A snapshot is told at once, too. */
static void
add_snapshot(struct verify *v, const char *dir)
{
	struct vouch vouch;
	struct err e;
	int rc;

	flush(v);
	rc = vouch_open(&vouch, NULL, &e);
	if (rc == 0)
		rc = vouch_snapshot(&vouch, &v->weigher.anchors, v->run,
		    &v->j, dir, NULL, &e);
	if (rc < 0)
		say_error("%s", e.text);
	worsen(v, rc < 0 ? CMD_TROUBLE : rc);
	vouch_close(&vouch);
	say_bytes(span_buf(&v->json));
	v->json.n = 0;
}

/* So is a bag. */
static void
add_bag(struct verify *v, const char *dir)
{
	const struct bagger b = { .run = v->run, .j = &v->j,
		.level = BAGIT_VALID, .anchors = v->anchors };
	struct err e;
	int rc;

	flush(v);
	rc = bagger_verify(&b, dir, &e);
	if (rc < 0)
		say_error("%s", e.text);
	worsen(v, rc < 0 ? CMD_TROUBLE : rc);
	say_bytes(span_buf(&v->json));
	v->json.n = 0;
}

/* A PDF is told at once, behind all that came before it. */
static void
add_pdf(struct verify *v, const char *path)
{
	struct err e;
	int rc;

	flush(v);
	rc = claim_verify(v->run, &v->j, path, &e);
	if (rc < 0)
		say_error("%s", e.text);
	worsen(v, rc < 0 ? CMD_TROUBLE : rc);
	say_bytes(span_buf(&v->json));
	v->json.n = 0;
}

/* A proof of time, and a snapshot's folder, likewise. */
static void
add_ots(struct verify *v, const char *path)
{
	struct err e;

	flush(v);
	if (weigher_ots(&v->weigher, path, &e) < 0) {
		say_error("%s", e.text);
		worsen(v, CMD_TROUBLE);
	}
	worsen(v, v->weigher.status);
	say_bytes(span_buf(&v->json));
	v->json.n = 0;
}

struct verify_opts {
	struct anchors_opts anchors;
};

static const struct opt verify_rows[] = {
	ANCHORS_ROWS(struct verify_opts, anchors), { 0 }
};

static int
verify_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct verify_opts *o = opts;
	struct verify *v = mem_zero(1, sizeof(*v));
	struct keyring *ring;
	int rc = env_keyring(&ring, e);

	if (rc < 0) {
		free(v);
		return -1;
	}
	v->run = run;
	v->ring = ring;
	v->j.out = &v->json;
	v->anchors = &o->anchors;
	if (weigher_open(&v->weigher, &o->anchors, argv, (size_t)argc, run,
	    &v->j, e) < 0) {
		weigher_close(&v->weigher, -1);
		keyring_free(ring);
		free(v);
		return -1;
	}
	anchors_lend(ring, &v->weigher.anchors);
	if (run->json) {
		emit_object(&v->j, NULL);
		emit_array(&v->j, "files");
	}
	for (int i = 0; i < argc; i++)
		if (snapshot_is_one(argv[i]))
			add_snapshot(v, argv[i]);
		else if (bagger_is_bag(argv[i]))
			add_bag(v, argv[i]);
		else if (file_is_folder(argv[i]))
			add_folder(v, argv[i]);
		else if (claim_is_pdf(argv[i]))
			add_pdf(v, argv[i]);
		else if (weigher_is_ots(argv[i]))
			add_ots(v, argv[i]);
		else
			add_job(v, argv[i]);
	flush(v);
	if (run->json) {
		emit_close_array(&v->j);
		emit_int(&v->j, "status", v->status);
		emit_close_object(&v->j);
		say_bytes(span_buf(&v->json));
	}
	say_detail("signature checks: %lu", key_verify_count());
	rc = v->status;
	keyring_free(ring);
	weigher_close(&v->weigher, rc);
	known_seen_clear(&v->seen);
	buf_clear(&v->json);
	free(v);
	return rc;
}

const struct cmd cmd_verify = {
	.name = "verify",
	.args = "FILE | CACHE ...",
	.brief = "check bundles and the badges of PDFs, one line each",
	.least = 1,
	.most = -1,
	.opts = verify_rows,
	.opts_size = sizeof(struct verify_opts),
	.main = verify_main,
};
