/* SPDX-License-Identifier: MIT */
/* See claim.h. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/claim.h"
#include "cmd/paper.h"
#include "submit/pdf.h"
#include "submit/scratch.h"

/* What is claimed of one number, and what we find. */
struct claim {
	const char *number;	/* borrowed from the PDF's lists */
	bool own;
	const char *words;	/* what it says was found out; NULL: nothing */
	const char *digest;	/* of the bundle, in hex; NULL: none */
	struct mention found;
	bool same;		/* the bundle of that digest is here */
	enum check_result result;
	struct buf text;	/* one line */
};

struct claims {
	struct claim *list;
	size_t n;
	size_t strays;		/* claims about numbers that are not named */
};

bool
claim_is_pdf(const char *path)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	uint8_t head[8];
	const ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof(head));

	if (fd >= 0)
		close(fd);
	return n > 0 && pdf_is((struct span){ head, (size_t)n });
}

/* What follows "NUMBER " in the one entry of ${list} for it.  More than one
 * is none: nobody could tell which counts. */
static const char *
value_of(const struct pdf_list *list, const char *number)
{
	const size_t n = strlen(number);
	const char *value = NULL;

	for (size_t i = 0; i < list->n; i++)
		if (strncmp(list->at[i], number, n) == 0
		    && list->at[i][n] == ' ') {
			if (value != NULL)
				return NULL;
			value = list->at[i] + n + 1;
		}
	return value;
}

static bool
is_named(const struct pdf *pdf, const char *entry)
{
	const size_t n = strcspn(entry, " ");
	const struct pdf_list *lists[] = { &pdf->numbers, &pdf->references };

	for (int k = 0; k < 2; k++)
		for (size_t i = 0; i < lists[k]->n; i++)
			if (strlen(lists[k]->at[i]) == n
			    && memcmp(lists[k]->at[i], entry, n) == 0)
				return true;
	return false;
}

static void
add(struct claims *c, const struct pdf *pdf, const char *number, bool own)
{
	const char *digest = value_of(&pdf->digests, number);

	if (digest != NULL && strncmp(digest, "sha256:", 7) != 0)
		digest = NULL;
	mem_grow(&c->list, c->n, sizeof(*c->list));
	c->list[c->n++] = (struct claim){ .number = number, .own = own,
	    .words = value_of(&pdf->checked, number),
	    .digest = digest != NULL ? digest + 7 : NULL };
}

static void
collect(struct claims *c, const struct pdf *pdf)
{
	for (size_t i = 0; i < pdf->numbers.n; i++)
		add(c, pdf, pdf->numbers.at[i], true);
	for (size_t i = 0; i < pdf->references.n; i++)
		add(c, pdf, pdf->references.at[i], false);
	for (size_t i = 0; i < pdf->digests.n; i++)
		c->strays += !is_named(pdf, pdf->digests.at[i]);
	for (size_t i = 0; i < pdf->checked.n; i++)
		c->strays += !is_named(pdf, pdf->checked.at[i]);
}

/* Take the archive with the claimed digest, if any of those that were judged
 * has it, in place of the best one. */
static int
prefer_claimed(struct claim *c, const struct resolution *deps,
    const struct resolve_with *with, struct err *e)
{
	struct digest want;

	if (c->digest == NULL
	    || !digest_parse(&want, span_text(c->digest), false))
		return 0;
	for (size_t i = 0; i < deps->input_count && !c->same; i++) {
		struct judgement j;

		if (deps->inputs[i].missing)
			continue;
		if (judgement_read(&j, deps->inputs[i].path, with->ring,
		    &with->memory, e) < 0)
			return -1;
		c->same = j.has_identity && digest_equal(&j.identity, &want);
		if (c->same) {
			judgement_clear(&c->found.judgement);
			c->found.judgement = j;
		} else {
			judgement_clear(&j);
		}
	}
	return 0;
}

static void
judge(struct claim *c)
{
	const char *here = mention_words(&c->found);
	const char *recorded = mention_recorded(&c->found);

	c->result = CHECK_FAIL;
	if (c->words == NULL)
		buf_fmt(&c->text, "no result of a check is claimed; here: %s",
		    here);
	else if (recorded == NULL || strcmp(recorded, c->number) != 0)
		buf_fmt(&c->text, "claimed: %s; here: %s", c->words,
		    recorded == NULL ? here : "of another number");
	else if (!c->same)
		buf_fmt(&c->text, "claimed: %s, for %s; here: another "
		    "bundle, %s", c->words, c->digest != NULL ? c->digest
		    : "a bundle without digest", here);
	else if (strcmp(c->words, here) != 0)
		buf_fmt(&c->text, "claimed: %s; here: %s", c->words, here);
	else if (!mention_is_good(&c->found)) {
		c->result = CHECK_NOTE;
		buf_fmt(&c->text, "claimed, and true here: %s", here);
	} else {
		c->result = CHECK_PASS;
		buf_fmt(&c->text, "%s, here too, for the same bundle", here);
	}
}

