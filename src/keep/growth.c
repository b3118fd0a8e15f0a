/* SPDX-License-Identifier: MIT */
/* See growth.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "keep/growth.h"

int
growth_open(struct growth *g, const char *dir, struct log *l, struct err *e)
{
	*g = (struct growth){ .dir = dir };
	g->tiles.write = log_write_tile;
	g->tiles.ctx = (void *)(uintptr_t)dir;
	if (l == NULL)
		return 0;
	g->before = l->checkpoint.size;
	return tile_writer_load(&g->tiles, &l->reader, e);
}

/*
 * Copy the lines of the log before, and keep those of the shard that goes on.
 * Lines behind them are of a run that was interrupted.
 */
static int
copy_index(struct growth *g, struct shard_rows *rows, struct err *e)
{
	const uint64_t from = g->before - g->before % ROW_SHARD;
	char *path = file_join(g->dir, "index.tsv");
	struct source in = { 0 };
	struct span line = { NULL, 0 };
	int rc = stream_read_open(&in, path, e);

	for (uint64_t i = 0; rc == 0 && i < g->before; i++) {
		const int got = stream_line(&line, &in, ROW_BYTES, e);
		struct row r;

		if (got <= 0) {
			rc = got < 0 ? -1 : err_set(e, ERR_FORMAT, "%s: has %"
			    PRIu64 " lines of %" PRIu64, path, i, g->before);
			break;
		}
		/* The LF stands behind the line. */
		line.n++;
		rc = stream_add(&g->index, line, e);
		line.n--;
		if (rc < 0 || i < from)
			continue;
		rc = row_parse(&r, line, e);
		if (rc == 0 && r.index != i)
			rc = err_set(e, ERR_FORMAT, "not the line of entry %"
			    PRIu64, i);
		if (rc < 0)
			err_in(e, "%s:%" PRIu64, path, i + 1);
		else if (r.stored) {
			mem_grow(&rows->at, rows->n, sizeof(*rows->at));
			rows->at[rows->n++] = r;
		}
	}
	stream_read_clear(&in);
	free(path);
	return rc;
}

static int
begin(struct growth *g, struct err *e)
{
	char *path = file_join(g->dir, "index.tsv");
	struct shard_rows rows = { 0 };
	int rc = stream_open(&g->index, path, e);

	if (rc == 0 && g->before > 0)
		rc = copy_index(g, &rows, e);
	if (rc == 0 && !shard_sort(&rows))
		rc = err_set(e, ERR_FORMAT, "%s: two digests for one member",
		    path);
	if (rc == 0)
		rc = shard_open(&g->shard, g->dir, g->before / ROW_SHARD,
		    g->before % ROW_SHARD, &rows, e);
	g->begun = true;
	g->sharded = rc == 0;
	free(rows.at);
	free(path);
	return rc;
}

int
growth_add(struct growth *g, const struct entry *entry, struct span bytes,
    const struct digest *stored, struct err *e)
{
	struct row r = { .index = g->tiles.size, .entry = *entry,
		.stored = row_brings(entry), .stored_bytes = bytes.n };

	if (!g->begun && begin(g, e) < 0)
		return -1;
	if (!g->sharded) {
		struct shard_rows none = { 0 };

		if (shard_open(&g->shard, g->dir, r.index / ROW_SHARD, 0,
		    &none, e) < 0)
			return -1;
		g->sharded = true;
	}
	if (r.stored) {
		r.stored_digest = *stored;
		row_member(r.member, entry);
		if (shard_add(&g->shard, &r, bytes, e) < 0)
			return -1;
	}
	g->line.n = 0;
	row_print(&g->line, &r);
	if (stream_add(&g->index, span_buf(&g->line), e) < 0)
		return -1;
	g->line.n = 0;
	entry_print(&g->line, entry);
	if (tile_writer_add(&g->tiles, span_buf(&g->line), e) < 0)
		return -1;
	if (g->tiles.size % ROW_SHARD == 0) {
		g->sharded = false;
		return shard_publish(&g->shard, ROW_SHARD, e);
	}
	return 0;
}

int
growth_settle(struct digest *root, struct growth *g, struct err *e)
{
	if (g->sharded) {
		g->sharded = false;
		if (shard_publish(&g->shard, g->tiles.size % ROW_SHARD, e) < 0)
			return -1;
	}
	if (tile_writer_flush(&g->tiles, e) < 0
	    || stream_publish(&g->index, NULL, false, e) < 0)
		return -1;
	*root = tile_writer_root(&g->tiles);
	return stream_settle(g->dir, e);
}

void
growth_tidy(const struct growth *g)
{
	const uint64_t k = g->before / ROW_SHARD, width = g->before
	    % ROW_SHARD;
	char *shard = shard_path(g->dir, k, width), *sum, *dir;

	log_drop_partial(g->dir, g->before, g->tiles.size);
	if (width > 0 && g->tiles.size > g->before) {
		sum = shard_sum_path(shard);
		dir = file_dir(shard);
		unlink(shard);
		unlink(sum);
		/* It stays where it holds the next one. */
		rmdir(dir);
		free(sum);
		free(dir);
	}
	free(shard);
}

void
growth_clear(struct growth *g)
{
	tile_writer_clear(&g->tiles);
	stream_clear(&g->index);
	shard_clear(&g->shard);
	buf_clear(&g->line);
}
