/* SPDX-License-Identifier: MIT */
/*
 * Runs a list of jobs on threads and hands the results back in order; the
 * only place with threads.
 *
 * ${job} is called once for each number from 0 to ${n} - 1, on any thread, in
 * any order; it may touch nothing that another job writes.  ${done} is called
 * with the same numbers on the calling thread, in order, as soon as that job
 * and all before it have ended.  Jobs run ahead of ${done} by a bounded
 * number, so that what they leave behind stays bounded too.  The outcome does
 * not depend on the number of threads.
 */
#ifndef PITH_BASE_WORK_H
#define PITH_BASE_WORK_H

#include <stdbool.h>
#include <stddef.h>

void work_run(size_t n, unsigned threads, void (*job)(void *ctx, size_t i),
    void (*done)(void *ctx, size_t i), void *ctx);

/* Wait for one's turn at what only one thread may do at a time, and end it. */
void work_turn(bool begin);

/* How many threads this machine runs at once: at least 1, at most 64. */
unsigned work_threads(void);

#endif
