/* SPDX-License-Identifier: MIT */
/* See hash.h. */
#include "config.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>

#include "base/mem.h"

#include "anchor/hash.h"

/* The state of the two that are written here, as one type for both. */
struct hash {
	enum hash_kind kind;
	EVP_MD_CTX *evp;
	uint64_t total;
	size_t held;		/* bytes waiting in block */
	uint8_t block[136];
	uint32_t chain[5];
	uint64_t lane[25];
};

static const struct {
	const char *name;
	const char *evp;	/* NULL: by hand */
	size_t size;
	size_t block;		/* of those by hand */
} kinds[HASH_KINDS] = {
	[HASH_MD5] = { "md5", "MD5", 16, 0 },
	[HASH_SHA1] = { "sha1", "SHA1", 20, 0 },
	[HASH_SHA224] = { "sha224", "SHA224", 28, 0 },
	[HASH_SHA256] = { "sha256", "SHA256", 32, 0 },
	[HASH_SHA384] = { "sha384", "SHA384", 48, 0 },
	[HASH_SHA512] = { "sha512", "SHA512", 64, 0 },
	[HASH_RIPEMD160] = { "ripemd160", NULL, 20, 64 },
	[HASH_KECCAK256] = { "keccak256", NULL, 32, 136 }
};

/* --- RIPEMD-160: two lines of five rounds over one block of 64 bytes ------- */

static const uint8_t ripemd_word[2][80] = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
	  7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8,
	  3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12,
	  1, 9, 11, 10, 0, 8, 12, 4, 13, 3, 7, 15, 14, 5, 6, 2,
	  4, 0, 5, 9, 7, 12, 2, 10, 14, 1, 3, 8, 11, 6, 15, 13 },
	{ 5, 14, 7, 0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12,
	  6, 11, 3, 7, 0, 13, 5, 10, 14, 15, 8, 12, 4, 9, 1, 2,
	  15, 5, 1, 3, 7, 14, 6, 9, 11, 8, 12, 2, 10, 0, 4, 13,
	  8, 6, 4, 1, 3, 11, 15, 0, 5, 12, 2, 13, 9, 7, 10, 14,
	  12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11 }
};

static const uint8_t ripemd_turn[2][80] = {
	{ 11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8,
	  7, 6, 8, 13, 11, 9, 7, 15, 7, 12, 15, 9, 11, 7, 13, 12,
	  11, 13, 6, 7, 14, 9, 13, 15, 14, 8, 13, 6, 5, 12, 7, 5,
	  11, 12, 14, 15, 14, 15, 9, 8, 9, 14, 5, 6, 8, 6, 5, 12,
	  9, 15, 5, 11, 6, 8, 13, 12, 5, 12, 13, 14, 11, 8, 5, 6 },
	{ 8, 9, 9, 11, 13, 15, 15, 5, 7, 7, 8, 11, 14, 14, 12, 6,
	  9, 13, 15, 7, 12, 8, 9, 11, 7, 7, 12, 7, 6, 15, 13, 11,
	  9, 7, 15, 11, 8, 6, 6, 14, 12, 13, 5, 14, 13, 13, 7, 5,
	  15, 5, 8, 11, 14, 14, 6, 14, 6, 9, 12, 9, 12, 5, 15, 8,
	  8, 5, 12, 9, 12, 5, 14, 6, 8, 13, 6, 5, 15, 13, 11, 11 }
};

static const uint32_t ripemd_add[2][5] = {
	{ 0x00000000, 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xa953fd4e },
	{ 0x50a28be6, 0x5c4dd124, 0x6d703ef3, 0x7a6d76e9, 0x00000000 }
};

static uint32_t
turn32(uint32_t x, unsigned by)
{
	return x << by | x >> (32 - by);
}

static uint32_t
ripemd_mix(unsigned round, uint32_t x, uint32_t y, uint32_t z)
{
	switch (round) {
	case 0:
		return x ^ y ^ z;
	case 1:
		return (x & y) | (~x & z);
	case 2:
		return (x | ~y) ^ z;
	case 3:
		return (x & z) | (y & ~z);
	default:
		return x ^ (y | ~z);
	}
}

