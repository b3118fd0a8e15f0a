/* SPDX-License-Identifier: MIT */
/*
 * ro-crate-metadata.json (RO-Crate 1.1, w3id.org/ro/crate/1.1): what a folder
 * and each file in it is, in JSON-LD, for catalogues that read that.
 */
#ifndef PITH_DEPOSIT_CRATE_H
#define PITH_DEPOSIT_CRATE_H

#include "deposit/about.h"
#include "deposit/item.h"
#include "deposit/kit.h"

#define CRATE_NAME "ro-crate-metadata.json"

/* Append the description of the files of ${k} below data/, which is the
 * crate's root; ${item} says title and so on, ${date} is YYYY-MM-DD. */
void crate_print(struct buf *out, const struct item *item,
    const struct about *about, const char *date, const struct kit *k);

#endif
