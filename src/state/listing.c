/* SPDX-License-Identifier: MIT */
/* See listing.h. */
#include "config.h"

#include "base/say.h"
#include "canon/json.h"
#include "state/listing.h"

/* One line, masked as a whole. */
static void line(struct buf *out, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
line(struct buf *out, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	say_mask(out, span_buf(&text));
	buf_byte(out, '\n');
	buf_clear(&text);
}

static const char *
or_none(const char *s, const char *none)
{
	return s != NULL && *s != '\0' ? s : none;
}

static void
print_event(struct buf *out, const struct event *ev)
{
	char hex[DIGEST_HEX];

	line(out, "  %s  %s  %s", or_none(ev->time, "(no time)"),
	    or_none(ev->type, "(no type)"), or_none(ev->target,
	    "(no target)"));
	line(out, "    %s, %s: %s", event_class_word(ev->class),
	    event_standing_word(ev->standing), ev->why);
	line(out, "    signer    %s", or_none(ev->signer, "(none named)"));
	line(out, "    identity  %s", digest_print(hex, &ev->identity));
	for (size_t i = 0; i < ev->id_count; i++)
		line(out, "    event_id  %s", ev->ids[i]);
}

/* What a claimant says, member by member. */
static void
print_payload(struct buf *out, const struct event *ev)
{
	const json_t *payload;
	const char *name;
	json_t *v, *member;
	struct err e;

	if (json_parse(&v, span_buf(&ev->canon), JSON_TOP_OBJECT, &e) < 0)
		return;
	payload = json_object_get(v, "payload");
	json_object_foreach ((json_t *)(uintptr_t)payload, name, member) {
		struct buf text = { 0 };

		if (json_canon(&text, member, &e) == 0)
			line(out, "    %s: %s", name, buf_string(&text));
		buf_clear(&text);
	}
	json_decref(v);
}

static void
print_events(struct buf *out, const struct state *s, bool claimants)
{
	const struct merge *m = state_events(s);

	for (size_t i = 0; i < m->n; i++) {
		if (m->list[i]->claimant != claimants)
			continue;
		print_event(out, m->list[i]);
		if (claimants)
			print_payload(out, m->list[i]);
	}
}

static void
print_forks(struct buf *out, const struct state *s)
{
	const struct merge *m = state_events(s);
	char hex[DIGEST_HEX], instant[INSTANT_TEXT];

	if (m->fork_count > 0) {
		buf_byte(out, '\n');
		line(out, "Equivocations: one signer, two contents, one time");
	}
	for (size_t i = 0; i < m->fork_count; i++) {
		const struct event *first = m->forks[i].list[0];

		line(out, "  %s  %s  %s, by %s%s: %s",
		    or_none(instant_print(instant, &first->instant),
		    "(no time)"), or_none(first->type, "(no type)"),
		    or_none(first->target, "(no target)"),
		    or_none(first->signer, "(none named)"),
		    first->claimant ? ", a claimant" : "", m->forks[i].open
		    ? "open, neither counts" : "ended by a later event");
		for (size_t k = 0; k < m->forks[i].n; k++)
			line(out, "    %s", digest_print(hex,
			    &m->forks[i].list[k]->identity));
	}
}

void
listing_completeness(struct buf *out, const struct completeness *c)
{
	line(out, "%-22s  %-24s  %s", "", "the registry says", "here");
	for (size_t i = 0; i < COMPLETENESS_FLAGS; i++)
		line(out, "%-22s  %-24s  %s", c->rows[i].name,
		    c->rows[i].says, c->rows[i].here);
	for (size_t i = COMPLETENESS_FLAGS; i < COMPLETENESS_ROWS; i++)
		line(out, "%zu %-20s  %-24s  %s", i - COMPLETENESS_FLAGS + 1,
		    c->rows[i].name, c->rows[i].says, c->rows[i].here);
}

void
listing_print(struct buf *out, const struct state *s,
    const struct completeness *c)
{
	const struct state_count n = state_count(s, false);
	const struct state_count own = state_count(s, true);

	line(out, "Merged state of %s", state_number(s));
	line(out, "by %s: %zu event%s: %zu valid, %zu unverifiable, %zu "
	    "invalid; %zu open equivocation%s", STATE_RULE, n.all,
	    n.all == 1 ? "" : "s", n.valid, n.unverifiable, n.invalid,
	    n.equivocations, n.equivocations == 1 ? "" : "s");
	buf_byte(out, '\n');
	line(out, "Events, times as they are told");
	print_events(out, s, false);
	if (state_left_out(s))
		line(out, "  left out: an event of integrity.json with a "
		    "number that is not an integer");
	if (own.all > 0) {
		buf_byte(out, '\n');
		line(out, "Claimants' events, which change nothing above: "
		    "%zu valid, %zu unverifiable, %zu invalid", own.valid,
		    own.unverifiable, own.invalid);
		print_events(out, s, true);
	}
	print_forks(out, s);
	buf_byte(out, '\n');
	line(out, "Aliases, which nobody signs");
	for (size_t i = 0; i < state_alias_count(s); i++)
		line(out, "  %s: %s", state_alias(s, i)->kind,
		    state_alias(s, i)->value);
	buf_byte(out, '\n');
	line(out, "Record completeness");
	listing_completeness(out, c);
}
