/* SPDX-License-Identifier: MIT */
/* See log.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/log.h"

/* More than a bundle of 256 entries of ours has, and than any tile. */
#define TILE_BYTES (TILE_WIDTH * (2u + LIMIT_ENTRY_BYTES))

static int
read_tile(void *ctx, struct buf *out, const struct tile *t, struct err *e)
{
	struct tile full = *t;
	char name[TILE_PATH], *path = file_join(ctx, tile_print(name, t));
	int rc = file_read(out, path, TILE_BYTES, e);

	/* A partial tile may go once the full one is there. */
	if (rc < 0 && e->kind == ERR_ABSENT && t->width < TILE_WIDTH) {
		full.width = TILE_WIDTH;
		free(path);
		path = file_join(ctx, tile_print(name, &full));
		out->n = 0;
		rc = file_read(out, path, TILE_BYTES, e);
	}
	free(path);
	return rc;
}

/* The same out of a log.tar. */
static int
read_member(void *ctx, struct buf *out, const struct tile *t, struct err *e)
{
	struct tile full = *t;
	char name[TILE_PATH];
	int rc = log_tar_read_file(out, ctx, tile_print(name, t), TILE_BYTES,
	    e);

	if (rc < 0 && e->kind == ERR_ABSENT && t->width < TILE_WIDTH) {
		full.width = TILE_WIDTH;
		rc = log_tar_read_file(out, ctx, tile_print(name, &full),
		    TILE_BYTES, e);
	}
	return rc;
}

static int
parse(struct log *l, struct err *e)
{
	if (note_parse(&l->note, span_buf(&l->bytes), e) < 0)
		return -1;
	return checkpoint_parse(&l->checkpoint, span_buf(&l->note.text), e);
}

int
log_load_note(struct log *out, const char *path, struct err *e)
{
	struct log l = { 0 };
	int rc = file_read(&l.bytes, path, LIMIT_NOTE_BYTES, e);

	if (rc == 0 && parse(&l, e) < 0)
		rc = err_in(e, "%s", path);
	if (rc < 0)
		log_close(&l);
	else
		*out = l;
	return rc;
}

int
log_open_note(struct log *out, const char *dir, struct span note,
    struct err *e)
{
	struct log l = { 0 };

	buf_span(&l.bytes, note);
	if (parse(&l, e) < 0) {
		log_close(&l);
		return -1;
	}
	l.dir = mem_string(dir);
	l.reader = (struct tile_reader){ .size = l.checkpoint.size,
		.read = read_tile, .ctx = l.dir };
	*out = l;
	return 0;
}

int
log_load_member(struct log *out, const struct log_tar_read *tar,
    const char *name, struct err *e)
{
	struct log l = { 0 };
	int rc = log_tar_read_file(&l.bytes, tar, name, LIMIT_NOTE_BYTES, e);

	if (rc == 0 && parse(&l, e) < 0)
		rc = err_in(e, "%s: %s", tar->path, name);
	if (rc < 0)
		log_close(&l);
	else
		*out = l;
	return rc;
}

int
log_open_tar(struct log *out, const struct log_tar_read *tar, struct err *e)
{
	struct log l = { 0 };

	if (log_load_member(&l, tar, "checkpoint", e) < 0)
		return -1;
	l.reader = (struct tile_reader){ .size = l.checkpoint.size,
		.read = read_member, .ctx = (void *)(uintptr_t)tar };
	*out = l;
	return 0;
}

int
log_open(struct log *out, const char *dir, struct err *e)
{
	char *path = file_join(dir, "checkpoint");
	struct buf note = { 0 };
	int rc = file_read(&note, path, LIMIT_NOTE_BYTES, e);

	if (rc == 0 && log_open_note(out, dir, span_buf(&note), e) < 0)
		rc = err_in(e, "%s", path);
	buf_clear(&note);
	free(path);
	return rc;
}

void
log_close(struct log *l)
{
	tile_reader_clear(&l->reader);
	note_clear(&l->note);
	checkpoint_clear(&l->checkpoint);
	buf_clear(&l->bytes);
	free(l->dir);
	*l = (struct log){ 0 };
}

char *
log_checkpoint_path(const char *dir, uint64_t size)
{
	struct buf name = { 0 };
	char *path;

	buf_fmt(&name, "checkpoints/%" PRIu64, size);
	path = file_join(dir, buf_string(&name));
	buf_clear(&name);
	return path;
}

static int
by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Add the size that ${name} is, if it is one. */
static void
add_size(uint64_t **list, size_t *n, const char *name)
{
	const size_t digits = strspn(name, "0123456789");

	if (digits == 0 || name[digits] != '\0' || digits > 18
	    || (name[0] == '0' && digits > 1))
		return;
	mem_grow(list, *n, sizeof(**list));
	(*list)[(*n)++] = strtoull(name, NULL, 10);
}

