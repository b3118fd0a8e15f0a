/* SPDX-License-Identifier: MIT */
/*
 * OpenTimestamps proofs and block headers.  The arguments are --lines FILE
 * and --run FILE HEIGHT; a line asks one question, bytes are hex.
 *
 *	again FILE                canonical bytes | damaged
 *	walk FILE                 KIND DIGEST, then ATTESTATION MESSAGE each
 *	check FILE                VERDICT WHY | damaged WHY
 *	lines FILE                VERDICT WHY; ... of each attestation
 *	info FILE                 the text, as hex
 *	merge FILE FILE           canonical bytes | damaged
 *	attach FILE MESSAGE REPLY canonical bytes | nowhere | damaged
 *	header HEIGHT ROOT        VERDICT WHY
 *	tree NONCE DIGEST NONCE DIGEST...     the tip, then each proof
 *	entry ENTRY INDEX SIZE ROOT-FILE HASH...   canonical bytes | damaged
 */
#include "config.h"

#include <inttypes.h>
#include <sodium.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "lines.h"

#include "anchor/make.h"
#include "anchor/stamp.h"

static struct headers *headers;

static void
damaged(const struct err *e)
{
	printf("damaged %s\n", e->text);
}

static void
show_file(const struct ots *o)
{
	struct buf b = { 0 };

	ots_print(&b, o);
	lines_answer(span_buf(&b));
	buf_clear(&b);
}

static void
show_hex(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		printf("%02x", s.at[i]);
}

static int
show(void *ctx, const struct ots_attestation *a, struct span message,
    struct err *e)
{
	static const char *const names[] = { "bitcoin", "litecoin",
		"ethereum", "pending", "waiting", "unknown" };

	(void)ctx;
	(void)e;
	printf(" %s:", names[a->kind]);
	if (ots_node_has_height(a->kind)) {
		printf("%" PRIu64, a->height);
	} else if (a->kind == OTS_PENDING) {
		fwrite(a->payload.at, 1, a->payload.n, stdout);
	} else {
		show_hex((struct span){ a->tag, OTS_TAG });
		show_hex(span_buf(&a->payload));
	}
	printf(" ");
	show_hex(message);
	return 0;
}

static void
walk(const struct ots *o)
{
	struct err e;

	printf("%s ", hash_print(o->hash));
	show_hex((struct span){ o->digest, hash_size(o->hash) });
	if (ots_walk(o, show, NULL, &e) != 0)
		exit(99);
	puts("");
}

static void
check(const struct ots *o, bool each)
{
	struct stamp s;

	stamp_check(&s, o, NULL, headers);
	if (!each)
		printf("%s %s", evidence_print(s.evidence.state),
		    s.evidence.why);
	for (size_t i = 0; each && i < s.lines; i++)
		printf("%s %s; ", evidence_print(s.line[i].evidence.state),
		    s.line[i].evidence.why);
	puts("");
	stamp_clear(&s);
}

static void
info(const struct ots *o)
{
	struct buf b = { 0 };

	ots_info(&b, o);
	lines_answer(span_buf(&b));
	buf_clear(&b);
}

static void
ask_header(char *line)
{
	struct evidence v;
	struct buf root = { 0 };
	char *end;
	const uint64_t height = strtoull(line, &end, 10);

	if (end == line || !lines_word(&root, &end) || root.n != 32)
		exit(99);
	headers_check(&v, headers, height, root.at);
	printf("%s %s\n", evidence_print(v.state), v.why);
	buf_clear(&root);
}

static void
ask_tree(char *line)
{
	struct ots *o = NULL;
	uint8_t (*nonces)[MAKE_NONCE] = NULL;
	struct buf b = { 0 };
	struct digest tip, d;
	size_t n = 0;
	bool bare = false;

	for (; *line != '\0'; n++) {
		mem_grow(&o, n, sizeof(*o));
		mem_grow(&nonces, n, sizeof(*nonces));
		if (!lines_word(&b, &line)
		    || (b.n != MAKE_NONCE && b.n != 0))
			exit(99);
		bare = b.n == 0;
		memset(nonces[n], 0, MAKE_NONCE);
		memcpy(nonces[n], b.n > 0 ? b.at : (uint8_t *)"", b.n);
		if (!lines_word(&b, &line) || b.n != DIGEST_BYTES)
			exit(99);
		memcpy(d.at, b.at, DIGEST_BYTES);
		ots_init(&o[n], &d);
	}
	make_tree(&tip, o, bare ? NULL
	    : (const uint8_t (*)[MAKE_NONCE])nonces, n);
	show_hex((struct span){ tip.at, DIGEST_BYTES });
	for (size_t i = 0; i < n; i++) {
		b.n = 0;
		ots_print(&b, &o[i]);
		printf(" ");
		show_hex(span_buf(&b));
		ots_clear(&o[i]);
	}
	puts("");
	buf_clear(&b);
	free(o);
	free(nonces);
}

