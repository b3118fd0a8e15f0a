/* SPDX-License-Identifier: MIT */
/* tsa_check() of tsa.h. */
#include "config.h"

#include <inttypes.h>
#include <openssl/err.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509v3.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/mem.h"

#include "anchor/tsa.h"
#include "anchor/tsa_private.h"

/* Before OpenSSL 3.4 these had other names. */
#if OPENSSL_VERSION_NUMBER < 0x30400000L
#define TS_VERIFY_CTX_set0_store TS_VERIFY_CTX_set_store
#define TS_VERIFY_CTX_set0_certs TS_VERIFY_CTX_set_certs
#endif

/* What the checks share. */
struct job {
	const struct tsa_token *token;
	const struct tsa_roots *roots;
	struct tsa said;
	X509 *signer;
	X509 *issuer;		/* of the signer, in the chain; owned */
	int64_t ends;		/* the first end in the chain */
};

/* Step 2. */
static bool
is_granted(const struct tsa_token *t)
{
	const TS_STATUS_INFO *status;
	int64_t value;

	if (t->response == NULL)
		return true;
	status = TS_RESP_get_status_info(t->response);
	return status != NULL
	    && ASN1_INTEGER_get_int64(&value,
		TS_STATUS_INFO_get0_status(status)) == 1
	    && (value == TS_STATUS_GRANTED
	    || value == TS_STATUS_GRANTED_WITH_MODS);
}

/* Step 4. */
static int
nonce_fits(bool *fits, const struct tsa_token *t, struct span request,
    struct err *e)
{
	const uint8_t *at = request.at;
	const ASN1_INTEGER *ours, *theirs;
	TS_REQ *req;

	*fits = true;
	if (request.n == 0)
		return 0;
	if (request.n > LIMIT_TSA_BYTES)
		return err_set(e, ERR_LIMIT, "a time-stamp request of %zu "
		    "bytes", request.n);
	req = d2i_TS_REQ(NULL, &at, (long)request.n);
	if (req == NULL || at != request.at + request.n) {
		TS_REQ_free(req);
		ERR_clear_error();
		return err_set(e, ERR_FORMAT, "not a time-stamp request "
		    "(RFC 3161 section 2.4.1)");
	}
	ours = TS_REQ_get_nonce(req);
	theirs = TS_TST_INFO_get_nonce(t->info);
	if (ours != NULL)
		*fits = theirs != NULL && ASN1_INTEGER_cmp(ours, theirs) == 0;
	TS_REQ_free(req);
	return 0;
}

/* Whether the last call failed because a digest or a signature is another,
 * not because libcrypto does not know the algorithm. */
static bool
is_mismatch(void)
{
	unsigned long code;
	bool found = false;

	while ((code = ERR_get_error()) != 0) {
		const int why = ERR_GET_REASON(code);

		if (ERR_GET_LIB(code) == ERR_LIB_PKCS7
		    && (why == PKCS7_R_DIGEST_FAILURE
		    || why == PKCS7_R_SIGNATURE_FAILURE))
			found = true;
	}
	return found;
}

/* Step 5: the mathematics alone; the chain is another step. */
static enum evidence_state
signature_state(const struct job *job)
{
	STACK_OF(X509) *signer = sk_X509_new_null();
	BIO *out = BIO_new(BIO_s_null());
	bool good;

	if (signer == NULL || out == NULL
	    || sk_X509_push(signer, job->signer) == 0)
		mem_exhausted();
	ERR_clear_error();
	good = PKCS7_verify(job->token->pkcs7, signer, NULL, NULL, out,
	    PKCS7_NOVERIFY) == 1;
	BIO_free(out);
	sk_X509_free(signer);
	return good ? EVIDENCE_GOOD : is_mismatch() ? EVIDENCE_WRONG
	    : EVIDENCE_UNVERIFIABLE;
}

/* Whether an error of X509_verify_cert() means that a certificate is
 * missing, not that one is bad. */
static bool
is_missing(int code)
{
	return code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT
	    || code == X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
	    || code == X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE
	    || code == X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN
	    || code == X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT
	    || code == X509_V_ERR_CERT_UNTRUSTED;
}

