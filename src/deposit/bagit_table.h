/* SPDX-License-Identifier: MIT */
/*
 * All paths that a bag lists, once each, with what its manifests say of them.
 *
 * A million files fit in 256 MiB: paths lie one behind the other, a digest of
 * more than 32 bytes is held as its SHA-256, and all of it is counted against
 * LIMIT_BAG_FILES and LIMIT_BAG_TABLE before it grows.  A path is found by a
 * keyed hash whose key is new in each process, so nobody can write a list on
 * which that takes long.
 */
#ifndef PITH_DEPOSIT_BAGIT_TABLE_H
#define PITH_DEPOSIT_BAGIT_TABLE_H

#include "anchor/hash.h"

/* What is known of a path beside its digests. */
enum {
	BAGIT_FETCH = 1,	/* fetch.txt names it */
	BAGIT_HERE = 2,		/* the bag has it */
	BAGIT_FROM = 4		/* it lies where fetched files do */
};

/* ${at} is where the path begins in the list's bytes, ${n} its length, ${in}
 * has a bit for each manifest that names it. */
struct bagit_entry {
	uint32_t at;
	uint16_t n, in;
	uint8_t flags;
};

/* It starts as {0}. */
struct bagit_table {
	struct bagit_entry *at;		/* in the order in which they came */
	size_t n;
	struct buf paths;
	uint32_t *slot;			/* numbers of entries, from 1 */
	size_t slots;			/* 0 or a power of two */
	uint8_t key[16];
	uint8_t *digest[HASH_KINDS];	/* hash_size() bytes for each entry, 32
					   at most */
	size_t room[HASH_KINDS];	/* for how many */
	uint64_t *length;		/* what fetch.txt says; UINT64_MAX: no */
	size_t lengths;
};

/* The number of ${path}, which is added where it is not there: 1 it was
 * there, 0 it is new, -1 ERR_LIMIT. */
int bagit_table_put(size_t *number, struct bagit_table *l, struct span path,
    struct err *e) MUST_CHECK;

bool bagit_table_find(size_t *number, const struct bagit_table *l,
    struct span path);

/* A hash of any bytes with the table's key, for use while it lives. */
uint64_t bagit_table_hash(const struct bagit_table *l, struct span bytes);

/* The path of entry ${i}, until the next one is put. */
struct span bagit_table_path(const struct bagit_table *l, size_t i);

/* Say that the hash ${kind} of entry ${i} is ${hash}. */
int bagit_table_say(struct bagit_table *l, size_t i, enum hash_kind kind,
    const uint8_t *hash, struct err *e) MUST_CHECK;

/* Whether that was said of it. */
bool bagit_table_agrees(const struct bagit_table *l, size_t i,
    enum hash_kind kind, const uint8_t *hash);

/* Say how long fetch.txt says that it is, or that it does not. */
int bagit_table_say_length(struct bagit_table *l, size_t i, uint64_t length,
    struct err *e) MUST_CHECK;

void bagit_table_clear(struct bagit_table *l);

#endif
