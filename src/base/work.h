/* SPDX-License-Identifier: MIT */
/*
 * Runs a list of jobs on threads and hands the results back in order; the
 * only place with threads.
 *
 * ${job} is called once for each number from 0 to ${n} - 1, on any thread, in
 * any order; it may touch nothing that another job writes.  ${done} is called
 * with the same numbers on the calling thread, in order, as soon as that job
 * and all before it have ended, or a few jobs later.  Jobs run ahead of
 * ${done} by a bounded number, so that what they leave behind stays bounded
 * too.  The outcome does not depend on the number of threads.
 */
#ifndef PITH_BASE_WORK_H
#define PITH_BASE_WORK_H

#include <stddef.h>

void work_run(size_t n, unsigned threads, void (*job)(void *ctx, size_t i),
    void (*done)(void *ctx, size_t i), void *ctx);

/*
 * Called by a job, before it takes much memory: wait until all jobs before it
 * have been handed back.  So one such job at most is at work or waits to be
 * handed back, however many threads there are.  Elsewhere nothing happens.
 */
void work_alone(void);

/* How many threads this machine runs at once: at least 1, at most 64. */
unsigned work_threads(void);

#endif
