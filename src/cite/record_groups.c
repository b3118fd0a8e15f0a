/* SPDX-License-Identifier: MIT */
/* See record_groups.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_groups.h"

static const char *
id_of(const struct ledger_observation *o)
{
	return o->citing.arxiv_id != NULL ? o->citing.arxiv_id : "";
}

static int
order(long long a, long long b)
{
	return (a > b) - (a < b);
}

static int
by_paper(const void *a, const void *b)
{
	const struct ledger_observation *x = *(const void *const *)a;
	const struct ledger_observation *y = *(const void *const *)b;
	int c = strcmp(id_of(x), id_of(y));

	if (c == 0)
		c = order(x->citing.version, y->citing.version);
	if (c == 0)
		c = order(x->reference_index, y->reference_index);
	/* They lie in one array. */
	return c != 0 ? c : (x > y) - (x < y);
}

static int
by_resolution(const void *a, const void *b)
{
	const struct ledger_group *x = *(const void *const *)a;
	const struct ledger_group *y = *(const void *const *)b;
	struct instant s, t;
	int c;

	instant_parse(&s, x->linked->resolved_at);
	instant_parse(&t, y->linked->resolved_at);
	c = -instant_compare(&s, &t);
	return c != 0 ? c : (x > y) - (x < y);
}

static void
finish(struct ledger_group *g)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct ledger_observation *o = g->list[i];
		struct instant best, t;

		if (i > 0 && o->status != NULL
		    && g->list[i - 1]->status != NULL
		    && o->reference_index == g->list[i - 1]->reference_index
		    && strcmp(o->status, g->list[i - 1]->status) != 0)
			g->changed = true;
		if (o->resolver == NULL)
			continue;
		instant_parse(&t, o->resolved_at);
		instant_parse(&best, g->linked != NULL
		    ? g->linked->resolved_at : NULL);
		if (g->linked == NULL || instant_compare(&t, &best) > 0)
			g->linked = o;
	}
}

void
record_groups(struct ledger_groups *out, const struct ledger *l)
{
	const size_t n = l->inbound_count;
	/* One array for all: the groups point into it, the first owns it. */
	const struct ledger_observation **all = mem_zero(n, sizeof(*all));
	struct ledger_groups g = { 0 };

	g.list = mem_zero(n, sizeof(*g.list));
	g.cited_by = mem_zero(n, sizeof(*g.cited_by));
	for (size_t i = 0; i < n; i++)
		all[i] = &l->inbound[i];
	if (n > 1)
		qsort(all, n, sizeof(*all), by_paper);
	for (size_t i = 0; i < n; i++) {
		if (i == 0 || id_of(all[i])[0] == '\0'
		    || strcmp(id_of(all[i - 1]), id_of(all[i])) != 0)
			g.list[g.n++].list = &all[i];
		g.list[g.n - 1].n++;
	}
	for (size_t i = 0; i < g.n; i++) {
		finish(&g.list[i]);
		if (g.list[i].linked != NULL)
			g.cited_by[g.cited_by_count++] = &g.list[i];
	}
	if (g.cited_by_count > 1)
		qsort(g.cited_by, g.cited_by_count, sizeof(*g.cited_by),
		    by_resolution);
	if (n == 0)
		free(all);
	*out = g;
}

void
record_groups_clear(struct ledger_groups *g)
{
	if (g->n > 0)
		free(g->list[0].list);
	free(g->list);
	free(g->cited_by);
	*g = (struct ledger_groups){ 0 };
}

struct date {
	int year, month, day;
};

static bool
read_date(struct date *out, const char *text)
{
	struct instant t;

	if (!instant_parse(&t, text))
		return false;
	/* A known time begins with YYYY-MM-DD. */
	out->year = (int)strtol(text, NULL, 10);
	out->month = (int)strtol(text + 5, NULL, 10);
	out->day = (int)strtol(text + 8, NULL, 10);
	return true;
}

static int
days_of(int year, int month)
{
	static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31,
		30, 31 };

	return days[month - 1] + (month == 2 && year % 4 == 0
	    && (year % 100 != 0 || year % 400 == 0));
}

bool
record_groups_timespan(struct buf *out, const char *from, const char *to)
{
	struct date a, b;
	struct instant s, t;
	int months, days;
	bool back;

	if (!read_date(&a, from) || !read_date(&b, to))
		return false;
	instant_parse(&s, from);
	instant_parse(&t, to);
	back = instant_compare(&s, &t) > 0;
	if (back) {
		const struct date swap = a;

		a = b;
		b = swap;
	}
	months = (b.year - a.year) * 12 + b.month - a.month;
	days = b.day - a.day;
	if (days < 0) {
		const int before = b.month == 1 ? 12 : b.month - 1;
		const int length = days_of(b.month == 1 ? b.year - 1 : b.year,
		    before);

		months--;
		/* From a 31st, a short month is over on its last day. */
		days = b.day + (length > a.day ? length - a.day : 0);
	}
	buf_fmt(out, "%sP%dY%dM%dD", back ? "-" : "", months / 12,
	    months % 12, days);
	return true;
}
