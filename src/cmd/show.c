/* SPDX-License-Identifier: MIT */
/* pithtex show: what is known of one number, and how to verify it by hand. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "canon/codec.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "state/state.h"

/* A heading stands behind an empty line. */
static void
heading(const char *text)
{
	say_line("%s", "");
	say_line("%s", text);
}

static const char *
or_absent(const char *s)
{
	return s != NULL && *s != '\0' ? s : "not in this bundle";
}

/* The one line under the title: source, version, day, categories. */
static void
print_source(const struct record *r)
{
	struct buf line = { 0 };

	buf_fmt(&line, "%s:%s v%lld", or_absent(r->source_kind),
	    or_absent(r->source_id), r->source_version);
	buf_fmt(&line, " \xc2\xb7 %.10s", r->submitted_at);
	if (r->primary_cat != NULL)
		buf_fmt(&line, " \xc2\xb7 %s", r->primary_cat);
	for (size_t i = 0; i < r->cross_cat_count; i++)
		buf_fmt(&line, " \xc2\xb7 %s", r->cross_cats[i]);
	say_line("%s", buf_string(&line));
	buf_clear(&line);
}

static void
print_aliases(const struct bundle *b)
{
	struct buf line = { 0 };

	for (size_t i = 0; i < b->alias_count; i++)
		buf_fmt(&line, "%s%s: %s", i > 0 ? " \xc2\xb7 " : "",
		    b->aliases[i].kind, b->aliases[i].value);
	heading("Aliases (unsigned)");
	say_line("%s", b->alias_count > 0 ? buf_string(&line)
	    : "not in this bundle");
	buf_clear(&line);
}

/* Append ${path} as one word of a shell command, without a backslash, which
 * would be doubled on the way out. */
static void
add_word(struct buf *out, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789._-+/";

	if (path[0] == '-')
		buf_text(out, "./");
	if (path[strspn(path, plain)] == '\0') {
		buf_text(out, path);
		return;
	}
	buf_byte(out, '\'');
	for (const char *s = path; *s != '\0'; s++)
		if (*s == '\'')
			buf_text(out, "'\"'\"'");
		else
			buf_byte(out, (uint8_t)*s);
	buf_byte(out, '\'');
}

/*
 * The commands that check this bundle without this program.  The key is the
 * trusted one; DER is 12 fixed bytes and the key (RFC 8410).
 */
static void
print_recipe(const char *path, const struct bundle *b,
    const struct keyring *ring)
{
	const struct key *k = b->key_id == NULL ? NULL
	    : keyring_next(ring, KEY_REGISTRY, b->key_id, NULL);
	struct buf word = { 0 };
	char hex[2 * KEY_BYTES + 1];

	add_word(&word, path);
	heading("Verify this Pith Number yourself");
	if (b->archived) {
		say_line("tar -xzf %s", buf_string(&word));
		say_line("sha256sum -c manifest-sha256.txt");
	} else {
		say_line("cp %s bundle.json", buf_string(&word));
	}
	buf_clear(&word);
	if (b->packer != NULL)
		say_line("minisign -Vm manifest-sha256.txt -p PACKER.pub"
		    "   # key %s", b->packer);
	say_line("python3 -c \"import json,hashlib; "
	    "r=json.load(open('bundle.json'))['canonical_record']; "
	    "d=hashlib.sha256(json.dumps(r,sort_keys=True,"
	    "separators=(',',':'),ensure_ascii=False).encode()); "
	    "open('digest','wb').write(d.digest()); "
	    "print(d.hexdigest())\"");
	digest_print(hex, &b->record->digest);
	say_line("# expect: %s", hex);
	if (k == NULL)
		return;
	say_line("python3 -c \"import json,base64; "
	    "e=[e for e in json.load(open('bundle.json'))['events'] "
	    "if e['event_type']=='record_created'][0]['payload']; "
	    "open('signature','wb').write("
	    "base64.b64decode(e['receipt']['signature_b64']))\"");
	codec_hex(hex, k->at, KEY_BYTES);
	say_line("python3 -c \"open('key.der','wb').write(bytes.fromhex("
	    "'302a300506032b6570032100' '%s'))\"", hex);
	say_line("openssl pkeyutl -verify -pubin -keyform DER -inkey key.der "
	    "-rawin -in digest -sigfile signature");
	say_line("# expect: Signature Verified Successfully");
}

static void
print_record(const struct record *r)
{
	struct buf text = { 0 };
	json_t *v;
	struct err e;

	heading("Canonical record JSON");
	/* The bytes were parsed once; they parse again. */
	if (json_parse(&v, span_buf(&r->canon), JSON_TOP_OBJECT, &e) == 0) {
		json_pretty(&text, v);
		buf_byte(&text, '\n');
		json_decref(v);
	}
	say_bytes(span_buf(&text));
	buf_clear(&text);
}

