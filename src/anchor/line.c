/* SPDX-License-Identifier: MIT */
/* See line_private.h. */
#include "config.h"

#include "canon/codec.h"

#include "anchor/line_private.h"

bool
line_cut(struct span *out, struct span *rest, uint8_t c)
{
	const uint8_t *end = rest->n == 0 ? NULL
	    : memchr(rest->at, c, rest->n);

	if (end == NULL)
		return false;
	*out = (struct span){ rest->at, (size_t)(end - rest->at) };
	*rest = (struct span){ end + 1, rest->n - out->n - 1 };
	return true;
}

bool
line_starts(struct span *s, const char *lead)
{
	const size_t n = strlen(lead);

	if (s->n < n || memcmp(s->at, lead, n) != 0)
		return false;
	*s = (struct span){ s->at + n, s->n - n };
	return true;
}

bool
line_decimal(uint64_t *out, struct span s)
{
	uint64_t value = 0;

	if (s.n == 0 || (s.n > 1 && s.at[0] == '0'))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		const unsigned digit = (unsigned)s.at[i] - '0';

		if (digit > 9 || value > (UINT64_MAX - digit) / 10)
			return false;
		value = 10 * value + digit;
	}
	*out = value;
	return true;
}

bool
line_hash(struct digest *out, struct span s)
{
	struct buf raw = { 0 };
	const bool good = s.n == 44 && codec_unbase64(&raw, s)
	    && raw.n == DIGEST_BYTES;

	if (good)
		memcpy(out->at, raw.at, DIGEST_BYTES);
	buf_clear(&raw);
	return good;
}

void
line_hash_print(struct buf *out, const struct digest *d)
{
	codec_base64(out, (struct span){ d->at, DIGEST_BYTES });
	buf_byte(out, '\n');
}
