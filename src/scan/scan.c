/* SPDX-License-Identifier: MIT */
/* See scan.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "scan/scan.h"

/* One file in memory; arguments of records point into it. */
struct scan_text {
	struct buf bytes;
	char *name;		/* from the folder of the top file */
	dev_t dev;
	ino_t ino;
};

/* Where a reader is in one file. */
struct reader {
	struct scan *scan;
	const char *root;	/* real path of the top file's folder */
	const char *dir;	/* the same folder as it was given */
	size_t total;		/* bytes of all files so far */
};

struct lines {
	struct span rest;
	unsigned long number;	/* of the line that was taken last */
};

static const struct {
	const char *name;
	bool own;
} commands[] = {
	{ "\\pithnumber", true }, { "\\pithref", false },
	{ "\\pith@number", true }
};

static int scan_file(struct reader *r, const char *name, const char *path,
    int fd, unsigned depth, struct err *e);

static void remark(struct scan *s, bool finding, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
remark(struct scan *s, bool finding, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&s->remarks, s->remark_count, sizeof(*s->remarks));
	s->remarks[s->remark_count++] = (struct scan_remark){ finding,
	    true, buf_steal(&text) };
}

static void
add_input(struct scan *s, const char *path, bool missing)
{
	mem_grow(&s->inputs, s->input_count, sizeof(*s->inputs));
	s->inputs[s->input_count++] = (struct scan_input){ mem_string(path),
	    missing };
}

/* Take one line, without its end; false at the end of the file. */
static bool
next_line(struct lines *l, struct span *line)
{
	size_t n = 0;

	if (l->rest.n == 0)
		return false;
	while (n < l->rest.n && l->rest.at[n] != '\n' && l->rest.at[n] != '\r')
		n++;
	*line = (struct span){ l->rest.at, n };
	if (n + 1 < l->rest.n && l->rest.at[n] == '\r'
	    && l->rest.at[n + 1] == '\n')
		n++;
	if (n < l->rest.n)
		n++;
	l->rest = (struct span){ l->rest.at + n, l->rest.n - n };
	l->number++;
	return true;
}

static struct span
skip_white(struct span s)
{
	while (s.n > 0 && (s.at[0] == ' ' || s.at[0] == '\t'))
		s = (struct span){ s.at + 1, s.n - 1 };
	return s;
}

/* If ${line} begins with ${name} as a whole command, drop it. */
static bool
takes(struct span *line, const char *name)
{
	const size_t n = strlen(name);
	uint8_t c;

	if (line->n < n || memcmp(line->at, name, n) != 0)
		return false;
	c = line->n > n ? line->at[n] : ' ';
	if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '@')
		return false;
	*line = (struct span){ line->at + n, line->n - n };
	return true;
}

/*
 * Take the argument of a record whose command ended before ${line}.  0: taken;
 * 1: no record, or one that is cut, which was remarked.
 */
static int
take_argument(struct span *out, struct scan *s, struct lines *l,
    struct span line, const char *path)
{
	const unsigned long start = l->number;
	const uint8_t *from, *close, *open;
	struct lines ahead = *l;

	line = skip_white(line);
	if (line.n == 0) {
		if (!next_line(&ahead, &line))
			return 1;
		line = skip_white(line);
		if (line.n > 0 && line.at[0] == '{')
			*l = ahead;
	}
	if (line.n == 0 || line.at[0] != '{')
		return 1;
	line = (struct span){ line.at + 1, line.n - 1 };
	from = line.at;
	close = memchr(line.at, '}', line.n);
	open = memchr(line.at, '{', line.n);
	if (close == NULL && open == NULL) {
		ahead = *l;
		if (!next_line(&ahead, &line) || line.n == 0
		    || line.at[0] == '\\') {
			remark(s, true, "%s:%lu: record cut: no } before the "
			    "end", path, start);
			return 1;
		}
		*l = ahead;
		close = memchr(line.at, '}', line.n);
		open = memchr(line.at, '{', line.n);
	}
	if (close == NULL || (open != NULL && open < close)) {
		remark(s, true, "%s:%lu: record cut: %s", path, start,
		    open != NULL ? "a { inside" : "no } on the next line");
		return 1;
	}
	*out = (struct span){ from, (size_t)(close - from) };
	line = skip_white((struct span){ close + 1,
	    line.n - (size_t)(close + 1 - line.at) });
	if (line.n > 0)
		remark(s, true, "%s:%lu: text after the closing brace; only "
		    "the first record of a line counts", path, l->number);
	return 0;
}

