/* SPDX-License-Identifier: MIT */
/* See html.h. */
#include "config.h"

#include "base/utf8.h"
#include "canon/codec.h"
#include "canon/digest.h"
#include "out/html.h"

/*
 * The style.  Inks have a contrast of at least 7 on their ground; nothing is
 * told by colour alone.
 */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1a1a1a;--soft:#444;--ground:#fff;"
    "--wash:#f3f3f0;--line:#ccc;--link:#0b4a8f}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#eee;--soft:#ccc;"
    "--ground:#141414;--wash:#222;--line:#555;--link:#a9cdf7}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--ground);color:var(--ink);"
    "font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}\n"
    "main{max-width:48rem;margin:0 auto;padding:1.5rem 1rem 3rem}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 1rem}\n"
    "h2{font-size:1.2rem;margin:2.2rem 0 .6rem;padding-top:.6rem;"
    "border-top:1px solid var(--line)}\n"
    "h3{font-size:1rem;margin:1.6rem 0 .3rem}\n"
    "h4{font-size:.95rem;margin:.8rem 0 .2rem}\n"
    "p,ul,dl{margin:.3rem 0}\n"
    "ul{padding-left:1.2rem}\n"
    "a{color:var(--link)}\n"
    "a:focus-visible,pre:focus-visible,input:focus-visible,"
    "button:focus-visible{outline:3px solid var(--link);"
    "outline-offset:2px}\n"
    ".kicker{color:var(--soft);font-weight:600;margin:0}\n"
    ".small{color:var(--soft);font-size:.92rem}\n"
    "dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;"
    "gap:.15rem 1rem}\n"
    "dt{color:var(--soft)}\n"
    "dd{margin:0}\n"
    "pre{background:var(--wash);border:1px solid var(--line);"
    "border-radius:4px;padding:.7rem .8rem;margin:.4rem 0;"
    "font:.85rem/1.5 ui-monospace,monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere}\n"
    ".own{border-left:3px solid var(--line);padding-left:.6rem}\n"
    ".mark{color:var(--soft);font:600 .8rem ui-monospace,monospace}\n"
    "nav{max-width:48rem;margin:0 auto;padding:1rem 1rem 0;"
    "font-size:.95rem}\n"
    ".cards,.index{list-style:none;padding:0}\n"
    ".cards li{padding:.7rem 0;border-top:1px solid var(--line)}\n"
    ".cards li:first-child{border-top:0}\n"
    ".cards a{font-weight:600}\n"
    ".index{display:grid;gap:.1rem .6rem;"
    "grid-template-columns:repeat(auto-fill,minmax(5rem,1fr))}\n"
    ".index li{padding:.25rem 0}\n"
    ".index a{font:600 1rem ui-monospace,monospace}\n"
    "form{background:var(--wash);border:1px solid var(--line);"
    "border-radius:6px;padding:.9rem 1rem;margin:1.2rem 0}\n"
    "label{display:block;font-weight:600;margin-bottom:.4rem}\n"
    ".row{display:flex;gap:.5rem}\n"
    "input,button{font:inherit;color:var(--ink);background:var(--ground);"
    "border:1px solid var(--soft);border-radius:4px;padding:.45rem .6rem}\n"
    "input{flex:1;min-width:0}\n"
    "form .cards{margin-top:.4rem}\n"
    "footer{max-width:48rem;margin:0 auto;padding:1rem;color:var(--soft);"
    "border-top:1px solid var(--line);font-size:.9rem}\n"
    "@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}"
    "dd{margin:0 0 .4rem}}\n"
    "@media print{nav,form{display:none}:root{--ink:#000;--soft:#333;--ground:#fff;--wash:#fff;"
    "--line:#999;--link:#000}body{font-size:10pt}main,footer{max-width:none;"
    "padding-left:0;padding-right:0}h2,h3,h4{break-after:avoid}"
    "p,dl,li{break-inside:avoid}a[href^=\"https:\"]::after{content:\" (\" "
    "attr(href) \")\";font-size:.85em}}\n";

