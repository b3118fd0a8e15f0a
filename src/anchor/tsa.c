/* SPDX-License-Identifier: MIT */
/* See tsa.h. */
#include "config.h"

#include <inttypes.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <time.h>

#include "base/limits.h"
#include "base/mem.h"

#include "anchor/tsa.h"
#include "anchor/tsa_private.h"

/* The functions that have a name in a message imprint. */
static const struct {
	enum hash_kind kind;
	int nid;
} hashes[] = {
	{ HASH_MD5, NID_md5 }, { HASH_SHA1, NID_sha1 },
	{ HASH_SHA224, NID_sha224 }, { HASH_SHA256, NID_sha256 },
	{ HASH_SHA384, NID_sha384 }, { HASH_SHA512, NID_sha512 },
	{ HASH_RIPEMD160, NID_ripemd160 }
};

#define HASHES (sizeof(hashes) / sizeof(hashes[0]))

void
tsa_begin(void)
{
	/* No configuration file out of the environment (canon/digest.c). */
	OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG
	    | OPENSSL_INIT_NO_ATEXIT, NULL);
}

/* --- certificates --------------------------------------------------------- */

struct tsa_roots *
tsa_roots_new(void)
{
	struct tsa_roots *r = mem_zero(1, sizeof(*r));

	tsa_begin();
	r->roots = sk_X509_new_null();
	r->others = sk_X509_new_null();
	r->lists = sk_X509_CRL_new_null();
	if (r->roots == NULL || r->others == NULL || r->lists == NULL)
		mem_exhausted();
	return r;
}

void
tsa_roots_free(struct tsa_roots *r)
{
	if (r == NULL)
		return;
	sk_X509_pop_free(r->roots, X509_free);
	sk_X509_pop_free(r->others, X509_free);
	sk_X509_CRL_pop_free(r->lists, X509_CRL_free);
	free(r);
}

/* One object of a PEM file, which is owned here from now on. */
static int
add_object(struct tsa_roots *r, X509_INFO *info, struct err *e)
{
	if (info->x_pkey != NULL || info->enc_data != NULL)
		return err_set(e, ERR_FORMAT, "a private key");
	if (++r->n > LIMIT_TSA_CERTIFICATES)
		return err_set(e, ERR_LIMIT, "more than %u certificates",
		    LIMIT_TSA_CERTIFICATES);
	if (info->crl != NULL) {
		if (sk_X509_CRL_push(r->lists, info->crl) == 0)
			mem_exhausted();
		info->crl = NULL;
	}
	if (info->x509 == NULL)
		return 0;
	if ((X509_get_extension_flags(info->x509) & EXFLAG_INVALID) != 0)
		return err_set(e, ERR_FORMAT, "a certificate with broken "
		    "extensions");
	if (sk_X509_push(X509_self_signed(info->x509, 1) == 1 ? r->roots
	    : r->others, info->x509) == 0)
		mem_exhausted();
	info->x509 = NULL;
	return 0;
}

int
tsa_roots_add(struct tsa_roots *r, struct span pem, struct err *e)
{
	STACK_OF(X509_INFO) *all;
	BIO *bio;
	int rc = 0;

	if (pem.n > LIMIT_TSA_BYTES)
		return err_set(e, ERR_LIMIT, "certificates in %zu bytes",
		    pem.n);
	bio = BIO_new_mem_buf(pem.n > 0 ? pem.at : (const uint8_t *)"",
	    (int)pem.n);
	if (bio == NULL)
		mem_exhausted();
	ERR_clear_error();
	all = PEM_X509_INFO_read_bio(bio, NULL, NULL, NULL);
	BIO_free(bio);
	if (all == NULL || sk_X509_INFO_num(all) == 0)
		rc = err_set(e, ERR_FORMAT, "no certificate in PEM form");
	for (int i = 0; rc == 0 && i < sk_X509_INFO_num(all); i++)
		rc = add_object(r, sk_X509_INFO_value(all, i), e);
	sk_X509_INFO_pop_free(all, X509_INFO_free);
	ERR_clear_error();
	return rc;
}

/* --- requests ------------------------------------------------------------- */

