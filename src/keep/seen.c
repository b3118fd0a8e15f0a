/* SPDX-License-Identifier: MIT */
/* See seen.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "keep/seen.h"

#define LINE 512
#define RACY 2	/* seconds: the coarsest clock of a file system */

char *
seen_path(const char *folder, const char *cache, struct span log)
{
	char *real = realpath(cache, NULL), hex[DIGEST_HEX];
	struct buf name = { 0 };
	struct digest d;

	if (folder == NULL || real == NULL) {
		free(real);
		return NULL;
	}
	buf_fmt(&name, "%s\n", real);
	buf_span(&name, log);
	d = digest_sha256(span_buf(&name));
	name.n = 0;
	buf_fmt(&name, "%s/%.32s.seen", folder, digest_print(hex, &d));
	free(real);
	return buf_steal(&name);
}

/* RW/NAME, the last two parts of a path. */
static const char *
tail(const char *path)
{
	const char *s = file_base(path);

	for (s -= s > path ? 1 : 0; s > path && s[-1] != '/';)
		s--;
	return s;
}

static void
number(struct buf *out, uint64_t v)
{
	char digits[20];
	size_t n = sizeof(digits);

	do
		digits[--n] = (char)('0' + v % 10);
	while ((v /= 10) > 0);
	buf_byte(out, ' ');
	buf_add(out, digits + n, sizeof(digits) - n);
}

bool
seen_look(struct buf *out, const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	buf_text(out, tail(path));
	number(out, st.st_ino);
	number(out, (uint64_t)st.st_size);
	number(out, (uint64_t)st.st_mtim.tv_sec * 1000000000u
	    + (uint64_t)st.st_mtim.tv_nsec);
	number(out, (uint64_t)st.st_ctim.tv_sec * 1000000000u
	    + (uint64_t)st.st_ctim.tv_nsec);
	return true;
}

static void
first_line(struct buf *out, uint64_t size, const struct digest *root)
{
	char hex[DIGEST_HEX];

	buf_fmt(out, "pithtex-seen/1 %" PRIu64 " %s\n", size,
	    digest_print(hex, root));
}

void
seen_open(struct seen *s, const char *path, uint64_t size,
    const struct digest *root)
{
	struct buf first = { 0 };
	struct span line = { NULL, 0 };
	struct err e;

	*s = (struct seen){ .ended = true };
	if (path == NULL || stream_read_open(&s->from, path, &e) < 0)
		return;
	first_line(&first, size, root);
	s->ended = stream_line(&line, &s->from, LINE, &e) <= 0
	    || line.n + 1 != first.n
	    || memcmp(line.at, first.at, line.n) != 0;
	buf_clear(&first);
}

/* Have the next line in s->line; false at the end. */
static bool
peek(struct seen *s)
{
	struct span line = { NULL, 0 };
	struct err e;

	if (s->line.n > 0)
		return true;
	if (s->ended || stream_line(&line, &s->from, LINE, &e) <= 0
	    || line.n < DIGEST_HEX) {
		s->ended = true;
		return false;
	}
	buf_span(&s->line, line);
	return true;
}

/* Whether the line is what ${look} says and an identity. */
static bool
fits(const struct buf *line, struct span look)
{
	return line->n == look.n + DIGEST_HEX && line->at[look.n] == ' '
	    && memcmp(line->at, look.at, look.n) == 0;
}

bool
seen_next(struct seen *s, struct span look)
{
	const bool same = peek(s) && fits(&s->line, look);

	s->line.n = 0;
	return same;
}

bool
seen_ended(struct seen *s)
{
	return !peek(s);
}

/* The order of suffixes; the files of one number are few. */
static int
compare_suffix(const struct buf *line, struct span look)
{
	const size_t n = 3 + NUMBER_SUFFIX;

	if (line->n < n || look.n < n)
		return -1;
	return memcmp(line->at, look.at, n);
}

/* Where the name ends. */
static size_t
name_length(struct span line)
{
	const uint8_t *space = memchr(line.at, ' ', line.n);

	return space == NULL ? line.n : (size_t)(space - line.at);
}

