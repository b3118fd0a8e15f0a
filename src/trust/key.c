/* SPDX-License-Identifier: MIT */
/* See key.h. */
#include "config.h"

#include <ctype.h>
#include <pthread.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "canon/json.h"
#include "trust/key.h"
#include "trust/minisign.h"

static const char *const role_words[] = {
	[KEY_REGISTRY] = "registry", [KEY_PACKER] = "packer",
	[KEY_LOG] = "log", [KEY_WITNESS] = "witness",
	[KEY_CLAIMANT] = "claimant"
};

static atomic_ulong verify_count;
static bool tested_good;	/* what self_test() found */

void
key_clear(struct key *k)
{
	free(k->id);
	free(k->valid_from);
	free(k->valid_until);
	free(k->revoked_at);
	free(k->file);
	*k = (struct key){ 0 };
}

const char *
key_role_print(enum key_role role)
{
	return role_words[role];
}

bool
key_role_parse(enum key_role *role, const char *word)
{
	for (unsigned i = 0; i < sizeof(role_words) / sizeof(*role_words); i++)
		if (strcmp(word, role_words[i]) == 0) {
			*role = (enum key_role)i;
			return true;
		}
	return false;
}

bool
key_is_usable(const uint8_t key[KEY_BYTES])
{
	return crypto_core_ed25519_is_valid_point(key) == 1;
}

/* The neutral element; as key, R and S = 0 it holds for every message where
 * points of small order are let through. */
static const uint8_t neutral[KEY_BYTES] = { 1 };

/*
 * The equation, and R.  libsodium computes S*B - h*A and compares its canonical
 * encoding with the 32 bytes of R.  B is of prime order, and so is A, which was
 * enrolled: then an R that fits is canonical and in that group too, and only
 * the neutral element in it has a small order.  self_test() shows that the
 * library at hand compares the bytes and not eight times the points.
 */
static bool
holds(const uint8_t key[KEY_BYTES], struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES])
{
	return crypto_sign_verify_detached(signature, message.at, message.n,
	    key) == 0 && memcmp(signature, neutral, KEY_BYTES) != 0;
}

static bool
verify(const uint8_t key[KEY_BYTES], struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES])
{
	return key_is_usable(key) && holds(key, message, signature);
}

bool
key_verify(const uint8_t key[KEY_BYTES], struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES])
{
	atomic_fetch_add_explicit(&verify_count, 1, memory_order_relaxed);
	return verify(key, message, signature);
}

bool
key_check(const struct key *key, struct span message,
    const uint8_t signature[KEY_SIGNATURE_BYTES])
{
	atomic_fetch_add_explicit(&verify_count, 1, memory_order_relaxed);
	return holds(key->at, message, signature);
}

unsigned long
key_verify_count(void)
{
	return atomic_load(&verify_count);
}

void
key_fingerprints(char hex[33], char base32[27], const uint8_t key[KEY_BYTES])
{
	const struct digest d = digest_sha256((struct span){ key, KEY_BYTES });

	codec_hex(hex, d.at, 16);
	codec_base32(base32, 26, d.at);
}

/* Hex of a key in either case: two spellings of one key are one key. */
static bool
unhex_key(uint8_t out[KEY_BYTES], const char *hex)
{
	char low[2 * KEY_BYTES + 1];

	if (strlen(hex) != 2 * KEY_BYTES)
		return false;
	for (size_t i = 0; i <= 2 * KEY_BYTES; i++)
		low[i] = (char)tolower((unsigned char)hex[i]);
	return codec_unhex(out, KEY_BYTES, span_text(low));
}

/* The key bytes of one public_key object, said once or twice. */
static int
take_bytes(uint8_t key[KEY_BYTES], const json_t *o, struct err *e)
{
	const char *hex = json_member_text(o, "public_key_hex");
	const char *b64 = json_member_text(o, "public_key_b64");
	struct buf raw = { 0 };
	bool good;

	if (hex != NULL && !unhex_key(key, hex))
		return err_set(e, ERR_FORMAT,
		    "public_key_hex: not 64 hex digits");
	if (b64 == NULL)
		return 0;
	good = codec_unbase64(&raw, span_text(b64)) && raw.n == KEY_BYTES;
	if (good && hex != NULL && memcmp(raw.at, key, KEY_BYTES) != 0) {
		buf_clear(&raw);
		return err_set(e, ERR_FORMAT,
		    "public_key_b64: another key than public_key_hex");
	}
	if (good)
		memcpy(key, raw.at, KEY_BYTES);
	buf_clear(&raw);
	return good ? 0 : err_set(e, ERR_FORMAT,
	    "public_key_b64: not base64 of 32 bytes");
}

