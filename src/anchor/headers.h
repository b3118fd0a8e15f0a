/* SPDX-License-Identifier: MIT */
/*
 * Bitcoin block headers that a reader has, and what one of them proves.
 *
 * A header is 80 bytes: version, hash of the header before (4 to 35), Merkle
 * root (36 to 67), nTime, nBits, nonce; numbers little-endian.  They come as
 *
 *	lines	HEIGHT SP 160-HEX-DIGITS, or the digits alone for the block
 *		that an attestation names by its root; "#" comments
 *	a run	80 bytes a block, without gaps, from a given height on:
 *		Electrum's blockchain_headers is one from height 0.  Zeros in
 *		the place of a header are a hole.
 *
 * What is asked of the header for a root (headers_check):
 *
 *  1.	its Merkle root is the message, byte for byte;
 *  2.	its double SHA-256 reaches its own target;
 *  3.	its nBits are those of its period (anchor/difficulty.h), so that to
 *	make it up costs as much as an honest block of that time;
 *  4.	its nTime lies in the period, give or take two hours: else a remark;
 *  5.	in a run, each header names the one before.
 *
 * A run is checked when it is read, and beyond the table it carries the
 * retarget rule on as long as it is unbroken.  Two headers of one height
 * that differ are a conflict, whatever they say.
 */
#ifndef PITH_ANCHOR_HEADERS_H
#define PITH_ANCHOR_HEADERS_H

#include "anchor/evidence.h"
#include "base/buf.h"

#define HEADERS_BYTES 80

struct headers;

struct headers *headers_new(void);
void headers_free(struct headers *h);

/* Add the lines of a text; on failure nothing is added.  The text of an error
 * begins with the line. */
int headers_add_lines(struct headers *h, struct span text, struct err *e)
    MUST_CHECK;

/*
 * Add a run from the height ${first} on.  Takes the bytes over and empties
 * ${raw}, also on failure.  ERR_FORMAT for another number of bytes, ERR_TRUST
 * for a header that does not follow from the one before, has not done its
 * work or has another difficulty than its period.
 */
int headers_add_run(struct headers *h, struct buf *raw, uint64_t first,
    struct err *e) MUST_CHECK;

/* Whether ${root} was in the block chain at ${height}.  ${h} may be NULL: no
 * headers. */
void headers_check(struct evidence *out, const struct headers *h,
    uint64_t height, const uint8_t root[32]);

/* Append the header that headers_check() would look at as a line of text, for
 * a kit that carries what it needs; false where there is none. */
bool headers_print(struct buf *out, const struct headers *h, uint64_t height,
    const uint8_t root[32]);

#endif
