/* SPDX-License-Identifier: MIT */
/* See manifest.h. */
#include "config.h"

#include <inttypes.h>

#include "base/limits.h"
#include "canon/codec.h"
#include "deposit/manifest.h"

static bool
is_letter(uint8_t c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool
is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

static bool
is_space(uint8_t c)
{
	return c == ' ' || c == '\t';
}

/* --- paths ---------------------------------------------------------------- */

/* Why the part of ${n} bytes at ${at} is unsafe, or NULL. */
static const char *
part_fault(const uint8_t *at, size_t n)
{
	if (n == 0)
		return "has an empty part";
	if (n == 1 && at[0] == '.')
		return "has a part \".\"";
	if (n == 2 && at[0] == '.' && at[1] == '.')
		return "leads upwards by \"..\"";
	return NULL;
}

static const char *
path_fault(struct span path)
{
	size_t from = 0;

	if (path.n == 0)
		return "is empty";
	if (path.n > LIMIT_BAG_PATH)
		return "is too long";
	if (memchr(path.at, '\0', path.n) != NULL)
		return "holds a NUL";
	if (memchr(path.at, '\\', path.n) != NULL)
		return "holds a backslash";
	if (path.at[0] == '/')
		return "is absolute";
	if (path.at[0] == '~')
		return "begins with a tilde";
	if (path.n > 1 && is_letter(path.at[0]) && path.at[1] == ':')
		return "begins with a drive letter";
	for (size_t i = 0; i <= path.n; i++)
		if (i == path.n || path.at[i] == '/') {
			const char *why = part_fault(path.at + from, i - from);

			if (why != NULL)
				return why;
			from = i + 1;
		}
	return NULL;
}

int
manifest_path_check(struct span path, struct err *e)
{
	const char *why = path_fault(path);

	if (why == NULL)
		return 0;
	return err_set(e, ERR_TRUST, "%.*s: the path %s",
	    (int)(path.n > 1000 ? 1000 : path.n), (const char *)path.at, why);
}

bool
manifest_path_is_plain(struct span path)
{
	for (size_t i = 0; i < path.n; i++) {
		const uint8_t c = path.at[i];

		if (!is_letter(c) && !is_digit(c) && c != '.' && c != '_'
		    && c != '-' && c != '/')
			return false;
	}
	return path_fault(path) == NULL;
}

bool
manifest_path_is_payload(struct span path)
{
	return path.n > 5 && memcmp(path.at, "data/", 5) == 0;
}

/* Append ${text} with what %0D, %0A and %25 stand for. */
static void
decode(struct buf *out, struct span text)
{
	for (size_t i = 0; i < text.n; i++) {
		const uint8_t *at = text.at + i;
		uint8_t c = *at;

		if (c == '%' && text.n - i > 2) {
			if (at[1] == '0' && (at[2] | 0x20) == 'd')
				c = '\r';
			else if (at[1] == '0' && (at[2] | 0x20) == 'a')
				c = '\n';
			else if (at[1] != '2' || at[2] != '5')
				at = NULL;
			if (at != NULL)
				i += 2;
		}
		buf_byte(out, c);
	}
}

static void
encode(struct buf *out, struct span path)
{
	for (size_t i = 0; i < path.n; i++) {
		const uint8_t c = path.at[i];

		if (c == '\r' || c == '\n' || c == '%')
			buf_fmt(out, "%%%02X", c);
		else
			buf_byte(out, c);
	}
}

/* Read the path that is the rest of a line. */
static int
take_path(struct buf *out, unsigned *odd, struct span rest, bool star,
    struct err *e)
{
	out->n = 0;
	*odd = 0;
	if (star && rest.n > 1 && rest.at[0] == '*') {
		rest.at++, rest.n--;
		*odd |= MANIFEST_STAR;
	}
	while (rest.n > 2 && rest.at[0] == '.' && rest.at[1] == '/') {
		rest.at += 2, rest.n -= 2;
		*odd |= MANIFEST_DOT;
	}
	decode(out, rest);
	return manifest_path_check(span_buf(out), e);
}

/* --- lines ---------------------------------------------------------------- */

/* Cut the word in front of the first white space off ${rest}, and that. */
static struct span
take_word(struct span *rest)
{
	struct span word = { rest->at, 0 };

	while (word.n < rest->n && !is_space(rest->at[word.n]))
		word.n++;
	rest->at += word.n, rest->n -= word.n;
	while (rest->n > 0 && is_space(rest->at[0]))
		rest->at++, rest->n--;
	return word;
}

static bool
take_hex(uint8_t out[HASH_MOST], struct span word)
{
	uint8_t low[2 * HASH_MOST];

	if (word.n % 2 != 0 || word.n == 0 || word.n > sizeof(low))
		return false;
	for (size_t i = 0; i < word.n; i++) {
		const uint8_t c = word.at[i];

		low[i] = c >= 'A' && c <= 'F' ? c | 0x20 : c;
	}
	return codec_unhex(out, word.n / 2, (struct span){ low, word.n });
}

int
manifest_line_parse(struct manifest_line *out, size_t bytes,
    struct span line, struct err *e)
{
	struct span rest = line, word = take_word(&rest);

	if (!take_hex(out->hash, word))
		return err_set(e, ERR_FORMAT, "does not begin with a digest "
		    "in hex");
	out->bytes = word.n / 2;
	if (bytes > 0 && out->bytes != bytes)
		return err_set(e, ERR_FORMAT, "%zu hex digits and not %zu",
		    word.n, 2 * bytes);
	if (rest.n == 0)
		return err_set(e, ERR_FORMAT, "names no file");
	return take_path(&out->path, &out->odd, rest, true, e);
}

void
manifest_line_print(struct buf *out, const uint8_t *hash, size_t bytes,
    struct span path)
{
	char hex[2 * HASH_MOST + 1];

	codec_hex(hex, hash, bytes);
	buf_fmt(out, "%s  ", hex);
	encode(out, path);
	buf_byte(out, '\n');
}

void
manifest_line_clear(struct manifest_line *l)
{
	buf_clear(&l->path);
	*l = (struct manifest_line){ 0 };
}

/* A length in decimal of at most 18 digits, or a dash. */
static bool
take_length(struct manifest_fetch *out, struct span word)
{
	out->has_length = false;
	out->length = 0;
	if (word.n == 1 && word.at[0] == '-')
		return true;
	if (word.n == 0 || word.n > 18)
		return false;
	for (size_t i = 0; i < word.n; i++) {
		if (!is_digit(word.at[i]))
			return false;
		out->length = out->length * 10 + (word.at[i] - '0');
	}
	out->has_length = true;
	return true;
}

int
manifest_fetch_parse(struct manifest_fetch *out, struct span line,
    struct err *e)
{
	struct span rest = line, url = take_word(&rest);
	struct span length = take_word(&rest);

	out->url.n = 0;
	buf_span(&out->url, url);
	if (url.n == 0)
		return err_set(e, ERR_FORMAT, "does not begin with a URL");
	if (!take_length(out, length))
		return err_set(e, ERR_FORMAT, "has neither a length nor a "
		    "dash behind the URL");
	if (rest.n == 0)
		return err_set(e, ERR_FORMAT, "names no file");
	return take_path(&out->path, &out->odd, rest, false, e);
}

void
manifest_fetch_print(struct buf *out, struct span url, uint64_t length,
    struct span path)
{
	buf_span(out, url);
	buf_fmt(out, " %" PRIu64 " ", length);
	encode(out, path);
	buf_byte(out, '\n');
}

void
manifest_fetch_clear(struct manifest_fetch *f)
{
	buf_clear(&f->url);
	buf_clear(&f->path);
	*f = (struct manifest_fetch){ 0 };
}

/* --- names ---------------------------------------------------------------- */

void
manifest_name_print(struct buf *out, enum hash_kind kind, bool tag)
{
	buf_fmt(out, "%smanifest-%s.txt", tag ? "tag" : "", hash_print(kind));
}

bool
manifest_name_parse(struct span *algorithm, bool *tag, struct span name)
{
	static const struct span lead = { (const uint8_t *)"manifest-", 9 };
	static const struct span tail = { (const uint8_t *)".txt", 4 };
	struct span s = name;

	*tag = s.n > 3 && memcmp(s.at, "tag", 3) == 0;
	if (*tag)
		s.at += 3, s.n -= 3;
	if (s.n <= lead.n + tail.n || memcmp(s.at, lead.at, lead.n) != 0
	    || memcmp(s.at + s.n - tail.n, tail.at, tail.n) != 0)
		return false;
	*algorithm = (struct span){ s.at + lead.n, s.n - lead.n - tail.n };
	for (size_t i = 0; i < algorithm->n; i++)
		if (!is_letter(algorithm->at[i]) && !is_digit(algorithm->at[i]))
			return false;
	return true;
}
