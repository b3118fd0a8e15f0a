/* SPDX-License-Identifier: MIT */
/* See roll.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "site/roll.h"

static const char head[] = "pithtex-site 1\n";

/* Files of one record: thousands of pages of an index, at most. */
enum { FILES_MOST = 1 << 20 };

void
roll_record_clear(struct roll_record *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->files[i].path);
	free(r->files);
	free(r->name);
	free(r->info);
	*r = (struct roll_record){ 0 };
}

void
roll_record_add(struct roll_record *r, const char *path,
    const struct digest *digest, uint64_t bytes)
{
	mem_grow(&r->files, r->n, sizeof(*r->files));
	r->files[r->n++] = (struct roll_file){ mem_string(path), *digest,
	    bytes };
}

const struct roll_file *
roll_record_find(const struct roll_record *r, const char *path, size_t *i)
{
	for (; *i < r->n; ++*i)
		if (strcmp(r->files[*i].path, path) == 0)
			return &r->files[(*i)++];
	return NULL;
}

bool
roll_path_is_safe(const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789._-/";
	bool begin = true;

	if (path[0] == '\0' || strlen(path) > 200
	    || path[strspn(path, plain)] != '\0')
		return false;
	for (const char *s = path; *s != '\0'; s++) {
		/* No empty part, and none with a dot in front but one. */
		if (begin && (*s == '/' || *s == '-'))
			return false;
		if (begin && *s == '.'
		    && (s != path || strncmp(s, ".well-known/", 12) != 0))
			return false;
		begin = *s == '/';
	}
	return !begin;
}

void
roll_begin(struct buf *out)
{
	buf_text(out, head);
}

int
roll_print(struct buf *out, const struct roll_record *r, struct err *e)
{
	const size_t before = out->n;
	char hex[DIGEST_HEX];

	buf_fmt(out, "=%s\t%s\t%zu\t%s\n", r->name, r->keyed
	    ? digest_print(hex, &r->key) : "-", r->n,
	    r->info != NULL ? r->info : "");
	if (out->n - before > ROLL_LINE + 1) {
		buf_cut(out, before);
		return err_set(e, ERR_LIMIT, "%s: more than a line of the "
		    "roll holds", r->name);
	}
	for (size_t i = 0; i < r->n; i++)
		buf_fmt(out, "%s %" PRIu64 " %s\n", digest_print(hex,
		    &r->files[i].digest), r->files[i].bytes,
		    r->files[i].path);
	return 0;
}

/* --- reading -------------------------------------------------------------- */

/* Cut what stands before ${c} off ${line}; false where there is no ${c}. */
static bool
cut(struct span *out, struct span *line, char c)
{
	const uint8_t *at = line->n == 0 ? NULL : memchr(line->at, c, line->n);

	if (at == NULL)
		return false;
	*out = (struct span){ line->at, (size_t)(at - line->at) };
	line->n -= out->n + 1;
	line->at = at + 1;
	return true;
}

static bool
decimal(uint64_t *out, struct span s)
{
	uint64_t v = 0;

	if (s.n == 0 || s.n > 15)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] < '0' || s.at[i] > '9')
			return false;
		v = 10 * v + (uint64_t)(s.at[i] - '0');
	}
	*out = v;
	return true;
}

static bool
take_head(struct roll_record *out, uint64_t *count, struct span line)
{
	struct span name, key, n;

	if (line.n == 0 || line.at[0] != '=')
		return false;
	line = (struct span){ line.at + 1, line.n - 1 };
	if (!cut(&name, &line, '\t') || !cut(&key, &line, '\t')
	    || !cut(&n, &line, '\t') || !decimal(count, n)
	    || *count > FILES_MOST || name.n == 0)
		return false;
	out->keyed = digest_parse(&out->key, key, false);
	if (!out->keyed && !span_equal(key, span_text("-")))
		return false;
	out->name = mem_text(name.at, name.n);
	out->info = mem_text(line.at, line.n);
	return true;
}

static bool
take_file(struct roll_record *out, struct span line)
{
	struct span digest, bytes;
	struct digest d;
	uint64_t n;
	char *path;
	bool good;

	if (!cut(&digest, &line, ' ') || !cut(&bytes, &line, ' ')
	    || !digest_parse(&d, digest, false) || !decimal(&n, bytes))
		return false;
	path = mem_text(line.at, line.n);
	good = strlen(path) == line.n && roll_path_is_safe(path);
	if (good)
		roll_record_add(out, path, &d, n);
	free(path);
	return good;
}

/* Something is wrong with ${r}: -1, or 0 where damage is its end. */
static int
damaged(struct roll *r, const struct err *e)
{
	if (r->cut == NULL || e->kind != ERR_FORMAT)
		return -1;
	*r->cut = *e;
	roll_record_clear(&r->next);
	r->has_next = false;
	return 0;
}

/* Read one record ahead.  The end of a run that was killed is no error: what
 * it had not yet promised it had not yet done. */
