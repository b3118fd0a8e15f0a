/* SPDX-License-Identifier: MIT */
/*
 * Whether a BagIt bag is what it says: RFC 8493 section 3, by levels.
 *
 *	quick		as many files and bytes as Payload-Oxum says
 *	complete	every file that is listed is there, and no other one
 *			in the payload
 *	valid		and each has every digest that is said of it
 *
 * Files are read once, in pieces, with all their digests in that one pass, on
 * all processors; findings come in the order of the manifests.  The status is
 * `incomplete' when all that is amiss is that files are absent.
 */
#ifndef PITH_DEPOSIT_BAGIT_CHECK_H
#define PITH_DEPOSIT_BAGIT_CHECK_H

#include "deposit/bagit.h"

enum bagit_level { BAGIT_QUICK, BAGIT_COMPLETE, BAGIT_VALID };

/*
 * Check the bag ${path}; ${from} is the folder where fetched files lie, or
 * NULL.  ${b} starts as {0}, stays open for further checks, and is closed by
 * the caller, also after a failure: ERR_ABSENT where there is no bag, ERR_IO
 * where its folder or ${from} cannot be read.
 */
int bagit_check(struct bagit *b, const char *path, enum bagit_level level,
    const char *from, struct bagit_talk *talk, struct err *e) MUST_CHECK;

#endif
