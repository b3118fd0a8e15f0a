/* SPDX-License-Identifier: MIT */
/* See evidence.h. */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "anchor/evidence.h"

const char *
evidence_print(enum evidence_state state)
{
	static const char *const words[] = { "good", "pending",
		"unverifiable", "conflict", "wrong" };

	return words[state];
}

void
evidence_set(struct evidence *e, enum evidence_state state, const char *fmt,
    ...)
{
	va_list ap;

	*e = (struct evidence){ .state = state };
	va_start(ap, fmt);
	/* Cut to fit. */
	if (vsnprintf(e->why, sizeof(e->why), fmt, ap) < 0)
		e->why[0] = '\0';
	va_end(ap);
}

/* Years of four digits only. */
static bool
split(struct tm *tm, int64_t seconds)
{
	const time_t t = (time_t)seconds;

	return seconds >= 0 && seconds <= INT64_C(253402300799)
	    && gmtime_r(&t, tm) != NULL;
}

char *
evidence_day(char out[EVIDENCE_DAY], int64_t seconds)
{
	struct tm tm;

	if (!split(&tm, seconds) || strftime(out, EVIDENCE_DAY, "%Y-%m-%d",
	    &tm) == 0)
		snprintf(out, EVIDENCE_DAY, "-");
	return out;
}

char *
evidence_time(char out[EVIDENCE_TIME], int64_t seconds)
{
	struct tm tm;

	if (!split(&tm, seconds) || strftime(out, EVIDENCE_TIME,
	    "%Y-%m-%dT%H:%M:%SZ", &tm) == 0)
		snprintf(out, EVIDENCE_TIME, "-");
	return out;
}
