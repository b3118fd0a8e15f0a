/* SPDX-License-Identifier: MIT */
/*
 * The parts of reading a bag: lines out of every encoding, a table of paths,
 * names that are alike.
 */
#include "config.h"

#include "unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "deposit/bagit_fold.h"
#include "deposit/bagit_table.h"
#include "deposit/bagit_talk.h"
#include "deposit/tagfile.h"

/* A file that holds ${text}. */
static int
file_of(struct span text)
{
	char name[] = "tag.XXXXXX";
	const int fd = mkstemp(name);

	assert_true(fd >= 0);
	unlink(name);
	assert_int_equal(write(fd, text.at, text.n), (ssize_t)text.n);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

#define BYTES(s) (struct span){ (const uint8_t *)(s), sizeof(s) - 1 }

/* The lines of ${text}, each in brackets; the error behind a bar. */
static void
lines(struct span text, enum tagfile_encoding encoding, const char *want)
{
	struct buf got = { 0 };
	struct tagfile t = { 0 };
	struct span line;
	struct err e;
	int rc;

	tagfile_open(&t, file_of(text), encoding);
	while ((rc = tagfile_line(&line, &t, &e)) > 0) {
		buf_byte(&got, '[');
		buf_span(&got, line);
		buf_byte(&got, ']');
	}
	if (rc < 0)
		buf_fmt(&got, "|%s", e.text);
	assert_string_equal(buf_string(&got), want);
	tagfile_close(&t);
	buf_clear(&got);
}

static void
encodings(void **state)
{
	(void)state;
	lines(BYTES(""), TAGFILE_UTF8, "");
	lines(BYTES("a\nb"), TAGFILE_UTF8, "[a][b]");
	lines(BYTES("a\r\nb\r\n"), TAGFILE_UTF8, "[a][b]");
	lines(BYTES("a\rb\r"), TAGFILE_UTF8, "[a][b]");
	lines(BYTES("a\n\rb\n\n"), TAGFILE_UTF8, "[a][][b][]");
	lines(BYTES("a\r\r\nb"), TAGFILE_UTF8, "[a][][b]");
	lines(BYTES("\xc3\xa9\n\xe9\n"), TAGFILE_UTF8, "[\xc3\xa9]|not UTF-8");
	lines(BYTES("\xed\xa0\x80\n"), TAGFILE_UTF8, "|not UTF-8");
	lines(BYTES("\xe9\n\x80"), TAGFILE_LATIN1, "[\xc3\xa9][\xc2\x80]");
	lines(BYTES("\0a\0\r\0\n\0b"), TAGFILE_UTF16, "[a][b]");
	lines(BYTES("\xfe\xff\0a\0\n\0b"), TAGFILE_UTF16, "[a][b]");
	lines(BYTES("\xff\xfe" "a\0\n\0b\0"), TAGFILE_UTF16, "[a][b]");
	lines(BYTES("a\0\n\0b\0"), TAGFILE_UTF16LE, "[a][b]");
	lines(BYTES("\xfe\xff\xd8\x3d\xde\x00"), TAGFILE_UTF16,
	    "[\xf0\x9f\x98\x80]");
	lines(BYTES("\xd8\x3d\0a"), TAGFILE_UTF16,
	    "|not UTF-16: half of a pair of surrogates");
	lines(BYTES("\xde\x00"), TAGFILE_UTF16,
	    "|not UTF-16: half of a pair of surrogates");
	lines(BYTES("\xd8\x3d"), TAGFILE_UTF16,
	    "|not UTF-16: half of a pair of surrogates");
	lines(BYTES("\0a\n"), TAGFILE_UTF16,
	    "|half a UTF-16 character at its end");
	lines(BYTES("\xfe"), TAGFILE_UTF16,
	    "|half a UTF-16 character at its end");
}

/* At the limit of a line, and one beyond it; ends on both sides of a piece. */
static void
long_lines(void **state)
{
	const size_t n = LIMIT_BAG_LINE;
	uint8_t *text = malloc(8 * n);
	struct tagfile t = { 0 };
	struct span line;
	struct err e = { 0 };

	(void)state;
	memset(text, 'a', 8 * n);
	text[n] = '\n';
	tagfile_open(&t, file_of((struct span){ text, 2 * n + 2 }),
	    TAGFILE_UTF8);
	assert_int_equal(tagfile_line(&line, &t, &e), 1);
	assert_int_equal(line.n, n);
	assert_int_equal(t.line, 1);
	assert_err_text(tagfile_line(&line, &t, &e), &e, ERR_LIMIT, "a line");
	tagfile_close(&t);

	/* CR and LF in two pieces of 256 KiB. */
	text[n] = 'a';
	for (size_t i = 1; i <= 8; i++)
		text[i * n / 2 - 1] = '\r';
	text[4 * n] = '\n';
	tagfile_open(&t, file_of((struct span){ text, 4 * n + 3 }),
	    TAGFILE_UTF8);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(tagfile_line(&line, &t, &e), 1);
		assert_int_equal(line.n, n / 2 - 1);
	}
	assert_int_equal(tagfile_line(&line, &t, &e), 1);
	assert_span(line, "aa");
	assert_int_equal(tagfile_line(&line, &t, &e), 0);
	tagfile_close(&t);
	free(text);
}

