/* SPDX-License-Identifier: MIT */
/* What `stamp verify' and `verify' share: block headers and root certificates
 * as the user names them, and how the verdict on a proof is told. */
#ifndef PITH_CMD_WEIGHER_H
#define PITH_CMD_WEIGHER_H

#include "canon/emit.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "keep/weigh.h"

struct weigher {
	const struct run *run;
	struct anchors anchors;
	struct weigh with;
	struct buf json;
	struct emit own, *j;
	int status;
	size_t told;
};

/* For these files (cmd/anchors.h).  ${j} is NULL, or where the caller's own
 * JSON goes on. */
int weigher_open(struct weigher *w, const struct anchors_opts *o,
    char *const *paths, size_t n, const struct run *run, struct emit *j,
    struct err *e) MUST_CHECK;

/* Print what is left to print, unless ${rc} is an error's, and give all of it
 * back. */
void weigher_close(struct weigher *w, int rc);

/* Judge a subject and its renewals; an .ots file alone, whose file is looked
 * for beside it. */
int weigher_chain(struct weigher *w, const struct subject *list, size_t n,
    struct err *e) MUST_CHECK;
int weigher_ots(struct weigher *w, const char *path, struct err *e)
    MUST_CHECK;

/* Whether ${path} begins as an OpenTimestamps proof does. */
bool weigher_is_ots(const char *path);

#endif
