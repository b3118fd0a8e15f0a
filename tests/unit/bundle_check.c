/* SPDX-License-Identifier: MIT */
/* The checks of bundle.json: each claim once as it is and once as it must
 * not be. */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "base/mem.h"

static const struct {
	const char *from, *to;
	enum verdict want;
	const char *words;
} changes[] = {
	/* the shape */
	{ "pith_open_graph_bundle", "pith_open_graph", VERDICT_DAMAGED,
	    "bundle_type" },
	{ "\"bundle_type\":\"pith_open_graph_bundle\",", "", VERDICT_DAMAGED,
	    "bundle_type" },
	{ "\"events\":[", "\"events\":[1,", VERDICT_DAMAGED, "entry 1" },
	{ "\"source_aliases\":[", "\"source_aliases\":[\"\",",
	    VERDICT_DAMAGED, "entry 1" },
	{ "\"source\":{\"kind\":\"arxiv\",", "\"source\":[],\"x\":{",
	    VERDICT_DAMAGED, "source: not an object" },
	{ "\"short_pith_number\":\"pith:XAEHK5CJ\"",
	    "\"short_pith_number\":8", VERDICT_DAMAGED, "short_pith_number" },
	{ "\"bundle_version\":\"1.0\"", "\"bundle_version\":\"1.0\","
	    "\"bundle_version\":\"1.0\"", VERDICT_DAMAGED, "duplicate" },
	{ "\"bundle_version\":\"1.0\",", "\"new\":{\"a\":[1.5]},",
	    VERDICT_GOOD, "" },
	{ "\"schema_version\":\"1.0\"", "\"schema_version\":1.0",
	    VERDICT_DAMAGED, "not an integer" },

	/* the record */
	{ "9912.00010\",\"kind\"", "9912.00011\",\"kind\"", VERDICT_WRONG,
	    "the bundle states" },
	{ "\"canonical_record\":", "\"canonical_recorf\":", VERDICT_DAMAGED,
	    "canonical_record: not an object" },
	{ "2018-06-01T12:00:00Z", "2018-06-01T12:00:00", VERDICT_DAMAGED,
	    "YYYY-MM-DD" },

	/* what is stated of it */
	{ "\"pith_number\":\"" JUDGE_NUMBER "\",", "", VERDICT_GOOD, "" },
	{ "\"canonical_sha256\":\"" JUDGE_DIGEST "\",", "", VERDICT_GOOD,
	    "" },
	{ "\"" JUDGE_DIGEST "\"", "\"\"", VERDICT_WRONG, "states" },
	{ "\"" JUDGE_DIGEST "\"", "null", VERDICT_DAMAGED, "not a string" },
	{ "\"pith_number\":\"pith:2018:XA", "\"pith_number\":\"pith:2018:XB",
	    VERDICT_WRONG, "the digest makes" },
	{ "\"pith_number\":\"pith:2018:XA", "\"pith_number\":\"pith:2019:XA",
	    VERDICT_WRONG, "submitted_at has 2018" },
	{ "\"pith_number\":\"pith:2018:XA", "\"pith_number\":\"PITH:2018:XA",
	    VERDICT_WRONG, "the digest makes" },
	{ "\"pith_number\":\"" JUDGE_NUMBER "\"", "\"pith_number\":\"\"",
	    VERDICT_WRONG, "the digest makes" },
	{ "\"pith:XAEHK5CJ\"", "\"pith:XAEHK5CK\"", VERDICT_WRONG,
	    "is not short for" },
	{ "\"pith:XAEHK5CJ\"", "\"pith:XAEHK5C\"", VERDICT_WRONG,
	    "is not short for" },
	{ "\"short_pith_number\":\"pith:XAEHK5CJ\",", "", VERDICT_GOOD, "" },

	/* aliases */
	{ "\"alias_value\":\"9912.00010\"", "\"alias_value\":\"9912.00011\"",
	    VERDICT_WRONG, "arxiv 9912.00011 is not this record's" },
	{ "9912.00010v1", "9912.00010v2", VERDICT_WRONG, "arxiv_version" },
	{ "9912.00010v1", "9912.00010", VERDICT_WRONG, "arxiv_version" },
	{ "10.48550/arxiv.9912.00010", "10.48550/arxiv.9912.00011",
	    VERDICT_WRONG, "doi" },
	{ "10.48550/arxiv.9912.00010", "10.1000/182", VERDICT_GOOD,
	    "doi 10.1000/182: alias not signed" },
	{ "\"XAEHK5CJ4V3D\"", "\"XAEHK5CJ4V3E\"", VERDICT_WRONG,
	    "pith_short_12" },
	{ "\"XAEHK5CJ4V3DE2XT\"", "\"XAEHK5CJ4V3D\"", VERDICT_WRONG,
	    "pith_short_16" },
	{ "\"alias_value\":\"XAEHK5CJ\"", "\"alias_value\":\"\"",
	    VERDICT_WRONG, "pith_short_8" },
	{ "\"alias_kind\":\"doi\"", "\"alias_kind\":\"isbn\"", VERDICT_GOOD,
	    "alias not signed" },
	{ "\"alias_kind\":\"doi\"", "\"alias_kind\":1", VERDICT_DAMAGED,
	    "no kind or value" },

	/* the event and its receipt */
	{ "\"receipt\":", "\"receip\":", VERDICT_UNSIGNED, "holds none" },
	{ "\"event_type\":\"record_created\"", "\"event_type\":\"other\"",
	    VERDICT_UNSIGNED, "holds none" },
	{ "\"receipt\":{", "\"receipt\":[],\"x\":{", VERDICT_DAMAGED,
	    "receipt: not an object" },
	{ "\"key_id\":\"test-registry\"", "\"key_id\":\"test-registrz\"",
	    VERDICT_UNSIGNED, "no trusted key test-registrz" },
	{ "LKjk", "LKjl", VERDICT_FORGED, "does not verify" },
	{ "B86DA==", "B86DB==", VERDICT_FORGED, "not base64" },
	{ "LKjk", "!!!!", VERDICT_FORGED, "not base64" },
	{ "\"signature_b64\":", "\"signature\":", VERDICT_GOOD, "" },
	{ "\"signature_b64\":\"LKjk", "\"copy\":\"LKjkm0icHB2ILhhGF5kW5x8Xl"
	    "HC4PW+xp+2TDGTss2qsdycelnLKvRK3iP5IsrMVO+R+cvAUnS1s3Mke4B86DA=="
	    "\",\"signature\":\"LKjk", VERDICT_UNSIGNED, "several members" },
	{ "\"kind\":\"pith_receipt\",", "", VERDICT_GOOD, "" },
	{ "\"subject_pith_number\":\"pith:2018",
	    "\"subject_pith_number\":\"pith:2019", VERDICT_WRONG,
	    "the subject of a record_created" },
	{ "\"target\":\"record\"", "\"target\":0.5", VERDICT_DAMAGED,
	    "not an integer" },
};

