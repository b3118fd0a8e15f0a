/* SPDX-License-Identifier: MIT */
/* The words of all numbers, for the search; see site_private.h. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "canon/json.h"
#include "keep/stream.h"
#include "site/site_private.h"

/* What a word may begin with, in byte order; '_' stands for all that is beyond
 * ASCII. */
static const char firsts[] = "0123456789_abcdefghijklmnopqrstuvwxyz";
enum { FIRSTS = sizeof(firsts) - 1 };

/* --- one pass over all numbers -------------------------------------------- */

/*
 * The words are too many to be sorted at once: a file for each of ${firsts},
 *
 *	{ START SP WORD LF }
 *
 * in the order of numbers.  Its digest is what the search of that character
 * is made of.
 */
struct spill {
	const char *suffix;	/* of the number that is looked at */
	char *path[FIRSTS];
	struct stream out[FIRSTS];
	struct digest digest[FIRSTS];
	struct err *e;
	int rc;
};

static void
spill_word(void *ctx, struct span word)
{
	struct spill *s = ctx;
	const char first = word.at[0] < 0x80 ? (char)word.at[0] : '_';
	const char *at = strchr(firsts, first);
	uint8_t line[SEARCH_START + 1 + SEARCH_WORD + 1];
	size_t n = SEARCH_START;

	if (s->rc < 0 || first == '\0' || at == NULL)
		return;
	memcpy(line, s->suffix, n);
	line[n++] = ' ';
	memcpy(line + n, word.at, word.n);
	n += word.n;
	line[n++] = '\n';
	s->rc = stream_add(&s->out[at - firsts],
	    (struct span){ line, n }, s->e);
}

static int
spill_number(void *ctx, const char *suffix, const struct site_info *info,
    struct err *e)
{
	static const enum site_field fields[] = {
		SITE_ID, SITE_TITLE, SITE_AUTHORS
	};
	struct spill *s = ctx;

	s->suffix = suffix;
	s->e = e;
	search_each(span_text(suffix), spill_word, s);
	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		search_each(span_text(info->at[fields[i]]), spill_word, s);
	return s->rc;
}

static int
spill_make(struct spill *sp, struct site *s, struct err *e)
{
	int rc = 0;

	for (int i = 0; rc == 0 && i < FIRSTS; i++) {
		const char name[] = { 'w', 'o', 'r', 'd', 's', '-', firsts[i],
			'\0' };

		sp->path[i] = file_join(s->out.fresh, name);
		rc = stream_open(&sp->out[i], sp->path[i], e);
	}
	if (rc == 0)
		rc = site_each(s, spill_number, sp, e);
	for (int i = 0; rc == 0 && i < FIRSTS; i++)
		rc = stream_publish(&sp->out[i], &sp->digest[i], false, e);
	return rc;
}

static void
spill_clear(struct spill *sp)
{
	for (int i = 0; i < FIRSTS; i++) {
		stream_clear(&sp->out[i]);
		if (sp->path[i] != NULL)
			unlink(sp->path[i]);
		free(sp->path[i]);
	}
}

/* --- one character --------------------------------------------------------- */

/* That a number has a word. */
struct posting {
	size_t word;		/* where it stands in the texts; ends in NUL */
	char start[SEARCH_START + 1];
};

/* The words that begin with one character. */
struct words {
	struct site *site;
	struct buf texts;
	struct posting *list;
	size_t n;
};

static int
read_words(struct words *w, const char *path, struct err *e)
{
	struct source from = { 0 };
	struct span line;
	int rc = stream_read_open(&from, path, e);

	while (rc == 0 && (rc = stream_line(&line, &from, SEARCH_START + 1
	    + SEARCH_WORD, e)) > 0) {
		struct posting *p;

		rc = 0;
		if (line.n <= SEARCH_START + 1) {
			rc = err_set(e, ERR_FORMAT, "%s: was changed", path);
			break;
		}
		mem_grow(&w->list, w->n, sizeof(*w->list));
		p = &w->list[w->n++];
		p->word = w->texts.n;
		memcpy(p->start, line.at, SEARCH_START);
		p->start[SEARCH_START] = '\0';
		buf_add(&w->texts, line.at + SEARCH_START + 1,
		    line.n - SEARCH_START - 1);
		buf_byte(&w->texts, '\0');
	}
	stream_read_clear(&from);
	return rc;
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
make_words(struct names *keys, struct site *s, const struct spill *sp, int i,
    struct err *e)
{
	struct words w = { .site = s };
	const char name[] = { '4', ' ', firsts[i], '\0' };
	struct site_job job = { 0 };
	struct buf key = { 0 };
	int rc = site_old(&job, s, name, e);

	site_job_begin(&job, name, (unsigned)s->n);
	site_key(&key, s);
	buf_fmt(&key, "%u", s->search.key);
	buf_add(&key, sp->digest[i].at, DIGEST_BYTES);
	if (rc == 0 && !site_carry(&job, s, span_buf(&key))) {
		rc = read_words(&w, sp->path[i], e);
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
	struct spill sp = { 0 };
	int rc = spill_make(&sp, s, e);

	for (int i = 0; rc == 0 && i < FIRSTS; i++)
		rc = make_words(keys, s, &sp, i, e);
	spill_clear(&sp);
	return rc;
}
