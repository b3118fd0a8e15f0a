/* SPDX-License-Identifier: MIT */
/* See tagfile.h. */
#include "config.h"

#include <errno.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "deposit/tagfile.h"

#define PIECE (256u << 10)

/* A unit of the file, or that there is none. */
enum { UNIT_END = -1, UNIT_ERROR = -2 };

bool
tagfile_encoding_parse(enum tagfile_encoding *out, struct span name)
{
	static const struct {
		const char *name;
		enum tagfile_encoding encoding;
	} known[] = {
		{ "UTF-8", TAGFILE_UTF8 },
		{ "UTF8", TAGFILE_UTF8 },
		{ "US-ASCII", TAGFILE_UTF8 },
		{ "UTF-16", TAGFILE_UTF16 },
		{ "UTF-16BE", TAGFILE_UTF16 },
		{ "UTF-16LE", TAGFILE_UTF16LE },
		{ "ISO-8859-1", TAGFILE_LATIN1 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i].name) == name.n
		    && strncasecmp(known[i].name, (const char *)name.at,
		    name.n) == 0) {
			*out = known[i].encoding;
			return true;
		}
	return false;
}

void
tagfile_open(struct tagfile *t, int fd, enum tagfile_encoding encoding)
{
	*t = (struct tagfile){ .fd = fd, .encoding = encoding, .open = true };
}

/* Have at least ${n} bytes at hand, fewer only at the end. */
static int
fill(struct tagfile *t, size_t n, struct err *e)
{
	if (t->raw.n - t->at >= n || t->ended)
		return 0;
	if (t->at > 0) {
		memmove(t->raw.at, t->raw.at + t->at, t->raw.n - t->at);
		t->raw.n -= t->at;
		t->at = 0;
	}
	while (t->raw.n < n && !t->ended) {
		const ssize_t got = file_get(t->fd, buf_room(&t->raw, PIECE),
		    PIECE);

		if (got < 0)
			return err_sys(e, "cannot read");
		t->ended = got == 0;
		t->bytes += (uint64_t)got;
		if (t->bytes > LIMIT_BAG_TAGFILE)
			return err_set(e, ERR_LIMIT, "larger than %llu bytes",
			    (unsigned long long)LIMIT_BAG_TAGFILE);
		buf_used(&t->raw, (size_t)got);
	}
	return 0;
}

/* The next 8 or 16 bits. */
static int32_t
take_unit(struct tagfile *t, struct err *e)
{
	const bool wide = t->encoding == TAGFILE_UTF16
	    || t->encoding == TAGFILE_UTF16LE;
	const size_t n = wide ? 2 : 1;
	const uint8_t *at;

	if (t->raw.n - t->at < n && fill(t, n, e) < 0)
		return UNIT_ERROR;
	if (t->raw.n - t->at < n) {
		if (t->raw.n == t->at)
			return UNIT_END;
		err_set(e, ERR_FORMAT, "half a UTF-16 character at its end");
		return UNIT_ERROR;
	}
	at = t->raw.at + t->at;
	t->at += n;
	if (!wide)
		return at[0];
	return t->encoding == TAGFILE_UTF16LE ? at[0] | at[1] << 8
	    : at[0] << 8 | at[1];
}

/* Put the character that begins with ${unit} into the line. */
static int
put(struct tagfile *t, int32_t unit, struct err *e)
{
	uint32_t c = (uint32_t)unit;

	if (t->encoding == TAGFILE_UTF8) {
		buf_byte(&t->text, (uint8_t)c);	/* looked at as a whole */
		return 0;
	}
	if (c >= 0xd800 && c < 0xe000) {
		const int32_t low = c < 0xdc00 ? take_unit(t, e) : 0;

		if (low == UNIT_ERROR)
			return -1;
		if (low < 0xdc00 || low > 0xdfff)
			return err_set(e, ERR_FORMAT, "not UTF-16: half of a "
			    "pair of surrogates");
		c = 0x10000 + ((c - 0xd800) << 10) + ((uint32_t)low - 0xdc00);
	}
	utf8_put(&t->text, c);
	return 0;
}

/* Take the byte order mark of a UTF-16 file. */
static int
take_mark(struct tagfile *t, struct err *e)
{
	t->started = true;
	if (t->encoding != TAGFILE_UTF16 && t->encoding != TAGFILE_UTF16LE)
		return 0;
	if (fill(t, 2, e) < 0)
		return -1;
	if (t->raw.n < 2)
		return 0;
	if (t->raw.at[0] == 0xfe && t->raw.at[1] == 0xff) {
		t->encoding = TAGFILE_UTF16;
		t->at = 2;
	} else if (t->raw.at[0] == 0xff && t->raw.at[1] == 0xfe) {
		t->encoding = TAGFILE_UTF16LE;
		t->at = 2;
	}
	return 0;
}

int
tagfile_line(struct span *out, struct tagfile *t, struct err *e)
{
	int32_t unit;

	t->text.n = 0;
	if (!t->started && take_mark(t, e) < 0)
		return -1;
	t->line++;
	for (;;) {
		unit = take_unit(t, e);
		if (unit == UNIT_ERROR)
			return -1;
		if (unit == '\n' && t->after_cr) {
			t->after_cr = false;
			continue;
		}
		t->after_cr = unit == '\r';
		if (unit == UNIT_END || unit == '\r' || unit == '\n')
			break;
		if (put(t, unit, e) < 0)
			return -1;
		if (t->text.n > LIMIT_BAG_LINE)
			return err_set(e, ERR_LIMIT, "a line of more than %u "
			    "bytes", LIMIT_BAG_LINE);
	}
	if (unit == UNIT_END && t->text.n == 0)
		return 0;
	*out = span_buf(&t->text);
	if (t->encoding == TAGFILE_UTF8 && utf8_check(*out) < out->n)
		return err_set(e, ERR_FORMAT, "not UTF-8");
	return 1;
}

void
tagfile_close(struct tagfile *t)
{
	if (t->open)
		close(t->fd);
	buf_clear(&t->raw);
	buf_clear(&t->text);
	*t = (struct tagfile){ 0 };
}
