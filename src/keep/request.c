/* SPDX-License-Identifier: MIT */
/* See request.h. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "anchor/make.h"
#include "anchor/tsa.h"
#include "base/limits.h"
#include "base/mem.h"
#include "canon/codec.h"
#include "keep/request.h"

static const char host_bytes[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    "abcdefghijklmnopqrstuvwxyz0123456789.-";

/* The host that ${url} names; it becomes a part of a file's name and stands
 * in a curl configuration, in quotes. */
static int
host_of(struct buf *out, const char *url, struct err *e)
{
	const char *s = strstr(url, "://");
	size_t n;

	out->n = 0;
	s = s == NULL ? url : s + 3;
	n = strspn(s, host_bytes);
	if (n == 0 || n > 100 || s[0] == '.' || (strncmp(url, "https://", 8)
	    != 0 && strncmp(url, "http://", 7) != 0)
	    || (s[n] != '\0' && s[n] != '/' && s[n] != ':')
	    || strpbrk(url, "\"\\\r\n\t ") != NULL)
		return err_set(e, ERR_USAGE, "%s: not the http address of a "
		    "server", url);
	buf_add(out, s, n);
	return 0;
}

static void
begin_curl(struct buf *curl)
{
	buf_text(curl, curl->n == 0 ? "# curl -K THIS-FILE; then: pithtex "
	    "stamp attach TARGET *.reply *.tsr\n" : "next\n");
	buf_text(curl, "fail\nsilent\nshow-error\n"
	    "proto = \"=http,https\"\n");
}

static int
ask_calendars(struct buf *curl, const char *hex,
    const struct request_with *w, struct err *e)
{
	struct buf host = { 0 };
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < w->calendar_count; i++) {
		rc = host_of(&host, w->calendars[i], e);
		if (rc < 0)
			break;
		begin_curl(curl);
		buf_fmt(curl, "url = \"%s/digest\"\nheader = \"Accept: "
		    "application/vnd.opentimestamps.v1\"\n"
		    "data-binary = \"@%s.digest\"\n"
		    "output = \"%s.%s.reply\"\n", w->calendars[i], hex, hex,
		    buf_string(&host));
	}
	buf_clear(&host);
	return rc;
}

static int
ask_authorities(struct buf *curl, const struct subject *s,
    const struct request_with *w, struct err *e)
{
	char hex[DIGEST_HEX];
	struct buf host = { 0 }, name = { 0 }, der = { 0 };
	int rc = 0;

	digest_print(hex, &s->file);
	for (size_t i = 0; rc == 0 && i < w->authority_count; i++) {
		uint8_t nonce[TSA_NONCE];

		rc = host_of(&host, w->authorities[i], e);
		if (rc < 0)
			break;
		randombytes_buf(nonce, sizeof(nonce));
		name.n = der.n = 0;
		buf_fmt(&name, "%s.%s", hex, buf_string(&host));
		rc = tsa_request(&der, HASH_SHA256, s->file.at, nonce, e);
		if (rc < 0)
			break;
		begin_curl(curl);
		buf_fmt(curl, "url = \"%s\"\nheader = \"Content-Type: "
		    "application/timestamp-query\"\n"
		    "data-binary = \"@%s.tsq\"\noutput = \"%s.tsr\"\n",
		    w->authorities[i], buf_string(&name),
		    buf_string(&name));
		buf_text(&name, ".tsq");
		rc = file_write(buf_string(&name), span_buf(&der), 0666, e);
	}
	buf_clear(&host);
	buf_clear(&name);
	buf_clear(&der);
	return rc;
}

/* The waiting proof of ${s}, with what it had before. */
static int
save_waiting(const struct subject *s, const struct ots *o, struct err *e)
{
	struct ots old = { 0 };
	int rc = subject_load(&old, s, e);

	if (rc == 0)
		return subject_save(s, o, e);
	if (rc > 0)
		rc = ots_merge(&old, o, e);
	if (rc == 0)
		rc = subject_save(s, &old, e);
	ots_clear(&old);
	return rc;
}

