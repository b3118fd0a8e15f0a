/* SPDX-License-Identifier: MIT */
/* See source.h. */
#include "config.h"

#include <ctype.h>
#include <strings.h>

#include "submit/source.h"

#define CONTEXT 3u

bool
source_line(struct span *line, struct span text, size_t *at)
{
	size_t n = *at;

	if (*at >= text.n)
		return false;
	while (n < text.n && text.at[n] != '\n' && text.at[n] != '\r')
		n++;
	*line = (struct span){ text.at + *at, n - *at };
	if (n + 1 < text.n && text.at[n] == '\r' && text.at[n + 1] == '\n')
		n++;
	*at = n + 1;
	return true;
}

size_t
source_code(struct span line)
{
	for (size_t i = 0; i < line.n; i++)
		if (line.at[i] == '\\')
			i++;
		else if (line.at[i] == '%')
			return i;
	return line.n;
}

/* Where ${word} stands in ${s}; ${s}.n if nowhere. */
static size_t
find(struct span s, const char *word)
{
	const uint8_t *at = s.n == 0 ? NULL
	    : memmem(s.at, s.n, word, strlen(word));

	return at != NULL ? (size_t)(at - s.at) : s.n;
}

/* Where the command stands in the code of the line; ${line}.n: nowhere. */
static size_t
find_command(struct span line, const char *command)
{
	const size_t n = strlen(command), code = source_code(line);
	struct span s = { line.at, code };

	for (;;) {
		const size_t at = find(s, command);

		if (at == s.n)
			return line.n;
		if (at + n == s.n || !isalpha(s.at[at + n])
		    || !isalpha(command[n - 1]))
			return (size_t)(s.at - line.at) + at;
		s.at += at + n;
		s.n -= at + n;
	}
}

unsigned long
source_find(struct span text, const char *command)
{
	unsigned long n = 0;
	struct span line;
	size_t at = 0;

	while (source_line(&line, text, &at)) {
		n++;
		if (find_command(line, command) < line.n)
			return n;
	}
	return 0;
}

/* Text between filecontents' begin and end is another file's. */
static bool
is_foreign(struct span line, bool inside)
{
	if (!inside)
		return find_command(line, "\\begin{filecontents") < line.n;
	return find(line, "\\end{filecontents") == line.n;
}

/* The line of \begin{document}, from 1, its place in the text and in the
 * line; false where there is none. */
static bool
find_document(unsigned long *number, size_t *start, size_t *column,
    struct span text)
{
	bool inside = false;
	struct span line;
	size_t at = 0;

	*number = 0;
	while ((*start = at, source_line(&line, text, &at))) {
		++*number;
		*column = find_command(line, "\\begin{document}");
		if (!inside && *column < line.n)
			return true;
		inside = is_foreign(line, inside);
	}
	return false;
}

/* The bytes of the file's first line end. */
static const char *
line_end(struct span text)
{
	const size_t n = find(text, "\n"), r = find(text, "\r");

	if (r < n)
		return r + 1 == n ? "\r\n" : n == text.n ? "\r" : "\n";
	return "\n";
}

/* One line of a hunk. */
static void
put(struct buf *hunk, char mark, struct span line)
{
	buf_byte(hunk, (uint8_t)mark);
	buf_span(hunk, line);
	buf_byte(hunk, '\n');
}

/* The hunk: ${old} is the line of \begin{document}, ${added} what was put in
 * before it. */
static void
put_hunk(struct source_edit *out, struct span text, const char *name,
    struct span added, bool alone, size_t column)
{
	const unsigned long first = out->line > CONTEXT
	    ? out->line - CONTEXT : 1;
	unsigned long n = 0, last = out->line + CONTEXT;
	struct buf body = { 0 };
	struct span line;
	size_t at = 0;

	while (n < last && source_line(&line, text, &at)) {
		if (++n < first)
			continue;
		if (n == out->line && alone) {
			put(&body, '+', added);
		} else if (n == out->line) {
			struct buf new = { 0 };

			put(&body, '-', line);
			buf_add(&new, line.at, column);
			buf_span(&new, added);
			buf_add(&new, line.at + column, line.n - column);
			put(&body, '+', span_buf(&new));
			buf_clear(&new);
			continue;
		}
		put(&body, ' ', line);
	}
	last = n - first + 1;
	buf_fmt(&out->hunk, "--- %s\n+++ %s in the archive\n"
	    "@@ -%lu,%lu +%lu,%lu @@\n", name, name, first, last, first,
	    last + alone);
	buf_span(&out->hunk, span_buf(&body));
	buf_clear(&body);
}

