/* SPDX-License-Identifier: MIT */
/*
 * What a proof of time is about, and where such proofs lie.
 *
 *	a snapshot	the log's root at one size; tokens are over
 *			checkpoints/SIZE; in evidence/SIZE/ (keep/prove.h)
 *	a BagIt bag	tagmanifest-sha256.txt; in evidence/.  In one of a
 *			snapshot (deposit/deposit.h) those of its data/checkpoint
 *			are in evidence/SIZE/, as they were there, cosignatures
 *			and renewals too
 *	any other file	its bytes; beside it
 *
 * An OpenTimestamps proof is NAME.ots, a token HOST.tsr (beside a file
 * FILE.HOST.tsr) with its request, HOST.tsq; what witnesses say of a
 * checkpoint is in checkpoint.cosigned (keep/cosign.h).
 */
#ifndef PITH_KEEP_SUBJECT_H
#define PITH_KEEP_SUBJECT_H

#include "anchor/ots.h"
#include "base/file.h"

struct subject {
	char *name;		/* for people */
	char *ots;		/* the path of its OpenTimestamps proof */
	char *tokens;		/* what the paths of its tokens begin with */
	char *cosigned;		/* the path of its cosignatures (keep/cosign.h);
				   NULL: it is no checkpoint */
	struct buf note;	/* the checkpoint's bytes */
	struct digest digest;	/* what the former is of */
	struct digest file;	/* what the latter are of */
	/* The folder that evidence/ is in, below which lists of renewals name
	 * files, and what they call this one; NULL: it is a file alone. */
	char *dir, *called;
	bool renews;		/* it is the list of a renewal of what is
				   before it in the list of subjects */
};

struct subjects {
	struct subject *at;
	size_t n;
};

/* Append the subject that ${path} is; of a snapshot, the newest checkpoint. */
int subject_add(struct subjects *list, const char *path, struct err *e)
    MUST_CHECK;

/* The same, but of a snapshot every size that has evidence, of a bag of one
 * also the proofs of its checkpoint, and the lists of renewals. */
int subject_add_all(struct subjects *list, const char *path, struct err *e)
    MUST_CHECK;
void subject_clear(struct subjects *list);

/* How many from ${i} on belong together: it, and its renewals behind it. */
size_t subject_chain(const struct subjects *list, size_t i);

/* Whether the file of this name is one of RFC 3161: *.tsr, *.tst. */
bool subject_is_token(const char *path);

/* The paths of the tokens of ${s}, in byte order, freed with
 * file_names_free(); not those of a file beside it whose name goes on. */
int subject_tokens(struct names *out, const struct subject *s, struct err *e)
    MUST_CHECK;

/* The proof of ${s}: 1, 0 where there is none; it is of its digest, else
 * ERR_TRUST. */
int subject_load(struct ots *out, const struct subject *s, struct err *e)
    MUST_CHECK;
int subject_save(const struct subject *s, const struct ots *o,
    struct err *e) MUST_CHECK;

/*
 * Whether the evidence in ${path} may change: ERR_USAGE where a renewal
 * beside it has it on its list (anchor/renewal.h), which would hold no more.
 */
int subject_may_change(const char *path, struct err *e) MUST_CHECK;

#endif