static void
print_page(const char *path, const struct verified *v,
    const struct report *rep, const struct keyring *ring)
{
	const struct bundle *b = report_bundle(v);
	const struct record *r = b->record;
	char hex[DIGEST_HEX];

	say_line("Pith Number");
	say_line("%s", "");
	say_line("pith:%.8s", r->suffix);
	heading(r->number);
	heading(report_badge_words(report_verdict(rep)));
	heading(b->title != NULL ? b->title : "(title not in this bundle)");
	say_line("%s", b->authors != NULL ? b->authors
	    : "(authors not in this bundle)");
	print_source(r);
	heading("Add to your LaTeX paper");
	say_bytes(span_text("\\usepackage{pith}\n\\pithnumber{"));
	say_bytes(span_text(r->suffix));
	say_bytes(span_text("}\n"));
	heading("Receipt and verification");
	for (size_t i = 0; i < rep->n; i++)
		say_line("%s  %-15s  %s",
		    report_result_word(rep->list[i].result),
		    report_check_word(rep->list[i].name), rep->list[i].text);
	say_line("%s", "");
	say_line("Key        %s (as the receipt says, unsigned)",
	    or_absent(b->key_id));
	say_line("Signed at  %s%s", or_absent(b->signed_at),
	    b->signed_at != NULL ? " (as the receipt says, unsigned)" : "");
	say_line("Schema     pith-number/v%s", or_absent(r->schema_version));
	heading("Canonical hash");
	say_line("%s", digest_print(hex, &r->digest));
	heading("SHA-256 of the inner tar");
	say_line("%s", digest_print(hex, &b->identity));
	print_aliases(b);
	print_recipe(path, b, ring);
	print_record(r);
}

static void
print_json(const char *path, const struct bundle *b, const struct report *rep)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	print_report_json(&j, path, b, rep);
	say_bytes(span_buf(&text));
	buf_clear(&text);
}

static int
show_file(const struct run *run, const char *path,
    const struct keyring *ring, struct err *e)
{
	struct bundle *b = NULL;
	struct report rep = { 0 };
	const struct verified *v = NULL;
	enum verdict verdict = VERDICT_GOOD;
	int rc = state_read(&b, &rep, path, ring, e);

	if (rc == 0) {
		verdict = report_verdict(&rep);
		v = report_accept(b, &rep, REPORT_ALLOW_UNSIGNED, e);
	}
	if (rc == 0 && verdict == VERDICT_DAMAGED)
		rc = err_in(e, "%s", path);
	else if (rc == 0 && run->json)
		print_json(path, b, &rep);
	else if (rc == 0 && v != NULL)
		print_page(path, v, &rep, ring);
	else if (rc == 0)
		/* Nothing of a bundle that does not hold is shown as fact. */
		print_report(path, b, &rep);
	if (rc == 0 && verdict != VERDICT_GOOD) {
		print_finding(path, &rep);
		rc = CMD_FINDINGS;
	}
	bundle_free(b);
	report_clear(&rep);
	return rc;
}

/* The file that ${name} is, or the one bundle of the caches that it names. */
static int
find_file(char **out, const char *name, const struct opt_list *given,
    struct err *e)
{
	struct env_caches caches;
	struct cache_hits hits = { 0 };
	struct number n;
	int rc = 0;

	if (file_is_regular(name) || number_parse(&n, span_text(name), e) < 0) {
		/* What is neither is best told as a file. */
		*out = mem_string(name);
		return 0;
	}
	env_caches_open(&caches, given, NULL);
	for (size_t i = 0; i < caches.n && rc == 0; i++)
		rc = cache_find(&hits, caches.list[i], &n, e);
	for (size_t i = 1; i < hits.n && rc == 0; i++)
		if (strcmp(hits.list[i].suffix, hits.list[0].suffix) != 0)
			rc = err_set(e, ERR_USAGE, "%s: names %s and %s; "
			    "write the number in full", name,
			    hits.list[0].suffix, hits.list[i].suffix);
	if (rc == 0 && hits.n == 0)
		rc = err_set(e, ERR_ABSENT, "%s: neither a file nor in the "
		    "cache", name);
	if (rc == 0)
		*out = mem_string(hits.list[0].files.at[0]);
	cache_hits_clear(&hits);
	env_caches_close(&caches);
	return rc;
}

struct show_opts {
	struct opt_list caches;
};

static const struct opt show_rows[] = {
	{ 0, "cache", OPT_LIST, offsetof(struct show_opts, caches), "DIR",
	  "look for the number in DIR first; may be repeated" },
	{ 0 }
};

static int
show_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct show_opts *o = opts;
	struct keyring *ring;
	char *path = NULL;
	int rc;

	(void)argc;
	if (env_keyring(&ring, e) < 0)
		return -1;
	rc = find_file(&path, argv[0], &o->caches, e);
	if (rc == 0)
		rc = show_file(run, path, ring, e);
	else if (e->kind == ERR_ABSENT) {
		/* Looked for and not found is a finding, not a failure. */
		say_warn("%s", e->text);
		rc = CMD_FINDINGS;
	}
	free(path);
	keyring_free(ring);
	return rc;
}

const struct cmd cmd_show = {
	.name = "show",
	.args = "NUMBER | FILE",
	.brief = "show what is known of a number, and how to verify it by hand",
	.least = 1,
	.most = 1,
	.opts = show_rows,
	.opts_size = sizeof(struct show_opts),
	.main = show_main,
};