static TS_REQ *
make_request(int nid, const uint8_t *hash, int size,
    const uint8_t nonce[TSA_NONCE])
{
	TS_REQ *req = TS_REQ_new();
	TS_MSG_IMPRINT *imprint = TS_MSG_IMPRINT_new();
	X509_ALGOR *algorithm = X509_ALGOR_new();
	ASN1_INTEGER *number = NULL;
	BIGNUM *value = NULL;
	uint8_t n[TSA_NONCE];
	bool good;

	good = req != NULL && imprint != NULL && algorithm != NULL
	    && X509_ALGOR_set0(algorithm, OBJ_nid2obj(nid), V_ASN1_NULL,
		NULL) == 1
	    && TS_MSG_IMPRINT_set_algo(imprint, algorithm) == 1
	    && TS_MSG_IMPRINT_set_msg(imprint, (uint8_t *)hash, size) == 1
	    && TS_REQ_set_version(req, 1) == 1
	    && TS_REQ_set_msg_imprint(req, imprint) == 1
	    && TS_REQ_set_cert_req(req, 1) == 1;
	if (good && nonce != NULL) {
		memcpy(n, nonce, sizeof(n));
		n[0] &= 0x7f;
		n[0] |= n[0] == 0;
		value = BN_bin2bn(n, sizeof(n), NULL);
		number = value != NULL ? BN_to_ASN1_INTEGER(value, NULL)
		    : NULL;
		good = number != NULL && TS_REQ_set_nonce(req, number) == 1;
	}
	if (!good)
		mem_exhausted();
	BN_free(value);
	ASN1_INTEGER_free(number);
	X509_ALGOR_free(algorithm);
	TS_MSG_IMPRINT_free(imprint);
	return req;
}

int
tsa_request(struct buf *out, enum hash_kind kind, const uint8_t *hash,
    const uint8_t nonce[TSA_NONCE], struct err *e)
{
	uint8_t *der = NULL;
	TS_REQ *req;
	int n, nid = NID_undef;

	for (size_t i = 0; i < HASHES; i++) {
		if (hashes[i].kind == kind)
			nid = hashes[i].nid;
	}
	if (kind != HASH_SHA256 && kind != HASH_SHA384 && kind != HASH_SHA512)
		return err_set(e, ERR_USAGE, "no time stamp is asked for %s",
		    hash_print(kind));
	tsa_begin();
	req = make_request(nid, hash, (int)hash_size(kind), nonce);
	n = i2d_TS_REQ(req, &der);
	if (n <= 0)
		mem_exhausted();
	buf_add(out, der, (size_t)n);
	OPENSSL_free(der);
	TS_REQ_free(req);
	return 0;
}

/* --- what a token says ---------------------------------------------------- */

int
tsa_open(struct tsa_token *out, struct span file, struct err *e)
{
	struct tsa_token t = { 0 };
	const uint8_t *at = file.at;

	if (file.n > LIMIT_TSA_BYTES)
		return err_set(e, ERR_LIMIT, "a time-stamp token of %zu "
		    "bytes", file.n);
	tsa_begin();
	ERR_clear_error();
	if (file.n > 0)
		t.response = d2i_TS_RESP(NULL, &at, (long)file.n);
	if (t.response != NULL) {
		t.pkcs7 = TS_RESP_get_token(t.response);
		t.info = TS_RESP_get_tst_info(t.response);
	} else if (file.n > 0) {
		at = file.at;
		t.bare = t.pkcs7 = d2i_PKCS7(NULL, &at, (long)file.n);
		if (t.bare != NULL)
			t.info = t.bare_info = PKCS7_to_TS_TST_INFO(t.bare);
	}
	ERR_clear_error();
	if (t.response == NULL && t.bare_info == NULL)
		err_set(e, ERR_FORMAT, "not a time-stamp token "
		    "(RFC 3161 section 2.4.2)");
	else if (at != file.at + file.n)
		err_set(e, ERR_FORMAT, "a time-stamp token with %zu bytes "
		    "behind it", (size_t)(file.at + file.n - at));
	else {
		*out = t;
		return 0;
	}
	tsa_close(&t);
	return -1;
}

void
tsa_close(struct tsa_token *t)
{
	TS_RESP_free(t->response);
	PKCS7_free(t->bare);
	TS_TST_INFO_free(t->bare_info);
	*t = (struct tsa_token){ 0 };
}

X509 *
tsa_signer(const struct tsa_token *t, STACK_OF(X509) *others)
{
	STACK_OF(X509) *signers = NULL;
	X509 *signer = NULL;

	ERR_clear_error();
	if (t->pkcs7 != NULL && PKCS7_type_is_signed(t->pkcs7))
		signers = PKCS7_get0_signers(t->pkcs7, others, 0);
	/* RFC 3161 section 2.4.2: just one. */
	if (signers != NULL && sk_X509_num(signers) == 1)
		signer = sk_X509_value(signers, 0);
	sk_X509_free(signers);
	ERR_clear_error();
	return signer;
}

bool
tsa_seconds(int64_t *out, const ASN1_TIME *t)
{
	static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243,
		273, 304, 334 };
	struct tm tm = { 0 };
	int64_t year, days;

	if (t == NULL || ASN1_TIME_to_tm(t, &tm) != 1)
		return false;
	/* timegm(3) is not in POSIX. */
	year = (int64_t)tm.tm_year + 1900;
	days = 365 * (year - 1970) + before[tm.tm_mon] + tm.tm_mday - 1;
	year -= tm.tm_mon < 2;
	days += (year / 4 - year / 100 + year / 400) - (492 - 19 + 4);
	*out = 86400 * days + 3600 * tm.tm_hour + 60 * tm.tm_min + tm.tm_sec;
	return true;
}

