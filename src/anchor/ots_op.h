/* SPDX-License-Identifier: MIT */
/*
 * The operations of OpenTimestamps proofs, each from one message to another.
 *
 *	f0 append ARG   f1 prepend ARG   f2 reverse   f3 hexlify
 *	02 sha1   03 ripemd160   08 sha256   67 keccak256
 *
 * A message has 1 to 4096 bytes, an argument too.
 */
#ifndef PITH_ANCHOR_OTS_OP_H
#define PITH_ANCHOR_OTS_OP_H

#include "anchor/hash.h"

#define OTS_OP_MOST 4096

enum ots_op_tag {
	OTS_OP_SHA1 = 0x02,
	OTS_OP_RIPEMD160 = 0x03,
	OTS_OP_SHA256 = 0x08,
	OTS_OP_KECCAK256 = 0x67,
	OTS_OP_APPEND = 0xf0,
	OTS_OP_PREPEND = 0xf1,
	OTS_OP_REVERSE = 0xf2,
	OTS_OP_HEXLIFY = 0xf3
};

/* The name of the operation with this tag, "append"; NULL for none. */
const char *ots_op_print(uint8_t tag);

/* Whether it has an argument. */
bool ots_op_has_arg(uint8_t tag);

/* Whether it is a hash function, and which; and the tag of one, 0 where it is
 * no operation. */
bool ots_op_hash(enum hash_kind *out, uint8_t tag);
uint8_t ots_op_of(enum hash_kind kind);

/* How long the result on ${n} bytes with an argument of ${arg} bytes is; 0
 * where that is too long. */
size_t ots_op_size(uint8_t tag, size_t n, size_t arg);

/*
 * Write the result to ${out} of OTS_OP_MOST bytes, which is elsewhere; its
 * length.  ots_op_size() was asked before.
 */
size_t ots_op_apply(uint8_t *out, uint8_t tag, struct span arg,
    struct span message);

#endif
