/* SPDX-License-Identifier: MIT */
/*
 * Any document: what is read prints to canonical bytes that read back as
 * the same value and are their own canonical form; a record made of it has a
 * number.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "canon/json.h"
#include "number/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
look_at(const json_t *v)
{
	struct buf once = { 0 }, twice = { 0 }, pretty = { 0 };
	json_t *again;
	struct err e;

	json_pretty(&pretty, v);
	for (size_t i = 0; i < pretty.n; i++)
		if (pretty.at[i] != '\n'
		    && (pretty.at[i] < 0x20 || pretty.at[i] > 0x7e))
			abort();
	if (json_canon(&once, v, &e) < 0) {
		if (!json_has_real(v))
			abort();
	} else {
		if (json_has_real(v) || json_parse(&again, span_buf(&once),
		    JSON_TOP_ANY, &e) < 0)
			abort();
		if (!json_equal(again, v)
		    || json_canon(&twice, again, &e) < 0
		    || !span_equal(span_buf(&once), span_buf(&twice)))
			abort();
		json_decref(again);
	}
	buf_clear(&once);
	buf_clear(&twice);
	buf_clear(&pretty);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct record *r;
	struct err e;
	json_t *v;

	if (sodium_init() < 0
	    || json_parse(&v, (struct span){ at, n }, JSON_TOP_ANY, &e) < 0)
		return 0;
	look_at(v);
	if (record_parse(&r, v, &e) == 0) {
		if (strlen(r->number) != NUMBER_FULL)
			abort();
		record_free(r);
	}
	json_decref(v);
	return 0;
}
