/* SPDX-License-Identifier: MIT */
/*
 * SHA-256 (FIPS 180-4), through libcrypto, which uses the processor's own
 * instructions and is several times faster than portable code; the first
 * bytes of a process through libsodium, which starts faster.
 */
#ifndef PITH_CANON_DIGEST_H
#define PITH_CANON_DIGEST_H

#include <stdbool.h>

#include "base/buf.h"

#define DIGEST_BYTES 32
#define DIGEST_HEX (2 * DIGEST_BYTES + 1)	/* with the NUL */

struct digest {
	uint8_t at[DIGEST_BYTES];
};

struct digest digest_sha256(struct span bytes);

/* The digest in lower-case hex, into DIGEST_HEX characters; returns ${out}. */
char *digest_print(char *out, const struct digest *d);

/* 64 lower-case hex digits; an optional leading "sha256:" where ${tagged}. */
bool digest_parse(struct digest *d, struct span text, bool tagged);

bool digest_equal(const struct digest *a, const struct digest *b);

#endif
