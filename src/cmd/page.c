/* SPDX-License-Identifier: MIT */
/* See page.h. */
#include "config.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/say.h"
#include "cmd/page.h"
#include "cmd/print.h"
#include "out/html.h"
#include "out/ledger.h"
#include "out/number.h"
#include "state/listing.h"

static void
print_page(const struct page *p, bool html)
{
	struct buf text = { 0 };

	if (html) {
		/* All of it is ASCII. */
		out_html(&text, p);
		say_bytes(span_buf(&text));
	} else {
		out_page_text(p);
	}
	buf_clear(&text);
}

/* A time of the future is told in the detail only: what a page says and its
 * exit status are the same at every time. */
static void
tell_clock(const char *path, const struct ledger *l)
{
	struct instant as_of;
	struct err e;
	int64_t now;

	if (instant_parse(&as_of, l->as_of) && clock_now(&now, &e) == 0
	    && as_of.seconds > now)
		say_step("%s: citation record: note: %s is later than this "
		    "machine's clock", path, l->as_of);
}

/* Show a citation record by itself; an exit status. */
static int
show_ledger(const char *path, const struct ledger *l,
    const struct page_wanted *want)
{
	struct ledger_remarks r = { 0 };
	struct page p = { 0 };
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	int status;

	record_check(&r, l);
	status = r.findings > 0 ? CMD_FINDINGS : CMD_GOOD;
	if (want->json) {
		emit_object(&j, NULL);
		emit_text(&j, "file", path);
		out_ledger_json(&j, "citation_record", l, &r);
		emit_close_object(&j);
		say_bytes(span_buf(&text));
	} else {
		out_ledger(&p, l, &r);
		print_page(&p, want->html);
	}
	for (size_t i = 0; i < r.n; i++)
		if (r.list[i].finding)
			say_warn("%s: citation record: %s: %s", path,
			    record_check_name(r.list[i].check),
			    r.list[i].text);
	tell_clock(path, l);
	out_page_clear(&p);
	buf_clear(&text);
	record_check_clear(&r);
	return status;
}

/*
 * A file that is a citation record: 1 and the ledger; 0 where it is something
 * else; -1 where it says that it is one and is not.
 */
static int
read_ledger(struct ledger **out, const char *path, struct err *e)
{
	static const char name[] = "\"pith.paper-citation-record.";
	struct buf file = { 0 };
	struct err other;
	int rc = 0;

	/* Whoever reads it as a bundle tells what is the matter. */
	if (file_read(&file, path, LIMIT_JSON_BYTES, &other) == 0
	    && memmem(file.at, file.n, name, sizeof(name) - 1) != NULL)
		rc = record_ledger(out, span_buf(&file), e) < 0 ? -1 : 1;
	buf_clear(&file);
	return rc < 0 ? err_in(e, "%s", path) : rc;
}

/* The ledger that the bundle carries; NULL where it carries none. */
static int
member_ledger(struct ledger **out, const struct bundle *b, struct err *e)
{
	const struct span bytes = bundle_member(b, "citation-record.json");

	*out = NULL;
	return bytes.n == 0 ? 0 : record_ledger(out, bytes, e);
}

static int
make_state(struct state **out, const struct bundle *b,
    const struct report *rep, const struct keyring *ring, struct err *e)
{
	*out = state_new(ring);
	if (state_add(*out, b, rep, e) < 0)
		return -1;
	return state_merge(*out, e);
}

/* What the registry says, and beside it what the proofs of ${path} show. */
static void
complete(struct completeness *c, const struct state *s, const char *path,
    const struct bundle *b, const struct page_wanted *want)
{
	completeness_of(c, s);
	if (b->has_identity)
		anchors_here(c, want->anchors, path, &b->identity);
}

static void
print_state(const struct state *s, const char *path, const struct bundle *b,
    const struct page_wanted *want)
{
	struct completeness c;
	struct buf text = { 0 };

	complete(&c, s, path, b, want);
	if (want->json)
		state_print(&text, s);
	else
		listing_print(&text, s, &c);
	say_bytes(span_buf(&text));
	buf_clear(&text);
	completeness_clear(&c);
}

static void
print_number(const char *path, const struct verified *v,
    const struct report *rep, const struct state *s, const struct ledger *l,
    const struct page_wanted *want, const struct keyring *ring)
{
	struct completeness c;
	struct page p;

	complete(&c, s, path, report_bundle(v), want);
	out_number(&p, v, &(struct number_with){ .file = path, .ring = ring,
	    .report = rep, .completeness = &c, .ledger = l });
	print_page(&p, want->html);
	out_page_clear(&p);
	completeness_clear(&c);
}

/* Show a bundle that may be used; an exit status. */
static int
show_verified(const char *path, const struct verified *v,
    const struct report *rep, const struct page_wanted *want,
    const struct keyring *ring, struct err *e)
{
	const struct bundle *b = report_bundle(v);
	struct ledger *l = NULL;
	struct state *s = NULL;
	struct err second;
	int rc = 0;

	if (member_ledger(&l, b, &second) < 0)
		say_step("%s: %s", path, second.text);
	if (want->citations && l != NULL) {
		rc = show_ledger(path, l, want);
	} else if (want->citations) {
		say_warn("%s: no citation record in this bundle", path);
		rc = CMD_FINDINGS;
	} else {
		rc = make_state(&s, b, rep, ring, e);
		if (rc == 0 && want->state)
			print_state(s, path, b, want);
		else if (rc == 0)
			print_number(path, v, rep, s, l, want, ring);
	}
	state_free(s);
	record_ledger_free(l);
	return rc;
}

static void
print_json(const char *path, const struct bundle *b, const struct report *rep)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	print_report_json(&j, path, b, rep);
	say_bytes(span_buf(&text));
	buf_clear(&text);
}

static int
show_bundle(const char *path, const struct page_wanted *want,
    const struct keyring *ring, struct err *e)
{
	struct bundle *b = NULL;
	struct report rep = { 0 };
	const struct verified *v = NULL;
	enum verdict verdict = VERDICT_GOOD;
	int rc = state_read(&b, &rep, path, ring, e);

	if (rc == 0) {
		verdict = report_verdict(&rep);
		record_check_bundle(&rep, b);
		anchors_report(&rep, b, ring, want->anchors, path);
		v = report_accept(b, &rep, REPORT_ALLOW_UNSIGNED, e);
	}
	if (rc == 0 && verdict == VERDICT_DAMAGED)
		rc = err_in(e, "%s", path);
	else if (rc == 0 && want->json && !want->citations && !want->state)
		print_json(path, b, &rep);
	else if (rc == 0 && v != NULL)
		rc = show_verified(path, v, &rep, want, ring, e);
	else if (rc == 0 && !want->html)
		/* Nothing of a bundle that does not hold is shown as fact. */
		print_report(path, b, &rep);
	if (rc >= 0 && verdict != VERDICT_GOOD) {
		print_finding(path, &rep);
		rc = CMD_FINDINGS;
	}
	bundle_free(b);
	report_clear(&rep);
	return rc;
}

int
page_show(const char *path, const struct page_wanted *want,
    const struct keyring *ring, struct err *e)
{
	struct ledger *l = NULL;
	int rc = read_ledger(&l, path, e);

	if (rc < 0 && !want->citations)
		rc = 0;
	if (rc > 0)
		rc = show_ledger(path, l, want);
	else if (rc == 0)
		rc = show_bundle(path, want, ring, e);
	record_ledger_free(l);
	return rc;
}
