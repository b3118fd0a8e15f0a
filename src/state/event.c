/* SPDX-License-Identifier: MIT */
/* See event.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "state/envelope.h"
#include "state/event.h"
#include "trust/receipt.h"

static const char created[] = "record_created";
static const char finding[] = "pith.integrity.v1";

/* The bytes that make the identity, and the event_id beside them. */
static int
take_bytes(struct event *ev, const json_t *v, bool integrity, struct err *e)
{
	const json_t *id = json_object_get(v, "event_id");
	json_t *o = json_copy((json_t *)(uintptr_t)v);
	struct buf text = { 0 };
	int rc = 0;

	json_object_del(o, "event_id");
	json_object_del(o, "signature");
	json_object_del(o, "signature_b64");
	if (integrity)
		json_object_set_new(o, "event_type", json_string(finding));
	rc = json_canon(&ev->canon, o, e);
	json_decref(o);
	if (rc == 0 && id != NULL && !json_is_null(id)) {
		rc = json_canon(&text, id, e);
		ev->ids = mem_zero(1, sizeof(*ev->ids));
		ev->ids[ev->id_count++] = buf_steal(&text);
	}
	ev->identity = digest_sha256(span_buf(&ev->canon));
	return rc;
}

/* Type, target, signer and time. */
static void
take_members(struct event *ev, const json_t *v, bool integrity)
{
	const json_t *receipt = json_object_get(json_object_get(v, "payload"),
	    "receipt");
	const json_t *signer = json_object_get(v, "signer");
	const char *names[] = { json_member_text(receipt, "key_id"),
		json_member_text(v, "signing_key_id"),
		json_member_text(signer, "key_id") };
	const char *time = json_member_text(v, "created_at");

	ev->claimant = envelope_is(v);
	ev->type = mem_string(integrity ? finding
	    : json_member_text(v, "event_type"));
	ev->target = mem_string(json_member_text(v, "target"));
	if (ev->claimant)
		ev->signer = mem_string(json_member_text(signer,
		    "public_key_hex"));
	for (size_t i = 0; i < 3 && !ev->claimant && ev->signer == NULL; i++)
		ev->signer = mem_string(names[i]);
	ev->time = mem_string(time != NULL ? time
	    : json_member_text(receipt, "signed_at"));
	(void)instant_parse(&ev->instant, ev->time);
}

static bool
is_type(const struct event *ev, const char *type)
{
	return !ev->claimant && ev->type != NULL
	    && strcmp(ev->type, type) == 0;
}

/* What is compared between events of one place. */
static int
take_content(struct event *ev, const json_t *v,
    const struct event_with *with, struct err *e)
{
	const json_t *payload = json_object_get(v, "payload");
	const json_t *copy = json_object_get(payload, "canonical_record");

	if (is_type(ev, created) && copy == NULL) {
		ev->content = *with->record;
		return 0;
	}
	if (is_type(ev, created))
		payload = copy;
	else if (payload == NULL)
		payload = json_null();
	return json_canon_digest(&ev->content, payload, e);
}

/* A record_created is worth what its receipt is. */
static enum event_class
judge_created(const struct event *ev, const json_t *v,
    const struct event_with *with, char why[256])
{
	const json_t *payload = json_object_get(v, "payload");
	const json_t *receipt = json_object_get(payload, "receipt");
	const char *said = json_member_text(payload, "canonical_sha256");
	struct receipt r;
	enum receipt_state state;
	char hex[DIGEST_HEX], reason[256];
	struct err e;

	if (said != NULL
	    && strcmp(said, digest_print(hex, &ev->content)) != 0) {
		snprintf(why, 256, "its digest is not its record's");
		return EVENT_INVALID;
	}
	if (receipt == NULL) {
		snprintf(why, 256, "it holds no receipt");
		return EVENT_UNVERIFIABLE;
	}
	if (with->receipt_holds && digest_equal(&ev->content, with->record)) {
		snprintf(why, 256, "its receipt verifies");
		return EVENT_VALID;
	}
	if (receipt_parse(&r, receipt, &e) < 0) {
		snprintf(why, 256, "%.255s", e.text);
		return EVENT_INVALID;
	}
	state = receipt_check(&r, &ev->content, with->ring, reason);
	receipt_clear(&r);
	if (state == RECEIPT_GOOD)
		snprintf(why, 256, "its receipt verifies");
	else
		snprintf(why, 256, "its receipt: %.200s", reason);
	return state == RECEIPT_GOOD ? EVENT_VALID
	    : state == RECEIPT_BAD ? EVENT_INVALID : EVENT_UNVERIFIABLE;
}

