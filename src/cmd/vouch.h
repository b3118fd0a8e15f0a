/* SPDX-License-Identifier: MIT */
/*
 * By whose keys a log is believed, and its witnesses: those in the keyring
 * that are trusted as log and witness, and those named with --key; or, with
 * --policy, those of a policy file alone.
 */
#ifndef PITH_CMD_VOUCH_H
#define PITH_CMD_VOUCH_H

#include "anchor/policy.h"
#include "canon/emit.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "keep/cosign.h"
#include "keep/log.h"
#include "trust/keyring.h"

struct vouch_opts {
	struct opt_list keys;
	const char *policy;
};

/* Their rows in the table of a command whose options ${type} have them as
 * ${at}. */
#define VOUCH_ROWS(type, at) \
	{ 0, "key", OPT_LIST, offsetof(type, at.keys), "VKEY", \
	  "trust this verifier key of a log or witness, or the one in a " \
	  "file" }, \
	{ 0, "policy", OPT_TEXT, offsetof(type, at.policy), "FILE", \
	  "trust what this policy of logs and witnesses says" }

struct vouch {
	struct keyring *ring;
	struct note_key *keys;
	size_t n;
	struct policy *policy;
	struct cosign_keys witnesses;	/* the same, borrowed */
};

/* ${o} names verifier keys or files of one, and a policy; it may be NULL. */
int vouch_open(struct vouch *v, const struct vouch_opts *o, struct err *e)
    MUST_CHECK;
void vouch_close(struct vouch *v);

/* The vouch function of keep/snapshot_check.h. */
int vouch_for(void *ctx, const struct log *l, const struct note *cosigned,
    char why[256]);

/* The key by which vouch_for() knows the log, in the caller's care; whether
 * witnesses are asked for is not looked at.  ERR_TRUST, and why, where none
 * is. */
int vouch_key(struct note_key *out, struct vouch *v, const struct log *l,
    struct err *e) MUST_CHECK;

/*
 * Check the snapshot ${dir}, and by ${a} since when its newest checkpoint is
 * known, and print what was found, as lines or to ${j}; ${since} is a
 * checkpoint's file or NULL.  An exit status, or -1.
 */
int vouch_snapshot(struct vouch *v, const struct anchors *a,
    const struct run *run, struct emit *j, const char *dir,
    const char *since, struct err *e) MUST_CHECK;

#endif
