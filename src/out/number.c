/* SPDX-License-Identifier: MIT */
/* See number.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "cite/record_brief.h"
#include "cite/record_groups.h"
#include "number/alias.h"
#include "out/number.h"

#define DOT "\xc2\xb7"
#define ABSENT "not in this bundle"

static const char *
or_absent(const char *s)
{
	return s != NULL && *s != '\0' ? s : ABSENT;
}

/* What else the registry's page shows, out of members that nobody signs. */
struct extras {
	char *computed, *builder;
};

static json_t *
member(const struct bundle *b, const char *name)
{
	const struct span bytes = bundle_member(b, name);
	json_t *v = NULL;
	struct err e;

	/* A plain bundle.json has no members. */
	return bytes.n > 0 && json_parse(&v, bytes, JSON_TOP_OBJECT, &e) == 0
	    ? v : NULL;
}

/* The builder of the first graph snapshot in a list of events. */
static const char *
builder_of(const json_t *events)
{
	for (size_t i = 0; i < json_array_size(events); i++) {
		const char *s = json_member_text(json_object_get(
		    json_object_get(json_array_get(events, i), "payload"),
		    "graph_snapshot"), "builder_version");

		if (s != NULL)
			return s;
	}
	return NULL;
}

static void
find_extras(struct extras *out, const struct bundle *b)
{
	json_t *graph = member(b, "graph.json");
	json_t *state = member(b, "state.json");
	json_t *top = member(b, "bundle.json");
	const char *builder = json_member_text(graph, "builder_version");

	if (builder == NULL)
		builder = builder_of(json_object_get(top, "events"));
	if (builder == NULL)
		builder = builder_of(json_object_get(json_object_get(state,
		    "current"), "graph_snapshots"));
	out->builder = mem_string(builder);
	out->computed = NULL;
	for (size_t i = 0; i < b->event_count && out->computed == NULL; i++)
		if (b->events[i].type != NULL
		    && strcmp(b->events[i].type, "record_created") == 0)
			out->computed = mem_string(b->events[i].created_at);
	json_decref(graph);
	json_decref(state);
	json_decref(top);
}

/* The one line under the title: source, version, day, categories. */
static void
add_source(struct page *p, const struct record *r)
{
	struct buf line = { 0 };

	buf_fmt(&line, "%s:%s v%lld", or_absent(r->source_kind),
	    or_absent(r->source_id), r->source_version);
	buf_fmt(&line, " " DOT " %.10s", r->submitted_at);
	if (r->primary_cat != NULL)
		buf_fmt(&line, " " DOT " %s", r->primary_cat);
	for (size_t i = 0; i < r->cross_cat_count; i++)
		buf_fmt(&line, " " DOT " %s", r->cross_cats[i]);
	out_page_add(p, PAGE_TEXT, false, "%s", buf_string(&line));
	buf_clear(&line);
}

static void
add_link(struct page *p, bool own, const char *text, const char *fmt, ...)
    PRINTF_LIKE(4, 5);

static void
add_link(struct page *p, bool own, const char *text, const char *fmt, ...)
{
	struct buf url = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&url, fmt, ap);
	va_end(ap);
	out_page_block(p, PAGE_LINK, own);
	out_page_run(p, text, buf_string(&url));
	buf_clear(&url);
}

static bool
is_held(const struct number_with *with, const char *path)
{
	for (size_t i = 0; i < with->held->n; i++)
		if (strcmp(with->held->at[i], path) == 0)
			return true;
	return false;
}

/*
 * Append where ${path} is found: in the mirror, or at the registry.  Where no
 * mirror is known of, ${mirrored} says which of the two is meant.
 */
static void
add_place(struct buf *out, const struct number_with *with, bool mirrored,
    const char *path)
{
	if (with->held != NULL ? !is_held(with, path) : !mirrored)
		buf_text(out, "https://pith.science/");
	buf_text(out, path);
}

