/* SPDX-License-Identifier: MIT */
/* See page.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "out/page.h"

void
out_page_block(struct page *p, enum page_kind kind, bool own)
{
	mem_grow(&p->blocks, p->n, sizeof(*p->blocks));
	p->blocks[p->n++] = (struct page_block){ .kind = kind, .own = own };
}

void
out_page_run(struct page *p, const char *text, const char *url)
{
	struct page_block *b = &p->blocks[p->n - 1];

	mem_grow(&b->runs, b->n, sizeof(*b->runs));
	b->runs[b->n++] = (struct page_run){
	    mem_string(text != NULL ? text : "(not given)"),
	    mem_string(url) };
}

static void
add_run(struct page *p, const char *fmt, va_list ap)
{
	struct buf text = { 0 };

	buf_vfmt(&text, fmt, ap);
	out_page_run(p, buf_string(&text), NULL);
	buf_clear(&text);
}

void
out_page_fmt(struct page *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_run(p, fmt, ap);
	va_end(ap);
}

void
out_page_add(struct page *p, enum page_kind kind, bool own,
    const char *fmt, ...)
{
	va_list ap;

	out_page_block(p, kind, own);
	va_start(ap, fmt);
	add_run(p, fmt, ap);
	va_end(ap);
}

void
out_page_pair(struct page *p, bool own, const char *label, const char *fmt,
    ...)
{
	va_list ap;

	out_page_block(p, PAGE_PAIR, own);
	out_page_run(p, label, NULL);
	va_start(ap, fmt);
	add_run(p, fmt, ap);
	va_end(ap);
}

void
out_page_join(struct page *p, struct page *from)
{
	for (size_t i = 0; i < from->n; i++) {
		mem_grow(&p->blocks, p->n, sizeof(*p->blocks));
		p->blocks[p->n++] = from->blocks[i];
	}
	free(from->blocks);
	from->blocks = NULL;
	from->n = 0;
}

void
out_page_way(struct page *p, const char *text, const char *url)
{
	mem_grow(&p->ways, p->way_count, sizeof(*p->ways));
	p->ways[p->way_count++] = (struct page_run){ mem_string(text),
		mem_string(url) };
}

void
out_page_clear(struct page *p)
{
	for (size_t i = 0; i < p->way_count; i++) {
		free(p->ways[i].text);
		free(p->ways[i].url);
	}
	free(p->ways);
	free(p->search);
	for (size_t i = 0; i < p->n; i++) {
		for (size_t k = 0; k < p->blocks[i].n; k++) {
			free(p->blocks[i].runs[k].text);
			free(p->blocks[i].runs[k].url);
		}
		free(p->blocks[i].runs);
	}
	free(p->blocks);
	free(p->title);
	free(p->path);
	*p = (struct page){ 0 };
}

/* Whether an empty line stands above: headings have air, and what follows
 * one of them does not. */
static bool
has_air(const struct page *p, size_t i)
{
	const enum page_kind kind = p->blocks[i].kind;

	if (i == 0)
		return false;
	if (kind >= PAGE_PAIR)
		return false;
	if (kind == PAGE_TEXT || kind == PAGE_SMALL)
		return p->blocks[i - 1].kind <= PAGE_TITLE;
	return kind != PAGE_PART;
}

/* Line by line: each is masked, so none can be a forged one. */
static void
print_code(const char *text, const char *mark)
{
	while (*text != '\0') {
		const size_t n = strcspn(text, "\n");
		size_t plain = 0;

		while (plain < n && text[plain] >= ' ' && text[plain] < 0x7f)
			plain++;
		if (plain == n) {
			say_bytes(span_text(mark));
			say_bytes((struct span){ (const uint8_t *)text, n });
			say_bytes(span_text("\n"));
		} else {
			say_line("%s%.*s", mark, (int)n, text);
		}
		text += n + (text[n] == '\n');
	}
}

void
out_page_address(struct buf *out, const char *url)
{
	buf_fmt(out, "%s%s", strncmp(url, "https:", 6) == 0 ? ""
	    : "https://pith.science/", url);
}

void
out_page_text(const struct page *p)
{
	struct buf line = { 0 };

	for (size_t i = 0; i < p->n; i++) {
		const struct page_block *b = &p->blocks[i];
		const char *mark = b->own ? "[pithtex] " : "";

		if (has_air(p, i))
			say_line("%s", "");
		line.n = 0;
		for (size_t k = 0; k < b->n; k++)
			buf_fmt(&line, "%s%s", k == 0 ? ""
			    : b->kind == PAGE_PAIR ? "  " : " ",
			    b->runs[k].text);
		if (b->kind == PAGE_LINK && b->runs[0].url != NULL) {
			buf_text(&line, "  ");
			out_page_address(&line, b->runs[0].url);
		}
		if (b->kind == PAGE_CODE)
			print_code(buf_string(&line), mark);
		else
			say_line("%s%s", mark, buf_string(&line));
	}
	buf_clear(&line);
}
