/* SPDX-License-Identifier: MIT */
/* See codec.h. */
#include "config.h"

#include <sodium.h>

#include "canon/codec.h"

void
codec_hex(char *out, const uint8_t *in, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		out[2 * i] = digits[in[i] >> 4];
		out[2 * i + 1] = digits[in[i] & 15];
	}
	out[2 * n] = '\0';
}

static int
hex_value(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool
codec_unhex(uint8_t *out, size_t n, struct span text)
{
	if (text.n != 2 * n)
		return false;
	for (size_t i = 0; i < text.n; i++)
		if (hex_value(text.at[i]) < 0)
			return false;
	for (size_t i = 0; i < n; i++)
		out[i] = (uint8_t)(hex_value(text.at[2 * i]) << 4
		    | hex_value(text.at[2 * i + 1]));
	return true;
}

void
codec_base32(char *out, size_t chars, const uint8_t *in)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

	for (size_t i = 0; i < chars; i++) {
		const size_t bit = 5 * i, at = bit / 8, off = bit % 8;
		unsigned v = (unsigned)in[at] << 8;

		/* Only a group that crosses a byte needs the next one. */
		if (off > 3)
			v |= in[at + 1];
		out[i] = digits[v >> (11 - off) & 31];
	}
	out[chars] = '\0';
}

void
codec_base64(struct buf *out, struct span in)
{
	const size_t room = sodium_base64_encoded_len(in.n,
	    sodium_base64_VARIANT_ORIGINAL);
	char *to = (char *)buf_room(out, room);

	sodium_bin2base64(to, room, in.at, in.n, sodium_base64_VARIANT_ORIGINAL);
	buf_used(out, room - 1);
}

bool
codec_unbase64(struct buf *out, struct span text)
{
	struct buf again = { 0 };
	const size_t start = out->n;
	size_t n = 0;
	bool good;

	if (text.n % 4 != 0)
		return false;
	/* b64_end NULL makes libsodium refuse anything behind the text; the
	 * comparison refuses spare bits that are not zero. */
	good = sodium_base642bin(
	    buf_room(out, text.n / 4 * 3), text.n / 4 * 3,
	    (const char *)text.at, text.n, NULL, &n, NULL,
	    sodium_base64_VARIANT_ORIGINAL) == 0;
	if (good) {
		buf_used(out, n);
		codec_base64(&again, (struct span){ out->at + start, n });
		good = span_equal(span_buf(&again), text);
		buf_clear(&again);
	}
	if (!good)
		buf_cut(out, start);
	return good;
}
