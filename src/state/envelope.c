/* SPDX-License-Identifier: MIT */
/* See envelope.h. */
#include "config.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "canon/emit.h"
#include "state/envelope.h"
#include "state/event.h"

static const char *const relations[] = { "supports", "refutes", "extends",
	"uses_method", "depends_on", "replaces", "compares", "cites", NULL };
static const char *const kinds[] = { "replication", "falsification",
	"formal_bridge", NULL };

enum rule { RULE_TEXT, RULE_HEX, RULE_NUMBER, RULE_WORD };

/* What the payload of each type must have. */
static const struct {
	const char *type;
	struct {
		const char *name;
		enum rule rule;
		const char *const *words;
	} members[2];
} types[] = {
	{ "attestation", { { "statement", RULE_TEXT, NULL } } },
	{ "citation", { { "relation", RULE_WORD, relations },
	    { "object_pith_number", RULE_NUMBER, NULL } } },
	{ "replication", { { "kind", RULE_WORD, kinds },
	    { "statement", RULE_TEXT, NULL } } },
	{ "anchor", { { "sha256", RULE_HEX, NULL },
	    { "proof_sha256", RULE_HEX, NULL } } },
	{ "archive", { { "url", RULE_TEXT, NULL } } },
};

/* The members of an envelope; all of them are there, and no others. */
static const char *const members[] = { "envelope", "event_type",
	"subject_pith_number", "target", "created_at", "signer", "payload",
	"signature_b64" };
#define MEMBERS (sizeof(members) / sizeof(*members))