static int
advance(struct roll *r, struct err *e)
{
	struct roll_record next = { 0 };
	struct span line = { NULL, 0 };
	uint64_t count = 0;
	int rc = stream_line(&line, &r->from, ROLL_LINE, e);

	r->has_next = false;
	if (rc > 0 && !take_head(&next, &count, line))
		rc = err_set(e, ERR_FORMAT, "%s: not a roll of this version",
		    r->from.path);
	for (uint64_t i = 0; rc > 0 && i < count; i++) {
		rc = stream_line(&line, &r->from, ROLL_LINE, e);
		if (rc > 0 && !take_file(&next, line))
			rc = err_set(e, ERR_FORMAT, "%s: names a path that "
			    "is none", r->from.path);
	}
	if (rc > 0) {
		r->next = next;
		r->has_next = true;
		return 0;
	}
	roll_record_clear(&next);
	return rc < 0 && !(e->kind == ERR_FORMAT && r->from.ended
	    && r->from.held.n - r->from.at <= ROLL_LINE
	    && memchr(r->from.held.at + r->from.at, '\n',
	    r->from.held.n - r->from.at) == NULL) ? damaged(r, e) : 0;
}

int
roll_open(struct roll *r, const char *path, struct err *e)
{
	return roll_open_cut(r, path, NULL, e);
}

int
roll_open_cut(struct roll *r, const char *path, struct err *cut,
    struct err *e)
{
	struct span line = { NULL, 0 };
	int rc;

	*r = (struct roll){ .cut = cut };
	if (stream_read_open(&r->from, path, e) < 0)
		return e->kind == ERR_ABSENT ? 0 : damaged(r, e);
	r->open = true;
	rc = stream_line(&line, &r->from, ROLL_LINE, e);
	if (rc > 0 && !span_equal(line, (struct span){
	    (const uint8_t *)head, sizeof(head) - 2 }))
		rc = err_set(e, ERR_FORMAT, "%s: not a roll of this version",
		    path);
	/* An empty one was killed before its first line. */
	if (rc > 0)
		rc = advance(r, e);
	if (rc < 0)
		rc = damaged(r, e);
	if (rc < 0)
		roll_close(r);
	return rc < 0 ? -1 : 0;
}

int
roll_next(struct roll_record *out, struct roll *r, struct err *e)
{
	if (!r->has_next)
		return 0;
	*out = r->next;
	r->next = (struct roll_record){ 0 };
	if (advance(r, e) < 0) {
		roll_record_clear(out);
		return -1;
	}
	if (r->has_next && strcmp(r->next.name, out->name) <= 0) {
		err_set(e, ERR_FORMAT, "%s: %s after %s", r->from.path,
		    r->next.name, out->name);
		if (damaged(r, e) < 0) {
			roll_record_clear(out);
			return -1;
		}
	}
	return 1;
}

const char *
roll_peek(const struct roll *r)
{
	return r->has_next ? r->next.name : NULL;
}

void
roll_close(struct roll *r)
{
	roll_record_clear(&r->next);
	stream_read_clear(&r->from);
	*r = (struct roll){ 0 };
}

/* --- joining -------------------------------------------------------------- */

static bool
has_file(const struct roll_record *r, const struct roll_file *f)
{
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->files[i].path, f->path) == 0
		    && digest_equal(&r->files[i].digest, &f->digest))
			return true;
	return false;
}

/* The record that comes first in either, or both as one. */
static int
next_of_both(struct roll_record *out, struct roll *x, struct roll *y,
    struct err *e)
{
	const char *a = roll_peek(x), *b = roll_peek(y);
	const int order = a == NULL ? 1 : b == NULL ? -1 : strcmp(a, b);
	struct roll_record more = { 0 };
	size_t before;
	int rc;

	if (a == NULL && b == NULL)
		return 0;
	rc = roll_next(out, order <= 0 ? x : y, e);
	if (rc <= 0 || order != 0)
		return rc;
	rc = roll_next(&more, y, e);
	before = out->n;
	for (size_t i = 0; rc > 0 && i < more.n; i++)
		if (!has_file(out, &more.files[i]))
			roll_record_add(out, more.files[i].path,
			    &more.files[i].digest, more.files[i].bytes);
	/* How far the killed run came with it is not known. */
	if (rc > 0 && !(out->n == before && out->keyed && more.keyed
	    && digest_equal(&out->key, &more.key))) {
		out->keyed = false;
		free(out->info);
		out->info = NULL;
	}
	roll_record_clear(&more);
	return rc;
}

int
roll_join(const char *path, const char *a, const char *b, struct err *cut,
    struct err *e)
{
	struct roll x = { 0 }, y = { 0 };
	struct roll_record one = { 0 };
	struct stream out = { 0 };
	struct buf text = { 0 };
	int rc = roll_open(&x, a, e);

	cut->kind = ERR_NONE;
	if (rc == 0)
		rc = roll_open_cut(&y, b, cut, e);
	if (rc == 0)
		rc = stream_open(&out, path, e);
	roll_begin(&text);
	while (rc == 0 && (rc = next_of_both(&one, &x, &y, e)) > 0) {
		rc = roll_print(&text, &one, e);
		roll_record_clear(&one);
		if (rc == 0)
			rc = stream_add(&out, span_buf(&text), e);
		text.n = 0;
	}
	if (rc == 0)
		rc = stream_add(&out, span_buf(&text), e);
	if (rc == 0)
		rc = stream_publish(&out, NULL, true, e);
	roll_record_clear(&one);
	stream_clear(&out);
	buf_clear(&text);
	roll_close(&x);
	roll_close(&y);
	return rc;
}
