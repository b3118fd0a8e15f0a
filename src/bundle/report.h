/* SPDX-License-Identifier: MIT */
/*
 * What was checked of a bundle, one line a check, and the verdict.
 *
 * A verdict is earned: it is `good' only when no check failed and each of the
 * checks that `good' stands for was entered as passed.  So a check that was
 * left out can never make a bundle better.  Notes change neither the verdict
 * nor the exit status.
 */
#ifndef PITH_BUNDLE_REPORT_H
#define PITH_BUNDLE_REPORT_H

#include "base/buf.h"

/* Best first; the worst one counts. */
enum verdict {
	VERDICT_GOOD,		/* all of it holds */
	VERDICT_UNSIGNED,	/* intact; no receipt or no trusted key */
	VERDICT_OLDER,		/* less than this cache has already seen */
	VERDICT_CONFLICT,	/* two valid contents claim one place */
	VERDICT_WRONG,		/* number, digest, year or copies disagree */
	VERDICT_FORGED,		/* a signature that must hold does not */
	VERDICT_DAMAGED		/* container, JSON or manifest broken */
};

enum check_name {
	CHECK_CONTAINER, CHECK_MANIFEST, CHECK_PACKER, CHECK_DIGEST,
	CHECK_NUMBER, CHECK_YEAR, CHECK_SHORT, CHECK_ALIASES, CHECK_COPIES,
	CHECK_RECEIPT, CHECK_EVENT, CHECK_INTEGRITY, CHECK_TITLE, CHECK_STATE,
	CHECK_CITATION, CHECK_MEMBERS, CHECK_CACHE, CHECK_ANCHOR
};

enum check_result { CHECK_PASS, CHECK_NOTE, CHECK_FAIL };

struct check {
	enum check_name name;
	enum check_result result;
	enum verdict verdict;	/* of a failure */
	char *text;
};

struct report {
	struct check *list;
	size_t n;
};

/* Enter one line. */
void report_pass(struct report *r, enum check_name name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
void report_note(struct report *r, enum check_name name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);
void report_fail(struct report *r, enum verdict verdict,
    enum check_name name, const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Take all lines of ${from}, which is empty afterwards. */
void report_move(struct report *to, struct report *from);

/* Enter all lines of ${from} once more. */
void report_copy(struct report *to, const struct report *from);

void report_clear(struct report *r);

enum verdict report_verdict(const struct report *r);

/* The line that decided the verdict; NULL when it is `good'. */
const struct check *report_reason(const struct report *r);

/* Words: of a verdict, of what its badge says, of a check, of a result. */
const char *report_verdict_word(enum verdict v);
const char *report_badge_words(enum verdict v);
const char *report_check_word(enum check_name name);
const char *report_result_word(enum check_result result);

/*
 * The only door from what was read to what may be used: a struct verified is
 * a bundle with a verdict that the caller takes.  `good' always passes,
 * `unsigned' and `older' when asked for, nothing worse ever.  NULL and a
 * reason in ${e} (ERR_TRUST) otherwise.  The bundle stays its owner's and
 * must outlive what is handed out.
 */
struct bundle;
struct verified;
enum { REPORT_ALLOW_UNSIGNED = 1, REPORT_ALLOW_OLDER = 2 };
const struct verified *report_accept(const struct bundle *b,
    const struct report *r, unsigned allow, struct err *e);
const struct bundle *report_bundle(const struct verified *v);

#endif
