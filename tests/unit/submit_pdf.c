/* SPDX-License-Identifier: MIT */
/* XMP packets: found by their brackets, read without an XML parser, and
 * refused where two readers could see two things. */
#include "config.h"

#include "unit.h"

#include "submit/pdf.h"

#define SPACE "urn:uuid:d3b9a1f2-7c4e-4d86-9a1b-0e6f2c8d4a70#"
#define BEGIN "<?xpacket begin=\"\" id=\"x\"?><rdf:Description xmlns:pith=\"" \
	SPACE "\">"
#define END "</rdf:Description><?xpacket end=\"r\"?>"
#define BAG(name, items) \
	"<pith:" name "><rdf:Bag>" items "</rdf:Bag></pith:" name ">"
#define LI(text) "<rdf:li>" text "</rdf:li>"

/* The four lists, parted by bars. */
static void
check(const char *bytes, const char *want)
{
	struct pdf p = { 0 };
	const struct pdf_list *lists[] = { &p.numbers, &p.references,
	    &p.digests, &p.checked };
	struct buf got = { 0 };
	struct err e;

	assert_int_equal(pdf_scan(&p, span_text(bytes), &e), 0);
	for (size_t k = 0; k < 4; k++) {
		buf_text(&got, k > 0 ? "|" : "");
		for (size_t i = 0; i < lists[k]->n; i++)
			buf_fmt(&got, "[%s]", lists[k]->at[i]);
	}
	assert_string_equal(buf_string(&got), want);
	assert_int_equal(p.found, strcmp(want, "|||") != 0);
	buf_clear(&got);
	pdf_clear(&p);
}

static void
refuse(const char *bytes)
{
	struct pdf p = { 0 };
	struct err e;

	assert_err(pdf_scan(&p, span_text(bytes), &e), &e, ERR_FORMAT);
	pdf_clear(&p);
}

static void
test_read(void **state)
{
	(void)state;
	check("%PDF-1.5 nothing", "|||");
	check("x" BEGIN BAG("pithNumber", LI("a") "\n" LI(" b ")) BAG(
	    "pithReference", LI("c")) BAG("bundleDigest", LI("d")) BAG(
	    "checked", LI("e f")) END "y", "[a][b]|[c]|[d]|[e f]");
	/* Another tool's prefixes and attributes. */
	check("<?xpacket begin=''?><x xmlns:ns1 = '" SPACE "'><ns1:pithNumber"
	    " a='b'><Bag><li xml:lang=''>a</li></Bag></ns1:pithNumber></x>"
	    "<?xpacket end='w'?>", "[a]|||");
	check("<?xpacket begin?>xmlns:other=\"urn:x\"<pith:pithNumber>"
	    LI("a") "</pith:pithNumber><?xpacket end?>", "|||");
	check(BEGIN "<pith:pithNumber/><pith:pithNumbers>" LI("a")
	    "</pith:pithNumbers>" BAG("pithNumber", LI("b")) END, "[b]|||");
}

static void
test_references(void **state)
{
	(void)state;
	check(BEGIN BAG("pithNumber", LI("a&#x20;b&#98;&amp;&lt;&gt;&quot;"
	    "&apos;")) END, "[a bb&<>\"']|||");
	/* Not UTF-8, and what is no character. */
	refuse(BEGIN BAG("pithNumber", LI("a\xb0\xaa")) END);
	refuse(BEGIN BAG("checked", LI("&#xd800;")) END);
	refuse(BEGIN BAG("pithNumber", LI("&nbsp;")) END);
	refuse(BEGIN BAG("pithNumber", LI("&#0;")) END);
	refuse(BEGIN BAG("pithNumber", LI("&#xD800;")) END);
	refuse(BEGIN BAG("pithNumber", LI("&#x;")) END);
	refuse(BEGIN BAG("pithNumber", LI("&#99999999999;")) END);
	refuse(BEGIN BAG("pithNumber", LI("a & b")) END);
}

static void
test_hostile(void **state)
{
	static const char one[] = BEGIN BAG("pithNumber", LI("a")) END;
	static const char two[] = BEGIN BAG("pithNumber", LI("b")) END;
	struct buf both = { 0 };

	(void)state;
	refuse(BEGIN "<!-- " BAG("pithNumber", LI("a")) " -->" END);
	refuse(BEGIN BAG("pithNumber", LI("<![CDATA[a]]>")) END);
	refuse(BEGIN BAG("pithNumber", LI("<b>a</b>")) END);
	refuse(BEGIN "<pith:pithNumber><rdf:li>a</rdf:li>" END);
	refuse(BEGIN "<pith:pithNumber><rdf:li>a" END);
	/* The same twice is one claim, two that differ are none. */
	buf_fmt(&both, "%s%s", one, one);
	check(buf_string(&both), "[a]|||");
	buf_clear(&both);
	buf_fmt(&both, "%s%s", one, two);
	refuse(buf_string(&both));
	buf_clear(&both);
	/* A packet that never ends is read to the end of the file. */
	check(BEGIN BAG("pithNumber", LI("a")), "[a]|||");
}

static void
test_flags(void **state)
{
	struct pdf p = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(pdf_scan(&p, span_text("/JavaScript /OutputIntents "
	    "[ ] /Subject/JavaScript"), &e), 0);
	assert_false(p.scripts);
	assert_false(p.intents);
	assert_int_equal(pdf_scan(&p, span_text("<</S\n/JavaScript/JS()>>"
	    "/OutputIntents[ 3 0 R]"), &e), 0);
	assert_true(p.scripts);
	assert_true(p.intents);
	pdf_clear(&p);
	assert_true(pdf_is(span_text("%PDF-1.4\n")));
	assert_false(pdf_is(span_text("%PDF")));
	assert_false(pdf_is(span_text("{\"a\":1}")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_references),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_flags)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