static void
names(void **state)
{
	enum tagfile_encoding e;

	(void)state;
	assert_true(tagfile_encoding_parse(&e, span_text("utf-8")));
	assert_int_equal(e, TAGFILE_UTF8);
	assert_true(tagfile_encoding_parse(&e, span_text("Iso-8859-1")));
	assert_int_equal(e, TAGFILE_LATIN1);
	assert_true(tagfile_encoding_parse(&e, span_text("UTF-16")));
	assert_int_equal(e, TAGFILE_UTF16);
	assert_false(tagfile_encoding_parse(&e, span_text("")));
	assert_false(tagfile_encoding_parse(&e, span_text("UTF-8 ")));
	assert_false(tagfile_encoding_parse(&e, span_text("UTF-32")));
}

static void
table(void **state)
{
	struct bagit_table l = { 0 };
	uint8_t hash[HASH_MOST] = { 0 };
	struct err e = { 0 };
	char path[32];
	size_t i;

	(void)state;
	assert_false(bagit_table_find(&i, &l, span_text("x")));
	for (unsigned n = 0; n < 5000; n++) {
		snprintf(path, sizeof(path), "data/%u", n);
		assert_int_equal(bagit_table_put(&i, &l, span_text(path), &e),
		    0);
		assert_int_equal(i, n);
		memcpy(hash, &n, sizeof(n));
		assert_int_equal(bagit_table_say(&l, i, HASH_SHA512, hash,
		    &e), 0);
		assert_int_equal(bagit_table_put(&i, &l, span_text(path), &e),
		    1);
	}
	for (unsigned n = 0; n < 5000; n++) {
		snprintf(path, sizeof(path), "data/%u", n);
		assert_true(bagit_table_find(&i, &l, span_text(path)));
		assert_int_equal(i, n);
		memcpy(hash, &n, sizeof(n));
		assert_true(bagit_table_agrees(&l, i, HASH_SHA512, hash));
		/* A longer hash is held as a digest of all of it. */
		hash[63] ^= 1;
		assert_false(bagit_table_agrees(&l, i, HASH_SHA512, hash));
		hash[63] ^= 1;
	}
	assert_false(bagit_table_agrees(&l, 9999, HASH_SHA512, hash));
	assert_false(bagit_table_agrees(&l, 0, HASH_MD5, hash));
	assert_int_equal(bagit_table_say_length(&l, 70, 7, &e), 0);
	assert_true(l.length[70] == 7 && l.length[69] == UINT64_MAX);
	bagit_table_clear(&l);
}

static void
alike(const char *a, const char *b, bool are)
{
	struct buf x = { 0 }, y = { 0 };

	bagit_fold(&x, span_text(a));
	bagit_fold(&y, span_text(b));
	if (span_equal(span_buf(&x), span_buf(&y)) != are)
		fail_msg("%s, %s: %d", a, b, !are);
	buf_clear(&x);
	buf_clear(&y);
}

static void
folds(void **state)
{
	(void)state;
	alike("data/README", "data/readme", true);
	alike("data/a", "data/b", false);
	alike("\xc3\x89", "e\xcc\x81", true);		/* E acute */
	alike("\xe1\xba\xbf", "e\xcc\x82\xcc\x81", true);	/* two marks */
	alike("\xc3\x86", "\xc3\xa6", true);		/* AE */
	alike("\xc5\x81", "\xc5\x82", true);		/* L with stroke */
	alike("\xc5\x8a", "\xc5\x8b", true);		/* ENG */
	alike("\xce\xa3", "\xcf\x82", true);		/* sigmas */
	alike("\xd0\x81", "\xd1\x91", true);		/* Cyrillic IO */
	alike("\xd0\x99", "\xd0\xb8\xcc\x86", true);	/* short I */
	alike("\xea\xb0\x81", "\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8",
	    true);					/* Hangul */
	alike("\xea\xb0\x80", "\xe1\x84\x80\xe1\x85\xa1", true);
	alike("\xc3\x97", "\xc3\xb7", false);		/* times, divide */
	alike("\xc3\x9f", "ss", false);
	alike("\xff", "\xfe", false);			/* no UTF-8 */
	alike("\xff" "A", "\xff" "a", true);
}

static size_t told[3];

static void
count(void *ctx, enum check_result result, enum bagit_status status,
    const char *what, const char *text)
{
	(void)ctx, (void)status, (void)what, (void)text;
	told[result]++;
}

/* As many findings as are told, and one more. */
static void
talk(void **state)
{
	struct bagit_talk t = { .tell = count };

	(void)state;
	for (unsigned i = 0; i < LIMIT_BAG_FINDINGS; i++)
		bagit_talk_fail(&t, BAGIT_INCOMPLETE, BAGIT_TREE, "x");
	bagit_talk_rest(&t, BAGIT_TREE);
	assert_int_equal(told[CHECK_FAIL], LIMIT_BAG_FINDINGS);
	assert_int_equal(told[CHECK_NOTE], 0);
	bagit_talk_fail(&t, BAGIT_DAMAGED, BAGIT_TREE, "x");
	bagit_talk_rest(&t, BAGIT_TREE);
	assert_int_equal(told[CHECK_FAIL], LIMIT_BAG_FINDINGS);
	assert_int_equal(told[CHECK_NOTE], 1);
	assert_int_equal(t.worst, BAGIT_DAMAGED);
	assert_true(bagit_talk_clean(&t, BAGIT_OXUM));
	for (int s = BAGIT_GOOD; s <= BAGIT_NONE; s++)
		assert_true(strlen(bagit_talk_word(s)) > 3
		    && strlen(bagit_talk_words(s)) > 10);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(encodings),
		cmocka_unit_test(long_lines),
		cmocka_unit_test(names),
		cmocka_unit_test(table),
		cmocka_unit_test(folds),
		cmocka_unit_test(talk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
