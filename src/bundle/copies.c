/* SPDX-License-Identifier: MIT */
/* See check_private.h. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bundle/check_private.h"
#include "trust/receipt.h"
#include "canon/codec.h"

/* Two texts agree where both are there. */
static void
compare_text(struct checking *c, const json_t *o, const char *name,
    const char *mine, const char *what)
{
	const char *theirs = json_member_text(o, name);

	if (theirs != NULL && mine != NULL)
		check_copy(c, strcmp(theirs, mine) == 0, what);
}

/* A copy of {kind, id, version}. */
static void
compare_source(struct checking *c, const json_t *o, const char *what)
{
	const struct record *r = c->b->record;
	const json_t *version = json_object_get(o, "version");

	compare_text(c, o, "kind", r->source_kind, what);
	compare_text(c, o, "id", r->source_id, what);
	if (json_is_integer(version) && r->source_version != 0)
		check_copy(c, json_integer_value(version) == r->source_version,
		    what);
}

static void
compare_record(struct checking *c, const json_t *v, const char *what)
{
	struct digest d;
	struct err e;

	if (v == NULL)
		return;
	check_copy(c, json_canon_digest(&d, v, &e) == 0
	    && digest_equal(&d, &c->b->record->digest), what);
}

/* Title and authors are taken from the first paper that has them. */
static void
take_paper(struct checking *c, const json_t *paper, const char *what)
{
	const char *title = json_member_text(paper, "title");
	const char *authors = json_member_text(paper, "authors_text");
	const struct record *r = c->b->record;

	if (title != NULL && c->b->title != NULL)
		check_copy(c, strcmp(title, c->b->title) == 0, what);
	if (title != NULL && c->b->title == NULL)
		c->b->title = mem_string(title);
	if (authors != NULL && c->b->authors == NULL)
		c->b->authors = mem_string(authors);
	compare_text(c, paper, "license", r->license, what);
	compare_text(c, paper, "primary_cat", r->primary_cat, what);
	compare_text(c, paper, "submitted_at", r->submitted_at, what);
}

static void
compare_number_record(struct checking *c)
{
	const json_t *v = c->doc[DOC_RECORD];
	const json_t *receipt = json_object_get(v, "receipt");
	char hex[DIGEST_HEX];

	if (v == NULL)
		return;
	digest_print(hex, &c->b->record->digest);
	compare_text(c, v, "pith_number", c->b->record->number,
	    "the number in record.json");
	compare_text(c, v, "canonical_sha256", hex,
	    "the digest in record.json");
	compare_record(c, json_object_get(v, "canonical_record"),
	    "the record in record.json");
	compare_source(c, json_object_get(v, "source"),
	    "the source in record.json");
	take_paper(c, json_object_get(v, "paper"), "the paper in record.json");
	if (receipt != NULL)
		check_receipt(c, receipt, "record.json");
}

/*
 * The title's digest is over the lower-cased text, white space runs as one
 * space, trimmed.  How the registry lower-cases what is not ASCII is not
 * known, so such a title is neither right nor wrong.
 */
static void
check_title(struct checking *c)
{
	const char *title = c->b->title, *want = c->b->record->title_sha256;
	struct buf low = { 0 };
	struct digest d;
	char hex[DIGEST_HEX];

	if (title == NULL || want == NULL)
		return;
	for (const char *s = title; *s != '\0'; s++) {
		const unsigned char ch = (unsigned char)*s;

		if (ch >= 0x80) {
			report_note(c->rep, CHECK_TITLE, "not checked: how "
			    "the registry folds what is not ASCII is not known");
			buf_clear(&low);
			return;
		}
		if (!isspace(ch))
			buf_byte(&low, (uint8_t)tolower(ch));
		else if (low.n > 0 && low.at[low.n - 1] != ' ')
			buf_byte(&low, ' ');
	}
	while (low.n > 0 && low.at[low.n - 1] == ' ')
		low.n--;
	d = digest_sha256(span_buf(&low));
	buf_clear(&low);
	if (strcmp(digest_print(hex, &d), want) == 0)
		report_pass(c->rep, CHECK_TITLE, "has the record's digest");
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_TITLE,
		    "has another digest than the record states");
}

/* The digest of findings: SHA-256 of the canonical bytes of
 * {"payload":{"detectors":...,"findings":...}}. */
static void
check_snapshot(struct checking *c, const json_t *o, const char *where)
{
	json_t *detectors = json_object_get(o, "detectors_run");
	json_t *findings = json_object_get(o, "findings");
	const char *want = json_member_text(o, "snapshot_sha256");
	json_t *v;
	struct digest d;
	struct err e;
	char hex[DIGEST_HEX];

	if (detectors == NULL || findings == NULL || want == NULL)
		return;
	v = json_pack("{s:{s:O,s:O}}", "payload", "detectors", detectors,
	    "findings", findings);
	if (json_canon_digest(&d, v, &e) < 0)
		report_note(c->rep, CHECK_INTEGRITY, "%s: findings not "
		    "checked: %s", where, e.text);
	else if (strcmp(digest_print(hex, &d), want) == 0)
		report_pass(c->rep, CHECK_INTEGRITY,
		    "%s: the findings have their digest", where);
	else
		report_fail(c->rep, VERDICT_WRONG, CHECK_INTEGRITY,
		    "%s: the findings have another digest than is stated",
		    where);
	json_decref(v);
}

