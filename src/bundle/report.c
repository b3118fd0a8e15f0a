/* SPDX-License-Identifier: MIT */
/* See report.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "bundle/report.h"

static const struct {
	const char *word, *badge;
} verdicts[] = {
	[VERDICT_GOOD] = { "good", "signature verified" },
	[VERDICT_UNSIGNED] = { "unsigned", "record intact, not signed" },
	[VERDICT_OLDER] = { "older", "older than known" },
	[VERDICT_CONFLICT] = { "conflict", "conflicting records" },
	[VERDICT_WRONG] = { "wrong", "does not match" },
	[VERDICT_FORGED] = { "forged", "signature does not hold" },
	[VERDICT_DAMAGED] = { "damaged", "not readable" }
};

static const char *const check_words[] = {
	[CHECK_CONTAINER] = "container", [CHECK_MANIFEST] = "manifest",
	[CHECK_PACKER] = "packer", [CHECK_DIGEST] = "digest",
	[CHECK_NUMBER] = "number", [CHECK_YEAR] = "year",
	[CHECK_SHORT] = "short form", [CHECK_ALIASES] = "aliases",
	[CHECK_COPIES] = "copies", [CHECK_RECEIPT] = "receipt",
	[CHECK_EVENT] = "event", [CHECK_INTEGRITY] = "integrity",
	[CHECK_TITLE] = "title", [CHECK_STATE] = "state",
	[CHECK_CITATION] = "citation record", [CHECK_MEMBERS] = "members",
	[CHECK_CACHE] = "cache", [CHECK_ANCHOR] = "anchor"
};

static const char *const result_words[] = {
	[CHECK_PASS] = "pass", [CHECK_NOTE] = "note", [CHECK_FAIL] = "fail"
};

/* What `good' stands for: each must have passed. */
static const enum check_name required[] = {
	CHECK_CONTAINER, CHECK_MANIFEST, CHECK_DIGEST, CHECK_NUMBER,
	CHECK_YEAR, CHECK_COPIES, CHECK_RECEIPT
};

static void enter(struct report *r, struct check c, const char *fmt,
    va_list ap) PRINTF_LIKE(3, 0);

static void
enter(struct report *r, struct check c, const char *fmt, va_list ap)
{
	struct buf text = { 0 };

	buf_vfmt(&text, fmt, ap);
	c.text = buf_steal(&text);
	mem_grow(&r->list, r->n, sizeof(*r->list));
	r->list[r->n++] = c;
}

void
report_pass(struct report *r, enum check_name name, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(r, (struct check){ .name = name, .result = CHECK_PASS }, fmt, ap);
	va_end(ap);
}

void
report_note(struct report *r, enum check_name name, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(r, (struct check){ .name = name, .result = CHECK_NOTE }, fmt, ap);
	va_end(ap);
}

void
report_fail(struct report *r, enum verdict verdict, enum check_name name,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	enter(r, (struct check){ .name = name, .result = CHECK_FAIL,
	    .verdict = verdict }, fmt, ap);
	va_end(ap);
}

void
report_move(struct report *to, struct report *from)
{
	for (size_t i = 0; i < from->n; i++) {
		mem_grow(&to->list, to->n, sizeof(*to->list));
		to->list[to->n++] = from->list[i];
	}
	free(from->list);
	*from = (struct report){ 0 };
}

void
report_copy(struct report *to, const struct report *from)
{
	for (size_t i = 0; i < from->n; i++) {
		mem_grow(&to->list, to->n, sizeof(*to->list));
		to->list[to->n] = from->list[i];
		to->list[to->n++].text = mem_string(from->list[i].text);
	}
}

void
report_clear(struct report *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->list[i].text);
	free(r->list);
	*r = (struct report){ 0 };
}

const struct check *
report_reason(const struct report *r)
{
	const struct check *worst = NULL;

	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].result == CHECK_FAIL
		    && (worst == NULL || r->list[i].verdict > worst->verdict))
			worst = &r->list[i];
	return worst;
}

static bool
entered(const struct report *r, enum check_name name, enum check_result result)
{
	for (size_t i = 0; i < r->n; i++)
		if (r->list[i].name == name && r->list[i].result == result)
			return true;
	return false;
}

enum verdict
report_verdict(const struct report *r)
{
	const struct check *worst = report_reason(r);
	enum verdict v = worst != NULL ? worst->verdict : VERDICT_GOOD;

	for (size_t i = 0; i < sizeof(required) / sizeof(*required); i++) {
		enum verdict least = required[i] == CHECK_RECEIPT
		    ? VERDICT_UNSIGNED : VERDICT_DAMAGED;

		/* A failed check says itself what it makes of the bundle. */
		if (least > v && !entered(r, required[i], CHECK_PASS)
		    && !entered(r, required[i], CHECK_FAIL))
			v = least;
	}
	return v;
}

const char *
report_verdict_word(enum verdict v)
{
	return verdicts[v].word;
}

const char *
report_badge_words(enum verdict v)
{
	return verdicts[v].badge;
}

const char *
report_check_word(enum check_name name)
{
	return check_words[name];
}

const char *
report_result_word(enum check_result result)
{
	return result_words[result];
}

const struct verified *
report_accept(const struct bundle *b, const struct report *r, unsigned allow,
    struct err *e)
{
	const enum verdict v = report_verdict(r);
	const struct check *reason = report_reason(r);

	if (v == VERDICT_GOOD
	    || (v == VERDICT_UNSIGNED && (allow & REPORT_ALLOW_UNSIGNED) != 0)
	    || (v == VERDICT_OLDER && (allow & REPORT_ALLOW_OLDER) != 0))
		return (const struct verified *)b;
	err_set(e, ERR_TRUST, "%s%s%s", report_verdict_word(v),
	    reason != NULL ? ": " : "", reason != NULL ? reason->text : "");
	return NULL;
}

const struct bundle *
report_bundle(const struct verified *v)
{
	return (const struct bundle *)v;
}
