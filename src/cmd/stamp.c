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
#include "cmd/weigher.h"
#include "keep/request.h"
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
is_answer(const char *path)
{
	const char *dot = strrchr(file_base(path), '.');

	return dot != NULL && (strcmp(dot, ".reply") == 0
	    || strcmp(dot, ".tsr") == 0 || strcmp(dot, ".tst") == 0);
}

static int
attach_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct subjects list = { 0 };
	int rc = 0, answers = 0;

	(void)opts;
	for (int i = 0; rc == 0 && i < argc; i++)
		if (!is_answer(argv[i]))
			rc = subject_add_all(&list, argv[i], e);
		else
			answers++;
	if (rc == 0 && (list.n == 0 || answers == 0))
		rc = err_set(e, ERR_USAGE, "name what was stamped, and "
		    "answers: *.reply, *.tsr");
	for (int i = 0; rc == 0 && i < argc; i++) {
		char *taken = NULL;

		if (!is_answer(argv[i]))
			continue;
		rc = request_attach(&taken, &list, argv[i], e);
		if (rc == 0 && !run->quiet)
			say_line("%s: kept in %s", argv[i], taken);
		free(taken);
	}
	subject_clear(&list);
	return rc;
}

const struct cmd cmd_stamp_attach = {
	.name = "stamp attach",
	.args = "SNAPSHOT | BAG | FILE ... ANSWER ...",
	.brief = "take the answers of calendars and authorities",
	.least = 2,
	.most = -1,
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

static int
info_subject(const struct subject *s, struct err *e)
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
	if (rc >= 0 && any == 0) {
		say_warn("%s: no proof of time", s->name);
		status = CMD_FINDINGS;
	}
	file_names_free(&tokens);
	return rc < 0 ? -1 : status;
}

static bool
ends_in(const char *path, const char *tail)
{
	const size_t n = strlen(path), t = strlen(tail);

	return n > t && strcmp(path + n - t, tail) == 0;
}

static int
info_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct subjects list = { 0 };
	int status = CMD_GOOD, rc = 0;

	(void)run;
	(void)opts;
	for (int i = 0; rc >= 0 && i < argc; i++) {
		if (ends_in(argv[i], ".ots"))
			rc = tell_ots(argv[i], e);
		else if (is_answer(argv[i]) && !ends_in(argv[i], ".reply"))
			rc = tell_token(argv[i], e);
		else
			rc = subject_add_all(&list, argv[i], e);
		status = rc > status ? rc : status;
	}
	for (size_t i = 0; rc >= 0 && i < list.n; i++) {
		rc = info_subject(&list.at[i], e);
		status = rc > status ? rc : status;
	}
	subject_clear(&list);
	return rc < 0 ? -1 : status;
}

const struct cmd cmd_stamp_info = {
	.name = "stamp info",
	.args = "SNAPSHOT | BAG | FILE ...",
	.brief = "show proofs of time and when what they rest on ends",
	.least = 1,
	.most = -1,
	.main = info_main,
};

/* --- verify --------------------------------------------------------------- */

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
	struct weigher w;
	struct subjects list = { 0 };
	int rc = weigher_open(&w, &o->anchors, run, NULL, e);

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
