/* SPDX-License-Identifier: MIT */
/*
 * Whether a citation record agrees with itself: everything in it that follows
 * from something else in it, each as a check with a name of its own.
 *
 * A finding is a contradiction.  A note is what is merely new (a value, a
 * member, another order or spelling than has been seen), what could not be
 * compared, and what a reader may take for more than it says.  Nothing is
 * compared with the clock, and no digest is recomputed: what the registry
 * takes them over is not published.
 */
#ifndef PITH_CITE_RECORD_CHECK_H
#define PITH_CITE_RECORD_CHECK_H

#include "bundle/report.h"
#include "cite/record.h"

enum ledger_check {
	/* findings, and notes of what could not be compared */
	LEDGER_SHAPE,		/* a member is missing or of another type */
	LEDGER_STATE_COUNTS,	/* the states add up to displayed */
	LEDGER_STATE_EACH,	/* each is that of the listed references */
	LEDGER_DISPLAYED,	/* displayed = references listed */
	LEDGER_TOTAL,		/* displayed is no more than there are */
	LEDGER_OUTBOUND_CAP, LEDGER_INBOUND_CAP,
	LEDGER_LANES,		/* the four lanes, in order, once each */
	LEDGER_LANE_REFERENCES, LEDGER_LANE_STANDING, LEDGER_LANE_INBOUND,
	LEDGER_LANE_EXTERNAL,	/* the counts of each */
	LEDGER_TIME_REFERENCES, LEDGER_TIME_STANDING, LEDGER_TIME_INBOUND,
	LEDGER_TIME_EXTERNAL,	/* the time of each */
	LEDGER_SOURCES,		/* who was asked is a standing source */
	LEDGER_THESIS_DATE, LEDGER_THESIS_COUNTS, LEDGER_THESIS_PAPER,
	LEDGER_NOTICE,		/* a notice is one of its two shapes */
	LEDGER_NOTICE_TIME,	/* its sentence has the latest time */
	LEDGER_TIME_FORM,	/* a time is written in a known form */
	LEDGER_FUTURE,		/* no time is after as_of */
	LEDGER_RESOLUTION_TIME,	/* resolved after it was seen */
	LEDGER_LINKS,		/* built from the arXiv ids */
	LEDGER_IDS, LEDGER_DIGESTS,	/* of their form, and unique */
	LEDGER_PAPER,		/* every observation is of this paper */
	/* notes only */
	LEDGER_LINKED,		/* link, status and notice go together */
	LEDGER_ORDER,		/* by citing id and version */
	LEDGER_VALUES,		/* a value that was not seen before */
	LEDGER_MEMBERS,		/* a member that v1 does not have */
	LEDGER_REFUSAL,		/* the sentence is another */
	LEDGER_BYTES,		/* order of names, white space */
	LEDGER_READING		/* what may be misread */
};
enum { LEDGER_CHECKS = LEDGER_READING + 1 };

/* At most so many remarks are kept; a last one tells how many more. */
enum { RECORD_REMARKS = 1000 };

struct ledger_remark {
	enum ledger_check check;
	bool finding;
	char *text;
};
struct ledger_remarks {
	struct ledger_remark *list;
	size_t n, more;
	size_t findings;	/* those that were not kept included */
};

/* Append what there is to say about ${l}; cleared by the caller. */
void record_check(struct ledger_remarks *out, const struct ledger *l);
void record_check_clear(struct ledger_remarks *r);

/* The name of a check: "state-counts". */
const char *record_check_name(enum ledger_check check);

/*
 * Where the bundle ${b} carries a citation record, read and check it and
 * enter every finding into ${r} as a note: nobody signs the record, and it
 * changes daily, so it changes no verdict.
 */
struct bundle;
void record_check_bundle(struct report *r, const struct bundle *b);

#endif