/* What a document says of its key beside the bytes must be true of them. */
static int
check_claims(const uint8_t key[KEY_BYTES], const json_t *o, struct err *e)
{
	const char *algorithm = json_member_text(o, "algorithm");
	const char *format = json_member_text(o, "format");
	const char *fhex = json_member_text(o, "fingerprint_sha256_hex");
	const char *fb32 = json_member_text(o,
	    "fingerprint_sha256_b32_first128bits");
	char hex[33], base32[27];

	if (algorithm != NULL && strcmp(algorithm, "ed25519") != 0)
		return err_set(e, ERR_FORMAT, "algorithm: not ed25519");
	if (format != NULL && strcmp(format, "raw") != 0)
		return err_set(e, ERR_FORMAT, "format: not raw");
	if (!key_is_usable(key))
		return err_set(e, ERR_FORMAT, "key not usable: not a "
		    "canonical point of the prime-order group");
	key_fingerprints(hex, base32, key);
	if ((fhex != NULL && strcmp(fhex, hex) != 0)
	    || (fb32 != NULL && strcmp(fb32, base32) != 0))
		return err_set(e, ERR_FORMAT,
		    "key not usable: its fingerprint is that of another key");
	return 0;
}

static int
add_object(struct key **list, size_t *n, const json_t *o, struct err *e)
{
	const char *id = json_member_text(o, "key_id");
	struct key k = { .role = KEY_REGISTRY };

	if (id == NULL || *id == '\0')
		return err_set(e, ERR_FORMAT, "no key_id");
	if (take_bytes(k.at, o, e) < 0 || check_claims(k.at, o, e) < 0)
		return err_in(e, "key %s", id);
	k.id = mem_string(id);
	mem_grow(list, *n, sizeof(**list));
	(*list)[(*n)++] = k;
	return 0;
}

static bool
has_bytes(const json_t *o)
{
	return json_object_get(o, "public_key_hex") != NULL
	    || json_object_get(o, "public_key_b64") != NULL;
}

static int
add_document(struct key **list, size_t *n, const json_t *v, struct err *e)
{
	const json_t *mirrors = json_member(v, "mirrors", JSON_ARRAY);
	const json_t *inner = json_object_get(v, "public_key");
	const size_t before = *n;

	if (has_bytes(v))
		return add_object(list, n, v, e);
	if (inner != NULL && add_object(list, n, inner, e) < 0)
		return -1;
	for (size_t i = 0; i < json_array_size(mirrors); i++) {
		inner = json_object_get(json_array_get(mirrors, i),
		    "public_key");
		if (inner != NULL && add_object(list, n, inner, e) < 0)
			return -1;
	}
	return *n > before ? 0 : err_set(e, ERR_FORMAT, "holds no key: "
	    "neither public_key_hex nor public_key_b64");
}

int
key_parse_json(struct key **list, size_t *n, struct span text, struct err *e)
{
	const size_t before = *n;
	json_t *v;
	int rc;

	if (json_parse(&v, text, JSON_TOP_OBJECT, e) < 0)
		return -1;
	rc = json_has_real(v) ? err_set(e, ERR_FORMAT,
	    "a number that is not an integer") : add_document(list, n, v, e);
	json_decref(v);
	if (rc < 0)
		while (*n > before)
			key_clear(&(*list)[--*n]);
	return rc;
}

int
key_parse_minisign(struct key *out, struct span text, struct err *e)
{
	struct minisign_public m;
	char id[17];

	if (minisign_public_parse(&m, text, e) < 0)
		return -1;
	if (!key_is_usable(m.key))
		return err_set(e, ERR_FORMAT, "key not usable: not a "
		    "canonical point of the prime-order group");
	minisign_id_print(id, m.id);
	*out = (struct key){ .id = mem_string(id), .role = KEY_PACKER };
	memcpy(out->at, m.key, KEY_BYTES);
	return 0;
}

