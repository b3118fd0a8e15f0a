/* SPDX-License-Identifier: MIT */
/*
 * RFC 3161 tokens.  The arguments are PEM files, trusted; a line asks one
 * question, bytes are hex.
 *
 *	request KIND HASH NONCE          DER; NONCE - for none
 *	check FILE KIND HASH REQUEST     VERDICT WHY | damaged WHY; or -
 *	parse FILE                       what it says of itself | damaged
 */
#include "config.h"

#include <inttypes.h>

#include "base/file.h"
#include "base/limits.h"
#include "lines.h"

#include "anchor/tsa.h"

static struct tsa_roots *roots;

static enum hash_kind
kind_word(char **rest)
{
	enum hash_kind kind;
	size_t n;

	*rest += strspn(*rest, " ");
	n = strcspn(*rest, " ");
	if (!hash_parse(&kind, (struct span){ (uint8_t *)*rest, n }))
		exit(99);
	*rest += n;
	return kind;
}

static void
word(struct buf *out, char **rest)
{
	if (!lines_word(out, rest))
		exit(99);
}

static void
ask_request(char *line)
{
	struct buf hash = { 0 }, nonce = { 0 }, out = { 0 };
	const enum hash_kind kind = kind_word(&line);
	struct err e;

	word(&hash, &line);
	word(&nonce, &line);
	if (tsa_request(&out, kind, hash.at, nonce.n == TSA_NONCE ? nonce.at
	    : NULL, &e) < 0)
		exit(99);
	lines_answer(span_buf(&out));
	buf_clear(&hash);
	buf_clear(&nonce);
	buf_clear(&out);
}

static void
ask_check(char *line)
{
	struct buf file = { 0 }, hash = { 0 }, request = { 0 };
	struct evidence v;
	enum hash_kind kind;
	struct err e;

	word(&file, &line);
	kind = kind_word(&line);
	word(&hash, &line);
	word(&request, &line);
	if (hash.n != hash_size(kind))
		exit(99);
	if (tsa_check(&v, span_buf(&file), kind, hash.at, roots,
	    span_buf(&request), &e) < 0)
		printf("damaged %s\n", e.text);
	else
		printf("%s %s\n", evidence_print(v.state), v.why);
	buf_clear(&file);
	buf_clear(&hash);
	buf_clear(&request);
}

static void
ask_parse(char *line)
{
	struct buf file = { 0 };
	struct tsa t;
	char at[EVIDENCE_TIME], ends[EVIDENCE_DAY];
	struct err e;

	word(&file, &line);
	if (tsa_parse(&t, span_buf(&file), &e) < 0) {
		printf("damaged %s\n", e.text);
	} else {
		printf("%s %s accuracy %" PRId64 " nonce %d policy %s "
		    "serial %s ends %s by %s\n", t.kind == HASH_KINDS ? "?"
		    : hash_print(t.kind), evidence_time(at, t.time),
		    t.accuracy, t.has_nonce, t.policy, t.serial,
		    evidence_day(ends, t.ends),
		    t.authority != NULL ? t.authority : "-");
		tsa_clear(&t);
	}
	buf_clear(&file);
}

static void
answer(char *line)
{
	char *rest = line + strcspn(line, " ");

	if (strncmp(line, "request ", 8) == 0)
		ask_request(rest);
	else if (strncmp(line, "check ", 6) == 0)
		ask_check(rest);
	else if (strncmp(line, "parse ", 6) == 0)
		ask_parse(rest);
	else
		exit(99);
}

int
main(int argc, char **argv)
{
	struct buf b = { 0 };
	struct err e;
	int rc = 0;

	if (argc > 1)
		roots = tsa_roots_new();
	for (int i = 1; rc == 0 && i < argc; i++) {
		b.n = 0;
		rc = file_read(&b, argv[i], LIMIT_TSA_BYTES, &e) < 0
		    || tsa_roots_add(roots, span_buf(&b), &e) < 0;
	}
	if (rc != 0)
		fprintf(stderr, "%s\n", e.text);
	else
		rc = lines_serve(answer);
	buf_clear(&b);
	tsa_roots_free(roots);
	return rc;
}