int
request_make(struct buf *curl, const struct subjects *list,
    const struct request_with *with, struct err *e)
{
	struct ots *proofs = mem_zero(list->n, sizeof(*proofs));
	uint8_t (*nonces)[MAKE_NONCE] = mem_zero(list->n, MAKE_NONCE);
	struct buf name = { 0 };
	struct digest tip;
	char hex[DIGEST_HEX];
	int rc = 0;

	for (size_t i = 0; i < list->n; i++)
		ots_init(&proofs[i], &list->at[i].digest);
	randombytes_buf(nonces, list->n * MAKE_NONCE);
	/* A root alone is shown as it is: it is public. */
	make_tree(&tip, proofs, list->n > 1
	    ? (const uint8_t (*)[MAKE_NONCE])nonces : NULL, list->n);
	digest_print(hex, &tip);
	if (with->calendar_count > 0) {
		for (size_t i = 0; rc == 0 && i < list->n; i++)
			rc = save_waiting(&list->at[i], &proofs[i], e);
		buf_fmt(&name, "%s.digest", hex);
		if (rc == 0)
			rc = file_write(buf_string(&name), (struct span){
			    tip.at, DIGEST_BYTES }, 0666, e);
	}
	if (rc == 0)
		rc = ask_calendars(curl, hex, with, e);
	for (size_t i = 0; rc == 0 && i < list->n; i++)
		rc = ask_authorities(curl, &list->at[i], with, e);
	for (size_t i = 0; i < list->n; i++)
		ots_clear(&proofs[i]);
	buf_clear(&name);
	free(proofs);
	free(nonces);
	return rc;
}

/* --- asking again --------------------------------------------------------- */

struct upgrade {
	struct buf *curl;
	const struct request_with *with;
	int n;
};

static int
ask_again(void *ctx, const struct ots_attestation *a, struct span message,
    struct err *e)
{
	struct upgrade *u = ctx;
	struct buf uri = { 0 }, host = { 0 };
	char hex[2 * 4096 + 1];
	bool known = false;

	(void)e;
	if (a->kind != OTS_PENDING || message.n > 64)
		return 0;
	buf_span(&uri, span_buf(&a->payload));
	/* A server is never asked only because a proof names it. */
	for (size_t i = 0; i < u->with->calendar_count; i++)
		known = known || strcmp(buf_string(&uri),
		    u->with->calendars[i]) == 0;
	if (known && host_of(&host, buf_string(&uri), e) == 0) {
		codec_hex(hex, message.at, message.n);
		begin_curl(u->curl);
		buf_fmt(u->curl, "url = \"%s/timestamp/%s\"\nheader = "
		    "\"Accept: application/vnd.opentimestamps.v1\"\n"
		    "output = \"%s.%s.reply\"\n", buf_string(&uri), hex, hex,
		    buf_string(&host));
		u->n++;
	}
	buf_clear(&uri);
	buf_clear(&host);
	return 0;
}

int
request_upgrade(struct buf *curl, const struct subjects *list,
    const struct request_with *with, struct err *e)
{
	struct upgrade u = { curl, with, 0 };

	for (size_t i = 0; i < list->n; i++) {
		struct ots o = { 0 };
		int rc = subject_load(&o, &list->at[i], e);

		if (rc > 0)
			rc = ots_walk(&o, ask_again, &u, e);
		ots_clear(&o);
		if (rc < 0)
			return -1;
	}
	return u.n;
}

/* --- answers -------------------------------------------------------------- */

static int
is_asked(void *ctx, const struct ots_attestation *a, struct span message,
    struct err *e)
{
	const struct span *want = ctx;

	(void)e;
	return (a->kind == OTS_WAITING || a->kind == OTS_PENDING)
	    && span_equal(*want, message);
}

/* A calendar's answer: the message asked is in the file's name. */
static int
attach_reply(char **taken, const struct subjects *list, const char *path,
    struct span bytes, struct err *e)
{
	const char *name = file_base(path);
	const size_t digits = strspn(name, "0123456789abcdef");
	uint8_t at[64];
	struct span message = { at, digits / 2 };
	bool any = false;

	if (digits % 2 != 0 || digits == 0 || digits / 2 > sizeof(at)
	    || !codec_unhex(at, digits / 2, (struct span){
	    (const uint8_t *)name, digits }))
		return err_set(e, ERR_USAGE, "%s: its name does not begin "
		    "with the message that was asked", path);
	for (size_t i = 0; i < list->n; i++) {
		struct ots o = { 0 };
		int rc = subject_load(&o, &list->at[i], e);

		if (rc > 0)
			rc = ots_walk(&o, is_asked, &message, e);
		if (rc > 0) {
			rc = ots_attach(&o, message, bytes, e);
			if (rc > 0)
				rc = subject_save(&list->at[i], &o, e);
			if (rc == 0 && !any)
				*taken = mem_string(list->at[i].ots);
			any = any || rc == 0;
		}
		ots_clear(&o);
		if (rc < 0)
			return err_in(e, "%s", path);
	}
	return any ? 0 : err_set(e, ERR_TRUST, "%s: an answer to no question "
	    "of these proofs", path);
}

/* The name that a token is kept under: what stands behind the hex digits. */
static const char *
token_name(const char *path)
{
	const char *name = file_base(path);
	const char *rest = name + strspn(name, "0123456789abcdef");

	return rest - name == DIGEST_HEX - 1 && *rest == '.'
	    && strchr(rest + 1, '.') != NULL ? rest + 1 : name;
}

