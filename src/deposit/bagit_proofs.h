/* SPDX-License-Identifier: MIT */
/*
 * What a bag proves beside being whole: the snapshot in it (deposit/deposit.h),
 * done again as keep/snapshot_check.h does it, and the proofs of time in
 * evidence/, weighed as keep/weigh.h does it.
 *
 *	data/checkpoint, data/index.tsv, data/shards/
 *	data/log.tar		or the log as a folder: data/tile/
 *	evidence/		over tagmanifest-sha256.txt
 *	evidence/SIZE/		over the snapshot
 *	evidence/headers.txt	block headers, which convince nobody by
 *				themselves but by their work
 *
 * A proof that cannot be checked here is a note, one that does not hold a
 * finding; without a trusted key the snapshot is `unsigned'.  The keys in
 * data/keys/ are for readers and vouch for nothing.
 */
#ifndef PITH_DEPOSIT_BAGIT_PROOFS_H
#define PITH_DEPOSIT_BAGIT_PROOFS_H

#include "deposit/bagit_talk.h"
#include "keep/snapshot_check.h"
#include "keep/weigh.h"

struct bagit_proofs {
	const char *bag;
	const char *from;	/* where fetched files lie, or NULL */
	struct headers *headers;	/* grow by those in the bag */
	const struct tsa_roots *roots;
	const struct cosign_keys *witnesses;
	/* As in keep/snapshot_check.h. */
	int (*vouch)(void *ctx, const struct log *l,
	    const struct note *cosigned, char why[256]);
	void *ctx;
	struct bagit_talk *talk;
};

/* Check the bag, which was found valid but that files may be absent.  What
 * cannot be read is a finding like others, and keeps none of them back. */
void bagit_proofs_check(const struct bagit_proofs *with);

#endif
