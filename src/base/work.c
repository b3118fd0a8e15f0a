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
#define AHEAD 64u	/* jobs that may have ended but are not handed back */

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t ended_one;	/* the job that is to be handed back */
	pthread_cond_t room;		/* jobs may run further ahead */
	size_t n, next, handed;
	bool ended[AHEAD];	/* by job number modulo AHEAD */
	void (*job)(void *ctx, size_t i);
	void *ctx;
};

static void *
worker(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	while (p->next < p->n) {
		size_t i;

		if (p->next >= p->handed + AHEAD) {
			pthread_cond_wait(&p->room, &p->lock);
			continue;
		}
		i = p->next++;
		pthread_mutex_unlock(&p->lock);
		p->job(p->ctx, i);
		pthread_mutex_lock(&p->lock);
		p->ended[i % AHEAD] = true;
		if (i == p->handed)
			pthread_cond_signal(&p->ended_one);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void
work_run(size_t n, unsigned threads, void (*job)(void *ctx, size_t i),
    void (*done)(void *ctx, size_t i), void *ctx)
{
	struct pool p = { .lock = PTHREAD_MUTEX_INITIALIZER,
	    .ended_one = PTHREAD_COND_INITIALIZER,
	    .room = PTHREAD_COND_INITIALIZER, .n = n, .job = job,
	    .ctx = ctx };
	pthread_t id[THREADS_MOST];
	unsigned started = 0;

	if (threads > THREADS_MOST)
		threads = THREADS_MOST;
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
	for (size_t i = 0; i < n; i++) {
		pthread_mutex_lock(&p.lock);
		while (!p.ended[i % AHEAD])
			pthread_cond_wait(&p.ended_one, &p.lock);
		p.ended[i % AHEAD] = false;
		pthread_mutex_unlock(&p.lock);
		done(ctx, i);
		pthread_mutex_lock(&p.lock);
		p.handed = i + 1;
		if (p.next >= i + AHEAD)
			pthread_cond_broadcast(&p.room);
		pthread_mutex_unlock(&p.lock);
	}
	for (unsigned i = 0; i < started; i++)
		pthread_join(id[i], NULL);
}

void
work_turn(bool begin)
{
	static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

	if (begin)
		pthread_mutex_lock(&turn);
	else
		pthread_mutex_unlock(&turn);
}

unsigned
work_threads(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n > (long)THREADS_MOST ? THREADS_MOST : (unsigned)n;
}
