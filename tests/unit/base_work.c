/* SPDX-License-Identifier: MIT */
/* Jobs on threads: each once, handed back in order, never far ahead. */
#include "config.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "unit.h"

#include "base/work.h"

struct run {
	atomic_uint *called;	/* how often each job ran */
	size_t handed;		/* what comes next */
	atomic_size_t ahead;	/* the largest job that began */
	size_t far;		/* the largest distance that was seen */
	bool disorder;
};

static void
job(void *ctx, size_t i)
{
	struct run *r = ctx;
	size_t seen = atomic_load(&r->ahead);

	while (seen < i
	    && !atomic_compare_exchange_weak(&r->ahead, &seen, i))
		continue;
	/* Neighbours end in another order than they began. */
	if (i % 7 == 0)
		for (int k = 0; k < 20; k++)
			sched_yield();
	atomic_fetch_add(&r->called[i], 1);
}

static void
done(void *ctx, size_t i)
{
	struct run *r = ctx;
	const size_t ahead = atomic_load(&r->ahead);

	r->disorder |= i != r->handed++ || atomic_load(&r->called[i]) != 1;
	if (ahead > i && ahead - i > r->far)
		r->far = ahead - i;
}

static void
try(size_t n, unsigned threads)
{
	struct run r = { .called = calloc(n + 1, sizeof(*r.called)) };

	assert_non_null(r.called);
	work_run(n, threads, job, done, &r);
	assert_int_equal(r.handed, n);
	assert_false(r.disorder);
	assert_true(r.far <= 1024);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(r.called[i], 1);
	free(r.called);
}

static void
test_runs(void **state)
{
	static const size_t sizes[] = { 0, 1, 2, 3, 255, 256, 257, 5000 };
	static const unsigned threads[] = { 0, 1, 2, 3, 8, 64, 1000 };

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
		for (size_t k = 0; k < sizeof(threads) / sizeof(*threads); k++)
			try(sizes[i], threads[k]);
}

/* Jobs that want to be alone: some, or all of them. */
struct alone {
	struct run run;
	size_t each;		/* every how manyth is one */
	atomic_uint in;		/* how many of them there are now */
	atomic_size_t handed;
	atomic_bool company;	/* two at once, or one before its turn */
};

static void
alone_job(void *ctx, size_t i)
{
	struct alone *a = ctx;

	job(&a->run, i);
	if (i % a->each != 0)
		return;
	work_alone();
	if (atomic_fetch_add(&a->in, 1) != 0 || atomic_load(&a->handed) != i)
		atomic_store(&a->company, true);
	sched_yield();
}

static void
alone_done(void *ctx, size_t i)
{
	struct alone *a = ctx;

	done(&a->run, i);
	if (i % a->each == 0)
		atomic_fetch_sub(&a->in, 1);
	atomic_store(&a->handed, i + 1);
}

static void
test_alone(void **state)
{
	static const size_t each[] = { 1, 3, 64, 500 };
	static const unsigned threads[] = { 1, 2, 8, 64 };

	(void)state;
	work_alone();	/* in no job: nothing to wait for */
	for (size_t i = 0; i < 4; i++)
		for (size_t k = 0; k < 4; k++) {
			struct alone a = { .each = each[i] };

			a.run.called = calloc(1001, sizeof(*a.run.called));
			assert_non_null(a.run.called);
			work_run(1000, threads[k], alone_job, alone_done, &a);
			assert_int_equal(a.run.handed, 1000);
			assert_false(a.run.disorder);
			assert_false(atomic_load(&a.company));
			free(a.run.called);
		}
}

static void
test_threads(void **state)
{
	(void)state;
	assert_in_range(work_threads(), 1, 64);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_alone),
		cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
