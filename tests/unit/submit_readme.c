/* SPDX-License-Identifier: MIT */
/* What an author tells arXiv's service: read as the service reads it. */
#include "config.h"

#include <sys/stat.h>

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
	refused("{\"process\": {\"compiler\": 1}}",
	    "neither a string nor an object: compiler");
	refused("{\"sources\": {}}", "not a list: sources");
	refused("{\"sources\": [{}]}", "without a filename");
	refused("{\"sources\": [{\"filename\": \"a\", \"usage\": \"main\"}]}",
	    "usage that is not known: main");
	refused("{\"sources\": [{\"filename\": \"a\", \"role\": 1}]}",
	    "not known: role");
}

/* One member: what is accepted is no finding. */
static void
accepted(struct readme *r, const char *text)
{
	check(r, "00README.json", text, NULL);
}

static void
taken(const char *text)
{
	struct readme r;

	accepted(&r, text);
	readme_clear(&r);
}

static void
test_types(void **state)
{
	(void)state;
	taken("{\"comment\": 7, \"version\": [], \"spec_version\": \"1\"}");
	taken("{\"spec_version\": null}");
	taken("{\"process\": {\"compiler\": null, \"fontmaps\": null}}");
	taken("{\"process\": {\"fontmaps\": []}}");
	refused("{\"process\": {\"fontmaps\": \"a.map\"}}",
	    "not a list of strings: fontmaps");
	refused("{\"process\": {\"fontmaps\": [1]}}",
	    "not a list of strings: fontmaps");
	refused("{\"process\": null}", "not an object: process");
	taken("{\"sources\": [{\"filename\": \"a\", \"usage\": null, "
	    "\"orientation\": \"portrait\", \"keep_comments\": \"Yes\", "
	    "\"fontmaps\": [\"a.map\"]}]}");
	taken("{\"sources\": [{\"filename\": \"a\", \"orientation\": null, "
	    "\"keep_comments\": 0}]}");
	refused("{\"sources\": [\"a\"]}", "without a filename");
	refused("{\"sources\": [{\"filename\": null}]}", "without a filename");
	refused("{\"sources\": [{\"filename\": \"a\", \"usage\": 1}]}",
	    "neither a string nor null: usage");
	refused("{\"sources\": [{\"filename\": \"a\", \"orientation\": "
	    "\"sideways\"}]}", "an orientation that is not known: sideways");
	refused("{\"sources\": [{\"filename\": \"a\", \"orientation\": "
	    "true}]}", "neither a string nor null: orientation");
	refused("{\"sources\": [{\"filename\": \"a\", \"keep_comments\": "
	    "\"perhaps\"}]}", "neither true nor false: keep_comments");
	refused("{\"sources\": [{\"filename\": \"a\", \"keep_comments\": "
	    "2}]}", "neither true nor false: keep_comments");
	refused("{\"sources\": [{\"filename\": \"a\", \"fontmaps\": {}}]}",
	    "not a list of strings: fontmaps");
	refused("{\"nohyperref\": \"never\"}",
	    "neither true nor false: nohyperref");
	taken("{\"nohyperref\": \"ON\"}");
}

static void
test_stamp(void **state)
{
	static const struct {
		const char *text;
		bool without;
	} cases[] = {
		{ "true", false }, { "false", true }, { "\"no\"", true },
		{ "\"No\"", true }, { "\"off\"", true }, { "\"0\"", true },
		{ "\"FALSE\"", true }, { "\"yes\"", false },
		{ "\"1\"", false }
	};
	static const char *const others[] = { "null", "0", "\"n\"", "\"\"",
		"[]" };
	char text[64];
	struct readme r;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		snprintf(text, sizeof(text), "{\"stamp\": %s}",
		    cases[i].text);
		accepted(&r, text);
		assert_int_equal(r.no_stamp, cases[i].without);
		readme_clear(&r);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		snprintf(text, sizeof(text), "{\"stamp\": %s}", others[i]);
		refused(text, "neither true nor false: stamp");
	}
}

