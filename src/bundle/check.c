/* SPDX-License-Identifier: MIT */
/* See check_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "bundle/check_private.h"
#include "trust/receipt.h"

/* Read every JSON member; false where one cannot be read. */
static bool
read_docs(struct checking *c)
{
	size_t left = LIMIT_JSON_VALUES;
	bool good = true;

	for (size_t i = 0; i < BUNDLE_MEMBERS; i++) {
		const struct span s = bundle_member(c->b, bundle_members[i]);
		struct err e;

		if (s.at == NULL)
			continue;
		if (json_parse_within(&c->doc[i], s, JSON_TOP_OBJECT, &left,
		    &e) < 0) {
			report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
			    "%s: %s", bundle_members[i], e.text);
			good = false;
		}
	}
	if (good && c->doc[DOC_BUNDLE] == NULL) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
		    "no bundle.json");
		good = false;
	}
	return good;
}

/* What is there must be of its type. */
static bool
typed(struct checking *c, const json_t *o, const char *name, json_type type,
    const char *word)
{
	const json_t *v = json_object_get(o, name);

	if (v == NULL || json_typeof(v) == type)
		return true;
	report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
	    "bundle.json: %s: not %s", name, word);
	return false;
}

static bool
all_objects(struct checking *c, const char *name, size_t most)
{
	const json_t *list = json_object_get(c->doc[DOC_BUNDLE], name);

	if (json_array_size(list) > most) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
		    "bundle.json: %s: more than %zu entries", name, most);
		return false;
	}
	for (size_t i = 0; i < json_array_size(list); i++)
		if (!json_is_object(json_array_get(list, i))) {
			report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
			    "bundle.json: %s: entry %zu is not an object",
			    name, i + 1);
			return false;
		}
	return true;
}

/* The shape of bundle.json, and the canonical record out of it. */
static bool
read_record(struct checking *c)
{
	const json_t *v = c->doc[DOC_BUNDLE];
	const char *type = json_member_text(v, "bundle_type");
	struct err e;

	if (type == NULL || strcmp(type, "pith_open_graph_bundle") != 0) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
		    "bundle.json: bundle_type is not pith_open_graph_bundle");
		return false;
	}
	if (!typed(c, v, "pith_number", JSON_STRING, "a string")
	    || !typed(c, v, "short_pith_number", JSON_STRING, "a string")
	    || !typed(c, v, "canonical_sha256", JSON_STRING, "a string")
	    || !typed(c, v, "source", JSON_OBJECT, "an object")
	    || !typed(c, v, "source_aliases", JSON_ARRAY, "an array")
	    || !typed(c, v, "events", JSON_ARRAY, "an array")
	    || !all_objects(c, "source_aliases", LIMIT_STATE_ALIASES)
	    || !all_objects(c, "events", LIMIT_STATE_EVENTS))
		return false;
	if (record_parse(&c->b->record, json_object_get(v, "canonical_record"),
	    &e) < 0) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_CONTAINER,
		    "bundle.json: canonical_record: %s", e.text);
		return false;
	}
	return true;
}

static void
check_digest(struct checking *c)
{
	const char *said = json_member_text(c->doc[DOC_BUNDLE],
	    "canonical_sha256");
	char hex[DIGEST_HEX];

	digest_print(hex, &c->b->record->digest);
	c->digest_holds = said == NULL || strcmp(said, hex) == 0;
	if (c->digest_holds)
		report_pass(c->rep, CHECK_DIGEST, "%s%s", hex,
		    said == NULL ? " (the bundle states none)" : "");
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_DIGEST,
		    "the record has %s, the bundle states %s", hex, said);
}

