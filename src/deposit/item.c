/* SPDX-License-Identifier: MIT */
/* See item.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "deposit/item.h"
#include "keep/row.h"

#define DIGITS "0123456789"
#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define LETTERS LOWER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

int
item_check_name(const char *name, struct err *e)
{
	const size_t n = strlen(name);

	if (n < 5 || n >= ITEM_NAME)
		return err_set(e, ERR_USAGE, "\"%.100s\": an identifier of "
		    "the Internet Archive has 5 to %d characters", name,
		    ITEM_NAME - 1);
	if (strspn(name, LETTERS DIGITS "_-.") != n
	    || strspn(name, LETTERS DIGITS) == 0)
		return err_set(e, ERR_USAGE, "\"%s\": an identifier of the "
		    "Internet Archive has only A-Z a-z 0-9 _ - . and begins "
		    "with a letter or a digit", name);
	return 0;
}

int
item_slug(char out[ITEM_SLUG], const char *origin, struct err *e)
{
	size_t n = 0;

	for (const char *s = origin; *s != '\0' && n < ITEM_SLUG - 1; s++) {
		char c = *s;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (strchr(LOWER DIGITS, c) == NULL)
			c = '-';
		if (c != '-' || (n > 0 && out[n - 1] != '-'))
			out[n++] = c;
	}
	while (n > 0 && out[n - 1] == '-')
		n--;
	out[n] = '\0';
	if (n == 0)
		return err_set(e, ERR_USAGE, "%s: no letter or digit of this "
		    "origin can stand in the name of an item; --identifier "
		    "gives one", origin);
	return 0;
}

char *
item_name(char out[ITEM_NAME], const char *slug, const char *date,
    uint64_t size)
{
	/* 5 + 40 + 10 + 17 characters at most: entries are below 2^53. */
	snprintf(out, ITEM_NAME, "pith-%.40s-%.4s%.2s%.2s-%" PRIu64, slug,
	    date, date + 5, date + 8, size);
	return out;
}

char *
item_shards_name(char out[ITEM_NAME], const char *slug, uint64_t first,
    uint64_t last)
{
	/* 5 + 40 + 8 + 2 * 13 characters at most. */
	snprintf(out, ITEM_NAME, "pith-%.40s-shards-%" PRIu64 "-%" PRIu64,
	    slug, first, last);
	return out;
}

int
item_check_size(size_t files, uint64_t bytes, struct err *e)
{
	static const char how[] = "full shards can go into items of their own "
	    "(--only-shards), which --shards-in then names";

	if (files > ITEM_FILES)
		return err_set(e, ERR_LIMIT, "%zu files, and an item holds at "
		    "most %d; %s", files, ITEM_FILES, how);
	if (bytes > ITEM_BYTES)
		return err_set(e, ERR_LIMIT, "%" PRIu64 " bytes, and an item "
		    "holds at most %llu; %s", bytes, ITEM_BYTES, how);
	return 0;
}

/* A decimal number without leading zeros at ${*at}, which is moved. */
static bool
take_number(uint64_t *out, const char **at)
{
	const size_t n = strspn(*at, DIGITS);

	if (n == 0 || n > 15 || (n > 1 && **at == '0'))
		return false;
	*out = strtoull(*at, NULL, 10);
	*at += n;
	return true;
}

/* FIRST "-" LAST and nothing more. */
static bool
take_range(struct item_shards *s, const char *at)
{
	if (!take_number(&s->first, &at) || *at++ != '-'
	    || !take_number(&s->end, &at) || *at != '\0'
	    || s->end < s->first)
		return false;
	s->end++;
	return true;
}

int
item_shards_range(struct item_shards *out, const char *word, struct err *e)
{
	*out = (struct item_shards){ .first = 0 };
	if (take_range(out, word))
		return 0;
	return err_set(e, ERR_USAGE, "%s: FIRST-LAST is meant, numbers of "
	    "shards from 0", word);
}

