/* SPDX-License-Identifier: MIT */
/* See instant.h. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "state/instant.h"

/* ${n} decimal digits at ${*s}, which is moved behind them. */
static bool
digits(unsigned *out, const char **s, int n)
{
	unsigned v = 0;

	for (int i = 0; i < n; i++, (*s)++) {
		if (**s < '0' || **s > '9')
			return false;
		v = 10 * v + (unsigned)(**s - '0');
	}
	*out = v;
	return true;
}

static bool
character(const char **s, char c)
{
	return **s == c && *(*s)++ != '\0';
}

static unsigned
month_days(unsigned year, unsigned month)
{
	static const unsigned days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30,
		31, 30, 31 };
	const bool leap = year % 4 == 0
	    && (year % 100 != 0 || year % 400 == 0);

	return days[month - 1] + (month == 2 && leap);
}

/* Days from 1970-01-01: years begin in March, so that the leap day is their
 * last. */
static int64_t
days_of(unsigned year, unsigned month, unsigned day)
{
	const int64_t y = (int64_t)year - (month <= 2);
	const int64_t era = y / 400, of_era = y % 400;
	const int64_t of_year = (153 * ((int64_t)month + (month > 2 ? -3 : 9))
	    + 2) / 5 + day - 1;

	return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100
	    + of_year - 719468;
}

/* The fraction and the zone. */
static bool
parse_tail(struct instant *t, const char *s)
{
	uint32_t unit = 100000000;

	if (character(&s, '.')) {
		const char *from = s;

		for (; *s >= '0' && *s <= '9' && s - from < 6; s++, unit /= 10)
			t->nanoseconds += unit * (uint32_t)(*s - '0');
		if (s == from)
			return false;
	}
	return strcmp(s, "Z") == 0 || strcmp(s, "+00:00") == 0;
}

bool
instant_parse(struct instant *out, const char *text)
{
	unsigned year, month, day, hour, minute, second;
	struct instant t = { 0 };
	const char *s = text;

	*out = t;
	if (text == NULL
	    || !digits(&year, &s, 4) || !character(&s, '-')
	    || !digits(&month, &s, 2) || !character(&s, '-')
	    || !digits(&day, &s, 2) || !character(&s, 'T')
	    || !digits(&hour, &s, 2) || !character(&s, ':')
	    || !digits(&minute, &s, 2) || !character(&s, ':')
	    || !digits(&second, &s, 2) || !parse_tail(&t, s))
		return false;
	if (year == 0 || month == 0 || month > 12 || day == 0
	    || day > month_days(year, month) || hour > 23 || minute > 59
	    || second > 59)
		return false;
	t.known = true;
	t.seconds = days_of(year, month, day) * 86400
	    + (int64_t)(hour * 3600 + minute * 60 + second);
	*out = t;
	return true;
}

int
instant_compare(const struct instant *a, const struct instant *b)
{
	if (a->known != b->known)
		return a->known ? 1 : -1;
	if (a->seconds != b->seconds)
		return a->seconds > b->seconds ? 1 : -1;
	return (a->nanoseconds > b->nanoseconds)
	    - (a->nanoseconds < b->nanoseconds);
}

char *
instant_print(char out[INSTANT_TEXT], const struct instant *t)
{
	const int64_t days = (t->seconds + 719468 * (int64_t)86400) / 86400;
	const unsigned rest = (unsigned)((t->seconds
	    + 719468 * (int64_t)86400) % 86400);
	const int64_t era = days / 146097, of_era = days % 146097;
	const int64_t y = (of_era - of_era / 1460 + of_era / 36524
	    - of_era / 146096) / 365;
	const int64_t of_year = of_era - (365 * y + y / 4 - y / 100);
	const int64_t m = (5 * of_year + 2) / 153;
	const unsigned month = (unsigned)(m < 10 ? m + 3 : m - 9);
	const unsigned year = (unsigned)(era * 400 + y + (month <= 2));
	char fraction[12] = "";
	size_t n;

	out[0] = '\0';
	if (!t->known)
		return out;
	if (t->nanoseconds > 0) {
		snprintf(fraction, sizeof(fraction), ".%09u",
		    (unsigned)t->nanoseconds % 1000000000u);
		for (n = strlen(fraction); fraction[n - 1] == '0'; n--)
			fraction[n - 1] = '\0';
	}
	snprintf(out, INSTANT_TEXT, "%04u-%02u-%02uT%02u:%02u:%02u%sZ",
	    year % 10000, month, (unsigned)(of_year - (153 * m + 2) / 5 + 1)
	    % 100, rest / 3600, rest % 3600 / 60, rest % 60, fraction);
	return out;
}
