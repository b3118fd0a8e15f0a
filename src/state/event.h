/* SPDX-License-Identifier: MIT */
/*
 * One event: what somebody said about one number, once, and what that is
 * worth on this machine.
 *
 * Identity.  The SHA-256 of the event's canonical bytes without its members
 * event_id, signature and signature_b64.  What the registry makes its own
 * event_id of is not known: it is kept, shown and compared for equality only.
 * Everything in a struct event but class, why and ids follows from the bytes
 * that make the identity; so of two copies it makes no difference which one
 * was seen first.
 *
 *	signer	the first that is a string of payload.receipt.key_id,
 *		signing_key_id and signer.key_id; of an envelope
 *		(state/envelope.h) the public key in hex
 *	time	created_at where that is a string, else
 *		payload.receipt.signed_at
 *
 * Class.  An event that names another number than the one it is read for is
 * invalid.  Else
 *
 *	record_created		as its receipt: valid where it verifies,
 *				invalid where it fails under the key that it
 *				names or is malformed, else unverifiable
 *	pith.integrity.v1	invalid where the signature over the 32 bytes
 *				of payload_sha256 fails, else unverifiable,
 *				since what makes that digest is not known
 *	an envelope		see there
 *	any other		unverifiable: what is signed is not known
 */
#ifndef PITH_STATE_EVENT_H
#define PITH_STATE_EVENT_H

#include "bundle/bundle.h"
#include "canon/json.h"
#include "state/instant.h"

/* What the merge (state/merge.h) makes of it. */
enum event_standing {
	EVENT_CURRENT,		/* it counts now */
	EVENT_REPLACED,		/* a later one, or an equal one, counts */
	EVENT_EQUIVOCAL,	/* contradicted at its own time; none counts */
	EVENT_ASIDE,		/* unverifiable where there is a valid one */
	EVENT_OUT		/* invalid: it takes no part */
};

struct event {
	struct digest identity;
	struct buf canon;	/* the bytes that make it */
	char *type, *target;	/* NULL: none that is a string */
	char *signer, *time;	/* the same */
	struct instant instant;
	struct digest content;	/* equal where two events say the same: of
				   the payload; of record_created, of the
				   record */
	bool claimant;		/* in an envelope, not the registry's */
	enum event_class class;
	char *why;
	char **ids;		/* the event_ids of all copies, as canonical
				   JSON, in byte order, each once */
	size_t id_count;
	enum event_standing standing;
};

/* For whom an event is read. */
struct event_with {
	const char *number;		/* in full */
	const struct digest *record;	/* of its canonical record */
	const struct keyring *ring;
	bool integrity;		/* an event of integrity.json: its type is
				   pith.integrity.v1, whatever it says */
	bool receipt_holds;	/* known from before: its receipt verifies
				   over that record */
};

/* Read one event, ERR_FORMAT for what has no canonical bytes or is no object.
 * Its standing is not yet known. */
int event_parse(struct event **out, const json_t *v,
    const struct event_with *with, struct err *e) MUST_CHECK;
void event_free(struct event *ev);

/*
 * Make two copies of one event into one: the best class and its reason, the
 * event_ids of both.  ${from} is no more.  When all are joined event_settle()
 * puts the event_ids in order.
 */
void event_join(struct event *ev, struct event *from);
void event_settle(struct event *ev);

/* In the order of all events: by instant, then by identity. */
int event_compare(const struct event *a, const struct event *b);

/* Words. */
const char *event_class_word(enum event_class class);
const char *event_standing_word(enum event_standing standing);

/* Compare two texts by their bytes; NULL comes first. */
int event_compare_text(const char *a, const char *b);

/* Append canonical JSON ${canon} in ASCII: the same value, safe on a
 * terminal. */
void event_ascii(struct buf *out, struct span canon);

#endif
