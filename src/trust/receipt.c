/* SPDX-License-Identifier: MIT */
/* See receipt.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "canon/codec.h"
#include "trust/receipt.h"

/* Whether ${v} is canonical base64 of 64 bytes; they go to ${sig}. */
static bool
take_signature(uint8_t sig[KEY_SIGNATURE_BYTES], const json_t *v)
{
	struct buf raw = { 0 };
	bool good;

	good = json_is_string(v) && codec_unbase64(&raw, (struct span){
	    (const uint8_t *)json_string_value(v), json_string_length(v) })
	    && raw.n == KEY_SIGNATURE_BYTES;
	if (good)
		memcpy(sig, raw.at, KEY_SIGNATURE_BYTES);
	buf_clear(&raw);
	return good;
}

static enum receipt_found
find_signature(uint8_t sig[KEY_SIGNATURE_BYTES], const json_t *o)
{
	const json_t *named = json_object_get(o, "signature_b64");
	enum receipt_found found = RECEIPT_NONE;
	uint8_t other[KEY_SIGNATURE_BYTES];
	const char *name;
	json_t *v;

	if (named != NULL)
		return take_signature(sig, named) ? RECEIPT_ONE
		    : RECEIPT_MALFORMED;
	json_object_foreach ((json_t *)(uintptr_t)o, name, v) {
		if (!take_signature(other, v))
			continue;
		if (found != RECEIPT_NONE)
			return RECEIPT_SEVERAL;
		memcpy(sig, other, sizeof(other));
		found = RECEIPT_ONE;
	}
	return found;
}

static int
take_text(char **to, const json_t *o, const char *name, struct err *e)
{
	const json_t *v = json_object_get(o, name);

	if (v != NULL && !json_is_string(v))
		return err_set(e, ERR_FORMAT, "receipt.%s: not a string", name);
	*to = mem_string(json_string_value(v));
	return 0;
}

int
receipt_parse(struct receipt *out, const json_t *v, struct err *e)
{
	struct receipt r = { 0 };

	if (!json_is_object(v))
		return err_set(e, ERR_FORMAT, "receipt: not an object");
	if (take_text(&r.key_id, v, "key_id", e) < 0
	    || take_text(&r.kind, v, "kind", e) < 0
	    || take_text(&r.algorithm, v, "algorithm", e) < 0
	    || take_text(&r.signed_at, v, "signed_at", e) < 0) {
		receipt_clear(&r);
		return -1;
	}
	r.found = find_signature(r.signature, v);
	*out = r;
	return 0;
}

void
receipt_clear(struct receipt *r)
{
	free(r->key_id);
	free(r->kind);
	free(r->algorithm);
	free(r->signed_at);
	*r = (struct receipt){ 0 };
}

/* Try every registry key of the id that the receipt names. */
static enum receipt_state
check_keys(const struct receipt *r, const struct digest *digest,
    const struct keyring *ring, char why[256])
{
	const struct span message = { digest->at, sizeof(digest->at) };
	const struct key *k = NULL;
	const char *reason = NULL;
	bool tried = false;

	while ((k = keyring_next(ring, KEY_REGISTRY, r->key_id, k)) != NULL) {
		say_detail("signature check: receipt under %s", k->id);
		if (!key_check(k, message, r->signature)) {
			tried = true;
			continue;
		}
		reason = keyring_refuses(k, r->signed_at);
		if (reason == NULL) {
			snprintf(why, 256, "verifies under %s", k->id);
			return RECEIPT_GOOD;
		}
	}
	if (reason != NULL) {
		snprintf(why, 256, "the key %s %s", r->key_id, reason);
		return RECEIPT_UNSIGNED;
	}
	if (tried) {
		snprintf(why, 256, "does not verify under %s", r->key_id);
		return RECEIPT_BAD;
	}
	snprintf(why, 256, "no trusted key %s", r->key_id);
	return RECEIPT_UNSIGNED;
}

enum receipt_state
receipt_check(const struct receipt *r, const struct digest *digest,
    const struct keyring *ring, char why[256])
{
	switch (r->found) {
	case RECEIPT_NONE:
		snprintf(why, 256, "holds no signature");
		return RECEIPT_UNSIGNED;
	case RECEIPT_SEVERAL:
		snprintf(why, 256, "several members could be the signature");
		return RECEIPT_UNVERIFIABLE;
	case RECEIPT_MALFORMED:
		snprintf(why, 256, "signature_b64 is not base64 of 64 bytes");
		return RECEIPT_BAD;
	case RECEIPT_ONE:
		break;
	}
	if (r->algorithm != NULL && strcmp(r->algorithm, "ed25519") != 0) {
		snprintf(why, 256, "an algorithm that is not ed25519");
		return RECEIPT_UNSIGNED;
	}
	if (r->key_id == NULL) {
		snprintf(why, 256, "names no key");
		return RECEIPT_UNSIGNED;
	}
	return check_keys(r, digest, ring, why);
}
