/* SPDX-License-Identifier: MIT */
/*
 * PDF metadata.  Values are numbers, digests and fixed words, so they are
 * ASCII by construction; they are escaped for XML all the same.  No value
 * holds % or a backslash, which TeX would read.
 */
#include "config.h"

#include "out/out.h"

static const char namespace[] =
    "urn:uuid:d3b9a1f2-7c4e-4d86-9a1b-0e6f2c8d4a70#";

/* The properties, in the order in which they are declared and written. */
static const struct {
	const char *name, *description;
} properties[] = {
	{ "pithNumber", "Pith Numbers of this document" },
	{ "pithReference", "Pith Numbers that this document mentions" },
	{ "bundleDigest", "Pith Number and SHA-256 of the inner tar of its "
	    "bundle" },
	{ "checked", "Pith Number and what was found out about it" }
};
enum { PITH_NUMBER, PITH_REFERENCE, BUNDLE_DIGEST, CHECKED, PROPERTIES };

static void
put_xml(struct buf *out, const char *s)
{
	for (; *s != '\0'; s++)
		switch (*s) {
		case '&': buf_text(out, "&amp;"); break;
		case '<': buf_text(out, "&lt;"); break;
		case '>': buf_text(out, "&gt;"); break;
		case '"': buf_text(out, "&quot;"); break;
		case '\'': buf_text(out, "&#39;"); break;
		default: buf_byte(out, (uint8_t)*s);
		}
}

/* What ${m} says in one property; false where it says nothing there. */
static bool
value_of(struct buf *out, const struct mention *m, int property)
{
	const char *number = mention_recorded(m);
	char hex[DIGEST_HEX];

	switch (property) {
	case PITH_NUMBER:
	case PITH_REFERENCE:
		if (m->own != (property == PITH_NUMBER))
			return false;
		put_xml(out, number);
		return true;
	case BUNDLE_DIGEST:
		if (!m->judgement.has_identity)
			return false;
		put_xml(out, number);
		buf_fmt(out, " sha256:%s", digest_print(hex,
		    &m->judgement.identity));
		return true;
	default:
		put_xml(out, number);
		buf_byte(out, ' ');
		put_xml(out, mention_words(m));
		return true;
	}
}

void
out_xmp_properties(struct buf *out, const struct resolution *r)
{
	for (int p = 0; p < PROPERTIES; p++) {
		struct buf items = { 0 };

		for (size_t i = 0; i < r->mention_count; i++) {
			struct buf value = { 0 };

			const struct mention *m = &r->mentions[i];

			if (mention_recorded(m) != NULL
			    && !(p <= PITH_REFERENCE ? m->seen_kind : m->seen)
			    && value_of(&value, m, p))
				buf_fmt(&items, "<rdf:li>%s</rdf:li>\n",
				    buf_string(&value));
			buf_clear(&value);
		}
		if (items.n > 0)
			buf_fmt(out, "<pith:%s><rdf:Bag>\n%s</rdf:Bag>"
			    "</pith:%s>\n", properties[p].name,
			    buf_string(&items), properties[p].name);
		buf_clear(&items);
	}
}

/* The PDF/A extension schema: without it strict readers refuse the packet. */
static void
put_schema(struct buf *out)
{
	buf_fmt(out, "<rdf:Description rdf:about=\"\"\n"
	    " xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\"\n"
	    " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\"\n"
	    " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n"
	    "<pdfaExtension:schemas><rdf:Bag>"
	    "<rdf:li rdf:parseType=\"Resource\">\n"
	    "<pdfaSchema:schema>Pith Numbers</pdfaSchema:schema>\n"
	    "<pdfaSchema:namespaceURI>%s</pdfaSchema:namespaceURI>\n"
	    "<pdfaSchema:prefix>pith</pdfaSchema:prefix>\n"
	    "<pdfaSchema:property><rdf:Seq>\n", namespace);
	for (int p = 0; p < PROPERTIES; p++)
		buf_fmt(out, "<rdf:li rdf:parseType=\"Resource\">"
		    "<pdfaProperty:name>%s</pdfaProperty:name>"
		    "<pdfaProperty:valueType>bag Text</pdfaProperty:valueType>"
		    "<pdfaProperty:category>external</pdfaProperty:category>"
		    "<pdfaProperty:description>%s</pdfaProperty:description>"
		    "</rdf:li>\n", properties[p].name,
		    properties[p].description);
	buf_text(out, "</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag>"
	    "</pdfaExtension:schemas>\n</rdf:Description>\n");
}

void
out_xmp(struct buf *out, const struct resolution *r)
{
	buf_fmt(out, "<?xpacket begin=\"\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
	    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
	    "<rdf:RDF xmlns:rdf="
	    "\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
	    "<rdf:Description rdf:about=\"\" xmlns:pith=\"%s\">\n", namespace);
	out_xmp_properties(out, r);
	buf_text(out, "</rdf:Description>\n");
	put_schema(out);
	buf_text(out, "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n");
}

void
out_own_numbers(struct buf *out, const struct resolution *r)
{
	bool first = true;

	for (size_t i = 0; i < r->mention_count; i++) {
		const struct mention *m = &r->mentions[i];

		if (!m->own || mention_recorded(m) == NULL
		    || m->seen_kind)
			continue;
		buf_fmt(out, "%s%s", first ? "" : " ", mention_recorded(m));
		first = false;
	}
}

void
out_xmpdata(struct buf *out, const struct resolution *r)
{
	bool any = false;

	/* pdfx has no field of its own for an identifier like this one: its
	 * keywords are the only place that takes any text. */
	for (size_t i = 0; i < r->mention_count; i++) {
		const struct mention *m = &r->mentions[i];

		if (!m->own || mention_recorded(m) == NULL
		    || m->seen_kind)
			continue;
		buf_fmt(out, "%s%s", any ? "\\sep " : "\\Keywords{",
		    mention_recorded(m));
		any = true;
	}
	if (any)
		buf_text(out, "}\n");
}