/* A link to what a mirror may hold. */
static void
add_held(struct page *p, const struct number_with *with, bool mirrored,
    const char *text, const char *before, const char *suffix,
    const char *after)
{
	struct buf path = { 0 }, url = { 0 };

	buf_fmt(&path, "%s%s%s", before, suffix, after);
	add_place(&url, with, mirrored, buf_string(&path));
	out_page_block(p, PAGE_LINK, false);
	out_page_run(p, text, buf_string(&url));
	buf_clear(&path);
	buf_clear(&url);
}

static void
add_badge(struct page *p, const struct number_with *with, const char *suffix)
{
	struct buf path = { 0 };

	buf_fmt(&path, "pith/%s/%s.svg", suffix, suffix);
	if (with->held != NULL && is_held(with, buf_string(&path)))
		add_link(p, false, "Verified badge", "%s", buf_string(&path));
	else
		add_link(p, false, "Verified badge",
		    "https://pith.science/pith/%s", suffix);
	buf_clear(&path);
}

static void
add_head(struct page *p, const struct bundle *b,
    const struct number_with *with)
{
	const struct record *r = b->record;
	struct buf flags = { 0 };
	struct alias a;

	out_page_add(p, PAGE_KICKER, false, "Pith Number");
	out_page_add(p, PAGE_TITLE, false, "pith:%.8s", r->suffix);
	out_page_add(p, PAGE_TEXT, false, "%s", r->number);
	out_page_add(p, PAGE_TEXT, false, "%s",
	    report_badge_words(report_verdict(with->report)));
	for (size_t i = 0; with->completeness != NULL
	    && i < COMPLETENESS_FLAGS; i++)
		buf_fmt(&flags, "%s%s", i > 0 ? " " : "",
		    with->completeness->rows[i].says);
	if (flags.n > 0)
		out_page_add(p, PAGE_TEXT, false, "%s", buf_string(&flags));
	buf_clear(&flags);
	out_page_add(p, PAGE_HEADING, false, "%s", b->title != NULL
	    ? b->title : "(title not in this bundle)");
	out_page_add(p, PAGE_TEXT, false, "%s", b->authors != NULL
	    ? b->authors : "(authors not in this bundle)");
	add_source(p, r);
	if (r->source_id != NULL
	    && alias_parse(&a, span_text(r->source_id)) == ALIAS_ARXIV)
		add_link(p, false, "Open paper page",
		    "https://pith.science/paper/%s", a.name);
	add_held(p, with, false, "JSON", "pith/", r->suffix, ".json");
	add_held(p, with, true, "Open Graph Bundle", "pith/", r->suffix,
	    "/bundle.json");
	add_held(p, with, true, "Merged state", "pith/", r->suffix,
	    "/state.json");
	add_badge(p, with, r->suffix);
	add_link(p, false, "What is a Pith Number?", "https://pith.science/");
	out_page_add(p, PAGE_HEADING, false, "Add to your LaTeX paper");
	out_page_add(p, PAGE_CODE, false, "\\usepackage{pith}\n"
	    "\\pithnumber{%s}", r->suffix);
	out_page_add(p, PAGE_SMALL, false, "Prints a linked badge after your "
	    "title and injects PDF metadata. Compiles on arXiv. Learn more "
	    DOT " Embed verified badge");
}

