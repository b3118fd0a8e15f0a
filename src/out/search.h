/* SPDX-License-Identifier: MIT */
/*
 * Searching a mirror without a server: the front page has a script that loads
 * what it needs of an index, which lies beside it in small files.  They are
 * scripts themselves, since a page that was opened from a folder may load
 * scripts and nothing else.
 *
 *	search/keys.js		pithKeys("KEY KEY ...")
 *	search/words/KEY.js	pithWords([[WORD, "START START ..."], ...])
 *	search/numbers/XX.js	pithNumbers([[SUFFIX, YEAR, TITLE, AUTHORS,
 *				ID, DAY, WORDS], ...])
 *
 * A word is a run of ASCII letters, in lower case, digits and all characters
 * beyond ASCII, after the marks of TeX are taken out: so Erd\H{o}s is erdos.
 * KEY are its first characters, as many as ${key}, "_" for each beyond ASCII.
 * START are the first SEARCH_START characters of the numbers that have the
 * word, none for a word that too many have.  XX are the first ${depth}
 * characters of the suffix, "all" for none.
 */
#ifndef PITH_OUT_SEARCH_H
#define PITH_OUT_SEARCH_H

#include "base/buf.h"

enum {
	SEARCH_START = 10,
	SEARCH_WORD = 48,	/* bytes of a word; the rest is cut */
	SEARCH_KEY = 4,		/* room for a key with its NUL */
	SEARCH_MOST = 2000	/* numbers that one word leads to */
};

/* How an index of ${numbers} is cut into files. */
struct search {
	unsigned depth, key;
};
struct search search_of(size_t numbers);

/* Call ${each} for the words of ${text}, one after the other. */
typedef void search_word(void *ctx, struct span word);
void search_each(struct span text, search_word *each, void *ctx);

/* The key of ${word}. */
char *search_key(char out[SEARCH_KEY], const struct search *s,
    struct span word);

/* XX of ${suffix}, into room for four. */
char *search_place(char out[4], const struct search *s, const char *suffix);

/* The form, for the front page; its script. */
void out_search_form(struct buf *out, const struct search *s);
extern const char out_search_script[];

#endif
