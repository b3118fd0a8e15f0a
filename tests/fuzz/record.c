/* SPDX-License-Identifier: MIT */
/*
 * Canonical records: what is read makes the number of its canonical bytes,
 * and those make the same record again.
 */
#include "config.h"

#include <stdlib.h>

#include "number/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct record *one = NULL, *two = NULL;
	json_t *v = NULL, *again = NULL;
	struct number name;
	struct err e;

	if (json_parse(&v, (struct span){ at, n }, JSON_TOP_OBJECT, &e) == 0
	    && record_parse(&one, v, &e) == 0) {
		if (json_parse(&again, span_buf(&one->canon), JSON_TOP_OBJECT,
		    &e) < 0 || record_parse(&two, again, &e) < 0)
			abort();
		if (!span_equal(span_buf(&one->canon), span_buf(&two->canon))
		    || !digest_equal(&one->digest, &two->digest)
		    || strcmp(one->number, two->number) != 0)
			abort();
		/* Its number is one that can be typed. */
		if (number_parse(&name, span_text(one->number), &e) < 0
		    || strcmp(name.suffix, one->suffix) != 0
		    || name.year != one->year)
			abort();
	}
	record_free(one);
	record_free(two);
	json_decref(v);
	json_decref(again);
	return 0;
}