/* A finding: its signature can be checked, its digest cannot. */
static enum event_class
judge_finding(const json_t *v, const struct keyring *ring, char why[256])
{
	const char *hex = json_member_text(v, "payload_sha256");
	enum receipt_state state;
	struct receipt r;
	struct digest d;
	char reason[256];
	struct err e;

	if (hex == NULL || json_object_get(v, "signature_b64") == NULL) {
		snprintf(why, 256, "no digest or no signature");
		return EVENT_UNVERIFIABLE;
	}
	if (!digest_parse(&d, span_text(hex), true)) {
		snprintf(why, 256, "payload_sha256: not a digest");
		return EVENT_INVALID;
	}
	if (receipt_parse(&r, v, &e) < 0) {
		snprintf(why, 256, "%.255s", e.text);
		return EVENT_INVALID;
	}
	free(r.key_id);
	r.key_id = mem_string(json_member_text(v, "signing_key_id"));
	state = receipt_check(&r, &d, ring, reason);
	receipt_clear(&r);
	if (state == RECEIPT_GOOD)
		snprintf(why, 256, "its signature %.150s, but what the digest "
		    "covers is not known", reason);
	else
		snprintf(why, 256, "its signature: %.200s", reason);
	return state == RECEIPT_BAD ? EVENT_INVALID : EVENT_UNVERIFIABLE;
}

static enum event_class
judge(const struct event *ev, const json_t *v, const struct event_with *with,
    char why[256])
{
	const json_t *subject = json_object_get(v, "subject_pith_number");

	if (subject != NULL && (!json_is_string(subject)
	    || strcmp(json_string_value(subject), with->number) != 0)) {
		snprintf(why, 256, "about another number");
		return EVENT_INVALID;
	}
	if (ev->claimant)
		return envelope_check(v, with->ring, why);
	if (is_type(ev, created))
		return judge_created(ev, v, with, why);
	if (is_type(ev, finding))
		return judge_finding(v, with->ring, why);
	snprintf(why, 256, "what its signature covers is not known");
	return EVENT_UNVERIFIABLE;
}

int
event_parse(struct event **out, const json_t *v, const struct event_with *with,
    struct err *e)
{
	struct event *ev;
	/* An envelope is one wherever it stands. */
	const bool integrity = with->integrity && !envelope_is(v);
	char why[256];

	if (!json_is_object(v))
		return err_set(e, ERR_FORMAT, "not an object");
	ev = mem_zero(1, sizeof(*ev));
	take_members(ev, v, integrity);
	if (take_bytes(ev, v, integrity, e) < 0
	    || take_content(ev, v, with, e) < 0) {
		event_free(ev);
		return -1;
	}
	ev->class = judge(ev, v, with, why);
	ev->why = mem_string(why);
	*out = ev;
	return 0;
}

void
event_free(struct event *ev)
{
	if (ev == NULL)
		return;
	buf_clear(&ev->canon);
	free(ev->type);
	free(ev->target);
	free(ev->signer);
	free(ev->time);
	free(ev->why);
	for (size_t i = 0; i < ev->id_count; i++)
		free(ev->ids[i]);
	free(ev->ids);
	free(ev);
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void
event_join(struct event *ev, struct event *from)
{
	/* Classes stand best first. */
	if (from->class < ev->class || (from->class == ev->class
	    && strcmp(from->why, ev->why) < 0)) {
		char *const why = ev->why;

		ev->why = from->why;
		from->why = why;
		ev->class = from->class;
	}
	for (size_t i = 0; i < from->id_count; i++) {
		mem_grow(&ev->ids, ev->id_count, sizeof(*ev->ids));
		ev->ids[ev->id_count++] = from->ids[i];
	}
	from->id_count = 0;
	event_free(from);
}

void
event_settle(struct event *ev)
{
	size_t kept = 0;

	if (ev->id_count > 1)
		qsort(ev->ids, ev->id_count, sizeof(*ev->ids), by_text);
	for (size_t i = 0; i < ev->id_count; i++) {
		if (kept > 0 && strcmp(ev->ids[kept - 1], ev->ids[i]) == 0)
			free(ev->ids[i]);
		else
			ev->ids[kept++] = ev->ids[i];
	}
	ev->id_count = kept;
}

int
event_compare(const struct event *a, const struct event *b)
{
	const int c = instant_compare(&a->instant, &b->instant);

	return c != 0 ? c : memcmp(&a->identity, &b->identity,
	    sizeof(a->identity));
}

const char *
event_class_word(enum event_class class)
{
	static const char *const words[] = {
		[EVENT_VALID] = "valid",
		[EVENT_UNVERIFIABLE] = "unverifiable",
		[EVENT_INVALID] = "invalid"
	};

	return words[class];
}

const char *
event_standing_word(enum event_standing standing)
{
	static const char *const words[] = {
		[EVENT_CURRENT] = "current", [EVENT_REPLACED] = "replaced",
		[EVENT_EQUIVOCAL] = "equivocal", [EVENT_ASIDE] = "aside",
		[EVENT_OUT] = "out"
	};

	return words[standing];
}

int
event_compare_text(const char *a, const char *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	return strcmp(a, b);
}

void
event_ascii(struct buf *out, struct span canon)
{
	/* What is not ASCII stands within strings only. */
	for (size_t i = 0; i < canon.n;) {
		uint32_t c = 0xfffd;
		const unsigned n = utf8_get(&c,
		    (struct span){ canon.at + i, canon.n - i });

		if (c < 0x7f)
			buf_byte(out, (uint8_t)c);
		else if (c < 0x10000)
			buf_fmt(out, "\\u%04x", (unsigned)c);
		else
			buf_fmt(out, "\\u%04x\\u%04x",
			    (unsigned)(0xd7c0 + (c >> 10)),
			    (unsigned)(0xdc00 + (c & 0x3ff)));
		i += n > 0 ? n : 1;
	}
}
