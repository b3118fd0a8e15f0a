/* SPDX-License-Identifier: MIT */
/* What a build read: told apart by where it lies, whatever the names are. */
#include "config.h"

#include "unit.h"

#include "submit/recorder.h"

static struct recorder_roots roots;

static int
begin(void **state)
{
	(void)state;
	buf_text(&roots.texlive, "/usr/share/texlive:/var/lib/texmf\n");
	buf_text(&roots.tree, "/home/a/texmf:/usr/local/texmf/\n");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	recorder_roots_clear(&roots);
	return 0;
}

/* Read an .fls and write what came of it: a digit for the kind, ! for what
 * was written too, and the name. */
static void
check(const char *fls, const char *want)
{
	struct recorder r;
	struct buf got = { 0 };
	struct err e;

	assert_int_equal(recorder_read(&r, span_text(fls), "/home/a/paper",
	    "/tmp/x/out", &roots, &e), 0);
	for (size_t i = 0; i < r.n; i++)
		buf_fmt(&got, "%d%s%s ", (int)r.list[i].kind,
		    r.list[i].written ? "!" : ":", r.list[i].name);
	assert_string_equal(buf_string(&got), want);
	buf_clear(&got);
	recorder_clear(&r);
}

static void
test_kinds(void **state)
{
	(void)state;
	check("PWD /home/a/paper\nINPUT paper.tex\n", "0:paper.tex ");
	check("INPUT ./ch/one.tex\nINPUT ch/one.tex\nINPUT ch//x/../one.tex\n",
	    "0:ch/one.tex ");
	check("INPUT /home/a/paper/fig.pdf\n", "1:fig.pdf ");
	check("INPUT /tmp/x/out/paper.bbl\n", "2:paper.bbl ");
	check("INPUT /home/a/texmf/tex/own.sty\n", "3:own.sty ");
	check("INPUT /usr/local/texmf/tex/local.sty\n", "3:local.sty ");
	check("INPUT /usr/share/texlive/tex/article.cls\n",
	    "4:/usr/share/texlive/tex/article.cls ");
	check("INPUT ../macros.tex\nINPUT /home/a/paper2/x\n",
	    "5:../macros.tex 5:/home/a/paper2/x ");
	check("INPUT ch/../../x.tex\n", "5:ch/../../x.tex ");
	check("INPUT /usr/share/texlive2/x\n", "5:/usr/share/texlive2/x ");
}

/* What the build writes is its own, in whichever folder it is found. */
static void
test_written(void **state)
{
	(void)state;
	check("OUTPUT /tmp/x/out/paper.aux\nINPUT /tmp/x/out/paper.aux\n"
	    "INPUT paper.aux\nINPUT paper.bbl\n",
	    "0!paper.aux 0:paper.bbl 2!paper.aux ");
	check("OUTPUT refs.bib\nINPUT ./refs.bib\n", "0!refs.bib ");
}

static void
test_lines(void **state)
{
	(void)state;
	check("", "");
	check("INPUT a b.tex\r\nINPUT \nINPUTx\ninput y\nINPUT z", "0:a b.tex "
	    "0:z ");
}

static void
test_tidy(void **state)
{
	struct buf b = { 0 };

	(void)state;
	assert_true(recorder_tidy(&b, "./a//b/./c/../d"));
	assert_string_equal(buf_string(&b), "a/b/d");
	buf_clear(&b);
	assert_false(recorder_tidy(&b, "/a"));
	assert_false(recorder_tidy(&b, ".."));
	assert_false(recorder_tidy(&b, "./"));
	assert_false(recorder_tidy(&b, ""));
	buf_clear(&b);
	assert_true(recorder_tidy(&b, "a/../b"));
	assert_string_equal(buf_string(&b), "b");
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_written),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_tidy)
	};

	return cmocka_run_group_tests(tests, begin, end);
}
