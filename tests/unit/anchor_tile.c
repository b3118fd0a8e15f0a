/* SPDX-License-Identifier: MIT */
/* Names, widths, bundles; a log of 70,000 entries written, read, resumed. */
#include "config.h"

#include <stdlib.h>

#include "unit.h"

#include "anchor/tile.h"
#include "base/mem.h"

#define SIZE 70000

/* The tiles of one log in memory, the newest at their full width. */
struct shelf {
	struct stored {
		char name[TILE_PATH];
		struct buf bytes;
	} *at;
	size_t n;
	unsigned count[3];	/* full, partial, of entries */
};

static int
put(void *ctx, const struct tile *t, struct span bytes, struct err *e)
{
	struct shelf *s = ctx;

	(void)e;
	mem_grow(&s->at, s->n, sizeof(*s->at));
	tile_print(s->at[s->n].name, t);
	s->at[s->n].bytes = (struct buf){ 0 };
	buf_span(&s->at[s->n].bytes, bytes);
	s->n++;
	s->count[t->level == TILE_ENTRIES ? 2 : t->width != TILE_WIDTH]++;
	return 0;
}

static int
take(void *ctx, struct buf *out, const struct tile *t, struct err *e)
{
	const struct shelf *s = ctx;
	char name[TILE_PATH];

	tile_print(name, t);
	for (size_t i = s->n; i-- > 0;) {
		if (strcmp(s->at[i].name, name) == 0) {
			buf_span(out, span_buf(&s->at[i].bytes));
			return 0;
		}
	}
	return err_set(e, ERR_ABSENT, "%s: not on the shelf", name);
}

static void
drop(struct shelf *s)
{
	for (size_t i = 0; i < s->n; i++)
		buf_clear(&s->at[i].bytes);
	free(s->at);
}

static void
entry(struct buf *out, uint64_t i)
{
	out->n = 0;
	buf_fmt(out, "entry %llu", (unsigned long long)i);
}

static void
test_names(void **state)
{
	static const struct {
		struct tile t;
		const char *name;
	} good[] = {
		{ { 0, 1234067, 256 }, "tile/0/x001/x234/067" },
		{ { 0, 0, 1 }, "tile/0/000.p/1" },
		{ { 7, 999, 255 }, "tile/7/999.p/255" },
		{ { 2, 1000, 256 }, "tile/2/x001/000" },
		{ { TILE_ENTRIES, 1000000, 3 },
		    "tile/entries/x001/x000/000.p/3" },
		{ { 0, UINT64_MAX / 256, 256 },
		    "tile/0/x072/x057/x594/x037/x927/935" },
	};
	static const char *const bad[] = { "", "tile", "tile/0", "tile/0/",
		"tile/0/00", "tile/0/0000", "tile/0/x000/000", "tile/8/000",
		"tile/00/000", "tile/0/001/000", "tile/0/x001/x000",
		"tile/0/000.p/0", "tile/0/000.p/256", "tile/0/000.p/01",
		"tile/0/000.p/", "tile/0/000.q/1", "tile/0/000/", "/tile/0/000",
		"tile/0/x1/000", "tile/0/x0 1/000", "tile/entry/000",
		"tile/0/x999/x999/x999/x999/x999/x999/x999/999",
		"tile/0/000.p/1.p/1" };
	struct tile t;
	char name[TILE_PATH];

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_string_equal(tile_print(name, &good[i].t),
		    good[i].name);
		assert_true(tile_parse(&t, span_text(good[i].name)));
		assert_int_equal(t.level, good[i].t.level);
		assert_int_equal(t.index, good[i].t.index);
		assert_int_equal(t.width, good[i].t.width);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(tile_parse(&t, span_text(bad[i])));
}

static void
test_widths(void **state)
{
	const struct tile good = { 0, 273, 112 }, old = { 0, 273, 111 };

	(void)state;
	assert_int_equal(tile_width(0, 272, SIZE), 256);
	assert_int_equal(tile_width(0, 273, SIZE), 112);
	assert_int_equal(tile_width(0, 274, SIZE), 0);
	assert_int_equal(tile_width(1, 0, SIZE), 256);
	assert_int_equal(tile_width(1, 1, SIZE), 17);
	assert_int_equal(tile_width(2, 0, SIZE), 1);
	assert_int_equal(tile_width(3, 0, SIZE), 0);
	assert_int_equal(tile_width(0, 1, 256), 0);
	assert_int_equal(tile_width(1, 0, 256), 1);
	assert_int_equal(tile_width(7, 0, INT64_MAX), 127);
	assert_true(tile_belongs(&good, SIZE));
	assert_false(tile_belongs(&old, SIZE));
}

