/* SPDX-License-Identifier: MIT */
/* The proof beside an archive, and its extra line. */
#include "config.h"

#include "unit.h"

#include "anchor/proof.h"

#define SUFFIX "RWK3IB5D7755ZZZJPVXAV33O77"

/* A log of two entries: ours, and another before it. */
static void
build(struct proof *p, struct entry *entry)
{
	const struct digest first = merkle_leaf(span_text("other"));
	struct digest leaf;

	*p = (struct proof){ .has_extra = true, .index = 1 };
	*entry = (struct entry){ .event = ENTRY_ADD, .suffix = SUFFIX,
		.version = 2, .digest = digest_sha256(span_text("tar")),
		.bytes = 10240 };
	entry_print(&p->extra, entry);
	leaf = merkle_leaf(span_buf(&p->extra));
	p->path.n = 1;
	p->path.at[0] = first;
	p->checkpoint.size = 2;
	p->checkpoint.root = merkle_node(&first, &leaf);
}

static void
test_entry(void **state)
{
	struct proof p;
	struct entry entry, got;
	struct digest other = digest_sha256(span_text("another tar"));
	struct err e;

	(void)state;
	build(&p, &entry);
	assert_int_equal(proof_check_entry(&got, &p, SUFFIX, &entry.digest,
	    10240, &e), 0);
	assert_int_equal(got.version, 2);
	assert_err(proof_check_entry(&got, &p, "AWK3IB5D7755ZZZJPVXAV33O77",
	    &entry.digest, 10240, &e), &e, ERR_TRUST);
	assert_err(proof_check_entry(&got, &p, SUFFIX, &other, 10240, &e), &e,
	    ERR_TRUST);
	assert_err(proof_check_entry(&got, &p, SUFFIX, &entry.digest, 10241,
	    &e), &e, ERR_TRUST);
	/* An extra line that was not logged says nothing. */
	entry.digest = other;
	p.extra.n = 0;
	entry_print(&p.extra, &entry);
	assert_err_text(proof_check_entry(&got, &p, SUFFIX, &other, 10240,
	    &e), &e, ERR_TRUST, "another root");
	p.extra.n = 0;
	buf_text(&p.extra, "hello");
	assert_err(proof_check_entry(&got, &p, SUFFIX, &other, 10240, &e), &e,
	    ERR_FORMAT);
	p.has_extra = false;
	assert_err(proof_check_entry(&got, &p, SUFFIX, &other, 10240, &e), &e,
	    ERR_TRUST);
	proof_clear(&p);
}

/* Entries of other events vouch for no archive, though they are logged. */
static void
test_withdrawn(void **state)
{
	struct proof p;
	struct entry entry, got;
	struct digest leaf;
	struct err e;

	(void)state;
	build(&p, &entry);
	entry.event = ENTRY_WITHDRAW;
	p.extra.n = 0;
	entry_print(&p.extra, &entry);
	leaf = merkle_leaf(span_buf(&p.extra));
	p.checkpoint.root = merkle_node(&p.path.at[0], &leaf);
	assert_err_text(proof_check_entry(&got, &p, SUFFIX, &entry.digest,
	    10240, &e), &e, ERR_TRUST, "withdraw");
	proof_clear(&p);
}

#define ROOT "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
#define NOTE "o\n1\n" ROOT "\n"
#define HEAD "c2sp.org/tlog-proof@v1\n"

static void
test_text(void **state)
{
	static const char *const good[] = { HEAD "index 0\n\n" NOTE,
		HEAD "extra \nindex 7\n" ROOT ROOT "\n" NOTE,
		HEAD "extra aGk=\nindex 0\n\n" NOTE };
	static const char *const bad[] = { HEAD, HEAD "index 0\n" NOTE,
		"c2sp.org/tlog-proof@v2\nindex 0\n\n" NOTE,
		HEAD "index 00\n\n" NOTE, HEAD "extra aGk\nindex 0\n\n" NOTE,
		HEAD "extra aGk=\nextra aGk=\nindex 0\n\n" NOTE,
		HEAD "index 0\nextra aGk=\n\n" NOTE,
		HEAD "index 0\naGk=\n\n" NOTE, HEAD "index 0\n\n\n" NOTE,
		HEAD "index 0\n\n" NOTE "x", HEAD "\nindex 0\n\n" NOTE };
	struct proof p;
	struct buf b = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(proof_parse(&p, span_text(good[i]), &e), 0);
		b.n = 0;
		proof_print(&b, &p);
		assert_true(span_equal(span_buf(&b), span_text(good[i])));
		proof_clear(&p);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_err(proof_parse(&p, span_text(bad[i]), &e), &e,
		    ERR_FORMAT);
	b.n = 0;
	buf_text(&b, HEAD "index 0\n");
	for (size_t i = 0; i <= MERKLE_LEVELS; i++)
		buf_text(&b, ROOT);
	buf_text(&b, "\n" NOTE);
	assert_err(proof_parse(&p, span_buf(&b), &e), &e, ERR_LIMIT);
	buf_clear(&b);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entry),
		cmocka_unit_test(test_withdrawn),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
