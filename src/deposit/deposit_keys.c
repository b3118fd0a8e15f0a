/* SPDX-License-Identifier: MIT */
/* See deposit_private.h: the public keys in data/keys/. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "canon/emit.h"
#include "deposit/deposit_private.h"

/* data/keys/NAME.ENDING, which ${text} is emptied into. */
static int
put(struct deposit *d, const char *name, const char *ending, struct buf *text,
    struct err *e)
{
	struct buf path = { 0 };
	int rc;

	buf_fmt(&path, "data/keys/%s.%s", name, ending);
	rc = kit_text(&d->kit, buf_string(&path), span_buf(text), e);
	text->n = 0;
	buf_clear(&path);
	return rc;
}

/* The key for OpenSSL. */
static void
pem(struct buf *out, const uint8_t key[KEY_BYTES])
{
	/* SubjectPublicKeyInfo of RFC 8410 up to the key. */
	static const uint8_t spki[] = { 0x30, 0x2a, 0x30, 0x05, 0x06, 0x03,
		0x2b, 0x65, 0x70, 0x03, 0x21, 0x00 };
	struct buf der = { 0 };

	buf_add(&der, spki, sizeof(spki));
	buf_add(&der, key, KEY_BYTES);
	buf_text(out, "-----BEGIN PUBLIC KEY-----\n");
	codec_base64(out, span_buf(&der));
	buf_text(out, "\n-----END PUBLIC KEY-----\n");
	buf_clear(&der);
}

/* --- the log and the depositor -------------------------------------------- */

void
deposit_keys_name(struct deposit *d)
{
	/* Beside the key of who packs it. */
	snprintf(d->key_name, sizeof(d->key_name), "%s%s", d->slug,
	    strcmp(d->slug, "depositor") == 0 ? "-log" : "");
}

void
deposit_keys_signify(struct buf *out, const char *comment,
    const uint8_t key[NOTE_KEY], struct span bytes)
{
	const struct digest name = digest_sha256((struct span){ key,
		NOTE_KEY });
	struct buf raw = { 0 };

	buf_text(&raw, "Ed");
	buf_add(&raw, name.at, MINISIGN_ID);
	buf_span(&raw, bytes);
	buf_fmt(out, "untrusted comment: %s\n", comment);
	codec_base64(out, span_buf(&raw));
	buf_byte(out, '\n');
	buf_clear(&raw);
}

static int
write_log(struct deposit *d, struct err *e)
{
	const uint8_t *key = note_key_bytes(d->with->key);
	struct buf text = { 0 };
	int rc;

	note_key_print(&text, d->with->key);
	buf_byte(&text, '\n');
	rc = put(d, d->key_name, "vkey", &text, e);
	pem(&text, key);
	if (rc == 0)
		rc = put(d, d->key_name, "pem", &text, e);
	deposit_keys_signify(&text, "public key of the log", key,
	    (struct span){ key, NOTE_KEY });
	if (rc == 0)
		rc = put(d, d->key_name, "pub", &text, e);
	if (rc == 0 && d->with->key_list != NULL)
		rc = kit_copy(&d->kit, "data/keys/key-list", d->with->key_list,
		    e);
	buf_clear(&text);
	return rc;
}

static int
write_depositor(struct deposit *d, struct err *e)
{
	const struct minisign_secret *s = d->with->signer;
	struct minisign_public p;
	struct buf text = { 0 };
	int rc = 0;

	if (s != NULL) {
		memcpy(p.id, s->id, sizeof(p.id));
		/* As libsodium has it: the seed, then the public key. */
		memcpy(p.key, s->key + 32, sizeof(p.key));
		minisign_public_print(&text, &p);
		rc = put(d, "depositor", "pub", &text, e);
	}
	buf_clear(&text);
	return rc;
}

/* --- registries ----------------------------------------------------------- */

static bool
is_limited(const struct key *k)
{
	return k->valid_from != NULL || k->valid_until != NULL
	    || k->revoked_at != NULL;
}

static bool
is_same(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static int
by_bytes(const void *a, const void *b)
{
	const struct key *const *x = a, *const *y = b;

	return memcmp((*x)->at, (*y)->at, KEY_BYTES);
}

int
deposit_keys_find(struct deposit *d, struct err *e)
{
	const struct deposit_with *w = d->with;
	char hex[33], name[27];

	for (size_t i = 0; i < w->registries; i++) {
		mem_grow(&d->registry, i, sizeof(const struct key *));
		d->registry[i] = w->registry[i];
	}
	if (w->registries > 1)
		qsort(d->registry, w->registries, sizeof(*d->registry),
		    by_bytes);
	for (size_t i = 0; i < w->registries; i++) {
		const struct key *k = d->registry[i], *last = d->registries > 0
		    ? d->registry[d->registries - 1] : NULL;

		if (last == NULL || memcmp(k->at, last->at, KEY_BYTES) != 0) {
			d->registry[d->registries++] = k;
			d->key_files += is_limited(k) ? 3 : 2;
			continue;
		}
		key_fingerprints(hex, name, k->at);
		if (strcmp(k->id, last->id) != 0
		    || !is_same(k->valid_from, last->valid_from)
		    || !is_same(k->valid_until, last->valid_until)
		    || !is_same(k->revoked_at, last->revoked_at))
			return err_set(e, ERR_USAGE, "%s, %s: one key, %s, of "
			    "which they say different things", last->file,
			    k->file, name);
	}
	return 0;
}

/* In the form in which a keyring takes it (pithtex-keyring(5)), and for
 * OpenSSL. */
static int
write_registry(struct deposit *d, const struct key *k, struct err *e)
{
	char hex[33], letters[27], name[40], bytes[2 * KEY_BYTES + 1];
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	int rc;

	key_fingerprints(hex, letters, k->at);
	snprintf(name, sizeof(name), "registry-%s", letters);
	codec_hex(bytes, k->at, KEY_BYTES);
	emit_object(&j, NULL);
	emit_text(&j, "key_id", k->id);
	emit_text(&j, "algorithm", "ed25519");
	emit_text(&j, "public_key_hex", bytes);
	emit_close_object(&j);
	rc = put(d, name, "json", &text, e);
	pem(&text, k->at);
	if (rc == 0)
		rc = put(d, name, "pem", &text, e);
	if (is_limited(k)) {
		emit_object(&j, NULL);
		if (k->valid_from != NULL)
			emit_text(&j, "valid_from", k->valid_from);
		if (k->valid_until != NULL)
			emit_text(&j, "valid_until", k->valid_until);
		if (k->revoked_at != NULL)
			emit_text(&j, "revoked_at", k->revoked_at);
		emit_close_object(&j);
		if (rc == 0)
			rc = put(d, name, "json.trust", &text, e);
	}
	buf_clear(&text);
	return rc;
}

int
deposit_keys_write(struct deposit *d, struct err *e)
{
	int rc = d->with->only == NULL ? write_log(d, e) : 0;

	if (rc == 0)
		rc = write_depositor(d, e);
	for (size_t i = 0; rc == 0 && i < d->registries; i++)
		rc = write_registry(d, d->registry[i], e);
	return rc;
}
