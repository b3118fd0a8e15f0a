/* SPDX-License-Identifier: MIT */
/* See log_tar.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "bundle/tar.h"
#include "keep/log_tar.h"
#include "keep/shard.h"

struct listing {
	char **at;
	size_t n;
};

static void
put(struct listing *l, const char *name)
{
	mem_grow(&l->at, l->n, sizeof(*l->at));
	l->at[l->n++] = mem_string(name);
}

static void
put_tile(struct listing *l, const struct tile *t)
{
	char name[TILE_PATH];

	put(l, tile_print(name, t));
}

/* The tiles of one level that a log of ${size} entries has: the full ones
 * where ${full}, else the partial one, unless it is full at ${end}. */
static void
put_level(struct listing *l, unsigned level, uint64_t size, bool full,
    uint64_t end)
{
	const uint64_t hashes = level == TILE_ENTRIES ? size
	    : size >> (8 * level);
	const uint64_t last = hashes / TILE_WIDTH;
	const struct tile t = { level, last, (unsigned)(hashes % TILE_WIDTH) };

	for (uint64_t i = 0; full && i < last; i++)
		put_tile(l, &(struct tile){ level, i, TILE_WIDTH });
	if (!full && t.width > 0 && tile_width(level, last, end) < TILE_WIDTH)
		put_tile(l, &t);
}

static void
put_levels(struct listing *l, uint64_t size, bool full, uint64_t end)
{
	for (unsigned level = 0; level < TILE_LEVELS; level++)
		put_level(l, level, size, full, end);
	put_level(l, TILE_ENTRIES, size, full, end);
}

static void
put_sums(struct listing *l, uint64_t size)
{
	for (uint64_t k = 0; k * ROW_SHARD < size; k++) {
		const uint64_t left = size - k * ROW_SHARD;
		char *shard = shard_path("", k, left < ROW_SHARD ? left
		    : ROW_SHARD);
		char *sum = shard_sum_path(shard);

		put(l, sum);
		free(sum);
		free(shard);
	}
}

static int
by_order(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return row_compare(*x, *y);
}

static int
list_all(struct listing *out, const struct log *l, struct err *e)
{
	const uint64_t end = l->checkpoint.size;
	uint64_t *sizes = NULL;
	size_t n = 0, kept = 0;

	if (log_sizes(&sizes, &n, l->dir, e) < 0)
		return -1;
	put_levels(out, end, true, end);
	for (size_t i = 0; i < n && sizes[i] <= end; i++) {
		char *path = log_checkpoint_path("", sizes[i]);

		put(out, path);
		put_levels(out, sizes[i], false, end);
		free(path);
	}
	put_sums(out, end);
	free(sizes);
	qsort(out->at, out->n, sizeof(*out->at), by_order);
	/* Sizes close to each other share partial tiles. */
	for (size_t i = 0; i < out->n; i++) {
		if (kept > 0 && strcmp(out->at[kept - 1], out->at[i]) == 0)
			free(out->at[i]);
		else
			out->at[kept++] = out->at[i];
	}
	out->n = kept;
	return 0;
}

struct writing {
	log_tar_writer *write;
	void *ctx;
	uint64_t bytes;
};

static int
emit(struct writing *w, struct span bytes, struct err *e)
{
	w->bytes += bytes.n;
	return bytes.n > 0 ? w->write(w->ctx, bytes, e) : 0;
}

static int
header(struct writing *w, const char *name, uint64_t size, struct err *e)
{
	uint8_t block[TAR_BLOCK];

	if (tar_header(block, name, size, e) < 0)
		return -1;
	return emit(w, (struct span){ block, TAR_BLOCK }, e);
}

/* The folders of ${name} that the member before was not in. */
static int
folders(struct writing *w, const char *name, const char *before,
    struct err *e)
{
	int rc = 0;

	for (const char *s = strchr(name, '/'); rc == 0 && s != NULL;
	    s = strchr(s + 1, '/')) {
		char *folder;

		if (strncmp(name, before, (size_t)(s - name) + 1) == 0)
			continue;
		folder = mem_text(name, (size_t)(s - name) + 1);
		rc = header(w, folder, 0, e);
		free(folder);
	}
	return rc;
}

static const uint8_t zeros[TAR_RECORD + TAR_BLOCK * 2];

static int
member(struct writing *w, const char *name, const char *before,
    struct span bytes, struct err *e)
{
	if (folders(w, name, before, e) < 0
	    || header(w, name, bytes.n, e) < 0 || emit(w, bytes, e) < 0)
		return -1;
	return emit(w, (struct span){ zeros, tar_padding(bytes.n) }, e);
}

static int
files(struct writing *w, const char *dir, char *const *names, size_t n,
    struct err *e)
{
	struct buf bytes = { 0 };
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < n; i++) {
		char *path = file_join(dir, names[i]);

		bytes.n = 0;
		rc = file_read(&bytes, path, LIMIT_HEADERS_BYTES, e);
		if (rc == 0)
			rc = member(w, names[i], i > 0 ? names[i - 1] : "",
			    span_buf(&bytes), e);
		free(path);
	}
	if (rc == 0)
		rc = emit(w, (struct span){ zeros, tar_ending(w->bytes) }, e);
	buf_clear(&bytes);
	return rc;
}

int
log_tar_files(const char *dir, char *const *names, size_t n,
    log_tar_writer *write, void *ctx, struct err *e)
{
	struct writing w = { write, ctx, 0 };

	return files(&w, dir, names, n, e);
}

int
log_tar_write(const struct log *l, log_tar_writer *write, void *ctx,
    struct err *e)
{
	struct writing w = { write, ctx, 0 };
	struct listing all = { 0 };
	int rc = list_all(&all, l, e);

	/* The note that is vouched for, whatever came since; its name comes
	 * before all others. */
	if (rc == 0)
		rc = member(&w, "checkpoint", "", span_buf(&l->bytes), e);
	if (rc == 0)
		rc = files(&w, l->dir, all.at, all.n, e);
	for (size_t i = 0; i < all.n; i++)
		free(all.at[i]);
	free(all.at);
	return rc;
}
