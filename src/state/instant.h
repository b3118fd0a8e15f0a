/* SPDX-License-Identifier: MIT */
/*
 * The instants that registries write, in one order.
 *
 *	time   = YYYY-MM-DD "T" HH:MM:SS [ "." 1*6DIGIT ] ( "Z" / "+00:00" )
 *
 * the day one of the proleptic Gregorian calendar in the years 0001 to 9999,
 * no leap second.  Whatever is written otherwise is not known as a time: such
 * an instant comes before every other, and all of them are one.
 */
#ifndef PITH_STATE_INSTANT_H
#define PITH_STATE_INSTANT_H

#include <stdbool.h>
#include <stdint.h>

struct instant {
	bool known;
	int64_t seconds;	/* since 1970-01-01 UTC */
	uint32_t nanoseconds;
};

/* Read ${text} (NULL: there is none); whether it is known as a time. */
bool instant_parse(struct instant *out, const char *text);

/* Below, at or above 0 as ${a} is before, at or after ${b}. */
int instant_compare(const struct instant *a, const struct instant *b);

/* "YYYY-MM-DDTHH:MM:SS[.fraction]Z" and a NUL, without trailing zeros in the
 * fraction; "" for what is not known.  ${t} is as instant_parse() made it. */
#define INSTANT_TEXT 32
char *instant_print(char out[INSTANT_TEXT], const struct instant *t);

#endif
