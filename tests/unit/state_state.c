/* SPDX-License-Identifier: MIT */
/* A state out of bundles: who may come in, what it says, in words and beside
 * a carried one. */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "base/limits.h"
#include "state/compare.h"
#include "state/listing.h"

/* Add bundles/tests/NAME under the tests' ring. */
static int
add(struct state *s, const char *name, struct err *e)
{
	char *path = file_join("bundles/tests", name);
	char *file = file_join(path, "bundle.json");
	struct buf bytes = sample_file(file);
	struct judged j = judge_bytes(span_buf(&bytes));
	const int rc = state_add(s, j.b, &j.r, e);

	judge_free(&j);
	buf_clear(&bytes);
	free(file);
	free(path);
	return rc;
}

static void
test_door(void **state)
{
	struct state *s = state_new(judge_ring);
	struct err e;

	(void)state;
	assert_null(state_number(s));
	assert_err(add(s, "forged", &e), &e, ERR_TRUST);
	assert_null(state_number(s));
	assert_int_equal(add(s, "signed", &e), 0);
	assert_string_equal(state_number(s), JUDGE_NUMBER);
	assert_err_text(add(s, "conflict", &e), &e, ERR_USAGE, "not of");
	assert_int_equal(add(s, "signed", &e), 0);
	assert_err(state_add_event(s, span_text("{"), &e), &e, ERR_FORMAT);
	assert_err_text(state_add_event(s, span_text("{}"), &e), &e,
	    ERR_FORMAT, "no event in an envelope");
	assert_int_equal(state_add_event(s, span_text(
	    "{\"envelope\":\"pithtex-event-v1\"}"), &e), 0);
	assert_int_equal(state_merge(s, &e), 0);
	assert_int_equal(state_count(s, false).all, 1);
	assert_int_equal(state_count(s, false).valid, 1);
	assert_int_equal(state_count(s, true).all, 1);
	assert_int_equal(state_count(s, true).invalid, 1);
	assert_int_equal(state_alias_count(s), 6);
	assert_false(state_left_out(s));
	state_free(s);
	state_free(NULL);
}

static void
test_conflict(void **state)
{
	struct state *s = state_new(judge_ring);
	struct buf out = { 0 };
	struct completeness c;
	struct err e;

	(void)state;
	assert_int_equal(add(s, "conflict", &e), 0);
	assert_int_equal(state_merge(s, &e), 0);
	assert_int_equal(state_count(s, false).equivocations, 1);
	assert_int_equal(state_count(s, true).equivocations, 0);
	completeness_of(&c, s);
	completeness_here(&c, COMPLETENESS_BITCOIN,
	    "anchored in Bitcoin block 830000, day 2024-02-11");
	listing_print(&out, s, &c);
	assert_non_null(strstr(buf_string(&out), "open, neither counts"));
	assert_non_null(strstr(buf_string(&out), "open                      "
	    "anchored in Bitcoin block 830000"));
	assert_non_null(strstr(buf_string(&out), "refs: not in this bundle"));
	completeness_clear(&c);
	buf_clear(&out);
	state_free(s);
}

/* Copies do not count; what is too much is refused, however it comes. */
static void
test_limit(void **state)
{
	struct state *s = state_new(judge_ring), *t = state_new(judge_ring);
	struct err e = { 0 };
	int rc = 0;

	(void)state;
	assert_int_equal(add(s, "signed", &e), 0);
	for (int i = 0; i < 3 * (int)LIMIT_STATE_EVENTS; i++)
		assert_int_equal(state_add_event(s, span_text("{\"envelope\":"
		    "\"pithtex-event-v1\",\"event_id\":\"x\"}"), &e), 0);
	assert_int_equal(state_merge(s, &e), 0);
	assert_int_equal(state_count(s, true).all, 1);
	state_free(s);
	assert_int_equal(add(t, "signed", &e), 0);
	for (int i = 0; i < 3 * (int)LIMIT_STATE_EVENTS && rc == 0; i++) {
		struct buf text = { 0 };

		buf_fmt(&text, "{\"envelope\":\"pithtex-event-v1\","
		    "\"event_id\":%d}", i);
		rc = state_add_event(t, span_buf(&text), &e);
		buf_clear(&text);
	}
	assert_err_text(rc, &e, ERR_LIMIT, "more than 16384 events");
	state_free(t);
}

