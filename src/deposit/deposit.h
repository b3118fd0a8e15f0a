/* SPDX-License-Identifier: MIT */
/*
 * A deposit kit: one BagIt 1.0 bag (RFC 8493) of a snapshot, with all that an
 * archive wants to take it and all that a reader needs to check it without
 * this program.  pithtex-deposit(5) says what is in it, file by file.
 *
 * The snapshot is checked whole before anything is written, by keys that the
 * caller vouches for; what is copied is compared with what was checked.  The
 * kit depends on the snapshot, on what the depositor says, and on a day that
 * is said or proved, never on a clock: the same give the same bytes.
 *
 * Proofs of time are in evidence/, which no manifest covers: they may grow
 * there while the bag stays what it is.
 */
#ifndef PITH_DEPOSIT_DEPOSIT_H
#define PITH_DEPOSIT_DEPOSIT_H

#include "deposit/about.h"
#include "deposit/item.h"
#include "keep/log.h"
#include "trust/key.h"
#include "trust/minisign.h"

#define DEPOSIT_DATE 11		/* YYYY-MM-DD and a NUL */

struct deposit_with {
	const char *snapshot;
	/* The kit's path; one that ends in '/' is the folder in which it gets
	 * the name of its item. */
	const char *out;
	const struct log *log;		/* of the snapshot */
	const struct note_key *key;	/* has signed it */
	const struct about *about;
	const char *identifier;		/* of the item, or NULL: our own */
	/* The day: as said, or NULL: that of the oldest token over the
	 * checkpoint, or else ${fallback}, which may be NULL. */
	const char *date, *fallback;
	/* Full shards that lie in other items; the first that has one
	 * counts. */
	const struct item_shards *in;
	size_t in_count;
	/* Not the snapshot, but these full shards alone; or NULL. */
	const struct item_shards *only;
	const char *from;		/* a folder with shards, or NULL */
	const char *key_list;		/* a note of keys, or NULL */
	/* Keys of registries, which sign bundles; borrowed. */
	const struct key *const *registry;
	size_t registries;
	const struct minisign_secret *signer;	/* the depositor, or NULL */
	const char *version;		/* of this program */
	/* As in keep/snapshot_check.h. */
	int (*vouch)(void *ctx, const struct log *l,
	    const struct note *cosigned, char why[256]);
	void *ctx;
};

struct deposit_made {
	char *path;
	char item[ITEM_NAME], date[DEPOSIT_DATE];
	size_t files, elsewhere;	/* in the folder; spoken of only */
	uint64_t bytes;			/* in the folder */
	uint64_t payload_bytes;		/* below data/, elsewhere too */
	size_t payload_files;
	struct digest tagmanifest;	/* what a proof of time is of */
};

/*
 * Make a kit.  ERR_TRUST where the snapshot is not good, ERR_USAGE where the
 * kit is there already or the item may not be called so, ERR_LIMIT where it
 * holds too much; then nothing is left behind.
 */
int deposit_make(struct deposit_made *out, const struct deposit_with *with,
    struct err *e) MUST_CHECK;
void deposit_made_clear(struct deposit_made *m);

#endif
