/* SPDX-License-Identifier: MIT */
/* Errors: kind, text, context in front, never more than fits. */
#include "config.h"

#include <errno.h>

#include "unit.h"

static void
test_set(void **state)
{
	struct err e = { 0 };

	(void)state;
	assert_int_equal(err_set(&e, ERR_LIMIT, "%s: %d", "a", 3), -1);
	assert_int_equal(e.kind, ERR_LIMIT);
	assert_string_equal(e.text, "a: 3");
}

static void
test_sys(void **state)
{
	struct err e = { 0 };

	(void)state;
	errno = ENOSPC;
	assert_err(err_sys(&e, "%s: cannot write", "f"), &e, ERR_IO);
	assert_string_equal(e.text, "f: cannot write: No space left on device");
}

static void
test_in(void **state)
{
	struct err e = { 0 };

	(void)state;
	err_set(&e, ERR_TRUST, "reason %%s");
	assert_err(err_in(&e, "line %d", 7), &e, ERR_TRUST);
	assert_err(err_in(&e, "%s", "file"), &e, ERR_TRUST);
	assert_string_equal(e.text, "file: line 7: reason %s");
}

/* Text from outside may be longer than any message. */
static void
test_cut(void **state)
{
	char big[2 * sizeof(((struct err *)0)->text)];
	struct err e = { 0 };

	(void)state;
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	err_set(&e, ERR_FORMAT, "%s", big);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	err_in(&e, "%s", "outer");
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	assert_memory_equal(e.text, "outer: xxx", 10);
	err_in(&e, "%s", big);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	errno = EIO;
	err_sys(&e, "%s", big);
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_set),
		cmocka_unit_test(test_sys),
		cmocka_unit_test(test_in),
		cmocka_unit_test(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
