/* SPDX-License-Identifier: MIT */
/* What the files of deposit.h share: a kit that is being made. */
#ifndef PITH_DEPOSIT_DEPOSIT_PRIVATE_H
#define PITH_DEPOSIT_DEPOSIT_PRIVATE_H

#include "base/file.h"
#include "deposit/deposit.h"
#include "deposit/kit.h"
#include "keep/row.h"
#include "keep/snapshot_check.h"

struct deposit {
	const struct deposit_with *with;
	uint64_t size;			/* entries of the log */
	char slug[ITEM_SLUG], date[DEPOSIT_DATE];
	char key_name[ITEM_SLUG + 8];	/* of the log's keys in data/keys/ */
	/* Keys of registries in byte order, each once; borrowed but for the
	 * list.  How many files are made of them. */
	const struct key **registry;
	size_t registries, key_files;
	struct item item;
	/* Proofs below the snapshot, in the order of row_compare(): those that
	 * go into evidence/, and those of earlier checkpoints. */
	struct names proofs, earlier;
	struct snapshot_sums sums;	/* of what was checked */
	struct kit kit;
	uint64_t archives;
	struct row example;
	bool has_example;
};

/* Find the proofs.  ERR_FORMAT for what no archive takes.  ERR_TRUST where one
 * that will be the kit's own contradicts the checkpoint: that is seen without
 * any block header or root certificate. */
int deposit_evidence_list(struct deposit *d, struct err *e) MUST_CHECK;

/* The day of the oldest token over the checkpoint: 1, 0 where there is
 * none.  It is a name for the kit; whether the token holds is not asked. */
int deposit_evidence_date(char out[DEPOSIT_DATE], const struct deposit *d,
    struct err *e) MUST_CHECK;

/* Copy them. */
int deposit_evidence_write(struct deposit *d, struct err *e) MUST_CHECK;

/* Check the snapshot; and the log as it is in the kit by now, whatever became
 * of the snapshot since.  ERR_TRUST. */
int deposit_check(struct deposit *d, struct err *e) MUST_CHECK;
int deposit_check_copy(const struct deposit *d, struct err *e) MUST_CHECK;

/* Say what the log's keys are called; find the keys of registries: ERR_USAGE
 * where two files say different things of one. */
void deposit_keys_name(struct deposit *d);
int deposit_keys_find(struct deposit *d, struct err *e) MUST_CHECK;

/* Write data/keys/. */
int deposit_keys_write(struct deposit *d, struct err *e) MUST_CHECK;

/* Append a line of comment, and base64("Ed", eight bytes of name, ${bytes}):
 * what signify and minisign have. */
void deposit_keys_signify(struct buf *out, const char *comment,
    const uint8_t key[NOTE_KEY], struct span bytes);

/* What is said of the item. */
int deposit_tags_describe(struct deposit *d, struct err *e) MUST_CHECK;

/* The files below data/ beside those of the snapshot; bagit.txt, bag-info.txt
 * and the manifests; those in upload/. */
int deposit_tags_data(struct deposit *d, struct err *e) MUST_CHECK;
int deposit_tags_bag(struct deposit *d, struct err *e) MUST_CHECK;
int deposit_tags_upload(struct deposit *d, struct err *e) MUST_CHECK;

#endif
