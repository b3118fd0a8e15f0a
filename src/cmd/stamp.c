/* SPDX-License-Identifier: MIT */
/* pithtex stamp: proofs of time, asked for and taken as files. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "anchor/renewal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/bundle.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/vouch.h"
#include "cmd/weigher.h"
#include "keep/request.h"
#include "keep/snapshot.h"
#include "keep/weigh.h"

struct request_opts {
	struct opt_list calendars, authorities;
	bool upgrade, no_calendar, no_tsa, sha512;
};

#define SERVER_ROWS \
	{ 0, "calendar", OPT_LIST, offsetof(struct request_opts, calendars), \
	  "URL", "an OpenTimestamps calendar; else the well-known ones" }, \
	{ 0, "tsa", OPT_LIST, offsetof(struct request_opts, authorities), \
	  "URL", "a time-stamp authority; else two that are free" }, \
	{ 0, "no-calendar", OPT_FLAG, \
	  offsetof(struct request_opts, no_calendar), NULL, \
	  "ask authorities only" }, \
	{ 0, "no-tsa", OPT_FLAG, offsetof(struct request_opts, no_tsa), \
	  NULL, "ask calendars only" }

static const struct opt request_rows[] = {
	SERVER_ROWS,
	{ 0, "upgrade", OPT_FLAG, offsetof(struct request_opts, upgrade), NULL,
	  "ask the calendars again that have promised more" },
	{ 0 }
};

static const char *const pools[] = {
	"https://a.pool.opentimestamps.org",
	"https://b.pool.opentimestamps.org",
	"https://a.pool.eternitywall.com", "https://ots.btc.catallaxy.com"
};

/* Those that the pools hand over to, which are asked again later. */
static const char *const calendars[] = {
	"https://alice.btc.calendar.opentimestamps.org",
	"https://bob.btc.calendar.opentimestamps.org",
	"https://finney.calendar.eternitywall.com",
	"https://btc.calendar.catallaxy.com"
};

static const char *const authorities[] = {
	"https://freetsa.org/tsr", "http://timestamp.digicert.com"
};

static void
servers(struct request_with *w, const struct request_opts *o)
{
	*w = (struct request_with){ 0 };
	if (!o->no_calendar) {
		w->calendars = o->calendars.n > 0 ? o->calendars.at
		    : o->upgrade ? calendars : pools;
		w->calendar_count = o->calendars.n > 0 ? o->calendars.n : 4;
	}
	if (!o->no_tsa && !o->upgrade) {
		w->authorities = o->authorities.n > 0 ? o->authorities.at
		    : authorities;
		w->authority_count = o->authorities.n > 0
		    ? o->authorities.n : 2;
	}
}

static int
request_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct request_opts *o = opts;
	struct request_with w;
	struct subjects list = { 0 };
	struct buf curl = { 0 };
	int rc = 0;

	servers(&w, o);
	for (int i = 0; rc == 0 && i < argc; i++)
		rc = o->upgrade ? subject_add_all(&list, argv[i], e)
		    : subject_add(&list, argv[i], e);
	if (rc == 0 && o->upgrade) {
		rc = request_upgrade(&curl, &list, &w, e);
		if (rc == 0)
			say_warn("nothing to ask: no calendar that is known "
			    "has promised more");
		rc = rc < 0 ? -1 : rc == 0 ? CMD_FINDINGS : CMD_GOOD;
	} else if (rc == 0) {
		rc = request_make(&curl, &list, &w, e);
	}
	/* The user's own words were looked at: it is a configuration that
	 * curl must read as it is. */
	if (rc >= 0)
		answer_text(run, "curl", span_buf(&curl), rc);
	subject_clear(&list);
	buf_clear(&curl);
	return rc;
}

const struct cmd cmd_stamp_request = {
	.name = "stamp request",
	.args = "SNAPSHOT | BAG | FILE ...",
	.brief = "print the curl -K file that asks for proofs of time",
	.least = 1,
	.most = -1,
	.opts = request_rows,
	.opts_size = sizeof(struct request_opts),
	.main = request_main,
};

static bool
is_answer(const char *path)
{
	return subject_is_token(path) || file_ends_in(path, ".reply")
	    || file_ends_in(path, ".cosigned");
}

struct attach_opts {
	struct vouch_opts vouch;
};

static const struct opt attach_rows[] = {
	VOUCH_ROWS(struct attach_opts, vouch), { 0 }
};

static int
attach_one(struct answer *a, const struct subjects *list,
    const char *path, const struct vouch *v, struct err *e)
{
	char *taken = NULL;
	size_t lines = 0;
	const bool cosigned = file_ends_in(path, ".cosigned");
	const int rc = cosigned ? request_attach_cosigned(&taken, &lines,
	    list, path, &v->witnesses, e)
	    : request_attach(&taken, list, path, e);

	if (rc == 0)
		answer_fmt(a, path, "%s %s", cosigned && lines == 0
		    ? "all of it is in" : "kept in", taken);
	free(taken);
	return rc;
}

/* What can be asked for: of a snapshot also its newest checkpoint, which may
 * have no evidence yet. */
