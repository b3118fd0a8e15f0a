/* SPDX-License-Identifier: MIT */
/*
 * The files that a bag has, beside those that it lists.
 *
 * Told are symbolic links and special files (unsafe, wherever they are), files
 * of the payload that no manifest lists, files of another length than
 * fetch.txt says, folders that cannot be read.  A tag file that is in no list
 * may be there: so evidence can grow.
 */
#ifndef PITH_DEPOSIT_BAGIT_TREE_H
#define PITH_DEPOSIT_BAGIT_TREE_H

#include "deposit/bagit.h"

/* Count the payload; nothing else is looked at. */
void bagit_tree_count(struct bagit *b);

/* Walk the bag and mark in its table what is here; then look where fetched
 * files lie for what fetch.txt names and the bag lacks: there by its path in
 * the bag, else by its last part alone. */
void bagit_tree_walk(struct bagit *b);

/* Open the file of entry ${i}, wherever it is, as below_open() does. */
int bagit_tree_open(uint64_t *bytes, const struct bagit *b, size_t i,
    struct err *e) MUST_CHECK;

#endif
