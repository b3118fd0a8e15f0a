/* SPDX-License-Identifier: MIT */
/* Spellings of a number: what is folded, what is refused, and where. */
#include "config.h"

#include "unit.h"

#include "number/number.h"

#define N "RE7YA4NUEPAVNSZTI7K5XFZRCI"
#define L "re7ya4nuepavnszti7k5xfzrci"
#define SPAN(s) ((struct span){ (const uint8_t *)(s), sizeof(s) - 1 })

static const struct {
	const char *text, *suffix;
	unsigned year;
} taken[] = {
	{ "pith:2016:" N, N, 2016 }, { "pith:" N, N, 0 }, { N, N, 0 },
	{ L, N, 0 }, { "PITH:0001:" L, N, 1 }, { "Pith:" L, N, 0 },
	{ "pith:RE7YA4NU", "RE7YA4NU", 0 },
	{ "pith:re7ya4nuepav", "RE7YA4NUEPAV", 0 },
	{ "pith:RE7YA4NUEPAVNSZT", "RE7YA4NUEPAVNSZT", 0 },
	{ " \t\v\f\r\n" N "\n ", N, 0 },
	{ "https://pith.science/pith/" N, N, 0 },
	{ "http://www.pith.science/pith/" L "/", N, 0 },
	{ "HTTPS://PITH.SCIENCE/PITH/" N ".json", N, 0 },
	{ "https://pith.science/pith/" N "/bundle.json", N, 0 },
	{ "https://www.pith.science/pith/" N "/state.json", N, 0 },
	{ "^^70ith:2016:" N, N, 2016 }, { "^^^^0050ith:" N, N, 0 }
};

static void
test_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++) {
		struct number n;
		struct err e;

		if (number_parse(&n, span_text(taken[i].text), &e) < 0)
			fail_msg("%s: %s", taken[i].text, e.text);
		assert_string_equal(n.suffix, taken[i].suffix);
		assert_int_equal(n.year, taken[i].year);
		assert_int_equal(n.alias.kind, ALIAS_NONE);
		assert_int_equal(number_is_whole(&n), strlen(n.suffix) == 26);
	}
}

static void
test_typed(void **state)
{
	struct number n;
	struct err e;

	(void)state;
	assert_int_equal(number_parse(&n, span_text(" ^^50ith:" L " "), &e), 0);
	assert_string_equal(n.typed, "Pith:" L);
	assert_int_equal(number_parse(&n, span_text("arXiv:1607.04246v2"), &e),
	    0);
	assert_string_equal(n.suffix, "");
	assert_int_equal(n.alias.kind, ALIAS_ARXIV);
	assert_int_equal(n.alias.version, 2);
	assert_string_equal(n.alias.name, "1607.04246");
	assert_false(number_is_whole(&n));
}