static void
ask_entry(char *line)
{
	struct buf b = { 0 };
	struct entry entry;
	struct ots root = { 0 }, o = { 0 };
	struct merkle_path path = { 0 };
	uint64_t index, size;
	struct err e;

	if (!lines_word(&b, &line)
	    || entry_parse(&entry, span_buf(&b), &e) < 0)
		exit(99);
	index = strtoull(line, &line, 10);
	size = strtoull(line, &line, 10);
	if (!lines_word(&b, &line) || ots_parse(&root, span_buf(&b), &e) < 0)
		exit(99);
	for (; *line != '\0'; path.n++) {
		if (!lines_word(&b, &line) || b.n != DIGEST_BYTES)
			exit(99);
		memcpy(path.at[path.n].at, b.at, DIGEST_BYTES);
	}
	if (make_inclusion(&o, &entry, &path, index, size, &root, &e) < 0)
		damaged(&e);
	else
		show_file(&o);
	ots_clear(&root);
	ots_clear(&o);
	buf_clear(&b);
}

static bool
is(const char *line, const char *word)
{
	const size_t n = strlen(word);

	return strncmp(line, word, n) == 0 && line[n] == ' ';
}

static void
ask_file(const char *verb, char *line)
{
	struct buf a = { 0 }, b = { 0 }, c = { 0 };
	struct ots o = { 0 }, p = { 0 };
	struct err e;
	int rc = 0;

	if (!lines_word(&a, &line))
		exit(99);
	if (ots_parse(&o, span_buf(&a), &e) < 0)
		damaged(&e);
	else if (is(verb, "again"))
		show_file(&o);
	else if (is(verb, "walk"))
		walk(&o);
	else if (is(verb, "check") || is(verb, "lines"))
		check(&o, is(verb, "lines"));
	else if (is(verb, "info"))
		info(&o);
	else if (!lines_word(&b, &line))
		exit(99);
	else if (is(verb, "merge")) {
		if (ots_parse(&p, span_buf(&b), &e) < 0
		    || ots_merge(&o, &p, &e) < 0)
			damaged(&e);
		else
			show_file(&o);
	} else if (is(verb, "attach") && lines_word(&c, &line)) {
		rc = ots_attach(&o, span_buf(&b), span_buf(&c), &e);
		if (rc < 0)
			damaged(&e);
		else if (rc == 0)
			puts("nowhere");
		else
			show_file(&o);
	} else {
		exit(99);
	}
	ots_clear(&o);
	ots_clear(&p);
	buf_clear(&a);
	buf_clear(&b);
	buf_clear(&c);
}

static void
answer(char *line)
{
	char *rest = line + strcspn(line, " ");

	if (is(line, "header"))
		ask_header(rest);
	else if (is(line, "tree"))
		ask_tree(rest);
	else if (is(line, "entry"))
		ask_entry(rest);
	else
		ask_file(line, rest);
}

int
main(int argc, char **argv)
{
	struct buf b = { 0 };
	struct err e;
	int rc = 0;

	headers = headers_new();
	for (int i = 1; rc == 0 && i + 1 < argc; i += 2) {
		b.n = 0;
		rc = file_read(&b, argv[i + 1], LIMIT_HEADERS_BYTES, &e);
		if (rc < 0)
			break;
		if (strcmp(argv[i], "--lines") == 0)
			rc = headers_add_lines(headers, span_buf(&b), &e);
		else if (i + 2 < argc) {
			rc = headers_add_run(headers, &b,
			    strtoull(argv[i + 2], NULL, 10), &e);
			i++;
		}
	}
	if (rc < 0)
		fprintf(stderr, "%s\n", e.text);
	else
		rc = sodium_init() < 0 ? 99 : lines_serve(answer);
	buf_clear(&b);
	headers_free(headers);
	return rc < 0 ? 2 : rc;
}
