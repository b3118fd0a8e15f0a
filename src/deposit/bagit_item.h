/* SPDX-License-Identifier: MIT */
/*
 * A bag against the item of the Internet Archive that it was sent to, as the
 * item's _files.xml tells it (deposit/files_xml.h).
 *
 * Each original of the item that the bag has is compared by size, MD5, SHA-1
 * and CRC-32, whichever are said; each file that the bag lists and has must be
 * in the item, but for those that fetch.txt says are elsewhere.  What only the
 * item has is a note.
 */
#ifndef PITH_DEPOSIT_BAGIT_ITEM_H
#define PITH_DEPOSIT_BAGIT_ITEM_H

#include "deposit/bagit.h"

/* Compare the open bag ${b}, whose lists were read, with the file ${path};
 * findings go to its talk.  -1 where that file cannot be used. */
int bagit_item_check(struct bagit *b, const char *path, struct err *e)
    MUST_CHECK;

#endif
