/* SPDX-License-Identifier: MIT */
/* See files_xml.h. */
#include "config.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "canon/codec.h"
#include "deposit/files_xml.h"

void
files_xml_open(struct files_xml *x, struct span text)
{
	*x = (struct files_xml){ .rest = text, .start = text.at };
}

static int
bad(const struct files_xml *x, struct err *e, const char *why)
{
	size_t line = 1;

	for (const uint8_t *s = x->start; s < x->rest.at; s++)
		line += *s == '\n';
	return err_set(e, ERR_FORMAT, "line %zu: %s", line, why);
}

static void
advance(struct files_xml *x, size_t n)
{
	x->rest.at += n;
	x->rest.n -= n;
}

static bool
is_space(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void
skip_space(struct files_xml *x)
{
	while (x->rest.n > 0 && is_space(x->rest.at[0]))
		advance(x, 1);
}

static bool
take(struct files_xml *x, const char *text)
{
	const size_t n = strlen(text);

	if (x->rest.n < n || memcmp(x->rest.at, text, n) != 0)
		return false;
	advance(x, n);
	return true;
}

/* A name of ASCII letters, digits, "_", "-", "." and ":". */
static struct span
take_name(struct files_xml *x)
{
	struct span name = { x->rest.at, 0 };

	while (name.n < x->rest.n && name.n < LIMIT_NAME_BYTES) {
		const uint8_t c = name.at[name.n];

		if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
		    && (c < '0' || c > '9') && c != '_' && c != '-'
		    && c != '.' && c != ':')
			break;
		name.n++;
	}
	advance(x, name.n);
	return name;
}

/* --- text ----------------------------------------------------------------- */

/* The character that "&#...;" stands for, or 0. */
static uint32_t
number(struct span s)
{
	const bool hex = s.n > 0 && s.at[0] == 'x';
	uint32_t c = 0;

	for (size_t i = hex; i < s.n; i++) {
		const uint8_t d = s.at[i];
		uint32_t v = 99;

		if (d >= '0' && d <= '9')
			v = d - '0';
		else if (hex && d >= 'a' && d <= 'f')
			v = d - 'a' + 10;
		else if (hex && d >= 'A' && d <= 'F')
			v = d - 'A' + 10;

		if (v == 99 || c > 0x10ffff)
			return 0;
		c = c * (hex ? 16 : 10) + v;
	}
	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)
	    || (c < 0x20 && c != '\t' && c != '\n' && c != '\r'))
		return 0;
	return c;
}

/* Take "&...;". */
static int
take_entity(struct buf *out, struct files_xml *x, struct err *e)
{
	static const struct {
		const char *name;
		char c;
	} known[] = { { "&amp;", '&' }, { "&lt;", '<' }, { "&gt;", '>' },
		{ "&quot;", '"' }, { "&apos;", '\'' } };
	struct span digits;
	uint32_t c;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (take(x, known[i].name)) {
			buf_byte(out, (uint8_t)known[i].c);
			return 0;
		}
	if (!take(x, "&#"))
		return bad(x, e, "an entity that XML does not know by itself");
	digits = take_name(x);
	c = number(digits);
	if (c == 0 || !take(x, ";"))
		return bad(x, e, "a reference to no character");
	utf8_put(out, c);
	return 0;
}

/* Append the text up to ${end}, which is left. */
static int
take_text(struct buf *out, struct files_xml *x, char end, struct err *e)
{
	const size_t before = out->n;

	while (x->rest.n > 0 && x->rest.at[0] != (uint8_t)end) {
		const uint8_t c = x->rest.at[0];

		if (c == '<')
			return bad(x, e, "\"<\" within a value");
		if (out->n - before > LIMIT_BAG_LINE)
			return bad(x, e, "a text that is too long");
		if (c == '&') {
			if (take_entity(out, x, e) < 0)
				return -1;
			continue;
		}
		if (c < 0x20 && !is_space(c))
			return bad(x, e, "a control character");
		buf_byte(out, c);
		advance(x, 1);
	}
	if (x->rest.n == 0)
		return bad(x, e, "cut");
	return 0;
}

/* --- elements ------------------------------------------------------------- */

/* Take the attributes of an element up to its ">" or "/>"; whether it is
 * empty; its name and source are kept. */
static int
take_attributes(struct buf *name, struct buf *source, bool *empty,
    struct files_xml *x, struct err *e)
{
	struct buf other = { 0 };
	bool has_name = false, has_source = false;
	int rc = 0;

	for (skip_space(x); rc == 0 && x->rest.n > 0 && x->rest.at[0] != '>'
	    && x->rest.at[0] != '/'; skip_space(x)) {
		const struct span key = take_name(x);
		const bool is_name = span_equal(key, span_text("name"));
		const bool is_source = span_equal(key, span_text("source"));
		struct buf *to = is_name ? name : is_source ? source : &other;
		char quote = '"';

		if (key.n == 0 || (is_name && has_name)
		    || (is_source && has_source)) {
			rc = bad(x, e, "an attribute that is none, or twice");
			break;
		}
		has_name = has_name || is_name;
		has_source = has_source || is_source;
		to->n = 0;
		if (!take(x, "=\"")) {
			quote = '\'';
			if (!take(x, "='")) {
				rc = bad(x, e, "an attribute without a value");
				break;
			}
		}
		rc = take_text(to, x, quote, e);
		if (rc == 0)
			advance(x, 1);
	}
	*empty = take(x, "/");
	if (rc == 0 && !take(x, ">"))
		rc = bad(x, e, "an element that does not end");
	buf_clear(&other);
	return rc;
}

