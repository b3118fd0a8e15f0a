/* SPDX-License-Identifier: MIT */
/*
 * The front page of a mirror, and the pages that list its numbers: what is
 * here, for readers with a browser and nothing else.  Every number is reached
 * by links alone; where scripts run there is a search (out/search.h), too.
 */
#ifndef PITH_OUT_CATALOG_H
#define PITH_OUT_CATALOG_H

#include "out/page.h"
#include "out/search.h"

/* What is told of one number in a list. */
struct catalog_entry {
	const char *suffix, *number;
	const char *title, *authors;	/* or "" */
	const char *id, *day;		/* of the paper: "" or its arXiv id */
	const char *words;		/* what its badge says */
};

/* Add the number to a list. */
void out_catalog_entry(struct page *p, const struct catalog_entry *e);

/* What the front page tells. */
struct catalog {
	size_t numbers, good, papers;
	struct search search;
	const char *url;		/* of the mirror, or NULL */
	bool keys, manifest;		/* it has these files */
};

/* Begin the front page; its list follows: of numbers where it is not cut, else
 * of the pages that have them (out_catalog_place). */
void out_catalog_front(struct page *p, const struct catalog *c);
void out_catalog_place(struct page *p, const char *place, size_t numbers);

/* What stands behind the list. */
void out_catalog_end(struct page *p, const struct catalog *c);

/* Begin the page of the ${numbers} that begin with ${place}. */
void out_catalog_list(struct page *p, const char *place, size_t numbers);

/* Append a number as a row of search/numbers. */
void out_catalog_row(struct buf *out, const struct catalog_entry *e);

#endif
