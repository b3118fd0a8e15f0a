/* SPDX-License-Identifier: MIT */
/* See digest.h. */
#include "config.h"

#include <openssl/evp.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "canon/digest.h"

struct digest
digest_sha256(struct span bytes)
{
	struct digest d;

	/* It fails only for want of memory, and no digest may be made up. */
	if (EVP_Digest(bytes.n > 0 ? bytes.at : (const uint8_t *)"", bytes.n,
	    d.at, NULL, EVP_sha256(), NULL) != 1)
		mem_exhausted();
	return d;
}

char *
digest_print(char *out, const struct digest *d)
{
	codec_hex(out, d->at, sizeof(d->at));
	return out;
}

bool
digest_parse(struct digest *d, struct span text, bool tagged)
{
	static const char tag[] = "sha256:";
	const size_t n = sizeof(tag) - 1;

	if (tagged && text.n > n && memcmp(text.at, tag, n) == 0)
		text = (struct span){ text.at + n, text.n - n };
	return codec_unhex(d->at, sizeof(d->at), text);
}

bool
digest_equal(const struct digest *a, const struct digest *b)
{
	return memcmp(a->at, b->at, sizeof(a->at)) == 0;
}
