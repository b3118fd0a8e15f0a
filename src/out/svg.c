/* SPDX-License-Identifier: MIT */
/* See svg.h. */
#include "config.h"

#include "base/utf8.h"
#include "out/glyph.h"
#include "out/svg.h"

/*
 * All lengths are tenths of a pixel, as in out/glyph.h.  The first row alone
 * has the height of the usual badge, 20 pixels, so that the two stand well
 * side by side.  LINE is the outline, and the line between the fields.
 */
enum {
	LINE = 10,
	ROW = 200,
	HEIGHT = 2 * ROW,
	BASE = 135,		/* middle of the pen under a letter; at 5 */
	BASE_2 = ROW + 135,	/* it fills a row of pixels */
	PAD = 75,		/* from the outside to the first bearing */
	GAP = 60,		/* the same at the line inside */
	SIGN = 130,		/* the sign is as wide as it is high */
	SIGN_TOP = 40,
	SIGN_GAP = 45
};

struct look {
	const char *ink;
	const char *shape;	/* filled and edged with white */
	const char *mark;	/* drawn on it in ink */
};

/* The outer shapes differ too, so that a small badge in grey still tells. */
static const struct look looks[] = {
	[SVG_GOOD] = {
		"#1b5e20",
		"m10 65a55 55 0 0 1 110 0a55 55 0 0 1-110 0z",
		"m36 67l20 20 38-42"
	},
	[SVG_CAUTION] = {
		"#5b4300",
		"m65 17l55 95h-110z",
		"m65 49v27m0 24v1"
	},
	[SVG_BAD] = {
		"#7a1f1f",
		"m42 10h46l32 32v46l-32 32h-46l-32-32v-46z",
		"m43 43l44 44m0-44l-44 44"
	},
};

static void
escape(struct buf *out, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		switch (s.at[i]) {
		case '&':
			buf_text(out, "&amp;");
			break;
		case '<':
			buf_text(out, "&lt;");
			break;
		case '>':
			buf_text(out, "&gt;");
			break;
		case '"':
			buf_text(out, "&quot;");
			break;
		case '\'':
			buf_text(out, "&#39;");
			break;
		default:
			buf_byte(out, s.at[i]);
		}
	}
}

static void
text(struct buf *out, const char *from)
{
	struct buf clean = { 0 };

	utf8_clean(&clean, span_text(from));
	escape(out, span_buf(&clean));
	buf_clear(&clean);
}

/* Not trusted to be one: it stands in an attribute and in a link. */
static void
suffix(struct buf *out, const char *from)
{
	for (; *from != '\0'; from++) {
		const bool plain = (*from >= '0' && *from <= '9')
		    || (*from >= 'A' && *from <= 'Z')
		    || (*from >= 'a' && *from <= 'z');

		buf_byte(out, plain ? (uint8_t)*from : '-');
	}
}

/* Up to a whole pixel. */
static int
whole(int n)
{
	return (n + 9) / 10 * 10;
}

/* Everything that is read out instead of seen, up to the open link. */
static void
head(struct buf *out, const struct svg_badge *b, int w)
{
	struct buf id = { 0 };
	const char *s;

	suffix(&id, b->suffix);
	s = buf_string(&id);
	buf_fmt(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\""
	    " height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\""
	    " aria-labelledby=\"pith-%s-t pith-%s-d\">\n", w / 10,
	    HEIGHT / 10, w, HEIGHT, s, s);

	buf_fmt(out, "<title id=\"pith-%s-t\">Pith Number ", s);
	text(out, b->number);
	buf_text(out, ": ");
	text(out, b->words);
	buf_fmt(out, "</title>\n<desc id=\"pith-%s-d\">", s);
	if (b->title != NULL) {
		buf_text(out, "The title of the record: ");
		text(out, b->title);
	} else {
		buf_text(out, "The title of the record is not known.");
	}
	buf_fmt(out, "</desc>\n<a href=\"https://pith.science/pith/%s\""
	    " aria-labelledby=\"pith-%s-t\">\n", s, s);
	buf_clear(&id);
}

/* Three fields on a ground that shows between and around them. */
static void
fields(struct buf *out, const char *ink, int w, int split)
{
	const int high = ROW - LINE;
	const int left = split - LINE;
	const int right = w - split - 2 * LINE;
	const int inner = w - 2 * LINE;

	buf_fmt(out, "<rect width=\"%d\" height=\"%d\" rx=\"40\""
	    " fill=\"#ccc\"/>\n", w, HEIGHT);
	buf_fmt(out, "<path fill=\"#333\" d=\"M%d %dv-%da30 30 0 0 1 30-30"
	    "h%dv%dz\"/>\n", LINE, ROW, high - 30, left - 30, high);
	buf_fmt(out, "<path fill=\"%s\" d=\"M%d %dh%da30 30 0 0 1 30 30v%d"
	    "h-%dz\"/>\n", ink, split + LINE, LINE, right - 30, high - 30,
	    right);
	buf_fmt(out, "<path fill=\"#fff\" d=\"M%d %dh%dv%da30 30 0 0 1-30 30"
	    "h-%da30 30 0 0 1-30-30z\"/>\n", LINE, ROW + LINE, inner,
	    high - LINE - 30, inner - 60);
}

/* White, rounded by its edge; the mark lets the ground through. */
static void
sign(struct buf *out, const struct look *look, int x)
{
	buf_fmt(out, "<path fill=\"#fff\" stroke=\"#fff\" stroke-width=\"20\""
	    " d=\"M%d %d%s\"/>\n", x, SIGN_TOP, look->shape);
	buf_fmt(out, "<path stroke=\"%s\" stroke-width=\"17\""
	    " d=\"M%d %d%s\"/>\n", look->ink, x, SIGN_TOP, look->mark);
}

/* A text without ink is no path. */
static void
line(struct buf *out, const char *ink, int x, int y, const char *from)
{
	struct buf path = { 0 };

	glyph_path(&path, x, y, from);
	if (path.n > 0)
		buf_fmt(out, "<path stroke=\"%s\" stroke-width=\"%d\""
		    " d=\"%s\"/>\n", ink, GLYPH_PEN, buf_string(&path));
	buf_clear(&path);
}

void
out_svg(struct buf *out, const struct svg_badge *b)
{
	static const char label[] = "Pith Number";
	const struct look *look = &looks[b->state];
	const int split = whole(PAD + glyph_width(label) + GAP);
	const int at = split + LINE + GAP;
	const int words = at + SIGN + SIGN_GAP;
	const int first = words + glyph_width(b->words) + PAD;
	const int second = PAD + glyph_width(b->number) + PAD;
	const int w = whole(first > second ? first : second);

	head(out, b, w);
	fields(out, look->ink, w, split);
	buf_text(out, "<g fill=\"none\" stroke-linecap=\"round\""
	    " stroke-linejoin=\"round\">\n");
	sign(out, look, at);
	line(out, "#fff", PAD, BASE, label);
	line(out, "#fff", words, BASE, b->words);
	line(out, "#222", PAD, BASE_2, b->number);
	buf_text(out, "</g>\n</a>\n</svg>\n");
}
