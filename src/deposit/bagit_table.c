/* SPDX-License-Identifier: MIT */
/* See bagit_table.h. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "canon/digest.h"
#include "deposit/bagit_table.h"

static size_t
kept_bytes(enum hash_kind kind)
{
	const size_t n = hash_size(kind);

	return n > DIGEST_BYTES ? DIGEST_BYTES : n;
}

/* What an entry may get that none has so far, beside a kind of hash. */
enum { NOTHING = HASH_KINDS, LENGTHS };

/* All memory that ${n} entries take with ${paths} bytes of paths, and with
 * ${more}. */
static int
afford(const struct bagit_table *l, size_t n, size_t paths, unsigned more,
    struct err *e)
{
	/* 16 for the slots, at most half of which are taken, while they
	 * double; 16 to look for names that are alike. */
	size_t each = sizeof(*l->at) + 16 + 16;

	for (unsigned k = 0; k < HASH_KINDS; k++)
		if (l->digest[k] != NULL || k == more)
			each += kept_bytes(k);
	if (l->length != NULL || more == LENGTHS)
		each += sizeof(*l->length);
	if (n > LIMIT_BAG_FILES)
		return err_set(e, ERR_LIMIT, "more than %u files",
		    LIMIT_BAG_FILES);
	if (paths + n * each > LIMIT_BAG_TABLE)
		return err_set(e, ERR_LIMIT, "paths and digests of more than "
		    "%u bytes", LIMIT_BAG_TABLE);
	return 0;
}

uint64_t
bagit_table_hash(const struct bagit_table *l, struct span bytes)
{
	uint64_t h;

	_Static_assert(sizeof(h) == crypto_shorthash_BYTES
	    && sizeof(l->key) == crypto_shorthash_KEYBYTES, "SipHash");
	crypto_shorthash((uint8_t *)&h, bytes.at, bytes.n, l->key);
	return h;
}

static size_t
first_slot(const struct bagit_table *l, struct span path)
{
	return (size_t)bagit_table_hash(l, path) & (l->slots - 1);
}

struct span
bagit_table_path(const struct bagit_table *l, size_t i)
{
	return (struct span){ l->paths.at + l->at[i].at, l->at[i].n };
}

bool
bagit_table_find(size_t *number, const struct bagit_table *l, struct span path)
{
	if (l->slots == 0)
		return false;
	for (size_t s = first_slot(l, path); l->slot[s] != 0;
	    s = (s + 1) & (l->slots - 1))
		if (span_equal(bagit_table_path(l, l->slot[s] - 1), path)) {
			*number = l->slot[s] - 1;
			return true;
		}
	return false;
}

static void
take_slot(struct bagit_table *l, size_t i)
{
	size_t s = first_slot(l, bagit_table_path(l, i));

	while (l->slot[s] != 0)
		s = (s + 1) & (l->slots - 1);
	l->slot[s] = (uint32_t)i + 1;
}

/* Have twice as many slots as entries. */
static void
widen(struct bagit_table *l)
{
	if (l->slots == 0)
		randombytes_buf(l->key, sizeof(l->key));
	if (2 * (l->n + 1) <= l->slots)
		return;
	free(l->slot);
	l->slots = l->slots == 0 ? 64 : 2 * l->slots;
	l->slot = mem_zero(l->slots, sizeof(*l->slot));
	for (size_t i = 0; i < l->n; i++)
		take_slot(l, i);
}

int
bagit_table_put(size_t *number, struct bagit_table *l, struct span path,
    struct err *e)
{
	if (bagit_table_find(number, l, path))
		return 1;
	if (path.n > LIMIT_BAG_PATH)
		return err_set(e, ERR_LIMIT, "a path of more than %u bytes",
		    LIMIT_BAG_PATH);
	if (afford(l, l->n + 1, l->paths.n + path.n, NOTHING, e) < 0)
		return -1;
	widen(l);
	mem_grow(&l->at, l->n, sizeof(*l->at));
	l->at[l->n] = (struct bagit_entry){ .at = (uint32_t)l->paths.n,
		.n = (uint16_t)path.n };
	buf_span(&l->paths, path);
	take_slot(l, l->n);
	*number = l->n++;
	return 0;
}

/* The bytes that are held of a hash. */
static void
shorten(uint8_t out[DIGEST_BYTES], enum hash_kind kind, const uint8_t *hash)
{
	const size_t n = hash_size(kind);
	struct digest d;

	if (n <= DIGEST_BYTES) {
		memcpy(out, hash, n);
	} else {
		d = digest_sha256((struct span){ hash, n });
		memcpy(out, d.at, DIGEST_BYTES);
	}
}

/* Room for as many as there are, by doubling. */
static size_t
more(size_t room, size_t i)
{
	size_t want = room < 64 ? 64 : room;

	while (want <= i)
		want *= 2;
	return want;
}

int
bagit_table_say(struct bagit_table *l, size_t i, enum hash_kind kind,
    const uint8_t *hash, struct err *e)
{
	const size_t n = kept_bytes(kind);

	if (l->digest[kind] == NULL
	    && afford(l, l->n, l->paths.n, kind, e) < 0)
		return -1;
	if (i >= l->room[kind]) {
		l->room[kind] = more(l->room[kind], i);
		l->digest[kind] = mem_resize(l->digest[kind], l->room[kind],
		    n);
	}
	shorten(l->digest[kind] + i * n, kind, hash);
	return 0;
}

bool
bagit_table_agrees(const struct bagit_table *l, size_t i, enum hash_kind kind,
    const uint8_t *hash)
{
	const size_t n = kept_bytes(kind);
	uint8_t kept[DIGEST_BYTES];

	if (i >= l->room[kind])
		return false;
	shorten(kept, kind, hash);
	return memcmp(l->digest[kind] + i * n, kept, n) == 0;
}

int
bagit_table_say_length(struct bagit_table *l, size_t i, uint64_t length,
    struct err *e)
{
	if (l->length == NULL && afford(l, l->n, l->paths.n, LENGTHS, e) < 0)
		return -1;
	if (i >= l->lengths) {
		const size_t old = l->lengths;

		l->lengths = more(old, i);
		l->length = mem_resize(l->length, l->lengths,
		    sizeof(*l->length));
		memset(l->length + old, 0xff, (l->lengths - old)
		    * sizeof(*l->length));
	}
	l->length[i] = length;
	return 0;
}

void
bagit_table_clear(struct bagit_table *l)
{
	for (unsigned k = 0; k < HASH_KINDS; k++)
		free(l->digest[k]);
	free(l->length);
	free(l->slot);
	free(l->at);
	buf_clear(&l->paths);
	*l = (struct bagit_table){ 0 };
}
