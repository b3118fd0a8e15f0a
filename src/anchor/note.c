/* SPDX-License-Identifier: MIT */
/* See note.h. */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "canon/codec.h"
#include "canon/digest.h"
#include "trust/key.h"

#include "anchor/line_private.h"
#include "anchor/note.h"

static const char dash[] = "\xe2\x80\x94 ";
static const char private[] = "PRIVATE+KEY+";

/* Zs, and what utf8_is_space() has. */
static bool
is_space(uint32_t c)
{
	return c == 0x20 || c == 0xa0 || c == 0x1680
	    || (c >= 0x2000 && c <= 0x200a) || c == 0x202f || c == 0x205f
	    || c == 0x3000 || utf8_is_space(c);
}

/* UTF-8 without control characters below U+0020 but, where ${lines}, LF. */
static bool
is_text(struct span s, bool lines)
{
	if (utf8_check(s) != s.n)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] < 0x20 && !(lines && s.at[i] == '\n'))
			return false;
	}
	return true;
}

bool
note_is_name(struct span name)
{
	uint32_t c;

	if (name.n == 0 || !is_text(name, false))
		return false;
	while (name.n > 0) {
		const unsigned n = utf8_get(&c, name);

		if (is_space(c) || c == '+')
			return false;
		name = (struct span){ name.at + n, name.n - n };
	}
	return true;
}

/* --- keys ----------------------------------------------------------------- */

static void
make_id(uint8_t id[NOTE_ID], struct span name, struct span material)
{
	struct buf b = { 0 };
	struct digest d;

	buf_span(&b, name);
	buf_byte(&b, '\n');
	buf_span(&b, material);
	d = digest_sha256(span_buf(&b));
	memcpy(id, d.at, NOTE_ID);
	buf_clear(&b);
}

const uint8_t *
note_key_bytes(const struct note_key *k)
{
	if (k->material.n != 1 + NOTE_KEY
	    || (k->material.at[0] != NOTE_ED25519
	    && k->material.at[0] != NOTE_COSIGNATURE))
		return NULL;
	return k->material.at + 1;
}

int
note_key_init(struct note_key *out, const char *name, enum note_type type,
    const uint8_t key[NOTE_KEY], struct err *e)
{
	struct note_key k = { 0 };

	if (!note_is_name(span_text(name)))
		return err_set(e, ERR_USAGE, "%s: a key name has neither "
		    "spaces nor \"+\" (c2sp.org/signed-note)", name);
	k.name = mem_string(name);
	buf_byte(&k.material, (uint8_t)type);
	buf_add(&k.material, key, NOTE_KEY);
	make_id(k.id, span_text(name), span_buf(&k.material));
	*out = k;
	return 0;
}

void
note_key_clear(struct note_key *k)
{
	free(k->name);
	buf_clear(&k->material);
	*k = (struct note_key){ 0 };
}

/* NAME "+" hex( ID ) "+" base64( material ) */
static int
parse_key(struct note_key *out, struct span text, struct err *e)
{
	struct note_key k = { 0 };
	struct span name, hex;
	bool good;

	if (text.n > LIMIT_NOTE_BYTES)
		return err_set(e, ERR_LIMIT, "a note key of %zu bytes",
		    text.n);
	good = line_cut(&name, &text, '+') && note_is_name(name)
	    && line_cut(&hex, &text, '+')
	    && codec_unhex(k.id, sizeof(k.id), hex)
	    && codec_unbase64(&k.material, text) && k.material.n > 1;
	if (!good) {
		buf_clear(&k.material);
		return err_set(e, ERR_FORMAT, "not a note key: "
		    "NAME+ID+BASE64 (c2sp.org/signed-note)");
	}
	k.name = mem_text(name.at, name.n);
	*out = k;
	return 0;
}

int
note_key_parse(struct note_key *out, struct span text, struct err *e)
{
	struct note_key k;
	uint8_t id[NOTE_ID];

	if (parse_key(&k, text, e) < 0)
		return -1;
	make_id(id, span_text(k.name), span_buf(&k.material));
	if (memcmp(id, k.id, sizeof(id)) != 0)
		err_set(e, ERR_FORMAT, "%s: the id is not that of the key",
		    k.name);
	else if ((k.material.at[0] == NOTE_ED25519
	    || k.material.at[0] == NOTE_COSIGNATURE)
	    && (note_key_bytes(&k) == NULL
	    || !key_is_usable(note_key_bytes(&k))))
		err_set(e, ERR_FORMAT, "%s: not an Ed25519 key", k.name);
	else {
		*out = k;
		return 0;
	}
	note_key_clear(&k);
	return -1;
}

