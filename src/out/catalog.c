/* SPDX-License-Identifier: MIT */
/* See catalog.h. */
#include "config.h"

#include "base/mem.h"
#include "canon/json.h"
#include "out/catalog.h"

#define DOT "\xc2\xb7"

void
out_catalog_entry(struct page *p, const struct catalog_entry *e)
{
	struct buf text = { 0 };

	buf_fmt(&text, "pith/%s/index.html", e->suffix);
	out_page_block(p, PAGE_CARD, false);
	out_page_run(p, e->title[0] != '\0' ? e->title
	    : "(title not in this bundle)", buf_string(&text));
	if (e->authors[0] != '\0')
		out_page_run(p, e->authors, NULL);
	text.n = 0;
	if (e->id[0] != '\0')
		buf_fmt(&text, "arXiv:%s " DOT " ", e->id);
	buf_fmt(&text, "%s " DOT " %s", e->day, e->words);
	out_page_run(p, buf_string(&text), NULL);
	out_page_run(p, e->number, NULL);
	buf_clear(&text);
}

void
out_catalog_front(struct page *p, const struct catalog *c)
{
	struct buf form = { 0 };

	*p = (struct page){ .title = mem_string("Pith Numbers, a mirror"),
	    .path = mem_string("index.html") };
	out_search_form(&form, &c->search);
	p->search = buf_steal(&form);
	p->script = out_search_script;
	out_page_add(p, PAGE_KICKER, false, "Mirror of pith.science");
	out_page_add(p, PAGE_TITLE, false, "Pith Numbers");
	out_page_add(p, PAGE_TEXT, false, "%zu number%s, %zu of them with a "
	    "signature that was verified when this page was made. Citation "
	    "records of %zu paper%s.", c->numbers, c->numbers == 1 ? "" : "s",
	    c->good, c->papers, c->papers == 1 ? "" : "s");
	out_page_add(p, PAGE_SMALL, false, "A Pith Number is the first 26 "
	    "characters of a digest over a paper's record, so no mirror can "
	    "change what it names: every page here tells how to check that, "
	    "with tools that are not ours.");
	out_page_add(p, PAGE_HEADING, false, "All numbers%s",
	    c->search.depth == 0 ? "" : c->search.depth == 1
	    ? ", by their first character"
	    : ", by their first two characters");
}

void
out_catalog_place(struct page *p, const char *place, size_t numbers)
{
	struct buf url = { 0 };

	buf_fmt(&url, "numbers/%s.html", place);
	if (p->n == 0 || p->blocks[p->n - 1].kind != PAGE_INDEX)
		out_page_block(p, PAGE_INDEX, false);
	out_page_run(p, place, buf_string(&url));
	out_page_fmt(p, "%zu", numbers);
	buf_clear(&url);
}

void
out_catalog_end(struct page *p, const struct catalog *c)
{
	if (!c->keys && !c->manifest)
		return;
	out_page_add(p, PAGE_HEADING, false, "For machines");
	if (c->keys) {
		out_page_block(p, PAGE_LINK, false);
		out_page_run(p, "Signing key of the registry",
		    "pith-signing-key.json");
	}
	if (c->manifest) {
		out_page_block(p, PAGE_LINK, false);
		out_page_run(p, "Mirror manifest", "pith-mirrors.json");
	}
	out_page_add(p, PAGE_SMALL, false, "The paths are the registry's own: "
	    "pith/SUFFIX/bundle.json, pith/SUFFIX/state.json, "
	    "pith/SUFFIX.json, paper/ID/citation-record.json.");
}

void
out_catalog_list(struct page *p, const char *place, size_t numbers)
{
	struct buf text = { 0 };

	buf_fmt(&text, "Pith Numbers that begin with %s", place);
	*p = (struct page){ .title = buf_steal(&text) };
	buf_fmt(&text, "numbers/%s.html", place);
	p->path = buf_steal(&text);
	out_page_way(p, "All numbers", "index.html");
	out_page_add(p, PAGE_KICKER, false, "Pith Numbers that begin with");
	out_page_add(p, PAGE_TITLE, false, "%s", place);
	out_page_add(p, PAGE_TEXT, false, "%zu number%s", numbers,
	    numbers == 1 ? "" : "s");
}

void
out_catalog_row(struct buf *out, const struct catalog_entry *e)
{
	const char *const rest[] = { e->title, e->authors, e->id, e->day,
		e->words };

	buf_fmt(out, "[\"%s\",\"%.4s\"", e->suffix, e->number + 5);
	for (size_t i = 0; i < sizeof(rest) / sizeof(rest[0]); i++) {
		buf_byte(out, ',');
		json_quote(out, span_text(rest[i]));
	}
	buf_byte(out, ']');
}