/* What an event says is masked, and not taken for a line of ours. */
static void
test_masked(void **state)
{
	char *text = judge_replace(judge_text, "\"events\":[",
	    "\"events\":[{\"event_type\":\"x\\n  valid\\u001b[2J\"},");
	struct judged j = judge_bytes(span_text(text));
	struct state *s = state_new(judge_ring);
	struct completeness c;
	struct buf out = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(state_add(s, j.b, &j.r, &e), 0);
	assert_int_equal(state_merge(s, &e), 0);
	completeness_of(&c, s);
	listing_print(&out, s, &c);
	assert_null(strstr(buf_string(&out), "\n  valid"));
	assert_null(strchr(buf_string(&out), '\033'));
	completeness_clear(&c);
	buf_clear(&out);
	state_free(s);
	judge_free(&j);
	free(text);
}

/* Our own state, carried: nothing differs; and one change each. */
static void
test_compare(void **state)
{
	static const struct {
		const char *from, *to;
		bool wrong;
		const char *words;
	} rows[] = {
		{ "\"event_count\": 1,\n  \"valid", "\"event_count\": 2,\n  "
		    "\"valid", false, "event_count: the carried state has 2" },
		{ "\"event_count\": 1,\n  \"valid", "\"event_count\": -1,\n  "
		    "\"valid", false, "event_count: the carried state has -1" },
		{ JUDGE_NUMBER, "pith:2018:x", true, "pith_number" },
		{ "\"state_type\"", "\"stat_type\"", false, "state_type" },
		{ "\"license\"", "\"licence\"", true, "canonical_record" },
		{ "arxiv_version", "arxiv_versien", false, "arxiv_versien" },
		{ "\"graph_snapshots\": []", "\"graph_snapshots\": {}", false,
		    "graph_snapshots: the carried state has none" },
		{ "\"source_aliases\": [", "\"source_aliases\": [1,", false,
		    "entry 1 of the carried state is none" },
	};
	struct state *s = state_new(judge_ring);
	struct buf own = { 0 };
	struct compare c = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(add(s, "signed", &e), 0);
	assert_int_equal(state_merge(s, &e), 0);
	state_print(&own, s);
	assert_int_equal(compare_states(&c, s, span_buf(&own), &e), 0);
	assert_int_equal(c.n, 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *text = judge_replace(buf_string(&own), rows[i].from,
		    rows[i].to);
		bool met = false;

		assert_int_equal(compare_states(&c, s, span_text(text), &e),
		    0);
		for (size_t k = 0; k < c.n; k++)
			met = met || (c.list[k].wrong == rows[i].wrong
			    && strstr(c.list[k].text, rows[i].words) != NULL);
		if (!met)
			fail_msg("%s: not told", rows[i].words);
		compare_clear(&c);
		free(text);
	}
	assert_err(compare_states(&c, s, span_text("[]"), &e), &e,
	    ERR_FORMAT);
	buf_clear(&own);
	state_free(s);
}

/* A bundle that carries a state is judged by state_read() as by bundle_read()
 * and the comparison behind it. */
static void
test_read(void **state)
{
	static const struct bundle_file none = { NULL, { NULL, 0 } };
	struct bundle_file files[] = { none, none };
	char *dir = sample_folder(), *path = file_join(dir, "a.tar.gz");
	struct buf tar = { 0 }, z = { 0 };
	struct judged j = { 0 };
	struct err e;

	(void)state;
	files[0] = (struct bundle_file){ "bundle.json",
	    span_text(judge_text) };
	files[1] = (struct bundle_file){ "state.json",
	    span_text("{\"event_count\":7}") };
	assert_int_equal(bundle_pack(&tar, files, 2, NULL, NULL, &e), 0);
	gzip_write(&z, span_buf(&tar));
	sample_write(dir, "a.tar.gz", span_buf(&z));
	assert_int_equal(state_read(&j.b, &j.r, path, judge_ring, &e), 0);
	judge_is(&j, VERDICT_GOOD, "event_count: the carried state has 7, "
	    "the merge 1", path);
	assert_true(judge_says(&j, CHECK_NOTE, "canonical_record: the "
	    "carried state has none"));
	judge_free(&j);
	assert_err(state_read(&j.b, &j.r, dir + 1, judge_ring, &e), &e,
	    ERR_ABSENT);
	buf_clear(&tar);
	buf_clear(&z);
	free(path);
	sample_remove(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_door),
		cmocka_unit_test(test_conflict),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_masked),
		cmocka_unit_test(test_compare),
		cmocka_unit_test(test_read),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, judge_begin, judge_end);
}
