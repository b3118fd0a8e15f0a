/* SPDX-License-Identifier: MIT */
/*
 * UTF-8 by RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF;
 * and the classes of characters that are never shown as they are.
 */
#ifndef PITH_BASE_UTF8_H
#define PITH_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/*
 * Decode the character at ${s}.at[0] into ${*c} and return its length, 1 to
 * 4; or 0 when the bytes there are not one (also at the end).
 */
unsigned utf8_get(uint32_t *c, struct span s);

/* Append ${c}, which must be a Unicode scalar value. */
void utf8_put(struct buf *b, uint32_t c);

/* Where ${s} stops being UTF-8; ${s}.n when it never does. */
size_t utf8_check(struct span s);

/* White space other than U+0020: TAB LF VT FF CR U+0085 U+2028 U+2029. */
bool utf8_is_space(uint32_t c);

/*
 * Characters that no visible output may carry: C0, DEL, C1, bidi marks and
 * overrides, U+FEFF, U+FFF9-FFFB, tags, surrogates, noncharacters.
 */
bool utf8_is_unwanted(uint32_t c);

/*
 * Append ${s} as every visible output wants it: white space of any kind is
 * one space, unwanted characters and bytes that are not UTF-8 are U+FFFD.
 */
void utf8_clean(struct buf *out, struct span s);

#endif
