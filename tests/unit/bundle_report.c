/* SPDX-License-Identifier: MIT */
/* A verdict is earned: by every check that it stands for, against the worst
 * that was found. */
#include "config.h"

#include "unit.h"

#include "bundle/bundle.h"

static const enum check_name required[] = {
	CHECK_CONTAINER, CHECK_MANIFEST, CHECK_DIGEST, CHECK_NUMBER,
	CHECK_YEAR, CHECK_COPIES, CHECK_RECEIPT
};
enum { REQUIRED = sizeof(required) / sizeof(*required) };

/* A report in which everything passed but the check number ${without}. */
static struct report
passed(size_t without)
{
	struct report r = { 0 };

	for (size_t i = 0; i < REQUIRED; i++)
		if (i != without)
			report_pass(&r, required[i], "fine");
	return r;
}

static void
test_good(void **state)
{
	struct report r = passed(REQUIRED);

	(void)state;
	assert_int_equal(report_verdict(&r), VERDICT_GOOD);
	assert_null(report_reason(&r));
	report_note(&r, CHECK_PACKER, "a note");
	report_note(&r, CHECK_RECEIPT, "another");
	assert_int_equal(report_verdict(&r), VERDICT_GOOD);
	report_clear(&r);
	assert_int_equal(r.n, 0);
}

/* A check that was left out never makes a bundle good; nor do notes. */
static void
test_left_out(void **state)
{
	struct report none = { 0 };

	(void)state;
	assert_int_equal(report_verdict(&none), VERDICT_DAMAGED);
	for (size_t i = 0; i < REQUIRED; i++) {
		struct report r = passed(i);
		const enum verdict want = required[i] == CHECK_RECEIPT
		    ? VERDICT_UNSIGNED : VERDICT_DAMAGED;

		assert_int_equal(report_verdict(&r), want);
		report_note(&r, required[i], "only a note");
		assert_int_equal(report_verdict(&r), want);
		report_pass(&r, required[i], "now");
		assert_int_equal(report_verdict(&r), VERDICT_GOOD);
		report_clear(&r);
	}
}

/* Of any two failures the worse one counts, in either order; and it is the
 * one that is named. */
static void
test_worst(void **state)
{
	(void)state;
	for (unsigned a = VERDICT_UNSIGNED; a <= VERDICT_DAMAGED; a++)
		for (unsigned b = VERDICT_UNSIGNED; b <= VERDICT_DAMAGED; b++) {
			struct report r = passed(REQUIRED);

			report_fail(&r, a, CHECK_EVENT, "%u", a);
			report_pass(&r, CHECK_RECEIPT, "another one passes");
			report_fail(&r, b, CHECK_TITLE, "%u", b);
			assert_int_equal(report_verdict(&r), a > b ? a : b);
			assert_int_equal(report_reason(&r)->verdict,
			    a > b ? a : b);
			assert_int_equal(report_reason(&r)->name,
			    a >= b ? CHECK_EVENT : CHECK_TITLE);
			report_clear(&r);
		}
}

static void
test_move(void **state)
{
	struct report a = passed(REQUIRED), b = { 0 };

	(void)state;
	report_fail(&b, VERDICT_OLDER, CHECK_CACHE, "%s", "seen more");
	report_move(&a, &b);
	assert_int_equal(b.n, 0);
	assert_int_equal(a.n, REQUIRED + 1);
	assert_int_equal(report_verdict(&a), VERDICT_OLDER);
	report_move(&a, &b);
	assert_int_equal(a.n, REQUIRED + 1);
	report_clear(&a);
	report_clear(&b);
}

static void
test_accept(void **state)
{
	const struct bundle b = { 0 };

	(void)state;
	for (unsigned v = VERDICT_GOOD; v <= VERDICT_DAMAGED; v++)
		for (unsigned allow = 0; allow < 4; allow++) {
			struct report r = passed(REQUIRED);
			const bool want = v == VERDICT_GOOD
			    || (v == VERDICT_UNSIGNED && (allow & 1) != 0)
			    || (v == VERDICT_OLDER && (allow & 2) != 0);
			const struct verified *got;
			struct err e = { 0 };

			if (v != VERDICT_GOOD)
				report_fail(&r, v, CHECK_TITLE, "reason");
			got = report_accept(&b, &r, allow, &e);
			assert_int_equal(got != NULL, want);
			if (want) {
				assert_ptr_equal(report_bundle(got), &b);
			} else {
				assert_int_equal(e.kind, ERR_TRUST);
				assert_non_null(strstr(e.text, "reason"));
				assert_non_null(strstr(e.text,
				    report_verdict_word(v)));
			}
			report_clear(&r);
		}
}

static void
test_words(void **state)
{
	static const char *const words[][2] = {
		{ "good", "signature verified" },
		{ "unsigned", "record intact, not signed" },
		{ "older", "older than known" },
		{ "conflict", "conflicting records" },
		{ "wrong", "does not match" },
		{ "forged", "signature does not hold" },
		{ "damaged", "not readable" }
	};

	(void)state;
	for (unsigned v = 0; v < 7; v++) {
		assert_string_equal(report_verdict_word(v), words[v][0]);
		assert_string_equal(report_badge_words(v), words[v][1]);
	}
	for (unsigned c = CHECK_CONTAINER; c <= CHECK_CACHE; c++)
		assert_true(strlen(report_check_word(c)) > 3);
	assert_string_equal(report_result_word(CHECK_PASS), "pass");
	assert_string_equal(report_result_word(CHECK_NOTE), "note");
	assert_string_equal(report_result_word(CHECK_FAIL), "fail");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_left_out),
		cmocka_unit_test(test_worst),
		cmocka_unit_test(test_move),
		cmocka_unit_test(test_accept),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
