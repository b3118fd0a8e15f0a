/* SPDX-License-Identifier: MIT */
/*
 * The way from what a paper names to what is known about it: scan the .aux
 * files, read each spelling, find its archives in the caches, judge them.
 *
 * Errors of the layers below become findings of the mention that they belong
 * to; only what makes the whole impossible is an error here: an .aux that
 * cannot be read, a record whose number is malformed.
 */
#ifndef PITH_CITE_RESOLVE_H
#define PITH_CITE_RESOLVE_H

#include "cache/cache.h"
#include "cite/mention.h"
#include "scan/scan.h"

/* Where to look, and by whose keys to judge. */
struct resolve_with {
	struct cache *const *caches;
	size_t cache_count;
	const struct keyring *ring;
	struct memory memory;
	bool integrity;		/* tell of findings in the references */
};

struct resolution {
	char *aux, *dir;		/* the top file and its folder */
	struct mention *mentions;	/* one a spelling, as they come */
	size_t mention_count;
	struct scan_remark *remarks;	/* about files, not about a mention */
	size_t remark_count;
	struct scan_input *inputs;	/* every path read or looked for, once,
					   in byte order */
	size_t input_count;
};

/*
 * Fill ${out}, which is cleared with resolve_clear() also after a failure:
 * then its inputs say what was read or looked for so far.  Malformed numbers
 * are ERR_FORMAT, and there is a remark for each of them.
 */
int resolve_paper(struct resolution *out, const char *aux,
    const struct resolve_with *with, struct err *e) MUST_CHECK;
void resolve_clear(struct resolution *r);

/* Enter one more path that was read or looked for. */
void resolve_watch(struct resolution *r, const char *path, bool missing);

/* Find and judge one number. */
int resolve_mention(struct mention *m, struct resolution *deps,
    const struct resolve_with *with, struct err *e) MUST_CHECK;

/* Whether anything is to be told: a mention that is not good or warned of, a
 * finding. */
bool resolve_has_findings(const struct resolution *r);

#endif