static void
ripemd_block(uint32_t h[5], const uint8_t at[64])
{
	uint32_t x[16], v[2][5], t;

	for (unsigned i = 0; i < 16; i++)
		x[i] = (uint32_t)at[4 * i] | (uint32_t)at[4 * i + 1] << 8
		    | (uint32_t)at[4 * i + 2] << 16
		    | (uint32_t)at[4 * i + 3] << 24;
	for (unsigned line = 0; line < 2; line++) {
		uint32_t *w = v[line];

		memcpy(w, h, sizeof(v[line]));
		for (unsigned i = 0; i < 80; i++) {
			const unsigned round = i / 16;

			t = w[0] + x[ripemd_word[line][i]]
			    + ripemd_add[line][round]
			    + ripemd_mix(line == 0 ? round : 4 - round,
				w[1], w[2], w[3]);
			t = turn32(t, ripemd_turn[line][i]) + w[4];
			w[0] = w[4];
			w[4] = w[3];
			w[3] = turn32(w[2], 10);
			w[2] = w[1];
			w[1] = t;
		}
	}
	t = h[1] + v[0][2] + v[1][3];
	h[1] = h[2] + v[0][3] + v[1][4];
	h[2] = h[3] + v[0][4] + v[1][0];
	h[3] = h[4] + v[0][0] + v[1][1];
	h[4] = h[0] + v[0][1] + v[1][2];
	h[0] = t;
}

/* --- Keccak-f[1600] over a block of 136 bytes ----------------------------- */

static const uint64_t keccak_iota[24] = {
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
	0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
	0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
	0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
	0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
	0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
	0x8000000000008080, 0x0000000080000001, 0x8000000080008008
};

/* Rho and pi in one walk: where the next lane goes, and how far it turns. */
static const uint8_t keccak_lane[24] = { 10, 7, 11, 17, 18, 3, 5, 16, 8, 21,
	24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1 };
static const uint8_t keccak_turn[24] = { 1, 3, 6, 10, 15, 21, 28, 36, 45, 55,
	2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44 };

static uint64_t
turn64(uint64_t x, unsigned by)
{
	return x << by | x >> (64 - by);
}

static void
keccak_block(uint64_t a[25], const uint8_t at[136])
{
	uint64_t c[5], t;

	for (unsigned i = 0; i < 136; i++)
		a[i / 8] ^= (uint64_t)at[i] << 8 * (i % 8);
	for (unsigned round = 0; round < 24; round++) {
		for (unsigned x = 0; x < 5; x++)
			c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15]
			    ^ a[x + 20];
		for (unsigned i = 0; i < 25; i++)
			a[i] ^= c[(i + 4) % 5] ^ turn64(c[(i + 1) % 5], 1);
		t = a[1];
		for (unsigned i = 0; i < 24; i++) {
			const uint64_t next = a[keccak_lane[i]];

			a[keccak_lane[i]] = turn64(t, keccak_turn[i]);
			t = next;
		}
		for (unsigned y = 0; y < 25; y += 5) {
			memcpy(c, a + y, sizeof(c));
			for (unsigned x = 0; x < 5; x++)
				a[y + x] = c[x]
				    ^ (~c[(x + 1) % 5] & c[(x + 2) % 5]);
		}
		a[0] ^= keccak_iota[round];
	}
}

/* --- both behind one buffer ----------------------------------------------- */

static void
take_block(struct hash *h)
{
	if (h->kind == HASH_RIPEMD160)
		ripemd_block(h->chain, h->block);
	else
		keccak_block(h->lane, h->block);
	h->held = 0;
}

static void
take(struct hash *h, const uint8_t *at, size_t n)
{
	const size_t block = kinds[h->kind].block;

	while (n > 0) {
		const size_t room = block - h->held;
		const size_t some = n < room ? n : room;

		memcpy(h->block + h->held, at, some);
		h->held += some;
		at += some;
		n -= some;
		if (h->held == block)
			take_block(h);
	}
}