static void
put_text(struct buf *out, const char *text, bool lines)
{
	struct span s = span_text(text);

	while (s.n > 0) {
		uint32_t c = 0xfffd;
		unsigned n = utf8_get(&c, s);

		if (n == 0) {
			c = 0xfffd;
			n = 1;
		}
		s.at += n;
		s.n -= n;
		if (c == '\n' && lines)
			buf_byte(out, '\n');
		else if (utf8_is_space(c))
			buf_byte(out, ' ');
		else if (utf8_is_unwanted(c))
			buf_text(out, "&#xFFFD;");
		else if (c == '&')
			buf_text(out, "&amp;");
		else if (c == '<')
			buf_text(out, "&lt;");
		else if (c == '>')
			buf_text(out, "&gt;");
		else if (c == '"')
			buf_text(out, "&quot;");
		else if (c == '\'')
			buf_text(out, "&#39;");
		else if (c < 0x80)
			buf_byte(out, (uint8_t)c);
		else
			buf_fmt(out, "&#x%X;", (unsigned)c);
	}
}

/* The address, from where this page lies. */
static void
put_url(struct buf *out, const struct page *p, const char *url)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-._~/:";
	const bool outer = strncmp(url, "https:", 6) == 0;

	if (!outer && p->path[0] == '\0')
		buf_text(out, "https://pith.science/");
	for (const char *s = p->path; !outer && *s != '\0'; s++)
		if (*s == '/')
			buf_text(out, "../");
	for (; *url != '\0'; url++)
		if (strchr(plain, *url) != NULL)
			buf_byte(out, (uint8_t)*url);
		else
			buf_fmt(out, "%%%02X", (unsigned char)*url);
}

static void
put_run(struct buf *out, const struct page *p, const struct page_run *r,
    bool lines)
{
	if (r->url != NULL) {
		buf_text(out, "<a href=\"");
		put_url(out, p, r->url);
		buf_text(out, "\">");
	}
	put_text(out, r->text, lines);
	if (r->url != NULL)
		buf_text(out, "</a>");
}

/* What opens and closes a block. */
static const struct {
	const char *tag, *class;
} tags[] = {
	[PAGE_KICKER] = { "p", "kicker" }, [PAGE_TITLE] = { "h1", NULL },
	[PAGE_HEADING] = { "h2", NULL }, [PAGE_ITEM] = { "h3", NULL },
	[PAGE_PART] = { "h4", NULL }, [PAGE_TEXT] = { "p", NULL },
	[PAGE_SMALL] = { "p", "small" }, [PAGE_PAIR] = { "dt", NULL },
	[PAGE_ENTRY] = { "li", NULL }, [PAGE_LINK] = { "li", NULL },
	[PAGE_CARD] = { "li", NULL }, [PAGE_INDEX] = { "ul", NULL },
	[PAGE_CODE] = { "pre", NULL }
};

/* The list that a block belongs to; NULL: none. */
static const char *
list_of(enum page_kind kind)
{
	return kind == PAGE_PAIR ? "dl" : kind == PAGE_CARD
	    ? "ul class=\"cards\"" : kind == PAGE_ENTRY
	    || kind == PAGE_LINK ? "ul" : NULL;
}

static void
close_list(struct buf *out, const char *list)
{
	if (list != NULL)
		buf_fmt(out, "</%.2s>\n", list);
}

static void
open_tag(struct buf *out, const char *tag, const char *class, bool own)
{
	buf_fmt(out, "<%s", tag);
	if (class != NULL || own)
		buf_fmt(out, " class=\"%s%s%s\"", class != NULL ? class : "",
		    class != NULL && own ? " " : "", own ? "own" : "");
	buf_byte(out, '>');
	if (own)
		buf_text(out, "<span class=\"mark\">[pithtex]</span> ");
}

static void
put_pair(struct buf *out, const struct page *p, const struct page_block *b)
{
	open_tag(out, "dt", NULL, b->own);
	put_run(out, p, &b->runs[0], false);
	buf_text(out, "</dt><dd>");
	for (size_t k = 1; k < b->n; k++) {
		if (k > 1)
			buf_text(out, "; ");
		put_run(out, p, &b->runs[k], false);
	}
	buf_text(out, "</dd>\n");
}

