/* SPDX-License-Identifier: MIT */
/* The words of all numbers, for the search; see site_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "canon/json.h"
#include "site/site_private.h"

/* That a number has a word. */
struct posting {
	size_t word;		/* where it stands in the texts; ends in NUL */
	char start[SEARCH_START + 1];
};

/* The words that begin with one character. */
struct words {
	struct site *site;
	char first;
	struct buf texts;
	struct posting *list;
	size_t n;
	const char *suffix;	/* of the number that is looked at */
};

static void
add_word(void *ctx, struct span word)
{
	struct words *w = ctx;
	const char first = word.at[0] < 0x80 ? (char)word.at[0] : '_';
	struct posting *p;

	if (first != w->first)
		return;
	mem_grow(&w->list, w->n, sizeof(*w->list));
	p = &w->list[w->n++];
	p->word = w->texts.n;
	memcpy(p->start, w->suffix, SEARCH_START);
	p->start[SEARCH_START] = '\0';
	buf_span(&w->texts, word);
	buf_byte(&w->texts, '\0');
}

static int
add_number(void *ctx, const char *suffix, const struct site_info *info,
    struct err *e)
{
	struct words *w = ctx;

	(void)e;
	w->suffix = suffix;
	search_each(span_text(suffix), add_word, w);
	search_each(span_text(info->at[SITE_ID]), add_word, w);
	search_each(span_text(info->at[SITE_TITLE]), add_word, w);
	search_each(span_text(info->at[SITE_AUTHORS]), add_word, w);
	return 0;
}

/* qsort(3) hands no context over; only one thread sorts. */
static const uint8_t *texts;

static const char *
word_of(const struct posting *p)
{
	return (const char *)texts + p->word;
}

/* By key first, so that the words of a file stand together. */
static unsigned key_length;

static int
by_key(const char *a, const char *b)
{
	const struct search s = { .key = key_length };
	char x[SEARCH_KEY], y[SEARCH_KEY];

	return strcmp(search_key(x, &s, span_text(a)), search_key(y, &s,
	    span_text(b)));
}

static int
by_word(const void *a, const void *b)
{
	const struct posting *x = a, *y = b;
	int c = by_key(word_of(x), word_of(y));

	if (c == 0)
		c = strcmp(word_of(x), word_of(y));
	return c != 0 ? c : strcmp(x->start, y->start);
}

/* Append the row of the word at ${i}, and return where the next one is. */
static size_t
put_word(struct buf *out, const struct words *w, size_t i)
{
	const char *word = word_of(&w->list[i]);
	size_t end = i, distinct = 0;

	for (; end < w->n && strcmp(word_of(&w->list[end]), word) == 0; end++)
		distinct += end == i || strcmp(w->list[end].start,
		    w->list[end - 1].start) != 0;
	buf_byte(out, '[');
	json_quote(out, span_text(word));
	buf_text(out, ",\"");
	for (size_t k = i; distinct <= SEARCH_MOST && k < end; k++)
		if (k == i || strcmp(w->list[k].start, w->list[k - 1].start)
		    != 0)
			buf_fmt(out, "%s%s", k > i ? " " : "",
			    w->list[k].start);
	buf_text(out, "\"]");
	return end;
}

/* The files of all words, key by key. */
static int
put_files(struct site_job *job, const struct words *w, struct err *e)
{
	struct buf text = { 0 }, path = { 0 };
	char key[SEARCH_KEY], other[SEARCH_KEY];
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < w->n;) {
		const struct search *s = &w->site->search;

		search_key(key, s, span_text(word_of(&w->list[i])));
		text.n = path.n = 0;
		buf_text(&text, "pithWords([\n");
		do {
			i = put_word(&text, w, i);
			if (i < w->n)
				search_key(other, s, span_text(
				    word_of(&w->list[i])));
			if (i < w->n && strcmp(key, other) == 0)
				buf_text(&text, ",\n");
		} while (i < w->n && strcmp(key, other) == 0);
		buf_text(&text, "]);\n");
		buf_fmt(&path, "search/words/%s.js", key);
		rc = site_stage(job, w->site, buf_string(&path),
		    span_buf(&text), e);
	}
	buf_clear(&text);
	buf_clear(&path);
	return rc;
}

/* Tell the keys of the files of ${job}. */
static void
add_keys(struct names *keys, const struct roll_record *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const char *name = file_base(r->files[i].path);
		const size_t n = strlen(name);

		if (n < 4 || strcmp(name + n - 3, ".js") != 0)
			continue;
		mem_grow(&keys->at, keys->n, sizeof(*keys->at));
		keys->at[keys->n++] = mem_text(name, n - 3);
	}
}

static int
make_words(struct names *keys, struct site *s, char first, struct err *e)
{
	struct words w = { .site = s, .first = first };
	const char name[] = { '4', ' ', first, '\0' };
	struct site_job job = { 0 };
	struct buf key = { 0 };
	int rc = site_old(&job, s, name, e);

	site_job_begin(&job, name, (unsigned)s->n);
	site_key(&key, s);
	buf_add(&key, s->index.at, DIGEST_BYTES);
	if (rc == 0 && !site_carry(&job, s, span_buf(&key))) {
		rc = site_each(s, add_number, &w, e);
		texts = w.texts.at;
		key_length = s->search.key;
		if (w.n > 1)
			qsort(w.list, w.n, sizeof(*w.list), by_word);
		if (rc == 0)
			rc = put_files(&job, &w, e);
		free(w.list);
		buf_clear(&w.texts);
		texts = NULL;
	}
	add_keys(keys, &job.set.record);
	buf_clear(&key);
	if (rc == 0)
		return site_finish(s, &job, e);
	site_job_clear(&job);
	return -1;
}

int
site_words_all(struct names *keys, struct site *s, struct err *e)
{
	/* In byte order. */
	static const char firsts[] =
	    "0123456789_abcdefghijklmnopqrstuvwxyz";
	int rc = 0;

	for (const char *c = firsts; rc == 0 && *c != '\0'; c++)
		rc = make_words(keys, s, *c, e);
	return rc;
}
