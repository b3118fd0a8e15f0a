/* SPDX-License-Identifier: MIT */
/* See number.h. */
#include "config.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#include "base/utf8.h"
#include "number/number.h"

static const char hint_form[] =
    "write pith:YYYY: and 26 letters, as the registry shows it";

static bool
is_space(uint8_t c)
{
	return c == ' ' || (c >= 0x09 && c <= 0x0d);
}

static int
hex_value(uint8_t c)
{
	return c >= '0' && c <= '9' ? c - '0'
	    : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The value of ${n} lower-case hex digits, or -1. */
static int32_t
hex_run(struct span s, size_t n)
{
	int32_t v = 0;

	if (s.n < n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (hex_value(s.at[i]) < 0)
			return -1;
		v = v << 4 | hex_value(s.at[i]);
	}
	return v;
}

/*
 * TeX writes a character that it holds unprintable as ^^xx, the engines with
 * wide characters as ^^^^xxxx; one pass, so that a decoded ^ stays one.
 */
static void
decode_hats(struct buf *out, struct span s)
{
	size_t i = 0;

	while (i < s.n) {
		const struct span rest = { s.at + i, s.n - i };
		int32_t v = -1;
		size_t used = 0;

		if (rest.n >= 8 && memcmp(rest.at, "^^^^", 4) == 0) {
			v = hex_run((struct span){ rest.at + 4, rest.n - 4 }, 4);
			used = 8;
			if (v >= 0xd800 && v <= 0xdfff)
				v = -1;
		}
		if (v < 0 && rest.n >= 4 && memcmp(rest.at, "^^", 2) == 0) {
			v = hex_run((struct span){ rest.at + 2, rest.n - 2 }, 2);
			used = 4;
		}
		if (v < 0) {
			buf_byte(out, rest.at[0]);
			i++;
		} else if (used == 4) {
			buf_byte(out, (uint8_t)v);
			i += used;
		} else {
			utf8_put(out, (uint32_t)v);
			i += used;
		}
	}
}

/* What a wrong character may have been meant for; "" if nothing is known. */
static const char *
likeness(uint32_t c)
{
	switch (c) {
	case '0': return " (digit zero; letter O?)";
	case '1': return " (digit one; letter I or L?)";
	case '8': return " (digit eight; letter B?)";
	case '9': return " (digit nine is never in a number)";
	case ',': return " (one number in each command)";
	case ' ': return " (a space or line break inside)";
	case '\t': case '\n': case '\r': return " (white space inside)";
	case 0xa0: return " (a no-break space)";
	case 0x200b: return " (a zero-width space)";
	case 0x00ad: return " (a soft hyphen)";
	case '-': case 0x2010: case 0x2011: case 0x2012: case 0x2013:
	case 0x2014: case 0x2212: return " (a dash)";
	default: return utf8_is_unwanted(c) ? " (an invisible character)"
	    : c > 0x7f ? " (not an ASCII letter)" : "";
	}
}

/* Refuse the character at byte ${at} of ${s}: its place, itself, a hint. */
static int
refuse_char(struct span s, size_t at, struct err *e)
{
	size_t place = 1, i = 0;
	uint32_t c;

	while (i < at) {
		const unsigned n = utf8_get(&c, (struct span){ s.at + i, s.n - i });

		i += n > 0 ? n : 1;
		place++;
	}
	if (utf8_get(&c, (struct span){ s.at + at, s.n - at }) == 0)
		return err_set(e, ERR_FORMAT, "not a Pith Number: character "
		    "%zu is the byte 0x%02X, which is not UTF-8", place,
		    s.at[at]);
	if (c > 0x20 && c < 0x7f)
		return err_set(e, ERR_FORMAT,
		    "not a Pith Number: character %zu is \"%c\" (U+%04X)%s",
		    place, (int)c, (unsigned)c, likeness(c));
	return err_set(e, ERR_FORMAT,
	    "not a Pith Number: character %zu is U+%04X%s", place,
	    (unsigned)c, likeness(c));
}

static bool
is_letter(uint8_t c)
{
	return isalpha(c) || (c >= '2' && c <= '7');
}

/* How many letters of a suffix stand at byte ${at}. */
static size_t
letters(struct span s, size_t at)
{
	size_t n = 0;

	while (at + n < s.n && is_letter(s.at[at + n]))
		n++;
	return n;
}

/* Copy the ${n} letters at byte ${at} to the suffix, folded. */
static void
take_suffix(struct number *out, struct span s, size_t at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		out->suffix[i] = (char)toupper(s.at[at + i]);
	out->suffix[n] = '\0';
}

/* What stands from byte ${at} to the end must be letters, just 26, or as many
 * as a short form has where ${shorter}. */
static int
parse_suffix(struct number *out, struct span s, size_t at, bool shorter,
    struct err *e)
{
	const size_t n = letters(s, at);

	if (at + n < s.n)
		return refuse_char(s, at + n, e);
	if (n != NUMBER_SUFFIX && !(shorter && (n == 8 || n == 12 || n == 16)))
		return err_set(e, ERR_FORMAT, "not a Pith Number: %zu "
		    "letters where %s belong; %s", n,
		    shorter ? "26 (or 8, 12, 16)" : "26", hint_form);
	take_suffix(out, s, at, n);
	return 0;
}

static int
parse_pith(struct number *out, struct span s, struct err *e)
{
	const size_t at = strlen("pith:");

	if (memchr(s.at + at, ':', s.n - at) == NULL)
		return parse_suffix(out, s, at, true, e);
	for (size_t i = at; i < at + 5; i++) {
		if (i >= s.n)
			return err_set(e, ERR_FORMAT, "not a Pith Number: cut "
			    "in the year; %s", hint_form);
		if (i == at + 4 ? s.at[i] != ':' : !isdigit(s.at[i]))
			return refuse_char(s, i, e);
		if (i < at + 4)
			out->year = out->year * 10 + (unsigned)(s.at[i] - '0');
	}
	return parse_suffix(out, s, at + 5, false, e);
}

static bool
begins(struct span s, const char *lead)
{
	const size_t n = strlen(lead);

	return s.n >= n && strncasecmp((const char *)s.at, lead, n) == 0;
}

static int
parse_url(struct number *out, struct span s, struct err *e)
{
	static const char *const tails[] = {
		"", "/", ".json", "/bundle.json", "/state.json", NULL
	};
	size_t at = begins(s, "https://") ? 8 : 7, n;
	struct span rest = { s.at + at, s.n - at };

	if (begins(rest, "www."))
		at += 4;
	rest = (struct span){ s.at + at, s.n - at };
	if (!begins(rest, "pith.science/pith/"))
		return err_set(e, ERR_FORMAT, "not a Pith Number: an address "
		    "of another place than https://pith.science/pith/");
	at += strlen("pith.science/pith/");
	n = letters(s, at);
	if (n != NUMBER_SUFFIX)
		return at + n < s.n && s.at[at + n] != '/' && s.at[at + n] != '.'
		    ? refuse_char(s, at + n, e)
		    : err_set(e, ERR_FORMAT, "not a Pith Number: %zu letters "
		    "where 26 belong", n);
	rest = (struct span){ s.at + at + n, s.n - at - n };
	for (size_t i = 0; tails[i] != NULL; i++)
		if (span_equal(rest, span_text(tails[i]))) {
			take_suffix(out, s, at, n);
			return 0;
		}
	return refuse_char(s, at + n, e);
}

static int
parse_text(struct number *out, struct span s, struct err *e)
{
	if (begins(s, "pith:"))
		return parse_pith(out, s, e);
	if (alias_parse(&out->alias, s) != ALIAS_NONE)
		return 0;
	switch (alias_looks(s)) {
	case ALIAS_ARXIV:
		return err_set(e, ERR_FORMAT, "not an arXiv id: write "
		    "arXiv:YYMM.NNNNN, with vN behind it if need be");
	case ALIAS_DOI:
		return err_set(e, ERR_FORMAT, "not a DOI of letters, digits "
		    "and . _ ; ( ) / : -; name the Pith Number instead");
	case ALIAS_NONE:
		break;
	}
	if (begins(s, "http://") || begins(s, "https://"))
		return parse_url(out, s, e);
	return parse_suffix(out, s, 0, false, e);
}

int
number_parse(struct number *out, struct span text, struct err *e)
{
	struct number n = { 0 };
	struct buf decoded = { 0 };
	int rc;

	if (text.n > LIMIT_SPELLING_BYTES)
		return err_set(e, ERR_LIMIT, "not a Pith Number: longer than "
		    "%u bytes: \"%.40s...\"", LIMIT_SPELLING_BYTES,
		    (const char *)text.at);
	while (text.n > 0 && is_space(text.at[text.n - 1]))
		text.n--;
	while (text.n > 0 && is_space(text.at[0]))
		text = (struct span){ text.at + 1, text.n - 1 };
	if (text.n == 0)
		return err_set(e, ERR_FORMAT, "an empty number; %s", hint_form);
	decode_hats(&decoded, text);
	rc = parse_text(&n, span_buf(&decoded), e);
	if (rc == 0) {
		/* Whatever was accepted is printable ASCII. */
		snprintf(n.typed, sizeof(n.typed), "%s", buf_string(&decoded));
		*out = n;
	}
	buf_clear(&decoded);
	return rc;
}

bool
number_is_whole(const struct number *n)
{
	return strlen(n->suffix) == NUMBER_SUFFIX;
}