static void
check_number(struct checking *c)
{
	const struct record *r = c->b->record;
	const char *said = json_member_text(c->doc[DOC_BUNDLE], "pith_number");

	if (said == NULL) {
		report_pass(c->rep, CHECK_NUMBER, "%s (the bundle states none)",
		    r->number);
		report_pass(c->rep, CHECK_YEAR, "%04u", r->year);
		return;
	}
	if (strlen(said) == NUMBER_FULL && memcmp(said, "pith:", 5) == 0
	    && strcmp(said + 9, r->number + 9) == 0)
		report_pass(c->rep, CHECK_NUMBER, "%s", r->number);
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_NUMBER,
		    "the digest makes %s, the bundle states %s", r->number,
		    said);
	if (strlen(said) >= 9 && memcmp(said + 5, r->number + 5, 4) == 0)
		report_pass(c->rep, CHECK_YEAR, "%04u, of submitted_at",
		    r->year);
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_YEAR,
		    "submitted_at has %04u, the bundle states %s", r->year,
		    said);
}

static void
check_short(struct checking *c)
{
	const char *said = json_member_text(c->doc[DOC_BUNDLE],
	    "short_pith_number");

	if (said == NULL)
		return;
	if (strlen(said) == 13 && memcmp(said, "pith:", 5) == 0
	    && memcmp(said + 5, c->b->record->suffix, 8) == 0)
		report_pass(c->rep, CHECK_SHORT, "%s", said);
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_SHORT,
		    "%s is not short for %s", said, c->b->record->number);
}

/*
 * Whether the alias may stand for this record: -1 it contradicts the record,
 * 0 nobody can tell, 1 it follows from the record.
 */
static int
judge_alias(const struct record *r, const char *kind, const char *value)
{
	struct alias a;

	if (strncmp(kind, "pith_short_", 11) == 0)
		return strcmp(kind + 11, "8") != 0
		    && strcmp(kind + 11, "12") != 0
		    && strcmp(kind + 11, "16") != 0 ? 0
		    : strlen(value) == (size_t)atoi(kind + 11)
		    && memcmp(value, r->suffix, strlen(value)) == 0 ? 1 : -1;
	if (strcmp(kind, "arxiv") != 0 && strcmp(kind, "arxiv_version") != 0
	    && strcmp(kind, "doi") != 0)
		return 0;
	if (r->source_id == NULL || r->source_kind == NULL
	    || strcmp(r->source_kind, "arxiv") != 0)
		return 0;
	if (alias_parse(&a, span_text(value)) != ALIAS_ARXIV)
		return strcmp(kind, "doi") == 0 ? 0 : -1;
	if (strcmp(a.name, r->source_id) != 0)
		return -1;
	if (strcmp(kind, "arxiv_version") == 0)
		return a.version == (unsigned long long)r->source_version
		    ? 1 : -1;
	return a.version == 0 ? 1 : -1;
}

static void
take_alias(struct bundle *b, const char *kind, const char *value)
{
	mem_grow(&b->aliases, b->alias_count, sizeof(*b->aliases));
	b->aliases[b->alias_count++] = (struct bundle_alias){
	    mem_string(kind), mem_string(value) };
}

static void
check_aliases(struct checking *c)
{
	const json_t *list = json_object_get(c->doc[DOC_BUNDLE],
	    "source_aliases");
	unsigned follow = 0;
	bool good = true;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const char *kind = json_member_text(o, "alias_kind");
		const char *value = json_member_text(o, "alias_value");
		int j;

		if (kind == NULL || value == NULL) {
			report_fail(c->rep, VERDICT_DAMAGED, CHECK_ALIASES,
			    "entry %zu has no kind or value", i + 1);
			return;
		}
		take_alias(c->b, kind, value);
		j = judge_alias(c->b->record, kind, value);
		follow += j > 0;
		if (j == 0)
			report_note(c->rep, CHECK_ALIASES,
			    "%s %s: alias not signed", kind, value);
		if (j < 0) {
			report_fail(c->rep, VERDICT_WRONG, CHECK_ALIASES,
			    "%s %s is not this record's", kind, value);
			good = false;
		}
	}
	if (good && follow > 0)
		report_pass(c->rep, CHECK_ALIASES,
		    "%u follow from the record", follow);
}