/* Whether genTime has a fraction of a second, which libcrypto drops. */
static bool
has_fraction(const ASN1_GENERALIZEDTIME *t)
{
	return ASN1_STRING_length(t) > 0
	    && memchr(ASN1_STRING_get0_data(t), '.',
		(size_t)ASN1_STRING_length(t)) != NULL;
}

/* Seconds, thousandths and millionths of them, rounded up. */
static bool
read_accuracy(int64_t *out, const TS_ACCURACY *a)
{
	const ASN1_INTEGER *part[3];
	int64_t value[3] = { 0, 0, 0 };

	*out = 0;
	if (a == NULL)
		return true;
	part[0] = TS_ACCURACY_get_seconds(a);
	part[1] = TS_ACCURACY_get_millis(a);
	part[2] = TS_ACCURACY_get_micros(a);
	for (int i = 0; i < 3; i++) {
		if (part[i] != NULL
		    && (ASN1_INTEGER_get_int64(&value[i], part[i]) != 1
		    || value[i] < 0 || value[i] > INT32_MAX))
			return false;
	}
	*out = value[0] + (value[1] > 0 || value[2] > 0);
	return true;
}

static char *
print_number(const ASN1_INTEGER *number)
{
	BIGNUM *value = ASN1_INTEGER_to_BN(number, NULL);
	char *hex = value != NULL ? BN_bn2hex(value) : NULL;
	char *text = hex != NULL ? mem_string(hex) : NULL;

	OPENSSL_free(hex);
	BN_free(value);
	return text;
}

static char *
print_object(const ASN1_OBJECT *o)
{
	char text[128];
	const int n = OBJ_obj2txt(text, sizeof(text), o, 1);

	return mem_string(n > 0 && n < (int)sizeof(text) ? text : "?");
}

int
tsa_read(struct tsa *out, const struct tsa_token *token, struct err *e)
{
	struct tsa t = { .kind = HASH_KINDS };
	TS_MSG_IMPRINT *imprint = TS_TST_INFO_get_msg_imprint(token->info);
	const ASN1_OBJECT *algorithm;
	const ASN1_OCTET_STRING *hash;
	const ASN1_GENERALIZEDTIME *time;
	size_t n;

	time = TS_TST_INFO_get_time(token->info);
	if (!tsa_seconds(&t.time, time)
	    || !read_accuracy(&t.accuracy,
		TS_TST_INFO_get_accuracy(token->info)))
		return err_set(e, ERR_FORMAT, "a time-stamp token without a "
		    "readable time");
	t.time += has_fraction(time);
	X509_ALGOR_get0(&algorithm, NULL, NULL,
	    TS_MSG_IMPRINT_get_algo(imprint));
	hash = TS_MSG_IMPRINT_get_msg(imprint);
	n = (size_t)ASN1_STRING_length(hash);
	for (size_t i = 0; i < HASHES; i++) {
		if (OBJ_obj2nid(algorithm) == hashes[i].nid
		    && hash_size(hashes[i].kind) == n) {
			t.kind = hashes[i].kind;
			memcpy(t.hash, ASN1_STRING_get0_data(hash), n);
		}
	}
	t.has_nonce = TS_TST_INFO_get_nonce(token->info) != NULL;
	t.policy = print_object(TS_TST_INFO_get_policy_id(token->info));
	t.serial = print_number(TS_TST_INFO_get_serial(token->info));
	*out = t;
	return 0;
}

int
tsa_parse(struct tsa *out, struct span file, struct err *e)
{
	struct tsa_token token;
	struct tsa t;
	X509 *signer;
	int rc;

	if (tsa_open(&token, file, e) < 0)
		return -1;
	if (token.info == NULL) {
		tsa_close(&token);
		return err_set(e, ERR_FORMAT, "a time-stamp response without "
		    "a token: it was refused");
	}
	rc = tsa_read(&t, &token, e);
	if (rc == 0) {
		signer = tsa_signer(&token, NULL);
		tsa_describe(&t, signer);
		*out = t;
	}
	tsa_close(&token);
	return rc;
}

void
tsa_describe(struct tsa *t, const X509 *signer)
{
	char name[256];

	if (signer == NULL)
		return;
	X509_NAME_oneline(X509_get_subject_name(signer), name, sizeof(name));
	t->authority = mem_string(name);
	if (!tsa_seconds(&t->ends, X509_get0_notAfter(signer)))
		t->ends = 0;
}

void
tsa_clear(struct tsa *t)
{
	free(t->policy);
	free(t->serial);
	free(t->authority);
	*t = (struct tsa){ 0 };
}