static void
print_key(struct buf *out, const struct note_key *k, struct span material)
{
	char hex[2 * NOTE_ID + 1];

	codec_hex(hex, k->id, NOTE_ID);
	buf_fmt(out, "%s+%s+", k->name, hex);
	codec_base64(out, material);
}

void
note_key_print(struct buf *out, const struct note_key *k)
{
	print_key(out, k, span_buf(&k->material));
}

int
note_secret_init(struct note_secret *out, const char *name,
    enum note_type type, const uint8_t seed[32], struct err *e)
{
	struct note_secret s = { 0 };
	uint8_t key[NOTE_KEY];

	crypto_sign_seed_keypair(key, s.at, seed);
	if (note_key_init(&s.key, name, type, key, e) < 0) {
		note_secret_clear(&s);
		return -1;
	}
	*out = s;
	return 0;
}

int
note_secret_parse(struct note_secret *out, struct span text, struct err *e)
{
	struct note_secret s = { 0 };
	struct note_key k = { 0 };
	int rc = -1;

	if (!line_starts(&text, private))
		err_set(e, ERR_FORMAT, "not a private note key: it begins "
		    "with \"%s\"", private);
	else if (parse_key(&k, text, e) < 0)
		rc = -1;
	else if (note_key_bytes(&k) == NULL
	    || k.material.at[0] != NOTE_ED25519)
		err_set(e, ERR_FORMAT, "%s: not a private Ed25519 key",
		    k.name);
	else if (note_secret_init(&s, k.name, NOTE_ED25519,
	    note_key_bytes(&k), e) == 0) {
		rc = memcmp(s.key.id, k.id, NOTE_ID) == 0 ? 0
		    : err_set(e, ERR_FORMAT,
			"%s: the id is not that of the key", k.name);
	}
	if (k.material.n > 0)
		sodium_memzero(k.material.at, k.material.n);
	note_key_clear(&k);
	if (rc == 0)
		*out = s;
	else
		note_secret_clear(&s);
	return rc;
}

void
note_secret_print(struct buf *out, const struct note_secret *s)
{
	uint8_t material[1 + 32];

	material[0] = NOTE_ED25519;
	memcpy(material + 1, s->at, 32);
	buf_text(out, private);
	print_key(out, &s->key, (struct span){ material, sizeof(material) });
	sodium_memzero(material, sizeof(material));
}

void
note_secret_clear(struct note_secret *s)
{
	note_key_clear(&s->key);
	sodium_memzero(s, sizeof(*s));
}

/* --- notes ---------------------------------------------------------------- */

void
note_clear(struct note *note)
{
	for (size_t i = 0; i < note->n; i++) {
		free(note->at[i].name);
		buf_clear(&note->at[i].bytes);
	}
	free(note->at);
	buf_clear(&note->text);
	*note = (struct note){ 0 };
}

/* Where the last blank line of ${s} begins; 0 where there is none. */
static size_t
last_blank(struct span s)
{
	for (size_t i = s.n; i >= 2; i--) {
		if (s.at[i - 1] == '\n' && s.at[i - 2] == '\n')
			return i - 1;
	}
	return 0;
}

static int
parse_signature(struct note_signature *out, struct span line, struct err *e)
{
	struct note_signature s = { 0 };
	struct buf raw = { 0 };
	struct span name;

	if (!line_starts(&line, dash) || !line_cut(&name, &line, ' ')
	    || !note_is_name(name) || !codec_unbase64(&raw, line)
	    || raw.n <= NOTE_ID) {
		buf_clear(&raw);
		return err_set(e, ERR_FORMAT, "a signature line that is not "
		    "\"\u2014 NAME BASE64\" (c2sp.org/signed-note)");
	}
	memcpy(s.id, raw.at, NOTE_ID);
	buf_add(&s.bytes, raw.at + NOTE_ID, raw.n - NOTE_ID);
	s.name = mem_text(name.at, name.n);
	buf_clear(&raw);
	*out = s;
	return 0;
}

