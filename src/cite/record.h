/* SPDX-License-Identifier: MIT */
/*
 * The Paper Citation Record of a registry, pith.paper-citation-record.v1: who
 * cites a paper, whom it cites, how sure each match is, and what named sources
 * report about the works cited.  Its page calls itself LEDGER, and so does
 * the struct here (a struct record is the canonical one, number/record.h).
 *
 *	record	= { as_of, thesis, refusal, schema, context_digest, paper,
 *		    caps, coverage [ lane ], reference_resolution,
 *		    external_citation_measurements [ measurement ],
 *		    inbound [ observation ], outbound [ observation ],
 *		    standing_sources [ receipt ], links }
 *	observation = { observation_id, observation_digest, citation { ... },
 *		    links, resolution, standing_notice { state, events [ ],
 *		    observation / reason, source_receipts [ receipt ] } }
 *
 * Only one such document has been seen, and in it no outbound observation and
 * no event.  So an outbound observation is read in the shape of an inbound
 * one, an event as the members that it has, and whatever is not understood is
 * kept as a struct ledger_rest: shown, never dropped.  Nothing here is signed,
 * and neither kind of digest can be recomputed from what is published.
 *
 * A ledger owns all that it points at and is never changed once it is made.
 */
#ifndef PITH_CITE_RECORD_H
#define PITH_CITE_RECORD_H

#include <limits.h>

#include "canon/json.h"
#include "state/instant.h"

#define RECORD_SCHEMA "pith.paper-citation-record.v1"

/* Observations of both directions that are read; the registry's own caps are
 * a hundred each. */
enum { RECORD_OBSERVATIONS = 16384 };

/* An integer that is not there. */
#define RECORD_NONE LLONG_MIN

/* A member that v1 does not have, or that is not of its type, or (a NULL
 * value) is missing; the value as JSON on one line. */
struct ledger_rest {
	char *name;		/* "citation.cited_work.year" */
	char *value;
	bool wrong;		/* against v1, not only unknown to it */
};
struct ledger_rests {
	struct ledger_rest *list;
	size_t n;
};

/* Below, a text that is null or missing is NULL, an integer RECORD_NONE. */

struct ledger_paper {
	char *arxiv_id, *title, *category;
	char *submitted_at, *last_updated, *snapshot_observed_at;
	long long version;
};

struct ledger_work {
	char *work_id, *arxiv_id, *pith_arxiv_id, *doi, *title, *venue;
	char *metadata_source, *snapshot_observed_at;
	long long year;
};

/* Who was asked, or who reports; and when. */
struct ledger_receipt {
	char *source, *observed_at;
};
struct ledger_receipts {
	struct ledger_receipt *list;
	size_t n;
};

/* What an event says it is.  Only these words are taken as what they say; any
 * other kind is unknown and shown as it is written. */
enum ledger_kind {
	LEDGER_UNKNOWN, LEDGER_RETRACTION, LEDGER_CONCERN, LEDGER_CORRECTION,
	LEDGER_WITHDRAWAL, LEDGER_REINSTATEMENT
};
struct ledger_member {
	char *name, *value;	/* of a string its text, else JSON */
};
struct ledger_event {
	enum ledger_kind kind;
	char *said;		/* the word that makes the kind, or NULL */
	struct ledger_member *list;
	size_t n;
	struct digest identity;	/* of its canonical bytes */
};

struct ledger_notice {
	char *state, *observation, *reason;
	bool has_observation, has_reason;	/* the member is there */
	struct ledger_event *events;
	size_t event_count;
	struct ledger_receipts receipts;
};

struct ledger_observation {
	bool outbound;
	char *id, *digest;
	struct ledger_paper citing, cited;
	bool has_cited;			/* cited_paper is an object */
	struct ledger_work work;
	long long reference_index;
	char *source, *source_observed_at;
	char *link_citing, *link_cited;
	char *status, *resolver, *resolved_at;
	struct ledger_notice notice;
	struct ledger_rests rests;
	struct digest whole;		/* of its canonical bytes */
};

struct ledger_lane {
	char *lane, *state, *note, *source, *source_observed_at;
	long long observed, denominator;
};

struct ledger_measurement {
	char *source, *observed_at;
	long long count;
};

/* The states in the order of the page; what else is counted stands behind. */
struct ledger_count {
	char *state;
	long long n;
};
enum { RECORD_STATES = 6 };
extern const char *const record_states[RECORD_STATES];

struct ledger {
	char *schema, *as_of, *thesis, *refusal, *context_digest;
	struct ledger_paper paper;	/* version: the latest */
	long long cap_inbound, cap_outbound, cap_statements;
	struct ledger_lane *lanes;
	size_t lane_count;
	long long displayed, total;
	struct ledger_count *counts;
	size_t count_count;
	struct ledger_measurement *measurements;
	size_t measurement_count;
	struct ledger_observation *outbound, *inbound;
	size_t outbound_count, inbound_count;
	struct ledger_receipts sources;
	char *link_evidence, *link_html, *link_integrity, *link_json;
	char *link_paper;
	struct ledger_rests rests;
	bool sorted;		/* the bytes are the canonical ones, but for */
	bool newline;		/* white space at their end, which is there */
	struct digest digest;	/* SHA-256 of the bytes */
};

/*
 * Read a citation record.  ERR_FORMAT for what is no JSON object or has
 * another schema, ERR_LIMIT for too many observations.  Everything else that
 * is not as it should be is for record_check() to say.
 */
int record_ledger(struct ledger **out, struct span text, struct err *e)
    MUST_CHECK;
void record_ledger_free(struct ledger *l);

/* Whether ${v} calls itself a citation record, of whatever version. */
bool record_is_ledger(const json_t *v);

/* One event alone, as the ledger would read it; cleared by the caller. */
void record_event(struct ledger_event *out, const json_t *v);
void record_event_clear(struct ledger_event *ev);

/* A word for a kind: "expression of concern"; for an unknown one "event of a
 * kind that is not known here". */
const char *record_event_word(enum ledger_kind kind);

/* Append ${text} with a space for each "_", as the page does; NULL is "(not
 * given)". */
void record_words(struct buf *out, const char *text);

/* The latest of the receipts' times, as it is written; NULL without any. */
const char *record_latest(const struct ledger_receipts *r);

#endif
