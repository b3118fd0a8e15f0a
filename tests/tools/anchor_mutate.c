/* SPDX-License-Identifier: MIT */
/*
 * anchor_mutate COUNT SEED FILE...: every parser of src/anchor on each file,
 * then on COUNT copies of it with a few bytes changed, cut, doubled or mixed
 * with another file.  Nothing may crash, and what parses must print to what
 * it was read from (notes, proofs, entries, keys, lists) or to one canonical
 * form (OpenTimestamps).  Prints how many inputs each parser took.
 */
#include "config.h"

#include <sodium.h>

#include "base/file.h"
#include "base/mem.h"
#include "lines.h"

#include "anchor/policy.h"
#include "anchor/proof.h"
#include "anchor/renewal.h"
#include "anchor/stamp.h"
#include "anchor/tile.h"
#include "anchor/tsa.h"

static uint64_t state;
static unsigned long taken[10];

static uint64_t
draw(uint64_t below)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return below == 0 ? 0 : state % below;
}

static void
must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "%s: not printed as it was read\n", what);
	exit(1);
}

static void
try_ots(struct span s)
{
	struct ots o = { 0 }, again = { 0 };
	struct buf one = { 0 }, two = { 0 };
	struct stamp stamp;
	struct err e;

	if (ots_parse(&o, s, &e) == 0) {
		taken[0]++;
		ots_print(&one, &o);
		must(ots_parse(&again, span_buf(&one), &e) == 0, "ots");
		ots_print(&two, &again);
		must(span_equal(span_buf(&one), span_buf(&two)), "ots");
		must(ots_merge(&o, &again, &e) == 0, "ots");
		two.n = 0;
		ots_print(&two, &o);
		must(span_equal(span_buf(&one), span_buf(&two)), "ots merge");
		stamp_check(&stamp, &o, NULL, NULL);
		stamp_clear(&stamp);
		ots_info(&two, &o);
		/* Its own timestamp as a calendar's answer. */
		if (one.n > 65 && o.hash == HASH_SHA256)
			(void)!ots_attach(&o, (struct span){ o.digest, 32 },
			    (struct span){ one.at + 65, one.n - 65 }, &e);
	}
	ots_clear(&o);
	ots_clear(&again);
	buf_clear(&one);
	buf_clear(&two);
}

static void
try_text(struct span s)
{
	struct note note = { 0 };
	struct checkpoint c = { 0 };
	struct proof proof = { 0 };
	struct note_key key = { 0 };
	struct entry entry;
	struct policy *policy = NULL;
	struct renewal_covers covers = { 0 };
	struct buf out = { 0 };
	struct err e;

	if (note_parse(&note, s, &e) == 0) {
		taken[1]++;
		note_print(&out, &note);
		must(span_equal(span_buf(&out), s), "note");
		taken[2] += checkpoint_parse(&c, span_buf(&note.text),
		    &e) == 0;
	}
	out.n = 0;
	if (proof_parse(&proof, s, &e) == 0) {
		taken[3]++;
		proof_print(&out, &proof);
		must(span_equal(span_buf(&out), s), "proof");
		(void)!proof_check(&proof, s, &e);
	}
	out.n = 0;
	if (note_key_parse(&key, s, &e) == 0) {
		taken[4]++;
		note_key_print(&out, &key);
		must(span_equal(span_buf(&out), s), "key");
	}
	out.n = 0;
	if (entry_parse(&entry, s, &e) == 0) {
		taken[5]++;
		entry_print(&out, &entry);
		must(span_equal(span_buf(&out), s), "entry");
	}
	out.n = 0;
	if (renewal_parse(&covers, HASH_SHA256, s, &e) == 0) {
		taken[6]++;
		renewal_print(&out, &covers);
		must(span_equal(span_buf(&out), s), "list");
	}
	taken[7] += policy_parse(&policy, s, &e) == 0;
	note_clear(&note);
	checkpoint_clear(&c);
	proof_clear(&proof);
	note_key_clear(&key);
	renewal_clear(&covers);
	policy_free(policy);
	buf_clear(&out);
}

static void
try_rest(struct span s)
{
	struct headers *h = headers_new();
	struct tsa_roots *roots = tsa_roots_new();
	const uint8_t hash[32] = { 0 };
	struct evidence v;
	struct tsa t;
	struct tile tile;
	struct span entry, rest = s;
	struct buf run = { 0 };
	struct err e;

	taken[8] += headers_add_lines(h, s, &e) == 0;
	if (s.n < 8192) {
		buf_span(&run, s);
		(void)!headers_add_run(h, &run, 0, &e);
	}
	headers_check(&v, h, 0, hash);
	(void)!tsa_roots_add(roots, s, &e);
	if (tsa_parse(&t, s, &e) == 0) {
		taken[9]++;
		(void)!tsa_check(&v, s, t.kind < HASH_KINDS ? t.kind
		    : HASH_SHA256, t.hash, roots, (struct span){ NULL, 0 },
		    &e);
		tsa_clear(&t);
	}
	while (tile_entry_next(&entry, &rest, &e) > 0)
		;
	(void)tile_parse(&tile, s);
	headers_free(h);
	tsa_roots_free(roots);
}

static void
try(struct span s)
{
	/* A copy of its own, so that a sanitizer sees every byte too far. */
	uint8_t *copy = mem_zero(s.n > 0 ? s.n : 1, 1);

	if (s.n > 0)
		memcpy(copy, s.at, s.n);
	s.at = copy;
	try_ots(s);
	try_text(s);
	try_rest(s);
	free(copy);
}

static void
mutate(struct buf *b, struct span other)
{
	for (uint64_t i = 1 + draw(4); i > 0 && b->n > 0; i--) {
		const size_t at = (size_t)draw(b->n);
		const size_t n = 1 + (size_t)draw(b->n - at);

		switch (draw(6)) {
		case 0:
			b->at[at] ^= (uint8_t)(1u << draw(8));
			break;
		case 1:
			b->at[at] = (uint8_t)draw(256);
			break;
		case 2:
			b->n = at;
			break;
		case 3:
			memmove(b->at + at, b->at + at + n, b->n - at - n);
			b->n -= n;
			break;
		case 4:
			(void)buf_room(b, n);
			memmove(b->at + at + n, b->at + at, b->n - at);
			b->n += n;
			break;
		default:
			for (size_t k = 0; k < n && k < other.n; k++)
				b->at[at + k] = other.at[k];
		}
	}
}

int
main(int argc, char **argv)
{
	struct buf *file;
	struct buf b = { 0 };
	struct err e;
	const unsigned long count = argc > 2 ? strtoul(argv[1], NULL, 10) : 0;
	const int files = argc - 3;

	if (files < 1 || sodium_init() < 0)
		return 99;
	state = strtoull(argv[2], NULL, 10) * 2654435769u + 1;
	file = mem_zero((size_t)files, sizeof(*file));
	for (int i = 0; i < files; i++) {
		if (file_read(&file[i], argv[3 + i], 1u << 20, &e) < 0) {
			fprintf(stderr, "%s\n", e.text);
			return 99;
		}
	}
	for (int i = 0; i < files; i++) {
		try(span_buf(&file[i]));
		for (unsigned long k = 0; k < count; k++) {
			b.n = 0;
			buf_span(&b, span_buf(&file[i]));
			mutate(&b, span_buf(&file[draw((uint64_t)files)]));
			try(span_buf(&b));
		}
	}
	for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++)
		printf("%lu ", taken[i]);
	puts("");
	for (int i = 0; i < files; i++)
		buf_clear(&file[i]);
	free(file);
	buf_clear(&b);
	return 0;
}
