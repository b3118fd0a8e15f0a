/* SPDX-License-Identifier: MIT */
/* What `deposit verify' and `verify' share: a bag is checked, and every check
 * is told. */
#ifndef PITH_CMD_BAGGER_H
#define PITH_CMD_BAGGER_H

#include "canon/emit.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "cmd/vouch.h"
#include "deposit/bagit_check.h"

struct bagger {
	const struct run *run;
	struct emit *j;
	enum bagit_level level;
	const char *from;	/* NULL, or where fetched files lie */
	const char *files_xml;	/* NULL, or what an archive says of it */
	/* By what its proofs are judged; any of these may be NULL. */
	const struct anchors_opts *anchors;
	const struct vouch_opts *vouch;
};

/* Whether ${path} is a folder with a bagit.txt. */
bool bagger_is_bag(const char *path);

/* Check the bag ${path} and print what was found, as lines or as an object to
 * ${b}->j.  An exit status, or -1. */
int bagger_verify(const struct bagger *b, const char *path, struct err *e)
    MUST_CHECK;

#endif
