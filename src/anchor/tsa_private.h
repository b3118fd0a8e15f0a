/* SPDX-License-Identifier: MIT */
/*
 * What tsa.c and tsa_check.c share: a token as libcrypto has it.
 */
#ifndef PITH_ANCHOR_TSA_PRIVATE_H
#define PITH_ANCHOR_TSA_PRIVATE_H

#include <openssl/ts.h>
#include <openssl/x509.h>

#include "anchor/tsa.h"

struct tsa_roots {
	STACK_OF(X509) *roots;
	STACK_OF(X509) *others;		/* what may lead to one */
	STACK_OF(X509_CRL) *lists;
	unsigned n;
};

struct tsa_token {
	TS_RESP *response;		/* NULL for a token alone */
	PKCS7 *bare;			/* the token alone */
	TS_TST_INFO *bare_info;
	PKCS7 *pkcs7;			/* either one's; NULL: refused */
	TS_TST_INFO *info;
};

/* Start libcrypto as this program wants it. */
void tsa_begin(void);

/* Read all of ${file}; a refusal is a token whose info is NULL. */
int tsa_open(struct tsa_token *out, struct span file, struct err *e)
    MUST_CHECK;
void tsa_close(struct tsa_token *t);

/* What the token says; authority and ends are left out. */
int tsa_read(struct tsa *out, const struct tsa_token *token, struct err *e)
    MUST_CHECK;

/* The signer's certificate, out of the token or ${others}, borrowed; NULL
 * where it is in neither. */
X509 *tsa_signer(const struct tsa_token *t, STACK_OF(X509) *others);
void tsa_describe(struct tsa *t, const X509 *signer);

/* Seconds since 1970 of an ASN.1 time, fractions dropped. */
bool tsa_seconds(int64_t *out, const ASN1_TIME *t);

#endif
