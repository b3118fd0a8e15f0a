/* SPDX-License-Identifier: MIT */
/* See json.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "canon/json.h"

/*
 * One pass before the parser: depth and number of values.  Outside strings
 * every value follows an opening bracket, a comma, or nothing, so brackets
 * and commas bound their number from above, whatever else is wrong.  They are
 * taken off ${*left}.
 */
static int
scan_shape(struct span text, size_t *left, struct err *e)
{
	size_t depth = 0, values = 1;
	bool quoted = false;

	for (size_t i = 0; i < text.n; i++) {
		const uint8_t c = text.at[i];

		if (quoted) {
			if (c == '\\')
				i++;
			else if (c == '"')
				quoted = false;
			continue;
		}
		if (c == '"') {
			quoted = true;
		} else if (c == '{' || c == '[') {
			if (++depth > LIMIT_JSON_DEPTH)
				return err_set(e, ERR_LIMIT,
				    "byte %zu: nested deeper than %u", i + 1,
				    LIMIT_JSON_DEPTH);
			values++;
		} else if (c == '}' || c == ']') {
			depth -= depth > 0;
		} else if (c == ',') {
			values++;
		}
		if (values > *left)
			return err_set(e, ERR_LIMIT,
			    "byte %zu: more than %u JSON values%s", i + 1,
			    LIMIT_JSON_VALUES, *left < LIMIT_JSON_VALUES
			    ? " in all" : "");
	}
	*left -= values;
	return 0;
}

int
json_parse(json_t **out, struct span text, enum json_top top, struct err *e)
{
	size_t left = LIMIT_JSON_VALUES;

	return json_parse_within(out, text, top, &left, e);
}

int
json_parse_within(json_t **out, struct span text, enum json_top top,
    size_t *left, struct err *e)
{
	const size_t flags = JSON_REJECT_DUPLICATES
	    | (top == JSON_TOP_ANY ? JSON_DECODE_ANY : 0);
	json_error_t je;
	const uint8_t *nul;
	json_t *v;
	size_t stop;

	if (text.n >= 3 && memcmp(text.at, "\xef\xbb\xbf", 3) == 0)
		return err_set(e, ERR_FORMAT, "byte 1: a byte order mark");
	stop = utf8_check(text);
	if (stop < text.n)
		return err_set(e, ERR_FORMAT, "byte %zu: not UTF-8", stop + 1);
	/* jansson 2.14 reads past a NUL that follows a number. */
	nul = text.n > 0 ? memchr(text.at, '\0', text.n) : NULL;
	if (nul != NULL)
		return err_set(e, ERR_FORMAT, "byte %zu: a NUL",
		    (size_t)(nul - text.at) + 1);
	if (scan_shape(text, left, e) < 0)
		return -1;
	v = json_loadb((const char *)text.at, text.n, flags, &je);
	if (v == NULL)
		return err_set(e, ERR_FORMAT, "line %d: not JSON: %s",
		    je.line > 0 ? je.line : 1, je.text);
	if (top == JSON_TOP_OBJECT && !json_is_object(v)) {
		json_decref(v);
		return err_set(e, ERR_FORMAT, "line 1: not a JSON object");
	}
	*out = v;
	return 0;
}

static void
put_string(struct buf *out, const char *text, size_t n)
{
	const uint8_t *s = (const uint8_t *)text;
	size_t from = 0;

	buf_byte(out, '"');
	for (size_t i = 0; i < n; i++) {
		static const char plain[] = "btn.fr";	/* 0x08 to 0x0d */

		if (s[i] >= 0x20 && s[i] != '"' && s[i] != '\\')
			continue;
		buf_add(out, s + from, i - from);
		from = i + 1;
		if (s[i] >= 0x20) {
			buf_byte(out, '\\');
			buf_byte(out, s[i]);
		} else if (s[i] >= 0x08 && s[i] <= 0x0d && s[i] != 0x0b) {
			buf_byte(out, '\\');
			buf_byte(out, (uint8_t)plain[s[i] - 0x08]);
		} else {
			buf_fmt(out, "\\u%04x", s[i]);
		}
	}
	buf_add(out, s + from, n - from);
	buf_byte(out, '"');
}

/* Names of one object with their values, to be sorted. */
struct pair {
	const char *name;
	size_t n;
	const json_t *value;
};

static int
by_name(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	const int c = memcmp(x->name, y->name, x->n < y->n ? x->n : y->n);

	return c != 0 ? c : (x->n > y->n) - (x->n < y->n);
}

static struct pair *
sorted_pairs(const json_t *v)
{
	struct pair *list = mem_zero(json_object_size(v), sizeof(*list));
	size_t n = 0;
	const char *name;
	json_t *value;

	json_object_foreach ((json_t *)(uintptr_t)v, name, value) {
		list[n].name = name;
		list[n].n = strlen(name);
		list[n++].value = value;
	}
	qsort(list, n, sizeof(*list), by_name);
	return list;
}