void
check_copy(struct checking *c, bool agrees, const char *what)
{
	if (agrees) {
		c->copies++;
		return;
	}
	c->disagree = true;
	report_fail(c->rep, VERDICT_WRONG, CHECK_COPIES,
	    "%s is not that of the record", what);
}

enum event_class
check_receipt(struct checking *c, const json_t *v, const char *where)
{
	enum event_class class = EVENT_UNVERIFIABLE;
	struct receipt r;
	struct err e;
	char why[256];

	if (receipt_parse(&r, v, &e) < 0) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_RECEIPT, "%s: %s",
		    where, e.text);
		return EVENT_INVALID;
	}
	c->receipts++;
	if (!c->digest_holds) {
		report_note(c->rep, CHECK_RECEIPT, "%s: not checked: the "
		    "digest is not the one that the bundle states", where);
		receipt_clear(&r);
		return EVENT_UNVERIFIABLE;
	}
	switch (receipt_check(&r, &c->b->record->digest, c->ring, why)) {
	case RECEIPT_GOOD:
		report_pass(c->rep, CHECK_RECEIPT, "%s: %s", where, why);
		class = EVENT_VALID;
		break;
	case RECEIPT_BAD:
		report_fail(c->rep, VERDICT_FORGED, CHECK_RECEIPT, "%s: %s",
		    where, why);
		class = EVENT_INVALID;
		break;
	case RECEIPT_UNSIGNED:
	case RECEIPT_UNVERIFIABLE:
		report_fail(c->rep, VERDICT_UNSIGNED, CHECK_RECEIPT, "%s: %s",
		    where, why);
		break;
	}
	if (c->b->key_id == NULL) {
		c->b->key_id = mem_string(r.key_id);
		c->b->signed_at = mem_string(r.signed_at);
	}
	receipt_clear(&r);
	return class;
}

static void
add_event(struct checking *c, const json_t *o, enum event_class class,
    const char *why)
{
	struct bundle *b = c->b;
	const char *type = json_member_text(o, "event_type");

	mem_grow(&b->events, b->event_count, sizeof(*b->events));
	b->events[b->event_count++] = (struct bundle_event){
	    .type = mem_string(type != NULL ? type : "(no type)"),
	    .id = mem_string(json_member_text(o, "event_id")),
	    .created_at = mem_string(json_member_text(o, "created_at")),
	    .class = class, .why = mem_string(why) };
	if (class == EVENT_VALID)
		report_pass(c->rep, CHECK_EVENT, "%zu %s: %s", b->event_count,
		    b->events[b->event_count - 1].type, why);
	else
		report_note(c->rep, CHECK_EVENT, "%zu %s: %s: %s",
		    b->event_count, b->events[b->event_count - 1].type,
		    class == EVENT_INVALID ? "invalid" : "unverifiable", why);
}

/*
 * A record_created event that carries another record.  If the registry signed
 * that one too, two valid contents claim one place; else somebody changed a
 * copy.
 */
static void
judge_other_record(struct checking *c, const struct record *other,
    const json_t *receipt, size_t i)
{
	struct receipt r;
	struct err e;
	char why[256];
	bool good = false;

	if (receipt != NULL && receipt_parse(&r, receipt, &e) == 0) {
		good = receipt_check(&r, &other->digest, c->ring, why)
		    == RECEIPT_GOOD;
		receipt_clear(&r);
	}
	if (good)
		report_fail(c->rep, VERDICT_CONFLICT, CHECK_EVENT,
		    "%zu record_created: the registry also signed %s for "
		    "this number", i + 1, other->number);
	else
		check_copy(c, false, "the record in a record_created event");
}

