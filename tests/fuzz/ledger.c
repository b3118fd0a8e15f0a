/* SPDX-License-Identifier: MIT */
/*
 * Any citation record: it is checked, grouped, compared with itself without a
 * difference, and becomes a page of HTML in printable ASCII whose brackets
 * are all our own.
 */
#include "config.h"

#include <stdlib.h>

#include "cite/record_diff.h"
#include "out/html.h"
#include "out/ledger.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
look_at(const struct ledger *l)
{
	struct ledger_remarks r = { 0 };
	struct ledger_changes d = { 0 };
	struct buf html = { 0 }, json = { 0 };
	struct emit j = { .out = &json };
	struct page p;
	size_t open = 0;

	record_check(&r, l);
	record_diff(&d, l, l);
	if (d.n > 0 || r.n > RECORD_REMARKS)
		abort();
	out_ledger(&p, l, &r);
	out_html(&html, &p);
	for (size_t i = 0; i < html.n; i++) {
		const uint8_t c = html.at[i];

		if (c != '\n' && (c < 0x20 || c > 0x7e))
			abort();
		open += c == '<';
		open -= c == '>';
		if (open > 1)
			abort();
	}
	out_ledger_json(&j, NULL, l, &r);
	out_page_clear(&p);
	record_check_clear(&r);
	record_diff_clear(&d);
	buf_clear(&html);
	buf_clear(&json);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	struct ledger *l;
	struct err e;

	if (record_ledger(&l, (struct span){ at, n }, &e) < 0)
		return 0;
	look_at(l);
	record_ledger_free(l);
	return 0;
}
