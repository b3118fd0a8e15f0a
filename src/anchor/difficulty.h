/* SPDX-License-Identifier: MIT */
/*
 * Bitcoin's difficulty, period by period: how hard it was to make a block at
 * any height up to the end of the table, so that a header made up cheaply can
 * be told from one that the world worked for.
 *
 * Every 2016 blocks the target changes.  Row p is of the blocks from 2016 p
 * to 2016 p + 2015: their nBits, and the nTime of the first and of the last of
 * them (0: the last row's last block is not known).  These are facts of the
 * block chain, taken from the first and last header of each period.
 *
 * To verify them, ask any node for both headers of a period,
 *
 *	bitcoin-cli getblockheader $(bitcoin-cli getblockhash HEIGHT)
 *
 * or trust the table no further than it proves itself: each nBits follows
 * from the row before by the retarget rule (anchor/target.h), which
 * tests/unit/anchor_difficulty.c computes for all of them.
 */
#ifndef PITH_ANCHOR_DIFFICULTY_H
#define PITH_ANCHOR_DIFFICULTY_H

#include <stdint.h>

#define DIFFICULTY_PERIOD 2016
#define DIFFICULTY_PERIODS 414	/* up to height 832,608 and its period */

struct difficulty {
	uint32_t bits;
	uint32_t first, last;
};

extern const struct difficulty difficulty_table[DIFFICULTY_PERIODS];

#endif
