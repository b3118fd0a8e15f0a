/* SPDX-License-Identifier: MIT */
/* See glyph.h. */
#include "config.h"

#include "out/glyph.h"

struct glyph {
	char c;
	signed char before;	/* from the origin to x = 0 of the path */
	signed char after;	/* from x = ink to the next origin */
	signed char ink;	/* the middle line reaches from 0 to here */
	const char *path;	/* absolute M L H V C, integers */
};

/*
 * Straight stems keep 14 units from their neighbours, rounds 11 and diagonals
 * 8, so that the white between letters looks even; capitals and digits keep
 * one or two more, because numbers are read letter by letter.  Rounds pass
 * the lines by one unit.  What is easily mistaken differs in more than size:
 * I and 1 have feet, l a tail, 0 a dot.
 */
static const struct glyph glyphs[] = {
	{ ' ', 0, 32, 0, "" },
	{ '(', 14, 10, 14, "M14-80C4-66 0-50 0-31C0-12 4 4 14 18" },
	{ ')', 10, 14, 14, "M0-80C10-66 14-50 14-31C14-12 10 4 0 18" },
	{ ',', 11, 13, 5, "M5-1L0 13" },
	{ '-', 12, 12, 22, "M0-28H22" },
	{ '.', 14, 14, 3, "M0-3H3V0H0" },
	{ '/', 8, 8, 30, "M0 10L30-78" },
	{ '0', 12, 12, 42, "M0-35C0-57 8-71 21-71C34-71 42-57 42-35"
	    "C42-13 34 1 21 1C8 1 0-13 0-35M20-35H22" },
	{ '1', 12, 12, 34, "M1-57L17-70V0M0 0H34" },
	{ '2', 12, 12, 42, "M1-53C3-64 10-71 21-71C33-71 41-63 41-52"
	    "C41-43 36-36 28-28L0 0H42" },
	{ '3', 12, 12, 41, "M2-59C5-67 11-71 20-71C31-71 39-64 39-55"
	    "C39-45 31-38 20-38H13M20-38C33-38 41-31 41-20"
	    "C41-8 32 1 19 1C9 1 2-4 0-14" },
	{ '4', 10, 10, 46, "M35 0V-70L0-18H46" },
	{ '5', 12, 12, 41, "M37-70H7L4-36C8-41 14-45 21-45"
	    "C33-45 41-36 41-22C41-8 32 1 19 1C10 1 3-4 0-12" },
	{ '6', 12, 12, 42, "M37-61C34-67 29-71 22-71C8-71 0-56 0-32"
	    "C0-11 8 1 21 1C33 1 42-8 42-21C42-34 33-43 22-43"
	    "C10-43 2-35 1-24" },
	{ '7', 11, 11, 42, "M0-70H42L14 0" },
	{ '8', 12, 12, 42, "M21-38C10-38 3-45 3-54C3-64 10-71 21-71"
	    "C32-71 39-64 39-54C39-45 32-38 21-38C8-38 0-30 0-19"
	    "C0-7 8 1 21 1C34 1 42-7 42-19C42-30 34-38 21-38" },
	{ '9', 12, 12, 42, "M5-9C8-3 13 1 20 1C34 1 42-14 42-38"
	    "C42-59 34-71 21-71C9-71 0-62 0-49C0-36 9-27 20-27"
	    "C32-27 40-35 41-46" },
	{ ':', 15, 15, 3, "M0-46H3V-43H0M0-3H3V0H0" },
	{ ';', 11, 14, 6, "M3-46H6V-43H3M5-4L0 13" },
	{ 'A', 9, 9, 54, "M0 0L27-70L54 0M9-24H45" },
	{ 'B', 16, 12, 42, "M0-38H24C34-38 40-45 40-54C40-64 34-70 24-70"
	    "H0V0H23C35 0 42-8 42-19C42-30 35-38 23-38" },
	{ 'C', 13, 10, 50, "M50-57C46-66 38-71 28-71C11-71 0-57 0-35"
	    "C0-13 11 1 28 1C38 1 46-4 50-13" },
	{ 'D', 16, 13, 51, "M18-70C39-70 51-57 51-35C51-13 39 0 18 0"
	    "H0V-70H18" },
	{ 'E', 16, 11, 38, "M38-70H0V0H38M0-37H34" },
	{ 'F', 16, 9, 36, "M36-70H0V0M0-35H32" },
	{ 'G', 13, 14, 52, "M50-57C46-66 39-71 28-71C11-71 0-57 0-35"
	    "C0-13 11 1 28 1C43 1 52-9 52-25V-32H32" },
	{ 'H', 16, 16, 46, "M0 0V-70M46 0V-70M0-37H46" },
	{ 'I', 12, 12, 24, "M0-70H24M12-70V0M0 0H24" },
	{ 'J', 10, 15, 30, "M30-70V-20C30-7 24 1 14 1C7 1 2-3 0-9" },
	{ 'K', 16, 9, 46, "M0 0V-70M43-70L0-26M15-41L46 0" },
	{ 'L', 16, 9, 36, "M0-70V0H36" },
	{ 'M', 16, 16, 56, "M0 0V-70L28-20L56-70V0" },
	{ 'N', 16, 16, 48, "M0 0V-70L48 0V-70" },
	{ 'O', 13, 13, 58, "M0-35C0-57 11-71 29-71C47-71 58-57 58-35"
	    "C58-13 47 1 29 1C11 1 0-13 0-35" },
	{ 'P', 16, 11, 42, "M0 0V-70H22C34-70 42-62 42-50C42-38 34-30 22-30"
	    "H0" },
	{ 'Q', 13, 13, 58, "M0-35C0-57 11-71 29-71C47-71 58-57 58-35"
	    "C58-13 47 1 29 1C11 1 0-13 0-35M36-16L55 6" },
	{ 'R', 16, 10, 44, "M0 0V-70H22C34-70 41-62 41-51C41-40 34-32 22-32"
	    "H0M22-32L44 0" },
	{ 'S', 12, 12, 42, "M40-58C37-66 31-71 21-71C9-71 2-64 2-54"
	    "C2-43 11-40 21-37C32-34 42-30 42-18C42-6 33 1 21 1"
	    "C9 1 3-5 0-14" },
	{ 'T', 9, 9, 48, "M0-70H48M24-70V0" },
	{ 'U', 15, 15, 46, "M0-70V-24C0-8 9 1 23 1C37 1 46-8 46-24V-70" },
	{ 'V', 9, 9, 52, "M0-70L26 0L52-70" },
	{ 'W', 10, 10, 76, "M0-70L19 0L38-66L57 0L76-70" },
	{ 'X', 10, 10, 48, "M1-70L48 0M47-70L0 0" },
	{ 'Y', 9, 9, 50, "M0-70L25-32L50-70M25-32V0" },
	{ 'Z', 11, 11, 44, "M1-70H43L0 0H44" },
	{ '_', 2, 2, 44, "M0 12H44" },
	{ 'a', 10, 14, 36, "M3-42C7-48 12-51 19-51C30-51 36-45 36-34V0"
	    "M36-29H18C6-29 0-23 0-14C0-5 6 1 15 1C27 1 36-6 36-18" },
	{ 'b', 14, 11, 40, "M0-70V0M0-25C0-41 8-51 20-51C32-51 40-41 40-25"
	    "C40-9 32 1 20 1C8 1 0-9 0-25" },
	{ 'c', 11, 8, 36, "M36-40C33-47 28-51 20-51C8-51 0-41 0-25"
	    "C0-9 8 1 20 1C28 1 33-3 36-10" },
	{ 'd', 11, 14, 40, "M40-70V0M40-25C40-41 32-51 20-51"
	    "C8-51 0-41 0-25C0-9 8 1 20 1C32 1 40-9 40-25" },
	{ 'e', 11, 10, 40, "M0-27H40C40-42 32-51 20-51C8-51 0-41 0-25"
	    "C0-9 8 1 21 1C29 1 35-3 38-10" },
	{ 'f', 9, 6, 25, "M25-70C14-73 9-68 9-57V0M0-50H23" },
	{ 'g', 11, 14, 40, "M40-25C40-41 32-51 20-51C8-51 0-41 0-25"
	    "C0-9 8 1 20 1C32 1 40-9 40-25M40-50V2C40 15 33 21 20 21"
	    "C11 21 6 18 3 13" },
	{ 'h', 14, 14, 38, "M0-70V0M0-28C0-42 8-51 20-51"
	    "C32-51 38-44 38-31V0" },
	{ 'i', 13, 13, 3, "M1-50V0M0-73H3V-70H0" },
	{ 'j', 2, 13, 13, "M11-50V6C11 16 7 21 0 20M10-73H13V-70H10" },
	{ 'k', 14, 8, 37, "M0-70V0M35-50L0-17M12-28L37 0" },
	{ 'l', 14, 8, 12, "M0-70V-13C0-4 4 1 12 0" },
	{ 'm', 14, 14, 64, "M0-50V0M0-29C0-42 7-51 17-51"
	    "C27-51 32-44 32-32V0M32-29C32-42 39-51 49-51"
	    "C59-51 64-44 64-32V0" },
	{ 'n', 14, 14, 38, "M0-50V0M0-28C0-42 8-51 20-51"
	    "C32-51 38-44 38-31V0" },
	{ 'o', 11, 11, 42, "M0-25C0-41 8-51 21-51C34-51 42-41 42-25"
	    "C42-9 34 1 21 1C8 1 0-9 0-25" },
	{ 'p', 14, 11, 40, "M0-50V20M0-25C0-41 8-51 20-51C32-51 40-41 40-25"
	    "C40-9 32 1 20 1C8 1 0-9 0-25" },
	{ 'q', 11, 14, 40, "M40-50V20M40-25C40-41 32-51 20-51"
	    "C8-51 0-41 0-25C0-9 8 1 20 1C32 1 40-9 40-25" },
	{ 'r', 14, 6, 22, "M0-50V0M0-26C0-42 8-52 22-50" },
	{ 's', 10, 10, 34, "M32-41C29-48 24-51 16-51C7-51 2-46 2-39"
	    "C2-30 9-28 17-26C26-24 34-21 34-13C34-4 27 1 17 1"
	    "C8 1 3-3 0-10" },
	{ 't', 8, 8, 25, "M9-64V-14C9-3 14 2 25-1M0-50H24" },
	{ 'u', 14, 14, 38, "M0-50V-19C0-6 6 1 18 1C30 1 38-8 38-22"
	    "M38-50V0" },
	{ 'v', 8, 8, 40, "M0-50L20 0L40-50" },
	{ 'w', 9, 9, 62, "M0-50L16 0L31-47L46 0L62-50" },
	{ 'x', 8, 8, 38, "M1-50L38 0M37-50L0 0" },
	{ 'y', 8, 8, 40, "M0-50L20 0M40-50L19 3C14 16 10 21 2 20" },
	{ 'z', 10, 10, 34, "M1-50H33L0 0H34" },
};