/* A record_created event is as valid as its receipt. */
static void
judge_receipt(struct checking *c, const json_t *o, const json_t *receipt)
{
	static const char *const why[] = {
		[EVENT_VALID] = "its receipt verifies",
		[EVENT_UNVERIFIABLE] = "its receipt could not be checked",
		[EVENT_INVALID] = "its receipt does not hold"
	};
	enum event_class class;

	if (receipt == NULL) {
		add_event(c, o, EVENT_UNVERIFIABLE, "it holds no receipt");
		return;
	}
	class = check_receipt(c, receipt, "record_created");
	add_event(c, o, class, why[class]);
}

static void
check_created(struct checking *c, const json_t *o, size_t i)
{
	const json_t *payload = json_object_get(o, "payload");
	const json_t *copy = json_object_get(payload, "canonical_record");
	const json_t *receipt = json_object_get(payload, "receipt");
	const char *said = json_member_text(payload, "canonical_sha256");
	struct record *other = NULL;
	struct err e;
	char hex[DIGEST_HEX];

	if (copy != NULL && record_parse(&other, copy, &e) < 0) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_EVENT,
		    "%zu record_created: canonical_record: %s", i + 1, e.text);
		return;
	}
	digest_print(hex, other != NULL ? &other->digest
	    : &c->b->record->digest);
	if (other != NULL && !digest_equal(&other->digest,
	    &c->b->record->digest)) {
		judge_other_record(c, other, receipt, i);
		add_event(c, o, EVENT_INVALID, "another record");
	} else if (said != NULL && strcmp(said, hex) != 0) {
		check_copy(c, false, "the digest in a record_created event");
		add_event(c, o, EVENT_INVALID, "another digest");
	} else {
		c->copies += (copy != NULL) + (said != NULL);
		judge_receipt(c, o, receipt);
	}
	record_free(other);
}

static void
check_events(struct checking *c)
{
	const json_t *list = json_object_get(c->doc[DOC_BUNDLE], "events");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		const char *type = json_member_text(o, "event_type");
		const char *subject = json_member_text(o,
		    "subject_pith_number");
		const bool mine = subject == NULL
		    || strcmp(subject, c->b->record->number) == 0;

		if (json_has_real(o)) {
			report_fail(c->rep, VERDICT_DAMAGED, CHECK_EVENT,
			    "%zu: a number that is not an integer", i + 1);
		} else if (type != NULL && strcmp(type, "record_created") == 0) {
			if (subject != NULL)
				check_copy(c, mine,
				    "the subject of a record_created event");
			check_created(c, o, i);
		} else if (!mine) {
			add_event(c, o, EVENT_INVALID, "about another number");
		} else {
			if (type != NULL
			    && strcmp(type, "pith.integrity.v1") == 0)
				copies_finding(c, o, "bundle.json", i);
			add_event(c, o, EVENT_UNVERIFIABLE,
			    "what its signature covers is not known");
		}
	}
}

static void
name_strangers(struct checking *c)
{
	for (size_t i = 0; i < c->b->member_count; i++) {
		const char *name = c->b->members[i].name;

		if (!c->b->members[i].known
		    && strncmp(name, "manifest-sha256.txt", 19) != 0)
			report_note(c->rep, CHECK_MEMBERS,
			    "%s: not a member that is known; ignored", name);
	}
}

void
check_members(struct bundle *b, struct report *rep,
    const struct keyring *ring)
{
	struct checking c = { .b = b, .rep = rep, .ring = ring };

	if (read_docs(&c) && read_record(&c)) {
		check_digest(&c);
		check_number(&c);
		check_short(&c);
		check_aliases(&c);
		check_events(&c);
		copies_check(&c);
		if (c.receipts == 0)
			report_fail(rep, VERDICT_UNSIGNED, CHECK_RECEIPT,
			    "the bundle holds none");
	}
	name_strangers(&c);
	for (size_t i = 0; i < BUNDLE_MEMBERS; i++)
		json_decref(c.doc[i]);
}
