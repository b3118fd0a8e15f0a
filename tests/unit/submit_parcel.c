/* SPDX-License-Identifier: MIT */
/* The files of a submission: read once, packed the same each time. */
#include "config.h"

#include "unit.h"

#include "bundle/gzip.h"
#include "folder.h"
#include "submit/parcel.h"

static void
test_add(void **state)
{
	char *a = file_join(dir, "a"), *b = file_join(dir, "b");
	struct parcel p = { 0 };
	struct err e;

	(void)state;
	sample_write(dir, "a", span_text("first"));
	assert_int_equal(parcel_add(&p, "z", a, "one", &e), 0);
	/* What is there stays as it was read. */
	sample_write(dir, "a", span_text("second"));
	assert_int_equal(parcel_add(&p, "z", a, "two", &e), 0);
	assert_int_equal(p.n, 1);
	assert_span(span_buf(&p.list[0].bytes), "first");
	assert_err(parcel_add(&p, "y", b, "none", &e), &e, ERR_ABSENT);
	assert_err(parcel_add(&p, "y", dir, "none", &e), &e, ERR_IO);
	assert_int_equal(parcel_put(&p, "z", span_text("third"), "r", &e), 0);
	assert_int_equal(parcel_put(&p, "b/c", span_text("x"), "r", &e), 0);
	assert_int_equal(p.n, 2);
	assert_int_equal(p.bytes, 6);
	parcel_sort(&p);
	assert_string_equal(p.list[0].name, "b/c");
	assert_span(span_buf(&parcel_find(&p, "z")->bytes), "third");
	parcel_remove(&p, "b/c");
	assert_null(parcel_find(&p, "b/c"));
	assert_int_equal(p.bytes, 5);
	assert_true(parcel_is("a.TEX", ".tex"));
	assert_false(parcel_is(".tex", ".tex"));
	parcel_clear(&p);
	free(a);
	free(b);
}

static void
test_pack(void **state)
{
	char *inner = file_join(dir, "b/c"), *hidden = file_join(dir, "anc");
	struct parcel p = { 0 };
	struct buf one = { 0 }, two = { 0 }, tar = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(parcel_put(&p, "b/c", span_text("x"), "r", &e), 0);
	assert_int_equal(parcel_put(&p, "anc/d", span_text("y"), "r", &e), 0);
	parcel_sort(&p);
	assert_int_equal(parcel_pack(&one, &p, &e), 0);
	assert_int_equal(parcel_pack(&two, &p, &e), 0);
	assert_true(span_equal(span_buf(&one), span_buf(&two)));
	assert_int_equal(gzip_read(&tar, span_buf(&one), 1u << 20, &e), 0);
	assert_string_equal((const char *)tar.at, "anc/d");
	assert_int_equal(parcel_lay(&p, dir, "anc/", &e), 0);
	assert_true(file_holds(inner, span_text("x")));
	assert_false(file_is_folder(hidden));
	assert_int_equal(parcel_put(&p, "a b", span_text("x"), "r", &e), 0);
	assert_err(parcel_pack(&two, &p, &e), &e, ERR_FORMAT);
	buf_clear(&one);
	buf_clear(&two);
	buf_clear(&tar);
	parcel_clear(&p);
	free(inner);
	free(hidden);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_add, begin, end),
		cmocka_unit_test_setup_teardown(test_pack, begin, end)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