bool
seen_get(struct digest *out, struct seen *s, struct span look)
{
	while (peek(s)) {
		const int c = compare_suffix(&s->line, look);
		const size_t n = name_length(look);

		if (c > 0)
			return false;
		if (c == 0 && fits(&s->line, look)) {
			const bool good = digest_parse(out, (struct span){
			    s->line.at + look.n + 1, DIGEST_HEX - 1 }, false);

			s->line.n = 0;
			return good;
		}
		/* Another file of this number may be the one that is meant:
		 * a line is passed over when its own file comes. */
		if (c == 0 && (name_length(span_buf(&s->line)) != n
		    || memcmp(s->line.at, look.at, n) != 0))
			return false;
		s->line.n = 0;
	}
	return false;
}

void
seen_close(struct seen *s)
{
	stream_read_clear(&s->from);
	buf_clear(&s->line);
}

/* The time of the file system's own clock, which may be another than the
 * machine's. */
static int64_t
clock_of(const char *path)
{
	struct buf name = { 0 };
	struct stat st = { 0 };
	int fd;

	buf_fmt(&name, "%s.XXXXXX", path);
	fd = mkstemp((char *)name.at);
	if (fd >= 0) {
		if (fstat(fd, &st) < 0)
			st = (struct stat){ 0 };
		unlink((char *)name.at);
		close(fd);
	}
	buf_clear(&name);
	return st.st_ctim.tv_sec;
}

/* The file is put together of two, because its first line is known last. */
static char *
body_path(const char *path)
{
	struct buf name = { 0 };

	buf_fmt(&name, "%s.body", path);
	return buf_steal(&name);
}

void
seen_begin(struct seen_writer *w, const char *path)
{
	char *dir, *body;
	struct err e;

	*w = (struct seen_writer){ 0 };
	if (path == NULL)
		return;
	dir = file_dir(path);
	body = body_path(path);
	if (file_folder(dir, &e) == 0 && stream_open(&w->body, body, &e) == 0) {
		w->path = mem_string(path);
		w->now = clock_of(path);
	}
	free(dir);
	free(body);
}

void
seen_add(struct seen_writer *w, struct span look,
    const struct digest *identity)
{
	char hex[DIGEST_HEX];
	struct buf line = { 0 };
	uint64_t status = 0;
	struct err e;

	if (w->path == NULL || look.n == 0)
		return;
	for (size_t i = 0; i < look.n; i++)
		status = look.at[i] == ' ' ? 0
		    : 10 * status + (uint64_t)(look.at[i] - '0');
	/* It may change again without a trace: it is not said to be seen. */
	if ((int64_t)(status / 1000000000u) + RACY >= w->now)
		buf_add(&line, look.at, name_length(look));
	else
		buf_span(&line, look);
	buf_fmt(&line, " %s\n", digest_print(hex, identity));
	if (stream_add(&w->body, span_buf(&line), &e) < 0)
		seen_drop(w);
	buf_clear(&line);
}

void
seen_save(struct seen_writer *w, uint64_t size, const struct digest *root)
{
	char *body = w->path == NULL ? NULL : body_path(w->path);
	struct stream out = { 0 };
	struct source in = { 0 };
	struct span line = { NULL, 0 };
	struct buf first = { 0 };
	struct err e;
	int rc = body == NULL ? -1
	    : stream_publish(&w->body, NULL, false, &e);

	first_line(&first, size, root);
	if (rc == 0)
		rc = stream_open(&out, w->path, &e);
	if (rc == 0)
		rc = stream_add(&out, span_buf(&first), &e);
	if (rc == 0)
		rc = stream_read_open(&in, body, &e);
	while (rc == 0 && (rc = stream_line(&line, &in, LINE, &e)) > 0) {
		/* The LF stands behind the line. */
		line.n++;
		rc = stream_add(&out, line, &e);
	}
	if (rc == 0 && stream_publish(&out, NULL, false, &e) < 0)
		stream_clear(&out);
	stream_read_clear(&in);
	stream_clear(&out);
	if (body != NULL)
		unlink(body);
	buf_clear(&first);
	free(body);
	seen_drop(w);
}

void
seen_drop(struct seen_writer *w)
{
	stream_clear(&w->body);
	free(w->path);
	*w = (struct seen_writer){ 0 };
}
