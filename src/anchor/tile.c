/* SPDX-License-Identifier: MIT */
/* See tile.h. */
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"

#include "anchor/line_private.h"
#include "anchor/tile.h"

/* 256^level leaves are under one hash of a tile of this level. */
static unsigned
shift(unsigned level)
{
	return level == TILE_ENTRIES ? 0 : 8 * level;
}

char *
tile_print(char out[TILE_PATH], const struct tile *t)
{
	size_t n;
	uint64_t high = t->index / 1000;
	uint64_t unit = 1;

	n = t->level == TILE_ENTRIES
	    ? (size_t)snprintf(out, TILE_PATH, "tile/entries/")
	    : (size_t)snprintf(out, TILE_PATH, "tile/%u/", t->level);
	while (high / unit >= 1000)
		unit *= 1000;
	for (; high > 0 && unit > 0; unit /= 1000)
		n += (size_t)snprintf(out + n, TILE_PATH - n, "x%03u/",
		    (unsigned)(high / unit % 1000));
	n += (size_t)snprintf(out + n, TILE_PATH - n, "%03u",
	    (unsigned)(t->index % 1000));
	if (t->width != TILE_WIDTH)
		snprintf(out + n, TILE_PATH - n, ".p/%u", t->width);
	return out;
}

/* Three digits as the next part of ${*index}. */
static bool
group(uint64_t *index, struct span s)
{
	if (s.n != 3 || *index > UINT64_MAX / 1000 - 1)
		return false;
	for (size_t i = 0; i < 3; i++) {
		if (s.at[i] < '0' || s.at[i] > '9')
			return false;
		*index = 10 * *index + (uint64_t)(s.at[i] - '0');
	}
	return true;
}

bool
tile_parse(struct tile *out, struct span path)
{
	struct tile t = { .width = TILE_WIDTH };
	struct span part;
	uint64_t number;
	char again[TILE_PATH];
	const struct span whole = path;

	if (!line_starts(&path, "tile/") || !line_cut(&part, &path, '/'))
		return false;
	if (span_equal(part, span_text("entries")))
		t.level = TILE_ENTRIES;
	else if (line_decimal(&number, part) && number < TILE_LEVELS)
		t.level = (unsigned)number;
	else
		return false;
	while (path.n > 0 && path.at[0] == 'x') {
		if (!line_cut(&part, &path, '/')
		    || !group(&t.index, (struct span){ part.at + 1,
			part.n - 1 }))
			return false;
	}
	if (line_cut(&part, &path, '.')) {
		if (!line_starts(&path, "p/") || !line_decimal(&number, path)
		    || number < 1 || number >= TILE_WIDTH)
			return false;
		t.width = (unsigned)number;
		path = part;
	}
	if (!group(&t.index, path))
		return false;
	/* One name for each tile: no group of zeros in front. */
	if (!span_equal(whole, span_text(tile_print(again, &t))))
		return false;
	*out = t;
	return true;
}

unsigned
tile_width(unsigned level, uint64_t index, uint64_t size)
{
	const uint64_t hashes = size >> shift(level);

	if (index > hashes / TILE_WIDTH)
		return 0;
	return index < hashes / TILE_WIDTH ? TILE_WIDTH
	    : (unsigned)(hashes % TILE_WIDTH);
}

bool
tile_belongs(const struct tile *t, uint64_t size)
{
	return t->width > 0 && t->width == tile_width(t->level, t->index, size);
}

/* --- entries -------------------------------------------------------------- */

int
tile_entry_add(struct buf *bundle, struct span entry, struct err *e)
{
	if (entry.n > LIMIT_ENTRY_BYTES)
		return err_set(e, ERR_LIMIT, "a log entry of %zu bytes; the "
		    "most is %u (c2sp.org/tlog-tiles)", entry.n,
		    LIMIT_ENTRY_BYTES);
	buf_byte(bundle, (uint8_t)(entry.n >> 8));
	buf_byte(bundle, (uint8_t)entry.n);
	buf_span(bundle, entry);
	return 0;
}

