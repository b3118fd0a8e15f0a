/* SPDX-License-Identifier: MIT */
/*
 * The only reader of the time.  Where SOURCE_DATE_EPOCH is set it is used
 * instead of the clock (reproducible-builds.org/specs/source-date-epoch); a
 * value that is not a plain decimal number of seconds up to 8589934591 (what
 * eleven octal digits hold) is an error, never ignored.
 *
 * Nothing that is written as an output depends on it but where a format asks
 * for a date; no decision about trust rests on it.
 */
#ifndef PITH_BASE_CLOCK_H
#define PITH_BASE_CLOCK_H

#include <stdint.h>

#include "base/err.h"

/* Seconds since 1970-01-01 UTC. */
int clock_now(int64_t *seconds, struct err *e) MUST_CHECK;

/* What SOURCE_DATE_EPOCH says, and no clock: 1, 0 where it is not set, -1
 * where it is wrong. */
int clock_given(int64_t *seconds, struct err *e) MUST_CHECK;

#endif
