/* SPDX-License-Identifier: MIT */
/* See clock.h. */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

#define EPOCH_MOST 8589934591

int
clock_given(int64_t *seconds, struct err *e)
{
	const char *s = getenv("SOURCE_DATE_EPOCH");
	int64_t t = 0;

	if (s == NULL)
		return 0;
	if (*s == '\0' || strlen(s) > 10 || strspn(s, "0123456789") != strlen(s))
		return err_set(e, ERR_USAGE,
		    "SOURCE_DATE_EPOCH: \"%s\" is not a number of seconds", s);
	for (; *s != '\0'; s++)
		t = t * 10 + (*s - '0');
	if (t > EPOCH_MOST)
		return err_set(e, ERR_USAGE,
		    "SOURCE_DATE_EPOCH: later than %lld", (long long)EPOCH_MOST);
	*seconds = t;
	return 1;
}

int
clock_now(int64_t *seconds, struct err *e)
{
	const int rc = clock_given(seconds, e);

	if (rc == 0)
		*seconds = (int64_t)time(NULL);
	return rc < 0 ? -1 : 0;
}