void
log_sizes_tar(uint64_t **list, size_t *n, const struct log_tar_read *tar)
{
	static const char folder[] = "checkpoints/";

	*list = NULL;
	*n = 0;
	for (size_t i = 0; i < tar->n; i++) {
		const char *name = log_tar_read_name(tar, i);

		if (strncmp(name, folder, sizeof(folder) - 1) == 0)
			add_size(list, n, name + sizeof(folder) - 1);
	}
	if (*n > 1)
		qsort(*list, *n, sizeof(**list), by_size);
}

int
log_sizes(uint64_t **list, size_t *n, const char *dir, struct err *e)
{
	char *path = file_join(dir, "checkpoints");
	struct names names;
	int rc = file_names(&names, path, NULL, e);

	free(path);
	*list = NULL;
	*n = 0;
	if (rc < 0)
		return -1;
	for (size_t i = 0; i < names.n; i++)
		add_size(list, n, names.at[i]);
	file_names_free(&names);
	if (*n > 1)
		qsort(*list, *n, sizeof(**list), by_size);
	return 0;
}

int
log_root(struct digest *out, struct log *l, uint64_t size, struct err *e)
{
	const struct merkle_source from = tile_source(&l->reader);
	struct merkle t;

	if (size > from.size)
		return err_set(e, ERR_USAGE, "a log of %" PRIu64 " entries, "
		    "not %" PRIu64, from.size, size);
	if (size == 0) {
		*out = merkle_empty();
		return 0;
	}
	if (merkle_load(&t, &from, size, e) < 0)
		return -1;
	*out = merkle_root(&t);
	return 0;
}

int
log_continues(struct log *l, uint64_t size, const struct digest *root,
    struct err *e)
{
	const struct merkle_source from = tile_source(&l->reader);
	const struct checkpoint *c = &l->checkpoint;
	struct merkle_path path;

	if (size > c->size)
		return err_set(e, ERR_TRUST, "the log has %" PRIu64
		    " entries; it had %" PRIu64 " before", c->size, size);
	if (size == 0)
		return 0;
	if (merkle_consistency(&path, &from, size, c->size, e) < 0)
		return -1;
	return merkle_consistency_check(&path, size, c->size, root, &c->root,
	    e);
}

int
log_each(struct log *l, uint64_t first, uint64_t end, log_visitor *each,
    void *ctx, struct err *e)
{
	struct buf bundle = { 0 };
	int rc = 0;

	for (uint64_t i = first / TILE_WIDTH; rc == 0
	    && i * TILE_WIDTH < end; i++) {
		const struct tile t = { TILE_ENTRIES, i,
			tile_width(TILE_ENTRIES, i, l->reader.size) };
		struct span rest, text = { NULL, 0 };
		struct entry entry;
		char name[TILE_PATH];

		bundle.n = 0;
		rc = l->reader.read(l->reader.ctx, &bundle, &t, e);
		rest = span_buf(&bundle);
		for (unsigned j = 0; rc == 0 && j < t.width; j++) {
			const uint64_t index = i * TILE_WIDTH + j;
			int got = tile_entry_next(&text, &rest, e);

			if (index >= end)
				break;
			if (got == 0)
				got = err_set(e, ERR_FORMAT, "cut");
			if (got > 0)
				got = entry_parse(&entry, text, e);
			if (got < 0)
				rc = err_in(e, "%s: entry %" PRIu64,
				    tile_print(name, &t), index);
			else if (index >= first)
				rc = each(ctx, index, text, &entry, e);
		}
	}
	buf_clear(&bundle);
	return rc;
}

int
log_write_tile(void *ctx, const struct tile *t, struct span bytes,
    struct err *e)
{
	char name[TILE_PATH], *path = file_join(ctx, tile_print(name, t));
	char *dir = file_dir(path);
	int rc = file_is_folder(dir) ? 0 : file_folder(dir, e);

	if (rc == 0 && !file_scratch(path, bytes, 0666))
		rc = err_sys(e, "%s: cannot write", path);
	free(dir);
	free(path);
	return rc;
}

/* Remove the folder of the partial widths of ${t}. */
static void
drop(const char *dir, const struct tile *t)
{
	char name[TILE_PATH], *path;
	struct buf p = { 0 };
	struct names names;
	struct err e;

	buf_fmt(&p, "%s/%s.p", dir, tile_print(name, t));
	path = buf_steal(&p);
	if (file_names(&names, path, NULL, &e) == 0) {
		for (size_t i = 0; i < names.n; i++) {
			char *file = file_join(path, names.at[i]);

			unlink(file);
			free(file);
		}
		file_names_free(&names);
		rmdir(path);
	}
	free(path);
}

void
log_drop_partial(const char *dir, uint64_t old, uint64_t size)
{
	for (unsigned level = 0; level <= TILE_LEVELS; level++) {
		const unsigned l = level < TILE_LEVELS ? level : TILE_ENTRIES;
		const uint64_t last = (old >> (level < TILE_LEVELS
		    ? 8 * level : 0)) / TILE_WIDTH;
		const struct tile t = { l, last, TILE_WIDTH };

		if (tile_width(l, last, old) > 0
		    && tile_width(l, last, size) == TILE_WIDTH)
			drop(dir, &t);
	}
}