static int
check(struct claim *c, const struct resolve_with *with, struct err *e)
{
	struct resolution deps = { 0 };
	struct err bad;
	int rc = 0;

	c->result = CHECK_FAIL;
	if (number_parse(&c->found.name, span_text(c->number), &bad) < 0
	    || strlen(c->number) != NUMBER_FULL) {
		buf_text(&c->text, "not a Pith Number in full");
		return 0;
	}
	c->found.own = c->own;
	rc = resolve_mention(&c->found, &deps, with, e);
	if (rc == 0)
		rc = prefer_claimed(c, &deps, with, e);
	if (rc == 0)
		judge(c);
	resolve_clear(&deps);
	return rc;
}

static void
print(const struct claims *c, const char *path, bool good)
{
	say_line("%s", path);
	for (size_t i = 0; i < c->n; i++)
		say_line("  %s  %s %s  %s", report_result_word(
		    c->list[i].result), c->list[i].own ? "number   "
		    : "reference", c->list[i].number,
		    buf_string(&c->list[i].text));
	say_line("  %s: %s", good ? "good" : "wrong", c->n == 0
	    ? "no Pith Number in its metadata" : good
	    ? "what the badge claims holds here"
	    : "not all that the badge claims holds here");
}

static void
print_json(struct emit *j, const struct claims *c, const char *path,
    bool good)
{
	emit_object(j, NULL);
	emit_text(j, "file", path);
	emit_text(j, "verdict", good ? "good" : "wrong");
	emit_int(j, "strays", (long long)c->strays);
	emit_array(j, "claims");
	for (size_t i = 0; i < c->n; i++) {
		const struct claim *one = &c->list[i];

		emit_object(j, NULL);
		emit_text(j, "number", one->number);
		emit_text(j, "kind", one->own ? "number" : "reference");
		emit_text(j, "claimed", one->words);
		emit_text(j, "claimed_sha256", one->digest);
		emit_text(j, "here", mention_words(&one->found));
		emit_bool(j, "same_bundle", one->same);
		emit_text(j, "result", report_result_word(one->result));
		emit_text(j, "text", (const char *)one->text.at);
		emit_close_object(j);
	}
	emit_close_array(j);
	emit_close_object(j);
}

/* Say on standard error what does not hold. */
static bool
tell(const struct claims *c, const char *path)
{
	bool good = c->n > 0 && c->strays == 0;

	if (c->n == 0)
		say_warn("%s: no Pith Number in its metadata", path);
	if (c->strays > 0)
		say_warn("%s: the metadata claim something about numbers that "
		    "they do not name", path);
	for (size_t i = 0; i < c->n; i++)
		if (c->list[i].result != CHECK_PASS) {
			good = false;
			say_warn("%s: %s: %s", path, c->list[i].number,
			    (const char *)c->list[i].text.at);
		}
	return good;
}

static void
clear(struct claims *c)
{
	for (size_t i = 0; i < c->n; i++) {
		mention_clear(&c->list[i].found);
		buf_clear(&c->list[i].text);
	}
	free(c->list);
}

/* Read the PDF, with a folder where qpdf may work. */
static int
read_claims(struct pdf *pdf, const char *path, struct err *e)
{
	const char *tmp = getenv("TMPDIR");
	struct pdf_how how = { .env = environ, .deep = true };
	char *work = NULL;
	int rc;

	file_hold_signals(true);
	rc = scratch_make(&work, tmp != NULL && tmp[0] == '/' ? tmp : "/tmp",
	    e);
	how.tmp = work;
	if (rc == 0)
		rc = pdf_read(pdf, path, &how, e);
	scratch_remove(work);
	file_hold_signals(false);
	return rc;
}

int
claim_verify(const struct run *run, struct emit *j, const char *path,
    struct err *e)
{
	const struct opt_list none = { 0 };
	char *dir = file_dir(path);
	struct claims c = { 0 };
	struct paper paper = { 0 };
	struct pdf pdf = { 0 };
	bool good = false;
	int rc = read_claims(&pdf, path, e);

	if (rc == 0) {
		collect(&c, &pdf);
		rc = paper_open(&paper, &none, dir, e);
	}
	for (size_t i = 0; i < c.n && rc == 0; i++)
		rc = check(&c.list[i], &paper.with, e);
	if (rc == 0) {
		good = tell(&c, path);
		if (run->json)
			print_json(j, &c, path, good);
		else if (!run->quiet)
			print(&c, path, good);
		rc = good ? CMD_GOOD : CMD_FINDINGS;
	}
	clear(&c);
	paper_close(&paper);
	pdf_clear(&pdf);
	free(dir);
	return rc;
}
