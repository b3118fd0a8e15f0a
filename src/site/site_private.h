/* SPDX-License-Identifier: MIT */
/*
 * How a site is made, in three steps over one roll (site/roll.h):
 *
 *	"1 SUFFIX"	site_number.c	the files of one number
 *	"2 ID"		site_paper.c	what one paper has of several numbers
 *	"3 XX"		site_index.c	a list of numbers
 *	"4 C"		site_words.c	the words that begin with C
 *	"5"		site_index.c	the front page, keys, site maps
 *
 * A step reads what the steps before have entered.  What is one number's, or
 * one paper's, is made by threads; records are entered in their order.
 */
#ifndef PITH_SITE_SITE_PRIVATE_H
#define PITH_SITE_SITE_PRIVATE_H

#include "cite/record.h"
#include "out/catalog.h"
#include "site/holding.h"
#include "site/publish.h"
#include "site/site.h"

/* What a number's record keeps for the later steps; texts or "". */
enum site_field {
	SITE_NUMBER, SITE_VERDICT, SITE_ID, SITE_DAY,
	SITE_AS_OF, SITE_RECORD,	/* of its citation record: its time, and
					   the archive it is in */
	SITE_RUN, SITE_FINDINGS,	/* the same of integrity.json */
	SITE_TITLE, SITE_AUTHORS, SITE_FIELDS
};
struct site_info {
	char *at[SITE_FIELDS];
};
enum { SITE_ARCHIVE = 16 };	/* digits of an identity in a name */
void site_info_print(struct buf *out, const struct site_info *i);
/* False for what site_info_print() does not write; then ${out} has nothing. */
bool site_info_parse(struct site_info *out, const char *text);
void site_info_clear(struct site_info *i);

/* What a job has to say. */
struct site_said {
	char *about, *what;
	struct report report;	/* of an archive; else ${what} */
	bool judged;
};

/* One record on its way. */
struct site_job {
	struct holding holding;		/* step 1 */
	const struct site_claim *claims;	/* step 2 */
	size_t claim_count;
	struct roll_record old;
	bool has_old;
	struct publish_set set;
	bool served;
	struct site_said *said;
	size_t said_count;
	struct err e;
	int rc;
};

/* That a number has something of a paper. */
struct site_claim {
	char id[26];
	char suffix[NUMBER_SUFFIX + 1];
	char archive[SITE_ARCHIVE + 1];	/* the first digits of its identity */
	bool findings;		/* integrity.json, else a citation record */
	bool readable;		/* it can be read, or has a time */
	bool good;
	struct instant at;
};

enum { SITE_BATCH = 512, SITE_BATCH_BYTES = 32 << 20 };

struct site {
	const struct site_with *with;
	struct site_made *made;
	struct publish out;
	struct roll old;
	struct digest ring;
	struct known_seen seen;
	bool has_anchors;
	struct site_anchors anchors;
	bool has_key;		/* there is a pith-signing-key.json */
	bool has_gone;		/* a number of the last run is no more */
	struct site_job batch[SITE_BATCH];
	size_t n, bytes;	/* in the batch */
	struct site_claim *claims;
	size_t claim_count;
	struct digest index;	/* over all that the lists are made of */
	struct search search;
};

/* The record ${name} of the last run, if there is one; those before it are
 * of things that are no more, and go: numbers when all were seen. */
int site_old(struct site_job *job, struct site *s, const char *name,
    struct err *e) MUST_CHECK;

/* The job is to make ${name}; and to say something. */
void site_job_begin(struct site_job *job, const char *name, unsigned serial);
void site_job_say(struct site_job *job, const char *about, const char *fmt,
    ...) PRINTF_LIKE(3, 4);
void site_job_clear(struct site_job *job);

/* Run a batch, enter its records and give its files their names. */
int site_run(struct site *s, void (*make)(void *ctx, size_t i),
    struct err *e) MUST_CHECK;

/* The same for a job that was made already, with the number that the next one
 * in the batch has: its names are given when the batch is full, or now. */
int site_finish(struct site *s, struct site_job *job, struct err *e)
    MUST_CHECK;
int site_flush(struct site *s, struct err *e) MUST_CHECK;

/* Stage a file, and beside it what gzip(1) makes of it where that is
 * smaller; nothing beside a file that is somebody else's. */
int site_stage(struct site_job *job, const struct site *s, const char *path,
    struct span bytes, struct err *e) MUST_CHECK;

/* Begin a key: what every record of this version depends on. */
void site_key(struct buf *out, const struct site *s);

/* Carry the old record over where it was made of ${key}. */
bool site_carry(struct site_job *job, const struct site *s, struct span key);

/* The time of a citation record, and of the newest run of integrity.json. */
void site_paper_run(char out[64], struct span integrity);

/* Step 1, of one job; steps 2 to 5. */
void site_number_make(void *ctx, size_t i);
int site_paper_all(struct site *s, struct err *e) MUST_CHECK;
int site_index_all(struct site *s, struct err *e) MUST_CHECK;
int site_words_all(struct names *keys, struct site *s, struct err *e)
    MUST_CHECK;

/* Call ${each} for every number that was entered, in order. */
typedef int site_visitor(void *ctx, const char *suffix,
    const struct site_info *info, struct err *e);
int site_each(struct site *s, site_visitor *each, void *ctx, struct err *e)
    MUST_CHECK;

#endif
