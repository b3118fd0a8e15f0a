/* SPDX-License-Identifier: MIT */
/* RFC 6962 trees: values of others, and every proof of every small tree. */
#include "config.h"

#include "unit.h"

#include "anchor/merkle.h"

#define MOST 70

static struct digest leaf[MOST];

/* MTH() just as the RFC writes it. */
static struct digest
mth(size_t at, size_t n)
{
	struct digest left, right;
	size_t k = 1;

	if (n == 0)
		return merkle_empty();
	if (n == 1)
		return leaf[at];
	while (2 * k < n)
		k *= 2;
	left = mth(at, k);
	right = mth(at + k, n - k);
	return merkle_node(&left, &right);
}

static int
get(void *ctx, struct digest *out, unsigned level, uint64_t index,
    struct err *e)
{
	const uint64_t n = UINT64_C(1) << level;

	(void)e;
	assert_true((index + 1) * n <= *(uint64_t *)ctx);
	*out = mth((size_t)(index * n), (size_t)n);
	return 0;
}

static void
is(struct digest d, const char *want)
{
	char hex[DIGEST_HEX];

	assert_string_equal(digest_print(hex, &d), want);
}

static int
setup(void **state)
{
	(void)state;
	for (size_t i = 0; i < MOST; i++) {
		const uint8_t entry = (uint8_t)i;

		leaf[i] = merkle_leaf((struct span){ &entry, 1 });
	}
	return 0;
}

static void
test_values(void **state)
{
	(void)state;
	is(merkle_empty(), "e3b0c44298fc1c149afbf4c8996fb924"
	    "27ae41e4649b934ca495991b7852b855");
	is(merkle_leaf((struct span){ NULL, 0 }), "6e340b9cffb37a989ca544e6b"
	    "b780a2c78901d3fb33738768511a30617afa01d");
	is(merkle_leaf(span_text("L123456")), "395aa064aa4c29f7010acfe3f25db"
	    "9485bbd4b91897b6ad7ad547639252b4d56");
}

static void
test_growing(void **state)
{
	struct merkle t = { 0 }, again;
	uint64_t n = MOST;
	const struct merkle_source from = { MOST, get, &n };
	struct err e;

	(void)state;
	for (size_t i = 0; i < MOST; i++) {
		const struct digest want = mth(0, i), got = merkle_root(&t);

		assert_true(digest_equal(&got, &want));
		assert_int_equal(merkle_load(&again, &from, i, &e), 0);
		assert_memory_equal(&again, &t, sizeof(t.size));
		assert_memory_equal(again.edge, t.edge, sizeof(t.edge[0]) *
		    (size_t)__builtin_popcountll(i));
		merkle_add(&t, &leaf[i]);
	}
	assert_err(merkle_load(&again, &from, MOST + 1, &e), &e, ERR_USAGE);
}

/* No single change to a proof, its index or its sizes goes unseen. */
static void
refuse(struct merkle_path path, bool inclusion, uint64_t m, uint64_t n,
    const struct digest *a, const struct digest *b)
{
	struct digest other = *b;
	struct err e;
	int (*const check)(const struct merkle_path *, uint64_t, uint64_t,
	    const struct digest *, const struct digest *, struct err *)
	    = inclusion ? merkle_inclusion_check : merkle_consistency_check;

	other.at[31] ^= 1;
	assert_err(check(&path, m, n, a, &other, &e), &e, ERR_TRUST);
	other = *a;
	other.at[0] ^= 0x80;
	assert_err(check(&path, m, n, &other, b, &e), &e, ERR_TRUST);
	if (path.n < MERKLE_LEVELS) {
		path.at[path.n++] = *a;
		assert_err(check(&path, m, n, a, b, &e), &e, ERR_TRUST);
		path.n--;
	}
	if (path.n == 0)
		return;
	for (size_t i = 0; i < path.n; i++) {
		path.at[i].at[7] ^= 4;
		assert_err(check(&path, m, n, a, b, &e), &e, ERR_TRUST);
		path.at[i].at[7] ^= 4;
	}
	path.n--;
	assert_err(check(&path, m, n, a, b, &e), &e, ERR_TRUST);
}

static void
test_inclusion(void **state)
{
	uint64_t all = MOST;
	const struct merkle_source from = { MOST, get, &all };
	struct merkle_path path;
	struct err e;

	(void)state;
	for (uint64_t n = 1; n <= 40; n++) {
		const struct digest root = mth(0, (size_t)n);

		for (uint64_t i = 0; i < n; i++) {
			size_t sides;

			assert_int_equal(merkle_inclusion(&path, &from, i, n,
			    &e), 0);
			assert_int_equal(merkle_inclusion_check(&path, i, n,
			    &leaf[i], &root, &e), 0);
			(void)merkle_sides(&sides, i, n);
			assert_int_equal(sides, path.n);
			refuse(path, true, i, n, &leaf[i], &root);
			if (i > 0)
				assert_err(merkle_inclusion_check(&path, i - 1,
				    n, &leaf[i], &root, &e), &e, ERR_TRUST);
		}
		assert_err(merkle_inclusion(&path, &from, n, n, &e), &e,
		    ERR_USAGE);
		assert_err(merkle_inclusion_check(&path, n, n, &leaf[0],
		    &root, &e), &e, ERR_TRUST);
	}
	assert_err(merkle_inclusion_check(&path, 0, 0, &leaf[0], &leaf[0],
	    &e), &e, ERR_TRUST);
}

static void
test_consistency(void **state)
{
	uint64_t all = MOST;
	const struct merkle_source from = { MOST, get, &all };
	struct merkle_path path;
	struct err e;

	(void)state;
	for (uint64_t n = 1; n <= 40; n++) {
		const struct digest root = mth(0, (size_t)n);

		for (uint64_t m = 1; m <= n; m++) {
			const struct digest old = mth(0, (size_t)m);

			assert_int_equal(merkle_consistency(&path, &from, m,
			    n, &e), 0);
			assert_int_equal(merkle_consistency_check(&path, m, n,
			    &old, &root, &e), 0);
			refuse(path, false, m, n, &old, &root);
		}
		assert_err(merkle_consistency(&path, &from, 0, n, &e), &e,
		    ERR_USAGE);
		assert_err(merkle_consistency(&path, &from, n + 1, n, &e), &e,
		    ERR_USAGE);
		assert_err(merkle_consistency_check(&path, 0, n, &root, &root,
		    &e), &e, ERR_TRUST);
	}
}

/* A path as long as there can be, and one hash more than that. */
static void
test_long(void **state)
{
	struct merkle_path path = { .n = MERKLE_LEVELS };
	struct err e;

	(void)state;
	assert_err_text(merkle_inclusion_check(&path, 0, MERKLE_SIZE_MOST,
	    &leaf[0], &leaf[0], &e), &e, ERR_TRUST, "too many");
	path.n = 63;
	assert_err_text(merkle_inclusion_check(&path, 0, MERKLE_SIZE_MOST,
	    &leaf[0], &leaf[0], &e), &e, ERR_TRUST, "another root");
	assert_err_text(merkle_inclusion_check(&path, UINT64_MAX, UINT64_MAX,
	    &leaf[0], &leaf[0], &e), &e, ERR_TRUST, "outside");
	assert_err(merkle_consistency_check(&path, 1, MERKLE_SIZE_MOST,
	    &leaf[0], &leaf[1], &e), &e, ERR_TRUST);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_growing),
		cmocka_unit_test(test_inclusion),
		cmocka_unit_test(test_consistency),
		cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
