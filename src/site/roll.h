/* SPDX-License-Identifier: MIT */
/*
 * The roll of a folder that this program fills and others may also use: what
 * was written there, made of what, so that the next run writes only what is
 * new and removes only what is its own.
 *
 *	"pithtex-site 1" LF
 *	{ "=" NAME TAB KEY TAB COUNT TAB INFO LF
 *	  { SHA256 SP BYTES SP PATH LF } }	COUNT times
 *
 * A record is everything that was made of one thing: NAME says of which, KEY
 * is a digest over what it was made of ("-": it is to be made anew), INFO is
 * whatever its maker wants to find again.  Records are in byte order of their
 * names, each name once.  PATH is a relative path of plain characters without
 * any "..": whatever a roll may say, it names nothing outside its folder.
 *
 * A roll whose end is missing, because a run was killed, is read up to there.
 */
#ifndef PITH_SITE_ROLL_H
#define PITH_SITE_ROLL_H

#include "keep/stream.h"

/* More than any line has; a longer one is no roll. */
enum { ROLL_LINE = 16384 };

struct roll_file {
	char *path;
	struct digest digest;
	uint64_t bytes;
};

struct roll_record {
	char *name, *info;
	struct digest key;
	bool keyed;		/* false: KEY is "-" */
	struct roll_file *files;
	size_t n;
};

void roll_record_clear(struct roll_record *r);

/* Add a file; ${path} is copied. */
void roll_record_add(struct roll_record *r, const char *path,
    const struct digest *digest, uint64_t bytes);

/* The file ${path} of ${r} from ${*i} on, which starts as 0; NULL: no more.
 * After an interruption there may be several with one path. */
const struct roll_file *roll_record_find(const struct roll_record *r,
    const char *path, size_t *i);

/* Whether ${path} may stand in a roll. */
bool roll_path_is_safe(const char *path);

/* Append the first line; a record, or nothing and ERR_LIMIT where its line
 * would be too long to be read again. */
void roll_begin(struct buf *out);
int roll_print(struct buf *out, const struct roll_record *r, struct err *e)
    MUST_CHECK;

/* Reading one.  It starts as {0}. */
struct roll {
	struct source from;
	bool open;
	struct roll_record next;	/* the one that is to be given next */
	bool has_next;
	struct err *cut;		/* borrowed; NULL: damage is an error */
};

/* Open ${path}; where there is none it is as if empty.  ERR_FORMAT for what is
 * something else. */
int roll_open(struct roll *r, const char *path, struct err *e) MUST_CHECK;

/* The same, but it is read as far as it can be: where it is damaged it ends,
 * and ${cut}, which must live as long, says why. */
int roll_open_cut(struct roll *r, const char *path, struct err *cut,
    struct err *e) MUST_CHECK;

/* Hand over the next record: 1, or 0 at the end. */
int roll_next(struct roll_record *out, struct roll *r, struct err *e)
    MUST_CHECK;

/* The name of the next record; NULL at the end. */
const char *roll_peek(const struct roll *r);
void roll_close(struct roll *r);

/*
 * Write to ${path} what ${a} and ${b} say together: of a name that both have
 * all files of both; without a key, so that it is made anew, where they
 * differ.  Of ${b} what can be read is taken: ${cut} says what ended it, else
 * its kind is ERR_NONE.
 */
int roll_join(const char *path, const char *a, const char *b, struct err *cut,
    struct err *e) MUST_CHECK;

#endif
