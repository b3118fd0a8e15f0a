/* SPDX-License-Identifier: MIT */
/* Reading a bundle, whatever the file is; making one. */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "base/limits.h"

static void
test_samples(void **state)
{
	static const struct {
		const char *folder;
		enum verdict want;
		const char *words;
	} rows[] = {
		{ "signed", VERDICT_GOOD, "" },
		{ "unsigned", VERDICT_UNSIGNED, "holds none" },
		{ "forged", VERDICT_FORGED, "does not verify under test-" },
		{ "conflict", VERDICT_CONFLICT, "the registry also signed" }
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char name[64];
		struct buf b;

		snprintf(name, sizeof(name), "bundles/tests/%s/bundle.json",
		    rows[i].folder);
		b = sample_file(name);
		judge_plain(buf_string(&b), rows[i].want, rows[i].words);
		buf_clear(&b);
	}
}

/* What is good with the registry's key is unsigned with every other. */
static void
test_wrong_ring(void **state)
{
	struct keyring *mine = judge_ring;

	(void)state;
	judge_ring = sample_ring(SAMPLE_REAL_KEYS);
	judge_plain(judge_text, VERDICT_UNSIGNED, "no trusted key test-reg");
	keyring_free(judge_ring);
	judge_ring = NULL;
	judge_plain(judge_text, VERDICT_UNSIGNED, "no trusted key test-reg");
	judge_ring = mine;
	judge_plain(judge_text, VERDICT_GOOD, "");
}

static void
test_fields(void **state)
{
	struct judged j = judge_bytes(span_text(judge_text));

	(void)state;
	assert_false(j.b->archived);
	assert_string_equal(j.b->record->number, JUDGE_NUMBER);
	assert_string_equal(j.b->key_id, "test-registry");
	assert_null(j.b->title);
	assert_null(j.b->packer);
	assert_int_equal(j.b->member_count, 1);
	assert_int_equal(j.b->alias_count, 6);
	assert_string_equal(j.b->aliases[0].value, "9912.00010");
	assert_int_equal(j.b->event_count, 1);
	assert_int_equal(j.b->events[0].class, EVENT_VALID);
	assert_true(span_equal(bundle_member(j.b, "bundle.json"),
	    span_text(judge_text)));
	assert_null(bundle_member(j.b, "record.json").at);
	judge_free(&j);
}

/* A plain file has the identity of the archive that holds it alone. */
static void
test_identity(void **state)
{
	const struct bundle_file file = { "bundle.json",
		span_text(judge_text) };
	struct judged plain = judge_bytes(span_text(judge_text)), archive;
	struct buf tar = { 0 }, z = { 0 };
	struct digest d;
	struct err e;

	(void)state;
	assert_int_equal(bundle_pack(&tar, &file, 1, NULL, NULL, &e), 0);
	gzip_write(&z, span_buf(&tar));
	archive = judge_bytes(span_buf(&z));
	judge_is(&archive, VERDICT_GOOD, "no packer signature", "archive");
	assert_true(archive.b->archived);
	d = digest_sha256(span_buf(&tar));
	assert_true(digest_equal(&archive.b->identity, &d));
	assert_true(digest_equal(&plain.b->identity, &d));
	judge_free(&plain);
	judge_free(&archive);
	buf_clear(&tar);
	buf_clear(&z);
}