int
tile_entry_next(struct span *entry, struct span *bundle, struct err *e)
{
	size_t n;

	if (bundle->n == 0)
		return 0;
	n = bundle->n < 2 ? SIZE_MAX
	    : (size_t)bundle->at[0] << 8 | bundle->at[1];
	if (n > bundle->n - 2 || bundle->n < 2)
		return err_set(e, ERR_FORMAT, "entry bundle: ends within an "
		    "entry (c2sp.org/tlog-tiles)");
	*entry = (struct span){ bundle->at + 2, n };
	*bundle = (struct span){ bundle->at + 2 + n, bundle->n - 2 - n };
	return 1;
}

/* --- reading -------------------------------------------------------------- */

/* The bytes of a tile of hashes, read or held; longer ones are cut. */
static int
fetch(struct span *out, struct tile_reader *r, unsigned level, uint64_t index,
    struct err *e)
{
	struct tile t = { level, index, tile_width(level, index, r->size) };
	struct buf *b = &r->held[level].bytes;
	char name[TILE_PATH];

	if (t.width == 0)
		return err_set(e, ERR_USAGE, "%s: not in a log of %" PRIu64
		    " entries", tile_print(name, &t), r->size);
	if (r->held[level].tile.width != t.width
	    || r->held[level].tile.index != index) {
		r->held[level].tile.width = 0;
		b->n = 0;
		if (r->read(r->ctx, b, &t, e) < 0)
			return -1;
		if (b->n != (size_t)t.width * DIGEST_BYTES
		    && b->n != (size_t)TILE_WIDTH * DIGEST_BYTES)
			return err_set(e, ERR_FORMAT, "%s: %zu bytes are not "
			    "%u hashes", tile_print(name, &t), b->n, t.width);
		r->held[level].tile = t;
	}
	*out = (struct span){ b->at, (size_t)t.width * DIGEST_BYTES };
	return 0;
}

/* The root over ${n} hashes, which is a power of two: at most 256. */
static struct digest
fold(struct span hashes)
{
	struct merkle t = { 0 };
	struct digest d;

	for (size_t i = 0; i < hashes.n; i += DIGEST_BYTES) {
		memcpy(d.at, hashes.at + i, DIGEST_BYTES);
		merkle_add(&t, &d);
	}
	return merkle_root(&t);
}

static int
get(void *ctx, struct digest *out, unsigned level, uint64_t index,
    struct err *e)
{
	struct tile_reader *r = ctx;
	const unsigned above = level % 8;
	const uint64_t first = index << above;
	struct span tile = { NULL, 0 }, part;
	size_t at;

	if (fetch(&tile, r, level / 8, first / TILE_WIDTH, e) < 0)
		return -1;
	at = (size_t)(first % TILE_WIDTH) * DIGEST_BYTES;
	part = (struct span){ tile.at + at, (size_t)DIGEST_BYTES << above };
	if (part.n > tile.n || at > tile.n - part.n)
		return err_set(e, ERR_USAGE, "a hash beyond the log");
	*out = fold(part);
	return 0;
}

struct merkle_source
tile_source(struct tile_reader *r)
{
	return (struct merkle_source){ r->size, get, r };
}

void
tile_reader_clear(struct tile_reader *r)
{
	for (size_t i = 0; i < TILE_LEVELS; i++) {
		buf_clear(&r->held[i].bytes);
		r->held[i].tile = (struct tile){ 0 };
	}
}

/* --- writing -------------------------------------------------------------- */

void
tile_writer_clear(struct tile_writer *w)
{
	for (size_t i = 0; i < TILE_LEVELS; i++)
		buf_clear(&w->level[i]);
	buf_clear(&w->entries);
	w->size = 0;
}

/* The entries of the last, partial bundle, checked against its tile. */
static int
load_entries(struct tile_writer *w, struct tile_reader *from, struct err *e)
{
	const struct tile t = { TILE_ENTRIES, from->size / TILE_WIDTH,
		(unsigned)(from->size % TILE_WIDTH) };
	struct buf b = { 0 };
	struct span rest, entry;
	char name[TILE_PATH];
	int rc = -1;

	if (t.width == 0)
		return 0;
	if (from->read(from->ctx, &b, &t, e) < 0)
		goto done;
	rest = span_buf(&b);
	for (unsigned i = 0; i < t.width; i++) {
		struct digest leaf;
		const int got = tile_entry_next(&entry, &rest, e);

		if (got < 0)
			goto done;
		leaf = merkle_leaf(got > 0 ? entry : (struct span){ NULL, 0 });
		if (got == 0 || memcmp(leaf.at,
		    w->level[0].at + (size_t)i * DIGEST_BYTES,
		    DIGEST_BYTES) != 0) {
			err_set(e, ERR_FORMAT, "%s: not the entries that "
			    "were hashed", tile_print(name, &t));
			goto done;
		}
	}
	buf_add(&w->entries, b.at, b.n - rest.n);
	rc = 0;
done:
	buf_clear(&b);
	return rc;
}

