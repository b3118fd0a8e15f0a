/* SPDX-License-Identifier: MIT */
/*
 * A lock for writers of one folder: fcntl(2) on an empty file that is never
 * removed, so that nothing stays locked when a process dies.  Readers take no
 * lock.  One process holds one lock at a time.
 *
 * On a network file system a lock may exclude nobody; so whoever takes one
 * must still leave a folder that is right, only perhaps with an extra file.
 * A file system without locks is told once and then written without.
 */
#ifndef PITH_BASE_LOCK_H
#define PITH_BASE_LOCK_H

#include "base/err.h"

/*
 * Take the lock ${path}, which is made where it is missing; wait up to
 * ${seconds}.  Returns a descriptor for lock_release(), or -1.
 */
int lock_take(const char *path, unsigned seconds, struct err *e) MUST_CHECK;
void lock_release(int fd);

#endif