/* A name, and below it what there is to say about it. */
static void
put_card(struct buf *out, const struct page *p, const struct page_block *b)
{
	buf_text(out, "<li>");
	put_run(out, p, &b->runs[0], false);
	for (size_t k = 1; k < b->n; k++) {
		buf_text(out, "<br><span class=\"small\">");
		put_run(out, p, &b->runs[k], false);
		buf_text(out, "</span>");
	}
	buf_text(out, "</li>\n");
}

static void
put_index(struct buf *out, const struct page *p, const struct page_block *b)
{
	buf_text(out, "<ul class=\"index\">\n");
	for (size_t k = 0; k + 1 < b->n; k += 2) {
		buf_text(out, "<li>");
		put_run(out, p, &b->runs[k], false);
		buf_text(out, " <span class=\"small\">");
		put_run(out, p, &b->runs[k + 1], false);
		buf_text(out, "</span></li>\n");
	}
	buf_text(out, "</ul>\n");
}

static void
put_block(struct buf *out, const struct page *p, const struct page_block *b)
{
	const bool code = b->kind == PAGE_CODE;

	if (b->kind == PAGE_PAIR)
		put_pair(out, p, b);
	else if (b->kind == PAGE_CARD)
		put_card(out, p, b);
	else if (b->kind == PAGE_INDEX)
		put_index(out, p, b);
	if (b->kind == PAGE_PAIR || b->kind >= PAGE_CARD)
		return;
	open_tag(out, tags[b->kind].tag, tags[b->kind].class, b->own);
	for (size_t k = 0; k < b->n; k++) {
		if (k > 0)
			buf_byte(out, ' ');
		put_run(out, p, &b->runs[k], code);
	}
	buf_fmt(out, "</%s>\n", tags[b->kind].tag);
}

/* The script is known by its digest, and what it loads is its own doing: so no
 * other one runs, from a server or from a folder alike. */
static void
put_policy(struct buf *out, const struct page *p)
{
	struct digest d;

	buf_text(out, "<meta http-equiv=\"Content-Security-Policy\" content="
	    "\"default-src 'none'; style-src 'unsafe-inline'; ");
	if (p->script != NULL) {
		d = digest_sha256(span_text(p->script));
		buf_text(out, "script-src 'sha256-");
		codec_base64(out, (struct span){ d.at, DIGEST_BYTES });
		buf_text(out, "' 'strict-dynamic'; ");
	}
	buf_text(out, "base-uri 'none'; form-action 'none'\">\n");
}

static void
put_ways(struct buf *out, const struct page *p)
{
	if (p->way_count == 0)
		return;
	buf_text(out, "<nav aria-label=\"This mirror\"><p>");
	for (size_t i = 0; i < p->way_count; i++) {
		if (i > 0)
			buf_text(out, " &#xB7; ");
		put_run(out, p, &p->ways[i], false);
	}
	buf_text(out, "</p></nav>\n");
}

void
out_html(struct buf *out, const struct page *p)
{
	const char *open = NULL;
	bool searched = false;

	buf_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n");
	put_policy(out, p);
	buf_text(out, "<meta name=\"viewport\" content=\"width=device-width, "
	    "initial-scale=1\">\n<meta name=\"referrer\" "
	    "content=\"no-referrer\">\n<title>");
	put_text(out, p->title, false);
	buf_fmt(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
	put_ways(out, p);
	buf_text(out, "<main>\n");
	for (size_t i = 0; i < p->n; i++) {
		const char *list = list_of(p->blocks[i].kind);

		/* The search stands below what the page is called. */
		if (p->search != NULL && p->blocks[i].kind == PAGE_HEADING
		    && !searched)
			buf_text(out, p->search);
		searched = searched || p->blocks[i].kind == PAGE_HEADING;
		if (open != list)
			close_list(out, open);
		if (list != NULL && open != list)
			buf_fmt(out, "<%s>\n", list);
		open = list;
		put_block(out, p, &p->blocks[i]);
	}
	close_list(out, open);
	buf_text(out, "</main>\n<footer><p>Made by pithtex from files on one "
	    "machine. What is marked <span class=\"mark\">[pithtex]</span> "
	    "is not the registry&#39;s word.</p></footer>\n");
	if (p->script != NULL)
		buf_fmt(out, "<script>%s</script>\n", p->script);
	buf_text(out, "</body>\n</html>\n");
}