int
tile_writer_load(struct tile_writer *w, struct tile_reader *from,
    struct err *e)
{
	struct span tile;

	tile_writer_clear(w);
	for (unsigned level = 0; level < TILE_LEVELS; level++) {
		const uint64_t hashes = from->size >> shift(level);

		if (hashes % TILE_WIDTH == 0)
			continue;
		if (fetch(&tile, from, level, hashes / TILE_WIDTH, e) < 0)
			goto fail;
		buf_span(&w->level[level], tile);
	}
	if (load_entries(w, from, e) < 0)
		goto fail;
	w->size = from->size;
	return 0;
fail:
	tile_writer_clear(w);
	return -1;
}

int
tile_writer_add(struct tile_writer *w, struct span entry, struct err *e)
{
	struct digest d = merkle_leaf(entry);
	struct tile t = { TILE_ENTRIES, w->size / TILE_WIDTH, TILE_WIDTH };

	if (w->size == MERKLE_SIZE_MOST)
		return err_set(e, ERR_LIMIT, "a log without room");
	if (tile_entry_add(&w->entries, entry, e) < 0)
		return -1;
	w->size++;
	if (w->size % TILE_WIDTH == 0) {
		if (w->write(w->ctx, &t, span_buf(&w->entries), e) < 0)
			return -1;
		w->entries.n = 0;
	}
	for (unsigned level = 0; level < TILE_LEVELS; level++) {
		struct buf *b = &w->level[level];

		buf_add(b, d.at, DIGEST_BYTES);
		if (b->n < (size_t)TILE_WIDTH * DIGEST_BYTES)
			break;
		t = (struct tile){ level,
			((w->size >> shift(level)) - 1) / TILE_WIDTH,
			TILE_WIDTH };
		if (w->write(w->ctx, &t, span_buf(b), e) < 0)
			return -1;
		d = fold(span_buf(b));
		b->n = 0;
	}
	return 0;
}

int
tile_writer_flush(struct tile_writer *w, struct err *e)
{
	struct tile t;

	for (unsigned level = 0; level < TILE_LEVELS; level++) {
		const uint64_t hashes = w->size >> shift(level);

		t = (struct tile){ level, hashes / TILE_WIDTH,
			(unsigned)(hashes % TILE_WIDTH) };
		if (t.width > 0
		    && w->write(w->ctx, &t, span_buf(&w->level[level]), e) < 0)
			return -1;
	}
	t = (struct tile){ TILE_ENTRIES, w->size / TILE_WIDTH,
		(unsigned)(w->size % TILE_WIDTH) };
	return t.width > 0 ? w->write(w->ctx, &t, span_buf(&w->entries), e)
	    : 0;
}

/* Every perfect subtree of the right edge lies in a partial tile. */
static int
get_edge(void *ctx, struct digest *out, unsigned level, uint64_t index,
    struct err *e)
{
	const struct tile_writer *w = ctx;
	const struct buf *b = &w->level[level / 8];
	const unsigned above = level % 8;
	const size_t at = (size_t)((index << above) % TILE_WIDTH)
	    * DIGEST_BYTES;

	(void)e;
	assert(at + ((size_t)DIGEST_BYTES << above) <= b->n);
	*out = fold((struct span){ b->at + at,
	    (size_t)DIGEST_BYTES << above });
	return 0;
}

struct digest
tile_writer_root(const struct tile_writer *w)
{
	const struct merkle_source from = { w->size, get_edge, (void *)w };
	struct merkle t = { 0 };
	struct err e;

	if (merkle_load(&t, &from, w->size, &e) < 0)
		assert(!"a right edge has all its hashes");
	return merkle_root(&t);
}
