/* SPDX-License-Identifier: MIT */
/* See recorder.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "submit/recorder.h"

/* A build opens a few hundred files. */
#define FILES_MOST 100000u
#define ROOTS_BYTES 65536u

int
recorder_ask(struct recorder_roots *out, const struct run_how *how,
    struct err *e)
{
	static const char *const texlive[] = { "kpsewhich", "-expand-path="
	    "$TEXMFROOT:$TEXMFDIST:$TEXMFMAIN:$TEXMFDEBIAN:$TEXMFSYSVAR"
	    ":$TEXMFSYSCONFIG:$TEXMFVAR:$TEXMFCONFIG", NULL };
	static const char *const tree[] = { "kpsewhich",
	    "-expand-path=$TEXMFHOME:$TEXMFLOCAL", NULL };

	*out = (struct recorder_roots){ 0 };
	if (run_output(&out->texlive, ROOTS_BYTES, texlive, how, e) < 0
	    || run_output(&out->tree, ROOTS_BYTES, tree, how, e) < 0) {
		recorder_roots_clear(out);
		return -1;
	}
	return 0;
}

void
recorder_roots_clear(struct recorder_roots *r)
{
	buf_clear(&r->texlive);
	buf_clear(&r->tree);
}

/* What of ${path} stands behind the folder of ${n} bytes; NULL if it is not
 * in it. */
static const char *
behind(const char *path, const char *folder, size_t n)
{
	while (n > 1 && folder[n - 1] == '/')
		n--;
	if (n == 0 || strncmp(path, folder, n) != 0)
		return NULL;
	if (path[n] != '/' && folder[n - 1] != '/')
		return NULL;
	path += n;
	while (*path == '/')
		path++;
	return path;
}

static bool
is_under(const char *path, const struct buf *list)
{
	size_t start = 0;

	for (size_t i = 0; i <= list->n; i++) {
		const char *folder = (const char *)list->at + start;

		if (i < list->n && strchr(":\r\n", list->at[i]) == NULL)
			continue;
		if (i > start && behind(path, folder, i - start) != NULL)
			return true;
		start = i + 1;
	}
	return false;
}

bool
recorder_tidy(struct buf *out, const char *name)
{
	const size_t start = out->n;

	if (name[0] == '/')
		return false;
	while (*name != '\0') {
		const size_t n = strcspn(name, "/");

		if (n == 2 && memcmp(name, "..", 2) == 0) {
			if (out->n == start)
				return false;
			while (out->n > start && out->at[out->n - 1] != '/')
				buf_cut(out, out->n - 1);
			if (out->n > start)
				buf_cut(out, out->n - 1);
		} else if (n > 0 && !(n == 1 && name[0] == '.')) {
			if (out->n > start)
				buf_byte(out, '/');
			buf_add(out, name, n);
		}
		name += n;
		name += *name == '/';
	}
	return out->n > start;
}

/* A name below ${folder}, tidy, becomes one of that kind. */
static bool
take(struct recorder_file *f, enum recorder_kind kind, const char *path,
    const char *folder)
{
	const char *rest = folder == NULL ? NULL
	    : behind(path, folder, strlen(folder));
	struct buf name = { 0 };

	if (rest == NULL || !recorder_tidy(&name, rest)) {
		buf_clear(&name);
		return false;
	}
	f->kind = kind;
	f->name = buf_steal(&name);
	return true;
}

static struct recorder_file
judge(const char *path, const char *folder, const char *made,
    const struct recorder_roots *roots)
{
	struct recorder_file f = { .path = mem_string(path) };
	struct buf name = { 0 };

	if (path[0] != '/' && recorder_tidy(&name, path)) {
		f.kind = RECORDER_PAPER;
		f.name = buf_steal(&name);
		return f;
	}
	buf_clear(&name);
	if (take(&f, RECORDER_MADE, path, made))
		return f;
	if (is_under(path, &roots->tree)) {
		f.kind = RECORDER_TREE;
		f.name = mem_string(file_base(path));
	} else if (is_under(path, &roots->texlive)) {
		f.kind = RECORDER_TEXLIVE;
		f.name = mem_string(path);
	} else if (!take(&f, RECORDER_ABSOLUTE, path, folder)) {
		f.kind = RECORDER_OUTSIDE;
		f.name = mem_string(path);
	}
	return f;
}

