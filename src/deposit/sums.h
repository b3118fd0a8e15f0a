/* SPDX-License-Identifier: MIT */
/*
 * All digests of one file in one pass: the two that a bag's manifests hold
 * (SHA-256, SHA-512) and the three that the Internet Archive tells of each
 * file (MD5, SHA-1, and the CRC-32 of RFC 1952).  The last three only find
 * accidents.
 */
#ifndef PITH_DEPOSIT_SUMS_H
#define PITH_DEPOSIT_SUMS_H

#include "anchor/hash.h"
#include "keep/stream.h"

#define SUMS_HASHES 4

struct sums {
	uint64_t bytes;
	uint32_t crc32;
	uint8_t md5[16];
	uint8_t sha1[20];
	uint8_t sha256[32];
	uint8_t sha512[64];
};

/* One pass.  It starts as {0}; sums_open() begins, sums_add() takes bytes,
 * sums_close() ends it and, where ${out} is not NULL, fills that. */
struct sums_pass {
	struct hash *hash[SUMS_HASHES];
	uint64_t bytes;
	uint32_t crc32;
};

int sums_open(struct sums_pass *p, struct err *e) MUST_CHECK;
void sums_add(struct sums_pass *p, struct span bytes);
void sums_close(struct sums *out, struct sums_pass *p);

/* The sums of what is left of ${from}. */
int sums_read(struct sums *out, struct source *from, struct err *e)
    MUST_CHECK;

#endif
