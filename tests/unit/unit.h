/* SPDX-License-Identifier: MIT */
/*
 * What every unit test includes, behind config.h: cmocka with the headers
 * that it wants to see first, and three asserts of our own.
 *
 * A test is a static function that takes void **state; main() names them all
 * in an array and ends with
 *
 *	return cmocka_run_group_tests(tests, NULL, NULL);
 *
 * Never call skip(): cmocka 1.1.5 prints it in TAP as a failure.  What needs
 * something optional is a shell test.
 */
#ifndef PITH_TESTS_UNIT_H
#define PITH_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/err.h"

/* The span ${got} has just the bytes of the string literal ${want}; inner
 * NULs count. */
#define assert_span(got, want)						\
	unit_span((got), (struct span){ (const uint8_t *)(want),	\
	    sizeof(want "") - 1 }, __FILE__, __LINE__)

/* ${call} returned -1 and left an error of this kind in ${e}. */
#define assert_err(call, e, want)					\
	unit_err((call), (e), (want), NULL, __FILE__, __LINE__)

/* The same, and the text of the error holds ${text}. */
#define assert_err_text(call, e, want, text)				\
	unit_err((call), (e), (want), (text), __FILE__, __LINE__)

/* Print ${s} on standard error as a TAP comment, other bytes as \x{hex}. */
static inline void
unit_show(const char *label, struct span s)
{
	size_t i;

	fprintf(stderr, "# %s (%zu bytes): ", label, s.n);
	for (i = 0; i < s.n; i++) {
		if (s.at[i] >= 0x20 && s.at[i] < 0x7f)
			fputc(s.at[i], stderr);
		else
			fprintf(stderr, "\\x{%02x}", s.at[i]);
	}
	fputc('\n', stderr);
}

static inline void
unit_span(struct span got, struct span want, const char *file, int line)
{
	if (span_equal(got, want))
		return;
	unit_show("got", got);
	unit_show("want", want);
	_fail(file, line);
}

static inline void
unit_err(int rc, const struct err *e, enum err_kind kind, const char *text,
    const char *file, int line)
{
	static const char *const names[] = { "ERR_NONE", "ERR_ABSENT",
		"ERR_FORMAT", "ERR_LIMIT", "ERR_TRUST", "ERR_IO", "ERR_USAGE" };

	if (rc == -1 && e->kind == kind
	    && (text == NULL || strstr(e->text, text) != NULL))
		return;
	if (rc == -1)
		fprintf(stderr, "# got %s: ", names[e->kind]);
	else
		fprintf(stderr, "# got %d, no error", rc);
	unit_show("text", span_text(rc == -1 ? e->text : ""));
	fprintf(stderr, "# want %s: %s\n", names[kind],
	    text != NULL ? text : "any text");
	_fail(file, line);
}

#endif
