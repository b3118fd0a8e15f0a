/* SPDX-License-Identifier: MIT */
/* Events, and values as they are: what v1 does not say more of. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_private.h"

char *
record_event_value(const json_t *v)
{
	struct buf text = { 0 }, line = { 0 };
	struct err e;

	if (json_canon(&line, v, &e) == 0)
		return buf_steal(&line);
	line.n = 0;
	json_pretty(&text, v);
	/* No string holds a line end: what is one belongs to the layout. */
	for (size_t i = 0; i < text.n; i++) {
		if (text.at[i] != '\n') {
			buf_byte(&line, text.at[i]);
			continue;
		}
		/* One space behind a comma, none elsewhere. */
		if (i > 0 && text.at[i - 1] == ',')
			buf_byte(&line, ' ');
		while (i + 1 < text.n && text.at[i + 1] == ' ')
			i++;
	}
	buf_clear(&text);
	return buf_steal(&line);
}

void
record_event_digest(struct digest *out, const json_t *v)
{
	struct err e;

	if (json_canon_digest(out, v, &e) < 0) {
		char *text = record_event_value(v);

		*out = digest_sha256(span_text(text));
		free(text);
	}
}

/*
 * Whole words only: a "retraction of a correction" is not known here, and an
 * erratum or a concern must never be taken for a retraction.
 */
static const struct {
	const char *word;
	enum ledger_kind kind;
} kinds[] = {
	{ "retraction", LEDGER_RETRACTION },
	{ "retracted", LEDGER_RETRACTION },
	{ "expression of concern", LEDGER_CONCERN },
	{ "concern", LEDGER_CONCERN },
	{ "erratum", LEDGER_CORRECTION },
	{ "errata", LEDGER_CORRECTION },
	{ "corrigendum", LEDGER_CORRECTION },
	{ "correction", LEDGER_CORRECTION },
	{ "corrected", LEDGER_CORRECTION },
	{ "withdrawal", LEDGER_WITHDRAWAL },
	{ "withdrawn", LEDGER_WITHDRAWAL },
	{ "removal", LEDGER_WITHDRAWAL },
	{ "reinstatement", LEDGER_REINSTATEMENT },
	{ "reinstated", LEDGER_REINSTATEMENT }
};

static const char *const kind_words[] = {
	[LEDGER_UNKNOWN] = "event of a kind that is not known here",
	[LEDGER_RETRACTION] = "retraction",
	[LEDGER_CONCERN] = "expression of concern",
	[LEDGER_CORRECTION] = "correction",
	[LEDGER_WITHDRAWAL] = "withdrawal",
	[LEDGER_REINSTATEMENT] = "reinstatement"
};

const char *
record_event_word(enum ledger_kind kind)
{
	return kind_words[kind];
}

/* Lower case, "_" and "-" as spaces. */
static enum ledger_kind
kind_of(const char *said)
{
	char low[40];
	size_t n = 0;

	for (; said[n] != '\0' && n < sizeof(low) - 1; n++) {
		const char c = said[n];

		low[n] = c == '_' || c == '-' ? ' '
		    : c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	low[n] = '\0';
	for (size_t i = 0; said[n] == '\0'
	    && i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strcmp(kinds[i].word, low) == 0)
			return kinds[i].kind;
	return LEDGER_UNKNOWN;
}

/* The member that says what an event is: no real one has been seen, so these
 * names are tried in this order. */
static const char *
said_of(const json_t *v)
{
	static const char *const names[] = { "event_type", "type", "kind",
		"nature", "update_type", "label" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *said = json_member_text(v, names[i]);

		if (said != NULL)
			return said;
	}
	return NULL;
}

static void
add_member(struct ledger_event *ev, const char *name, const json_t *v)
{
	mem_grow(&ev->list, ev->n, sizeof(*ev->list));
	ev->list[ev->n++] = (struct ledger_member){ mem_string(name),
	    json_is_string(v) ? mem_string(json_string_value(v))
	    : record_event_value(v) };
}

void
record_event(struct ledger_event *out, const json_t *v)
{
	struct ledger_event ev = { .kind = LEDGER_UNKNOWN };
	const char *said = said_of(v), *name;
	json_t *value;

	if (said == NULL && json_is_string(v))
		said = json_string_value(v);
	if (said != NULL) {
		ev.said = mem_string(said);
		ev.kind = kind_of(said);
	}
	record_event_digest(&ev.identity, v);
	if (!json_is_object(v))
		add_member(&ev, "value", v);
	json_object_foreach ((json_t *)(uintptr_t)v, name, value)
		add_member(&ev, name, value);
	*out = ev;
}

void
record_event_clear(struct ledger_event *ev)
{
	free(ev->said);
	for (size_t i = 0; i < ev->n; i++) {
		free(ev->list[i].name);
		free(ev->list[i].value);
	}
	free(ev->list);
	*ev = (struct ledger_event){ 0 };
}
