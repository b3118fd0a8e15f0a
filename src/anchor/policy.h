/* SPDX-License-Identifier: MIT */
/*
 * Which logs count, which witnesses, and how many of them
 * (c2sp.org/tlog-policy): lines of words between spaces and tabs,
 *
 *	"log" VKEY [URL]
 *	"witness" NAME VKEY [URL]
 *	"group" NAME ( "all" | "any" | K ) MEMBER...
 *	"quorum" ( NAME | "none" )
 *
 * and comments that begin with "#".  There is just one quorum; a name is
 * defined above its use, is in one group at most, and a key stands for one
 * log or one witness at most.  So every witness counts once.
 *
 * A log's key name must be its origin.  Log keys are of type 01, witness keys
 * of type 04; one of a type that cannot be checked here is a name in the
 * policy that never signs.
 */
#ifndef PITH_ANCHOR_POLICY_H
#define PITH_ANCHOR_POLICY_H

#include "anchor/checkpoint.h"

struct policy;

int policy_parse(struct policy **out, struct span text, struct err *e)
    MUST_CHECK;

/* The policy of one log and no witness. */
struct policy *policy_log(const struct note_key *log);
void policy_free(struct policy *p);

/* The keys of its logs, one after the other; NULL behind the last one. */
const struct note_key *policy_log_key(const struct policy *p, size_t i);

struct policy_verdict {
	const char *log;	/* who signed, borrowed from the policy */
	size_t witnesses;	/* how many of the policy cosigned */
	uint64_t time;		/* the newest cosignature by them, or 0 */
};

/*
 * Whether ${note}, which holds ${c}, is signed by a log of the policy with
 * this origin and cosigned by the quorum.  ERR_TRUST when a signature of a
 * known key does not hold; ERR_ABSENT when nobody known has signed, or too
 * few witnesses have.
 */
int policy_check(struct policy_verdict *out, const struct policy *p,
    const struct note *note, const struct checkpoint *c, struct err *e)
    MUST_CHECK;

/* The same of the log alone: what was signed before the newest checkpoint
 * needs no witness, since that continues it. */
int policy_check_log(struct policy_verdict *out, const struct policy *p,
    const struct note *note, const struct checkpoint *c, struct err *e)
    MUST_CHECK;

/* The key of the policy's witness ${i}, from 0 on; NULL behind the last. */
const struct note_key *policy_witness(const struct policy *p, size_t i);

#endif
