/* SPDX-License-Identifier: MIT */
/* pithtex stamp info: what proofs of time say, before anything is weighed. */
#include "config.h"

#include "anchor/tsa.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/say.h"
#include "canon/emit.h"
#include "cmd/cmd.h"
#include "cmd/vouch.h"
#include "keep/subject.h"

#define YEAR 31556952

/* What is told, as lines or as one object; the worst status so far. */
struct info {
	const struct run *run;
	struct vouch vouch;
	struct buf text;
	struct emit j;
	int64_t now;
	int status;
};

static void
begin(struct info *f, const char *path, const char *kind)
{
	if (f->run->json) {
		emit_object(&f->j, NULL);
		emit_text(&f->j, "file", path);
		emit_text(&f->j, "kind", kind);
	} else if (!f->run->quiet) {
		say_line("%s", path);
	}
}

static void
end(struct info *f)
{
	if (f->run->json)
		emit_close_object(&f->j);
}

/* One fact; lines say no more than a name and a text either. */
static void
tell(struct info *f, const char *name, const char *text, const char *more)
{
	if (f->run->json)
		emit_text(&f->j, name, text);
	else if (!f->run->quiet && text != NULL)
		say_line("  %-10s %s%s", name, text, more);
}

static int
tell_token(struct info *f, const char *path, struct err *e)
{
	struct buf file = { 0 };
	struct tsa t = { 0 };
	char at[EVIDENCE_TIME], ends[EVIDENCE_DAY];
	bool soon;
	int rc = file_read(&file, path, LIMIT_TSA_BYTES, e);

	if (rc == 0 && tsa_parse(&t, span_buf(&file), e) < 0)
		rc = err_in(e, "%s", path);
	if (rc == 0) {
		soon = t.ends != 0 && t.ends < f->now + YEAR;
		begin(f, path, "rfc3161");
		tell(f, "says", evidence_time(at, t.time), "");
		tell(f, "authority", t.authority, "");
		if (t.authority == NULL && !f->run->json)
			tell(f, "authority", "its certificate is not in it",
			    "");
		tell(f, "ends", t.ends != 0 ? evidence_day(ends, t.ends)
		    : NULL, soon ? ", within a year: `pithtex stamp renew'"
		    : "");
		end(f);
		if (soon) {
			say_warn("%s: its certificate ends on %s; renew it",
			    path, ends);
			f->status = CMD_FINDINGS;
		}
	}
	tsa_clear(&t);
	buf_clear(&file);
	return rc;
}

