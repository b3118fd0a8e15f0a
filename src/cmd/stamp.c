/* SPDX-License-Identifier: MIT */
/* pithtex stamp: proofs of time, asked for and taken as files. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "anchor/renewal.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/bundle.h"
#include "cmd/cmd.h"
#include "cmd/vouch.h"
#include "cmd/weigher.h"
#include "keep/request.h"
#include "keep/snapshot.h"
#include "keep/weigh.h"

#define YEAR 31556952

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
		say_bytes(span_buf(&curl));
	(void)run;
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
ends_in(const char *path, const char *tail)
{
	const size_t n = strlen(path), t = strlen(tail);

	return n > t && strcmp(path + n - t, tail) == 0;
}

static bool
is_token(const char *path)
{
	return ends_in(path, ".tsr") || ends_in(path, ".tst");
}

static bool
is_answer(const char *path)
{
	return is_token(path) || ends_in(path, ".reply")
	    || ends_in(path, ".cosigned");
}

struct attach_opts {
	struct vouch_opts vouch;
};

static const struct opt attach_rows[] = {
	VOUCH_ROWS(struct attach_opts, vouch), { 0 }
};

static int
attach_one(const struct run *run, const struct subjects *list,
    const char *path, const struct vouch *v, struct err *e)
{
	char *taken = NULL;
	size_t lines = 0;
	const bool cosigned = ends_in(path, ".cosigned");
	const int rc = cosigned ? request_attach_cosigned(&taken, &lines,
	    list, path, &v->witnesses, e)
	    : request_attach(&taken, list, path, e);

	if (rc == 0 && !run->quiet && cosigned && lines == 0)
		say_line("%s: all of it is in %s", path, taken);
	else if (rc == 0 && !run->quiet)
		say_line("%s: kept in %s", path, taken);
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
	int answers = 0, rc = vouch_open(&v, &o->vouch, e);

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
			rc = attach_one(run, &list, argv[i], &v, e);
	vouch_close(&v);
	subject_clear(&list);
	return rc;
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

/* --- info ----------------------------------------------------------------- */

static int
tell_token(const char *path, struct err *e)
{
	struct buf file = { 0 };
	struct tsa t = { 0 };
	char at[EVIDENCE_TIME], ends[EVIDENCE_DAY];
	int64_t now;
	int rc = file_read(&file, path, LIMIT_TSA_BYTES, e);

	if (rc == 0 && tsa_parse(&t, span_buf(&file), e) < 0)
		rc = err_in(e, "%s", path);
	if (rc == 0)
		rc = clock_now(&now, e);
	if (rc == 0) {
		say_line("%s", path);
		say_line("  says       %s", evidence_time(at, t.time));
		say_line("  authority  %s", t.authority != NULL ? t.authority
		    : "its certificate is not in it");
		if (t.ends != 0)
			say_line("  ends       %s%s", evidence_day(ends,
			    t.ends), t.ends < now + YEAR ? ", within a year: "
			    "`pithtex stamp renew'" : "");
		if (t.ends != 0 && t.ends < now + YEAR) {
			say_warn("%s: its certificate ends on %s; renew it",
			    path, ends);
			rc = CMD_FINDINGS;
		}
	}
	tsa_clear(&t);
	buf_clear(&file);
	return rc;
}

static int
tell_ots(const char *path, struct err *e)
{
	struct buf file = { 0 }, text = { 0 }, line = { 0 };
	struct ots o = { 0 };
	int rc = file_read(&file, path, LIMIT_OTS_BYTES, e);

	if (rc == 0 && ots_parse(&o, span_buf(&file), e) < 0)
		rc = err_in(e, "%s", path);
	if (rc == 0) {
		say_line("%s", path);
		ots_info(&text, &o);
		for (size_t i = 0; i < text.n; i++) {
			if (text.at[i] != '\n') {
				buf_byte(&line, text.at[i]);
				continue;
			}
			say_line("  %s", buf_string(&line));
			line.n = 0;
		}
	}
	ots_clear(&o);
	buf_clear(&file);
	buf_clear(&text);
	buf_clear(&line);
	return rc;
}

