/* SPDX-License-Identifier: MIT */
/* See digest.h. */
#include "config.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "canon/digest.h"

/*
 * Starting libcrypto costs as much as all else that a short run does, while
 * libsodium's SHA-256 starts at once but is several times slower.  So the
 * first bytes of a process go to libsodium and all later ones to libcrypto.
 */
#define FIRST_BYTES (256u << 10)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static EVP_MD *sha256;
static atomic_size_t hashed;

/* Looked up once, not at every call; and without a configuration file that
 * somebody may have put into the environment. */
static void
prepare(void)
{
	OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG
	    | OPENSSL_INIT_NO_ATEXIT, NULL);
	sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
}

struct digest
digest_sha256(struct span bytes)
{
	const uint8_t *at = bytes.n > 0 ? bytes.at : (const uint8_t *)"";
	struct digest d;

	if (atomic_fetch_add_explicit(&hashed, bytes.n, memory_order_relaxed)
	    + bytes.n <= FIRST_BYTES) {
		crypto_hash_sha256(d.at, at, bytes.n);
		return d;
	}
	pthread_once(&once, prepare);
	/* It fails only for want of memory, and no digest may be made up. */
	if (sha256 == NULL
	    || EVP_Digest(at, bytes.n, d.at, NULL, sha256, NULL) != 1)
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
