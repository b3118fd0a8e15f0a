/* SPDX-License-Identifier: MIT */
/*
 * Bitcoin's proof of work.  A block's hash, read as a little-endian number of
 * 256 bits, is at most its target; the header says the target in a compact
 * form of 32 bits, nBits:
 *
 *	target = (nBits & 0x7fffff) * 256^((nBits >> 24) - 3)
 *
 * with bit 23 clear, and never above that of 0x1d00ffff.
 */
#ifndef PITH_ANCHOR_TARGET_H
#define PITH_ANCHOR_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#define TARGET_LIMIT 0x1d00ffffu

struct target {
	uint8_t at[32];	/* the lowest byte first */
};

/* False for what is no target, or too easy a one. */
bool target_parse(struct target *out, uint32_t bits);

/* Whether a block with this hash has done the work. */
bool target_reached(const struct target *t, const uint8_t hash[32]);

/*
 * The nBits behind a period of 2016 blocks with ${bits}, whose first and last
 * block say these times: old * (last - first) / 1209600, the span held
 * between a quarter and four times two weeks.
 */
uint32_t target_next(uint32_t bits, uint32_t first, uint32_t last);

/* The work behind one such block, 2^256 / (target + 1), as ten times its
 * logarithm to the base 2, rounded: 675 is 2^67.5 hashes. */
unsigned target_work(uint32_t bits);

#endif