static void
tell_witness(void *ctx, const char *name, enum note_state state,
    uint64_t time)
{
	char at[EVIDENCE_TIME];
	int *status = ctx;

	switch (state) {
	case NOTE_GOOD:
		say_line("  witness    %s, at %s", name,
		    evidence_time(at, (int64_t)time));
		break;
	case NOTE_UNKNOWN:
		say_line("  witness    %s, which is not known here", name);
		break;
	case NOTE_BAD:
		say_line("  witness    %s, which does not hold", name);
		*status = CMD_FINDINGS;
		break;
	}
}

static int
tell_cosigned(const struct subject *s, const struct cosign_keys *witnesses,
    struct err *e)
{
	struct note note = { 0 };
	struct checkpoint c = { 0 };
	int status = CMD_GOOD;
	int rc = cosign_load(&note, s->cosigned, span_buf(&s->note), e);

	if (rc == 0)
		rc = checkpoint_parse(&c, span_buf(&note.text), e);
	if (rc == 0) {
		say_line("%s", s->cosigned);
		cosign_each(&note, c.origin, witnesses, tell_witness,
		    &status);
	}
	checkpoint_clear(&c);
	note_clear(&note);
	return rc < 0 ? -1 : status;
}

static int
info_subject(const struct subject *s, const struct cosign_keys *witnesses,
    struct err *e)
{
	struct names tokens = { 0 };
	int status = CMD_GOOD, rc = 0;
	size_t any = 0;

	if (file_is_regular(s->ots)) {
		rc = tell_ots(s->ots, e);
		any++;
	}
	if (rc == 0)
		rc = subject_tokens(&tokens, s, e);
	for (size_t i = 0; rc >= 0 && i < tokens.n; i++) {
		rc = tell_token(tokens.at[i], e);
		status = rc > status ? rc : status;
		any++;
	}
	if (rc >= 0 && s->cosigned != NULL && file_is_regular(s->cosigned)) {
		rc = tell_cosigned(s, witnesses, e);
		status = rc > status ? rc : status;
		any++;
	}
	if (rc >= 0 && any == 0) {
		say_warn("%s: no proof of time", s->name);
		status = CMD_FINDINGS;
	}
	file_names_free(&tokens);
	return rc < 0 ? -1 : status;
}

static int
info_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct attach_opts *o = opts;
	struct subjects list = { 0 };
	struct vouch v;
	int status = CMD_GOOD, rc = vouch_open(&v, &o->vouch, e);

	(void)run;
	for (int i = 0; rc >= 0 && i < argc; i++) {
		if (ends_in(argv[i], ".ots"))
			rc = tell_ots(argv[i], e);
		else if (is_token(argv[i]))
			rc = tell_token(argv[i], e);
		else
			rc = subject_add_all(&list, argv[i], e);
		status = rc > status ? rc : status;
	}
	for (size_t i = 0; rc >= 0 && i < list.n; i++) {
		rc = info_subject(&list.at[i], &v.witnesses, e);
		status = rc > status ? rc : status;
	}
	vouch_close(&v);
	subject_clear(&list);
	return rc < 0 ? -1 : status;
}

const struct cmd cmd_stamp_info = {
	.name = "stamp info",
	.args = "SNAPSHOT | BAG | FILE ...",
	.brief = "show proofs of time and when what they rest on ends",
	.least = 1,
	.most = -1,
	.opts = attach_rows,
	.opts_size = sizeof(struct attach_opts),
	.main = info_main,
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
	struct vouch v;
	struct weigher w;
	struct subjects list = { 0 };
	int rc = vouch_open(&v, &o->vouch, e);

	if (rc < 0)
		return -1;
	rc = weigher_open(&w, &o->anchors, run, NULL, e);
	w.with.witnesses = &v.witnesses;

	for (int i = 0; rc == 0 && i < argc; i++)
		if (ends_in(argv[i], ".ots"))
			rc = weigher_ots(&w, argv[i], e);
		else
			rc = subject_add_all(&list, argv[i], e);
	for (size_t i = 0; rc == 0 && i < list.n;) {
		size_t n = 1;

		while (i + n < list.n && weigh_is_renewal(&list.at[i + n]))
			n++;
		rc = weigher_chain(&w, &list.at[i], n, e);
		i += n;
	}
	if (rc == 0 && list.n == 0 && w.told == 0)
		rc = err_set(e, ERR_ABSENT, "%s: no proof of time", argv[0]);
	if (rc == 0)
		rc = w.status;
	weigher_close(&w);
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

	(void)run;
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
		say_bytes(span_buf(&curl));
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
