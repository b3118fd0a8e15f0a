/* SPDX-License-Identifier: MIT */
/*
 * Remembered verdicts: what was once found out about an archive, so that an
 * unchanged build verifies nothing again.
 *
 * An entry is a small text under a key made of the archive's identity, the
 * digest of the keyring and the version of the program: whatever could change
 * the verdict changes the key.  Entries live in the user's own cache folder,
 * mode 0600, and nowhere else.  They may be lost at any time; a failure to
 * write one is silent.
 */
#ifndef PITH_CACHE_MEMORY_H
#define PITH_CACHE_MEMORY_H

#include "base/buf.h"
#include "canon/digest.h"

struct memory {
	const char *folder;	/* NULL: nothing is remembered */
	struct digest ring;	/* keyring_digest() */
};

/* Append the entry for ${identity}; false where there is none. */
bool memory_get(struct buf *out, const struct memory *m,
    const struct digest *identity);

void memory_put(const struct memory *m, const struct digest *identity,
    struct span text);

#endif
