/* SPDX-License-Identifier: MIT */
/*
 * One entry of a log of bundles:
 *
 *	"pith-log/v1" LF EVENT SP SUFFIX SP VERSION LF
 *	SHA256-HEX SP BYTES LF
 *
 * EVENT is add (the first archive of a number, or one more beside another),
 * replace (this archive ends all earlier ones), withdraw (it repeats the
 * digest and length withdrawn) or key (a new key list: SUFFIX is "-",
 * VERSION that of the list).  The digest and the length are those of the
 * archive's inner tar, or of the list.  There is no time in it: that comes
 * from checkpoints and stamps.
 *
 * The digest stands in lower-case hex so that OpenTimestamps can reach the
 * entry from it with its own operations (anchor/make.h).
 */
#ifndef PITH_ANCHOR_ENTRY_H
#define PITH_ANCHOR_ENTRY_H

#include "canon/digest.h"

enum entry_event { ENTRY_ADD, ENTRY_REPLACE, ENTRY_WITHDRAW, ENTRY_KEY };

#define ENTRY_SUFFIX 26
#define ENTRY_BYTES 1024	/* the most an entry has */

struct entry {
	enum entry_event event;
	char suffix[ENTRY_SUFFIX + 1];	/* "-" for a key list */
	uint64_t version;		/* below 2^53 */
	struct digest digest;
	uint64_t bytes;			/* below 2^53 */
};

/* One spelling for each entry: what parses prints to the same bytes. */
int entry_parse(struct entry *out, struct span text, struct err *e)
    MUST_CHECK;
void entry_print(struct buf *out, const struct entry *entry);

/* The word for ${event}. */
const char *entry_event_print(enum entry_event event);

/* The text before and behind the 64 hex digits. */
void entry_around(struct buf *before, struct buf *behind,
    const struct entry *entry);

#endif
