/* SPDX-License-Identifier: MIT */
/* See ots_op.h. */
#include "config.h"

#include "anchor/ots_op.h"

static const struct {
	uint8_t tag;
	enum hash_kind hash;	/* HASH_KINDS: none */
	const char *name;
} ops[] = {
	{ OTS_OP_SHA1, HASH_SHA1, "sha1" },
	{ OTS_OP_RIPEMD160, HASH_RIPEMD160, "ripemd160" },
	{ OTS_OP_SHA256, HASH_SHA256, "sha256" },
	{ OTS_OP_KECCAK256, HASH_KECCAK256, "keccak256" },
	{ OTS_OP_APPEND, HASH_KINDS, "append" },
	{ OTS_OP_PREPEND, HASH_KINDS, "prepend" },
	{ OTS_OP_REVERSE, HASH_KINDS, "reverse" },
	{ OTS_OP_HEXLIFY, HASH_KINDS, "hexlify" }
};

#define OPS (sizeof(ops) / sizeof(ops[0]))

/* The row of ${tag}; OPS for none. */
static size_t
row(uint8_t tag)
{
	size_t i = 0;

	while (i < OPS && ops[i].tag != tag)
		i++;
	return i;
}

const char *
ots_op_print(uint8_t tag)
{
	const size_t i = row(tag);

	return i < OPS ? ops[i].name : NULL;
}

bool
ots_op_has_arg(uint8_t tag)
{
	return tag == OTS_OP_APPEND || tag == OTS_OP_PREPEND;
}

bool
ots_op_hash(enum hash_kind *out, uint8_t tag)
{
	const size_t i = row(tag);

	if (i == OPS || ops[i].hash == HASH_KINDS)
		return false;
	*out = ops[i].hash;
	return true;
}

uint8_t
ots_op_of(enum hash_kind kind)
{
	for (size_t i = 0; i < OPS; i++) {
		if (ops[i].hash == kind)
			return ops[i].tag;
	}
	return 0;
}

size_t
ots_op_size(uint8_t tag, size_t n, size_t arg)
{
	enum hash_kind kind;
	size_t size = n;

	if (ots_op_hash(&kind, tag))
		return hash_size(kind);
	if (ots_op_has_arg(tag))
		size = n + arg;
	if (tag == OTS_OP_HEXLIFY)
		size = 2 * n;
	return size <= OTS_OP_MOST ? size : 0;
}

size_t
ots_op_apply(uint8_t *out, uint8_t tag, struct span arg,
    struct span message)
{
	static const char digits[] = "0123456789abcdef";
	const size_t n = message.n;
	enum hash_kind kind;

	if (ots_op_hash(&kind, tag)) {
		hash_bytes(out, kind, message);
		return hash_size(kind);
	}
	switch (tag) {
	case OTS_OP_APPEND:
		memcpy(out, message.at, n);
		memcpy(out + n, arg.at, arg.n);
		return n + arg.n;
	case OTS_OP_PREPEND:
		memcpy(out, arg.at, arg.n);
		memcpy(out + arg.n, message.at, n);
		return arg.n + n;
	case OTS_OP_REVERSE:
		for (size_t i = 0; i < n; i++)
			out[i] = message.at[n - 1 - i];
		return n;
	default:
		for (size_t i = 0; i < n; i++) {
			out[2 * i] = (uint8_t)digits[message.at[i] >> 4];
			out[2 * i + 1] = (uint8_t)digits[message.at[i] & 15];
		}
		return 2 * n;
	}
}
