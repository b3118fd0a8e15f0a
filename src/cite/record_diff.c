/* SPDX-License-Identifier: MIT */
/* See record_diff.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_diff.h"

void
record_diff_add(struct ledger_changes *d, const char *what, const char *id,
    const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&d->list, d->n, sizeof(*d->list));
	d->list[d->n++] =
	    (struct ledger_change){ what, mem_string(id), buf_steal(&text) };
}

static const char *
or_none(const char *s)
{
	return s != NULL ? s : "none";
}

static bool
same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

void
record_diff_text(struct ledger_changes *d, const char *what, const char *id,
    const char *name, const char *a, const char *b)
{
	if (!same(a, b))
		record_diff_add(d, what, id, "%s: %s -> %s", name, or_none(a),
		    or_none(b));
}

void
record_diff_number(struct ledger_changes *d, const char *what, const char *id,
    const char *name, long long a, long long b)
{
	char x[32], y[32];

	if (a == b)
		return;
	snprintf(x, sizeof(x), "%lld", a);
	snprintf(y, sizeof(y), "%lld", b);
	record_diff_text(d, what, id, name, a == RECORD_NONE ? NULL : x,
	    b == RECORD_NONE ? NULL : y);
}

static int
by_id(const void *a, const void *b)
{
	const struct ledger_observation *x = *(const void *const *)a;
	const struct ledger_observation *y = *(const void *const *)b;
	const int c =
	    strcmp(x->id != NULL ? x->id : "", y->id != NULL ? y->id : "");

	/* Those without an id, or with one id, by what they say. */
	return c != 0 ? c : memcmp(x->whole.at, y->whole.at, DIGEST_BYTES);
}

static const struct ledger_observation **
sorted(const struct ledger *l)
{
	const size_t n = l->inbound_count + l->outbound_count;
	const struct ledger_observation **list = mem_zero(n, sizeof(*list));

	for (size_t i = 0; i < n; i++)
		list[i] = i < l->inbound_count
		    ? &l->inbound[i]
		    : &l->outbound[i - l->inbound_count];
	if (n > 1)
		qsort(list, n, sizeof(*list), by_id);
	return list;
}

static void
add_observation(struct ledger_changes *d, const char *what,
    const struct ledger_observation *o)
{
	struct buf status = { 0 };
	char n[32] = "(no index)";

	record_words(&status, o->status);
	if (o->reference_index != RECORD_NONE)
		snprintf(n, sizeof(n), "%lld", o->reference_index);
	record_diff_add(d, what, o->id, "%s: %s, %s, reference %s, %s",
	    o->outbound ? "outbound" : "inbound",
	    or_none(o->outbound ? o->work.title : o->citing.title),
	    or_none(o->outbound ? o->work.arxiv_id : o->citing.arxiv_id), n,
	    buf_string(&status));
	buf_clear(&status);
}

static int
by_digest(const void *a, const void *b)
{
	return memcmp(((const struct digest *)a)->at,
	    ((const struct digest *)b)->at, DIGEST_BYTES);
}

/* The events of ${in} that ${not_in} has not. */
static void
add_events(struct ledger_changes *d, const char *what, const char *id,
    const struct ledger_notice *in, const struct ledger_notice *not_in)
{
	const size_t n = not_in->event_count;
	struct digest *known = mem_zero(n, sizeof(*known));

	for (size_t i = 0; i < n; i++)
		known[i] = not_in->events[i].identity;
	if (n > 1)
		qsort(known, n, sizeof(*known), by_digest);
	for (size_t i = 0; i < in->event_count; i++) {
		const struct ledger_event *ev = &in->events[i];
		struct buf text = { 0 };

		if (n > 0
		    && bsearch(&ev->identity, known, n, sizeof(*known),
			   by_digest)
			!= NULL)
			continue;
		buf_text(&text, record_event_word(ev->kind));
		for (size_t k = 0; k < ev->n; k++)
			buf_fmt(&text, "%s %s: %s", k > 0 ? ";" : ":",
			    ev->list[k].name, ev->list[k].value);
		record_diff_add(d, what, id, "%s", buf_string(&text));
		buf_clear(&text);
	}
	free(known);
}

