/* SPDX-License-Identifier: MIT */
/* TeX sources as lines: comments, the one change, dates and secrets. */
#include "config.h"

#include "unit.h"

#include "submit/source.h"

static void
test_code(void **state)
{
	(void)state;
	assert_int_equal(source_code(span_text("ab % c")), 3);
	assert_int_equal(source_code(span_text("50\\% of % c")), 8);
	assert_int_equal(source_code(span_text("\\\\% c")), 2);
	assert_int_equal(source_code(span_text("no comment\\")), 11);
}

static void
test_find(void **state)
{
	(void)state;
	assert_int_equal(source_find(span_text("a\n% \\x\n\\xy\r\n b\\x{}"),
	    "\\x"), 4);
	assert_int_equal(source_find(span_text("a\rb\r\\x"), "\\x"), 3);
	assert_int_equal(source_find(span_text("\\xyz"), "\\x"), 0);
	assert_int_equal(source_find(span_text(""), "\\x"), 0);
}

/* The change in ${text} gives ${want}; NULL: none is made. */
static void
check(const char *text, const char *want, enum source_outcome outcome)
{
	struct source_edit s;

	assert_int_equal(source_insert(&s, span_text(text), "p.tex",
	    "p.pith.tex"), outcome);
	if (want != NULL)
		assert_string_equal(buf_string(&s.text), want);
	source_edit_clear(&s);
}

#define LINE "\\InputIfFileExists{p.pith.tex}{}{}"

static void
test_insert(void **state)
{
	(void)state;
	check("a\n\\begin{document}\nb\n", "a\n" LINE "\n\\begin{document}\n"
	    "b\n", SOURCE_DONE);
	check("a\r\n\\begin{document}\r\n", "a\r\n" LINE
	    "\r\n\\begin{document}\r\n", SOURCE_DONE);
	check("a\r\\begin{document}\r", "a\r" LINE "\r\\begin{document}\r",
	    SOURCE_DONE);
	check("  \\begin{document}", LINE "\n  \\begin{document}",
	    SOURCE_DONE);
	check("\\title{T}\\begin{document} x", "\\title{T}" LINE
	    "\\begin{document} x", SOURCE_DONE);
	check("% \\begin{document}\n\\begin{document}\n",
	    "% \\begin{document}\n" LINE "\n\\begin{document}\n",
	    SOURCE_DONE);
	check("\\begin{filecontents*}{x}\n\\begin{document}\n"
	    "\\end{filecontents*}\n\\begin{document}\n",
	    "\\begin{filecontents*}{x}\n\\begin{document}\n"
	    "\\end{filecontents*}\n" LINE "\n\\begin{document}\n",
	    SOURCE_DONE);
	check(LINE "\n\\begin{document}\n", NULL, SOURCE_THERE);
	check("% " LINE "\n\\begin{document}\n", "% " LINE "\n" LINE
	    "\n\\begin{document}\n", SOURCE_DONE);
	check("\\input{body}\n", NULL, SOURCE_NOWHERE);
	check("", NULL, SOURCE_NOWHERE);
}

static void
test_hunk(void **state)
{
	struct source_edit s;

	(void)state;
	assert_int_equal(source_insert(&s, span_text("1\n2\n3\n4\n5\n"
	    "\\begin{document}\n7\n8\n9\n10\n11\n"), "p.tex", "p.pith.tex"),
	    SOURCE_DONE);
	assert_string_equal(buf_string(&s.hunk), "--- p.tex\n"
	    "+++ p.tex in the archive\n@@ -3,7 +3,8 @@\n 3\n 4\n 5\n+" LINE
	    "\n \\begin{document}\n 7\n 8\n 9\n");
	source_edit_clear(&s);
	assert_int_equal(source_insert(&s, span_text("a\\begin{document}\n"),
	    "p.tex", "p.pith.tex"), SOURCE_DONE);
	assert_string_equal(buf_string(&s.hunk), "--- p.tex\n"
	    "+++ p.tex in the archive\n@@ -1,1 +1,1 @@\n-a\\begin{document}\n"
	    "+a" LINE "\\begin{document}\n");
	source_edit_clear(&s);
}

/* How many findings there are in ${text}. */
static size_t
todays(const char *text)
{
	struct findings f = { 0 };
	size_t n;

	source_today(&f, FINDING_REJECTS, "p.tex", span_text(text));
	n = f.n;
	finding_clear(&f);
	return n;
}

static size_t
secrets(const char *text)
{
	struct findings f = { 0 };
	size_t n;

	source_secrets(&f, "p.tex", span_text(text));
	assert_false(finding_rejects(&f));
	n = f.n;
	finding_clear(&f);
	return n;
}

static void
test_words(void **state)
{
	(void)state;
	assert_int_equal(todays("\\date{\\today}\n\\today"), 2);
	assert_int_equal(todays("% \\today\n\\todayx\n\\def\\today{x}\n"
	    "\\renewcommand{\\today}{x}\n\\let\\today\\relax"), 0);
	assert_int_equal(secrets("% Password: x\n% nothing\nthe password"), 1);
	assert_int_equal(secrets("key AKIA0123456789ABCDEF\n"
	    "-----BEGIN RSA PRIVATE KEY-----\nAKIA\n"), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_code),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_insert),
		cmocka_unit_test(test_hunk),
		cmocka_unit_test(test_words)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