/* "pith:YYYY:" and 26 letters in capitals. */
static bool
is_full_number(const char *s)
{
	if (s == NULL || strlen(s) != NUMBER_FULL
	    || strncmp(s, "pith:", 5) != 0 || s[9] != ':'
	    || strspn(s + 5, "0123456789") != 4)
		return false;
	return strspn(s + 10, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	    == NUMBER_SUFFIX;
}

static bool
is_hex(const char *s, size_t bytes)
{
	return s != NULL && strlen(s) == 2 * bytes
	    && strspn(s, "0123456789abcdef") == 2 * bytes;
}

static bool
holds_rule(const char *s, enum rule rule, const char *const *words)
{
	switch (rule) {
	case RULE_TEXT:
		return s != NULL && *s != '\0';
	case RULE_HEX:
		return is_hex(s, DIGEST_BYTES);
	case RULE_NUMBER:
		return is_full_number(s);
	case RULE_WORD:
		break;
	}
	for (; s != NULL && *words != NULL; words++)
		if (strcmp(s, *words) == 0)
			return true;
	return false;
}

/* What is wrong with the payload of an event of ${type}; 0 for nothing. */
static int
check_payload(const char *type, const json_t *payload, struct err *e)
{
	size_t i = 0;

	while (i < sizeof(types) / sizeof(*types)
	    && (type == NULL || strcmp(types[i].type, type) != 0))
		i++;
	if (i == sizeof(types) / sizeof(*types))
		return err_set(e, ERR_FORMAT, "event_type: not attestation, "
		    "citation, replication, anchor or archive");
	if (!json_is_object(payload))
		return err_set(e, ERR_FORMAT, "payload: not an object");
	for (size_t k = 0; k < 2 && types[i].members[k].name != NULL; k++) {
		const char *name = types[i].members[k].name;

		if (!holds_rule(json_member_text(payload, name),
		    types[i].members[k].rule, types[i].members[k].words))
			return err_set(e, ERR_FORMAT, "payload: %s: missing, "
			    "or not what an event of type %s needs", name,
			    type);
	}
	return 0;
}

/* The form of an envelope, its signature aside. */
static int
check_form(const json_t *v, struct err *e)
{
	const json_t *signer = json_member(v, "signer", JSON_OBJECT);
	const char *name = json_member_text(v, "envelope");
	const char *target = json_member_text(v, "target");
	const char *id = json_member_text(signer, "key_id");
	struct instant t;

	if (name == NULL || strcmp(name, ENVELOPE_NAME) != 0)
		return err_set(e, ERR_FORMAT, "envelope: not " ENVELOPE_NAME);
	for (size_t i = 0; i < MEMBERS; i++)
		if (json_object_get(v, members[i]) == NULL)
			return err_set(e, ERR_FORMAT, "%s: missing",
			    members[i]);
	if (json_object_size(v) != MEMBERS)
		return err_set(e, ERR_FORMAT,
		    "a member that an envelope does not have");
	if (check_payload(json_member_text(v, "event_type"),
	    json_object_get(v, "payload"), e) < 0)
		return -1;
	if (!is_full_number(json_member_text(v, "subject_pith_number")))
		return err_set(e, ERR_FORMAT,
		    "subject_pith_number: not a number in full");
	if (target == NULL || *target == '\0')
		return err_set(e, ERR_FORMAT, "target: not a text");
	if (!instant_parse(&t, json_member_text(v, "created_at")))
		return err_set(e, ERR_FORMAT, "created_at: not a time");
	if (json_object_size(signer) != 2 || id == NULL || *id == '\0'
	    || !is_hex(json_member_text(signer, "public_key_hex"), KEY_BYTES))
		return err_set(e, ERR_FORMAT,
		    "signer: not a key_id and a public_key_hex");
	return 0;
}

/* What the signature is over. */
static int
signed_bytes(struct buf *out, const json_t *v, struct err *e)
{
	json_t *o = json_copy((json_t *)(uintptr_t)v);
	int rc;

	json_object_del(o, "signature_b64");
	buf_text(out, ENVELOPE_NAME "\n");
	rc = json_canon(out, o, e);
	json_decref(o);
	return rc;
}

/* The claimant's key of these bytes that counts at ${time}; the reason why
 * there is none. */
static const struct key *
find_key(const uint8_t bytes[KEY_BYTES], const struct keyring *ring,
    const char *time, const char **reason)
{
	const struct key *k = NULL;

	*reason = NULL;
	while ((k = keyring_next(ring, KEY_CLAIMANT, NULL, k)) != NULL) {
		if (memcmp(k->at, bytes, KEY_BYTES) != 0)
			continue;
		*reason = keyring_refuses(k, time);
		if (*reason == NULL)
			return k;
	}
	return NULL;
}

bool
envelope_is(const json_t *v)
{
	static const char any[] = "pithtex-event-";
	const char *name = json_member_text(v, "envelope");

	return name != NULL && strncmp(name, any, strlen(any)) == 0;
}

enum event_class
envelope_check(const json_t *v, const struct keyring *ring, char why[256])
{
	const json_t *signer = json_object_get(v, "signer");
	const char *id = json_member_text(signer, "key_id"), *reason;
	const char *sig = json_member_text(v, "signature_b64");
	struct buf message = { 0 }, raw = { 0 };
	uint8_t key[KEY_BYTES];
	const struct key *k;
	enum event_class class = EVENT_INVALID;
	struct err e;

	if (envelope_is(v) && strcmp(json_member_text(v, "envelope"),
	    ENVELOPE_NAME) != 0) {
		snprintf(why, 256, "an envelope of a kind that is not known");
		class = EVENT_UNVERIFIABLE;
	} else if (check_form(v, &e) < 0) {
		snprintf(why, 256, "%.255s", e.text);
	} else if (sig == NULL || !codec_unbase64(&raw, span_text(sig))
	    || raw.n != KEY_SIGNATURE_BYTES) {
		snprintf(why, 256, "signature_b64 is not base64 of 64 bytes");
	} else if (signed_bytes(&message, v, &e) < 0) {
		snprintf(why, 256, "%.255s", e.text);
	} else if (!codec_unhex(key, KEY_BYTES, span_text(json_member_text(
	    signer, "public_key_hex")))
	    || !key_verify(key, span_buf(&message), raw.at)) {
		snprintf(why, 256, "its signature does not verify under the "
		    "key that it names");
	} else if ((k = find_key(key, ring,
	    json_member_text(v, "created_at"), &reason)) != NULL) {
		snprintf(why, 256, "verifies under %.200s", k->id);
		class = EVENT_VALID;
	} else {
		if (reason != NULL)
			snprintf(why, 256, "the key %.100s %.100s", id, reason);
		else
			snprintf(why, 256, "signed by %.100s, which is no "
			    "claimant's key that is trusted here", id);
		class = EVENT_UNVERIFIABLE;
	}
	buf_clear(&message);
	buf_clear(&raw);
	return class;
}

/* The envelope as a value, before it is signed; NULL for what is no text. */
static json_t *
unsigned_value(const struct envelope *what, json_t *payload,
    const struct minisign_secret *secret)
{
	char id[17], hex[2 * KEY_BYTES + 1];

	minisign_id_print(id, secret->id);
	/* The public half is the second of libsodium's 64 bytes. */
	codec_hex(hex, secret->key + 32, KEY_BYTES);
	return json_pack("{s:s,s:s,s:s,s:s,s:s,s:{s:s,s:s},s:O,s:s}",
	    "envelope", ENVELOPE_NAME, "event_type", what->type,
	    "subject_pith_number", what->number, "target", what->target,
	    "created_at", what->created_at, "signer", "key_id", id,
	    "public_key_hex", hex, "payload", payload, "signature_b64", "");
}

/* Write it as a file, members in the order of the manual. */
static void
print_file(struct buf *out, const json_t *v, const char *signature)
{
	const json_t *signer = json_object_get(v, "signer");
	struct emit j = { .out = out };
	struct buf canon = { 0 }, payload = { 0 };
	struct err e;

	emit_object(&j, NULL);
	for (size_t i = 0; i < 5; i++)
		emit_text(&j, members[i], json_member_text(v, members[i]));
	emit_object(&j, "signer");
	emit_text(&j, "key_id", json_member_text(signer, "key_id"));
	emit_text(&j, "public_key_hex", json_member_text(signer,
	    "public_key_hex"));
	emit_close_object(&j);
	/* It was printed once already, under the signature. */
	if (json_canon(&canon, json_object_get(v, "payload"), &e) == 0)
		event_ascii(&payload, span_buf(&canon));
	emit_raw(&j, "payload", span_buf(&payload));
	emit_text(&j, "signature_b64", signature);
	emit_close_object(&j);
	buf_clear(&canon);
	buf_clear(&payload);
}

int
envelope_sign(struct buf *out, const struct envelope *what,
    const struct minisign_secret *secret, struct err *e)
{
	struct buf message = { 0 }, b64 = { 0 };
	uint8_t signature[KEY_SIGNATURE_BYTES];
	json_t *payload = NULL, *v = NULL;
	int rc = json_parse(&payload, what->payload, JSON_TOP_OBJECT, e);

	if (rc < 0)
		return err_in(e, "payload");
	v = unsigned_value(what, payload, secret);
	if (v == NULL)
		rc = err_set(e, ERR_FORMAT, "not UTF-8");
	if (rc == 0)
		rc = check_form(v, e);
	if (rc == 0)
		rc = signed_bytes(&message, v, e);
	if (rc == 0) {
		crypto_sign_detached(signature, NULL, message.at, message.n,
		    secret->key);
		/* A secret key whose halves do not belong together, or a
		 * fault, must not leave a signature that holds nowhere. */
		if (!key_verify(secret->key + 32, span_buf(&message),
		    signature))
			rc = err_set(e, ERR_TRUST, "the secret key does not "
			    "make signatures that hold");
	}
	if (rc == 0) {
		codec_base64(&b64, (struct span){ signature,
		    sizeof(signature) });
		print_file(out, v, buf_string(&b64));
	}
	json_decref(v);
	json_decref(payload);
	buf_clear(&message);
	buf_clear(&b64);
	return rc;
}
