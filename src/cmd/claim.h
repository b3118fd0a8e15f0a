/* SPDX-License-Identifier: MIT */
/*
 * What the badge of a PDF claims, and whether it holds here.
 *
 * The metadata of a PDF that was made with pith.sty name its numbers, what
 * was found out about each, and the digest of the bundle that this was found
 * in.  Anybody can write metadata: so each claim is made anew, from the
 * caches and keys of this machine.
 */
#ifndef PITH_CMD_CLAIM_H
#define PITH_CMD_CLAIM_H

#include "canon/emit.h"
#include "cmd/cmd.h"

/* Whether the file ${path} begins as a PDF does. */
bool claim_is_pdf(const char *path);

/*
 * Verify the PDF ${path}: one line for each number, then what that makes, or
 * an object in ${j} where ${run} asks for JSON.  CMD_GOOD, or CMD_FINDINGS
 * where not all is claimed and holds; -1 where the PDF cannot be read.
 */
int claim_verify(const struct run *run, struct emit *j, const char *path,
    struct err *e) MUST_CHECK;

#endif