static int
take_number(uint64_t *out, struct span text)
{
	uint64_t n = 0;

	if (text.n == 0 || text.n > 18)
		return -1;
	for (size_t i = 0; i < text.n; i++) {
		if (text.at[i] < '0' || text.at[i] > '9')
			return -1;
		n = n * 10 + (text.at[i] - '0');
	}
	*out = n;
	return 0;
}

/* What the element ${name} of a file says. */
static int
set(struct files_xml_one *out, struct span name, struct span text)
{
	unsigned what = 0;
	bool good = true;

	if (span_equal(name, span_text("size"))) {
		what = FILES_XML_SIZE;
		good = take_number(&out->size, text) == 0;
	} else if (span_equal(name, span_text("md5"))) {
		what = FILES_XML_MD5;
		good = codec_unhex(out->md5, sizeof(out->md5), text);
	} else if (span_equal(name, span_text("crc32"))) {
		what = FILES_XML_CRC32;
		good = codec_unhex(out->crc32, sizeof(out->crc32), text);
	} else if (span_equal(name, span_text("sha1"))) {
		what = FILES_XML_SHA1;
		good = codec_unhex(out->sha1, sizeof(out->sha1), text);
	}
	if (!good || (out->has & what) != 0)
		return -1;
	out->has |= what;
	return 0;
}

/* One element within a file, behind its "<". */
static int
take_fact(struct files_xml_one *out, struct files_xml *x, struct err *e)
{
	struct buf name = { 0 }, source = { 0 }, text = { 0 };
	const struct span element = take_name(x);
	bool empty = false;
	int rc = element.n > 0 ? take_attributes(&name, &source, &empty, x, e)
	    : bad(x, e, "not the name of an element");

	if (rc == 0 && !empty)
		rc = take_text(&text, x, '<', e);
	if (rc == 0 && !empty && !(take(x, "</")
	    && span_equal(take_name(x), element) && take(x, ">")))
		rc = bad(x, e, "an element that does not end with its name");
	if (rc == 0 && set(out, element, span_buf(&text)) < 0)
		rc = bad(x, e, "a size or digest that is none, or twice");
	buf_clear(&name);
	buf_clear(&source);
	buf_clear(&text);
	return rc;
}

static int
begin(struct files_xml *x, struct err *e)
{
	struct buf name = { 0 }, source = { 0 };
	const uint8_t *end;
	bool empty = false;
	int rc = 0;

	if (utf8_check(x->rest) < x->rest.n)
		return bad(x, e, "not UTF-8");
	if (take(x, "<?xml ")) {
		end = memchr(x->rest.at, '>', x->rest.n);
		if (end == NULL || end[-1] != '?')
			return bad(x, e, "not XML");
		advance(x, (size_t)(end - x->rest.at) + 1);
	}
	skip_space(x);
	if (!take(x, "<files"))
		return bad(x, e, "not the list of files of an item");
	rc = take_attributes(&name, &source, &empty, x, e);
	if (rc == 0 && empty)
		rc = bad(x, e, "an item without a file");
	buf_clear(&name);
	buf_clear(&source);
	x->begun = rc == 0;
	return rc;
}

int
files_xml_next(struct files_xml_one *out, struct files_xml *x, struct err *e)
{
	struct buf source = { 0 };
	bool empty = false;
	int rc = x->begun ? 0 : begin(x, e);

	if (rc < 0)
		return -1;
	skip_space(x);
	if (take(x, "</files>")) {
		skip_space(x);
		return x->rest.n == 0 ? 0 : bad(x, e, "something behind the "
		    "end");
	}
	if (!take(x, "<file") || x->rest.n == 0 || !is_space(x->rest.at[0]))
		return bad(x, e, "not a file");
	out->name.n = 0;
	out->has = 0;
	rc = take_attributes(&out->name, &source, &empty, x, e);
	if (rc == 0 && (out->name.n == 0
	    || memchr(out->name.at, '\0', out->name.n) != NULL))
		rc = bad(x, e, "a file without a name");
	out->original = span_equal(span_buf(&source), span_text("original"));
	buf_clear(&source);
	for (skip_space(x); rc == 0 && !empty; skip_space(x)) {
		if (take(x, "</file>"))
			break;
		rc = take(x, "<") ? take_fact(out, x, e)
		    : bad(x, e, "text where there is none");
	}
	return rc < 0 ? -1 : 1;
}

void
files_xml_one_clear(struct files_xml_one *one)
{
	buf_clear(&one->name);
	*one = (struct files_xml_one){ 0 };
}
