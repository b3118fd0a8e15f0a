/* SPDX-License-Identifier: MIT */
/* What the commands that take a PAPER share: its name, where to look, by
 * whose keys to judge, and how to tell what was found. */
#ifndef PITH_CMD_PAPER_H
#define PITH_CMD_PAPER_H

#include "cite/resolve.h"
#include "cmd/env.h"

/* "paper", "paper.aux", "paper.tex" and "build/paper", as BibTeX takes them,
 * become the path without ".aux".  The caller frees it. */
char *paper_stem(const char *name);

struct paper {
	struct resolve_with with;
	struct env_caches caches;
	struct keyring *ring;
	char *memory;
};

/* Open keyring, caches and memory; ${beside} is the folder of the .aux. */
int paper_open(struct paper *out, const struct opt_list *caches,
    const char *beside, struct err *e) MUST_CHECK;
void paper_close(struct paper *p);

/* All that was found, one line each, on standard error; where ${failed} only
 * what made it fail. */
void paper_tell(const struct resolution *r, bool failed);

#endif
