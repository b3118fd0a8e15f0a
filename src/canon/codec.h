/* SPDX-License-Identifier: MIT */
/*
 * Hex, base32 and base64 by RFC 4648, with one spelling for each value.
 *
 * Decoding is strict: exact length, no white space, no other alphabet, padding
 * where the RFC wants it and zero spare bits, so that decoding and encoding
 * again gives the same text.  Nothing is repaired or mapped.
 */
#ifndef PITH_CANON_CODEC_H
#define PITH_CANON_CODEC_H

#include <stdbool.h>

#include "base/buf.h"

/* Lower-case hex of ${n} bytes and a NUL, into 2 * ${n} + 1 characters. */
void codec_hex(char *out, const uint8_t *in, size_t n);

/* ${n} bytes out of just 2 * ${n} hex digits, lower case only. */
bool codec_unhex(uint8_t *out, size_t n, struct span text);

/*
 * The first ${chars} characters of the base32 (A-Z2-7, no padding) of ${in},
 * which must hold at least 5 * ${chars} bits, and a NUL.
 */
void codec_base32(char *out, size_t chars, const uint8_t *in);

/* Append the base64 of ${in}, padded. */
void codec_base64(struct buf *out, struct span in);

/* Append what canonical, padded base64 ${text} holds, or leave ${out} alone
 * and return false. */
bool codec_unbase64(struct buf *out, struct span text);

#endif
