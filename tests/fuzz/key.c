/* SPDX-License-Identifier: MIT */
/*
 * Key files in JSON, their sidecars, receipts: no key is enrolled that is not
 * of the group, and nothing verifies that nobody signed.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "trust/receipt.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
try_receipt(struct span text)
{
	const struct digest d = digest_sha256(text);
	struct receipt r;
	struct err e;
	char why[256];
	json_t *v;

	if (json_parse(&v, text, JSON_TOP_OBJECT, &e) < 0)
		return;
	if (receipt_parse(&r, v, &e) == 0) {
		if (receipt_check(&r, &d, NULL, why) == RECEIPT_GOOD)
			abort();
		receipt_clear(&r);
	}
	json_decref(v);
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	const struct span text = { at, n };
	static const uint8_t sig[KEY_SIGNATURE_BYTES];
	struct key *list = NULL, k = { 0 };
	size_t count = 0;
	struct err e;

	if (sodium_init() < 0)
		return 0;
	if (key_parse_json(&list, &count, text, &e) < 0 && count > 0)
		abort();
	for (size_t i = 0; i < count; i++) {
		if (!key_is_usable(list[i].at)
		    || key_verify(list[i].at, text, sig))
			abort();
		key_clear(&list[i]);
	}
	free(list);
	(void)!key_narrow(&k, text, &e);
	key_clear(&k);
	try_receipt(text);
	return 0;
}
