/* SPDX-License-Identifier: MIT */
/* See bagit.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include "base/mem.h"
#include "deposit/bagit.h"
#include "keep/below.h"

/* Cut the text ${lead} off ${s}. */
static bool
take(struct span *s, const char *lead)
{
	const size_t n = strlen(lead);

	if (s->n < n || memcmp(s->at, lead, n) != 0)
		return false;
	s->at += n, s->n -= n;
	return true;
}

/* A decimal number of at most 18 digits. */
static bool
take_number(uint64_t *out, struct span *s)
{
	uint64_t n = 0;
	size_t i = 0;

	while (i < s->n && s->at[i] >= '0' && s->at[i] <= '9' && i < 19)
		n = n * 10 + (s->at[i++] - '0');
	if (i == 0 || i > 18)
		return false;
	s->at += i, s->n -= i;
	*out = n;
	return true;
}

/* --- bagit.txt ------------------------------------------------------------ */

static bool
fail(struct bagit *b, enum bagit_status status, const char *why)
{
	bagit_talk_fail(b->talk, status, BAGIT_DECLARATION, "bagit.txt: %s",
	    why);
	return false;
}

static bool
take_version(struct bagit *b, struct span line)
{
	static const char known[][5] = { "0.93", "0.94", "0.95", "0.96",
		"0.97", "1.0" };
	uint64_t major, minor;
	struct span s = line, dot;

	if (line.n > 2 && memcmp(line.at, "\xef\xbb\xbf", 3) == 0)
		return fail(b, BAGIT_DAMAGED, "begins with a byte order mark");
	if (!take(&s, "BagIt-Version: "))
		return fail(b, BAGIT_DAMAGED, "its first line is not "
		    "\"BagIt-Version: \" and a version");
	line = dot = s;
	if (!take_number(&major, &dot) || !take(&dot, ".")
	    || !take_number(&minor, &dot) || dot.n > 0)
		return fail(b, BAGIT_DAMAGED, "its version is not two numbers "
		    "and a dot");
	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_equal(line, span_text(known[i])))
			b->version = i < 5 ? 93 + i : 100;
	if (b->version == 0)
		return fail(b, BAGIT_UNDECIDED, "a version that is not read "
		    "here: 0.93 to 0.97 and 1.0 are");
	return true;
}

static bool
take_encoding(struct bagit *b, struct span line)
{
	if (!take(&line, "Tag-File-Character-Encoding: "))
		return fail(b, BAGIT_DAMAGED, "its second line is not "
		    "\"Tag-File-Character-Encoding: \" and a name");
	if (!tagfile_encoding_parse(&b->encoding, line))
		return fail(b, BAGIT_UNDECIDED, "an encoding that is not read "
		    "here: UTF-8, UTF-16 and ISO-8859-1 are");
	return true;
}

/* Where in a tag file it was. */
static void
err_at(struct err *e, const char *name, uint64_t line)
{
	if (line > 0)
		err_in(e, "%s:%" PRIu64, name, line);
	else
		err_in(e, "%s", name);
}

/* Read bagit.txt, which is in UTF-8 whatever it says. */
static bool
read_declaration(struct bagit *b, int fd)
{
	struct tagfile t = { 0 };
	struct span line = { NULL, 0 };
	struct err e;
	bool good = false;
	int rc;

	tagfile_open(&t, fd, TAGFILE_UTF8);
	rc = tagfile_line(&line, &t, &e);
	if (rc >= 0 && take_version(b, rc > 0 ? line : span_text(""))) {
		rc = tagfile_line(&line, &t, &e);
		good = rc >= 0 && take_encoding(b, rc > 0 ? line
		    : span_text(""));
	}
	if (good) {
		rc = tagfile_line(&line, &t, &e);
		if (rc > 0 && b->version == 100)
			good = fail(b, BAGIT_DAMAGED, "more than two lines");
		else if (rc > 0)
			bagit_talk_note(b->talk, BAGIT_DECLARATION,
			    "bagit.txt: more than two lines");
	}
	if (rc < 0) {
		err_at(&e, "bagit.txt", t.line);
		bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_DECLARATION,
		    &e);
		good = false;
	}
	tagfile_close(&t);
	return good;
}

/* --- bag-info.txt --------------------------------------------------------- */

struct info {
	struct bagit *b;
	const char *name;
	struct buf label, value;	/* of the line being put together */
	uint64_t line;
};

static void
bad_info(struct info *i, const char *why)
{
	bagit_talk_fail(i->b->talk, BAGIT_DAMAGED, BAGIT_INFO,
	    "%s:%" PRIu64 ": %s", i->name, i->line, why);
}

static struct span
trim(struct span s)
{
	while (s.n > 0 && (s.at[0] == ' ' || s.at[0] == '\t'))
		s.at++, s.n--;
	while (s.n > 0 && (s.at[s.n - 1] == ' ' || s.at[s.n - 1] == '\t'))
		s.n--;
	return s;
}

