/* SPDX-License-Identifier: MIT */
/*
 * A page: what is to be read, before it is known by whom.  The same blocks
 * become lines on a terminal (out_page_text) and a web page (out/html.h), so
 * that both say the same words in the same order.
 *
 * A block is made of runs, of which any may be a link.  A block that is our
 * own (not the registry's words) is marked as such wherever it is shown.
 *
 * Texts may hold any bytes; the forms clean and escape them.  An address is
 * made by the page's author: of a path to something that a mirror holds,
 * relative to the mirror's root ("pith/SUFFIX/bundle.json"), or https:.
 *
 * A page in a mirror may have a way to the mirror's other pages, a way to
 * search them, and a script for that; on a terminal these are not shown.
 */
#ifndef PITH_OUT_PAGE_H
#define PITH_OUT_PAGE_H

#include "base/buf.h"

enum page_kind {
	PAGE_KICKER,		/* above the title: what kind of page */
	PAGE_TITLE,		/* once */
	PAGE_HEADING,		/* of a section */
	PAGE_ITEM,		/* a heading in a section */
	PAGE_PART,		/* a heading in an item */
	PAGE_TEXT,		/* a paragraph */
	PAGE_SMALL,		/* a paragraph that explains */
	PAGE_PAIR,		/* what it is, and its values: runs */
	PAGE_ENTRY,		/* of a list */
	PAGE_LINK,		/* the same, one run that leads somewhere */
	PAGE_CODE,		/* to be typed, or to be read by machines */
	PAGE_CARD,		/* of a list: a name, and lines about it: runs */
	PAGE_INDEX		/* names, each with a count: runs in pairs */
};

struct page_run {
	char *text, *url;	/* url: NULL, or where it leads */
};

struct page_block {
	enum page_kind kind;
	bool own;
	struct page_run *runs;
	size_t n;
};

struct page {
	char *title;		/* for a list of pages */
	char *path;		/* of itself from the mirror's root; "" */
	struct page_block *blocks;
	size_t n;
	struct page_run *ways;	/* to other pages of the mirror */
	size_t way_count;
	char *search;		/* markup of a search, of our own; or NULL */
	const char *script;	/* what works it, of our own; or NULL */
};

/* Begin a block; what follows is put into it. */
void out_page_block(struct page *p, enum page_kind kind, bool own);

/* Add a run to the last block; ${text} NULL is "(not given)". */
void out_page_run(struct page *p, const char *text, const char *url);
void out_page_fmt(struct page *p, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* A block of one run; of a pair. */
void out_page_add(struct page *p, enum page_kind kind, bool own,
    const char *fmt, ...) PRINTF_LIKE(4, 5);
void out_page_pair(struct page *p, bool own, const char *label,
    const char *fmt, ...) PRINTF_LIKE(4, 5);

/* Move the blocks of ${from} behind those of ${p}. */
void out_page_join(struct page *p, struct page *from);

/* Add a way to another page of the mirror. */
void out_page_way(struct page *p, const char *text, const char *url);

void out_page_clear(struct page *p);

/* The address ${url} in full: at the registry where it is a path. */
void out_page_address(struct buf *out, const char *url);

/*
 * Print it on standard output, one block a line or more, masked (base/say.h).
 * Only a line of code in printable ASCII stands as it is, so that it can be
 * typed: its backslashes are not doubled.
 */
void out_page_text(const struct page *p);

#endif
