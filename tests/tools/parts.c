/* SPDX-License-Identifier: MIT */
/*
 * parts ARCHIVE: how long it takes to judge one bundle as a whole, and how
 * long its parts take when each is done alone: reading, inflating, parsing,
 * canonical printing, SHA-256, Ed25519.  Two lines, in seconds a bundle.
 */
#include "config.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/file.h"
#include "base/limits.h"
#include "bundle/bundle.h"
#include "bundle/gzip.h"

#define ROUNDS 2000

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct keyring *ring;

static void
whole(const char *path)
{
	struct bundle *b;
	struct report rep = { 0 };
	struct err e;

	if (bundle_read(&b, &rep, path, ring, &e) < 0
	    || report_verdict(&rep) != VERDICT_GOOD)
		exit(1);
	bundle_free(b);
	report_clear(&rep);
}

/* A signature that is well formed, so that all of it is looked at. */
static void
make_signature(uint8_t signature[KEY_SIGNATURE_BYTES])
{
	uint8_t pk[KEY_BYTES], sk[64];

	crypto_sign_keypair(pk, sk);
	crypto_sign_detached(signature, NULL, pk, sizeof(pk), sk);
}

/* Once everything that the checks of a bundle cannot do without. */
static void
parts(const char *path, struct span json, size_t members,
    const uint8_t signature[KEY_SIGNATURE_BYTES])
{
	struct buf file = { 0 }, tar = { 0 }, canon = { 0 };
	const struct key *k = keyring_get(ring, 0);
	struct digest d;
	struct err e;
	json_t *v;

	if (file_read(&file, path, LIMIT_JSON_BYTES, &e) < 0
	    || gzip_read(&tar, span_buf(&file), LIMIT_TAR_BYTES, &e) < 0
	    || json_parse(&v, json, JSON_TOP_OBJECT, &e) < 0)
		exit(1);
	d = digest_sha256(span_buf(&tar));
	for (size_t i = 0; i < members; i++)
		d = digest_sha256(json);
	/* The record, and its copy in the event. */
	for (int i = 0; i < 2; i++) {
		canon.n = 0;
		if (json_canon(&canon, json_object_get(v, "canonical_record"),
		    &e) < 0)
			exit(1);
		d = digest_sha256(span_buf(&canon));
	}
	key_check(k, (struct span){ d.at, sizeof(d.at) }, signature);
	json_decref(v);
	buf_clear(&file);
	buf_clear(&tar);
	buf_clear(&canon);
}

int
main(int argc, char **argv)
{
	struct bundle *b;
	struct report rep = { 0 };
	struct err e;
	const char *dirs[] = { NULL };
	struct buf dir = { 0 };
	uint8_t signature[KEY_SIGNATURE_BYTES];
	double t;

	if (argc != 2 || sodium_init() < 0 || getenv("XDG_CONFIG_HOME") == NULL)
		return 2;
	buf_fmt(&dir, "%s/pithtex/keys", getenv("XDG_CONFIG_HOME"));
	dirs[0] = buf_string(&dir);
	if (keyring_load(&ring, dirs, 1, &e) < 0
	    || bundle_read(&b, &rep, argv[1], ring, &e) < 0)
		return 2;
	make_signature(signature);
	/* Past the first bytes, which are hashed by another library. */
	for (int i = 0; i < 100; i++)
		whole(argv[1]);
	t = now();
	for (int i = 0; i < ROUNDS; i++)
		whole(argv[1]);
	printf("whole %.9f\n", (now() - t) / ROUNDS);
	t = now();
	for (int i = 0; i < ROUNDS; i++)
		parts(argv[1], bundle_member(b, "bundle.json"),
		    b->member_count - 1, signature);
	printf("parts %.9f\n", (now() - t) / ROUNDS);
	bundle_free(b);
	report_clear(&rep);
	keyring_free(ring);
	buf_clear(&dir);
	return 0;
}
