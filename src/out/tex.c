/* SPDX-License-Identifier: MIT */
/*
 * The data file of pith.sty: printable ASCII without %, so that it survives
 * every cleaner, every encoding and every engine; no date, no path.
 *
 *	\PithFileVersion{1}
 *	\PithEntry{TYPED}{NUMBER}{SUFFIX}{WORD}{WORDS}{TITLE}   one a spelling
 *	\PithNotice{LEVEL}{TYPED}{MESSAGE}			one a warning
 *	\PithLedger{NUMBER}{THESIS}{REFUSAL}{COUNTS}{LEFT}	one a record
 *	\PithLedgerRow{out / in}{ID}{TITLE}{REFERENCE}{RESOLUTION}{STANDING}
 *	\PithInfo{NUMBERS}
 *	\PithPacket
 *	... property elements, one a line ...
 *	\endPithPacket
 *	\endinput
 *
 * TITLE is TeX text: what TeX would read as a command is escaped; what is not
 * ASCII, or is another character or half a ligature in some font of TeX, is
 * \pithchar{HEX}; white space of any kind is one space, and what no visible
 * output may carry is a question mark; a word that is too long for TeX has
 * \allowbreak{}, a title that is ends in [...].  So are the other texts but
 * MESSAGE, which TeX repeats in its log: there a question mark
 * stands for everything that is not plain.
 *
 * Notices and ledgers came with version 2.  A file that has none of them is
 * of version 1, so that an older pith.sty can read it; another one it refuses
 * by that number and asks to be updated.
 */
#include "config.h"

#include "base/utf8.h"
#include "out/out.h"

/* A line that is not longer than this breaks no reader of text files; TeX
 * itself stops at 200,000 bytes. */
#define LINE_BYTES 70

/* TeX measures a title in one line, in a caption for one, and stops where
 * that is longer than 5.7 metres: of so many times the widest letter of
 * ASCII in type of 13 points.  The longest titles have some hundred
 * characters; of others the report has all. */
#define TITLE_WIDTH 1000

/* A word of so many characters may break anywhere: TeX hyphenates none that
 * is longer, and a word of thousands breaks XeTeX itself. */
#define WORD_CHARS 60

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
	/* What not every encoding of TeX has in its place. */
	case '"': return "\\pithchar{0022}";
	case '<': return "\\pithchar{003C}";
	case '>': return "\\pithchar{003E}";
	case '_': return "\\pithchar{005F}";
	case '|': return "\\pithchar{007C}";
	case '^': return "\\textasciicircum{}";
	case '~': return "\\textasciitilde{}";
	case 0xfffd: return "?";
	default: return NULL;
	}
}

/* The width of a character in those of a W.  Where the fonts have none that
 * is not ASCII, its code stands for it: [U+4E2D], [U+20000]. */
static size_t
width_of(uint32_t c)
{
	return c < 0x80 ? 1 : c < 0x10000 ? 5 : 6;
}

/* Whether TeX makes one glyph of the two characters: dashes, quotes and marks
 * from Spain. */
static bool
is_ligature(uint32_t before, uint32_t c)
{
	return (c == before && (c == '-' || c == '`' || c == '\'' || c == ','))
	    || (c == '`' && (before == '?' || before == '!'));
}