static int
tell_ots(struct info *f, const char *path, struct err *e)
{
	struct buf file = { 0 }, text = { 0 }, line = { 0 };
	struct ots o = { 0 };
	int rc = file_read(&file, path, LIMIT_OTS_BYTES, e);

	if (rc == 0 && ots_parse(&o, span_buf(&file), e) < 0)
		rc = err_in(e, "%s", path);
	if (rc == 0) {
		begin(f, path, "opentimestamps");
		if (f->run->json)
			emit_array(&f->j, "steps");
		ots_info(&text, &o);
		for (size_t i = 0; i < text.n; i++) {
			if (text.at[i] != '\n') {
				buf_byte(&line, text.at[i]);
				continue;
			}
			if (f->run->json)
				emit_text(&f->j, NULL, buf_string(&line));
			else if (!f->run->quiet)
				say_line("  %s", buf_string(&line));
			line.n = 0;
		}
		if (f->run->json)
			emit_close_array(&f->j);
		end(f);
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
	static const char *const words[] = {
		[NOTE_GOOD] = "good", [NOTE_UNKNOWN] = "unknown",
		[NOTE_BAD] = "bad"
	};
	char at[EVIDENCE_TIME] = "";
	struct info *f = ctx;

	if (state == NOTE_GOOD)
		evidence_time(at, (int64_t)time);
	if (state == NOTE_BAD)
		f->status = CMD_FINDINGS;
	if (f->run->json) {
		emit_object(&f->j, NULL);
		emit_text(&f->j, "name", name);
		emit_text(&f->j, "state", words[state]);
		emit_text(&f->j, "time", state == NOTE_GOOD ? at : NULL);
		emit_close_object(&f->j);
	} else if (!f->run->quiet) {
		say_line("  witness    %s, %s%s", name, state == NOTE_GOOD
		    ? "at " : state == NOTE_BAD ? "which does not hold"
		    : "which is not known here", at);
	}
}

static int
tell_cosigned(struct info *f, const struct subject *s, struct err *e)
{
	struct note note = { 0 };
	struct checkpoint c = { 0 };
	int rc = cosign_load(&note, s->cosigned, span_buf(&s->note), e);

	if (rc == 0)
		rc = checkpoint_parse(&c, span_buf(&note.text), e);
	if (rc == 0) {
		begin(f, s->cosigned, "cosigned");
		if (f->run->json)
			emit_array(&f->j, "witnesses");
		cosign_each(&note, c.origin, &f->vouch.witnesses,
		    tell_witness, f);
		if (f->run->json)
			emit_close_array(&f->j);
		end(f);
	}
	checkpoint_clear(&c);
	note_clear(&note);
	return rc;
}

static int
tell_subject(struct info *f, const struct subject *s, struct err *e)
{
	struct names tokens = { 0 };
	size_t any = 0;
	int rc = 0;

	if (file_is_regular(s->ots)) {
		rc = tell_ots(f, s->ots, e);
		any++;
	}
	if (rc == 0)
		rc = subject_tokens(&tokens, s, e);
	for (size_t i = 0; rc == 0 && i < tokens.n; i++, any++)
		rc = tell_token(f, tokens.at[i], e);
	if (rc == 0 && s->cosigned != NULL && file_is_regular(s->cosigned)) {
		rc = tell_cosigned(f, s, e);
		any++;
	}
	if (rc == 0 && any == 0) {
		say_warn("%s: no proof of time", s->name);
		f->status = CMD_FINDINGS;
	}
	file_names_free(&tokens);
	return rc;
}

struct info_opts {
	struct vouch_opts vouch;
};

static int
info_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct info_opts *o = opts;
	struct info f = { .run = run };
	struct subjects list = { 0 };
	int rc = vouch_open(&f.vouch, &o->vouch, e);

	f.j.out = &f.text;
	emit_object(&f.j, NULL);
	emit_array(&f.j, "proofs");
	if (rc == 0)
		rc = clock_now(&f.now, e);
	for (int i = 0; rc == 0 && i < argc; i++)
		if (file_ends_in(argv[i], ".ots"))
			rc = tell_ots(&f, argv[i], e);
		else if (subject_is_token(argv[i]))
			rc = tell_token(&f, argv[i], e);
		else
			rc = subject_add_all(&list, argv[i], e);
	for (size_t i = 0; rc == 0 && i < list.n; i++)
		rc = tell_subject(&f, &list.at[i], e);
	if (rc == 0 && run->json) {
		emit_close_array(&f.j);
		emit_int(&f.j, "status", f.status);
		emit_close_object(&f.j);
		say_bytes(span_buf(&f.text));
	}
	vouch_close(&f.vouch);
	subject_clear(&list);
	buf_clear(&f.text);
	return rc < 0 ? -1 : f.status;
}

static const struct opt info_rows[] = {
	VOUCH_ROWS(struct info_opts, vouch), { 0 }
};

const struct cmd cmd_stamp_info = {
	.name = "stamp info",
	.args = "SNAPSHOT | BAG | FILE ...",
	.brief = "show proofs of time and when what they rest on ends",
	.least = 1,
	.most = -1,
	.opts = info_rows,
	.opts_size = sizeof(struct info_opts),
	.main = info_main,
};
