/* SPDX-License-Identifier: MIT */
/*
 * An .aux file, whatever its bytes, which may name itself and one more: every
 * argument lies in one line or two, holds no brace, and comes from a file that
 * was read.  The bytes behind the first NUL are the other
 * file, b.aux.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "number/number.h"
#include "scan/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static char dir[] = "/tmp/pithtex-fuzz.XXXXXX";
static char a[sizeof(dir) + 8], b[sizeof(dir) + 8];

static void
leave(void)
{
	unlink(a);
	unlink(b);
	rmdir(dir);
}

static void
begin(void)
{
	static bool begun;

	if (begun)
		return;
	if (mkdtemp(dir) == NULL)
		exit(99);
	snprintf(a, sizeof(a), "%s/a.aux", dir);
	snprintf(b, sizeof(b), "%s/b.aux", dir);
	atexit(leave);
	begun = true;
}

/* How many line ends are in it. */
static unsigned
must_be_argument(struct span s)
{
	unsigned ends = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] == '{' || s.at[i] == '}')
			abort();
		ends += s.at[i] == '\r' || (s.at[i] == '\n'
		    && (i == 0 || s.at[i - 1] != '\r'));
	}
	return ends;
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	const uint8_t *nul = n == 0 ? NULL : memchr(at, '\0', n);
	const size_t first = nul == NULL ? n : (size_t)(nul - at);
	struct scan s = { 0 };
	struct number name;
	struct err e;

	begin();
	if (!file_scratch(a, (struct span){ at, first }, 0600)
	    || !file_scratch(b, (struct span){ at + first, n - first }, 0600))
		exit(99);
	if (scan_aux(&s, a, &e) == 0)
		for (size_t i = 0; i < s.record_count; i++) {
			const struct scan_record *r = &s.records[i];

			if (must_be_argument(r->argument) > 1
			    || r->file == NULL || r->line == 0)
				abort();
			(void)!number_parse(&name, r->argument, &e);
		}
	scan_clear(&s);
	return 0;
}