/* By a name of ours: the words behind the last dashes. */
static bool
by_name(struct item_shards *s)
{
	const char *last = strrchr(s->name, '-'), *at;
	const char *shards = strstr(s->name, "-shards-");
	uint64_t size;

	if (strncmp(s->name, "pith-", 5) != 0 || last == NULL)
		return false;
	if (shards != NULL)
		return take_range(s, shards + 8);
	at = last + 1;
	if (last - s->name < 14 || last[-9] != '-'
	    || strspn(last - 8, DIGITS) != 8 || !take_number(&size, &at)
	    || *at != '\0')
		return false;
	s->first = 0;
	s->end = size / ROW_SHARD;
	return true;
}

int
item_shards_parse(struct item_shards *out, const char *word, struct err *e)
{
	const char *colon = strchr(word, ':');
	const size_t n = colon != NULL ? (size_t)(colon - word)
	    : strlen(word);

	if (n >= ITEM_NAME)
		return item_check_name(word, e);
	memcpy(out->name, word, n);
	out->name[n] = '\0';
	if (item_check_name(out->name, e) < 0)
		return -1;
	if (colon != NULL ? take_range(out, colon + 1) : by_name(out))
		return 0;
	return err_set(e, ERR_USAGE, "%s: which full shards lie in it? "
	    "ITEM:FIRST-LAST says so, in numbers from 0", word);
}

int
item_add(struct item *item, const char *field, const char *value,
    struct err *e)
{
	const struct span s = span_text(value);
	struct item_field f = { .again = 0 };
	uint32_t c;

	if (s.n == 0 || s.n > ITEM_VALUE || utf8_check(s) != s.n)
		return err_set(e, ERR_FORMAT, "%s: text of 1 to %d bytes in "
		    "UTF-8 is meant", field, ITEM_VALUE);
	for (size_t i = 0; i < s.n;) {
		i += utf8_get(&c, (struct span){ s.at + i, s.n - i });
		if (utf8_is_unwanted(c) || utf8_is_space(c))
			return err_set(e, ERR_FORMAT, "%s: one line without "
			    "control characters is meant", field);
	}
	if (strncmp(value, "uri(", 4) == 0)
		return err_set(e, ERR_FORMAT, "%s: the archive would decode a "
		    "value that begins with \"uri(\"", field);
	for (size_t i = 0; i < item->n; i++)
		f.again += strcmp(item->at[i].name, field) == 0;
	if (f.again >= ITEM_AGAIN)
		return err_set(e, ERR_LIMIT, "%s: more than %d times", field,
		    ITEM_AGAIN);
	f.name = mem_string(field);
	f.value = mem_string(value);
	mem_grow(&item->at, item->n, sizeof(*item->at));
	item->at[item->n++] = f;
	return 0;
}

void
item_clear(struct item *item)
{
	for (size_t i = 0; i < item->n; i++) {
		free(item->at[i].name);
		free(item->at[i].value);
	}
	free(item->at);
	*item = (struct item){ 0 };
}

void
item_header_value(struct buf *out, const char *value)
{
	bool plain = true;

	for (const char *s = value; *s != '\0'; s++)
		plain = plain && *s > ' ' && *s < 0x7f;
	if (plain) {
		buf_text(out, value);
		return;
	}
	buf_text(out, "uri(");
	for (const char *s = value; *s != '\0'; s++) {
		if (strchr(LETTERS DIGITS "_.-~/", *s) != NULL)
			buf_byte(out, (uint8_t)*s);
		else
			buf_fmt(out, "%%%02X", (unsigned)(uint8_t)*s);
	}
	buf_byte(out, ')');
}

void
item_header(struct buf *out, const struct item_field *f)
{
	buf_fmt(out, "x-archive-meta%02u-%s: ", f->again, f->name);
	item_header_value(out, f->value);
}