int
note_parse(struct note *out, struct span bytes, struct err *e)
{
	struct note note = { 0 };
	struct span rest, line;
	size_t blank;

	if (bytes.n > LIMIT_NOTE_BYTES)
		return err_set(e, ERR_LIMIT, "a note of %zu bytes; the most "
		    "is %u", bytes.n, LIMIT_NOTE_BYTES);
	blank = last_blank(bytes);
	if (blank == 0 || !is_text(bytes, true))
		return err_set(e, ERR_FORMAT, "not a signed note: no text "
		    "with a blank line behind it (c2sp.org/signed-note)");
	buf_add(&note.text, bytes.at, blank);
	rest = (struct span){ bytes.at + blank + 1, bytes.n - blank - 1 };
	while (rest.n > 0) {
		if (note.n == LIMIT_NOTE_SIGNATURES) {
			err_set(e, ERR_LIMIT, "a note with more than %u "
			    "signatures", LIMIT_NOTE_SIGNATURES);
			goto fail;
		}
		if (!line_cut(&line, &rest, '\n')) {
			err_set(e, ERR_FORMAT, "a note without an end of "
			    "line at its end");
			goto fail;
		}
		mem_grow(&note.at, note.n, sizeof(*note.at));
		if (parse_signature(&note.at[note.n], line, e) < 0)
			goto fail;
		note.n++;
	}
	*out = note;
	return 0;
fail:
	note_clear(&note);
	return -1;
}

static void
print_signature(struct buf *out, const char *name, const uint8_t id[NOTE_ID],
    struct span bytes)
{
	struct buf raw = { 0 };

	buf_add(&raw, id, NOTE_ID);
	buf_span(&raw, bytes);
	buf_text(out, dash);
	buf_text(out, name);
	buf_byte(out, ' ');
	codec_base64(out, span_buf(&raw));
	buf_byte(out, '\n');
	buf_clear(&raw);
}

void
note_print(struct buf *out, const struct note *note)
{
	buf_span(out, span_buf(&note->text));
	buf_byte(out, '\n');
	for (size_t i = 0; i < note->n; i++)
		print_signature(out, note->at[i].name, note->at[i].id,
		    span_buf(&note->at[i].bytes));
}

/* What is signed: the text, and a head before it for a cosigner. */
static void
signed_text(struct buf *out, enum note_type type, struct span text,
    uint64_t time)
{
	if (type == NOTE_COSIGNATURE)
		buf_fmt(out, "cosignature/v1\ntime %" PRIu64 "\n", time);
	buf_span(out, text);
}

void
note_sign(struct buf *out, const struct note_secret *s, struct span text,
    uint64_t time)
{
	const enum note_type type = (enum note_type)s->key.material.at[0];
	struct buf message = { 0 }, bytes = { 0 };

	signed_text(&message, type, text, time);
	for (unsigned i = 0; type == NOTE_COSIGNATURE && i < 8; i++)
		buf_byte(&bytes, (uint8_t)(time >> 8 * (7 - i)));
	crypto_sign_detached(buf_room(&bytes, 64), NULL, message.at,
	    message.n, s->at);
	buf_used(&bytes, 64);
	print_signature(out, s->key.name, s->key.id, span_buf(&bytes));
	buf_clear(&message);
	buf_clear(&bytes);
}

/* Whether one line by ${k} holds; its time. */
static bool
holds(const struct note *note, const struct note_signature *s,
    const struct note_key *k, uint64_t *time)
{
	const uint8_t *key = note_key_bytes(k), *at = s->bytes.at;
	const enum note_type type = (enum note_type)k->material.at[0];
	const size_t head = type == NOTE_COSIGNATURE ? 8 : 0;
	struct buf message = { 0 };
	bool good;

	*time = 0;
	if (key == NULL || s->bytes.n != head + KEY_SIGNATURE_BYTES)
		return false;
	for (size_t i = 0; i < head; i++)
		*time = *time << 8 | at[i];
	/* c2sp.org/tlog-cosignature: not above 2^63 - 1. */
	if (*time > INT64_MAX)
		return false;
	signed_text(&message, type, span_buf(&note->text), *time);
	good = key_verify(key, span_buf(&message), at + head);
	buf_clear(&message);
	return good;
}

enum note_state
note_check(const struct note *note, const struct note_key *k, uint64_t *time)
{
	enum note_state state = NOTE_UNKNOWN;
	uint64_t newest = 0, one;

	/* A type that we cannot check is a key that we do not know. */
	if (note_key_bytes(k) == NULL)
		return NOTE_UNKNOWN;
	for (size_t i = 0; i < note->n; i++) {
		const struct note_signature *s = &note->at[i];

		if (memcmp(s->id, k->id, NOTE_ID) != 0
		    || strcmp(s->name, k->name) != 0)
			continue;
		if (!holds(note, s, k, &one))
			return NOTE_BAD;
		state = NOTE_GOOD;
		if (one > newest)
			newest = one;
	}
	if (state == NOTE_GOOD && time != NULL)
		*time = newest;
	return state;
}
