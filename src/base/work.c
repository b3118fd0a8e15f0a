/* SPDX-License-Identifier: MIT */
/* See work.h. */
#include "config.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/work.h"

#define THREADS_MOST 64u
#define AHEAD 128u	/* jobs that may have ended but are not handed back */
#define ROW_MOST 8u	/* jobs that a thread takes at once, where there are many:
			   to wake another thread costs as much as a small job */

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t ended_one;	/* the job that is to be handed back */
	pthread_cond_t room;		/* more jobs were handed back */
	size_t n, next, handed, row;
	bool ended[AHEAD];	/* by job number modulo AHEAD */
	void (*job)(void *ctx, size_t i);
	void *ctx;
};

/* The job that this thread is at, and the first of its row that nobody was
 * told of. */
static _Thread_local struct pool *at_pool;
static _Thread_local size_t at_job, untold;

/* All jobs of this thread before ${end} have ended; with the lock. */
static void
tell(struct pool *p, size_t end)
{
	const bool wanted = untold == p->handed && untold < end;

	for (; untold < end; untold++)
		p->ended[untold % AHEAD] = true;
	if (wanted)
		pthread_cond_signal(&p->ended_one);
}

static void *
worker(void *arg)
{
	struct pool *p = arg;

	at_pool = p;
	pthread_mutex_lock(&p->lock);
	while (p->next < p->n) {
		size_t end = p->next + p->row;

		if (end > p->n)
			end = p->n;
		if (end > p->handed + AHEAD) {
			pthread_cond_wait(&p->room, &p->lock);
			continue;
		}
		at_job = untold = p->next;
		p->next = end;
		pthread_mutex_unlock(&p->lock);
		for (; at_job < end; at_job++)
			p->job(p->ctx, at_job);
		pthread_mutex_lock(&p->lock);
		tell(p, end);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void
work_alone(void)
{
	struct pool *p = at_pool;

	if (p == NULL)
		return;
	pthread_mutex_lock(&p->lock);
	tell(p, at_job);
	while (p->handed < at_job)
		pthread_cond_wait(&p->room, &p->lock);
	pthread_mutex_unlock(&p->lock);
	/* What the one before took, perhaps on another thread. */
	mem_trim();
}

/* Hand back, in order, what the threads leave. */
static void
hand_back(struct pool *p, void (*done)(void *ctx, size_t i))
{
	size_t end;

	for (size_t i = 0; i < p->n;) {
		pthread_mutex_lock(&p->lock);
		while (!p->ended[i % AHEAD])
			pthread_cond_wait(&p->ended_one, &p->lock);
		for (end = i; end < i + p->row && end < p->n
		    && p->ended[end % AHEAD]; end++)
			p->ended[end % AHEAD] = false;
		pthread_mutex_unlock(&p->lock);
		for (; i < end; i++)
			done(p->ctx, i);
		pthread_mutex_lock(&p->lock);
		p->handed = end;
		pthread_cond_broadcast(&p->room);
		pthread_mutex_unlock(&p->lock);
	}
}

void
work_run(size_t n, unsigned threads, void (*job)(void *ctx, size_t i),
    void (*done)(void *ctx, size_t i), void *ctx)
{
	struct pool p = { .lock = PTHREAD_MUTEX_INITIALIZER,
	    .ended_one = PTHREAD_COND_INITIALIZER,
	    .room = PTHREAD_COND_INITIALIZER, .n = n, .row = 1, .job = job,
	    .ctx = ctx };
	pthread_t id[THREADS_MOST];
	unsigned started = 0;

	if (threads > THREADS_MOST)
		threads = THREADS_MOST;
	/* Enough rows that no thread is left without at the end. */
	while (p.row < ROW_MOST && threads > 0 && p.row < n / threads / 16)
		p.row *= 2;
	if (threads > 1 && n > 1)
		for (; started < threads && started < n; started++)
			if (pthread_create(&id[started], NULL, worker, &p) != 0)
				break;
	if (started == 0) {
		for (size_t i = 0; i < n; i++) {
			job(ctx, i);
			done(ctx, i);
		}
		return;
	}
	hand_back(&p, done);
	for (unsigned i = 0; i < started; i++)
		pthread_join(id[i], NULL);
}

unsigned
work_threads(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > (long)THREADS_MOST ? THREADS_MOST : (unsigned)n;
}