static void
test_files(void **state)
{
	char *dir = sample_folder(), *path = file_join(dir, "f");
	struct bundle *b = NULL;
	struct report r = { 0 };
	struct err e;

	(void)state;
	assert_err(bundle_read(&b, &r, path, judge_ring, &e), &e, ERR_ABSENT);
	assert_err(bundle_read(&b, &r, dir, judge_ring, &e), &e, ERR_IO);
	assert_int_equal(r.n, 0);
	assert_int_equal(mkfifo(path, 0644), 0);
	assert_int_equal(bundle_read(&b, &r, path, judge_ring, &e), 0);
	assert_int_equal(report_verdict(&r), VERDICT_DAMAGED);
	bundle_free(b);
	report_clear(&r);
	unlink(path);
	sample_write(dir, "f", span_text(judge_text));
	assert_int_equal(bundle_read(&b, &r, path, judge_ring, &e), 0);
	assert_int_equal(report_verdict(&r), VERDICT_GOOD);
	bundle_free(b);
	report_clear(&r);
	/* One byte more than any file may have; a hole costs nothing. */
	assert_int_equal(truncate(path, LIMIT_JSON_BYTES + 1), 0);
	assert_int_equal(bundle_read(&b, &r, path, judge_ring, &e), 0);
	assert_int_equal(report_verdict(&r), VERDICT_DAMAGED);
	assert_null(b->record);
	bundle_free(b);
	report_clear(&r);
	free(path);
	sample_remove(dir);
	bundle_free(NULL);
}

static void
test_no_bundle(void **state)
{
	static const char *const rows[] = { "", " ", "{", "{}", "[]", "null",
		"<html>404</html>", "\x1f", "\x1f\x8b\x08",
		"{\"bundle_type\":\"other\"}", "\xef\xbb\xbf{}" };

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		judge_plain(rows[i], VERDICT_DAMAGED, "");
}

/* Cut anywhere, a plain file is damaged: nothing is read that is not whole. */
static void
test_cut(void **state)
{
	const size_t all = strlen(judge_text);

	(void)state;
	for (size_t n = 0; n < all; n += n % 16 == 0 || n > all - 40 ? 1 : 15) {
		struct judged j = judge_bytes((struct span){
		    (const uint8_t *)judge_text, n });

		if (judge_text[n] != '\n' && judge_text[n] != '\0')
			judge_is(&j, VERDICT_DAMAGED, "", "cut");
		judge_free(&j);
	}
}

static void
test_pack_refuses(void **state)
{
	const struct bundle_file twice[] = {
		{ "bundle.json", span_text("{}") },
		{ "bundle.json", span_text("{}") }
	};
	const struct bundle_file named[] = { { "a b", span_text("{}") } };
	struct buf tar = { 0 };
	struct err e;

	(void)state;
	assert_err_text(bundle_pack(&tar, twice, 2, NULL, NULL, &e), &e,
	    ERR_USAGE, "given twice");
	assert_err(bundle_pack(&tar, named, 1, NULL, NULL, &e), &e,
	    ERR_FORMAT);
	buf_clear(&tar);
}

/* The order in which the files are given does not reach the archive. */
static void
test_pack_order(void **state)
{
	const struct bundle_file a[] = { { "state.json", span_text("{}") },
		{ "bundle.json", span_text("{ }") },
		{ "graph.json", span_text("{  }") } };
	const struct bundle_file b[] = { a[1], a[2], a[0] };
	struct buf x = { 0 }, y = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(bundle_pack(&x, a, 3, NULL, NULL, &e), 0);
	assert_int_equal(bundle_pack(&y, b, 3, NULL, NULL, &e), 0);
	assert_true(span_equal(span_buf(&x), span_buf(&y)));
	assert_string_equal((char *)x.at, "manifest-sha256.txt");
	assert_string_equal((char *)x.at + 1024, "bundle.json");
	assert_string_equal((char *)x.at + 2048, "graph.json");
	assert_string_equal((char *)x.at + 3072, "state.json");
	buf_clear(&x);
	buf_clear(&y);
}

static void
test_members(void **state)
{
	(void)state;
	assert_null(bundle_members[BUNDLE_MEMBERS]);
	for (size_t i = 0; i < BUNDLE_MEMBERS; i++) {
		assert_true(bundle_is_member(bundle_members[i]));
		if (i > 0)
			assert_true(strcmp(bundle_members[i - 1],
			    bundle_members[i]) < 0);
	}
	assert_false(bundle_is_member("manifest-sha256.txt"));
	assert_false(bundle_is_member("Bundle.json"));
	assert_false(bundle_is_member(""));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_wrong_ring),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_identity),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_no_bundle),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_pack_refuses),
		cmocka_unit_test(test_pack_order),
		cmocka_unit_test(test_members),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, judge_begin, judge_end);
}
