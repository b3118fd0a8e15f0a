/* SPDX-License-Identifier: MIT */
/*
 * Writes JSON for machines as it goes: one indent of two spaces, printable
 * ASCII, a comma where one belongs, names in the order they are given.  What
 * is written depends on nothing but the calls.
 *
 * A struct emit borrows its buf and starts as { .out = &buf }.  Every opened
 * object or array must be closed; ${name} is NULL within an array and at the
 * top.
 */
#ifndef PITH_CANON_EMIT_H
#define PITH_CANON_EMIT_H

#include <stdbool.h>

#include "base/buf.h"

struct emit {
	struct buf *out;
	unsigned depth;
	bool more;	/* a value came before in this container */
};

void emit_object(struct emit *j, const char *name);
void emit_array(struct emit *j, const char *name);
void emit_close_object(struct emit *j);
void emit_close_array(struct emit *j);

/* A string; NULL is written as null. */
void emit_text(struct emit *j, const char *name, const char *text);
void emit_int(struct emit *j, const char *name, long long value);
void emit_bool(struct emit *j, const char *name, bool value);

/* Text that is JSON already. */
void emit_raw(struct emit *j, const char *name, struct span json);

#endif