/* Where the token ${bytes} is kept: under its name, or where another has that,
 * with digits of its own before the end.  An older token is worth more, and a
 * renewal may cover it. */
static void
token_place(struct buf *to, const char *name, struct span bytes)
{
	const size_t n = to->n;
	const char *dot = strrchr(name, '.');
	const char *end = dot != NULL ? dot : name + strlen(name);
	char hex[DIGEST_HEX];
	struct digest d;

	buf_text(to, name);
	if (!file_is_regular(buf_string(to)) || file_holds(buf_string(to),
	    bytes))
		return;
	d = digest_sha256(bytes);
	to->n = n;
	buf_fmt(to, "%.*s.%.8s%s", (int)(end - name), name,
	    digest_print(hex, &d), end);
}

static int
keep_token(char **taken, const struct subject *s, const char *path,
    struct span bytes, struct err *e)
{
	struct buf to = { 0 }, query = { 0 }, from = { 0 };
	char *dir = file_dir(s->tokens);
	int rc = file_folder(dir, e);

	buf_text(&to, s->tokens);
	token_place(&to, token_name(path), bytes);
	if (rc == 0)
		rc = file_update(buf_string(&to), bytes, e) < 0 ? -1 : 0;
	if (rc == 0)
		*taken = mem_string(buf_string(&to));
	/* The request is kept with it, where it is still there. */
	buf_text(&from, path);
	if (rc == 0 && from.n > 1) {
		from.n--;
		buf_byte(&from, 'q');
		to.n--;
		buf_byte(&to, 'q');
		if (file_read(&query, buf_string(&from), LIMIT_TSA_BYTES, e)
		    == 0 && file_update(buf_string(&to), span_buf(&query), e)
		    < 0)
			rc = -1;
	}
	buf_clear(&to);
	buf_clear(&from);
	buf_clear(&query);
	free(dir);
	return rc;
}

static int
attach_token(char **taken, const struct subjects *list, const char *path,
    struct span bytes, struct err *e)
{
	struct tsa t = { 0 };
	int rc = tsa_parse(&t, bytes, e);

	if (rc < 0)
		return err_in(e, "%s", path);
	rc = 1;
	for (size_t i = 0; rc > 0 && i < list->n; i++)
		if (t.kind == HASH_SHA256 && memcmp(t.hash,
		    list->at[i].file.at, DIGEST_BYTES) == 0)
			rc = keep_token(taken, &list->at[i], path, bytes, e);
	tsa_clear(&t);
	return rc <= 0 ? rc : err_set(e, ERR_TRUST, "%s: a token over none of "
	    "these", path);
}

int
request_attach(char **taken, const struct subjects *list, const char *path,
    struct err *e)
{
	const size_t n = strlen(path);
	struct buf bytes = { 0 };
	int rc;

	if (n > 6 && strcmp(path + n - 6, ".reply") == 0) {
		rc = file_read(&bytes, path, LIMIT_OTS_REPLY_BYTES, e);
		if (rc == 0)
			rc = attach_reply(taken, list, path, span_buf(&bytes),
			    e);
	} else {
		rc = file_read(&bytes, path, LIMIT_TSA_BYTES, e);
		if (rc == 0)
			rc = attach_token(taken, list, path, span_buf(&bytes),
			    e);
	}
	buf_clear(&bytes);
	return rc;
}

int
request_attach_cosigned(char **taken, size_t *lines,
    const struct subjects *list, const char *path,
    const struct cosign_keys *witnesses, struct err *e)
{
	struct buf bytes = { 0 };
	int rc = file_read(&bytes, path, LIMIT_NOTE_BYTES, e);
	bool checkpoint = false;

	for (size_t i = 0; rc == 0 && i < list->n; i++) {
		const struct subject *s = &list->at[i];

		if (s->cosigned == NULL)
			continue;
		checkpoint = true;
		rc = cosign_attach(lines, s->cosigned, span_buf(&s->note),
		    span_buf(&bytes), witnesses, e);
		if (rc < 0)
			err_in(e, "%s", path);
		else if (rc > 0)
			*taken = mem_string(s->cosigned);
	}
	if (rc == 0 && !checkpoint)
		rc = err_set(e, ERR_USAGE, "%s: only the checkpoint of a "
		    "snapshot is cosigned", path);
	else if (rc == 0)
		rc = err_set(e, ERR_TRUST, "%s: no known witness has signed a "
		    "checkpoint of these; `pithtex key add --role witness', "
		    "--key or --policy names one", path);
	buf_clear(&bytes);
	return rc < 0 ? -1 : 0;
}