static const struct glyph box = {
	'\0', 14, 14, 36, "M0-70H36V0H0V-70"
};

/* The pen, and what was written last. */
struct pen {
	struct buf *out;
	int x, y;
	bool digit;	/* the last byte: a number must keep its distance */
};

static const struct glyph *
find(char c)
{
	for (size_t i = 0; i < sizeof(glyphs) / sizeof(glyphs[0]); i++)
		if (glyphs[i].c == c)
			return &glyphs[i];
	return &box;
}

static int
width(const struct glyph *g)
{
	return g->before + g->ink + g->after;
}

/* The integer at ${*at}, which is moved behind it. */
static int
take(const char **at)
{
	const bool minus = **at == '-';
	int n = 0;

	if (minus)
		++*at;
	while (**at >= '0' && **at <= '9')
		n = 10 * n + (*(*at)++ - '0');
	if (**at == ' ')
		++*at;
	return minus ? -n : n;
}

static void
number(struct pen *p, int n)
{
	buf_fmt(p->out, p->digit && n >= 0 ? " %d" : "%d", n);
	p->digit = true;
}

/*
 * One glyph, from absolute coordinates of its own to relative ones, which are
 * half as long.  Integers leave no error that could add up.
 */
static void
draw(struct pen *p, const struct glyph *g, int x, int y)
{
	const char *at = g->path;

	while (*at != '\0') {
		const char command = *at++;
		const int pairs = command == 'C' ? 3 : 1;
		int to_x = p->x;
		int to_y = p->y;

		buf_byte(p->out, (uint8_t)(command - 'A' + 'a'));
		p->digit = false;
		for (int i = 0; i < pairs; i++) {
			if (command != 'V') {
				to_x = x + take(&at);
				number(p, to_x - p->x);
			}
			if (command != 'H') {
				to_y = y + take(&at);
				number(p, to_y - p->y);
			}
		}
		p->x = to_x;
		p->y = to_y;
	}
}

bool
glyph_known(char c)
{
	return find(c) != &box;
}

int
glyph_width(const char *text)
{
	int n = 0;

	for (; *text != '\0'; text++)
		n += width(find(*text));
	return n;
}

void
glyph_path(struct buf *out, int x, int y, const char *text)
{
	struct pen p = { .out = out };

	for (; *text != '\0'; text++) {
		const struct glyph *g = find(*text);

		draw(&p, g, x + g->before, y);
		x += width(g);
	}
}