static void
add_completeness(struct page *p, const struct bundle *b,
    const struct number_with *with)
{
	const struct completeness *c = with->completeness;
	const char *suffix = b->record->suffix;
	struct buf path = { 0 }, url = { 0 };

	out_page_add(p, PAGE_HEADING, false, "Record completeness");
	if (c == NULL)
		out_page_add(p, PAGE_TEXT, false, "not stated here: the "
		    "archives have too much for one merged state");
	for (size_t i = COMPLETENESS_FLAGS; c != NULL
	    && i < COMPLETENESS_ROWS; i++) {
		struct buf label = { 0 };

		buf_fmt(&label, "%zu %s", i - COMPLETENESS_FLAGS + 1,
		    c->rows[i].name);
		out_page_pair(p, false, buf_string(&label), "%s%s",
		    c->rows[i].says, i == COMPLETENESS_CLAIM
		    && strcmp(c->rows[i].says, "open") == 0
		    ? " " DOT " sign in to claim" : "");
		out_page_fmt(p, "here: %s", c->rows[i].here);
		buf_clear(&label);
	}
	out_page_block(p, PAGE_TEXT, false);
	out_page_run(p, "\xe2\x9c\x93 Portable graph bundle live " DOT, NULL);
	buf_fmt(&path, "pith/%s/bundle.json", suffix);
	add_place(&url, with, true, buf_string(&path));
	out_page_run(p, "download bundle", buf_string(&url));
	out_page_run(p, DOT, NULL);
	path.n = url.n = 0;
	buf_fmt(&path, "pith/%s/state.json", suffix);
	add_place(&url, with, true, buf_string(&path));
	out_page_run(p, "merged state", buf_string(&url));
	buf_clear(&path);
	buf_clear(&url);
	out_page_add(p, PAGE_SMALL, false, "The bundle contains the canonical "
	    "record plus signed events. A mirror can host it anywhere and "
	    "recompute the same current state with the deterministic merge "
	    "algorithm.");
}

/* One title for each citing paper with a resolver link. */
static void
add_cited_by(struct page *p, const struct number_with *with)
{
	const struct ledger *l = with->ledger;
	struct ledger_groups g;
	struct alias a;

	out_page_add(p, PAGE_HEADING, false, "Cited by");
	if (l == NULL) {
		out_page_add(p, PAGE_TEXT, false, ABSENT);
		return;
	}
	record_groups(&g, l);
	out_page_add(p, PAGE_TEXT, false, "%zu paper%s in Pith",
	    g.cited_by_count, g.cited_by_count == 1 ? "" : "s");
	for (size_t i = 0; i < g.cited_by_count; i++) {
		const struct ledger_paper *one = &g.cited_by[i]->linked->citing;
		struct buf url = { 0 };

		if (one->arxiv_id != NULL && alias_parse(&a,
		    span_text(one->arxiv_id)) == ALIAS_ARXIV)
			buf_fmt(&url, "https://pith.science/paper/%s", a.name);
		out_page_block(p, PAGE_ENTRY, false);
		out_page_run(p, one->title, url.n > 0 ? buf_string(&url)
		    : NULL);
		buf_clear(&url);
	}
	record_groups_clear(&g);
	if (l->paper.arxiv_id != NULL && alias_parse(&a,
	    span_text(l->paper.arxiv_id)) == ALIAS_ARXIV)
		add_link(p, true, "Paper Citation Record",
		    "paper/%s/citation-record/index.html", a.name);
}

/* What detectors found in the references, each with the one it is about. */
static void
add_findings(struct page *p, const struct bundle *b)
{
	struct brief brief;
	bool first = true;

	record_brief_of(&brief, b);
	for (size_t i = 0; i < brief.warning_count; i++) {
		if (first)
			out_page_add(p, PAGE_HEADING, true,
			    "Events and integrity findings, as others "
			    "report them");
		first = false;
		out_page_add(p, PAGE_ENTRY, true, "%s",
		    brief.warnings[i].text);
	}
	if (brief.warnings_left > 0)
		out_page_add(p, PAGE_ENTRY, true, "and %zu more",
		    brief.warnings_left);
	record_brief_clear(&brief);
}

