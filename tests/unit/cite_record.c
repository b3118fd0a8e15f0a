/* SPDX-License-Identifier: MIT */
/* A citation record as the library reads it: what is kept, what is refused,
 * groups, time spans, events, and what a build remembers of it. */
#include "config.h"

#include "unit.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_brief.h"
#include "cite/record_check.h"
#include "cite/record_diff.h"
#include "cite/record_groups.h"

#define HEAD "{\"schema\":\"pith.paper-citation-record.v1\""

static struct ledger *
read_text(const char *text)
{
	struct ledger *l;
	struct err e;

	if (record_ledger(&l, span_text(text), &e) < 0)
		fail_msg("%s: %s", text, e.text);
	return l;
}

static void
test_refused(void **state)
{
	struct ledger *l;
	struct err e;

	(void)state;
	assert_err(record_ledger(&l, span_text(""), &e), &e, ERR_FORMAT);
	assert_err(record_ledger(&l, span_text("[]"), &e), &e, ERR_FORMAT);
	assert_err_text(record_ledger(&l, span_text("{}"), &e), &e,
	    ERR_FORMAT, "schema (none)");
	assert_err_text(record_ledger(&l, span_text("{\"schema\":"
	    "\"pith.paper-citation-record.v2\"}"), &e), &e, ERR_FORMAT,
	    "record.v2");
	assert_err(record_ledger(&l, span_text(HEAD "} x"), &e), &e,
	    ERR_FORMAT);
}

/* Whatever stands where it should not is there still. */
static void
test_rests(void **state)
{
	struct ledger *l = read_text(HEAD ",\"as_of\":5,\"new\":{\"b\":1.5,"
	    "\"a\":[\"x\"]},\"inbound\":{},\"outbound\":[7,{\"k\":null}]}");
	bool as_of = false, new = false, inbound = false;

	(void)state;
	for (size_t i = 0; i < l->rests.n; i++) {
		const struct ledger_rest *r = &l->rests.list[i];

		as_of |= strcmp(r->name, "as_of") == 0 && r->wrong
		    && strcmp(r->value, "5") == 0;
		new |= strcmp(r->name, "new") == 0 && !r->wrong
		    && strcmp(r->value, "{\"a\": [\"x\"], \"b\": 1.5}") == 0;
		inbound |= strcmp(r->name, "inbound") == 0 && r->wrong;
	}
	assert_true(as_of);
	assert_true(new);
	assert_true(inbound);
	assert_int_equal(l->outbound_count, 2);
	assert_string_equal(l->outbound[0].rests.list[0].value, "7");
	assert_int_equal(l->outbound[1].reference_index, RECORD_NONE);
	assert_int_equal(l->total, RECORD_NONE);
	record_ledger_free(l);
}

static void
test_bytes(void **state)
{
	struct ledger *l = read_text("{\"schema\":"
	    "\"pith.paper-citation-record.v1\"}");

	(void)state;
	assert_true(l->sorted && !l->newline);
	record_ledger_free(l);
	l = read_text("{\"schema\":\"pith.paper-citation-record.v1\"}\n");
	assert_true(l->sorted && l->newline);
	record_ledger_free(l);
	l = read_text(HEAD ",\"a\":1}");
	assert_false(l->sorted);
	record_ledger_free(l);
}

static void
span_is(const char *from, const char *to, const char *want)
{
	struct buf got = { 0 };

	assert_int_equal(record_groups_timespan(&got, from, to),
	    want != NULL);
	assert_string_equal(buf_string(&got), want != NULL ? want : "");
	buf_clear(&got);
}

static void
test_timespan(void **state)
{
	(void)state;
	span_is("2021-04-16T02:22:12Z", "2022-01-28T08:59:57Z", "P0Y9M12D");
	span_is("2022-01-28T08:59:57Z", "2021-04-16T02:22:12Z", "-P0Y9M12D");
	span_is("2021-04-16T02:22:12Z", "2021-04-16T23:00:00Z", "P0Y0M0D");
	span_is("2020-02-29T00:00:00Z", "2021-02-28T00:00:00Z", "P0Y11M30D");
	span_is("2021-01-31T00:00:00Z", "2021-03-01T00:00:00Z", "P0Y1M1D");
	span_is("2020-12-31T00:00:00Z", "2021-01-01T00:00:00Z", "P0Y0M1D");
	span_is("2015-04-01T00:00:00Z", "2021-04-02T00:00:00Z", "P6Y0M1D");
	span_is(NULL, "2021-04-16T02:22:12Z", NULL);
	span_is("2021-04-16", "2021-04-16T02:22:12Z", NULL);
}

/* An inbound observation of a paper, resolved with a link or not. */
#define SEEN(id, version, at, link) \
	"{\"citation\":{\"citing_paper\":{\"arxiv_id\":\"" id "\"," \
	"\"version\":" version "},\"reference_index\":4}," \
	"\"observation_id\":\"" id version "\",\"resolution\":{" \
	"\"observed_at\":\"" at "\",\"resolver_source\":" link "," \
	"\"status\":\"s" version "\"}}"

