/* SPDX-License-Identifier: MIT */
/* See bagit_talk.h. */
#include "config.h"

#include "base/limits.h"
#include "deposit/bagit_talk.h"

static const struct {
	const char *word, *words;
} statuses[] = {
	[BAGIT_GOOD] = { "good", "all of it holds" },
	[BAGIT_UNSIGNED] = { "unsigned", "whole, but no trusted key has "
	    "signed its snapshot" },
	[BAGIT_INCOMPLETE] = { "incomplete", "a file that it lists is not "
	    "here; nothing that is here is wrong" },
	[BAGIT_WRONG] = { "wrong", "what is in it contradicts itself" },
	[BAGIT_FORGED] = { "forged", "a signature that must hold does not" },
	[BAGIT_DAMAGED] = { "damaged", "it is not as it was made" },
	[BAGIT_UNSAFE] = { "unsafe", "it leads out of its own folder" },
	[BAGIT_UNDECIDED] = { "undecided", "something could not be read "
	    "here" },
	[BAGIT_NONE] = { "not-a-bag", "it is not a BagIt bag" }
};

static const char *const whats[BAGIT_WHATS] = {
	[BAGIT_DECLARATION] = "declaration", [BAGIT_INFO] = "info",
	[BAGIT_MANIFEST] = "manifest", [BAGIT_FETCH_LIST] = "fetch",
	[BAGIT_NAMES] = "names", [BAGIT_TREE] = "tree",
	[BAGIT_OXUM] = "oxum", [BAGIT_PRESENCE] = "presence",
	[BAGIT_DIGEST] = "digest", [BAGIT_ITEM] = "item",
	[BAGIT_LOG] = "snapshot", [BAGIT_PROOF] = "proof"
};

const char *
bagit_talk_word(enum bagit_status status)
{
	return statuses[status].word;
}

const char *
bagit_talk_words(enum bagit_status status)
{
	return statuses[status].words;
}

static void tell(struct bagit_talk *t, enum check_result result,
    enum bagit_status status, enum bagit_what what, const char *fmt,
    va_list ap) PRINTF_LIKE(5, 0);

static void
tell(struct bagit_talk *t, enum check_result result,
    enum bagit_status status, enum bagit_what what, const char *fmt,
    va_list ap)
{
	struct buf text = { 0 };

	buf_vfmt(&text, fmt, ap);
	t->tell(t->ctx, result, status, whats[what], buf_string(&text));
	buf_clear(&text);
}

void
bagit_talk_pass(struct bagit_talk *t, enum bagit_what what, const char *fmt,
    ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(t, CHECK_PASS, BAGIT_GOOD, what, fmt, ap);
	va_end(ap);
}

void
bagit_talk_note(struct bagit_talk *t, enum bagit_what what, const char *fmt,
    ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(t, CHECK_NOTE, BAGIT_GOOD, what, fmt, ap);
	va_end(ap);
}

void
bagit_talk_fail(struct bagit_talk *t, enum bagit_status status,
    enum bagit_what what, const char *fmt, ...)
{
	va_list ap;

	if (status > t->worst)
		t->worst = status;
	if (t->told[what]++ >= LIMIT_BAG_FINDINGS)
		return;
	va_start(ap, fmt);
	tell(t, CHECK_FAIL, status, what, fmt, ap);
	va_end(ap);
}

void
bagit_talk_error(struct bagit_talk *t, enum bagit_status status,
    enum bagit_what what, const struct err *e)
{
	if (e->kind == ERR_TRUST)
		status = BAGIT_UNSAFE;
	else if (e->kind == ERR_ABSENT)
		status = BAGIT_INCOMPLETE;
	else if (e->kind == ERR_IO || e->kind == ERR_LIMIT)
		status = BAGIT_UNDECIDED;
	bagit_talk_fail(t, status, what, "%s", e->text);
}

bool
bagit_talk_clean(const struct bagit_talk *t, enum bagit_what what)
{
	return t->told[what] == 0;
}

void
bagit_talk_rest(struct bagit_talk *t, enum bagit_what what)
{
	if (t->told[what] > LIMIT_BAG_FINDINGS)
		bagit_talk_note(t, what, "and %zu more of this kind",
		    t->told[what] - LIMIT_BAG_FINDINGS);
}
