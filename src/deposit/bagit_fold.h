/* SPDX-License-Identifier: MIT */
/*
 * Whether two names are one on a file system that knows no case, or that
 * stores names in another normal form of Unicode.
 *
 * Letters of Latin, Greek and Cyrillic script are made small, and they and
 * Hangul are taken apart as in normal form D; marks are not put in order.
 * That is what happens to names on their way through Windows and macOS; a full
 * table of all scripts would be a library for one remark.
 */
#ifndef PITH_DEPOSIT_BAGIT_FOLD_H
#define PITH_DEPOSIT_BAGIT_FOLD_H

#include "base/buf.h"

/* Append ${name} so that names which are alike become the same bytes. */
void bagit_fold(struct buf *out, struct span name);

#endif
