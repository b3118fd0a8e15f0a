/* SPDX-License-Identifier: MIT */
/*
 * Events: an array of them, merged forwards and backwards, twice each, comes
 * to the same.  An input that is an object is an array of one.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "canon/json.h"
#include "state/envelope.h"
#include "state/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static const struct digest record = { { 7 } };
static const struct event_with with = {
	.number = "pith:2016:RE7YA4NUEPAVNSZTI7K5XFZRCI", .record = &record
};

static void
put(struct merge *m, const json_t *v)
{
	struct event *ev;
	struct err e;

	if (event_parse(&ev, v, &with, &e) == 0)
		merge_add(m, ev);
}

static void
must_equal(const struct merge *x, const struct merge *y)
{
	if (x->n != y->n || x->fork_count != y->fork_count)
		abort();
	for (size_t i = 0; i < x->n; i++)
		if (!digest_equal(&x->list[i]->identity,
		    &y->list[i]->identity)
		    || x->list[i]->standing != y->list[i]->standing
		    || x->list[i]->class != y->list[i]->class
		    || x->list[i]->id_count != y->list[i]->id_count)
			abort();
}

static void
merge_both_ways(const json_t *list)
{
	const size_t n = json_array_size(list);
	struct merge x = { 0 }, y = { 0 };

	for (size_t i = 0; i < n; i++)
		put(&x, json_array_get(list, i));
	merge_settle(&x);
	for (int k = 0; k < 2; k++) {
		for (size_t i = n; i-- > 0;)
			put(&y, json_array_get(list, i));
		merge_settle(&y);
	}
	must_equal(&x, &y);
	merge_clear(&x);
	merge_clear(&y);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct span text = { at, n };
	json_t *v = NULL, *list;
	char why[256];
	struct err e;

	if (sodium_init() < 0 || json_parse(&v, text, JSON_TOP_ANY, &e) < 0)
		return 0;
	list = json_is_array(v) ? json_incref(v) : json_array();
	if (!json_is_array(v))
		json_array_append(list, v);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);

		/* Without a key nobody vouches. */
		if (envelope_is(one)
		    && envelope_check(one, NULL, why) == EVENT_VALID)
			abort();
	}
	if (json_array_size(list) <= 64)
		merge_both_ways(list);
	json_decref(list);
	json_decref(v);
	return 0;
}