/* A whole label and value. */
static void
end_info(struct info *i)
{
	struct bagit *b = i->b;
	struct span s = trim(span_buf(&i->value));
	uint64_t octets, files;

	if (i->label.n == 0 || strcasecmp(buf_string(&i->label),
	    "Payload-Oxum") != 0)
		return;
	if (!take_number(&octets, &s) || !take(&s, ".")
	    || !take_number(&files, &s) || s.n > 0) {
		bad_info(i, "Payload-Oxum is not octets, a dot and a number "
		    "of files");
	} else if (b->has_oxum && (octets != b->octets || files != b->files)) {
		bad_info(i, "another Payload-Oxum than before");
	} else {
		if (b->has_oxum)
			bagit_talk_note(b->talk, BAGIT_INFO, "%s: Payload-Oxum "
			    "is there twice", i->name);
		b->has_oxum = true;
		b->octets = octets;
		b->files = files;
	}
}

static void
take_info(struct info *i, struct span line)
{
	const uint8_t *colon;

	if (line.n > 0 && (line.at[0] == ' ' || line.at[0] == '\t')) {
		if (i->label.n == 0)
			bad_info(i, "goes on with nothing");
		buf_byte(&i->value, ' ');
		buf_span(&i->value, trim(line));
		if (i->value.n > LIMIT_BAG_LINE) {
			bad_info(i, "a value that does not end");
			i->value.n = 0;
		}
		return;
	}
	end_info(i);
	i->label.n = i->value.n = 0;
	if (trim(line).n == 0)
		return;
	colon = memchr(line.at, ':', line.n);
	if (colon == NULL || colon == line.at) {
		bad_info(i, "not a label, a colon and a value");
		return;
	}
	buf_span(&i->label, trim((struct span){ line.at,
	    (size_t)(colon - line.at) }));
	buf_span(&i->value, trim((struct span){ colon + 1, line.n
	    - (size_t)(colon - line.at) - 1 }));
}

static void
read_info(struct bagit *b)
{
	struct info i = { .b = b, .name = b->version <= 95
	    ? "package-info.txt" : "bag-info.txt" };
	struct tagfile t = { 0 };
	struct span line = { NULL, 0 };
	struct err e;
	int rc = bagit_open_tagfile(&t, b, i.name, &e);

	if (rc < 0) {
		/* The error names it. */
		if (e.kind != ERR_ABSENT)
			bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_INFO,
			    &e);
		return;
	}
	while (rc == 0 && (rc = tagfile_line(&line, &t, &e)) > 0) {
		i.line = t.line;
		take_info(&i, line);
		rc = 0;
	}
	end_info(&i);
	if (rc < 0) {
		err_at(&e, i.name, t.line);
		bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_INFO, &e);
	} else if (bagit_talk_clean(b->talk, BAGIT_INFO) && b->has_oxum) {
		bagit_talk_pass(b->talk, BAGIT_INFO, "%s: a payload of %"
		    PRIu64 " files with %" PRIu64 " bytes", i.name, b->files,
		    b->octets);
	} else if (bagit_talk_clean(b->talk, BAGIT_INFO)) {
		bagit_talk_pass(b->talk, BAGIT_INFO, "%s", i.name);
	}
	bagit_talk_rest(b->talk, BAGIT_INFO);
	tagfile_close(&t);
	buf_clear(&i.label);
	buf_clear(&i.value);
}

int
bagit_open_tagfile(struct tagfile *t, const struct bagit *b,
    const char *name, struct err *e)
{
	const int fd = below_open(NULL, b->dir, span_text(name), e);

	if (fd < 0)
		return -1;
	tagfile_open(t, fd, b->encoding);
	return 0;
}

int
bagit_open(struct bagit *b, const char *path, struct bagit_talk *talk,
    struct err *e)
{
	int fd;

	*b = (struct bagit){ .dir = below_folder(path, e), .from = -1,
		.talk = talk };
	if (b->dir < 0)
		return -1;
	fd = below_open(NULL, b->dir, span_text("bagit.txt"), e);
	if (fd < 0) {
		err_in(e, "%s: not a bag", path);
		bagit_close(b);
		return -1;
	}
	b->readable = read_declaration(b, fd);
	if (b->readable) {
		bagit_talk_pass(talk, BAGIT_DECLARATION, "BagIt %u.%u",
		    b->version / 100, b->version % 100);
		read_info(b);
	}
	return 0;
}

void
bagit_close(struct bagit *b)
{
	for (size_t i = 0; i < b->manifests; i++)
		free(b->manifest[i].name);
	bagit_table_clear(&b->table);
	if (b->dir >= 0)
		close(b->dir);
	if (b->from >= 0)
		close(b->from);
	*b = (struct bagit){ .dir = -1, .from = -1 };
}

unsigned
bagit_mask(const struct bagit *b, bool tag)
{
	unsigned mask = 0;

	for (size_t i = 0; i < b->manifests; i++)
		if (b->manifest[i].tag == tag)
			mask |= 1u << i;
	return mask;
}