static bool
is_inside(const char *root, const char *real)
{
	const size_t n = strlen(root);

	return strncmp(root, real, n) == 0
	    && (real[n] == '/' || (n > 0 && root[n - 1] == '/'));
}

static bool
climbs(const char *name)
{
	for (const char *s = name; s != NULL; s = strchr(s, '/')) {
		s += *s == '/';
		if (s[0] == '.' && s[1] == '.' && (s[2] == '/' || s[2] == '\0'))
			return true;
	}
	return false;
}

/* The file name in \@input{...}: TeX may have put quotes around parts. */
static char *
input_name(struct span argument)
{
	struct buf name = { 0 };

	for (size_t i = 0; i < argument.n; i++)
		if (argument.at[i] != '"')
			buf_byte(&name, argument.at[i]);
	return buf_steal(&name);
}

/* Open ${path} if it may be opened; -1 and a remark otherwise. */
static int
open_input(struct reader *r, const char *name, const char *path,
    const char *where)
{
	struct stat st;
	char *real;
	int fd;

	if (name[0] == '/' || climbs(name)) {
		remark(r->scan, true, "%s: \\@input{%s}: outside the folder "
		    "of the paper; not read", where, name);
		return -1;
	}
	real = realpath(path, NULL);
	if (real == NULL) {
		add_input(r->scan, path, true);
		remark(r->scan, false, "%s: \\@input{%s}: %s", where, name,
		    errno == ENOENT ? "not there (yet)" : strerror(errno));
		return -1;
	}
	/* Looked at before it is opened: opening a device may do things. */
	if (!is_inside(r->root, real) || stat(real, &st) < 0
	    || !S_ISREG(st.st_mode)) {
		remark(r->scan, true, "%s: \\@input{%s}: %s; not read", where,
		    name, is_inside(r->root, real) ? "not a regular file"
		    : "outside the folder of the paper");
		free(real);
		return -1;
	}
	fd = open(real, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0) {
		remark(r->scan, true, "%s: \\@input{%s}: %s", where, name,
		    strerror(errno));
		add_input(r->scan, path, false);
	}
	free(real);
	return fd;
}

static int
follow_input(struct reader *r, struct span line, const char *path,
    unsigned long number, unsigned depth, struct err *e)
{
	const uint8_t *close;
	struct buf where = { 0 };
	char *name, *full;
	int fd, rc = 0;

	line = skip_white(line);
	if (line.n == 0 || line.at[0] != '{')
		return 0;
	line = (struct span){ line.at + 1, line.n - 1 };
	close = memchr(line.at, '}', line.n);
	if (close == NULL || memchr(line.at, '\0', (size_t)(close - line.at)))
		return 0;
	name = input_name((struct span){ line.at,
	    (size_t)(close - line.at) });
	full = file_join(r->dir, name);
	buf_fmt(&where, "%s:%lu", path, number);
	fd = open_input(r, name, full, buf_string(&where));
	if (fd >= 0)
		rc = scan_file(r, name, full, fd, depth + 1, e);
	buf_clear(&where);
	free(name);
	free(full);
	return rc;
}

/* What is worth saying of a whole file once its lines are read. */
static void
remark_file(struct scan *s, const struct scan_text *t, unsigned depth,
    size_t records)
{
	static const char last[] = "\\gdef \\@abspage@last";

	if (t->bytes.n == 0)
		remark(s, false, "%s: an empty file", t->name);
	else if (records == 0 && memchr(t->bytes.at, '\0', t->bytes.n) != NULL)
		remark(s, false, "%s: holds NUL bytes and no record", t->name);
	else if (depth == 0 && memmem(t->bytes.at, t->bytes.n, last,
	    sizeof(last) - 1) == NULL)
		remark(s, false, "%s: no \\@abspage@last at its end: cut, or "
		    "from an old LaTeX", t->name);
}

