/* SPDX-License-Identifier: MIT */
/*
 * Other programs: the only place that starts any.
 *
 * There is never a shell.  A program is looked for on this process's PATH,
 * reads /dev/null, writes into a log file, runs in a folder and with an
 * environment that the caller names, in a process group of its own, and is
 * ended with all its children when its time is over.
 *
 * SIGINT, SIGTERM and SIGHUP end the group too.  A caller that has files to
 * remove holds them back with file_hold_signals() and sees ERR_IO.
 */
#ifndef PITH_SUBMIT_RUN_H
#define PITH_SUBMIT_RUN_H

#include "base/buf.h"

struct run_how {
	const char *folder;	/* where it runs; NULL: where we are */
	char *const *env;	/* its whole environment, ended by NULL */
	const char *log;	/* standard output and error; NULL: nowhere */
	unsigned seconds;	/* how long it may take */
};

/*
 * Run ${argv}, ended by NULL.  Its exit status, or 128 and the signal that
 * ended it.  -1: ERR_ABSENT where there is no such program, ERR_LIMIT where
 * its time was over, else ERR_IO.
 */
int run_program(const char *const *argv, const struct run_how *how,
    struct err *e) MUST_CHECK;

/* The same; what it said goes to ${out}, at most ${most} bytes, by way of the
 * file ${how}.log, which must be named.  A status other than 0 is ERR_IO. */
int run_output(struct buf *out, size_t most, const char *const *argv,
    const struct run_how *how, struct err *e) MUST_CHECK;

/*
 * An environment: ${from}, in which each "NAME=VALUE" of ${set} replaces what
 * was there and each plain "NAME" is taken out.  run_env_free() gives it back.
 */
char **run_env(char *const *from, const char *const *set);
void run_env_free(char **env);

/* The value of ${name} in ${env}; NULL where it is not set; borrowed. */
const char *run_env_get(char *const *env, const char *name);

#endif
