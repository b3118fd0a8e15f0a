/* SPDX-License-Identifier: MIT */
/*
 * A log as files (c2sp.org/tlog-tiles): tiles of hashes and bundles of
 * entries.  This module knows names and contents; it touches no file.
 *
 *	tile/L/N[.p/W]         level L: hashes of perfect trees of 256^L leaves
 *	tile/entries/N[.p/W]   the entries themselves
 *
 * N is the number of the tile in groups of three digits, all but the last
 * with an "x" in front; W is how many of 256 there are in the last, partial
 * tile.  A full tile never changes; a partial one is never hashed into the
 * level above.  An entry in a bundle is a 16-bit big-endian length and so many
 * bytes.
 */
#ifndef PITH_ANCHOR_TILE_H
#define PITH_ANCHOR_TILE_H

#include "anchor/merkle.h"

#define TILE_WIDTH 256
#define TILE_LEVELS 8		/* 256^8 leaves and more do not exist */
#define TILE_PATH 64		/* the longest name, with its NUL */
#define TILE_ENTRIES 255u	/* "entries" in the place of a level */

/* One tile: its level or TILE_ENTRIES, number and width, 1 to TILE_WIDTH. */
struct tile {
	unsigned level;
	uint64_t index;
	unsigned width;
};

/* The name of ${t}; and back, false for what is none. */
char *tile_print(char out[TILE_PATH], const struct tile *t);
bool tile_parse(struct tile *out, struct span path);

/* Whether a log of ${size} entries has this tile, and at this width. */
bool tile_belongs(const struct tile *t, uint64_t size);

/*
 * How wide the tile is that a log of ${size} entries
 * has at (${level}, ${index}); 0 when there is none.
 */
unsigned tile_width(unsigned level, uint64_t index, uint64_t size);

/* Append an entry to a bundle; ERR_LIMIT when it is too long for one. */
int tile_entry_add(struct buf *bundle, struct span entry, struct err *e)
    MUST_CHECK;

/* Cut the first entry off ${bundle}: 1, 0 at its end, -1 where the lengths
 * do not fit. */
int tile_entry_next(struct span *entry, struct span *bundle, struct err *e)
    MUST_CHECK;

/*
 * Who reads tiles: ${read} appends the bytes of ${t}.  A reader may take a
 * full tile's beginning where the partial one is gone.
 */
struct tile_reader {
	uint64_t size;
	int (*read)(void *ctx, struct buf *out, const struct tile *t,
	    struct err *e);
	void *ctx;
	/* The last tile read of each level; begins as zeros and is given back
	 * with tile_reader_clear(). */
	struct {
		struct tile tile;
		struct buf bytes;
	} held[TILE_LEVELS];
};

/* A merkle_source over ${r}, which must outlive it. */
struct merkle_source tile_source(struct tile_reader *r);
void tile_reader_clear(struct tile_reader *r);

/*
 * A log that grows: the partial tile of each level, which is all that an
 * appending writer needs.  It starts as zeros with a ${write}, or from the
 * tiles of a log with tile_writer_load(), and is given back with
 * tile_writer_clear().  ${write} gets each tile once, complete; after a
 * failure only tile_writer_clear() is left to call.
 */
struct tile_writer {
	uint64_t size;
	struct buf level[TILE_LEVELS];
	struct buf entries;
	int (*write)(void *ctx, const struct tile *t, struct span bytes,
	    struct err *e);
	void *ctx;
};

/* Go on behind the ${from}.size entries of a log; entries too. */
int tile_writer_load(struct tile_writer *w, struct tile_reader *from,
    struct err *e) MUST_CHECK;

/* Append an entry; tiles that become full are written. */
int tile_writer_add(struct tile_writer *w, struct span entry, struct err *e)
    MUST_CHECK;

/* Write the partial tiles of the present size; the log may go on growing. */
int tile_writer_flush(struct tile_writer *w, struct err *e) MUST_CHECK;

/* The root of what was added. */
struct digest tile_writer_root(const struct tile_writer *w);
void tile_writer_clear(struct tile_writer *w);

#endif
