/* SPDX-License-Identifier: MIT */
/*
 * Bundles made from text and judged: change one thing, name the verdict that
 * must come and the words of the line that decides it.
 *
 * The tests' material is bundles/tests/signed, which is good while nothing is
 * changed.
 */
#ifndef PITH_TESTS_JUDGE_H
#define PITH_TESTS_JUDGE_H

#include "sample.h"

#include "bundle/bundle.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"

#define JUDGE_NUMBER "pith:2018:XAEHK5CJ4V3DE2XTZOGOMA3LIE"
#define JUDGE_DIGEST \
	"b808757449e576326af3cb8ce6036b41186e01a7d8cf41b054075056d1ed9f97"

/* The ring of test-registry, and the text of bundles/tests/signed. */
static struct keyring *judge_ring;
static char *judge_text;

static inline int
judge_begin(void **state)
{
	struct buf b = sample_file("bundles/tests/signed/bundle.json");

	(void)state;
	judge_ring = sample_ring(SAMPLE_TEST_KEYS);
	judge_text = buf_steal(&b);
	return 0;
}

static inline int
judge_end(void **state)
{
	(void)state;
	keyring_free(judge_ring);
	free(judge_text);
	return 0;
}

/* ${text} with every ${from} as ${to}; there must be one.  The caller frees. */
static inline char *
judge_replace(const char *text, const char *from, const char *to)
{
	struct buf b = { 0 };
	const char *at = strstr(text, from);

	if (at == NULL)
		fail_msg("%s: not there to be replaced", from);
	for (; at != NULL; at = strstr(text, from)) {
		buf_add(&b, text, (size_t)(at - text));
		buf_text(&b, to);
		text = at + strlen(from);
	}
	buf_text(&b, text);
	return buf_steal(&b);
}

/* The bundle whose file has these bytes; freed with judge_free(). */
struct judged {
	struct bundle *b;
	struct report r;
};

static inline struct judged
judge_bytes(struct span bytes)
{
	struct buf copy = { 0 };
	struct judged j = { 0 };

	buf_span(&copy, bytes);
	j.b = bundle_parse(&j.r, &copy, judge_ring);
	buf_clear(&copy);
	return j;
}

static inline void
judge_free(struct judged *j)
{
	bundle_free(j->b);
	report_clear(&j->r);
}

/* Whether a line of the report has this result and holds ${words}. */
static inline bool
judge_says(const struct judged *j, enum check_result result,
    const char *words)
{
	for (size_t i = 0; i < j->r.n; i++)
		if (j->r.list[i].result == result
		    && strstr(j->r.list[i].text, words) != NULL)
			return true;
	return false;
}

/* The verdict is ${want}, and a line says why: a failed one, or for a good
 * bundle a note (or nothing, where ${words} is ""). */
static inline void
judge_is(const struct judged *j, enum verdict want, const char *words,
    const char *what)
{
	const enum verdict got = report_verdict(&j->r);
	const enum check_result result = want == VERDICT_GOOD ? CHECK_NOTE
	    : CHECK_FAIL;

	if (got == want && (*words == '\0' || judge_says(j, result, words)))
		return;
	for (size_t i = 0; i < j->r.n; i++)
		fprintf(stderr, "# %s %s: %s\n",
		    report_result_word(j->r.list[i].result),
		    report_check_word(j->r.list[i].name), j->r.list[i].text);
	fail_msg("%s: %s, not %s: %s", what, report_verdict_word(got),
	    report_verdict_word(want), words);
}

/* Judge a plain bundle.json. */
static inline void
judge_plain(const char *text, enum verdict want, const char *words)
{
	struct judged j = judge_bytes(span_text(text));

	judge_is(&j, want, words, text);
	judge_free(&j);
}

/* Judge bundles/tests/signed with one change. */
static inline void
judge_change(const char *from, const char *to, enum verdict want,
    const char *words)
{
	char *text = judge_replace(judge_text, from, to);

	judge_plain(text, want, words);
	free(text);
}

/* Judge an archive of bundles/tests/signed and the member ${name}. */
static inline void
judge_beside(const char *name, const char *member, enum verdict want,
    const char *words)
{
	const struct bundle_file files[] = {
		{ "bundle.json", span_text(judge_text) },
		{ name, span_text(member) }
	};
	struct buf tar = { 0 }, z = { 0 };
	struct judged j;
	struct err e;

	if (bundle_pack(&tar, files, 2, NULL, NULL, &e) < 0)
		fail_msg("%s", e.text);
	gzip_write(&z, span_buf(&tar));
	j = judge_bytes(span_buf(&z));
	judge_is(&j, want, words, member);
	judge_free(&j);
	buf_clear(&tar);
	buf_clear(&z);
}

#endif
