/* SPDX-License-Identifier: MIT */
/*
 * An item of the Internet Archive: what it may be called, what it may hold,
 * and what is said of it.
 *
 * An identifier is unique in the whole archive and never changes: ASCII
 * letters, digits, "_", "-" and ".", a letter or digit first, 5 to 80 of
 * them.  Ours are
 *
 *	pith-SLUG-YYYYMMDD-SIZE		a snapshot of so many entries
 *	pith-SLUG-shards-FIRST-LAST	full shards alone
 *
 * SLUG being the origin of the log in [a-z0-9-], at most 40 characters.
 * Limits differ between the archive's own pages; the smaller ones count here:
 * 100 files and 50 GB to an item, which are Zenodo's too.
 *
 * What is said of an item is pairs of a field and a value; a field may come
 * again.  Fields are [a-z-], values one line of UTF-8.
 */
#ifndef PITH_DEPOSIT_ITEM_H
#define PITH_DEPOSIT_ITEM_H

#include "base/buf.h"

#define ITEM_SLUG 41		/* with the NUL, as the next */
#define ITEM_NAME 81
#define ITEM_FILES 100
#define ITEM_BYTES 50000000000ull
#define ITEM_VALUE 4096		/* the longest value */
#define ITEM_AGAIN 100		/* how often a field may come */

struct item_field {
	char *name;
	char *value;
	unsigned again;		/* how many of the name came before */
};

struct item {
	char name[ITEM_NAME];
	struct item_field *at;
	size_t n;
};

/* ERR_USAGE unless ${name} may be an item's. */
int item_check_name(const char *name, struct err *e) MUST_CHECK;

/* The slug of ${origin}; ERR_USAGE where nothing of it is left. */
int item_slug(char out[ITEM_SLUG], const char *origin, struct err *e)
    MUST_CHECK;

/* The item of the snapshot of ${size} entries; ${date} is YYYY-MM-DD. */
char *item_name(char out[ITEM_NAME], const char *slug, const char *date,
    uint64_t size);

/* The item of the shards ${first} to ${last} alone. */
char *item_shards_name(char out[ITEM_NAME], const char *slug, uint64_t first,
    uint64_t last);

/* ERR_LIMIT where one item does not hold so much. */
int item_check_size(size_t files, uint64_t bytes, struct err *e) MUST_CHECK;

/*
 * Which full shards lie in an item: by ${word}, "ITEM:FIRST-LAST", or else by
 * its name, if that is one of ours.  ${name} becomes that of the item.
 */
struct item_shards {
	char name[ITEM_NAME];
	uint64_t first, end;	/* the first one, and the first behind them */
};
int item_shards_parse(struct item_shards *out, const char *word,
    struct err *e) MUST_CHECK;

/* The same of "FIRST-LAST" alone. */
int item_shards_range(struct item_shards *out, const char *word,
    struct err *e) MUST_CHECK;

/* Say ${field} is ${value}, too.  ERR_FORMAT for a value that no header of
 * HTTP and no spreadsheet holds. */
int item_add(struct item *item, const char *field, const char *value,
    struct err *e) MUST_CHECK;
void item_clear(struct item *item);

/*
 * Append ${value} as a header of the archive's S3 interface wants it: as it
 * is or, where it has a character beyond printable ASCII or a space, as
 * "uri(" percent-encoded ")".
 */
void item_header_value(struct buf *out, const char *value);

/* Append the header that says ${f}: "x-archive-meta00-title: ...". */
void item_header(struct buf *out, const struct item_field *f);

#endif
