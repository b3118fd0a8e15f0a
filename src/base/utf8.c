/* SPDX-License-Identifier: MIT */
/* See utf8.h. */
#include "config.h"

#include "base/utf8.h"

unsigned
utf8_get(uint32_t *c, struct span s)
{
	static const uint32_t least[5] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned n;
	uint32_t v;

	if (s.n == 0)
		return 0;
	if (s.at[0] < 0x80) {
		*c = s.at[0];
		return 1;
	}
	if (s.at[0] < 0xc2 || s.at[0] > 0xf4)
		return 0;
	n = s.at[0] < 0xe0 ? 2 : s.at[0] < 0xf0 ? 3 : 4;
	if (s.n < n)
		return 0;
	v = s.at[0] & (0x7fu >> n);
	for (unsigned i = 1; i < n; i++) {
		if ((s.at[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (s.at[i] & 0x3f);
	}
	if (v < least[n] || v > 0x10ffff || (v >= 0xd800 && v <= 0xdfff))
		return 0;
	*c = v;
	return n;
}

void
utf8_put(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_byte(b, (uint8_t)c);
		return;
	}
	if (c < 0x800) {
		buf_byte(b, (uint8_t)(0xc0 | c >> 6));
	} else if (c < 0x10000) {
		buf_byte(b, (uint8_t)(0xe0 | c >> 12));
		buf_byte(b, (uint8_t)(0x80 | (c >> 6 & 0x3f)));
	} else {
		buf_byte(b, (uint8_t)(0xf0 | c >> 18));
		buf_byte(b, (uint8_t)(0x80 | (c >> 12 & 0x3f)));
		buf_byte(b, (uint8_t)(0x80 | (c >> 6 & 0x3f)));
	}
	buf_byte(b, (uint8_t)(0x80 | (c & 0x3f)));
}

size_t
utf8_check(struct span s)
{
	size_t i = 0;

	while (i < s.n) {
		uint32_t c;
		const unsigned n = s.at[i] < 0x80 ? 1
		    : utf8_get(&c, (struct span){ s.at + i, s.n - i });

		if (n == 0)
			break;
		i += n;
	}
	return i;
}

bool
utf8_is_space(uint32_t c)
{
	return (c >= 0x09 && c <= 0x0d) || c == 0x85 || c == 0x2028 || c == 0x2029;
}

bool
utf8_is_unwanted(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c <= 0x9f)
	    || c == 0x61c || c == 0x200e || c == 0x200f
	    || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)
	    || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb)
	    || (c >= 0xd800 && c <= 0xdfff) || (c >= 0xe0000 && c <= 0xe007f)
	    || (c >= 0xfdd0 && c <= 0xfdef) || (c & 0xfffe) == 0xfffe;
}

void
utf8_clean(struct buf *out, struct span s)
{
	size_t i = 0;

	while (i < s.n) {
		uint32_t c = 0xfffd;
		const unsigned n = utf8_get(&c, (struct span){ s.at + i, s.n - i });

		if (n == 0)
			utf8_put(out, 0xfffd);
		else if (utf8_is_space(c))
			buf_byte(out, ' ');
		else
			utf8_put(out, utf8_is_unwanted(c) ? 0xfffd : c);
		i += n > 0 ? n : 1;
	}
}
