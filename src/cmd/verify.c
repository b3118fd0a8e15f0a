/* SPDX-License-Identifier: MIT */
/* pithtex verify: every check of every file, one line each. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "base/work.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "state/state.h"

/* One file to verify, and what came of it. */
struct job {
	const char *path;
	struct bundle *bundle;
	struct report report;
	struct err err;
	bool unread;
};

struct verify {
	const struct run *run;
	const struct keyring *ring;
	struct job *jobs;
	struct buf json;
	struct emit j;
	int status;
};

static void
verify_one(void *ctx, size_t i)
{
	struct verify *v = ctx;
	struct job *job = &v->jobs[i];

	say_detail("%s", job->path);
	job->unread = state_read(&job->bundle, &job->report, job->path,
	    v->ring, &job->err) < 0;
}

static void
tell_one(void *ctx, size_t i)
{
	struct verify *v = ctx;
	struct job *job = &v->jobs[i];

	if (job->unread) {
		say_error("%s", job->err.text);
		v->status = CMD_TROUBLE;
	} else {
		if (report_verdict(&job->report) != VERDICT_GOOD) {
			print_finding(job->path, &job->report);
			if (v->status == CMD_GOOD)
				v->status = CMD_FINDINGS;
		}
		if (v->run->json)
			print_report_json(&v->j, job->path, job->bundle,
			    &job->report);
		else if (!v->run->quiet)
			print_report(job->path, job->bundle, &job->report);
	}
	bundle_free(job->bundle);
	report_clear(&job->report);
}

static int
verify_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct verify v = { .run = run };
	struct keyring *ring;

	(void)opts;
	if (env_keyring(&ring, e) < 0)
		return -1;
	v.ring = ring;
	v.j.out = &v.json;
	v.jobs = mem_zero((size_t)argc, sizeof(*v.jobs));
	for (int i = 0; i < argc; i++)
		v.jobs[i].path = argv[i];
	if (run->json) {
		emit_object(&v.j, NULL);
		emit_array(&v.j, "files");
	}
	work_run((size_t)argc, work_threads(), verify_one, tell_one, &v);
	if (run->json) {
		emit_close_array(&v.j);
		emit_int(&v.j, "status", v.status);
		emit_close_object(&v.j);
		say_bytes(span_buf(&v.json));
	}
	say_detail("signature checks: %lu", key_verify_count());
	buf_clear(&v.json);
	free(v.jobs);
	keyring_free(ring);
	return v.status;
}

const struct cmd cmd_verify = {
	.name = "verify",
	.args = "FILE...",
	.brief = "check bundles: every check, one line each",
	.least = 1,
	.most = -1,
	.main = verify_main,
};
