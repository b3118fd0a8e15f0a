/* SPDX-License-Identifier: MIT */
/*
 * What a kit tells a reader who knows nothing of it, in fifty years: README.txt
 * in plain words with the commands that check everything, FORMATS.txt with the
 * bytes of every file in prose, and root.py, a page of a program.
 *
 * A line of four spaces, "$" and a space is a command to be typed as it
 * stands; lines of four spaces behind it are what it prints.  Text is wrapped
 * at 78 columns and, but for what a depositor says, ASCII.
 */
#ifndef PITH_DEPOSIT_LEAFLET_H
#define PITH_DEPOSIT_LEAFLET_H

#include "deposit/about.h"
#include "deposit/item.h"
#include "deposit/kit.h"
#include "keep/log.h"
#include "keep/row.h"

struct leaflet {
	const char *item;	/* the name of the item */
	const char *slug, *date, *version;
	const struct checkpoint *checkpoint;
	const struct about *about;
	const struct kit *kit;	/* with its shards */
	const struct note_key *key;	/* of the log */
	const char *key_name;	/* what its files are called */
	uint64_t archives;	/* how many are in the shards */
	const struct row *example;	/* one of them, or NULL */
	bool signed_by_depositor;
	const struct item_shards *only;	/* these shards alone, or NULL */
};

void leaflet_readme(struct buf *out, const struct leaflet *l);

/* In leaflet_formats.c. */
void leaflet_formats(struct buf *out);
void leaflet_formats_root(struct buf *out);

#endif
