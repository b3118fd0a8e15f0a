/* SPDX-License-Identifier: MIT */
/*
 * The lists of a bag: its manifests and fetch.txt, into one list of paths.
 *
 * Told are a line that is none, an unsafe path, a path in the wrong kind of
 * list, a path twice in one manifest (with one digest a note before BagIt 1.0),
 * in 1.0 a file that is in one payload manifest and not in all, and a tag
 * manifest that does not list a payload manifest.  A hash that is not computed
 * here is a note while there is another.
 */
#ifndef PITH_DEPOSIT_BAGIT_LISTS_H
#define PITH_DEPOSIT_BAGIT_LISTS_H

#include "deposit/bagit.h"

void bagit_lists_read(struct bagit *b);

#endif