/* The compiler in parts; ${want} is its word, or NULL: arXiv is to guess. */
static void
compiler(const char *parts, const char *want)
{
	char text[256];
	struct readme r;

	snprintf(text, sizeof(text), "{\"process\": {\"compiler\": {%s}}}",
	    parts);
	accepted(&r, text);
	if (want == NULL)
		assert_null(r.compiler);
	else
		assert_string_equal(r.compiler, want);
	readme_clear(&r);
}

static void
test_compiler(void **state)
{
	(void)state;
	compiler("\"engine\": \"tex\", \"lang\": \"latex\", \"output\": "
	    "\"pdf\", \"postp\": \"none\"", "pdflatex");
	compiler("\"engine\": \"tex\", \"lang\": \"latex\", \"output\": "
	    "\"dvi\", \"postp\": \"dvips_ps2pdf\"", "latex+dvips_ps2pdf");
	compiler("\"engine\": \"xetex\", \"lang\": \"latex\", \"output\": "
	    "\"pdf\", \"postp\": null", "xelatex");
	compiler("\"engine\": \"tex\", \"lang\": \"tex\", \"output\": "
	    "\"pdf\", \"postp\": \"none\"", "pdftex");
	compiler("\"engine\": \"unknown\", \"lang\": \"latex\", \"output\": "
	    "\"pdf\", \"postp\": \"unknown\"", NULL);
	compiler("\"compiler\": \"xelatex\"", "xelatex");
	refused("{\"process\": {\"compiler\": {\"engine\": \"tex\", \"lang\": "
	    "\"latex\", \"output\": \"pdf\"}}}", "not known: postp");
	refused("{\"process\": {\"compiler\": {\"engine\": \"pdftex\", "
	    "\"lang\": \"latex\", \"output\": \"pdf\", \"postp\": null}}}",
	    "not known: engine");
	refused("{\"process\": {\"compiler\": {}}}", "not known: engine");
	refused("{\"process\": {\"compiler\": []}}",
	    "neither a string nor an object: compiler");
}

/* The service keeps the last that is said of a file in JSON, all that is in
 * an older file. */
static void
test_twice(void **state)
{
	struct readme r;

	(void)state;
	accepted(&r, "{\"sources\": [{\"filename\": \"a\", \"usage\": "
	    "\"ignore\"}, {\"filename\": \"a\", \"usage\": \"include\"}]}");
	assert_int_equal(r.n, 1);
	assert_int_equal(r.sources[0].usage, README_INCLUDE);
	readme_clear(&r);
	check(&r, "00README.XXX", "a.dvi toplevelfile\na.dvi landscape\n",
	    NULL);
	assert_int_equal(r.n, 1);
	assert_int_equal(r.sources[0].usage, README_TOPLEVEL);
	readme_clear(&r);
}

/* What is no file is an error, and is not read. */
static void
not_a_file(const char *path)
{
	struct findings f = { 0 };
	struct readme r;
	struct err e;

	assert_int_equal(readme_load(&r, &f, dir, &e), -1);
	assert_int_equal(e.kind, ERR_FORMAT);
	assert_non_null(strstr(e.text, "00README.json: "));
	assert_non_null(strstr(e.text, "not a plain file"));
	readme_clear(&r);
	finding_clear(&f);
	assert_int_equal(remove(path), 0);
}

static void
test_no_file(void **state)
{
	char *path = file_join(dir, "00README.json");

	(void)state;
	sample_write(dir, "other", span_text("{}"));
	assert_int_equal(symlink("other", path), 0);
	not_a_file(path);
	assert_int_equal(symlink("nowhere", path), 0);
	not_a_file(path);
	assert_int_equal(mkdir(path, 0700), 0);
	not_a_file(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	not_a_file(path);
	free(path);
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
		cmocka_unit_test_setup_teardown(test_types, begin, end),
		cmocka_unit_test_setup_teardown(test_stamp, begin, end),
		cmocka_unit_test_setup_teardown(test_compiler, begin, end),
		cmocka_unit_test_setup_teardown(test_twice, begin, end),
		cmocka_unit_test_setup_teardown(test_no_file, begin, end),
		cmocka_unit_test_setup_teardown(test_lines, begin, end),
		cmocka_unit_test_setup_teardown(test_which, begin, end)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
