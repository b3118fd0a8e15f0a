/* SPDX-License-Identifier: MIT */
/* arXiv ids and DOIs: one normal form for each, all else refused. */
#include "config.h"

#include "unit.h"

#include "number/alias.h"

static const struct {
	const char *text, *name;
	enum alias_kind kind;
	unsigned version;
} taken[] = {
	{ "arXiv:2104.07857", "2104.07857", ALIAS_ARXIV, 0 },
	{ "2104.07857", "2104.07857", ALIAS_ARXIV, 0 },
	{ "0704.0001", "0704.0001", ALIAS_ARXIV, 0 },
	{ "ARXIV:2104.07857V12", "2104.07857", ALIAS_ARXIV, 12 },
	{ "2104.07857v9999", "2104.07857", ALIAS_ARXIV, 9999 },
	{ "cs/0409038", "cs/0409038", ALIAS_ARXIV, 0 },
	{ "arXiv:hep-th/9901001v3", "hep-th/9901001", ALIAS_ARXIV, 3 },
	{ "math.GT/0309136", "math/0309136", ALIAS_ARXIV, 0 },
	{ "Astro-PH/9911314", "astro-ph/9911314", ALIAS_ARXIV, 0 },
	{ "10.48550/arXiv.2104.07857", "2104.07857", ALIAS_ARXIV, 0 },
	{ "doi:10.48550/arxiv.cs/0409038", "cs/0409038", ALIAS_ARXIV, 0 },
	{ "10.1000/182", "10.1000/182", ALIAS_DOI, 0 },
	{ "DOI:10.1103/PhysRevD.1", "10.1103/physrevd.1", ALIAS_DOI, 0 },
	{ "https://doi.org/10.1000/a._;()/:-z", "10.1000/a._;()/:-z",
	    ALIAS_DOI, 0 },
	{ "http://DOI.ORG/10.123456789/x", "10.123456789/x", ALIAS_DOI, 0 },
	{ "10.48550/other", "10.48550/other", ALIAS_DOI, 0 }
};

static void
test_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
		struct alias a = { 0 };

		if (alias_parse(&a, span_text(taken[i].text)) != taken[i].kind)
			fail_msg("%s: not taken", taken[i].text);
		assert_int_equal(a.kind, taken[i].kind);
		assert_string_equal(a.name, taken[i].name);
		assert_int_equal(a.version, taken[i].version);
	}
}

static void
test_refused(void **state)
{
	static const char *const rows[] = { "", "arXiv:", "2104", "2104.",
		"2104.078", "2104.078571", "210.07857", "21044.0785",
		"2104.07857v", "2104.07857v0", "2104.07857v01",
		"2104.07857v10000", "2104.07857x", "2104.07857 ",
		"2104-07857", "cs/040903", "cs/04090388", "c/0409038",
		"-cs/0409038", "cs.X/0409038", "cs.LGX/0409038",
		"cs/0409038/", "10.", "10.1000", "10.1000/", "10.100/x",
		"10.1234567890/x", "10.1000/a%b", "10.1000/a b",
		"10.1000/a#b", "10.1000/\\b", "10.1000/{b}", "10.1000/\xc3\xa9",
		"doi:2104.07857", "https://doi.org/2104.07857",
		"https://doi.org.evil/10.1000/1", "doi:doi:10.1000/1",
		"arXiv:10.1000/182", "arXiv:arXiv:2104.07857",
		"RE7YA4NUEPAVNSZTI7K5XFZRCI", "pith:RE7YA4NU" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct alias a = { 0 };

		if (alias_parse(&a, span_text(rows[i])) != ALIAS_NONE)
			fail_msg("%s: taken as %s", rows[i], a.name);
	}
}

/* The longest DOI fits its field, and none is longer. */
static void
test_length(void **state)
{
	char big[LIMIT_SPELLING_BYTES + 2];
	struct alias a;

	(void)state;
	memset(big, 'x', sizeof(big));
	memcpy(big, "10.1000/", 8);
	assert_int_equal(alias_parse(&a, (struct span){ (uint8_t *)big,
	    LIMIT_SPELLING_BYTES - 1 }), ALIAS_DOI);
	assert_int_equal(strlen(a.name), LIMIT_SPELLING_BYTES - 1);
	assert_int_equal(alias_parse(&a, (struct span){ (uint8_t *)big,
	    LIMIT_SPELLING_BYTES + 1 }), ALIAS_NONE);
}

static void
test_looks(void **state)
{
	(void)state;
	assert_int_equal(alias_looks(span_text("arxiv:?")), ALIAS_ARXIV);
	assert_int_equal(alias_looks(span_text("10.?")), ALIAS_DOI);
	assert_int_equal(alias_looks(span_text("DOI:?")), ALIAS_DOI);
	assert_int_equal(alias_looks(span_text("https://doi.org/")),
	    ALIAS_DOI);
	assert_int_equal(alias_looks(span_text("pith:")), ALIAS_NONE);
	assert_int_equal(alias_looks(span_text("arxiv")), ALIAS_NONE);
	assert_int_equal(alias_looks(span_text("")), ALIAS_NONE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_length),
		cmocka_unit_test(test_looks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