/* All certificates that may lead to a root; borrowed, the stack is owned. */
static STACK_OF(X509) *
helpers(const struct job *job)
{
	STACK_OF(X509) *inside = job->token->pkcs7->d.sign->cert;
	STACK_OF(X509) *all = sk_X509_dup(job->roots->others);

	if (all == NULL)
		mem_exhausted();
	for (int i = 0; i < sk_X509_num(inside); i++) {
		if (sk_X509_push(all, sk_X509_value(inside, i)) == 0)
			mem_exhausted();
	}
	return all;
}

/* The roots as a store whose clock stands at genTime; the caller owns it. */
static X509_STORE *
make_store(const struct job *job)
{
	X509_STORE *store = X509_STORE_new();

	if (store == NULL)
		mem_exhausted();
	for (int i = 0; i < sk_X509_num(job->roots->roots); i++) {
		if (X509_STORE_add_cert(store,
		    sk_X509_value(job->roots->roots, i)) != 1)
			mem_exhausted();
	}
	X509_VERIFY_PARAM_set_time(X509_STORE_get0_param(store),
	    (time_t)job->said.time);
	return store;
}

static void
take_chain(struct job *job, STACK_OF(X509) *chain)
{
	int64_t ends;

	job->ends = INT64_MAX;
	for (int i = 0; i < sk_X509_num(chain); i++) {
		if (tsa_seconds(&ends,
		    X509_get0_notAfter(sk_X509_value(chain, i)))
		    && ends < job->ends)
			job->ends = ends;
	}
	/* The second of the chain, or the only one. */
	job->issuer = sk_X509_value(chain, sk_X509_num(chain) > 1);
	X509_up_ref(job->issuer);
}

/* Step 6: the chain at genTime; the code of X509_verify_cert(). */
static int
chain_code(struct job *job)
{
	STACK_OF(X509) *all = helpers(job);
	X509_STORE *store = make_store(job);
	X509_STORE_CTX *ctx = X509_STORE_CTX_new();
	int code = X509_V_OK;

	if (ctx == NULL || X509_STORE_CTX_init(ctx, store, job->signer,
	    all) != 1
	    || X509_STORE_CTX_set_purpose(ctx,
		X509_PURPOSE_TIMESTAMP_SIGN) != 1)
		mem_exhausted();
	if (X509_verify_cert(ctx) != 1) {
		code = X509_STORE_CTX_get_error(ctx);
		if (code == X509_V_OK)
			code = X509_V_ERR_UNSPECIFIED;
	} else {
		take_chain(job, X509_STORE_CTX_get0_chain(ctx));
	}
	X509_STORE_CTX_free(ctx);
	X509_STORE_free(store);
	sk_X509_free(all);
	return code;
}

/* Step 7, and everything once more as libcrypto sees it. */
static bool
token_holds(const struct job *job)
{
	TS_VERIFY_CTX *ctx = TS_VERIFY_CTX_new();
	STACK_OF(X509) *others = X509_chain_up_ref(job->roots->others);
	bool good;

	if (ctx == NULL || others == NULL)
		mem_exhausted();
	TS_VERIFY_CTX_set_flags(ctx, TS_VFY_VERSION | TS_VFY_SIGNATURE
	    | TS_VFY_SIGNER);
	/* Both belong to the context from here on. */
	TS_VERIFY_CTX_set0_store(ctx, make_store(job));
	TS_VERIFY_CTX_set0_certs(ctx, others);
	if (job->token->response != NULL)
		good = TS_RESP_verify_response(ctx,
		    job->token->response) == 1;
	else
		good = TS_RESP_verify_token(ctx, job->token->bare) == 1;
	TS_VERIFY_CTX_free(ctx);
	return good;
}

