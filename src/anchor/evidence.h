/* SPDX-License-Identifier: MIT */
/*
 * What a proof of time comes to: the one answer that Bitcoin headers,
 * OpenTimestamps proofs, RFC 3161 tokens and renewals all give.
 *
 * Such a proof says that something existed before an instant, never after.
 * What cannot be checked here is never good and never bad.
 */
#ifndef PITH_ANCHOR_EVIDENCE_H
#define PITH_ANCHOR_EVIDENCE_H

#include <stdint.h>

#include "base/err.h"

/* From the best to the worst. */
enum evidence_state {
	EVIDENCE_GOOD,
	EVIDENCE_PENDING,	/* promised, not there yet */
	EVIDENCE_UNVERIFIABLE,	/* a header, a root certificate or a rule is
				   not here */
	EVIDENCE_CONFLICT,	/* two valid sources disagree */
	EVIDENCE_WRONG		/* a check failed */
};

struct evidence {
	enum evidence_state state;
	int64_t time;		/* what the proof says, when good */
	int64_t latest;		/* existed by then, allowing for clocks */
	int64_t ends;		/* when its certificates end; 0: never */
	unsigned work;		/* tenths of log2 of hashes, or 0 */
	char why[256];		/* in words: no newline, no full stop */
};

/* "good", "pending" and so on. */
const char *evidence_print(enum evidence_state state);

/* Fill ${e} with a state and words; nothing else. */
void evidence_set(struct evidence *e, enum evidence_state state,
    const char *fmt, ...) PRINTF_LIKE(3, 4);

/* The day and the instant of ${seconds} since 1970 in UTC: "2015-05-28",
 * "2015-05-28T15:41:18Z"; years from 1970 to 9999, else a dash. */
#define EVIDENCE_DAY 11
#define EVIDENCE_TIME 21
char *evidence_day(char out[EVIDENCE_DAY], int64_t seconds);
char *evidence_time(char out[EVIDENCE_TIME], int64_t seconds);

#endif
