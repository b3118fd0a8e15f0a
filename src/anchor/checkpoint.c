/* SPDX-License-Identifier: MIT */
/* See checkpoint.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"

#include "anchor/checkpoint.h"
#include "anchor/line_private.h"

void
checkpoint_clear(struct checkpoint *c)
{
	free(c->origin);
	*c = (struct checkpoint){ 0 };
}

static int
malformed(struct err *e, const char *what)
{
	return err_set(e, ERR_FORMAT, "not a checkpoint: %s "
	    "(c2sp.org/tlog-checkpoint)", what);
}

int
checkpoint_parse(struct checkpoint *out, struct span text, struct err *e)
{
	struct checkpoint c = { 0 };
	struct span origin, size, root, more;

	if (!line_cut(&origin, &text, '\n') || origin.n == 0
	    || memchr(origin.at, '\0', origin.n) != NULL)
		return malformed(e, "the first line is not an origin");
	if (!line_cut(&size, &text, '\n') || !line_decimal(&c.size, size))
		return malformed(e, "the second line is not a size");
	if (c.size > INT64_MAX)
		return err_set(e, ERR_LIMIT, "a checkpoint of %" PRIu64
		    " entries", c.size);
	if (!line_cut(&root, &text, '\n') || !line_hash(&c.root, root))
		return malformed(e, "the third line is not a root");
	while (text.n > 0) {
		if (!line_cut(&more, &text, '\n') || more.n == 0)
			return malformed(e, "an empty extension line");
		c.extended = true;
	}
	c.origin = mem_text(origin.at, origin.n);
	*out = c;
	return 0;
}

void
checkpoint_print(struct buf *out, const struct checkpoint *c)
{
	buf_fmt(out, "%s\n%" PRIu64 "\n", c->origin, c->size);
	line_hash_print(out, &c->root);
}

int
checkpoint_sign(struct buf *out, const struct checkpoint *c,
    const struct note_secret *s, struct err *e)
{
	struct buf text = { 0 };

	if (strcmp(c->origin, s->key.name) != 0)
		return err_set(e, ERR_USAGE, "%s: the key of another log, %s",
		    c->origin, s->key.name);
	checkpoint_print(&text, c);
	buf_span(out, span_buf(&text));
	buf_byte(out, '\n');
	note_sign(out, s, span_buf(&text), 0);
	buf_clear(&text);
	return 0;
}
