/* SPDX-License-Identifier: MIT */
/* The proofs beside an archive: found by their names, and never better than
 * what can be checked. */
#include "config.h"

#include "unit.h"

#include "sample.h"

#include "anchor/ots.h"
#include "keep/known.h"

#define STEM "AAAAAAAAAAAAAAAAAAAAAAAAAA"

static char *top, *folder, *proofs, *archive;
static const struct digest identity = { { 5 } }, other = { { 6 } };
static const struct known_with nothing = { NULL, NULL, NULL };

static int
begin(void **state)
{
	struct err e;

	(void)state;
	top = sample_folder();
	folder = file_join(top, "AA");
	proofs = file_join(top, "proofs/AA");
	archive = file_join(folder, STEM ".tar.gz");
	return file_folder(folder, &e) < 0 || file_folder(proofs, &e) < 0;
}

static int
end(void **state)
{
	(void)state;
	free(folder);
	free(proofs);
	free(archive);
	sample_remove(top);
	return 0;
}

/* A proof of ${d} that ends in one attestation. */
static void
put(const char *where, const char *name, const struct digest *d,
    enum ots_kind kind)
{
	struct buf uri = { 0 }, file = { 0 };
	struct ots o;

	ots_init(&o, d);
	buf_text(&uri, "https://cal.example.org");
	ots_node_add(&o.top, kind, NULL, 100, span_buf(&uri));
	ots_print(&file, &o);
	sample_write(where, name, span_buf(&file));
	ots_clear(&o);
	buf_clear(&uri);
	buf_clear(&file);
}

static void
is(size_t count, const char *words)
{
	struct known k;

	known_look(&k, archive, &identity, &nothing);
	assert_int_equal(k.proofs, count);
	assert_int_equal(k.latest, INT64_MAX);
	assert_string_equal(known_words(&k), words);
	known_clear(&k);
}

static void
test_words(void **state)
{
	(void)state;
	is(0, "no proof here");
	put(folder, STEM ".tar.ots", &identity, OTS_PENDING);
	is(1, "asked for, not anchored yet");
	put(folder, STEM ".tar.ots", &identity, OTS_BITCOIN);
	is(1, "a proof not to be checked here");
	put(folder, STEM ".tar.ots", &other, OTS_BITCOIN);
	is(1, "a proof that does not hold");
	/* The better of the two places is told. */
	put(proofs, STEM ".tar.ots", &identity, OTS_PENDING);
	is(2, "asked for, not anchored yet");
	sample_write(proofs, STEM ".tar.example.org.tsr", span_text("x"));
	is(3, "a proof that does not hold");
	sample_write(proofs, STEM ".tlog-proof", span_text("x"));
	is(4, "a proof that does not hold");
}

static void
watch(void *ctx, const char *path, bool missing)
{
	struct buf *b = ctx;

	buf_fmt(b, "%c %s\n", missing ? 'M' : 'I', path + strlen(top) + 1);
}

static void
files_are(bool wait, const char *want)
{
	struct buf got = { 0 };

	known_files(archive, wait, watch, &got);
	assert_string_equal(buf_string(&got), want);
	buf_clear(&got);
}

static void
test_names(void **state)
{
	struct known_seen seen = { 0 };

	(void)state;
	sample_write(folder, STEM ".tar.gz", span_text("x"));
	sample_write(folder, STEM ".0123456789abcdef.tar.gz", span_text("x"));
	sample_write(folder, STEM ".0123456789abcdef.tar.ots",
	    span_text("x"));
	assert_false(known_any(&seen, archive));
	files_are(false, "");
	files_are(true, "M AA/" STEM ".tar.ots\nM AA/" STEM ".tlog-proof\n"
	    "M proofs/AA/" STEM ".tar.ots\nM proofs/AA/" STEM
	    ".tlog-proof\n");
	sample_write(proofs, STEM ".tlog-proof.example.org.tsr",
	    span_text("x"));
	sample_write(proofs, STEM ".tlog-proof", span_text("x"));
	/* The folder was read before, and is not read again. */
	assert_false(known_any(&seen, archive));
	known_seen_clear(&seen);
	assert_true(known_any(&seen, archive));
	known_seen_clear(&seen);
	files_are(false, "I proofs/AA/" STEM ".tlog-proof\nI proofs/AA/" STEM
	    ".tlog-proof.example.org.tsr\n");
	/* What is named otherwise has no proofs. */
	assert_false(known_any(&seen, "bundle.json"));
	assert_false(known_any(&seen, ".tar.gz"));
	known_seen_clear(&seen);
}

int
main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = { TEST(test_words),
		TEST(test_names) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
