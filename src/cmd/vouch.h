/* SPDX-License-Identifier: MIT */
/* By whose keys a log is believed: those in the keyring that are trusted as
 * log, those named with --key, and those of a policy file. */
#ifndef PITH_CMD_VOUCH_H
#define PITH_CMD_VOUCH_H

#include "anchor/policy.h"
#include "canon/emit.h"
#include "cmd/cmd.h"
#include "keep/log.h"
#include "trust/keyring.h"

struct vouch {
	struct keyring *ring;
	struct note_key *keys;
	size_t n;
	struct policy *policy;
};

/* ${keys} are verifier keys or files of one; ${policy} may be NULL. */
int vouch_open(struct vouch *v, const struct opt_list *keys,
    const char *policy, struct err *e) MUST_CHECK;
void vouch_close(struct vouch *v);

/* The vouch function of keep/snapshot_check.h. */
int vouch_for(void *ctx, const struct log *l, char why[256]);

/* Check the snapshot ${dir} and print what was found, as lines or to ${j};
 * ${since} is a checkpoint's file or NULL.  An exit status, or -1. */
int vouch_snapshot(struct vouch *v, const struct run *run,
    struct emit *j, const char *dir, const char *since, struct err *e)
    MUST_CHECK;

#endif
