/* SPDX-License-Identifier: MIT */
/*
 * The metadata in the bytes of a PDF: what is found says the same as itself,
 * and every value is text.
 */
#include "config.h"

#include <stdlib.h>

#include "base/utf8.h"
#include "submit/pdf.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
must_be_text(const struct pdf_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct span s = span_text(list->at[i]);

		if (utf8_check(s) != s.n)
			abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct pdf p = { 0 }, q = { 0 };
	const struct span bytes = { at, n };
	struct err e;

	if (pdf_scan(&p, bytes, &e) == 0) {
		must_be_text(&p.numbers);
		must_be_text(&p.references);
		must_be_text(&p.digests);
		must_be_text(&p.checked);
		if (pdf_scan(&q, bytes, &e) < 0 || !pdf_equal(&p, &q))
			abort();
	}
	pdf_clear(&p);
	pdf_clear(&q);
	return 0;
}