/* A signature of the registry's over the 32 bytes of payload_sha256; how that
 * digest comes about is not known. */
void
copies_finding(struct checking *c, const json_t *o, const char *file,
    size_t i)
{
	const char *hex = json_member_text(o, "payload_sha256");
	struct receipt r = { .found = RECEIPT_MALFORMED };
	const json_t *sig = json_object_get(o, "signature_b64");
	struct digest d;
	struct err e;
	char why[256];

	if (hex == NULL || sig == NULL) {
		report_note(c->rep, CHECK_INTEGRITY,
		    "%s: event %zu: unverifiable: no digest or no signature",
		    file, i + 1);
		return;
	}
	if (!digest_parse(&d, span_text(hex), true)) {
		report_fail(c->rep, VERDICT_DAMAGED, CHECK_INTEGRITY,
		    "%s: event %zu: payload_sha256: not a digest", file, i + 1);
		return;
	}
	if (receipt_parse(&r, o, &e) == 0) {
		/* The same key check as for receipts, under its other name. */
		free(r.key_id);
		r.key_id = mem_string(json_member_text(o, "signing_key_id"));
	}
	switch (receipt_check(&r, &d, c->ring, why)) {
	case RECEIPT_GOOD:
		report_pass(c->rep, CHECK_INTEGRITY,
		    "%s: event %zu: signature %s; what its digest covers is "
		    "not known", file, i + 1, why);
		break;
	case RECEIPT_BAD:
		report_fail(c->rep, VERDICT_FORGED, CHECK_INTEGRITY,
		    "%s: event %zu: signature %s", file, i + 1, why);
		break;
	case RECEIPT_UNSIGNED:
	case RECEIPT_UNVERIFIABLE:
		report_note(c->rep, CHECK_INTEGRITY,
		    "%s: event %zu: unverifiable: %s", file, i + 1, why);
		break;
	}
	receipt_clear(&r);
}

static void
check_integrity(struct checking *c)
{
	const json_t *v = c->doc[DOC_INTEGRITY];
	const json_t *events = json_object_get(v, "events");

	check_snapshot(c, json_object_get(c->doc[DOC_GRAPH], "integrity"),
	    "graph.json");
	if (v == NULL)
		return;
	compare_text(c, v, "arxiv_id", c->b->record->source_id,
	    "the paper of integrity.json");
	check_snapshot(c, json_object_get(v, "integrity"), "integrity.json");
	for (size_t i = 0; i < json_array_size(events); i++)
		copies_finding(c, json_array_get(events, i),
		    "integrity.json", i);
}

static void
check_state(struct checking *c)
{
	const json_t *v = c->doc[DOC_STATE];
	const bool before = c->disagree;

	if (v == NULL)
		return;
	c->disagree = false;
	compare_text(c, v, "pith_number", c->b->record->number,
	    "the number in state.json");
	compare_record(c, json_object_get(json_object_get(v, "current"),
	    "canonical_record"), "the record in state.json");
	if (!c->disagree)
		report_pass(c->rep, CHECK_STATE, "speaks of this record");
	c->disagree = c->disagree || before;
}

static void
check_citation(struct checking *c)
{
	const json_t *v = c->doc[DOC_CITATION];
	const char *schema = json_member_text(v, "schema");
	const bool before = c->disagree;

	if (v == NULL)
		return;
	if (schema == NULL
	    || strcmp(schema, "pith.paper-citation-record.v1") != 0) {
		report_note(c->rep, CHECK_CITATION, "a schema that is not "
		    "pith.paper-citation-record.v1; ignored");
		return;
	}
	c->disagree = false;
	compare_text(c, json_object_get(v, "paper"), "arxiv_id",
	    c->b->record->source_id, "the paper of citation-record.json");
	if (!c->disagree)
		report_pass(c->rep, CHECK_CITATION, "speaks of this paper");
	c->disagree = c->disagree || before;
}

void
copies_check(struct checking *c)
{
	compare_source(c, json_object_get(c->doc[DOC_BUNDLE], "source"),
	    "the source in bundle.json");
	compare_number_record(c);
	compare_source(c, json_object_get(c->doc[DOC_GRAPH], "source"),
	    "the source in graph.json");
	take_paper(c, json_object_get(c->doc[DOC_GRAPH], "paper"),
	    "the paper in graph.json");
	check_title(c);
	check_integrity(c);
	check_state(c);
	check_citation(c);
	if (!c->disagree)
		report_pass(c->rep, CHECK_COPIES, "%u inner copies agree",
		    c->copies);
}
