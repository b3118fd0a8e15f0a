/* SPDX-License-Identifier: MIT */
/* See merge.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "state/merge.h"

void
merge_add(struct merge *m, struct event *ev)
{
	mem_grow(&m->list, m->n, sizeof(*m->list));
	m->list[m->n++] = ev;
}

void
merge_join(struct merge *m, struct merge *from)
{
	for (size_t i = 0; i < from->n; i++)
		merge_add(m, from->list[i]);
	from->n = 0;
	merge_clear(from);
}

static int
by_identity(const void *a, const void *b)
{
	const struct event *x = *(struct event *const *)a;
	const struct event *y = *(struct event *const *)b;

	return memcmp(&x->identity, &y->identity, sizeof(x->identity));
}

static int
by_order(const void *a, const void *b)
{
	return event_compare(*(struct event *const *)a,
	    *(struct event *const *)b);
}

/* Whether two events belong to one series: 0, or which comes first. */
static int
compare_series(const struct event *a, const struct event *b)
{
	int c = a->claimant - b->claimant;

	if (c == 0)
		c = event_compare_text(a->signer, b->signer);
	if (c == 0)
		c = event_compare_text(a->type, b->type);
	if (c == 0)
		c = event_compare_text(a->target, b->target);
	if (c == 0 && a->target == NULL)
		c = memcmp(&a->identity, &b->identity, sizeof(a->identity));
	return c;
}

static int
by_series(const void *a, const void *b)
{
	const struct event *x = *(struct event *const *)a;
	const struct event *y = *(struct event *const *)b;
	const int c = compare_series(x, y);

	return c != 0 ? c : event_compare(x, y);
}

/* Make the copies of each event into one. */
static void
fold(struct merge *m)
{
	size_t kept = 0;

	if (m->n > 1)
		qsort(m->list, m->n, sizeof(*m->list), by_identity);
	for (size_t i = 0; i < m->n; i++) {
		if (kept > 0
		    && by_identity(&m->list[kept - 1], &m->list[i]) == 0)
			event_join(m->list[kept - 1], m->list[i]);
		else
			m->list[kept++] = m->list[i];
	}
	m->n = kept;
	for (size_t i = 0; i < m->n; i++)
		event_settle(m->list[i]);
}

static void
add_fork(struct merge *m, struct event *const *list, size_t n, bool open)
{
	struct merge_fork f = { .n = n, .open = open };

	f.list = mem_zero(n, sizeof(*f.list));
	memcpy(f.list, list, n * sizeof(*f.list));
	mem_grow(&m->forks, m->fork_count, sizeof(*m->forks));
	m->forks[m->fork_count++] = f;
}

/* One place, whose ${n} events are all valid. */
static void
judge_place(struct merge *m, struct event *const *list, size_t n, bool last)
{
	bool agree = true;

	for (size_t i = 1; i < n; i++)
		agree = agree && digest_equal(&list[0]->content,
		    &list[i]->content);
	for (size_t i = 0; i < n; i++)
		list[i]->standing = !last ? EVENT_REPLACED
		    : !agree ? EVENT_EQUIVOCAL
		    : i == n - 1 ? EVENT_CURRENT : EVENT_REPLACED;
	if (!agree)
		add_fork(m, list, n, last);
}

/* One series of ${n} events in order; ${valid} is room for as many. */
static void
judge_series(struct merge *m, struct event *const *list, size_t n,
    struct event **valid)
{
	struct event *unverifiable = NULL;
	size_t v = 0, end;

	for (size_t i = 0; i < n; i++) {
		list[i]->standing = list[i]->class == EVENT_INVALID
		    ? EVENT_OUT : EVENT_ASIDE;
		if (list[i]->class == EVENT_VALID)
			valid[v++] = list[i];
		else if (list[i]->class == EVENT_UNVERIFIABLE)
			unverifiable = list[i];
	}
	if (v == 0 && unverifiable != NULL)
		unverifiable->standing = EVENT_CURRENT;
	for (size_t i = 0; i < v; i = end) {
		for (end = i + 1; end < v && instant_compare(
		    &valid[i]->instant, &valid[end]->instant) == 0; end++)
			;
		judge_place(m, valid + i, end - i, end == v);
	}
}

static void
clear_forks(struct merge *m)
{
	for (size_t i = 0; i < m->fork_count; i++)
		free(m->forks[i].list);
	free(m->forks);
	m->forks = NULL;
	m->fork_count = 0;
}

void
merge_settle(struct merge *m)
{
	struct event **room;
	size_t end;

	clear_forks(m);
	fold(m);
	if (m->n == 0)
		return;
	room = mem_zero(m->n, sizeof(*room));
	qsort(m->list, m->n, sizeof(*m->list), by_series);
	for (size_t i = 0; i < m->n; i = end) {
		for (end = i + 1; end < m->n
		    && compare_series(m->list[i], m->list[end]) == 0; end++)
			;
		judge_series(m, m->list + i, end - i, room);
	}
	qsort(m->list, m->n, sizeof(*m->list), by_order);
	free(room);
}

void
merge_clear(struct merge *m)
{
	clear_forks(m);
	for (size_t i = 0; i < m->n; i++)
		event_free(m->list[i]);
	free(m->list);
	*m = (struct merge){ 0 };
}
