/* SPDX-License-Identifier: MIT */
/* See print.h. */
#include "config.h"

#include "base/say.h"
#include "cmd/print.h"

/* What a person can do about a verdict. */
static const char *const advice[] = {
	[VERDICT_GOOD] = "",
	[VERDICT_UNSIGNED] =
	    "wait for the registry's signature, or `pithtex key add' its key; "
	    "of a revoked key, put a proof of time beside the file",
	[VERDICT_OLDER] = "keep the newer one",
	[VERDICT_CONFLICT] = "keep both and tell the registry",
	[VERDICT_WRONG] = "do not use it; fetch it again",
	[VERDICT_FORGED] = "do not use it; fetch it again from the registry",
	[VERDICT_DAMAGED] = "fetch it again"
};

void
print_error_json(struct emit *j, const char *path, const char *why)
{
	emit_object(j, NULL);
	emit_text(j, "file", path);
	emit_text(j, "error", why);
	emit_close_object(j);
}

const char *
print_advice(enum verdict v)
{
	return advice[v];
}

void
print_report(const char *path, const struct bundle *b, const struct report *r)
{
	const enum verdict v = report_verdict(r);

	say_line("%s", path);
	for (size_t i = 0; i < r->n; i++)
		say_line("  %s  %-15s  %s", report_result_word(
		    r->list[i].result), report_check_word(r->list[i].name),
		    r->list[i].text);
	say_line("  %s: %s%s%s", report_verdict_word(v),
	    b->record != NULL ? b->record->number : "",
	    b->record != NULL ? ": " : "", report_badge_words(v));
}

void
print_report_json(struct emit *j, const char *path, const struct bundle *b,
    const struct report *r)
{
	const enum verdict v = report_verdict(r);
	char hex[DIGEST_HEX];

	emit_object(j, NULL);
	emit_text(j, "file", path);
	emit_text(j, "verdict", report_verdict_word(v));
	emit_text(j, "words", report_badge_words(v));
	emit_text(j, "number", b->record != NULL ? b->record->number : NULL);
	emit_text(j, "canonical_sha256", b->record != NULL
	    ? digest_print(hex, &b->record->digest) : NULL);
	emit_text(j, "tar_sha256", b->has_identity
	    ? digest_print(hex, &b->identity) : NULL);
	emit_text(j, "title", b->title);
	emit_array(j, "checks");
	for (size_t i = 0; i < r->n; i++) {
		emit_object(j, NULL);
		emit_text(j, "check", report_check_word(r->list[i].name));
		emit_text(j, "result", report_result_word(r->list[i].result));
		if (r->list[i].result == CHECK_FAIL)
			emit_text(j, "verdict",
			    report_verdict_word(r->list[i].verdict));
		emit_text(j, "text", r->list[i].text);
		emit_close_object(j);
	}
	emit_close_array(j);
	emit_close_object(j);
}

void
print_finding(const char *path, const struct report *r)
{
	const enum verdict v = report_verdict(r);
	const struct check *c = report_reason(r);

	say_warn("%s: %s: %s%s%s; %s", path, report_verdict_word(v),
	    c != NULL ? report_check_word(c->name) : report_badge_words(v),
	    c != NULL ? ": " : "", c != NULL ? c->text : "", advice[v]);
}
