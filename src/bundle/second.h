/* SPDX-License-Identifier: MIT */
/*
 * The second reader of a tar: libarchive.
 *
 * It is loaded when the first archive is unpacked, and not with the program:
 * it brings a dozen libraries of its own, which take longer to load than all
 * else that a resolve does when nothing has changed.  The name is the one
 * that the linker found when this was built.  Where it cannot be loaded no
 * archive is taken: without a second reader nothing is agreed upon.
 */
#ifndef PITH_BUNDLE_SECOND_H
#define PITH_BUNDLE_SECOND_H

#include "bundle/bundle.h"

/* Load it; ERR_IO where that fails. */
int second_load(struct err *e) MUST_CHECK;

/* Whether libarchive reads from the tar of ${b} just its members, in order,
 * with their names and bytes; a warning of its is a no.  ERR_FORMAT if not,
 * and where it was not loaded. */
int second_check(const struct bundle *b, struct err *e) MUST_CHECK;

/* What version it is; NULL where it cannot be loaded. */
const char *second_version(void);

#endif