static int
take_time(char **to, const json_t *v, const char *name, struct err *e)
{
	static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
	const char *s = json_string_value(v);

	for (size_t i = 0; s != NULL && i < sizeof(form); i++)
		if (form[i] == 'd' ? !isdigit((unsigned char)s[i])
		    : s[i] != form[i])
			s = NULL;
	if (s == NULL)
		return err_set(e, ERR_FORMAT,
		    "%s: not YYYY-MM-DDTHH:MM:SSZ", name);
	free(*to);
	*to = mem_string(s);
	return 0;
}

static int
narrow_by(struct key *k, const char *name, const json_t *v, struct err *e)
{
	if (strcmp(name, "valid_from") == 0)
		return take_time(&k->valid_from, v, name, e);
	if (strcmp(name, "valid_until") == 0)
		return take_time(&k->valid_until, v, name, e);
	if (strcmp(name, "revoked_at") == 0)
		return take_time(&k->revoked_at, v, name, e);
	if (strcmp(name, "role") != 0)
		return err_set(e, ERR_FORMAT, "unknown member %s", name);
	if (!json_is_string(v) || !key_role_parse(&k->role, json_string_value(v)))
		return err_set(e, ERR_FORMAT, "role: not registry, packer, "
		    "log, witness or claimant");
	return 0;
}

int
key_narrow(struct key *k, struct span sidecar, struct err *e)
{
	const char *name;
	json_t *v, *member;
	int rc = 0;

	if (json_parse(&v, sidecar, JSON_TOP_OBJECT, e) < 0)
		return -1;
	json_object_foreach (v, name, member)
		if (rc == 0)
			rc = narrow_by(k, name, member, e);
	json_decref(v);
	return rc;
}

/* Add the group order L to S, the second half of ${sig}: the same equation
 * holds, but S is no longer reduced. */
static void
add_order(uint8_t sig[KEY_SIGNATURE_BYTES])
{
	static const uint8_t order[32] = {
		0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,
		0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		[31] = 0x10
	};
	unsigned carry = 0;

	for (size_t i = 0; i < 32; i++) {
		carry += sig[32 + i] + (unsigned)order[i];
		sig[32 + i] = (uint8_t)carry;
		carry >>= 8;
	}
}

static void
self_test(void)
{
	static const uint8_t torsion[KEY_SIGNATURE_BYTES] = { 1 };
	/* By the key of this seed, but with a point of order 8 added to R: it
	 * holds only where both sides are multiplied by 8. */
	static const uint8_t mixed[KEY_SIGNATURE_BYTES] = {
		0x21, 0xf1, 0x24, 0xaa, 0xe5, 0xc3, 0x05, 0xf6,
		0xd6, 0xdd, 0xc7, 0xf0, 0x95, 0x57, 0x85, 0x3d,
		0x91, 0x38, 0x6e, 0x31, 0xd2, 0x95, 0x2a, 0xca,
		0x60, 0x05, 0xec, 0xf9, 0xab, 0x5d, 0x1a, 0x8d,
		0x85, 0x18, 0xa9, 0x4f, 0xdf, 0x19, 0x9c, 0xeb,
		0x92, 0xea, 0x74, 0x5f, 0xd7, 0x70, 0xb4, 0xce,
		0x28, 0xd7, 0xf6, 0x28, 0x99, 0xaf, 0x46, 0x3a,
		0x93, 0xbc, 0xac, 0x1d, 0x11, 0x59, 0x4b, 0x0d
	};
	static const uint8_t seed[32] = { 'p', 'i', 't', 'h' };
	const struct span message = span_text("self-test");
	uint8_t pk[KEY_BYTES], sk[64], sig[KEY_SIGNATURE_BYTES];
	uint8_t bad[KEY_SIGNATURE_BYTES];
	bool good;

	crypto_sign_seed_keypair(pk, sk, seed);
	crypto_sign_detached(sig, NULL, message.at, message.n, sk);
	good = verify(pk, message, sig);
	memcpy(bad, sig, sizeof(bad));
	add_order(bad);
	good = good && !verify(pk, message, bad);
	memcpy(bad, sig, sizeof(bad));
	bad[40] ^= 1;
	good = good && !verify(pk, message, bad);
	good = good && !verify(pk, message, mixed);
	good = good && !verify(neutral, message, torsion);
	tested_good = good;
}

int
key_self_test(struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, self_test);
	return tested_good ? 0 : err_set(e, ERR_IO, "libsodium: the Ed25519 "
	    "self-test failed; this library must not be used");
}
