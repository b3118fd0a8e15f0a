/* SPDX-License-Identifier: MIT */
/* See mem.h. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#define TRIM() (void)malloc_trim(0)
#else
#define TRIM() (void)0
#endif

#include "base/mem.h"

_Noreturn void
mem_exhausted(void)
{
	static const char text[] = "pithtex: out of memory\n";

	/* No stdio here: it may need memory itself. */
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(2);
	_exit(2);
}

void *
mem_zero(size_t count, size_t size)
{
	void *p = calloc(count > 0 ? count : 1, size > 0 ? size : 1);

	if (p == NULL)
		mem_exhausted();
	return p;
}

void *
mem_resize(void *old, size_t count, size_t size)
{
	void *p;

	if (size != 0 && count > SIZE_MAX / size)
		mem_exhausted();
	p = realloc(old, count * size > 0 ? count * size : 1);
	if (p == NULL)
		mem_exhausted();
	return p;
}

char *
mem_text(const void *from, size_t n)
{
	char *p = mem_resize(NULL, n + 1, 1);

	if (n > 0)
		memcpy(p, from, n);
	p[n] = '\0';
	return p;
}

char *
mem_string(const char *s)
{
	return s == NULL ? NULL : mem_text(s, strlen(s));
}

void
mem_grow(void *list, size_t used, size_t size)
{
	void *p;

	if ((used & (used - 1)) != 0)
		return;
	memcpy(&p, list, sizeof(p));
	p = mem_resize(p, used == 0 ? 1 : used * 2, size);
	memcpy(list, &p, sizeof(p));
}

void
mem_trim(void)
{
	TRIM();
}
