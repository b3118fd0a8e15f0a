/* SPDX-License-Identifier: MIT */
/*
 * Asking for proofs of time without a network: what is to be sent becomes
 * files and a curl configuration, what comes back is taken as files.
 *
 *	HEX.digest		32 bytes for OpenTimestamps calendars
 *	HEX.HOST.reply		a calendar's answer: HEX is the message asked
 *	HEX.HOST.tsq, .tsr	a request of RFC 3161, and the answer; HEX is
 *				the SHA-256 asked
 *
 * Several subjects are asked for in one: their digests become one tree, a
 * nonce each (anchor/make.h).
 */
#ifndef PITH_KEEP_REQUEST_H
#define PITH_KEEP_REQUEST_H

#include "keep/cosign.h"
#include "keep/subject.h"

struct request_with {
	const char *const *calendars;	/* URLs */
	size_t calendar_count;
	const char *const *authorities;
	size_t authority_count;
};

/* Write the files into the current folder and the waiting proofs to their
 * place; append the curl configuration to ${curl}. */
int request_make(struct buf *curl, const struct subjects *list,
    const struct request_with *with, struct err *e) MUST_CHECK;

/* Append the curl configuration that asks the calendars again which have
 * promised more; only those of ${with}.  How many questions, or -1. */
int request_upgrade(struct buf *curl, const struct subjects *list,
    const struct request_with *with, struct err *e) MUST_CHECK;

/*
 * Take the answer in the file ${path} for those of ${list} that asked; ${taken}
 * names the proof that grew, in the caller's care.  ERR_TRUST for an answer to
 * no question of theirs.
 */
int request_attach(char **taken, const struct subjects *list,
    const char *path, struct err *e) MUST_CHECK;

/*
 * The same for what a witness answers, a cosigned checkpoint or its lines
 * alone: only lines of ${witnesses} are taken (keep/cosign.h), and ${*lines}
 * is how many are new.
 */
int request_attach_cosigned(char **taken, size_t *lines,
    const struct subjects *list, const char *path,
    const struct cosign_keys *witnesses, struct err *e) MUST_CHECK;

#endif
