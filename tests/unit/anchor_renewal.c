/* SPDX-License-Identifier: MIT */
/* Lists of covered files, and chains of renewals. */
#include "config.h"

#include "unit.h"

#include "anchor/renewal.h"

#define A "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
#define B "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d"

static void
test_list(void **state)
{
	static const char good[] = A "  evidence/000-initial/x.tsr\n"
	    B "  manifest-sha256.txt\n";
	static const char *const bad[] = { "", A "  a", A " a\n", A "   a\n",
		A " *a\n", A "  /a\n", A "  a/../b\n", A "  ./a\n",
		A "  a//b\n", A "  a/\n", A "  a b\n", A "  b\n" A "  a\n",
		A "  a\n" A "  a\n", A "  \n", "\n", A "a  a\n", A "  a\\b\n" };
	struct renewal_covers c, files = { .kind = HASH_SHA256 };
	struct buf b = { 0 };
	uint8_t hash[HASH_MOST];
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_err(renewal_parse(&c, HASH_SHA256, span_text(bad[i]),
		    &e), &e, ERR_FORMAT);
	assert_err(renewal_parse(&c, HASH_SHA512, span_text(good), &e), &e,
	    ERR_FORMAT);
	assert_err(renewal_parse(&c, HASH_SHA1, span_text(good), &e), &e,
	    ERR_USAGE);
	assert_int_equal(renewal_parse(&c, HASH_SHA256, span_text(good), &e),
	    0);
	renewal_print(&b, &c);
	assert_true(span_equal(span_buf(&b), span_text(good)));

	hash_bytes(hash, HASH_SHA256, span_text("b"));
	assert_int_equal(renewal_add(&files, "manifest-sha256.txt", hash, &e),
	    0);
	assert_err_text(renewal_check(&c, &files, &e), &e, ERR_ABSENT,
	    "000-initial/x.tsr");
	assert_int_equal(renewal_add(&files, "evidence/000-initial/x.tsr",
	    hash, &e), 0);
	assert_err(renewal_check(&c, &files, &e), &e, ERR_TRUST);
	hash_bytes(files.at[0].hash, HASH_SHA256, span_text("a"));
	assert_int_equal(renewal_check(&c, &files, &e), 0);
	assert_int_equal(renewal_add(&files, "evidence/000-initial/y.ots",
	    hash, &e), 0);
	assert_err_text(renewal_check(&c, &files, &e), &e, ERR_TRUST,
	    "not covered");
	assert_true(renewal_names(&files, "manifest-sha256.txt"));
	assert_false(renewal_names(&files, "manifest-sha512.txt"));
	assert_err(renewal_add(&files, "../x", hash, &e), &e, ERR_USAGE);
	assert_err(renewal_add(&files, "manifest-sha256.txt", hash, &e), &e,
	    ERR_USAGE);
	renewal_clear(&c);
	renewal_clear(&files);
	buf_clear(&b);
}

static struct evidence
proof(enum evidence_state state, int64_t time, int64_t ends)
{
	return (struct evidence){ .state = state, .time = time,
		.latest = time + 10, .ends = ends, .why = "words" };
}

static void
is(const struct renewal_stage *stages, size_t n, enum evidence_state state,
    int64_t time, int64_t ends)
{
	struct evidence v;

	renewal_chain(&v, stages, n);
	assert_int_equal(v.state, state);
	assert_int_equal(v.time, time);
	assert_int_equal(v.ends, ends);
}

static void
test_chain(void **state)
{
	struct evidence one[] = { proof(EVIDENCE_GOOD, 1000, 5000),
		proof(EVIDENCE_PENDING, 0, 0),
		proof(EVIDENCE_GOOD, 1500, 6000) };
	struct evidence two[] = { proof(EVIDENCE_GOOD, 5500, 9000) };
	struct evidence three[] = { proof(EVIDENCE_GOOD, 8000, 0) };
	const struct renewal_stage stages[] = { { one, 3 }, { two, 1 },
		{ three, 1 } };

	(void)state;
	/* The first proof of all had ended when it was renewed: the time is
	 * that of one that had not. */
	is(stages, 3, EVIDENCE_GOOD, 1500, 0);
	/* A time and an end are those of one proof. */
	is(stages, 1, EVIDENCE_GOOD, 1000, 5000);
	is(stages, 2, EVIDENCE_GOOD, 1500, 9000);
	is(stages, 0, EVIDENCE_UNVERIFIABLE, 0, 0);
	/* Until its end, and as late as its renewal can have been. */
	two[0].time = 5990;
	two[0].latest = 6000;
	is(stages, 3, EVIDENCE_GOOD, 1500, 0);
	two[0].latest = 6001;
	is(stages, 3, EVIDENCE_UNVERIFIABLE, 0, 0);
	/* An OpenTimestamps proof has no end. */
	one[1] = proof(EVIDENCE_GOOD, 1200, 0);
	is(stages, 3, EVIDENCE_GOOD, 1200, 0);
	/* One that was made later than the renewal does not count for the one
	 * that ended. */
	one[0].ends = 5000;
	one[1] = proof(EVIDENCE_GOOD, 7000, 0);
	is(stages, 3, EVIDENCE_UNVERIFIABLE, 0, 0);
	/* Of two renewals the earlier one carries on; its end counts. */
	{
		struct evidence both[] = { proof(EVIDENCE_GOOD, 5500, 9000),
			proof(EVIDENCE_GOOD, 4000, 4500) };
		const struct renewal_stage pair[] = { { one, 1 },
			{ both, 2 } };

		is(pair, 2, EVIDENCE_GOOD, 1000, 4500);
	}
	/* Renewed before it was made. */
	one[1] = proof(EVIDENCE_GOOD, 1200, 0);
	three[0] = proof(EVIDENCE_GOOD, 700, 0);
	is(stages, 3, EVIDENCE_WRONG, 0, 0);
	three[0] = proof(EVIDENCE_WRONG, 0, 0);
	is(stages, 3, EVIDENCE_WRONG, 0, 0);
	three[0] = proof(EVIDENCE_PENDING, 0, 0);
	is(stages, 3, EVIDENCE_PENDING, 0, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_chain),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
