/* SPDX-License-Identifier: MIT */
/* See target.h. */
#include "config.h"

#include <string.h>

#include "anchor/target.h"

#define WEEKS 1209600u	/* two, in seconds */

/* Below ${t}, at it, above it. */
static int
order(const uint8_t a[32], const uint8_t b[32])
{
	for (unsigned i = 32; i-- > 0;) {
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	}
	return 0;
}

static struct target
expand(uint32_t bits)
{
	struct target t = { { 0 } };
	const unsigned size = bits >> 24;

	for (unsigned i = 0; i < 3; i++) {
		const unsigned place = size + i;

		if (place >= 3 && place < 35)
			t.at[place - 3] = (uint8_t)(bits >> 8 * i);
	}
	return t;
}

bool
target_parse(struct target *out, uint32_t bits)
{
	const struct target limit = expand(TARGET_LIMIT);
	static const uint8_t zero[32];
	struct target t;

	if ((bits & 0x800000) != 0 || bits >> 24 > 0x1d)
		return false;
	t = expand(bits);
	if (order(t.at, zero) == 0 || order(t.at, limit.at) > 0)
		return false;
	*out = t;
	return true;
}

bool
target_reached(const struct target *t, const uint8_t hash[32])
{
	return order(hash, t->at) <= 0;
}

static uint32_t
compact(const uint8_t at[32])
{
	unsigned size = 32;
	uint32_t bits = 0;

	while (size > 0 && at[size - 1] == 0)
		size--;
	for (unsigned i = 1; i <= 3; i++)
		bits = bits << 8 | (size >= i ? at[size - i] : 0u);
	/* Bit 23 would be a sign. */
	if ((bits & 0x800000) != 0) {
		bits >>= 8;
		size++;
	}
	return bits | (uint32_t)size << 24;
}

uint32_t
target_next(uint32_t bits, uint32_t first, uint32_t last)
{
	const struct target old = expand(bits), limit = expand(TARGET_LIMIT);
	int64_t span = (int64_t)last - first;
	uint8_t wide[40], next[32];
	uint64_t carry = 0;

	if (span < WEEKS / 4)
		span = WEEKS / 4;
	if (span > WEEKS * 4)
		span = WEEKS * 4;
	for (unsigned i = 0; i < sizeof(wide); i++) {
		carry += i < 32 ? (uint64_t)old.at[i] * (uint64_t)span : 0;
		wide[i] = (uint8_t)carry;
		carry >>= 8;
	}
	for (unsigned i = sizeof(wide); i-- > 0;) {
		carry = carry << 8 | wide[i];
		wide[i] = (uint8_t)(carry / WEEKS);
		carry %= WEEKS;
	}
	memcpy(next, wide, sizeof(next));
	return order(next, limit.at) > 0 ? TARGET_LIMIT : compact(next);
}

/* The logarithm of ${x} to the base 2, with 16 bits behind the point; by
 * squaring, so that no floating point is needed. */
static uint64_t
logarithm(uint64_t x)
{
	uint64_t result = 63 - (uint64_t)__builtin_clzll(x);

	x = x << (63 - result) >> 32;
	for (unsigned i = 0; i < 16; i++) {
		x *= x;
		result = 2 * result + (x >> 63);
		x >>= (x >> 63) != 0 ? 32 : 31;
	}
	return result;
}

unsigned
target_work(uint32_t bits)
{
	const struct target t = expand(bits);
	unsigned high = 31;
	uint64_t top = 0, log;

	while (high > 0 && t.at[high] == 0)
		high--;
	/* No more than the three highest bytes are set. */
	for (unsigned i = 0; i < 4; i++)
		top = top << 8 | (high >= i ? t.at[high - i] : 0u);
	if (top == 0)
		return 0;
	log = logarithm(top) + ((uint64_t)8 * high << 16) - (24u << 16);
	return (unsigned)((((UINT64_C(256) << 16) - log) * 10 + 0x8000)
	    >> 16);
}
