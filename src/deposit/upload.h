/* SPDX-License-Identifier: MIT */
/*
 * The papers that go to the Internet Archive with a kit, in the forms of its
 * own tools: the spreadsheet of `ia upload', a script for that program, one
 * for curl(1), and what the archive should say of each file afterwards.
 *
 * They send each file that never changes again, and then whatever is in
 * evidence/ on that day; they do not send themselves.  No key is in them: ia
 * has its own configuration, the script for curl reads the environment and
 * hands the keys over where no list of processes shows them.
 */
#ifndef PITH_DEPOSIT_UPLOAD_H
#define PITH_DEPOSIT_UPLOAD_H

#include "deposit/item.h"
#include "deposit/kit.h"

/* Whether the file ${f} of a kit is one of those that are sent by name. */
bool upload_sends(const struct kit_file *f);

/* The spreadsheet (RFC 4180, in UTF-8, lines end in LF): a row for each file,
 * and in the first one what is said of the item. */
void upload_csv(struct buf *out, const struct item *item,
    const struct kit *k);

/* The two scripts, for sh(1). */
void upload_ia(struct buf *out, const struct item *item, const struct kit *k);
void upload_curl(struct buf *out, const struct item *item,
    const struct kit *k);

/* Lines NAME TAB SIZE TAB MD5 TAB CRC32 TAB SHA1, as the archive's
 * _files.xml has them. */
void upload_expected(struct buf *out, const struct kit *k);

/* All bytes of the files that are sent by name. */
uint64_t upload_bytes(const struct kit *k);

#endif