static int
scan_lines(struct reader *r, const struct scan_text *t, unsigned depth,
    struct err *e)
{
	struct scan *s = r->scan;
	struct lines l = { span_buf(&t->bytes), 0 };
	const size_t before = s->record_count;
	const char *path = t->name;
	struct span line;

	if (l.rest.n >= 3 && memcmp(l.rest.at, "\xef\xbb\xbf", 3) == 0)
		l.rest = (struct span){ l.rest.at + 3, l.rest.n - 3 };
	while (next_line(&l, &line)) {
		const unsigned long number = l.number;
		struct span rest = line, argument;

		if (rest.n == 0 || rest.at[0] != '\\')
			continue;
		if (takes(&rest, "\\@input")) {
			if (follow_input(r, rest, path, number, depth, e) < 0)
				return -1;
			continue;
		}
		for (size_t i = 0; i < 3; i++) {
			if (!takes(&rest, commands[i].name))
				continue;
			if (take_argument(&argument, s, &l, rest, path) == 0) {
				mem_grow(&s->records, s->record_count,
				    sizeof(*s->records));
				s->records[s->record_count++] =
				    (struct scan_record){ commands[i].own,
				    argument, path, number };
			}
			break;
		}
	}
	remark_file(s, t, depth, s->record_count - before);
	return 0;
}

/* Whether the file behind ${fd} was read before. */
static bool
is_known(const struct scan *s, const struct stat *st)
{
	for (size_t i = 0; i < s->text_count; i++)
		if (s->texts[i].dev == st->st_dev
		    && s->texts[i].ino == st->st_ino)
			return true;
	return false;
}

/* Read the open file ${fd}, which is closed, and scan it. */
static int
scan_file(struct reader *r, const char *name, const char *path, int fd,
    unsigned depth, struct err *e)
{
	struct scan_text t = { .name = mem_string(name) };
	struct scan *s = r->scan;
	struct stat st;
	int rc;

	if (fstat(fd, &st) < 0) {
		rc = err_sys(e, "%s", path);
	} else if (is_known(s, &st)) {
		close(fd);
		free(t.name);
		return 0;
	} else {
		rc = file_read_fd(&t.bytes, fd, path, LIMIT_AUX_BYTES, e);
	}
	close(fd);
	add_input(s, path, false);
	t.dev = st.st_dev;
	t.ino = st.st_ino;
	mem_grow(&s->texts, s->text_count, sizeof(*s->texts));
	s->texts[s->text_count++] = t;
	r->total += t.bytes.n;
	if (rc == 0 && (r->total > LIMIT_AUX_BYTES
	    || s->text_count > LIMIT_AUX_FILES || depth > LIMIT_AUX_DEPTH))
		rc = err_set(e, ERR_LIMIT, "%s: the .aux files have more than "
		    "%u MiB, %u files or %u levels", path,
		    LIMIT_AUX_BYTES >> 20, LIMIT_AUX_FILES, LIMIT_AUX_DEPTH);
	say_detail("read %s", path);
	return rc < 0 ? -1 : scan_lines(r, &t, depth, e);
}

int
scan_aux(struct scan *out, const char *path, struct err *e)
{
	struct reader r = { .scan = out };
	char *dir = file_dir(path), *root = realpath(dir, NULL);
	const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	int rc;

	if (fd < 0 || root == NULL) {
		const bool absent = errno == ENOENT || errno == ENOTDIR;

		rc = err_sys(e, "%s", path);
		if (absent)
			e->kind = ERR_ABSENT;
		add_input(out, path, absent);
		if (fd >= 0)
			close(fd);
	} else {
		r.root = root;
		r.dir = dir;
		rc = scan_file(&r, file_base(path), path, fd, 0, e);
	}
	free(dir);
	free(root);
	return rc;
}

void
scan_clear(struct scan *s)
{
	for (size_t i = 0; i < s->text_count; i++) {
		buf_clear(&s->texts[i].bytes);
		free(s->texts[i].name);
	}
	for (size_t i = 0; i < s->remark_count; i++)
		free(s->remarks[i].text);
	for (size_t i = 0; i < s->input_count; i++)
		free(s->inputs[i].path);
	free(s->texts);
	free(s->records);
	free(s->remarks);
	free(s->inputs);
	*s = (struct scan){ 0 };
}
