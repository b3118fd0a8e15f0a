/* SPDX-License-Identifier: MIT */
/* See emit.h. */
#include "config.h"

#include "canon/emit.h"
#include "canon/json.h"

static void
newline(struct emit *j)
{
	buf_byte(j->out, '\n');
	for (unsigned i = 0; i < j->depth; i++)
		buf_text(j->out, "  ");
}

static void
lead(struct emit *j, const char *name)
{
	if (j->more)
		buf_byte(j->out, ',');
	if (j->depth > 0)
		newline(j);
	if (name != NULL) {
		json_quote(j->out, span_text(name));
		buf_text(j->out, ": ");
	}
	j->more = true;
}

static void
open_container(struct emit *j, const char *name, uint8_t bracket)
{
	lead(j, name);
	buf_byte(j->out, bracket);
	j->depth++;
	j->more = false;
}

static void
close_container(struct emit *j, uint8_t bracket)
{
	j->depth--;
	if (j->more)
		newline(j);
	buf_byte(j->out, bracket);
	/* What comes behind the outermost is a text of its own. */
	j->more = j->depth > 0;
	if (j->depth == 0)
		buf_byte(j->out, '\n');
}

void
emit_object(struct emit *j, const char *name)
{
	open_container(j, name, '{');
}

void
emit_array(struct emit *j, const char *name)
{
	open_container(j, name, '[');
}

void
emit_close_object(struct emit *j)
{
	close_container(j, '}');
}

void
emit_close_array(struct emit *j)
{
	close_container(j, ']');
}

void
emit_text(struct emit *j, const char *name, const char *text)
{
	lead(j, name);
	if (text == NULL)
		buf_text(j->out, "null");
	else
		json_quote(j->out, span_text(text));
}

void
emit_int(struct emit *j, const char *name, long long value)
{
	lead(j, name);
	buf_fmt(j->out, "%lld", value);
}

void
emit_bool(struct emit *j, const char *name, bool value)
{
	lead(j, name);
	buf_text(j->out, value ? "true" : "false");
}

void
emit_raw(struct emit *j, const char *name, struct span json)
{
	lead(j, name);
	buf_span(j->out, json);
}
