/* SPDX-License-Identifier: MIT */
/* See answer.h. */
#include "config.h"

#include <stdarg.h>

#include "base/say.h"
#include "cmd/answer.h"

void
answer_open(struct answer *a, const struct run *run)
{
	*a = (struct answer){ .run = run };
	a->j.out = &a->text;
	emit_object(&a->j, NULL);
	emit_array(&a->j, "done");
}

void
answer_add(struct answer *a, const char *name, const char *what)
{
	if (a->run->json) {
		emit_object(&a->j, NULL);
		emit_text(&a->j, "name", name);
		emit_text(&a->j, "what", what != NULL ? what : "written");
		emit_close_object(&a->j);
	} else if (!a->run->quiet && what != NULL) {
		say_line("%s: %s", name, what);
	} else if (!a->run->quiet) {
		say_line("%s", name);
	}
}

void
answer_fmt(struct answer *a, const char *name, const char *fmt, ...)
{
	struct buf what = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&what, fmt, ap);
	va_end(ap);
	answer_add(a, name, buf_string(&what));
	buf_clear(&what);
}

int
answer_close(struct answer *a, int status)
{
	if (a->run->json && status >= 0) {
		emit_close_array(&a->j);
		emit_int(&a->j, "status", status);
		emit_close_object(&a->j);
		say_bytes(span_buf(&a->text));
	}
	buf_clear(&a->text);
	return status;
}

void
answer_text(const struct run *run, const char *name, struct span text,
    int status)
{
	struct buf copy = { 0 }, json = { 0 };
	struct emit j = { .out = &json };

	if (run->json) {
		buf_span(&copy, text);
		emit_object(&j, NULL);
		emit_text(&j, name, buf_string(&copy));
		emit_int(&j, "status", status);
		emit_close_object(&j);
		text = span_buf(&json);
	}
	say_bytes(text);
	buf_clear(&copy);
	buf_clear(&json);
}

void
answer_none(const char *why, int status)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	emit_object(&j, NULL);
	emit_text(&j, "error", why);
	emit_int(&j, "status", status);
	emit_close_object(&j);
	say_bytes(span_buf(&text));
	buf_clear(&text);
}
