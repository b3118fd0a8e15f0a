/* SPDX-License-Identifier: MIT */
/*
 * Time-stamp responses, tokens, requests and root certificates: libcrypto
 * reads them, and without a root nothing is good.  Seeds are text: an input
 * that begins with "b64:" is the bytes that it means.
 */
#include "config.h"

#include <stdlib.h>

#include "anchor/tsa.h"
#include "canon/codec.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
try_token(struct span file)
{
	const uint8_t hash[32] = { 0 };
	struct tsa_roots *roots = tsa_roots_new();
	struct evidence ev;
	struct tsa t;
	struct err e;

	if (tsa_parse(&t, file, &e) == 0) {
		if (tsa_check(&ev, file, t.kind == HASH_KINDS ? HASH_SHA256
		    : t.kind, t.kind == HASH_KINDS ? hash : t.hash, roots,
		    (struct span){ NULL, 0 }, &e) == 0
		    && ev.state == EVIDENCE_GOOD)
			abort();
		tsa_clear(&t);
	}
	/* As a request, too. */
	(void)!tsa_check(&ev, file, HASH_SHA256, hash, NULL, file, &e);
	tsa_roots_free(roots);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct tsa_roots *roots = tsa_roots_new();
	struct span in = { at, n };
	struct buf bytes = { 0 };
	struct err e;

	if (n > 4 && memcmp(at, "b64:", 4) == 0) {
		while (in.n > 0 && in.at[in.n - 1] == '\n')
			in.n--;
		if (!codec_unbase64(&bytes, (struct span){ in.at + 4,
		    in.n - 4 }))
			bytes.n = 0;
		in = span_buf(&bytes);
	}
	try_token(in);
	(void)!tsa_roots_add(roots, in, &e);
	tsa_roots_free(roots);
	buf_clear(&bytes);
	return 0;
}