static void
add_receipt(struct page *p, const struct bundle *b,
    const struct number_with *with)
{
	const struct report *rep = with->report;
	struct extras x;
	char hex[DIGEST_HEX];

	find_extras(&x, b);
	out_page_add(p, PAGE_HEADING, false, "Receipt and verification");
	out_page_pair(p, false, "First computed", "%s%s",
	    or_absent(x.computed), x.computed != NULL
	    ? " (as the event says, unsigned)" : "");
	out_page_pair(p, false, "Builder", "%s", or_absent(x.builder));
	if (b->key_id != NULL)
		out_page_pair(p, false, "Signature", "Pith Ed25519 (`%s`) "
		    DOT " public key", b->key_id);
	else
		out_page_pair(p, false, "Signature", ABSENT);
	out_page_pair(p, false, "Key", "%s%s", or_absent(b->key_id),
	    b->key_id != NULL ? " (as the receipt says, unsigned)" : "");
	out_page_pair(p, false, "Signed at", "%s%s", or_absent(b->signed_at),
	    b->signed_at != NULL ? " (as the receipt says, unsigned)" : "");
	out_page_pair(p, false, "Schema", "pith-number/v%s",
	    or_absent(b->record->schema_version));
	free(x.computed);
	free(x.builder);
	for (size_t i = 0; i < rep->n; i++)
		out_page_add(p, PAGE_ENTRY, true, "%s  %-15s  %s",
		    report_result_word(rep->list[i].result),
		    report_check_word(rep->list[i].name), rep->list[i].text);
	out_page_add(p, PAGE_HEADING, false, "Canonical hash");
	out_page_add(p, PAGE_CODE, false, "%s", digest_print(hex,
	    &b->record->digest));
	out_page_add(p, PAGE_HEADING, false, "SHA-256 of the inner tar");
	out_page_add(p, PAGE_CODE, false, "%s", digest_print(hex,
	    &b->identity));
}

static void
add_aliases(struct page *p, const struct bundle *b,
    const struct number_with *with)
{
	const char *suffix = b->record->suffix;
	struct buf line = { 0 };

	for (size_t i = 0; i < b->alias_count; i++)
		buf_fmt(&line, "%s%s: %s", i > 0 ? " " DOT " " : "",
		    b->aliases[i].kind, b->aliases[i].value);
	out_page_add(p, PAGE_HEADING, false, "Aliases");
	out_page_add(p, PAGE_TEXT, false, "%s", b->alias_count > 0
	    ? buf_string(&line) : ABSENT);
	buf_clear(&line);
	out_page_add(p, PAGE_SMALL, true, "Nobody signs aliases, title, "
	    "authors or who cites a paper.");
	out_page_add(p, PAGE_HEADING, false, "Agent API");
	add_held(p, with, false, "Resolver JSON", "pith/", suffix, ".json");
	add_held(p, with, false, "Graph JSON", "api/pith-number/", suffix,
	    "/graph.json");
	out_page_add(p, PAGE_ENTRY, false, "Events JSON");
	add_link(p, false, "Schema",
	    "https://pith.science/schemas/pith-number/v1.json");
	if (with->held != NULL && is_held(with, "pith-signing-key.json"))
		add_link(p, false, "Signing key", "pith-signing-key.json");
	else
		add_link(p, false, "Signing key",
		    "https://www.pith.science/pith-mirrors.json");
}

/* What a mirror has beside what the registry's page leads to. */
static void
add_mirror(struct page *p, const struct number_with *with)
{
	static const struct {
		const char *tail, *text;
	} kinds[] = {
		{ ".tar.gz", "Bundle archive, all of the above" },
		{ "/citation-record.json", "Paper Citation Record, JSON" },
		{ "/integrity.json", "Integrity findings, JSON" }
	};
	bool first = true;

	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
		for (size_t i = 0; i < with->held->n; i++) {
			const char *path = with->held->at[i];
			const size_t n = strlen(path);
			const size_t t = strlen(kinds[k].tail);

			if (n < t || strcmp(path + n - t, kinds[k].tail) != 0)
				continue;
			if (first)
				out_page_add(p, PAGE_HEADING, true,
				    "In this mirror");
			first = false;
			out_page_block(p, PAGE_LINK, false);
			out_page_run(p, kinds[k].text, path);
		}
}

/* --- the recipe --- */

