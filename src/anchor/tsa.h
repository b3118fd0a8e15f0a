/* SPDX-License-Identifier: MIT */
/*
 * Time-stamp tokens of RFC 3161, through libcrypto: hand-written ASN.1 and
 * X.509 would be no favour to anybody.
 *
 * A token is a signed statement of an authority that a hash was shown to it
 * at genTime.  It is judged at genTime, not now: a certificate that has ended
 * since then takes nothing away (RFC 3161 appendix B), and no clock is read.
 *
 * Trust comes from root certificates that the reader names, never from
 * certificates inside a token.  Which checks there are, in this order:
 *
 *	the whole of the bytes is one response or one token
 *	status granted, or granted with changes       RFC 3161 section 2.4.2
 *	imprint: our hash, by the function the token names
 *	nonce: that of the request, where there is one
 *	the signature holds under a certificate at hand
 *	that certificate chains to a root at genTime, and is for time stamping
 *	and nothing else                              sections 2.3, 2.2
 *	it is the one that the signed attributes name RFC 5816
 *	no list at hand revokes it                    section 4.1
 *
 * The first of these that fails is the verdict: wrong; or unverifiable where
 * a certificate is missing.  Revocation: a list without a reason, or with
 * that of a stolen key, takes every token away; with another reason only
 * those from that day on.
 */
#ifndef PITH_ANCHOR_TSA_H
#define PITH_ANCHOR_TSA_H

#include "anchor/evidence.h"
#include "anchor/hash.h"

#define TSA_NONCE 8

/* Certificates and revocation lists that a reader names. */
struct tsa_roots;

struct tsa_roots *tsa_roots_new(void);
void tsa_roots_free(struct tsa_roots *r);

/*
 * Add what PEM text holds.  Certificates that sign themselves are roots, and
 * trusted; the others help to reach one.  Other kinds of PEM are ERR_FORMAT.
 * On failure the roots are good for tsa_roots_free() only.
 */
int tsa_roots_add(struct tsa_roots *r, struct span pem, struct err *e)
    MUST_CHECK;

/*
 * Append a request for ${hash} (SHA-256, SHA-384 or SHA-512) in DER; it asks
 * for the certificate.  ${nonce} may be NULL; its first byte is made one from
 * 01 to 7f, so that every request has the same length.
 */
int tsa_request(struct buf *out, enum hash_kind kind, const uint8_t *hash,
    const uint8_t nonce[TSA_NONCE], struct err *e) MUST_CHECK;

/* What a token says of itself. */
struct tsa {
	enum hash_kind kind;	/* HASH_KINDS: one that we do not compute */
	uint8_t hash[HASH_MOST];
	int64_t time;		/* genTime, whole seconds, rounded up */
	int64_t accuracy;	/* seconds, rounded up; 0 where it is silent */
	bool has_nonce;
	char *policy;		/* its object identifier */
	char *serial;		/* in hex */
	char *authority;	/* who signed: the certificate's subject, or
				   NULL where it is not at hand */
	int64_t ends;		/* when that certificate ends, or 0 */
};

/*
 * Read a response (.tsr) or a token alone (.tst).  Any byte behind it, and a
 * response without a token, is ERR_FORMAT.
 */
int tsa_parse(struct tsa *out, struct span file, struct err *e) MUST_CHECK;
void tsa_clear(struct tsa *t);

/*
 * The verdict on ${file} over ${hash}, a hash of ${kind}.  ${roots} may be
 * NULL: none are trusted.  ${request} is the request in DER, or empty where it
 * is lost.  -1 only where ${file} or ${request} cannot be read at all.
 */
int tsa_check(struct evidence *out, struct span file, enum hash_kind kind,
    const uint8_t *hash, const struct tsa_roots *roots, struct span request,
    struct err *e) MUST_CHECK;

#endif
