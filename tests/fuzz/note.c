/* SPDX-License-Identifier: MIT */
/*
 * The text forms of a log: notes, checkpoints, policies, keys, proofs,
 * entries, names of tiles, lines of an index and of a renewal.  What has one
 * spelling prints to the bytes that were read; nobody's signature is good.
 */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "anchor/policy.h"
#include "anchor/proof.h"
#include "anchor/renewal.h"
#include "anchor/tile.h"
#include "keep/row.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

static void
must_equal(struct buf *got, struct span want)
{
	if (!span_equal(span_buf(got), want))
		abort();
	buf_clear(got);
}

/* Every key that a policy names is a stranger to this note. */
static void
try_note(struct span text)
{
	struct policy_verdict v;
	struct note note = { 0 };
	struct checkpoint c = { 0 };
	struct note_key key = { 0 };
	struct policy *p;
	struct buf out = { 0 };
	uint8_t pk[32], sk[64], seed[32] = { 1 };
	struct err e;

	if (note_parse(&note, text, &e) < 0)
		return;
	note_print(&out, &note);
	must_equal(&out, text);
	crypto_sign_seed_keypair(pk, sk, seed);
	if (checkpoint_parse(&c, span_buf(&note.text), &e) == 0
	    && note_key_init(&key, c.origin, NOTE_ED25519, pk, &e) == 0) {
		if (note_check(&note, &key, NULL) == NOTE_GOOD)
			abort();
		p = policy_log(&key);
		if (policy_check(&v, p, &note, &c, &e) == 0)
			abort();
		policy_free(p);
	}
	if (c.origin != NULL && !c.extended) {
		checkpoint_print(&out, &c);
		must_equal(&out, span_buf(&note.text));
	}
	note_key_clear(&key);
	checkpoint_clear(&c);
	note_clear(&note);
}

static void
try_keys(struct span text)
{
	struct note_key key;
	struct note_secret secret;
	struct policy *p;
	struct buf out = { 0 };
	struct err e;

	if (note_key_parse(&key, text, &e) == 0) {
		note_key_print(&out, &key);
		must_equal(&out, text);
		note_key_clear(&key);
	}
	if (note_secret_parse(&secret, text, &e) == 0) {
		note_secret_print(&out, &secret);
		must_equal(&out, text);
		note_secret_clear(&secret);
	}
	if (policy_parse(&p, text, &e) == 0) {
		for (size_t i = 0; policy_witness(p, i) != NULL; i++)
			;
		policy_free(p);
	}
}

static void
try_proof(struct span text)
{
	struct proof p;
	struct entry entry;
	struct buf out = { 0 };
	struct digest none = { { 0 } };
	struct err e;

	if (proof_parse(&p, text, &e) < 0)
		return;
	proof_print(&out, &p);
	must_equal(&out, text);
	if (proof_check_entry(&entry, &p, "RWK3IB5D7755ZZZJPVXAV33O77", &none,
	    1, &e) == 0)
		abort();
	proof_clear(&p);
}

static void
try_lines(struct span text)
{
	struct entry entry;
	struct renewal_covers c;
	struct row row;
	struct tile tile;
	struct buf out = { 0 };
	char name[TILE_PATH];
	struct err e;

	if (entry_parse(&entry, text, &e) == 0) {
		entry_print(&out, &entry);
		must_equal(&out, text);
	}
	if (row_parse(&row, text, &e) == 0) {
		row_print(&out, &row);
		out.n--;
		must_equal(&out, text);
	}
	if (tile_parse(&tile, text)
	    && !span_equal(span_text(tile_print(name, &tile)), text))
		abort();
	for (int k = 0; k < 2; k++)
		if (renewal_parse(&c, k == 0 ? HASH_SHA256 : HASH_SHA512,
		    text, &e) == 0) {
			renewal_print(&out, &c);
			must_equal(&out, text);
			renewal_clear(&c);
		}
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	const struct span text = { at, n };

	if (sodium_init() < 0)
		return 0;
	try_note(text);
	try_keys(text);
	try_proof(text);
	try_lines(text);
	return 0;
}