/* Append ${path} as one word of a shell command. */
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
add_recipe(struct page *p, const struct bundle *b,
    const struct number_with *with)
{
	const struct key *k = b->key_id == NULL ? NULL
	    : keyring_next(with->ring, KEY_REGISTRY, b->key_id, NULL);
	struct buf text = { 0 };
	char hex[2 * KEY_BYTES + 1];

	buf_text(&text, b->archived ? "tar -xzf " : "cp ");
	add_word(&text, with->file);
	buf_text(&text, b->archived ? "\nsha256sum -c manifest-sha256.txt\n"
	    : " bundle.json\n");
	if (b->packer != NULL)
		buf_fmt(&text, "minisign -Vm manifest-sha256.txt -p PACKER.pub"
		    "   # key %s\n", b->packer);
	buf_fmt(&text, "python3 -c \"import json,hashlib; "
	    "r=json.load(open('bundle.json'))['canonical_record']; "
	    "d=hashlib.sha256(json.dumps(r,sort_keys=True,"
	    "separators=(',',':'),ensure_ascii=False).encode()); "
	    "open('digest','wb').write(d.digest()); "
	    "print(d.hexdigest())\"\n# expect: %s\n", digest_print(hex,
	    &b->record->digest));
	if (k != NULL) {
		codec_hex(hex, k->at, KEY_BYTES);
		buf_fmt(&text, "python3 -c \"import json,base64; "
		    "e=[e for e in json.load(open('bundle.json'))['events'] "
		    "if e['event_type']=='record_created'][0]['payload']; "
		    "open('signature','wb').write("
		    "base64.b64decode(e['receipt']['signature_b64']))\"\n"
		    "python3 -c \"open('key.der','wb').write(bytes.fromhex("
		    "'302a300506032b6570032100' '%s'))\"\n"
		    "openssl pkeyutl -verify -pubin -keyform DER -inkey "
		    "key.der -rawin -in digest -sigfile signature\n"
		    "# expect: Signature Verified Successfully\n", hex);
	}
	out_page_add(p, PAGE_HEADING, false,
	    "Verify this Pith Number yourself");
	out_page_add(p, PAGE_CODE, false, "%s", buf_string(&text));
	buf_clear(&text);
}

/* The registry's own recipe, word for word; it asks the network. */
static void
add_network_recipe(struct page *p, const struct record *r)
{
	char hex[DIGEST_HEX];

	out_page_add(p, PAGE_HEADING, false, "The same over the network, as "
	    "the registry has it");
	out_page_add(p, PAGE_CODE, false, "curl -sH 'Accept: "
	    "application/ld+json' https://pith.science/pith/%s \\\n"
	    "  | jq -c '.canonical_record' \\\n"
	    "  | python3 -c \"import sys,json,hashlib; b=json.dumps("
	    "json.loads(sys.stdin.read()), sort_keys=True, separators=(',',"
	    "':'), ensure_ascii=False).encode(); print(hashlib.sha256(b)"
	    ".hexdigest())\"\n# expect: %s\n", r->suffix, digest_print(hex,
	    &r->digest));
}

static void
add_record(struct page *p, const struct record *r)
{
	struct buf text = { 0 };
	json_t *v;
	struct err e;

	/* The bytes were parsed once; they parse again. */
	if (json_parse(&v, span_buf(&r->canon), JSON_TOP_OBJECT, &e) == 0) {
		json_pretty(&text, v);
		json_decref(v);
	}
	out_page_add(p, PAGE_HEADING, false, "Canonical record JSON");
	out_page_add(p, PAGE_CODE, false, "%s", buf_string(&text));
	buf_clear(&text);
}

void
out_number(struct page *out, const struct verified *v,
    const struct number_with *with)
{
	const struct bundle *b = report_bundle(v);
	struct page p = { .title = mem_string(b->record->number) };
	struct buf path = { 0 };

	buf_fmt(&path, "pith/%s/index.html", b->record->suffix);
	p.path = buf_steal(&path);
	add_head(&p, b, with);
	add_completeness(&p, b, with);
	add_cited_by(&p, with);
	add_findings(&p, b);
	add_receipt(&p, b, with);
	add_aliases(&p, b, with);
	if (with->held != NULL)
		add_mirror(&p, with);
	add_recipe(&p, b, with);
	add_network_recipe(&p, b->record);
	add_record(&p, b->record);
	*out = p;
}
