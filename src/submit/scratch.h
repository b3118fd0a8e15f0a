/* SPDX-License-Identifier: MIT */
/*
 * A folder for things that may be lost: made with a name that nobody else
 * has, for this user alone, and removed with all that is in it.
 */
#ifndef PITH_SUBMIT_SCRATCH_H
#define PITH_SUBMIT_SCRATCH_H

#include "base/err.h"

/* Make a folder in ${tmp}.  Its absolute path goes to ${out}, which the
 * caller gives back with scratch_remove(). */
int scratch_make(char **out, const char *tmp, struct err *e) MUST_CHECK;

/* Remove the folder and free ${path}; NULL is nothing.  Links are removed,
 * never followed. */
void scratch_remove(char *path);

#endif
