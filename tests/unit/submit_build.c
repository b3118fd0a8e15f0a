/* SPDX-License-Identifier: MIT */
/* What TeX's log tells. */
#include "config.h"

#include "unit.h"

#include "submit/build.h"

static void
test_pages(void **state)
{
	(void)state;
	assert_int_equal(build_pages(span_text("x\nOutput written on p.pdf "
	    "(12 pages, 3 bytes).\n")), 12);
	assert_int_equal(build_pages(span_text("Output written on a (2).dvi "
	    "(1 page, 3 bytes).")), 1);
	assert_int_equal(build_pages(span_text("No pages of output.\n")), -1);
	assert_int_equal(build_pages(span_text("Output written on x")), -1);
	assert_int_equal(build_pages(span_text("")), -1);
}

static void
check(const char *log, const char *want)
{
	struct buf out = { 0 };

	assert_int_equal(build_error(&out, span_text(log)), want != NULL);
	if (want != NULL)
		assert_string_equal(buf_string(&out), want);
	buf_clear(&out);
}

static void
test_error(void **state)
{
	(void)state;
	check("(a.tex\n./a.tex:12: LaTeX Error: no.\nl.12 x\n",
	    "./a.tex:12: LaTeX Error: no.");
	check("x\n! Emergency stop.\n", "! Emergency stop.");
	check("ch/my file.tex:1: Undefined control sequence.\r\n",
	    "ch/my file.tex:1: Undefined control sequence.");
	check("File: x 2020/01/01\n12:30: \n(x.tex:3: y\n: 3: z\n:3: z\na:b:"
	    "\nLaTeX Warning: Reference\n", "12:30: ");
	check("all is well\nLaTeX Warning: Citation `a:1' on page 1\n", NULL);
	check("", NULL);
}

static void
test_engine(void **state)
{
	(void)state;
	assert_int_equal(build_engine_parse("latex"), BUILD_LATEX);
	assert_int_equal(build_engine_parse("tex"), -1);
	assert_string_equal(build_engine_word(BUILD_XELATEX), "xelatex");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages),
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_engine)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
