/* SPDX-License-Identifier: MIT */
/* See buf.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/mem.h"

uint8_t *
buf_room(struct buf *b, size_t n)
{
	size_t want = b->n + n + 1;

	/* One byte more than asked for, so that a NUL always fits. */
	if (want < n)
		want = SIZE_MAX;	/* mem_resize() ends the program */
	if (want > b->room) {
		size_t room = b->room > 64 ? b->room : 64;

		/* The first bytes of a file come with their whole length. */
		if (b->room == 0 && want > room)
			room = want;
		while (room < want)
			room = room > SIZE_MAX / 2 ? SIZE_MAX : room * 2;
		b->at = mem_resize(b->at, room, 1);
		b->room = room;
	}
	return b->at + b->n;
}

void
buf_used(struct buf *b, size_t n)
{
	b->n += n;
	b->at[b->n] = '\0';
}

void
buf_cut(struct buf *b, size_t n)
{
	if (n < b->n) {
		b->n = n;
		b->at[n] = '\0';
	}
}

void
buf_add(struct buf *b, const void *from, size_t n)
{
	uint8_t *to = buf_room(b, n);

	if (n > 0)
		memcpy(to, from, n);
	buf_used(b, n);
}

void
buf_span(struct buf *b, struct span s)
{
	buf_add(b, s.at, s.n);
}

void
buf_text(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void
buf_byte(struct buf *b, uint8_t c)
{
	buf_add(b, &c, 1);
}

void
buf_zeros(struct buf *b, size_t n)
{
	memset(buf_room(b, n), 0, n);
	buf_used(b, n);
}

void
buf_vfmt(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	if (n > 0) {
		vsnprintf((char *)buf_room(b, (size_t)n), (size_t)n + 1, fmt, again);
		buf_used(b, (size_t)n);
	}
	va_end(again);
}

void
buf_fmt(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(b, fmt, ap);
	va_end(ap);
}

const char *
buf_string(struct buf *b)
{
	*buf_room(b, 0) = '\0';
	return (const char *)b->at;
}

char *
buf_steal(struct buf *b)
{
	char *s;

	*buf_room(b, 0) = '\0';
	s = (char *)b->at;
	*b = (struct buf){ 0 };
	return s;
}

void
buf_clear(struct buf *b)
{
	free(b->at);
	*b = (struct buf){ 0 };
}
