/* SPDX-License-Identifier: MIT */
/* See err.h. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"

int
err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	e->kind = kind;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	return -1;
}

int
err_sys(struct err *e, const char *fmt, ...)
{
	const int saved = errno;
	va_list ap;
	size_t n;

	e->kind = ERR_IO;
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof(e->text) - n, ": %s", strerror(saved));
	return -1;
}

int
err_in(struct err *e, const char *fmt, ...)
{
	char inner[sizeof(e->text)];
	va_list ap;
	size_t n;

	memcpy(inner, e->text, sizeof(inner));
	va_start(ap, fmt);
	vsnprintf(e->text, sizeof(e->text), fmt, ap);
	va_end(ap);
	n = strlen(e->text);
	snprintf(e->text + n, sizeof(e->text) - n, ": %s", inner);
	return -1;
}
