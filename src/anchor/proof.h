/* SPDX-License-Identifier: MIT */
/*
 * The proof beside an archive that it is in a log (c2sp.org/tlog-proof):
 *
 *	"c2sp.org/tlog-proof@v1" LF
 *	[ "extra " BASE64 LF ]
 *	"index " DECIMAL LF
 *	{ base64( HASH ) LF }          the leaf's sibling first
 *	LF
 *	checkpoint                     a signed note, as it is
 *
 * In ours the extra line holds the log entry: nothing vouches for it until
 * it hashes to the leaf, so proof_check_entry() does just that and then asks
 * that it speaks of the archive at hand.
 */
#ifndef PITH_ANCHOR_PROOF_H
#define PITH_ANCHOR_PROOF_H

#include "anchor/checkpoint.h"
#include "anchor/entry.h"
#include "anchor/merkle.h"

struct proof {
	bool has_extra;
	struct buf extra;
	uint64_t index;
	struct merkle_path path;
	struct note note;
	struct checkpoint checkpoint;
};

/* Read a file.  What parses prints to the same bytes. */
int proof_parse(struct proof *out, struct span text, struct err *e)
    MUST_CHECK;
void proof_print(struct buf *out, const struct proof *p);
void proof_clear(struct proof *p);

/*
 * Whether ${entry} is in the tree of the checkpoint; ERR_TRUST when that is
 * not shown.  The signatures of the note are another question
 * (anchor/policy.h).
 */
int proof_check(const struct proof *p, struct span entry, struct err *e)
    MUST_CHECK;

/*
 * The same for an archive with this suffix, inner digest and inner length:
 * the extra line must be there, be an entry, be in the tree and say these.
 * Writes the entry to ${out}.
 */
int proof_check_entry(struct entry *out, const struct proof *p,
    const char *suffix, const struct digest *inner, uint64_t bytes,
    struct err *e) MUST_CHECK;

#endif