static const struct {
	struct span text;
	const char *why;
} refused[] = {
	{ SPAN(""), "empty" }, { SPAN(" \n"), "empty" },
	{ SPAN("pith:"), "0 letters" }, { SPAN("x"), "1 letters" },
	{ SPAN("RE7YA4NU"), "8 letters where 26 belong" },
	{ SPAN("pith:RE7YA4N"), "7 letters" },
	{ SPAN("pith:RE7YA4NUE"), "9 letters" },
	{ SPAN("pith:2016:RE7YA4NU"), "8 letters where 26 belong" },
	{ SPAN("pith:2016:" N "A"), "27 letters" },
	{ SPAN("pith:16:" N), "character 8 is \":\"" },
	{ SPAN("pith:02016:" N), "character 10 is \"6\"" },
	{ SPAN("pith::" N), "character 6 is \":\"" },
	{ SPAN("pith:2O16:" N), "character 7 is \"O\"" },
	{ SPAN("pith: 2016:" N), "character 6 is U+0020" },
	{ SPAN("pith:2016:0E7YA4NUEPAVNSZTI7K5XFZRCI"),
	    "character 11 is \"0\" (U+0030) (digit zero; letter O?)" },
	{ SPAN("1E7YA4NUEPAVNSZTI7K5XFZRCI"), "letter I or L" },
	{ SPAN("8E7YA4NUEPAVNSZTI7K5XFZRCI"), "letter B" },
	{ SPAN("9E7YA4NUEPAVNSZTI7K5XFZRCI"), "character 1 is \"9\"" },
	{ SPAN(N "," N), "one number in each command" },
	{ SPAN(N " " N), "space or line break inside" },
	{ SPAN("RE7Y-A4NUEPAVNSZTI7K5XFZRCI"), "a dash" },
	{ SPAN("RE7Y\xe2\x80\x93" "A4NUEPAVNSZTI7K5XFZRCI"),
	    "character 5 is U+2013 (a dash)" },
	{ SPAN("RE7Y\xe2\x80\x8b" "A4NUEPAVNSZTI7K5XFZRCI"), "zero-width" },
	{ SPAN("\xc2\xa0" N), "a no-break space" },
	{ SPAN("\xe2\x80\xae" N), "U+202E (an invisible" },
	{ SPAN("p\xd1\x96th:" N), "character 2 is U+0456" },
	{ SPAN("\xe9" N), "byte 0xE9, which is not UTF-8" },
	{ SPAN(N "\0"), "character 27 is U+0000" },
	{ SPAN(N "======"), "character 27 is \"=\"" },
	{ SPAN("../" N), "character 1 is \".\"" },
	{ SPAN("-" N), "a dash" },
	{ SPAN("pith:pith:" N), "character 6 is \"p\"" },
	{ SPAN("^^5e^5e70ith:" N), "\"^\"" },
	{ SPAN("^^4A" N), "\"^\"" }, { SPAN("^^^^d800" N), "character 1" },
	{ SPAN("https://pith.science.evil/pith/" N), "another place" },
	{ SPAN("https://evil/pith.science/pith/" N), "another place" },
	{ SPAN("https://www.www.pith.science/pith/" N), "another place" },
	{ SPAN("ftp://pith.science/pith/" N), "character 4 is \":\"" },
	{ SPAN("https://pith.science/pith/" N "/../x"), "character 53" },
	{ SPAN("https://pith.science/pith/" N "?x"), "\"?\"" },
	{ SPAN("https://pith.science/pith/" N "#x"), "\"#\"" },
	{ SPAN("https://pith.science/pith/RE7YA4NU"), "8 letters" },
	{ SPAN("https://pith.science/pith/" N "/BUNDLE.JSON"), "\"/\"" },
	{ SPAN("arXiv:nonsense"), "not an arXiv id" },
	{ SPAN("doi:" N), "not a DOI" }, { SPAN("10.1/x"), "not a DOI" },
	{ SPAN("10.1000/a%b"), "not a DOI" }
};

/* A refusal names the place, and what was there before stays. */
static void
test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
		struct number n = { .year = 4711 };
		struct err e = { 0 };

		if (number_parse(&n, refused[i].text, &e) == 0)
			fail_msg("row %zu is taken", i);
		if (e.kind != ERR_FORMAT
		    || strstr(e.text, refused[i].why) == NULL)
			fail_msg("row %zu: \"%s\" is not in \"%s\"", i,
			    refused[i].why, e.text);
		assert_int_equal(n.year, 4711);
	}
}

static void
test_length(void **state)
{
	uint8_t big[LIMIT_SPELLING_BYTES + 1];
	struct number n;
	struct err e;

	(void)state;
	memset(big, ' ', sizeof(big));
	memcpy(big + 100, N, 26);
	assert_int_equal(number_parse(&n, (struct span){ big,
	    LIMIT_SPELLING_BYTES }, &e), 0);
	assert_string_equal(n.typed, N);
	assert_err(number_parse(&n, (struct span){ big, sizeof(big) }, &e),
	    &e, ERR_LIMIT);
	memset(big, 'A', sizeof(big));
	assert_err(number_parse(&n, (struct span){ big,
	    LIMIT_SPELLING_BYTES }, &e), &e, ERR_FORMAT);
}

/* One changed byte of a full number never names the same record but by case;
 * no byte makes it longer or shorter. */
static void
test_every_byte(void **state)
{
	static const char full[] = "pith:2016:" N;

	(void)state;
	for (size_t at = 0; at < sizeof(full) - 1; at++)
		for (unsigned c = 0; c < 256; c++) {
			char text[sizeof(full)];
			struct number n;
			struct err e;

			memcpy(text, full, sizeof(full));
			text[at] = (char)c;
			if (number_parse(&n, (struct span){
			    (uint8_t *)text, sizeof(full) - 1 }, &e) < 0)
				continue;
			if ((n.year == 2016 && strcmp(n.suffix, N) == 0)
			    != ((c | 0x20) == (full[at] | 0x20u)
			    && (c >= 'A' || c == (uint8_t)full[at])))
				fail_msg("byte %zu as %02x", at, c);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_typed),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_length),
		cmocka_unit_test(test_every_byte),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
