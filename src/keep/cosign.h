/* SPDX-License-Identifier: MIT */
/*
 * What witnesses say of a log: that they saw a checkpoint, at a time, and
 * that it continues what they saw before (c2sp.org/tlog-cosignature).
 *
 * A checkpoint never changes, so cosignatures lie apart from it, one note for
 * each size, beside the other proofs of time:
 *
 *	evidence/SIZE/checkpoint.cosigned
 *			the lines of checkpoints/SIZE, and below them one for
 *			each cosignature
 *
 * Nothing gets into it that was not checked, so nobody can spoil it for those
 * who come to know a witness later.  Reading: a line of an unknown key is
 * passed over; a key counts once, however many lines and names it has; one
 * line of a known key that does not hold makes the whole note refused.
 */
#ifndef PITH_KEEP_COSIGN_H
#define PITH_KEEP_COSIGN_H

#include "anchor/policy.h"
#include "trust/keyring.h"

/* Which witnesses are known; any of these may be absent. */
struct cosign_keys {
	const struct keyring *ring;	/* its witnesses, under any name */
	const struct note_key *keys;	/* those of type 04 */
	size_t n;
	const struct policy *policy;
};

/*
 * Call ${each} for every cosigner of ${note}, whose log is ${origin}: its name
 * in the note, whether it holds, and when the newest of its lines was made.
 * NOTE_UNKNOWN: no key for it.
 */
typedef void cosign_visitor(void *ctx, const char *name,
    enum note_state state, uint64_t time);
void cosign_each(const struct note *note, const char *origin,
    const struct cosign_keys *with, cosign_visitor *each, void *ctx);

/* All of them as one. */
struct cosign {
	size_t witnesses;	/* known ones that have signed */
	size_t unknown;
	const char *bad;	/* one that does not hold, or NULL: borrowed
				   from the note */
	uint64_t time;		/* the newest, or 0 */
};
struct cosign cosign_check(const struct note *note, const char *origin,
    const struct cosign_keys *with);

/*
 * Read the note ${path}, which must be ${own}, the bytes of a checkpoint, with
 * more lines: ERR_ABSENT where there is none, ERR_TRUST where it is of
 * another.
 */
int cosign_load(struct note *out, const char *path, struct span own,
    struct err *e) MUST_CHECK;

/*
 * Take the answer of a witness, a note over the checkpoint ${own} or the
 * lines alone, into the note ${path}.  ${*taken} is how many lines are new.
 * 1: taken, or there already; 0: it is of another checkpoint, or no witness
 * that is known has signed this one; -1: a line of a known witness does not
 * hold in a note, and nothing was changed.
 */
int cosign_attach(size_t *taken, const char *path, struct span own,
    struct span answer, const struct cosign_keys *with, struct err *e)
    MUST_CHECK;

#endif
