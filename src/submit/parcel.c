/* SPDX-License-Identifier: MIT */
/* See parcel.h. */
#include "config.h"

#include <stdlib.h>
#include <strings.h>

#include "base/file.h"
#include "base/mem.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "submit/parcel.h"

static struct parcel_file *
enter(struct parcel *p, const char *name, const char *path,
    const char *reason)
{
	mem_grow(&p->list, p->n, sizeof(*p->list));
	p->list[p->n] = (struct parcel_file){ .name = mem_string(name),
	    .path = mem_string(path), .reason = mem_string(reason) };
	return &p->list[p->n++];
}

static void
clear_file(struct parcel_file *f)
{
	free(f->name);
	free(f->path);
	free(f->reason);
	buf_clear(&f->bytes);
}

int
parcel_add(struct parcel *p, const char *name, const char *path,
    const char *reason, struct err *e)
{
	struct buf bytes = { 0 };

	if (parcel_find(p, name) != NULL)
		return 0;
	if (file_read(&bytes, path, PARCEL_BYTES - p->bytes, e) < 0) {
		if (e->kind == ERR_LIMIT)
			err_set(e, ERR_LIMIT, "%s: with it the submission has "
			    "more than %u bytes", path, PARCEL_BYTES);
		buf_clear(&bytes);
		return -1;
	}
	p->bytes += bytes.n;
	enter(p, name, path, reason)->bytes = bytes;
	return 0;
}

int
parcel_put(struct parcel *p, const char *name, struct span bytes,
    const char *reason, struct err *e)
{
	struct buf copy = { 0 };

	if (bytes.n > PARCEL_BYTES - p->bytes)
		return err_set(e, ERR_LIMIT, "%s: with it the submission has "
		    "more than %u bytes", name, PARCEL_BYTES);
	buf_span(&copy, bytes);
	parcel_remove(p, name);
	p->bytes += bytes.n;
	enter(p, name, NULL, reason)->bytes = copy;
	return 0;
}

struct parcel_file *
parcel_find(const struct parcel *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->list[i].name, name) == 0)
			return &p->list[i];
	return NULL;
}

void
parcel_remove(struct parcel *p, const char *name)
{
	size_t kept = 0;

	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->list[i].name, name) == 0) {
			p->bytes -= p->list[i].bytes.n;
			clear_file(&p->list[i]);
		} else {
			p->list[kept++] = p->list[i];
		}
	p->n = kept;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct parcel_file *)a)->name,
	    ((const struct parcel_file *)b)->name);
}

void
parcel_sort(struct parcel *p)
{
	if (p->n > 1)
		qsort(p->list, p->n, sizeof(*p->list), by_name);
}

int
parcel_lay(const struct parcel *p, const char *folder, const char *but,
    struct err *e)
{
	for (size_t i = 0; i < p->n; i++) {
		const struct parcel_file *f = &p->list[i];
		char *path, *dir;
		bool written;

		if (but != NULL && strncmp(f->name, but, strlen(but)) == 0)
			continue;
		path = file_join(folder, f->name);
		dir = file_dir(path);
		written = file_folder(dir, e) == 0
		    && (file_scratch(path, span_buf(&f->bytes), 0644)
		    || err_sys(e, "%s: cannot write", path) == 0);
		free(path);
		free(dir);
		if (!written)
			return -1;
	}
	return 0;
}

int
parcel_pack(struct buf *out, const struct parcel *p, struct err *e)
{
	struct buf tar = { 0 };
	int rc = 0;

	for (size_t i = 0; i < p->n && rc == 0; i++)
		rc = tar_add(&tar, p->list[i].name,
		    span_buf(&p->list[i].bytes), e);
	if (rc == 0) {
		tar_end(&tar);
		gzip_write(out, span_buf(&tar));
	}
	buf_clear(&tar);
	return rc;
}

bool
parcel_is(const char *name, const char *tail)
{
	const size_t n = strlen(name), t = strlen(tail);

	return n > t && strcasecmp(name + n - t, tail) == 0;
}

void
parcel_clear(struct parcel *p)
{
	for (size_t i = 0; i < p->n; i++)
		clear_file(&p->list[i]);
	free(p->list);
	*p = (struct parcel){ 0 };
}
