/* SPDX-License-Identifier: MIT */
/*
 * The checks of what is inside a bundle, one line each.
 *
 * check.c reads the JSON members and judges bundle.json: digest, number,
 * year, short form, aliases, receipts, events.  copies.c judges what stands
 * beside it: whether the other members speak of the same record, the title,
 * the findings.  Nobody else looks into the JSON of a bundle before a
 * verdict is given.
 */
#ifndef PITH_BUNDLE_CHECK_PRIVATE_H
#define PITH_BUNDLE_CHECK_PRIVATE_H

#include "bundle/bundle.h"

/* The JSON members, in the order of bundle_members; NULL where absent. */
enum {
	DOC_BUNDLE, DOC_CITATION, DOC_GRAPH, DOC_INTEGRITY, DOC_RECORD,
	DOC_STATE
};

/* What the checks share while they run. */
struct checking {
	struct bundle *b;
	struct report *rep;
	const struct keyring *ring;
	json_t *doc[BUNDLE_MEMBERS];
	unsigned copies;	/* how many copies agreed */
	bool disagree;		/* some copy did not */
	bool digest_holds;	/* the stated digest is ours, or none is */
	unsigned receipts;	/* how many were looked at */
};

/* Run every check; the members of ${b} have been unpacked. */
void check_members(struct bundle *b, struct report *rep,
    const struct keyring *ring);

/* A copy agrees, or not: then the verdict is `wrong'. */
void check_copy(struct checking *c, bool agrees, const char *what);

/* Check one receipt over the digest of the record; what that makes of the
 * event that holds it. */
enum event_class check_receipt(struct checking *c, const json_t *receipt,
    const char *where);

/* In copies.c: check the signature of an integrity finding, event ${i} of
 * ${file}. */
void copies_finding(struct checking *c, const json_t *o, const char *file,
    size_t i);

/*
 * In copies.c: compare record.json, graph.json, state.json, integrity.json
 * and citation-record.json with the record; check title and findings; and
 * say what was found of the copies.
 */
void copies_check(struct checking *c);

#endif