static void
compare_observation(struct ledger_changes *d,
    const struct ledger_observation *a, const struct ledger_observation *b)
{
	static const char what[] = "observation changed";
	const size_t before = d->n;

	if (digest_equal(&a->whole, &b->whole))
		return;
	record_diff_text(d, what, a->id, "status", a->status, b->status);
	record_diff_text(d, what, a->id, "resolver", a->resolver, b->resolver);
	record_diff_number(d, what, a->id, "reference", a->reference_index,
	    b->reference_index);
	record_diff_text(d, what, a->id, "citing paper", a->citing.arxiv_id,
	    b->citing.arxiv_id);
	record_diff_text(d, what, a->id, "cited paper", a->cited.arxiv_id,
	    b->cited.arxiv_id);
	record_diff_text(d, what, a->id, "standing notice", a->notice.state,
	    b->notice.state);
	record_diff_text(d, what, a->id, "reason", a->notice.reason,
	    b->notice.reason);
	add_events(d, "event gone", a->id, &a->notice, &b->notice);
	add_events(d, "event new", a->id, &b->notice, &a->notice);
	/* The registry gives each observation one digest. */
	record_diff_text(d, what, a->id, "observation_digest", a->digest,
	    b->digest);
	if (d->n == before && a->outbound != b->outbound)
		record_diff_add(d, what, a->id,
		    "it is listed on the other side");
	else if (d->n == before
	    && same(record_latest(&a->notice.receipts),
		record_latest(&b->notice.receipts))
	    && same(a->resolved_at, b->resolved_at))
		record_diff_add(d, what, a->id, "other members");
}

static void
compare_observations(struct ledger_changes *d, const struct ledger *a,
    const struct ledger *b)
{
	const struct ledger_observation **x = sorted(a), **y = sorted(b);
	const size_t m = a->inbound_count + a->outbound_count;
	const size_t n = b->inbound_count + b->outbound_count;
	size_t i = 0, k = 0;

	while (i < m || k < n) {
		int c = i == m ? 1
		    : k == n   ? -1
			       : strcmp(x[i]->id != NULL ? x[i]->id : "",
				   y[k]->id != NULL ? y[k]->id : "");

		/* Without an id only the same is the same. */
		if (c == 0 && x[i]->id == NULL)
			c = memcmp(x[i]->whole.at, y[k]->whole.at,
			    DIGEST_BYTES);
		if (c < 0)
			add_observation(d, "observation gone", x[i++]);
		else if (c > 0)
			add_observation(d, "observation new", y[k++]);
		else
			compare_observation(d, x[i++], y[k++]);
	}
	free(x);
	free(y);
}

void
record_diff(struct ledger_changes *d, const struct ledger *a,
    const struct ledger *b)
{
	static const char top[] = "record changed";

	record_diff_text(d, top, NULL, "title", a->paper.title, b->paper.title);
	record_diff_number(d, top, NULL, "latest version", a->paper.version,
	    b->paper.version);
	record_diff_text(d, top, NULL, "refusal", a->refusal, b->refusal);
	record_diff_number(d, top, NULL, "references displayed", a->displayed,
	    b->displayed);
	record_diff_number(d, top, NULL, "references in all", a->total,
	    b->total);
	record_diff_number(d, top, NULL, "inbound cap", a->cap_inbound,
	    b->cap_inbound);
	record_diff_number(d, top, NULL, "outbound cap", a->cap_outbound,
	    b->cap_outbound);
	for (size_t i = 0; i < a->lane_count || i < b->lane_count; i++) {
		const struct ledger_lane none = { .observed = RECORD_NONE,
			.denominator = RECORD_NONE };
		const struct ledger_lane *x = i < a->lane_count ? &a->lanes[i]
								: &none,
					 *y = i < b->lane_count ? &b->lanes[i]
								: &none;

		record_diff_text(d, top, x->lane, "lane", x->lane, y->lane);
		record_diff_text(d, top, x->lane, "state", x->state, y->state);
		record_diff_number(d, top, x->lane, "observed", x->observed,
		    y->observed);
		record_diff_number(d, top, x->lane, "denominator",
		    x->denominator, y->denominator);
	}
	for (size_t i = 0; i < a->measurement_count || i < b->measurement_count;
	     i++) {
		const struct ledger_measurement none = { .count = RECORD_NONE };
		const struct ledger_measurement *x =
		    i < a->measurement_count ? &a->measurements[i] : &none;
		const struct ledger_measurement *y =
		    i < b->measurement_count ? &b->measurements[i] : &none;

		record_diff_text(d, top, x->source, "source of a measurement",
		    x->source, y->source);
		record_diff_number(d, top, x->source, "external count",
		    x->count, y->count);
	}
	compare_observations(d, a, b);
}

void
record_diff_clear(struct ledger_changes *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->list[i].id);
		free(d->list[i].text);
	}
	free(d->list);
	*d = (struct ledger_changes){ 0 };
}
