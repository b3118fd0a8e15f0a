/* SPDX-License-Identifier: MIT */
/*
 * The badge of a Pith Number as an SVG file, for web pages and READMEs.
 *
 *	+-------------+--------------------------+
 *	| Pith Number | (v)  signature verified  |
 *	+-------------+--------------------------+
 *	| pith:2016:RE7YA4NUEPAVNSZTI7K5XFZRCI   |
 *	+----------------------------------------+
 *
 * It says what was checked, in words and by a shape, never by colour alone;
 * contrast is at least 7; it has its own ground and a light outline, so that
 * it reads on white, on black and in grey.  Every letter is drawn by
 * out/glyph.h: no font, style, script, date or outer reference.  Its one link
 * leads to https://pith.science/pith/SUFFIX.  Same badge, same bytes.
 */
#ifndef PITH_OUT_SVG_H
#define PITH_OUT_SVG_H

#include "base/buf.h"

/* What the shape says. */
enum svg_state {
	SVG_GOOD,	/* a tick */
	SVG_CAUTION,	/* an exclamation mark */
	SVG_BAD		/* a cross */
};

struct svg_badge {
	const char *number;	/* what is shown: printable ASCII */
	const char *suffix;	/* 26 characters A-Z 2-7 */
	const char *words;	/* what was found: lower-case ASCII */
	enum svg_state state;
	const char *title;	/* of the record, any bytes; may be NULL */
};

/*
 * Append the SVG document, which ends with a newline.  Whatever the strings
 * hold, it is well formed and has no link but the one above: text is cleaned
 * and escaped, and the suffix is written as [0-9A-Za-z] only, any other byte
 * as "-".  Ids begin with "pith-" and the suffix, so that badges of several
 * numbers can stand in one page.
 */
void out_svg(struct buf *out, const struct svg_badge *b);

#endif