/* What a list says about the signer: when it takes tokens away, if at all. */
static bool
list_revokes(const struct job *job, X509_CRL *list)
{
	X509_REVOKED *entry = NULL;
	ASN1_ENUMERATED *reason;
	EVP_PKEY *key = X509_get0_pubkey(job->issuer);
	int64_t from, why = -1;

	if (X509_NAME_cmp(X509_CRL_get_issuer(list),
	    X509_get_issuer_name(job->signer)) != 0
	    || key == NULL || X509_CRL_verify(list, key) != 1
	    || X509_CRL_get0_by_cert(list, &entry, job->signer) != 1)
		return false;
	reason = X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, NULL, NULL);
	if (reason != NULL && ASN1_ENUMERATED_get_int64(&why, reason) != 1)
		why = -1;
	ASN1_ENUMERATED_free(reason);
	/* RFC 3161 section 4.1: unspecified, affiliation changed, superseded,
	 * cessation of operation. */
	if (why != 0 && why != 3 && why != 4 && why != 5)
		return true;
	return !tsa_seconds(&from, X509_REVOKED_get0_revocationDate(entry))
	    || job->said.time + job->said.accuracy >= from;
}

static bool
is_revoked(const struct job *job)
{
	for (int i = 0; i < sk_X509_CRL_num(job->roots->lists); i++) {
		if (list_revokes(job, sk_X509_CRL_value(job->roots->lists,
		    i)))
			return true;
	}
	return false;
}

static void
wrong(struct evidence *out, const char *what)
{
	evidence_set(out, EVIDENCE_WRONG, "time-stamp token: %s", what);
}

static void
unverifiable(struct evidence *out, const char *what)
{
	evidence_set(out, EVIDENCE_UNVERIFIABLE, "time-stamp token: %s",
	    what);
}

/* Steps 5 to 8. */
static void
check_signer(struct evidence *out, struct job *job)
{
	char at[EVIDENCE_TIME], ends[EVIDENCE_DAY];
	int code;

	job->signer = tsa_signer(job->token,
	    job->roots != NULL ? job->roots->others : NULL);
	if (job->signer == NULL) {
		unverifiable(out, "the signer's certificate is not here");
		return;
	}
	tsa_describe(&job->said, job->signer);
	switch (signature_state(job)) {
	case EVIDENCE_GOOD:
		break;
	case EVIDENCE_WRONG:
		wrong(out, "the signature does not hold");
		return;
	default:
		unverifiable(out, "a signature of a kind that is not known "
		    "here");
		return;
	}
	if (job->roots == NULL) {
		unverifiable(out, "no root certificate is trusted here");
		return;
	}
	code = chain_code(job);
	if (code != X509_V_OK) {
		evidence_set(out, is_missing(code) ? EVIDENCE_UNVERIFIABLE
		    : EVIDENCE_WRONG, "time-stamp token: at its time, %s",
		    X509_verify_cert_error_string(code));
		return;
	}
	if (!token_holds(job)) {
		wrong(out, "its certificate is not the one it names, or not "
		    "one for time stamps");
		return;
	}
	if (is_revoked(job)) {
		wrong(out, "the signer's certificate was revoked");
		return;
	}
	evidence_set(out, EVIDENCE_GOOD, "time-stamp token of %s, accuracy "
	    "%" PRId64 " s, certificate ends %s, %.120s",
	    evidence_time(at, job->said.time), job->said.accuracy,
	    evidence_day(ends, job->ends), job->said.authority);
	out->time = job->said.time;
	out->latest = job->said.time + job->said.accuracy;
	out->ends = job->ends;
}

int
tsa_check(struct evidence *out, struct span file, enum hash_kind kind,
    const uint8_t *hash, const struct tsa_roots *roots, struct span request,
    struct err *e)
{
	struct tsa_token token;
	struct job job = { .token = &token, .roots = roots };
	bool fits;
	int rc = -1;

	if (tsa_open(&token, file, e) < 0)
		return -1;
	if (!is_granted(&token) || token.info == NULL) {
		wrong(out, "it was refused");
		rc = 0;
	} else if (tsa_read(&job.said, &token, e) == 0
	    && nonce_fits(&fits, &token, request, e) == 0) {
		rc = 0;
		if (job.said.kind == HASH_KINDS)
			unverifiable(out, "a hash that is not known here");
		else if (job.said.kind != kind || memcmp(job.said.hash, hash,
		    hash_size(kind)) != 0)
			wrong(out, "it is of other bytes");
		else if (!fits)
			wrong(out, "it answers another request");
		else
			check_signer(out, &job);
	}
	X509_free(job.issuer);
	tsa_clear(&job.said);
	tsa_close(&token);
	ERR_clear_error();
	return rc;
}
