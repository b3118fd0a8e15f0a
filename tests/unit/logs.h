/* SPDX-License-Identifier: MIT */
/* Logs in a folder, for the unit tests of src/keep. */
#ifndef PITH_TESTS_LOGS_H
#define PITH_TESTS_LOGS_H

#include "sample.h"

#include "keep/log.h"

#define LOGS_SUFFIX "RWK3IB5D7755ZZZJPVXAV33O77"

/* An entry of ours: the digest is ${seed} again and again. */
static inline struct entry
logs_entry(enum entry_event event, const char *suffix, uint8_t seed)
{
	struct entry e = { .event = event, .version = 1, .bytes = 10240 };

	memcpy(e.suffix, suffix, strlen(suffix) + 1);
	memset(e.digest.at, seed, DIGEST_BYTES);
	return e;
}

static inline struct note_secret
logs_secret(const char *name, uint8_t first)
{
	const uint8_t seed[32] = { first };
	struct note_secret s;
	struct err e;

	assert_int_equal(note_secret_init(&s, name, NOTE_ED25519, seed, &e),
	    0);
	return s;
}

/* Write the tiles of these entries below ${dir}, partial ones at ${n} and,
 * where it is not 0, at ${stop}; the root of all. */
static inline struct digest
logs_tiles(char *dir, const struct entry *list, size_t n, size_t stop)
{
	struct tile_writer w = { .write = log_write_tile, .ctx = dir };
	struct digest root;
	struct err e;

	for (size_t i = 0; i < n; i++) {
		struct buf text = { 0 };

		entry_print(&text, &list[i]);
		assert_int_equal(tile_writer_add(&w, span_buf(&text), &e), 0);
		buf_clear(&text);
		if (i + 1 == stop || i + 1 == n)
			assert_int_equal(tile_writer_flush(&w, &e), 0);
	}
	root = tile_writer_root(&w);
	tile_writer_clear(&w);
	return root;
}

/* The same with a checkpoint, which ${s} signs. */
static inline struct digest
logs_make(char *dir, const struct note_secret *s, const struct entry *list,
    size_t n, size_t stop)
{
	struct checkpoint c = { .origin = s->key.name, .size = n };
	struct buf note = { 0 };
	struct err e;

	c.root = logs_tiles(dir, list, n, stop);
	assert_int_equal(checkpoint_sign(&note, &c, s, &e), 0);
	sample_write(dir, "checkpoint", span_buf(&note));
	buf_clear(&note);
	return c.root;
}

#endif
