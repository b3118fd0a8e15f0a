/* SPDX-License-Identifier: MIT */
/*
 * Letters as lines.  A small alphabet drawn for this project, so that a badge
 * needs no font: each glyph is the middle line of one pen of constant width.
 *
 * One unit is a tenth of a pixel at the size the alphabet was drawn for, that
 * of an 11 pixel sans serif.  The middle of the pen stands on y = 0, the tops
 * of capitals are at GLYPH_CAPITAL, y grows downwards.  Stroke the path with
 * a width of GLYPH_PEN, round caps and round joins, and no fill.
 *
 * The characters: A-Z a-z 0-9 space and : ; . , / - _ ( ).  Any other byte is
 * an empty box, so that what cannot be drawn is seen.
 */
#ifndef PITH_OUT_GLYPH_H
#define PITH_OUT_GLYPH_H

#include <stdbool.h>

#include "base/buf.h"

#define GLYPH_PEN	12	/* width of the stroke */
#define GLYPH_CAPITAL	(-70)	/* middle of the pen on top of an H */
#define GLYPH_TOP	(-84)	/* no middle line is above this, */
#define GLYPH_BOTTOM	24	/* nor below this */

/* Whether there is a glyph for ${c}; a space is one. */
bool glyph_known(char c);

/* How far ${text} reaches, its outer bearings included.  Adds up: the width
 * of a text is the sum of the widths of its characters. */
int glyph_width(const char *text);

/*
 * Append SVG path data that draws ${text} with its origin at (${x}, ${y}):
 * relative commands m l h v c and integers only, so that the bytes are the
 * same everywhere.  Nothing for a text without ink.
 */
void glyph_path(struct buf *out, int x, int y, const char *text);

#endif
