/* SPDX-License-Identifier: MIT */
/* One stamp for many: depth, and what does not fit together. */
#include "config.h"

#include "unit.h"

#include "anchor/make.h"

static void
test_deep(void **state)
{
	struct entry entry = { .event = ENTRY_ADD,
		.suffix = "RWK3IB5D7755ZZZJPVXAV33O77", .version = 1 };
	struct merkle_path path = { .n = 62 };
	struct digest root;
	struct buf text = { 0 };
	struct ots stamp, out;
	struct ots_node *at;
	struct err e;

	(void)state;
	/* The leftmost leaf of a tree of 2^62: all hashes on the right. */
	entry_print(&text, &entry);
	root = merkle_leaf(span_buf(&text));
	for (size_t i = 0; i < path.n; i++)
		root = merkle_node(&root, &path.at[i]);
	ots_init(&stamp, &root);
	at = &stamp.top;
	for (unsigned i = 0; i < 255 - 4 - 3 * 62; i++)
		at = ots_node_op(at, OTS_OP_SHA256, (struct span){ NULL, 0 });
	ots_node_add(at, OTS_BITCOIN, NULL, 9, (struct span){ NULL, 0 });
	assert_int_equal(make_inclusion(&out, &entry, &path, 0,
	    UINT64_C(1) << 62, &stamp, &e), 0);
	text.n = 0;
	ots_print(&text, &out);
	ots_clear(&out);
	assert_int_equal(ots_parse(&out, span_buf(&text), &e), 0);
	ots_clear(&out);
	at = ots_node_op(at, OTS_OP_SHA256, (struct span){ NULL, 0 });
	ots_node_add(at, OTS_BITCOIN, NULL, 9, (struct span){ NULL, 0 });
	assert_err(make_inclusion(&out, &entry, &path, 0, UINT64_C(1) << 62,
	    &stamp, &e), &e, ERR_LIMIT);
	assert_err(make_inclusion(&out, &entry, &path, 1, UINT64_C(1) << 62,
	    &stamp, &e), &e, ERR_TRUST);
	stamp.hash = HASH_SHA1;
	assert_err(make_inclusion(&out, &entry, &path, 0, UINT64_C(1) << 62,
	    &stamp, &e), &e, ERR_USAGE);
	ots_clear(&stamp);
	buf_clear(&text);
}

static void
test_tree(void **state)
{
	const struct digest d = digest_sha256(span_text("a"));
	struct ots one;
	struct digest tip;

	(void)state;
	ots_init(&one, &d);
	make_tree(&tip, &one, NULL, 1);
	assert_true(digest_equal(&tip, &d));
	assert_int_equal(one.top.attestations, 1);
	assert_int_equal(one.top.attestation[0].kind, OTS_WAITING);
	ots_clear(&one);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_deep),
		cmocka_unit_test(test_tree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
