/* SPDX-License-Identifier: MIT */
/*
 * Events of one's own: what somebody who is no registry says about a number,
 * in an envelope whose signature covers everything that it says.
 *
 *	{ "envelope": "pithtex-event-v1",
 *	  "event_type": "attestation" / "citation" / "replication" /
 *	      "anchor" / "archive",
 *	  "subject_pith_number": "pith:YYYY:" 26LETTER,
 *	  "target": text,
 *	  "created_at": time,			; state/instant.h
 *	  "signer": { "key_id": text, "public_key_hex": 64HEX },
 *	  "payload": { ... },			; by the type, see below
 *	  "signature_b64": base64 of 64 bytes }
 *
 * These members and no others.  The signature is one by Ed25519 over
 *
 *	"pithtex-event-v1" LF canonical bytes of the object without
 *	    signature_b64
 *
 * The first line is there so that a signature made for something else never
 * holds here.  A payload is an object that has at least
 *
 *	attestation	"statement": text
 *	citation	"relation": one of eight words,
 *			"object_pith_number": the number cited, in full
 *	replication	"kind": "replication" / "falsification" /
 *			    "formal_bridge", "statement": text
 *	anchor		"sha256": 64HEX, what was anchored,
 *			"proof_sha256": 64HEX, the file that proves it
 *	archive		"url": text
 *
 * A text is a string that is not empty.  The signer is the 32 bytes of the
 * key; its id is only a name.
 */
#ifndef PITH_STATE_ENVELOPE_H
#define PITH_STATE_ENVELOPE_H

#include "bundle/bundle.h"
#include "canon/json.h"
#include "trust/minisign.h"

#define ENVELOPE_NAME "pithtex-event-v1"

/* What is to be signed. */
struct envelope {
	const char *type, *number, *target, *created_at;
	struct span payload;	/* JSON, an object */
};

/*
 * Append the envelope of ${what}, signed by ${secret}, as a file: an indented
 * object in ASCII.  ERR_FORMAT where one of its members may not be so.
 */
int envelope_sign(struct buf *out, const struct envelope *what,
    const struct minisign_secret *secret, struct err *e) MUST_CHECK;

/* Whether ${v} is meant as an envelope, of whatever version: its member of
 * that name begins with "pithtex-event-". */
bool envelope_is(const json_t *v);

/*
 * Judge one: valid under a claimant's key of ${ring}; invalid where its form
 * or its signature is not right; unverifiable where the signature holds but
 * nobody here vouches for the key, or where the version is another.  ${why}
 * gets the reason in words.
 */
enum event_class envelope_check(const json_t *v, const struct keyring *ring,
    char why[256]);

#endif
