/* SPDX-License-Identifier: MIT */
/*
 * A spelling: what is taken is printable, within its limits, and taken in the
 * same sense when its normal form is typed.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "number/number.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct number once, twice;
	char full[64];
	struct err e;

	if (number_parse(&once, (struct span){ at, n }, &e) < 0) {
		if (e.kind != ERR_FORMAT && e.kind != ERR_LIMIT)
			abort();
		return 0;
	}
	for (const char *s = once.typed; *s != '\0'; s++)
		if (*s < 0x20 || *s > 0x7e)
			abort();
	if (number_parse(&twice, span_text(once.typed), &e) < 0
	    || strcmp(once.suffix, twice.suffix) != 0
	    || once.year != twice.year)
		abort();
	if (once.alias.kind != ALIAS_NONE) {
		struct alias a;

		if (once.suffix[0] != '\0' || alias_parse(&a, span_text(
		    once.alias.name)) != once.alias.kind
		    || strcmp(a.name, once.alias.name) != 0)
			abort();
		return 0;
	}
	if (once.year > 9999 || strlen(once.suffix)
	    != strspn(once.suffix, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
		abort();
	snprintf(full, sizeof(full), "pith:%s", once.suffix);
	if (number_parse(&twice, span_text(full), &e) < 0
	    || strcmp(once.suffix, twice.suffix) != 0)
		abort();
	return 0;
}
