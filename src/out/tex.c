/* SPDX-License-Identifier: MIT */
/*
 * The data file of pith.sty: printable ASCII without %, so that it survives
 * every cleaner, every encoding and every engine; no date, no path.
 *
 *	\PithFileVersion{1}
 *	\PithEntry{TYPED}{NUMBER}{SUFFIX}{WORD}{WORDS}{TITLE}   one a spelling
 *	\PithInfo{NUMBERS}
 *	\PithPacket
 *	... property elements, one a line ...
 *	\endPithPacket
 *	\endinput
 *
 * TITLE is TeX text: what TeX would read as a command is escaped, what is not
 * ASCII is \pithchar{HEX}, white space of any kind is one space, and what no
 * visible output may carry is a question mark.
 */
#include "config.h"

#include "base/utf8.h"
#include "out/out.h"

/* A line that is not longer than this breaks no reader of text files; TeX
 * itself stops at 200,000 bytes. */
#define LINE_BYTES 70

static const char *
escape_of(uint32_t c)
{
	switch (c) {
	case '\\': return "\\textbackslash{}";
	case '{': return "\\{";
	case '}': return "\\}";
	case '$': return "\\$";
	case '&': return "\\&";
	case '#': return "\\#";
	case '%': return "\\pithchar{0025}";
	case '_': return "\\_";
	case '^': return "\\textasciicircum{}";
	case '~': return "\\textasciitilde{}";
	case 0xfffd: return "?";
	default: return NULL;
	}
}

static void
put_title(struct buf *out, const char *title)
{
	struct buf clean = { 0 };
	size_t i = 0, line = 0;

	utf8_clean(&clean, span_text(title));
	while (i < clean.n) {
		const size_t before = out->n;
		const char *escape;
		uint32_t c;

		i += utf8_get(&c, (struct span){ clean.at + i, clean.n - i });
		escape = escape_of(c);
		if (c == ' ' && line > LINE_BYTES) {
			/* A line end is a space to TeX. */
			buf_byte(out, '\n');
			line = 0;
			continue;
		}
		if (escape != NULL)
			buf_text(out, escape);
		else if (c < 0x80)
			buf_byte(out, (uint8_t)c);
		else
			buf_fmt(out, "\\pithchar{%04X}", (unsigned)c);
		line += out->n - before;
	}
	buf_clear(&clean);
}

/* A title without leading, trailing and doubled spaces: a blank line would
 * end the argument. */
static void
put_squeezed(struct buf *out, const char *title)
{
	struct buf clean = { 0 }, tight = { 0 };

	utf8_clean(&clean, span_text(title));
	for (size_t i = 0; i < clean.n; i++)
		if (clean.at[i] != ' '
		    || (tight.n > 0 && tight.at[tight.n - 1] != ' '))
			buf_byte(&tight, clean.at[i]);
	while (tight.n > 0 && tight.at[tight.n - 1] == ' ')
		tight.n--;
	buf_used(&tight, 0);
	put_title(out, buf_string(&tight));
	buf_clear(&clean);
	buf_clear(&tight);
}

static void
put_entry(struct buf *out, const struct mention *m)
{
	buf_fmt(out, "\\PithEntry{%s}{%s}{%s}{%s}{%s}{", m->name.typed,
	    mention_number(m), mention_suffix(m), mention_word(m),
	    mention_words(m));
	if (m->state == MENTION_JUDGED && m->judgement.title != NULL)
		put_squeezed(out, m->judgement.title);
	buf_text(out, "}\n");
}

void
out_tex(struct buf *out, const struct resolution *r)
{
	buf_text(out, "\\PithFileVersion{1}\n");
	for (size_t i = 0; i < r->mention_count; i++)
		put_entry(out, &r->mentions[i]);
	buf_text(out, "\\PithInfo{");
	out_own_numbers(out, r);
	buf_text(out, "}\n\\PithPacket\n");
	out_xmp_properties(out, r);
	buf_text(out, "\\endPithPacket\n\\endinput\n");
}
