/* SPDX-License-Identifier: MIT */
/*
 * A bag of shards alone (deposit/deposit.h): data/shards/ and the lines of
 * data/index.tsv that are of them, without the log that they belong to.
 */
#ifndef PITH_DEPOSIT_BAGIT_SHARDS_H
#define PITH_DEPOSIT_BAGIT_SHARDS_H

#include "deposit/bagit_talk.h"

/* Rebuild each shard of ${data} out of its lines; one that is not here may lie
 * in ${from}, or NULL.  What is found is told as of the snapshot. */
void bagit_shards_check(struct bagit_talk *talk, const char *data,
    const char *from);

#endif
