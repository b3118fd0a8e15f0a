/* SPDX-License-Identifier: MIT */
/* The merge of events by its laws: every order, every split, every way to
 * put the parts together. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "base/mem.h"
#include "state/merge.h"

/* An event as the merge sees it. */
struct row {
	char identity;
	bool claimant;
	const char *signer, *type, *target, *time;
	char content;
	enum event_class class;
	const char *id;		/* or NULL */
};

static struct event *
make(const struct row *r)
{
	struct event *ev = mem_zero(1, sizeof(*ev));

	memset(&ev->identity, r->identity, sizeof(ev->identity));
	memset(&ev->content, r->content, sizeof(ev->content));
	ev->claimant = r->claimant;
	ev->signer = mem_string(r->signer);
	ev->type = mem_string(r->type);
	ev->target = mem_string(r->target);
	ev->time = mem_string(r->time);
	(void)instant_parse(&ev->instant, r->time);
	ev->class = r->class;
	ev->why = mem_string(r->class == EVENT_VALID ? "holds" : "does not");
	if (r->id != NULL) {
		ev->ids = mem_zero(1, sizeof(*ev->ids));
		ev->ids[ev->id_count++] = mem_string(r->id);
	}
	return ev;
}

/* All that a merge says, as text. */
static char *
told(struct merge *m)
{
	struct buf out = { 0 };

	for (size_t i = 0; i < m->n; i++) {
		const struct event *ev = m->list[i];

		buf_fmt(&out, "%c %s %s %s", ev->identity.at[0],
		    event_class_word(ev->class), ev->why,
		    event_standing_word(ev->standing));
		for (size_t k = 0; k < ev->id_count; k++)
			buf_fmt(&out, " %s", ev->ids[k]);
		buf_byte(&out, '\n');
	}
	for (size_t i = 0; i < m->fork_count; i++) {
		buf_text(&out, m->forks[i].open ? "open" : "ended");
		for (size_t k = 0; k < m->forks[i].n; k++)
			buf_fmt(&out, " %c",
			    m->forks[i].list[k]->identity.at[0]);
		buf_byte(&out, '\n');
	}
	return buf_steal(&out);
}

static void
told_is(struct merge *m, const char *want)
{
	char *got;

	merge_settle(m);
	got = told(m);
	assert_string_equal(got, want);
	free(got);
	merge_clear(m);
}

#define T1 "2026-05-18T00:00:01Z"
#define T1_TOO "2026-05-18T00:00:01.000+00:00"
#define T2 "2026-05-18T00:00:02Z"
#define T3 "2026-05-18T00:00:03Z"

static const struct row rows[] = {
	/* a fork that ends, copies of several classes */
	{ 'b', false, "r", "x", "t", T1, '1', EVENT_VALID, NULL },
	{ 'a', false, "r", "x", "t", T1_TOO, '2', EVENT_INVALID, "p" },
	{ 'a', false, "r", "x", "t", T1_TOO, '2', EVENT_VALID, "q" },
	{ 'c', false, "r", "x", "t", T2, '1', EVENT_VALID, "p" },
	/* an unverifiable one, later: it does not count */
	{ 'd', false, "r", "x", "t", T3, '3', EVENT_UNVERIFIABLE, NULL },
	/* no time */
	{ 'f', false, "s", "x", "t", NULL, '1', EVENT_VALID, NULL },
	{ 'e', false, "s", "x", "t", "soon", '1', EVENT_VALID, NULL },
	/* a claimant's fork of the same signer, type and target */
	{ 'g', true, "r", "x", "t", T2, '4', EVENT_VALID, NULL },
	{ 'h', true, "r", "x", "t", T2, '5', EVENT_VALID, NULL },
};
enum { ROWS = sizeof(rows) / sizeof(*rows) };

static const char want[] =
    "e valid holds replaced\n"
    "f valid holds current\n"
    "a valid holds replaced p q\n"
    "b valid holds replaced\n"
    "c valid holds current p\n"
    "g valid holds equivocal\n"
    "h valid holds equivocal\n"
    "d unverifiable does not aside\n"
    "ended a b\n"
    "open g h\n";

static void
test_all(void **state)
{
	struct merge m = { 0 };

	(void)state;
	for (size_t i = 0; i < ROWS; i++)
		merge_add(&m, make(&rows[i]));
	told_is(&m, want);
	told_is(&m, "");
}