static void
put_title(struct buf *out, const char *title)
{
	struct buf clean = { 0 };
	size_t i = 0, line = 0, width = 0, word = 0;
	uint32_t last = ' ';

	utf8_clean(&clean, span_text(title));
	while (i < clean.n) {
		const size_t before = out->n;
		const char *escape;
		bool joins;
		uint32_t c;

		i += utf8_get(&c, (struct span){ clean.at + i, clean.n - i });
		joins = is_ligature(last, c);
		last = c;
		width += width_of(c);
		if (width > TITLE_WIDTH) {
			buf_text(out, " [...]");
			break;
		}
		escape = escape_of(c);
		word = c == ' ' ? 0 : word + 1;
		if (word > WORD_CHARS) {
			buf_text(out, "\\allowbreak{}");
			word = 1;
		}
		if (c == ' ' && line > LINE_BYTES) {
			/* A line end is a space to TeX. */
			buf_byte(out, '\n');
			line = 0;
			continue;
		}
		if (escape != NULL)
			buf_text(out, escape);
		else if (c < 0x80 && !joins)
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
	size_t end;

	utf8_clean(&clean, span_text(title));
	for (size_t i = 0; i < clean.n; i++)
		if (clean.at[i] != ' '
		    || (tight.n > 0 && tight.at[tight.n - 1] != ' '))
			buf_byte(&tight, clean.at[i]);
	for (end = tight.n; end > 0 && tight.at[end - 1] == ' '; end--)
		;
	buf_cut(&tight, end);
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

static void
put_argument(struct buf *out, const char *text)
{
	buf_byte(out, '{');
	if (text != NULL)
		put_squeezed(out, text);
	buf_text(out, "}\n");
}

/* A message: letters, digits and what means nothing to TeX. */
static void
put_message(struct buf *out, const char *text)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789 .,:;!?()[]<>/+-*='@|";
	struct buf clean = { 0 };
	size_t line = 0;

	utf8_clean(&clean, span_text(text));
	for (size_t i = 0; i < clean.n; i++) {
		const char c = (char)clean.at[i];

		/* What follows the first byte of a character. */
		if ((clean.at[i] & 0xc0) == 0x80)
			continue;
		if (c == ' ' && line > LINE_BYTES) {
			if (out->at[out->n - 1] != '\n')
				buf_byte(out, '\n');
			line = 0;
			continue;
		}
		buf_byte(out, c == '_' ? '-' : strchr(plain, c) != NULL
		    && c != '\0' ? (uint8_t)c : '?');
		line++;
	}
	buf_clear(&clean);
}

static void
put_notices(struct buf *out, const struct mention *m)
{
	const struct brief_warning *w;
	size_t i = 0;

	while ((w = mention_warning(m, &i)) != NULL) {
		buf_fmt(out, "\\PithNotice{%s}{%s}{",
		    record_brief_level(w->level), m->name.typed);
		put_message(out, w->text);
		buf_text(out, "}\n");
	}
}

/* The ledger of the paper's own number, once. */
static bool
has_ledger(const struct mention *m)
{
	return m->own && !m->seen_kind && m->state == MENTION_JUDGED
	    && m->judgement.brief.there;
}

static void
put_ledger(struct buf *out, const struct mention *m)
{
	const struct brief *b = &m->judgement.brief;

	buf_fmt(out, "\\PithLedger{%s}\n", mention_number(m));
	put_argument(out, b->thesis);
	put_argument(out, b->refusal);
	put_argument(out, b->counts);
	buf_fmt(out, "{%zu}\n", b->rows_left);
	for (size_t i = 0; i < b->row_count; i++) {
		const struct brief_row *r = &b->rows[i];

		buf_fmt(out, "\\PithLedgerRow{%s}\n", r->outbound ? "out"
		    : "in");
		put_argument(out, r->id);
		put_argument(out, r->title);
		put_argument(out, r->reference);
		put_argument(out, r->resolution);
		put_argument(out, r->standing);
	}
}

static int
version_of(const struct resolution *r)
{
	for (size_t i = 0; i < r->mention_count; i++) {
		size_t k = 0;

		if (has_ledger(&r->mentions[i])
		    || mention_warning(&r->mentions[i], &k) != NULL)
			return 2;
	}
	return 1;
}

void
out_tex(struct buf *out, const struct resolution *r)
{
	buf_fmt(out, "\\PithFileVersion{%d}\n", version_of(r));
	for (size_t i = 0; i < r->mention_count; i++)
		put_entry(out, &r->mentions[i]);
	for (size_t i = 0; i < r->mention_count; i++)
		put_notices(out, &r->mentions[i]);
	for (size_t i = 0; i < r->mention_count; i++)
		if (has_ledger(&r->mentions[i]))
			put_ledger(out, &r->mentions[i]);
	buf_text(out, "\\PithInfo{");
	out_own_numbers(out, r);
	buf_text(out, "}\n\\PithPacket\n");
	out_xmp_properties(out, r);
	buf_text(out, "\\endPithPacket\n\\endinput\n");
}
