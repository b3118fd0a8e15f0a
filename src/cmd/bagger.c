/* SPDX-License-Identifier: MIT */
/* See bagger.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/bagger.h"
#include "deposit/bagit_item.h"
#include "deposit/bagit_proofs.h"

static const char *const levels[] = {
	[BAGIT_QUICK] = "quick", [BAGIT_COMPLETE] = "complete",
	[BAGIT_VALID] = "valid"
};

/* What a person can do about it. */
static const char *const advice[] = {
	[BAGIT_GOOD] = "",
	[BAGIT_UNSIGNED] = "if you know whose log it is, trust its key: "
	    "`pithtex key add --role log', or --key",
	[BAGIT_INCOMPLETE] = "get what is absent; --from names a folder that "
	    "has it",
	[BAGIT_WRONG] = "do not use it; tell who made it",
	[BAGIT_FORGED] = "do not use it; tell who made it",
	[BAGIT_DAMAGED] = "get it again",
	[BAGIT_UNSAFE] = "do not unpack, copy or use it",
	[BAGIT_UNDECIDED] = "nothing was found out about that",
	[BAGIT_NONE] = ""
};

/* What is being told, and the finding that decides. */
struct telling {
	const struct bagger *b;
	enum bagit_status worst;
	char *reason;
};

static void
tell(void *ctx, enum check_result result, enum bagit_status status,
    const char *what, const char *text)
{
	struct telling *t = ctx;
	const struct run *run = t->b->run;
	struct emit *j = t->b->j;

	if (run->json) {
		emit_object(j, NULL);
		emit_text(j, "check", what);
		emit_text(j, "result", report_result_word(result));
		if (result == CHECK_FAIL)
			emit_text(j, "verdict", bagit_talk_word(status));
		emit_text(j, "text", text);
		emit_close_object(j);
	} else if (!run->quiet) {
		say_line("  %s  %-11s  %s", report_result_word(result), what,
		    text);
	}
	if (result == CHECK_FAIL && status > t->worst) {
		struct buf reason = { 0 };

		buf_fmt(&reason, "%s: %s", what, text);
		free(t->reason);
		t->reason = buf_steal(&reason);
		t->worst = status;
	}
}

/* The exit status of what was found. */
static int
exit_of(enum bagit_status status)
{
	return status == BAGIT_GOOD ? CMD_GOOD
	    : status >= BAGIT_UNDECIDED ? CMD_TROUBLE : CMD_FINDINGS;
}

static void
tell_verdict(const struct telling *t, const char *path,
    enum bagit_status status)
{
	const struct run *run = t->b->run;
	struct emit *j = t->b->j;

	if (run->json) {
		emit_close_array(j);
		emit_text(j, "verdict", bagit_talk_word(status));
		emit_text(j, "words", bagit_talk_words(status));
		emit_int(j, "status", exit_of(status));
		emit_close_object(j);
	} else if (status != BAGIT_NONE && !run->quiet) {
		say_line("  %s: %s", bagit_talk_word(status),
		    bagit_talk_words(status));
	}
	if (t->reason == NULL)
		return;
	if (status == BAGIT_UNDECIDED)
		say_error("%s: %s: %s; %s", path, bagit_talk_word(status),
		    t->reason, advice[status]);
	else
		say_warn("%s: %s: %s; %s", path, bagit_talk_word(status),
		    t->reason, advice[status]);
}

bool
bagger_is_bag(const char *path)
{
	char *name = file_join(path, "bagit.txt");
	const bool is = file_is_folder(path) && file_is_regular(name);

	free(name);
	return is;
}

/* The proofs in a bag whose bytes are as they were.  Its block headers are
 * looked at for it alone: another file's proofs have to do without them. */
static int
check_proofs(const struct bagger *b, const char *path,
    struct bagit_talk *talk, struct err *e)
{
	struct anchors anchors = { 0 };
	struct vouch v = { 0 };
	struct bagit_proofs with = { .bag = path, .from = b->from,
		.vouch = vouch_for, .ctx = &v, .talk = talk };
	int rc = anchors_open(&anchors, b->anchors, e);

	if (rc == 0)
		rc = vouch_open(&v, b->vouch, e);
	if (rc == 0) {
		with.headers = anchors.headers;
		with.roots = anchors.roots;
		with.witnesses = &v.witnesses;
		bagit_proofs_check(&with);
	}
	vouch_close(&v);
	anchors_close(&anchors);
	return rc;
}

/* Everything, by its order: what is not a bag has no item, and the proofs of
 * one that is damaged are of something else. */
static int
check(const struct bagger *b, const char *path, struct bagit_talk *talk,
    struct err *e)
{
	struct bagit bag = { .dir = -1, .from = -1 };
	int rc = bagit_check(&bag, path, b->level, b->from, talk, e);

	if (rc == 0 && b->files_xml != NULL && bag.readable
	    && talk->worst <= BAGIT_DAMAGED) {
		rc = bagit_item_check(&bag, b->files_xml, e);
		/* Its absence is not the bag's. */
		if (rc < 0 && e->kind == ERR_ABSENT)
			e->kind = ERR_IO;
	}
	bagit_close(&bag);
	if (rc == 0 && b->level == BAGIT_VALID
	    && talk->worst <= BAGIT_INCOMPLETE)
		rc = check_proofs(b, path, talk, e);
	return rc;
}

int
bagger_verify(const struct bagger *b, const char *path, struct err *e)
{
	struct telling t = { .b = b };
	struct bagit_talk talk = { .tell = tell, .ctx = &t };
	enum bagit_status status;
	int rc;

	if (b->run->json) {
		emit_object(b->j, NULL);
		emit_text(b->j, "bag", path);
		emit_text(b->j, "level", levels[b->level]);
		emit_array(b->j, "checks");
	} else if (!b->run->quiet) {
		say_line("%s", path);
	}
	rc = check(b, path, &talk, e);
	status = rc == 0 ? talk.worst : e->kind == ERR_ABSENT ? BAGIT_NONE
	    : BAGIT_UNDECIDED;
	tell_verdict(&t, path, status);
	free(t.reason);
	return rc < 0 ? -1 : exit_of(status);
}