static int
add_target(struct subjects *list, const char *path, struct err *e)
{
	const size_t before = list->n;
	struct subjects newest = { 0 };
	bool there = false;
	int rc = subject_add_all(list, path, e);

	if (rc < 0 || !snapshot_is_one(path))
		return rc;
	rc = subject_add(&newest, path, e);
	for (size_t i = before; rc == 0 && i < list->n; i++)
		there = there || strcmp(list->at[i].name,
		    newest.at[0].name) == 0;
	if (rc == 0 && !there)
		rc = subject_add(list, path, e);
	subject_clear(&newest);
	return rc;
}

static int
attach_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct attach_opts *o = opts;
	struct subjects list = { 0 };
	struct vouch v;
	struct answer a;
	int answers = 0, rc = vouch_open(&v, &o->vouch, e);

	answer_open(&a, run);
	for (int i = 0; rc == 0 && i < argc; i++)
		if (!is_answer(argv[i]))
			rc = add_target(&list, argv[i], e);
		else
			answers++;
	if (rc == 0 && (list.n == 0 || answers == 0))
		rc = err_set(e, ERR_USAGE, "name what was stamped, and "
		    "answers: *.reply, *.tsr, *.cosigned");
	for (int i = 0; rc == 0 && i < argc; i++)
		if (is_answer(argv[i]))
			rc = attach_one(&a, &list, argv[i], &v, e);
	vouch_close(&v);
	subject_clear(&list);
	return answer_close(&a, rc);
}

const struct cmd cmd_stamp_attach = {
	.name = "stamp attach",
	.args = "SNAPSHOT | BAG | FILE ... ANSWER ...",
	.brief = "take the answers of calendars, authorities and witnesses",
	.least = 2,
	.most = -1,
	.opts = attach_rows,
	.opts_size = sizeof(struct attach_opts),
	.main = attach_main,
};

/* --- verify --------------------------------------------------------------- */

struct verify_opts {
	struct vouch_opts vouch;
	struct anchors_opts anchors;
};

static const struct opt verify_rows[] = {
	VOUCH_ROWS(struct verify_opts, vouch),
	ANCHORS_ROWS(struct verify_opts, anchors), { 0 }
};

static int
verify_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct verify_opts *o = opts;
	char root[] = "/", *const all[] = { root };
	struct vouch v;
	struct weigher w;
	struct subjects list = { 0 };
	int rc = vouch_open(&v, &o->vouch, e);

	if (rc < 0)
		return -1;
	/* A folder that there is always: all of them are wanted. */
	rc = weigher_open(&w, &o->anchors, all, 1, run, NULL, e);
	w.with.witnesses = &v.witnesses;

	for (int i = 0; rc == 0 && i < argc; i++)
		if (file_ends_in(argv[i], ".ots"))
			rc = weigher_ots(&w, argv[i], e);
		else
			rc = subject_add_all(&list, argv[i], e);
	for (size_t i = 0, n; rc == 0 && i < list.n; i += n) {
		n = subject_chain(&list, i);
		rc = weigher_chain(&w, &list.at[i], n, e);
	}
	if (rc == 0 && list.n == 0 && w.told == 0)
		rc = err_set(e, ERR_ABSENT, "%s: no proof of time", argv[0]);
	if (rc == 0)
		rc = w.status;
	weigher_close(&w, rc);
	vouch_close(&v);
	subject_clear(&list);
	return rc;
}

const struct cmd cmd_stamp_verify = {
	.name = "stamp verify",
	.args = "SNAPSHOT | BAG | FILE ...",
	.brief = "check proofs of time against block headers and roots",
	.least = 1,
	.most = -1,
	.opts = verify_rows,
	.opts_size = sizeof(struct verify_opts),
	.main = verify_main,
};

/* --- renew ---------------------------------------------------------------- */

static const struct opt renew_rows[] = {
	SERVER_ROWS,
	{ 0, "sha512", OPT_FLAG, offsetof(struct request_opts, sha512), NULL,
	  "cover the evidence by SHA-512" },
	{ 0 }
};

static int
renew_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct request_opts *o = opts;
	struct subjects list = { 0 };
	struct request_with w;
	struct buf curl = { 0 };
	int rc = 0;

	servers(&w, o);
	for (int i = 0; rc == 0 && i < argc; i++) {
		char *covers = NULL;

		rc = weigh_renew(&covers, argv[i], o->sha512 ? HASH_SHA512
		    : HASH_SHA256, e);
		if (rc == 0)
			rc = subject_add(&list, covers, e);
		free(covers);
	}
	if (rc == 0)
		rc = request_make(&curl, &list, &w, e);
	if (rc == 0)
		answer_text(run, "curl", span_buf(&curl), rc);
	subject_clear(&list);
	buf_clear(&curl);
	return rc;
}

const struct cmd cmd_stamp_renew = {
	.name = "stamp renew",
	.args = "SNAPSHOT | BAG ...",
	.brief = "ask for new proofs over all evidence so far",
	.least = 1,
	.most = -1,
	.opts = renew_rows,
	.opts_size = sizeof(struct request_opts),
	.main = renew_main,
};
