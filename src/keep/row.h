/* SPDX-License-Identifier: MIT */
/*
 * One line of index.tsv: an entry of the log, and where its bytes lie.
 *
 *	INDEX EVENT SUFFIX VERSION INNER-SHA256 INNER-BYTES
 *	    STORED-SHA256 STORED-BYTES SHARD MEMBER LF      (parted by tabs)
 *
 * Line i is of entry i.  "Inner" is the archive's inner tar, its identity;
 * "stored" the gzip bytes that lie in the shard.  Entries that bring no bytes
 * (withdraw, key) have "-" in the last four.  SHARD is the number of the
 * shard in four digits or more, MEMBER
 *
 *	RW/RWK3IB5D7755ZZZJPVXAV33O77.0123456789abcdef.tar.gz
 */
#ifndef PITH_KEEP_ROW_H
#define PITH_KEEP_ROW_H

#include "anchor/entry.h"

#define ROW_SHARD 65536u	/* entries to a shard */
#define ROW_MEMBER 64		/* room for a member's name with its NUL */
#define ROW_BYTES 400		/* more than a line ever has */

struct row {
	uint64_t index;
	struct entry entry;
	bool stored;		/* an add or a replace */
	struct digest stored_digest;
	uint64_t stored_bytes;
	char member[ROW_MEMBER];
};

/* Whether ${entry} brings bytes, and the name that they have. */
bool row_brings(const struct entry *entry);
char *row_member(char out[ROW_MEMBER], const struct entry *entry);

/* The order of members in a shard: byte order with '/' first. */
int row_compare(const char *a, const char *b);

/* One spelling for each line: what parses prints to the same bytes. */
int row_parse(struct row *out, struct span line, struct err *e) MUST_CHECK;

/* Append the line with its LF. */
void row_print(struct buf *out, const struct row *r);

#endif