int
json_canon(struct buf *out, const json_t *v, struct err *e)
{
	int rc = 0;

	if (json_is_object(v)) {
		const size_t n = json_object_size(v);
		struct pair *list = sorted_pairs(v);

		buf_byte(out, '{');
		for (size_t i = 0; i < n && rc == 0; i++) {
			if (i > 0)
				buf_byte(out, ',');
			put_string(out, list[i].name, list[i].n);
			buf_byte(out, ':');
			rc = json_canon(out, list[i].value, e);
		}
		buf_byte(out, '}');
		free(list);
	} else if (json_is_array(v)) {
		buf_byte(out, '[');
		for (size_t i = 0; i < json_array_size(v) && rc == 0; i++) {
			if (i > 0)
				buf_byte(out, ',');
			rc = json_canon(out, json_array_get(v, i), e);
		}
		buf_byte(out, ']');
	} else if (json_is_string(v)) {
		put_string(out, json_string_value(v), json_string_length(v));
	} else if (json_is_integer(v)) {
		buf_fmt(out, "%lld", (long long)json_integer_value(v));
	} else if (json_is_real(v)) {
		rc = err_set(e, ERR_FORMAT, "a number that is not an integer");
	} else {
		buf_text(out, json_is_true(v) ? "true"
		    : json_is_false(v) ? "false" : "null");
	}
	return rc;
}

int
json_canon_digest(struct digest *d, const json_t *v, struct err *e)
{
	struct buf bytes = { 0 };
	const int rc = json_canon(&bytes, v, e);

	if (rc == 0)
		*d = digest_sha256(span_buf(&bytes));
	buf_clear(&bytes);
	return rc;
}

bool
json_has_real(const json_t *v)
{
	const char *name;
	json_t *value;

	if (json_is_real(v))
		return true;
	json_object_foreach ((json_t *)(uintptr_t)v, name, value)
		if (json_has_real(value))
			return true;
	for (size_t i = 0; i < json_array_size(v); i++)
		if (json_has_real(json_array_get(v, i)))
			return true;
	return false;
}

void
json_quote(struct buf *out, struct span text)
{
	size_t i = 0;

	buf_byte(out, '"');
	while (i < text.n) {
		uint32_t c = 0xfffd;
		const unsigned n = utf8_get(&c,
		    (struct span){ text.at + i, text.n - i });

		if (c == '"' || c == '\\')
			buf_fmt(out, "\\%c", (char)c);
		else if (c >= 0x20 && c < 0x7f)
			buf_byte(out, (uint8_t)c);
		else if (c < 0x10000)
			buf_fmt(out, "\\u%04x", (unsigned)c);
		else
			buf_fmt(out, "\\u%04x\\u%04x",
			    (unsigned)(0xd7c0 + (c >> 10)),
			    (unsigned)(0xdc00 + (c & 0x3ff)));
		i += n > 0 ? n : 1;
	}
	buf_byte(out, '"');
}

static void pretty_value(struct buf *out, const json_t *v, unsigned depth);

static void
indent(struct buf *out, unsigned depth)
{
	buf_byte(out, '\n');
	for (unsigned i = 0; i < depth; i++)
		buf_text(out, "  ");
}

static void
pretty_at(struct buf *out, const json_t *v, unsigned depth)
{
	const size_t n = json_is_object(v) ? json_object_size(v)
	    : json_array_size(v);
	struct pair *list = json_is_object(v) ? sorted_pairs(v) : NULL;

	buf_byte(out, list != NULL ? '{' : '[');
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			buf_byte(out, ',');
		indent(out, depth + 1);
		if (list != NULL) {
			json_quote(out, (struct span){
			    (const uint8_t *)list[i].name, list[i].n });
			buf_text(out, ": ");
		}
		pretty_value(out, list != NULL ? list[i].value
		    : json_array_get(v, i), depth + 1);
	}
	if (n > 0)
		indent(out, depth);
	buf_byte(out, list != NULL ? '}' : ']');
	free(list);
}

static void
pretty_value(struct buf *out, const json_t *v, unsigned depth)
{
	struct err e;

	if (json_is_object(v) || json_is_array(v))
		pretty_at(out, v, depth);
	else if (json_is_string(v))
		json_quote(out, (struct span){
		    (const uint8_t *)json_string_value(v),
		    json_string_length(v) });
	else if (json_canon(out, v, &e) < 0)
		buf_fmt(out, "%.17g", json_real_value(v));
}

void
json_pretty(struct buf *out, const json_t *v)
{
	pretty_value(out, v, 0);
}

const json_t *
json_member(const json_t *o, const char *name, json_type type)
{
	const json_t *v = o == NULL ? NULL : json_object_get(o, name);

	return v != NULL && json_typeof(v) == type ? v : NULL;
}

const char *
json_member_text(const json_t *o, const char *name)
{
	return json_string_value(json_member(o, name, JSON_STRING));
}