static void
test_bundle(void **state)
{
	struct buf b = { 0 };
	struct span rest, one;
	struct err e;
	static const uint8_t big[65536];

	(void)state;
	assert_int_equal(tile_entry_add(&b, span_text("ab"), &e), 0);
	assert_int_equal(tile_entry_add(&b, (struct span){ NULL, 0 }, &e), 0);
	assert_int_equal(tile_entry_add(&b, (struct span){ big, 65535 }, &e),
	    0);
	assert_err(tile_entry_add(&b, (struct span){ big, 65536 }, &e), &e,
	    ERR_LIMIT);
	assert_memory_equal(b.at, "\0\2ab\0\0\377\377", 8);
	rest = span_buf(&b);
	assert_int_equal(tile_entry_next(&one, &rest, &e), 1);
	assert_span(one, "ab");
	assert_int_equal(tile_entry_next(&one, &rest, &e), 1);
	assert_int_equal(one.n, 0);
	assert_int_equal(tile_entry_next(&one, &rest, &e), 1);
	assert_int_equal(one.n, 65535);
	assert_int_equal(tile_entry_next(&one, &rest, &e), 0);
	rest = (struct span){ b.at, 3 };
	assert_err(tile_entry_next(&one, &rest, &e), &e, ERR_FORMAT);
	rest = (struct span){ b.at, 1 };
	assert_err(tile_entry_next(&one, &rest, &e), &e, ERR_FORMAT);
	buf_clear(&b);
}

static void
test_log(void **state)
{
	struct shelf shelf = { 0 };
	struct tile_writer w = { .write = put, .ctx = &shelf }, v;
	struct tile_reader r = { .size = SIZE, .read = take, .ctx = &shelf };
	struct merkle t = { 0 };
	struct merkle_source from;
	struct merkle_path path;
	struct buf b = { 0 };
	struct digest root, leaf;
	struct err e;

	(void)state;
	for (uint64_t i = 0; i < SIZE; i++) {
		entry(&b, i);
		leaf = merkle_leaf(span_buf(&b));
		merkle_add(&t, &leaf);
		assert_int_equal(tile_writer_add(&w, span_buf(&b), &e), 0);
	}
	assert_int_equal(tile_writer_flush(&w, &e), 0);
	root = tile_writer_root(&w);
	leaf = merkle_root(&t);
	assert_true(digest_equal(&root, &leaf));
	assert_int_equal(shelf.count[0], 274);
	assert_int_equal(shelf.count[1], 3);
	assert_int_equal(shelf.count[2], 274);

	from = tile_source(&r);
	for (uint64_t i = 0; i < SIZE; i += 6999) {
		entry(&b, i);
		leaf = merkle_leaf(span_buf(&b));
		assert_int_equal(merkle_inclusion(&path, &from, i, SIZE, &e),
		    0);
		assert_int_equal(merkle_inclusion_check(&path, i, SIZE, &leaf,
		    &root, &e), 0);
	}
	assert_int_equal(merkle_load(&t, &from, 65537, &e), 0);
	leaf = merkle_root(&t);
	assert_int_equal(merkle_consistency(&path, &from, 65537, SIZE, &e),
	    0);
	assert_int_equal(merkle_consistency_check(&path, 65537, SIZE, &leaf,
	    &root, &e), 0);

	/* Another writer goes on where this one stopped. */
	v = (struct tile_writer){ .write = put, .ctx = &shelf };
	assert_int_equal(tile_writer_load(&v, &r, &e), 0);
	assert_int_equal(v.size, SIZE);
	for (uint64_t i = SIZE; i < SIZE + 300; i++) {
		entry(&b, i);
		assert_int_equal(tile_writer_add(&w, span_buf(&b), &e), 0);
		assert_int_equal(tile_writer_add(&v, span_buf(&b), &e), 0);
	}
	root = tile_writer_root(&w);
	leaf = tile_writer_root(&v);
	assert_true(digest_equal(&root, &leaf));
	tile_writer_clear(&w);
	tile_writer_clear(&v);
	tile_reader_clear(&r);
	buf_clear(&b);
	drop(&shelf);
}

/* A changed entry, a tile that is too short, one that is not there. */
static void
test_damage(void **state)
{
	struct shelf shelf = { 0 };
	struct tile_writer w = { .write = put, .ctx = &shelf }, v = { 0 };
	struct tile_reader r = { .size = 3, .read = take, .ctx = &shelf };
	struct err e;

	(void)state;
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(tile_writer_add(&w, span_text("x"), &e), 0);
	assert_int_equal(tile_writer_flush(&w, &e), 0);
	assert_int_equal(shelf.n, 2);
	shelf.at[1].bytes.at[2] = 'y';
	assert_err_text(tile_writer_load(&v, &r, &e), &e, ERR_FORMAT,
	    "not the entries");
	shelf.at[1].bytes.at[2] = 'x';
	assert_int_equal(tile_writer_load(&v, &r, &e), 0);
	tile_reader_clear(&r);
	shelf.at[0].bytes.n--;
	assert_err(tile_writer_load(&v, &r, &e), &e, ERR_FORMAT);
	shelf.at[0].bytes.n++;
	tile_reader_clear(&r);
	r.size = 4;
	assert_err(tile_writer_load(&v, &r, &e), &e, ERR_ABSENT);
	tile_reader_clear(&r);
	tile_writer_clear(&w);
	tile_writer_clear(&v);
	drop(&shelf);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_bundle),
		cmocka_unit_test(test_log),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
