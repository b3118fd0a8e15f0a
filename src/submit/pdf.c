/* SPDX-License-Identifier: MIT */
/* See pdf.h. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "submit/pdf.h"
#include "submit/run.h"

static const char namespace[] =
    "urn:uuid:d3b9a1f2-7c4e-4d86-9a1b-0e6f2c8d4a70#";

/* A paper that mentions more numbers than this is none. */
#define VALUES_MOST 5000u
#define VALUE_BYTES 1024u
#define PREFIX_BYTES 32u
#define QPDF_SECONDS 120u

/* Where ${word} stands in ${s} from ${from} on; ${s}.n if nowhere. */
static size_t
find(struct span s, size_t from, const char *word)
{
	const uint8_t *at = from >= s.n ? NULL
	    : memmem(s.at + from, s.n - from, word, strlen(word));

	return at != NULL ? (size_t)(at - s.at) : s.n;
}

static struct span
cut(struct span s, size_t from, size_t to)
{
	return (struct span){ s.at + from, to - from };
}

static bool
is_white(uint8_t c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

bool
pdf_is(struct span bytes)
{
	return bytes.n > 5 && memcmp(bytes.at, "%PDF-", 5) == 0;
}

/* "xmlns:PREFIX = " before a quote and the namespace at ${at}. */
static bool
prefix_before(char prefix[PREFIX_BYTES], struct span s, size_t at)
{
	static const char word[] = "xmlns:";
	const size_t n = sizeof(word) - 1;
	size_t end, i;

	if (at == 0 || (s.at[at - 1] != '"' && s.at[at - 1] != '\''))
		return false;
	for (i = at - 1; i > 0 && is_white(s.at[i - 1]); i--)
		;
	if (i == 0 || s.at[--i] != '=')
		return false;
	while (i > 0 && is_white(s.at[i - 1]))
		i--;
	for (end = i; i > 0 && s.at[i - 1] != ':' && end - i < PREFIX_BYTES;
	    i--)
		if (is_white(s.at[i - 1]) || s.at[i - 1] == '<')
			return false;
	if (i < n || end == i || end - i >= PREFIX_BYTES
	    || memcmp(s.at + i - n, word, n) != 0)
		return false;
	memcpy(prefix, s.at + i, end - i);
	prefix[end - i] = '\0';
	return true;
}

/* The prefix that the packet gives to our namespace. */
static bool
find_prefix(char prefix[PREFIX_BYTES], struct span packet)
{
	for (size_t at = find(packet, 0, namespace); at < packet.n;
	    at = find(packet, at + 1, namespace))
		if (prefix_before(prefix, packet, at))
			return true;
	return false;
}

/* One reference, without '&' and ';'. */
static bool
put_reference(struct buf *out, const char *name)
{
	static const struct {
		const char *name, *text;
	} known[] = {
		{ "amp", "&" }, { "lt", "<" }, { "gt", ">" },
		{ "quot", "\"" }, { "apos", "'" }
	};
	unsigned long c;
	char *end;

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(name, known[i].name) == 0) {
			buf_text(out, known[i].text);
			return true;
		}
	if (name[0] != '#')
		return false;
	if (name[1] == 'x' && name[2] != '\0' && name[2 + strspn(name + 2,
	    "0123456789abcdefABCDEF")] == '\0')
		c = strtoul(name + 2, &end, 16);
	else if (name[1] != '\0' && name[1 + strspn(name + 1, "0123456789")]
	    == '\0')
		c = strtoul(name + 1, &end, 10);
	else
		return false;
	if (c < 0x20 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return false;
	utf8_put(out, (uint32_t)c);
	return true;
}

static int
decode(struct buf *out, struct span s, struct err *e)
{
	for (size_t i = 0; i < s.n; i++) {
		char name[12];
		size_t n = 0;

		if (s.at[i] != '&') {
			buf_byte(out, s.at[i]);
			continue;
		}
		for (i++; i < s.n && s.at[i] != ';' && n < sizeof(name) - 1;
		    i++)
			name[n++] = (char)s.at[i];
		name[n] = '\0';
		if (i == s.n || s.at[i] != ';' || !put_reference(out, name))
			return err_set(e, ERR_FORMAT, "metadata: \"&%s\" is "
			    "no XML reference", name);
	}
	return 0;
}

static int
add_value(struct pdf_list *list, struct span text, struct err *e)
{
	struct buf value = { 0 };
	int rc;

	while (text.n > 0 && is_white(text.at[0]))
		text = cut(text, 1, text.n);
	while (text.n > 0 && is_white(text.at[text.n - 1]))
		text.n--;
	if (text.n > VALUE_BYTES || list->n == VALUES_MOST)
		return err_set(e, ERR_LIMIT, "metadata: more than there can "
		    "be");
	rc = decode(&value, text, e);
	if (rc == 0 && memchr(buf_string(&value), '\0', value.n) != NULL)
		rc = err_set(e, ERR_FORMAT, "metadata: a NUL");
	else if (rc == 0 && utf8_check(span_buf(&value)) != value.n)
		rc = err_set(e, ERR_FORMAT, "metadata: not UTF-8");
	if (rc < 0) {
		buf_clear(&value);
		return -1;
	}
	mem_grow(&list->at, list->n, sizeof(*list->at));
	list->at[list->n++] = buf_steal(&value);
	return 0;
}

/* Each <rdf:li>text</rdf:li>, whatever its prefix. */
static int
read_items(struct pdf_list *list, struct span s, struct err *e)
{
	size_t at = 0;

	while ((at = find(s, at, "<")) < s.n) {
		const size_t close = find(s, at, ">");
		size_t name = at + 1, end = name, stop;

		if (close == s.n)
			return err_set(e, ERR_FORMAT, "metadata: a tag "
			    "without its end");
		for (; end < close && !is_white(s.at[end])
		    && s.at[end] != '/'; end++)
			if (s.at[end] == ':')
				name = end + 1;
		at = close + 1;
		if (end - name != 2 || memcmp(s.at + name, "li", 2) != 0
		    || s.at[close - 1] == '/')
			continue;
		stop = find(s, at, "<");
		if (stop + 1 >= s.n || s.at[stop + 1] != '/')
			return err_set(e, ERR_FORMAT, "metadata: a value "
			    "that is not text");
		if (add_value(list, cut(s, at, stop), e) < 0)
			return -1;
	}
	return 0;
}

static int
read_property(struct pdf_list *list, struct span packet, const char *prefix,
    const char *name, struct err *e)
{
	struct buf open = { 0 }, close = { 0 };
	size_t at = 0;
	int rc = 0;

	buf_fmt(&open, "<%s:%s", prefix, name);
	buf_fmt(&close, "</%s:%s", prefix, name);
	while (rc == 0
	    && (at = find(packet, at, buf_string(&open))) < packet.n) {
		size_t stop;

		at += open.n;
		if (at < packet.n && packet.at[at] != '>'
		    && packet.at[at] != '/' && !is_white(packet.at[at]))
			continue;
		stop = find(packet, at, buf_string(&close));
		at = find(packet, at, ">");
		if (at < packet.n && packet.at[at - 1] == '/')
			continue;
		if (stop == packet.n || at > stop)
			rc = err_set(e, ERR_FORMAT, "metadata: %s is not "
			    "closed", name);
		else
			rc = read_items(list, cut(packet, at + 1, stop), e);
		at = stop;
	}
	buf_clear(&open);
	buf_clear(&close);
	return rc;
}

static int
read_packet(struct pdf *p, struct span packet, const char *prefix,
    struct err *e)
{
	/* A comment or a CDATA section could hide what other readers see. */
	if (find(packet, 0, "<!") < packet.n)
		return err_set(e, ERR_FORMAT, "metadata: a comment, CDATA or "
		    "DOCTYPE");
	if (read_property(&p->numbers, packet, prefix, "pithNumber", e) < 0
	    || read_property(&p->references, packet, prefix,
	    "pithReference", e) < 0
	    || read_property(&p->digests, packet, prefix, "bundleDigest", e)
	    < 0
	    || read_property(&p->checked, packet, prefix, "checked", e) < 0)
		return -1;
	p->found = true;
	return 0;
}

/* Take what ${q} found; what was found before must be the same. */
static int
join(struct pdf *p, struct pdf *q, struct err *e)
{
	int rc = 0;

	if (p->found && !pdf_equal(p, q))
		rc = err_set(e, ERR_FORMAT, "metadata: several packets that "
		    "differ");
	if (!p->found) {
		q->scripts = p->scripts;
		q->intents = p->intents;
		q->unpacked = p->unpacked;
		*p = *q;
		*q = (struct pdf){ 0 };
	}
	pdf_clear(q);
	return rc;
}

/* Whether ${word} stands there with ${before} before it, white space
 * between. */
static bool
has_pair(struct span s, const char *before, const char *word)
{
	const size_t n = strlen(before);

	for (size_t at = find(s, 0, word); at < s.n;
	    at = find(s, at + 1, word)) {
		size_t i = at;

		while (i > 0 && is_white(s.at[i - 1]))
			i--;
		if (i >= n && memcmp(s.at + i - n, before, n) == 0)
			return true;
	}
	return false;
}

/* An output intent that is not an empty list. */
static bool
has_intents(struct span s)
{
	static const char word[] = "/OutputIntents";

	for (size_t at = find(s, 0, word); at < s.n;
	    at = find(s, at + 1, word)) {
		size_t i = at + sizeof(word) - 1;

		while (i < s.n && (is_white(s.at[i]) || s.at[i] == '['))
			i++;
		if (i < s.n && s.at[i] != ']')
			return true;
	}
	return false;
}

int
pdf_scan(struct pdf *out, struct span bytes, struct err *e)
{
	size_t at = 0;

	out->scripts = out->scripts || has_pair(bytes, "/S", "/JavaScript");
	out->intents = out->intents || has_intents(bytes);
	while ((at = find(bytes, at, "<?xpacket begin")) < bytes.n) {
		const size_t end = find(bytes, at, "<?xpacket end");
		const struct span packet = cut(bytes, at, end);
		char prefix[PREFIX_BYTES];
		struct pdf one = { 0 };

		if (find_prefix(prefix, packet)) {
			if (read_packet(&one, packet, prefix, e) < 0) {
				pdf_clear(&one);
				return -1;
			}
			if (join(out, &one, e) < 0)
				return -1;
		}
		at = end;
	}
	return 0;
}

/* A copy without compression; ERR_USAGE where qpdf does not help. */
static int
unpack(struct buf *out, const char *path, const struct pdf_how *how,
    struct err *e)
{
	char *copy = file_join(how->tmp, "qpdf.pdf");
	char *real = realpath(path, NULL);
	const char *const argv[] = { "qpdf", "--qdf",
	    "--object-streams=disable", "--warning-exit-0",
	    real != NULL ? real : path, copy, NULL };
	const struct run_how with = { NULL, how->env, NULL, QPDF_SECONDS };
	const int status = run_program(argv, &with, e);
	int rc = -1;

	if (status == 0)
		rc = file_read(out, copy, PDF_BYTES, e);
	else if (status > 0)
		err_set(e, ERR_FORMAT, "cannot read: qpdf ended with status "
		    "%d", status);
	else if (e->kind == ERR_ABSENT)
		err_set(e, ERR_USAGE, "cannot read: its metadata are "
		    "compressed and qpdf is not installed");
	unlink(copy);
	free(copy);
	free(real);
	return rc;
}

/* Look again where it is uncompressed. */
static int
scan_unpacked(struct pdf *out, const char *path, const struct pdf_how *how,
    struct err *e)
{
	struct buf bytes = { 0 };
	struct pdf again = { 0 };
	int rc = unpack(&bytes, path, how, e);

	if (rc == 0) {
		again.unpacked = true;
		rc = pdf_scan(&again, span_buf(&bytes), e);
	}
	if (rc == 0) {
		out->scripts |= again.scripts;
		out->intents |= again.intents;
		out->unpacked = true;
		if (again.found)
			rc = join(out, &again, e);
	}
	pdf_clear(&again);
	buf_clear(&bytes);
	return rc;
}

int
pdf_read(struct pdf *out, const char *path, const struct pdf_how *how,
    struct err *e)
{
	struct buf bytes = { 0 };
	int rc = file_read(&bytes, path, PDF_BYTES, e);

	*out = (struct pdf){ 0 };
	if (rc == 0 && !pdf_is(span_buf(&bytes)))
		rc = err_set(e, ERR_FORMAT, "%s: not a PDF", path);
	else if (rc == 0 && pdf_scan(out, span_buf(&bytes), e) < 0)
		rc = err_in(e, "%s", path);
	buf_clear(&bytes);
	if (rc == 0 && (!out->found || how->deep)
	    && scan_unpacked(out, path, how, e) < 0) {
		/* Without qpdf we know what stands in the open. */
		if (!out->found || e->kind != ERR_USAGE)
			rc = err_in(e, "%s", path);
	}
	if (rc < 0)
		pdf_clear(out);
	return rc;
}

static bool
list_equal(const struct pdf_list *a, const struct pdf_list *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->at[i], b->at[i]) != 0)
			return false;
	return true;
}

bool
pdf_equal(const struct pdf *a, const struct pdf *b)
{
	return a->found == b->found && list_equal(&a->numbers, &b->numbers)
	    && list_equal(&a->references, &b->references)
	    && list_equal(&a->digests, &b->digests)
	    && list_equal(&a->checked, &b->checked);
}

static void
list_clear(struct pdf_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->at[i]);
	free(list->at);
	*list = (struct pdf_list){ 0 };
}

void
pdf_clear(struct pdf *p)
{
	list_clear(&p->numbers);
	list_clear(&p->references);
	list_clear(&p->digests);
	list_clear(&p->checked);
	*p = (struct pdf){ 0 };
}
