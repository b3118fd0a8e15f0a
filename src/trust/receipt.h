/* SPDX-License-Identifier: MIT */
/*
 * A receipt is the registry's signature over the 32 bytes of a digest, with a
 * few words around it.  The words (key id, kind, algorithm, time) are not
 * covered by the signature and are shown as unsigned.
 *
 * The signature is the member signature_b64; where that is absent, the only
 * string member that is base64 of 64 bytes.
 */
#ifndef PITH_TRUST_RECEIPT_H
#define PITH_TRUST_RECEIPT_H

#include "canon/json.h"
#include "trust/keyring.h"

enum receipt_found {
	RECEIPT_NONE,		/* no member that could be a signature */
	RECEIPT_ONE,
	RECEIPT_SEVERAL,	/* which one is meant is not known */
	RECEIPT_MALFORMED	/* signature_b64 is not base64 of 64 bytes */
};

struct receipt {
	enum receipt_found found;
	uint8_t signature[KEY_SIGNATURE_BYTES];
	char *key_id, *kind, *algorithm, *signed_at;	/* or NULL */
};

enum receipt_state {
	RECEIPT_GOOD,		/* holds under a key that counts */
	RECEIPT_BAD,		/* fails under the key that it names, or is
				   malformed: somebody made it up */
	RECEIPT_UNSIGNED,	/* nothing to check, or no key to check with */
	RECEIPT_UNVERIFIABLE	/* several candidates */
};

/* Copy what ${v} says, which must be an object. */
int receipt_parse(struct receipt *out, const json_t *v, struct err *e)
    MUST_CHECK;
void receipt_clear(struct receipt *r);

/*
 * Check ${r} over ${digest} under the registry keys of ${ring}.  ${why} gets
 * the reason in words: "verifies under KEY", "no trusted key KEY".
 */
enum receipt_state receipt_check(const struct receipt *r,
    const struct digest *digest, const struct keyring *ring,
    char why[256]);

#endif
