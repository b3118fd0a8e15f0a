/* SPDX-License-Identifier: MIT */
/*
 * minisign's three kinds of files.  A public key prints to what reads back;
 * a signature that nobody made does not verify.  Encrypted secret keys are
 * left out: one of them takes a second.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "trust/key.h"
#include "trust/minisign.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
try_public(struct span text)
{
	struct minisign_public p, again;
	struct buf b = { 0 };
	struct key k;
	struct err e;

	if (minisign_public_parse(&p, text, &e) == 0) {
		minisign_public_print(&b, &p);
		if (minisign_public_parse(&again, span_buf(&b), &e) < 0
		    || memcmp(&p, &again, sizeof(p)) != 0)
			abort();
	}
	if (key_parse_minisign(&k, text, &e) == 0) {
		if (!key_is_usable(k.at))
			abort();
		key_clear(&k);
	}
	buf_clear(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	static const uint8_t seed[32] = { 1 };
	const struct span text = { at, n };
	struct minisign_signature s;
	struct minisign_secret secret;
	uint8_t pk[32], sk[64];
	struct err e;

	if (sodium_init() < 0)
		return 0;
	crypto_sign_seed_keypair(pk, sk, seed);
	try_public(text);
	if (minisign_signature_parse(&s, text, &e) == 0) {
		if (minisign_verify(&s, pk, text))
			abort();
		minisign_signature_clear(&s);
	}
	if (minisign_secret_parse(&secret, text, NULL, &e) == 0)
		minisign_secret_clear(&secret);
	return 0;
}