enum source_outcome
source_insert(struct source_edit *out, struct span text, const char *name,
    const char *data)
{
	struct buf words = { 0 };
	size_t start, column = 0;
	enum source_outcome outcome = SOURCE_DONE;
	bool alone;

	*out = (struct source_edit){ 0 };
	buf_fmt(&words, "\\InputIfFileExists{%s}", data);
	if (source_find(text, buf_string(&words)) != 0)
		outcome = SOURCE_THERE;
	else if (!find_document(&out->line, &start, &column, text))
		outcome = SOURCE_NOWHERE;
	if (outcome == SOURCE_DONE) {
		buf_text(&words, "{}{}");
		alone = true;
		for (size_t i = start; i < start + column; i++)
			alone = alone && isblank(text.at[i]);
		if (alone)
			column = 0;
		buf_add(&out->text, text.at, start + column);
		buf_span(&out->text, span_buf(&words));
		if (alone)
			buf_text(&out->text, line_end(text));
		buf_add(&out->text, text.at + start + column,
		    text.n - start - column);
		put_hunk(out, text, name, span_buf(&words), alone, column);
	}
	buf_clear(&words);
	return outcome;
}

void
source_edit_clear(struct source_edit *s)
{
	buf_clear(&s->text);
	buf_clear(&s->hunk);
	*s = (struct source_edit){ 0 };
}

/* A definition of \today, or what fixes it. */
static bool
defines_today(struct span code)
{
	static const char *const words[] = { "\\def\\today",
	    "\\gdef\\today", "\\let\\today", "command{\\today}",
	    "command\\today", "command*{\\today}", "command*\\today" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (find(code, words[i]) < code.n)
			return true;
	return false;
}

void
source_today(struct findings *f, enum finding_kind kind, const char *name,
    struct span text)
{
	unsigned long n = 0;
	struct span line;
	size_t at = 0;

	while (source_line(&line, text, &at)) {
		const struct span code = { line.at, source_code(line) };

		n++;
		if (find_command(line, "\\today") < line.n
		    && !defines_today(code))
			finding_add(f, kind, "today", "%s:%lu: \\today: arXiv "
			    "makes the PDF again now and then, and the date "
			    "would be another one; write the date", name, n);
	}
}

/* A run of at least ${least} letters and digits behind ${word}. */
static bool
has_key(struct span line, const char *word, size_t least)
{
	const size_t at = find(line, word);
	size_t i = at + strlen(word), n = 0;

	if (at == line.n)
		return false;
	for (; i < line.n && isalnum(line.at[i]); i++)
		n++;
	return n >= least;
}

static const char *
suspicious_word(struct span comment)
{
	static const char *const words[] = { "password", "passwd",
	    "passphrase", "passwort", "secret", "api key", "api_key",
	    "api-key", "apikey", "access token", "auth token",
	    "access_token", "private key", "credential", "confidential",
	    "do not share", "do not distribute", "under embargo" };

	for (size_t w = 0; w < sizeof(words) / sizeof(words[0]); w++) {
		const size_t n = strlen(words[w]);

		for (size_t i = 0; i + n <= comment.n; i++)
			if (strncasecmp((const char *)comment.at + i,
			    words[w], n) == 0)
				return words[w];
	}
	return NULL;
}

void
source_secrets(struct findings *f, const char *name, struct span text)
{
	unsigned long n = 0;
	struct span line;
	size_t at = 0;

	while (source_line(&line, text, &at)) {
		const size_t code = source_code(line);
		const struct span comment = { line.at + code, line.n - code };
		const char *word = suspicious_word(comment);

		n++;
		if (find(line, "-----BEGIN ") < line.n
		    && find(line, "PRIVATE KEY-----") < line.n)
			word = "-----BEGIN PRIVATE KEY-----";
		else if (has_key(line, "AKIA", 16))
			word = "AKIA...";
		else if (has_key(line, "ghp_", 30))
			word = "ghp_...";
		if (word != NULL)
			finding_add(f, FINDING_WARNS, "secret", "%s:%lu: looks "
			    "like something private (`%s'); the source, with "
			    "its comments, becomes public", name, n, word);
	}
}
