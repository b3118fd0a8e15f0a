/* SPDX-License-Identifier: MIT */
/*
 * Checked allocation.  These functions never return NULL: when memory is
 * exhausted the program says so and ends with status 2.  That is safe,
 * because sizes from outside are compared with base/limits.h before anything
 * is allocated, and every file is written beside its name before it is
 * renamed.  What they return is given back with free(3).
 */
#ifndef PITH_BASE_MEM_H
#define PITH_BASE_MEM_H

#include <stddef.h>

/* Say that memory is exhausted, and end.  Also for calls into libraries that
 * fail for no other reason. */
_Noreturn void mem_exhausted(void);

/* ${count} objects of ${size} bytes, all zero. */
void *mem_zero(size_t count, size_t size);

/* ${old} (or NULL) grown or shrunk to ${count} objects of ${size} bytes. */
void *mem_resize(void *old, size_t count, size_t size);

/* A NUL-terminated copy of ${n} bytes. */
char *mem_text(const void *from, size_t n);

/* A copy of the string ${s}; NULL gives NULL. */
char *mem_string(const char *s);

/*
 * Make room in the array ${*list} of objects of ${size} bytes for one more
 * than ${used}; the room doubles at powers of two, so no capacity is kept.
 */
void mem_grow(void *list, size_t used, size_t size);

/* Give what was freed back to the system, where the C library can: it keeps
 * for each thread what that thread freed, and no other one gets it. */
void mem_trim(void);

#endif
