/* SPDX-License-Identifier: MIT */
/*
 * Bytes.  A struct span looks at bytes that somebody else owns; a struct buf
 * grows and owns its bytes.  A buf starts as {0}, is given back with
 * buf_clear(), and always has a NUL behind its last byte once anything was
 * added, so that text in it can be read as a C string.  Appending cannot
 * fail (base/mem.h).
 */
#ifndef PITH_BASE_BUF_H
#define PITH_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/err.h"

struct span {
	const uint8_t *at;
	size_t n;
};

struct buf {
	uint8_t *at;
	size_t n;
	size_t room;
};

/* The bytes of the string ${s}, without its NUL. */
static inline struct span
span_text(const char *s)
{
	return (struct span){ (const uint8_t *)s, strlen(s) };
}

/* The bytes of ${b}, until it changes. */
static inline struct span
span_buf(const struct buf *b)
{
	return (struct span){ b->at, b->n };
}

static inline bool
span_equal(struct span a, struct span b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

/* Append ${n} bytes; a span; a string; one byte; formatted text. */
void buf_add(struct buf *b, const void *from, size_t n);
void buf_span(struct buf *b, struct span s);
void buf_text(struct buf *b, const char *s);
void buf_byte(struct buf *b, uint8_t c);
void buf_fmt(struct buf *b, const char *fmt, ...) PRINTF_LIKE(2, 3);
void buf_vfmt(struct buf *b, const char *fmt, va_list ap) PRINTF_LIKE(2, 0);

/* Append ${n} zero bytes. */
void buf_zeros(struct buf *b, size_t n);

/* Make room for ${n} more bytes and return where they go; buf_used() then
 * says how many were written there. */
uint8_t *buf_room(struct buf *b, size_t n);
void buf_used(struct buf *b, size_t n);

/* Keep the first ${n} bytes, or all where there are no more. */
void buf_cut(struct buf *b, size_t n);

/* The bytes as a C string: never NULL.  Lives until ${b} changes. */
const char *buf_string(struct buf *b);

/* Hand the bytes over as a C string; the caller frees it; ${b} is empty. */
char *buf_steal(struct buf *b);

/* Give the bytes back.  ${b} is empty and may be used again. */
void buf_clear(struct buf *b);

#endif