/* Every order of seven of the rows: of nine it would take long. */
static void
permute(size_t *order, size_t n, size_t all, const char *expect)
{
	if (n == 1) {
		struct merge m = { 0 };

		for (size_t i = 0; i < all; i++)
			merge_add(&m, make(&rows[order[i]]));
		told_is(&m, expect);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		const size_t last = order[n - 1];

		order[n - 1] = order[i];
		order[i] = last;
		permute(order, n - 1, all, expect);
		order[i] = order[n - 1];
		order[n - 1] = last;
	}
}

static void
test_orders(void **state)
{
	size_t order[] = { 0, 1, 2, 3, 4, 5, 6 };
	struct merge m = { 0 };
	char *expect;

	(void)state;
	for (size_t i = 0; i < 7; i++)
		merge_add(&m, make(&rows[i]));
	merge_settle(&m);
	expect = told(&m);
	merge_clear(&m);
	assert_non_null(strstr(expect, "ended a b"));
	permute(order, 7, 7, expect);
	free(expect);
}

/* Every split in three parts; (a + b) + c, a + (b + c), c + (b + a), with
 * each part settled or not, and each part twice. */
static void
test_splits(void **state)
{
	(void)state;
	for (unsigned split = 0; split < 19683; split++)
		for (int way = 0; way < 4; way++) {
			struct merge part[3] = { 0 };
			unsigned s = split;

			if (split % 7 != 0 && way > 0)
				continue;
			for (size_t i = 0; i < ROWS; i++, s /= 3) {
				merge_add(&part[s % 3], make(&rows[i]));
				if (way == 3)
					merge_add(&part[(s + 1) % 3],
					    make(&rows[i]));
			}
			if (way == 1)
				merge_settle(&part[split % 3]);
			if (way == 2) {
				merge_join(&part[1], &part[0]);
				merge_settle(&part[1]);
				merge_join(&part[2], &part[1]);
				told_is(&part[2], want);
				continue;
			}
			merge_join(&part[1], &part[2]);
			merge_settle(&part[1]);
			merge_join(&part[0], &part[1]);
			told_is(&part[0], want);
		}
}

/* Each rule alone. */
static void
test_rules(void **state)
{
	static const struct {
		struct row rows[3];
		size_t n;
		const char *want;
	} cases[] = {
		{ { { 'a', false, "r", "x", "t", T1, '1', EVENT_INVALID,
		    NULL } }, 1, "a invalid does not out\n" },
		{ { { 'a', false, "r", "x", NULL, T1, '1', EVENT_VALID, NULL },
		    { 'b', false, "r", "x", NULL, T1, '2', EVENT_VALID,
		    NULL } }, 2,
		    "a valid holds current\nb valid holds current\n" },
		{ { { 'a', false, "r", "x", "t", T1, '1', EVENT_UNVERIFIABLE,
		    NULL },
		    { 'b', false, "r", "x", "t", T1, '2', EVENT_UNVERIFIABLE,
		    NULL } }, 2, "a unverifiable does not aside\n"
		    "b unverifiable does not current\n" },
		{ { { 'a', false, NULL, NULL, "t", NULL, '1', EVENT_VALID,
		    NULL },
		    { 'b', false, NULL, NULL, "t", "", '2', EVENT_VALID,
		    NULL } }, 2, "a valid holds equivocal\n"
		    "b valid holds equivocal\nopen a b\n" },
		{ { { 'a', false, NULL, "", "t", NULL, '1', EVENT_VALID,
		    NULL },
		    { 'b', false, "", NULL, "t", NULL, '2', EVENT_VALID,
		    NULL } }, 2,
		    "a valid holds current\nb valid holds current\n" },
		{ { { 'a', false, "r", "x", "t", T1, '1', EVENT_VALID, NULL },
		    { 'b', false, "r", "x", "t", T1, '1', EVENT_VALID, NULL },
		    { 'c', false, "r", "x", "t", T1, '2', EVENT_INVALID,
		    NULL } }, 3, "a valid holds replaced\n"
		    "b valid holds current\nc invalid does not out\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct merge m = { 0 };

		for (size_t k = 0; k < cases[i].n; k++)
			merge_add(&m, make(&cases[i].rows[k]));
		told_is(&m, cases[i].want);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_orders),
		cmocka_unit_test(test_splits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
