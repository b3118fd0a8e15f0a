/* SPDX-License-Identifier: MIT */
/* Check values of each function, and pieces of any length. */
#include "config.h"

#include "unit.h"

#include "anchor/hash.h"
#include "canon/codec.h"

static void
is(enum hash_kind kind, const char *text, const char *want)
{
	uint8_t out[HASH_MOST];
	char hex[2 * HASH_MOST + 1];

	hash_bytes(out, kind, span_text(text));
	codec_hex(hex, out, hash_size(kind));
	assert_string_equal(hex, want);
}

static void
test_values(void **state)
{
	(void)state;
	is(HASH_SHA1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
	is(HASH_SHA224, "abc",
	    "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
	is(HASH_SHA256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177"
	    "a9cb410ff61f20015ad");
	is(HASH_RIPEMD160, "", "9c1185a5c5e9fc54612808977ee8f548b2258d31");
	is(HASH_RIPEMD160, "abcdefghijklmnopqrstuvwxyz",
	    "f71c27109c692c1b56bbdceb5b9d2865b3708dbc");
	is(HASH_KECCAK256, "", "c5d2460186f7233c927e7db2dcc703c0e500b653ca822"
	    "73b7bfad8045d85a470");
	is(HASH_KECCAK256, "abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a"
	    "64a036ec44f58fa12d6c45");
}

static void
test_pieces(void **state)
{
	uint8_t data[400], whole[HASH_MOST], got[HASH_MOST];
	struct hash *h;
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)(i * 31);
	for (size_t kind = 0; kind < HASH_KINDS; kind++) {
		assert_int_equal(hash_open(&h, (enum hash_kind)kind, &e), 0);
		hash_add(h, (struct span){ data, sizeof(data) });
		hash_close(whole, h);
		for (size_t step = 1; step < 150; step += 7) {
			assert_int_equal(hash_open(&h, (enum hash_kind)kind,
			    &e), 0);
			for (size_t i = 0; i < sizeof(data); i += step)
				hash_add(h, (struct span){ data + i,
				    sizeof(data) - i < step
				    ? sizeof(data) - i : step });
			hash_close(got, h);
			assert_memory_equal(got, whole,
			    hash_size((enum hash_kind)kind));
		}
	}
	hash_close(NULL, NULL);
}

static void
test_names(void **state)
{
	enum hash_kind kind;

	(void)state;
	for (size_t i = 0; i < HASH_KINDS; i++) {
		assert_true(hash_parse(&kind,
		    span_text(hash_print((enum hash_kind)i))));
		assert_int_equal(kind, i);
	}
	assert_false(hash_parse(&kind, span_text("SHA256")));
	assert_false(hash_parse(&kind, span_text("sha25")));
	assert_false(hash_parse(&kind, span_text("")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
