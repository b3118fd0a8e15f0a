/* SPDX-License-Identifier: MIT */
/* What an author tells arXiv's service: read as the service reads it. */
#include "config.h"

#include "unit.h"

#include "folder.h"
#include "submit/readme.h"

/* Read ${text} as the file ${name}; ${want} is in the text of a finding, or
 * NULL: there is none. */
static void
check(struct readme *r, const char *name, const char *text, const char *want)
{
	char *path = file_join(dir, name);
	struct findings f = { 0 };
	struct err e;

	sample_write(dir, name, span_text(text));
	assert_int_equal(readme_load(r, &f, dir, &e), 0);
	if (want == NULL && f.n > 0)
		fail_msg("%s: %s", text, f.list[0].text);
	if (want != NULL && (f.n == 0 || strstr(f.list[0].text, want) == NULL))
		fail_msg("%s: not told: %s", text, want);
	finding_clear(&f);
	unlink(path);
	free(path);
}

static void
refused(const char *text, const char *want)
{
	struct readme r;

	check(&r, "00README.json", text, want);
	readme_clear(&r);
}

static void
test_json(void **state)
{
	struct readme r;

	(void)state;
	check(&r, "00README.json", "{\"spec_version\": 1, "
	    "\"texlive_version\": \"TL2023\", \"stamp\": false, "
	    "\"process\": {\"compiler\": \"xelatex\"}, \"sources\": ["
	    "{\"filename\": \"a.tex\"}, "
	    "{\"filename\": \"b.tex\", \"usage\": \"ignore\"}, "
	    "{\"filename\": \"c.tex\", \"orientation\": \"landscape\"}]}",
	    NULL);
	assert_string_equal(r.file, "00README.json");
	assert_string_equal(r.compiler, "xelatex");
	assert_int_equal(r.texlive, 2023);
	assert_true(r.no_stamp);
	assert_false(r.maps);
	assert_int_equal(r.n, 3);
	assert_string_equal(r.sources[0].name, "a.tex");
	assert_int_equal(r.sources[0].usage, README_TOPLEVEL);
	assert_int_equal(r.sources[1].usage, README_IGNORE);
	assert_int_equal(r.sources[2].usage, README_NONE);
	readme_clear(&r);
	check(&r, "00readme.JSON", "{\"texlive-version\": 2025, \"process\": "
	    "{\"fontmaps\": [\"a.map\"]}}", NULL);
	assert_int_equal(r.texlive, 2025);
	assert_true(r.maps);
	readme_clear(&r);
}

static void
test_refused(void **state)
{
	(void)state;
	refused("{", "00README.json: ");
	refused("[]", "arXiv refuses it");
	refused("{\"texlive\": 2025}", "not known: texlive");
	refused("{\"spec_version\": 2}", "not 1: spec_version");
	refused("{\"texlive_version\": 2024}", "neither 2023 nor 2025");
	refused("{\"texlive_version\": \"20x5\"}", "neither 2023 nor 2025");
	refused("{\"texlive_version\": null}", "neither 2023 nor 2025");
	refused("{\"process\": []}", "not an object: process");
	refused("{\"process\": {\"engine\": \"tex\"}}", "not known: engine");
	refused("{\"process\": {\"compiler\": 1}}", "not a string: compiler");
	refused("{\"sources\": {}}", "not a list: sources");
	refused("{\"sources\": [{}]}", "without a filename");
	refused("{\"sources\": [{\"filename\": \"a\", \"usage\": \"main\"}]}",
	    "usage that is not known: main");
	refused("{\"sources\": [{\"filename\": \"a\", \"role\": 1}]}",
	    "not known: role");
}

static void
test_lines(void **state)
{
	struct readme r;

	(void)state;
	check(&r, "00README.XXX", "a.tex toplevelfile\r\n\nb.tex  ignore\n"
	    "c.map fontmap\nnostamp\nwhat else stands here\n", NULL);
	assert_int_equal(r.n, 2);
	assert_string_equal(r.sources[0].name, "a.tex");
	assert_int_equal(r.sources[0].usage, README_TOPLEVEL);
	assert_int_equal(r.sources[1].usage, README_IGNORE);
	assert_true(r.maps);
	assert_true(r.no_stamp);
	readme_clear(&r);
	check(&r, "00README.XXX", "a.tex mainfile\n", "not known: mainfile");
	readme_clear(&r);
}

static void
test_which(void **state)
{
	struct readme r;

	(void)state;
	check(&r, "paper.tex", "", NULL);
	assert_null(r.file);
	readme_clear(&r);
	check(&r, "00README.toml", "", "00README.toml: arXiv reads 00README");
	assert_null(r.file);
	readme_clear(&r);
	sample_write(dir, "00README.json", span_text("{}"));
	check(&r, "00README.XXX", "nostamp\n", "00README.XXX: arXiv reads "
	    "00README.json only");
	assert_string_equal(r.file, "00README.json");
	assert_false(r.no_stamp);
	readme_clear(&r);
	check(&r, "00readme.json", "{}", "takes one such file");
	readme_clear(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_json, begin, end),
		cmocka_unit_test_setup_teardown(test_refused, begin, end),
		cmocka_unit_test_setup_teardown(test_lines, begin, end),
		cmocka_unit_test_setup_teardown(test_which, begin, end)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