static void
test_changes(void **state)
{
	(void)state;
	judge_plain(judge_text, VERDICT_GOOD, "");
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++)
		judge_change(changes[i].from, changes[i].to, changes[i].want,
		    changes[i].words);
}

/* ${text} with its last ${from} as ${to}. */
static char *
replace_last(const char *text, const char *from, const char *to)
{
	const char *at = NULL;
	struct buf b = { 0 };

	for (const char *s = strstr(text, from); s != NULL;
	    s = strstr(s + 1, from))
		at = s;
	assert_non_null(at);
	buf_add(&b, text, (size_t)(at - text));
	buf_text(&b, to);
	buf_text(&b, at + strlen(from));
	return buf_steal(&b);
}

/* The copies in the event must be copies: of the record, of the digest. */
static void
test_inner_copy(void **state)
{
	char *text = replace_last(judge_text, "cs.DL", "cs.DC");

	(void)state;
	judge_plain(text, VERDICT_WRONG, "the record in a record_created");
	free(text);
	text = replace_last(judge_text, "b80875", "b80876");
	judge_plain(text, VERDICT_WRONG, "the digest in a record_created");
	free(text);
	text = replace_last(judge_text, "2018-06-01T12:00:00Z", "2018");
	judge_plain(text, VERDICT_DAMAGED, "YYYY");
	free(text);
}

/* Where the stated digest is another, the receipt is not asked: wrong, never
 * forged; and a receipt that holds makes nothing better. */
static void
test_digest_first(void **state)
{
	char *text = judge_replace(judge_text, "\"" JUDGE_DIGEST "\"",
	    "\"aa\"");
	struct judged j = judge_bytes(span_text(text));

	(void)state;
	judge_is(&j, VERDICT_WRONG, "the bundle states aa", text);
	assert_false(judge_says(&j, CHECK_FAIL, "does not verify"));
	assert_false(judge_says(&j, CHECK_PASS, "verifies under"));
	judge_free(&j);
	free(text);
}

/* Events that nobody can check are notes, and say so. */
static void
test_other_events(void **state)
{
	struct judged j;
	char *text = judge_replace(judge_text, "\"events\":[",
	    "\"events\":[{},{\"event_type\":\"citation\",\"event_id\":\"e1\","
	    "\"subject_pith_number\":\"pith:2018:AAAAAAAAAAAAAAAAAAAAAAAAAA\"},"
	    "{\"event_type\":\"replication\",\"created_at\":\"2026\"},");

	(void)state;
	j = judge_bytes(span_text(text));
	judge_is(&j, VERDICT_GOOD, "2 citation: invalid: about another", text);
	assert_true(judge_says(&j, CHECK_NOTE, "1 (no type): unverifiable"));
	assert_true(judge_says(&j, CHECK_NOTE, "3 replication: unverifiable"));
	assert_int_equal(j.b->event_count, 4);
	assert_string_equal(j.b->events[1].id, "e1");
	assert_int_equal(j.b->events[1].class, EVENT_INVALID);
	assert_string_equal(j.b->events[2].created_at, "2026");
	assert_int_equal(j.b->events[3].class, EVENT_VALID);
	judge_free(&j);
	free(text);
}

/* No byte of the record may change without a trace, in either copy: the text
 * from the first brace of the record to its last, every bit of it. */
static void
test_every_bit(void **state)
{
	char *text = mem_string(judge_text);
	const char *rest = text;

	(void)state;
	for (int copy = 0; copy < 2; copy++) {
		char *from = strstr(rest, "\"canonical_record\":{");
		char *to = strstr(from, "\"canonical_sha256\"");

		assert_non_null(from);
		from += strlen("\"canonical_record\":");
		for (char *s = from; s < to - 1; s++)
			for (int bit = 0; bit < 8; bit++) {
				struct judged j;

				*s = (char)(*s ^ 1 << bit);
				j = judge_bytes(span_text(text));
				if (report_verdict(&j.r) < VERDICT_WRONG)
					fail_msg("copy %d byte %td bit %d",
					    copy, s - from, bit);
				judge_free(&j);
				*s = (char)(*s ^ 1 << bit);
			}
		rest = to;
	}
	judge_plain(text, VERDICT_GOOD, "");
	free(text);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes),
		cmocka_unit_test(test_inner_copy),
		cmocka_unit_test(test_digest_first),
		cmocka_unit_test(test_other_events),
		cmocka_unit_test(test_every_bit),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, judge_begin, judge_end);
}
