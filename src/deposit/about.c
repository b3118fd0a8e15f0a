/* SPDX-License-Identifier: MIT */
/* See about.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "deposit/about.h"

#define LINES 1000u
#define VALUE 4096u

static const struct {
	const char *label;
	bool again;
} labels[] = {
	{ "Title", false },
	{ "Description", false },
	{ "Creator", true },
	{ "Subject", true },
	{ "Language", false },
	{ "License-URL", false },
	{ "Collection", true },
	{ "External-Identifier", true },
	{ "Consent", false },
	{ "Source-Organization", false },
	{ "Organization-Address", false },
	{ "Contact-Name", false },
	{ "Contact-Email", false },
	{ "Internal-Sender-Identifier", false }
};

#define LABELS (sizeof(labels) / sizeof(labels[0]))

const char *
about_each(const struct about *a, const char *label, size_t i)
{
	for (size_t j = 0; j < a->n; j++)
		if (strcmp(a->at[j].label, label) == 0 && i-- == 0)
			return a->at[j].value;
	return NULL;
}

const char *
about_get(const struct about *a, const char *label)
{
	return about_each(a, label, 0);
}

bool
about_is_trial(const struct about *a)
{
	for (size_t i = 0; about_each(a, "Collection", i) != NULL; i++)
		if (strcmp(about_each(a, "Collection", i), ABOUT_SANDBOX) != 0)
			return false;
	return true;
}

void
about_clear(struct about *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->at[i].value);
	free(a->at);
	*a = (struct about){ 0 };
}

static bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

static struct span
trim(struct span s)
{
	while (s.n > 0 && is_blank(s.at[0]))
		s = (struct span){ s.at + 1, s.n - 1 };
	while (s.n > 0 && is_blank(s.at[s.n - 1]))
		s.n--;
	return s;
}

/* A value is a line of bag-info.txt, of a spreadsheet, of a header.  ${column}
 * is where the text begins. */
static int
check_text(struct span line, size_t column, struct err *e)
{
	uint32_t c;

	if (utf8_check(line) != line.n
	    || memchr(line.at, '\0', line.n) != NULL)
		return err_set(e, ERR_FORMAT, "not text in UTF-8");
	for (size_t i = 0; i < line.n; column++) {
		i += utf8_get(&c, (struct span){ line.at + i, line.n - i });
		if (utf8_is_unwanted(c) || utf8_is_space(c))
			return err_set(e, ERR_FORMAT, "character %zu is U+%04"
			    PRIX32 "; text without control characters is "
			    "meant", column, c);
	}
	return 0;
}

/* Go on with the value before. */
static int
go_on(struct about *a, struct span more, struct err *e)
{
	struct buf value = { 0 };
	struct about_line *last;

	if (a->n == 0)
		return err_set(e, ERR_FORMAT, "goes on with no line");
	last = &a->at[a->n - 1];
	buf_fmt(&value, "%s ", last->value);
	buf_span(&value, more);
	free(last->value);
	last->value = buf_steal(&value);
	return 0;
}

static int
take(struct about *a, struct span line, struct err *e)
{
	const uint8_t *colon = memchr(line.at, ':', line.n);
	const size_t n = colon != NULL ? (size_t)(colon - line.at) : 0;
	char *word;
	struct span value;
	size_t i;

	if (n == 0)
		return err_set(e, ERR_FORMAT, "\"Label: value\" is meant");
	word = mem_text(line.at, n);
	for (i = 0; i < LABELS && strcasecmp(labels[i].label, word) != 0;)
		i++;
	if (i == LABELS)
		err_set(e, ERR_FORMAT, "\"%.60s\": no label that means "
		    "something here", word);
	free(word);
	if (i == LABELS)
		return -1;
	if (!labels[i].again && about_get(a, labels[i].label) != NULL)
		return err_set(e, ERR_FORMAT, "a second %s", labels[i].label);
	value = trim((struct span){ colon + 1, line.n - n - 1 });
	mem_grow(&a->at, a->n, sizeof(*a->at));
	a->at[a->n++] = (struct about_line){ labels[i].label,
		mem_text(value.at, value.n) };
	return 0;
}

/* What cannot be said of one line alone. */
static int
check_whole(const struct about *a, struct err *e)
{
	static const char *const asked[] = { "Source-Organization",
		"Contact-Email", "Consent" };

	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].value[0] == '\0'
		    || strlen(a->at[i].value) > VALUE)
			return err_set(e, ERR_FORMAT, "%s: text of 1 to %u "
			    "bytes is meant", a->at[i].label, VALUE);
	for (size_t i = 0; i < 3 && !about_is_trial(a); i++)
		if (about_get(a, asked[i]) == NULL)
			return err_set(e, ERR_USAGE, "%s: is missing; a "
			    "deposit in a collection that is not "
			    ABOUT_SANDBOX " says who makes it and by whose "
			    "leave", asked[i]);
	return 0;
}

int
about_parse(struct about *out, struct span text, struct err *e)
{
	struct about a = { 0 };
	unsigned number = 0;
	int rc = 0;

	while (rc == 0 && text.n > 0) {
		const uint8_t *end = memchr(text.at, '\n', text.n);
		struct span line = { text.at, end != NULL
			? (size_t)(end - text.at) : text.n };
		const size_t used = line.n + (end != NULL);
		const uint8_t *start = line.at;
		bool goes_on;

		text = (struct span){ text.at + used, text.n - used };
		if (line.n > 0 && line.at[line.n - 1] == '\r')
			line.n--;
		goes_on = line.n > 0 && is_blank(line.at[0]);
		line = trim(line);
		number++;
		if (number > LINES)
			rc = err_set(e, ERR_LIMIT, "more than %u lines",
			    LINES);
		else if (line.n == 0 || (line.at[0] == '#' && !goes_on))
			;
		else if (check_text(line, 1 + (size_t)(line.at - start), e)
		    < 0)
			rc = -1;
		else
			rc = goes_on ? go_on(&a, line, e) : take(&a, line, e);
		if (rc < 0)
			err_in(e, "%u", number);
	}
	if (rc == 0)
		rc = check_whole(&a, e);
	if (rc < 0)
		about_clear(&a);
	else
		*out = a;
	return rc;
}