static void
finish_ripemd(uint8_t *out, struct hash *h)
{
	static const uint8_t pad[64] = { 0x80 };
	uint8_t bits[8];

	for (unsigned i = 0; i < 8; i++)
		bits[i] = (uint8_t)(h->total * 8 >> 8 * i);
	take(h, pad, 1 + (119 - h->held) % 64);
	take(h, bits, sizeof(bits));
	for (unsigned i = 0; i < 20; i++)
		out[i] = (uint8_t)(h->chain[i / 4] >> 8 * (i % 4));
}

static void
finish_keccak(uint8_t *out, struct hash *h)
{
	memset(h->block + h->held, 0, sizeof(h->block) - h->held);
	h->block[h->held] ^= 0x01;
	h->block[sizeof(h->block) - 1] ^= 0x80;
	take_block(h);
	for (unsigned i = 0; i < 32; i++)
		out[i] = (uint8_t)(h->lane[i / 8] >> 8 * (i % 8));
}

size_t
hash_size(enum hash_kind kind)
{
	return kinds[kind].size;
}

const char *
hash_print(enum hash_kind kind)
{
	return kinds[kind].name;
}

bool
hash_parse(enum hash_kind *kind, struct span name)
{
	for (size_t i = 0; i < HASH_KINDS; i++) {
		if (!span_equal(name, span_text(kinds[i].name)))
			continue;
		*kind = (enum hash_kind)i;
		return true;
	}
	return false;
}

int
hash_open(struct hash **out, enum hash_kind kind, struct err *e)
{
	static const uint32_t start[5] = { 0x67452301, 0xefcdab89, 0x98badcfe,
		0x10325476, 0xc3d2e1f0 };
	struct hash *h = mem_zero(1, sizeof(*h));
	EVP_MD *md;

	h->kind = kind;
	memcpy(h->chain, start, sizeof(start));
	if (kinds[kind].evp == NULL) {
		*out = h;
		return 0;
	}
	/* No configuration file out of the environment (canon/digest.c). */
	OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG
	    | OPENSSL_INIT_NO_ATEXIT, NULL);
	md = EVP_MD_fetch(NULL, kinds[kind].evp, NULL);
	h->evp = EVP_MD_CTX_new();
	if (h->evp == NULL)
		mem_exhausted();
	if (md == NULL || EVP_DigestInit_ex(h->evp, md, NULL) != 1) {
		EVP_MD_free(md);
		hash_close(NULL, h);
		return err_set(e, ERR_ABSENT,
		    "%s: not offered by the libcrypto of this machine",
		    kinds[kind].name);
	}
	EVP_MD_free(md);
	*out = h;
	return 0;
}

void
hash_add(struct hash *h, struct span bytes)
{
	h->total += bytes.n;
	if (h->evp == NULL)
		take(h, bytes.at, bytes.n);
	else if (bytes.n > 0
	    && EVP_DigestUpdate(h->evp, bytes.at, bytes.n) != 1)
		mem_exhausted();
}

void
hash_close(uint8_t *out, struct hash *h)
{
	if (h == NULL)
		return;
	if (out != NULL && h->kind == HASH_RIPEMD160)
		finish_ripemd(out, h);
	else if (out != NULL && h->kind == HASH_KECCAK256)
		finish_keccak(out, h);
	else if (out != NULL && EVP_DigestFinal_ex(h->evp, out, NULL) != 1)
		mem_exhausted();
	EVP_MD_CTX_free(h->evp);
	free(h);
}

void
hash_bytes(uint8_t *out, enum hash_kind kind, struct span bytes)
{
	struct hash *h;
	struct err e;

	assert(kind != HASH_MD5);
	/* No digest may be made up; every libcrypto has these. */
	if (hash_open(&h, kind, &e) < 0)
		mem_exhausted();
	hash_add(h, bytes);
	hash_close(out, h);
}