static void
test_groups(void **state)
{
	struct ledger *l = read_text(HEAD ",\"inbound\":["
	    SEEN("b", "2", "2026-01-01T00:00:00Z", "null") ","
	    SEEN("a", "1", "2026-01-01T00:00:00Z", "\"arxiv_id\"") ","
	    SEEN("b", "1", "2026-01-02T00:00:00Z", "\"arxiv_id\"") ","
	    SEEN("c", "1", "2026-01-03T00:00:00Z", "null") ",0,0]}");
	struct ledger_groups g;

	(void)state;
	record_groups(&g, l);
	/* Two without an id are two papers. */
	assert_int_equal(g.n, 5);
	assert_int_equal(g.cited_by_count, 2);
	assert_string_equal(g.cited_by[0]->linked->citing.arxiv_id, "b");
	assert_string_equal(g.cited_by[1]->linked->citing.arxiv_id, "a");
	assert_true(g.cited_by[0]->changed);
	assert_false(g.cited_by[1]->changed);
	assert_int_equal(g.cited_by[0]->list[0]->citing.version, 1);
	record_groups_clear(&g);
	record_ledger_free(l);
	l = read_text(HEAD "}");
	record_groups(&g, l);
	assert_int_equal(g.n, 0);
	record_groups_clear(&g);
	record_ledger_free(l);
}

static void
kind_is(const char *json, enum ledger_kind want)
{
	struct ledger_event ev;
	struct err e;
	json_t *v;

	assert_int_equal(json_parse(&v, span_text(json), JSON_TOP_ANY, &e), 0);
	record_event(&ev, v);
	json_decref(v);
	if (ev.kind != want)
		fail_msg("%s: %s", json, record_event_word(ev.kind));
	record_event_clear(&ev);
}

static void
test_kinds(void **state)
{
	(void)state;
	kind_is("{\"type\":\"retraction\"}", LEDGER_RETRACTION);
	kind_is("\"RETRACTED\"", LEDGER_RETRACTION);
	kind_is("{\"type\":\"Expression_of-Concern\"}", LEDGER_CONCERN);
	kind_is("{\"label\":\"erratum\"}", LEDGER_CORRECTION);
	kind_is("{\"type\":\"no retraction\"}", LEDGER_UNKNOWN);
	kind_is("{\"type\":\"retraction \"}", LEDGER_UNKNOWN);
	kind_is("{\"reason\":\"retraction\"}", LEDGER_UNKNOWN);
	kind_is("{}", LEDGER_UNKNOWN);
	kind_is("null", LEDGER_UNKNOWN);
}

static void
test_remarks_bounded(void **state)
{
	struct buf text = { 0 };
	struct ledger_remarks r = { 0 };
	struct ledger *l;

	(void)state;
	buf_text(&text, HEAD ",\"inbound\":[0");
	for (int i = 1; i < 4000; i++)
		buf_text(&text, ",0");
	buf_text(&text, "]}");
	l = read_text(buf_string(&text));
	record_check(&r, l);
	assert_int_equal(r.n, RECORD_REMARKS);
	assert_true(r.findings > 4000);
	assert_int_equal(r.n + r.more >= r.findings, true);
	record_check_clear(&r);
	record_ledger_free(l);
	buf_clear(&text);
}

/* What is remembered is what was known. */
static void
test_brief(void **state)
{
	struct brief b = { .there = true, .rows_left = 7 }, again;
	struct buf one = { 0 }, two = { 0 };
	struct emit j = { .out = &one }, k = { .out = &two };
	struct err e;
	json_t *v;

	(void)state;
	b.thesis = mem_string("\"quoted\" \xc5\xbd \\");
	b.rows = mem_zero(1, sizeof(*b.rows));
	b.rows[b.row_count++] = (struct brief_row){ .outbound = true,
	    .title = mem_string("t"), .standing = mem_string("s") };
	b.warnings = mem_zero(1, sizeof(*b.warnings));
	b.warnings[b.warning_count++] = (struct brief_warning){
	    .about = BRIEF_CITED, .level = BRIEF_CRITICAL,
	    .text = mem_string("w") };
	emit_object(&j, NULL);
	record_brief_emit(&j, "b", &b);
	emit_close_object(&j);
	assert_int_equal(json_parse(&v, span_buf(&one), JSON_TOP_OBJECT, &e),
	    0);
	record_brief_read(&again, json_object_get(v, "b"));
	json_decref(v);
	emit_object(&k, NULL);
	record_brief_emit(&k, "b", &again);
	emit_close_object(&k);
	assert_true(span_equal(span_buf(&one), span_buf(&two)));
	assert_string_equal(again.thesis, b.thesis);
	assert_int_equal(again.warnings[0].about, BRIEF_CITED);
	record_brief_clear(&b);
	record_brief_clear(&again);
	/* Nothing, or something else, is as if nothing was there. */
	record_brief_read(&again, NULL);
	assert_false(again.there);
	record_brief_clear(&again);
	buf_clear(&one);
	buf_clear(&two);
}

static void
test_diff(void **state)
{
	struct ledger *a = read_text(HEAD ",\"inbound\":["
	    SEEN("a", "1", "2026-01-01T00:00:00Z", "null") ",1,1]}");
	struct ledger *b = read_text(HEAD ",\"inbound\":[1,2,"
	    SEEN("a", "1", "2026-01-01T00:00:00Z", "\"doi\"") "]}");
	struct ledger_changes d = { 0 };

	(void)state;
	record_diff(&d, a, a);
	assert_int_equal(d.n, 0);
	record_diff(&d, a, b);
	/* One that has no id is gone, another is new; the resolver. */
	assert_int_equal(d.n, 3);
	record_diff_clear(&d);
	record_ledger_free(a);
	record_ledger_free(b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_rests),
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_timespan),
		cmocka_unit_test(test_groups),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_remarks_bounded),
		cmocka_unit_test(test_brief),
		cmocka_unit_test(test_diff)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
