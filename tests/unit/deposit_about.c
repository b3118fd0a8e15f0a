/* SPDX-License-Identifier: MIT */
/* What a depositor says: labels, values that go on, and what must be said. */
#include "unit.h"

#include "deposit/about.h"

#define WHO "Source-Organization: A Library\nContact-Email: a@example.org\n" \
    "Consent: by letter\n"

static void
good(struct about *a, const char *text)
{
	struct err e;

	assert_int_equal(about_parse(a, span_text(text), &e), 0);
}

static void
bad(const char *text, enum err_kind kind)
{
	struct about a;
	struct err e = { 0 };

	assert_int_equal(about_parse(&a, span_text(text), &e), -1);
	assert_int_equal(e.kind, kind);
}

static void
lines(void **state)
{
	struct about a;

	(void)state;
	good(&a, "");
	assert_null(about_get(&a, "Title"));
	assert_true(about_is_trial(&a));
	about_clear(&a);
	good(&a, "# comment\n\ntitle:  One\n\ttwo \r\n   three\n  \n"
	    "CREATOR:A\nCreator: B:C\nLicense-URL: http://x/");
	assert_string_equal(about_get(&a, "Title"), "One two three");
	assert_string_equal(about_each(&a, "Creator", 0), "A");
	assert_string_equal(about_each(&a, "Creator", 1), "B:C");
	assert_null(about_each(&a, "Creator", 2));
	assert_string_equal(about_get(&a, "License-URL"), "http://x/");
	about_clear(&a);
}

static void
refused(void **state)
{
	struct about a;
	struct err e = { 0 };

	(void)state;
	bad("no label\n", ERR_FORMAT);
	bad(": value\n", ERR_FORMAT);
	bad("Titel: x\n", ERR_FORMAT);
	bad("Title: a\nTitle: b\n", ERR_FORMAT);
	bad("Title:\n", ERR_FORMAT);
	bad(" goes on\n", ERR_FORMAT);
	bad("Title: \xff\n", ERR_FORMAT);
	/* Whatever the label: no line, no header and no cell has them. */
	bad("Contact-Name: a\rb\n", ERR_FORMAT);
	bad("Contact-Name: a\x01""b\n", ERR_FORMAT);
	bad("Contact-Email: a\x7f\n", ERR_FORMAT);
	bad("Contact-Email: a\tb\n", ERR_FORMAT);
	bad("Organization-Address: a\n \x1b[2J\n", ERR_FORMAT);
	bad("Source-Organization: a\xc2\x85""b\n", ERR_FORMAT);
	bad("Source-Organization: a\xe2\x80\xa8""b\n", ERR_FORMAT);
	bad("Internal-Sender-Identifier: a\xe2\x80\xae""b\n", ERR_FORMAT);
	bad("\xef\xbb\xbfTitle: x\n", ERR_FORMAT);
	assert_err_text(about_parse(&a, span_text("Title: x\n# \x01\n"
	    "Contact-Name: \xc3\xa9\x02\n"), &e), &e, ERR_FORMAT,
	    "3: character 16 is U+0002");
	assert_err_text(about_parse(&a, span_text("Title: x\n\t \x02\n"), &e),
	    &e, ERR_FORMAT, "2: character 3 is U+0002");
	assert_int_equal(about_parse(&a, (struct span){
	    (const uint8_t *)"Title: a\0b\n", 11 }, &e), -1);
	assert_int_equal(e.kind, ERR_FORMAT);
}

static void
consent(void **state)
{
	struct about a;

	(void)state;
	good(&a, "Collection: test_collection\n");
	assert_true(about_is_trial(&a));
	about_clear(&a);
	good(&a, "Collection: opensource\n" WHO);
	assert_false(about_is_trial(&a));
	about_clear(&a);
	bad("Collection: opensource\n", ERR_USAGE);
	bad("Collection: test_collection\nCollection: opensource\n",
	    ERR_USAGE);
	bad("Collection: opensource\nConsent: x\nContact-Email: x\n",
	    ERR_USAGE);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines),
		cmocka_unit_test(refused),
		cmocka_unit_test(consent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
