/* SPDX-License-Identifier: MIT */
/* Signed notes: keys, signatures, cosignatures, what is refused. */
#include "config.h"

#include "unit.h"

#include "anchor/note.h"
#include "base/limits.h"

static const char text[] = "If you think cryptography is the answer,\n\n"
    "then you do not know what your problem is.\n";

static struct note_secret log_key, witness_key;

static int
setup(void **state)
{
	uint8_t seed[32] = { 1 };
	struct err e;

	(void)state;
	assert_int_equal(note_secret_init(&log_key, "example.org/log",
	    NOTE_ED25519, seed, &e), 0);
	seed[0] = 2;
	assert_int_equal(note_secret_init(&witness_key, "wit\xc3\xa9",
	    NOTE_COSIGNATURE, seed, &e), 0);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	note_secret_clear(&log_key);
	note_secret_clear(&witness_key);
	return 0;
}

static void
sign(struct buf *out)
{
	buf_text(out, text);
	buf_byte(out, '\n');
	note_sign(out, &log_key, span_text(text), 0);
	note_sign(out, &witness_key, span_text(text), 1700000000);
	note_sign(out, &witness_key, span_text(text), 1600000000);
}

static void
test_round(void **state)
{
	struct buf b = { 0 }, again = { 0 };
	struct note note;
	uint64_t time = 7;
	struct err e;

	(void)state;
	sign(&b);
	assert_int_equal(note_parse(&note, span_buf(&b), &e), 0);
	assert_int_equal(note.n, 3);
	assert_true(span_equal(span_buf(&note.text), span_text(text)));
	note_print(&again, &note);
	assert_true(span_equal(span_buf(&again), span_buf(&b)));
	assert_int_equal(note_check(&note, &log_key.key, &time), NOTE_GOOD);
	assert_int_equal(time, 0);
	assert_int_equal(note_check(&note, &witness_key.key, &time),
	    NOTE_GOOD);
	assert_int_equal(time, 1700000000);
	/* One bad line by a known key, however many good ones. */
	note.at[2].bytes.at[7]++;
	assert_int_equal(note_check(&note, &witness_key.key, &time),
	    NOTE_BAD);
	assert_int_equal(note_check(&note, &log_key.key, NULL), NOTE_GOOD);
	note.at[0].id[0]++;
	assert_int_equal(note_check(&note, &log_key.key, NULL),
	    NOTE_UNKNOWN);
	note.at[0].id[0]--;
	note.at[0].name[0]++;
	assert_int_equal(note_check(&note, &log_key.key, NULL),
	    NOTE_UNKNOWN);
	note.at[0].name[0]--;
	note.text.at[0]++;
	assert_int_equal(note_check(&note, &log_key.key, NULL), NOTE_BAD);
	note_clear(&note);
	buf_clear(&b);
	buf_clear(&again);
}

/* A log's signature is no cosignature, nor the other way round. */
static void
test_types(void **state)
{
	struct note_secret both;
	struct buf b = { 0 };
	struct note note;
	struct err e;

	(void)state;
	assert_int_equal(note_secret_init(&both, log_key.key.name,
	    NOTE_COSIGNATURE, log_key.at, &e), 0);
	assert_memory_not_equal(both.key.id, log_key.key.id, NOTE_ID);
	memcpy(both.key.id, log_key.key.id, NOTE_ID);
	sign(&b);
	assert_int_equal(note_parse(&note, span_buf(&b), &e), 0);
	assert_int_equal(note_check(&note, &both.key, NULL), NOTE_BAD);
	/* A type that is not known never vouches, and is never bad. */
	both.key.material.at[0] = 0x06;
	assert_int_equal(note_check(&note, &both.key, NULL), NOTE_UNKNOWN);
	note_clear(&note);
	note_secret_clear(&both);
	buf_clear(&b);
}

static void
test_keys(void **state)
{
	struct buf b = { 0 }, again = { 0 };
	struct note_key k;
	struct note_secret s;
	struct err e;

	(void)state;
	note_key_print(&b, &witness_key.key);
	assert_int_equal(note_key_parse(&k, span_buf(&b), &e), 0);
	assert_string_equal(k.name, witness_key.key.name);
	assert_memory_equal(k.id, witness_key.key.id, NOTE_ID);
	note_key_clear(&k);
	/* The id is that of name, type and key. */
	b.at[0]++;
	assert_err_text(note_key_parse(&k, span_buf(&b), &e), &e, ERR_FORMAT,
	    "the id is not");
	b.n = 0;
	note_secret_print(&b, &log_key);
	assert_int_equal(note_secret_parse(&s, span_buf(&b), &e), 0);
	assert_memory_equal(s.at, log_key.at, sizeof(s.at));
	note_secret_print(&again, &s);
	assert_true(span_equal(span_buf(&again), span_buf(&b)));
	note_secret_clear(&s);
	assert_err(note_key_parse(&k, span_buf(&b), &e), &e, ERR_FORMAT);
	assert_err(note_secret_parse(&s, (struct span){ b.at + 8, b.n - 8 },
	    &e), &e, ERR_FORMAT);
	/* A key of small order is none, though its id is right. */
	assert_err_text(note_key_parse(&k, span_text("a+0a6cf2ee+AQAAAAAAAAAA"
	    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), &e), &e, ERR_FORMAT, "");
	assert_err(note_key_init(&k, "two words", NOTE_ED25519, log_key.at,
	    &e), &e, ERR_USAGE);
	buf_clear(&b);
	buf_clear(&again);
}

static void
test_names(void **state)
{
	static const char *const bad[] = { "", " ", "a b", "a+b", "a\tb",
		"a\xc2\xa0", "\xe3\x80\x80", "a\xe2\x80\xa8", "\xff",
		"a\xc2\x85", "\xe1\x9a\x80" };

	(void)state;
	assert_true(note_is_name(span_text("example.org/log")));
	assert_true(note_is_name(span_text("\xe2\x84\xaa")));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(note_is_name(span_text(bad[i])));
}

static void
test_refused(void **state)
{
	struct buf b = { 0 };
	struct note note;
	struct err e;

	(void)state;
	sign(&b);
	for (size_t n = 0; n < b.n; n++) {
		/* Cut behind a line, it is a note with less in it. */
		if (note_parse(&note, (struct span){ b.at, n }, &e) == 0) {
			assert_true(b.at[n - 1] == '\n');
			note_clear(&note);
		}
	}
	buf_zeros(&b, 1);
	assert_err(note_parse(&note, span_buf(&b), &e), &e, ERR_FORMAT);
	b.n = 0;
	buf_text(&b, "text\n\n");
	for (unsigned i = 0; i <= LIMIT_NOTE_SIGNATURES; i++)
		buf_text(&b, "\xe2\x80\x94 a AAAAAAAA\n");
	assert_err(note_parse(&note, span_buf(&b), &e), &e, ERR_LIMIT);
	b.n = 0;
	for (unsigned i = 0; i <= LIMIT_NOTE_BYTES; i++)
		buf_byte(&b, '\n');
	assert_err(note_parse(&note, span_buf(&b), &e), &e, ERR_LIMIT);
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