static int
by_kind_and_name(const void *a, const void *b)
{
	const struct recorder_file *x = a, *y = b;
	const int c = (x->kind > y->kind) - (x->kind < y->kind);

	return c != 0 ? c : strcmp(x->name, y->name);
}

static int
by_name(const void *a, const void *b)
{
	const struct recorder_file *x = a, *y = b;
	const int c = by_kind_and_name(a, b);

	/* Which of two spellings is kept must not be left to chance. */
	return c != 0 ? c : strcmp(x->path, y->path);
}

/* Of each name the first stays. */
static void
drop_twins(struct recorder *r)
{
	size_t kept = 0;

	if (r->n > 1)
		qsort(r->list, r->n, sizeof(*r->list), by_name);
	for (size_t i = 0; i < r->n; i++)
		if (kept > 0 && r->list[kept - 1].kind == r->list[i].kind
		    && strcmp(r->list[kept - 1].name, r->list[i].name) == 0) {
			free(r->list[i].name);
			free(r->list[i].path);
		} else {
			r->list[kept++] = r->list[i];
		}
	r->n = kept;
}

/* Mark what was written too, in whichever of the two folders. */
static void
mark_written(struct recorder *r, const struct recorder *written)
{
	static const enum recorder_kind kinds[] = { RECORDER_PAPER,
	    RECORDER_ABSOLUTE, RECORDER_MADE };
	const size_t n = sizeof(kinds) / sizeof(kinds[0]);

	for (size_t i = 0; i < r->n; i++)
		for (size_t k = 0; k < n && r->list[i].kind <= RECORDER_MADE;
		    k++) {
			const struct recorder_file key = { .kind = kinds[k],
			    .name = r->list[i].name };

			r->list[i].written |= written->n > 0
			    && bsearch(&key, written->list, written->n,
			    sizeof(key), by_kind_and_name) != NULL;
		}
}

/* What follows ${word} in a line, as a string; NULL for another line. */
static char *
after(const char *line, size_t n, const char *word)
{
	const size_t lead = strlen(word);

	if (n <= lead || memcmp(line, word, lead) != 0
	    || memchr(line, '\0', n) != NULL)
		return NULL;
	return mem_text(line + lead, n - lead);
}

/* Append ${path}, which is freed. */
static int
enter(struct recorder *r, char *path, const char *folder, const char *made,
    const struct recorder_roots *roots, struct err *e)
{
	if (r->n == FILES_MOST) {
		free(path);
		return err_set(e, ERR_LIMIT, "more than %u files were opened",
		    FILES_MOST);
	}
	mem_grow(&r->list, r->n, sizeof(*r->list));
	r->list[r->n++] = judge(path, folder, made, roots);
	free(path);
	return 0;
}

int
recorder_read(struct recorder *out, struct span fls, const char *folder,
    const char *made, const struct recorder_roots *roots, struct err *e)
{
	struct recorder written = { 0 };
	int rc = 0;

	*out = (struct recorder){ 0 };
	for (size_t at = 0; at < fls.n && rc == 0; ) {
		const char *line = (const char *)fls.at + at;
		const char *end = memchr(line, '\n', fls.n - at);
		size_t n = end != NULL ? (size_t)(end - line) : fls.n - at;
		char *in, *to;

		at += n + 1;
		if (n > 0 && line[n - 1] == '\r')
			n--;
		in = after(line, n, "INPUT ");
		to = after(line, n, "OUTPUT ");
		if (in != NULL)
			rc = enter(out, in, folder, made, roots, e);
		if (to != NULL)
			rc = enter(&written, to, folder, made, roots, e);
	}
	drop_twins(out);
	drop_twins(&written);
	mark_written(out, &written);
	recorder_clear(&written);
	if (rc < 0)
		recorder_clear(out);
	return rc;
}

void
recorder_clear(struct recorder *r)
{
	for (size_t i = 0; i < r->n; i++) {
		free(r->list[i].name);
		free(r->list[i].path);
	}
	free(r->list);
	*r = (struct recorder){ 0 };
}
