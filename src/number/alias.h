/* SPDX-License-Identifier: MIT */
/*
 * The other names of a paper, each in one normal form.
 *
 * arXiv:  [arXiv:] YYMM.NNNN[N] [vN]      normal: YYMM.NNNN[N]
 *         [arXiv:] archive[.XX]/NNNNNNN [vN]  normal: archive/NNNNNNN
 * DOI:    [doi: | https://doi.org/] 10.NNNN.../REST  normal: lower case
 *
 * REST is [A-Za-z0-9._;()/:-]+: other characters, legal in a DOI, cannot
 * travel in a TeX file and are refused.  A DOI of arXiv's own prefix
 * (10.48550/arXiv.ID) is a spelling of the arXiv id.
 */
#ifndef PITH_NUMBER_ALIAS_H
#define PITH_NUMBER_ALIAS_H

#include "base/buf.h"
#include "base/limits.h"

enum alias_kind { ALIAS_NONE, ALIAS_ARXIV, ALIAS_DOI };

struct alias {
	enum alias_kind kind;
	unsigned version;			/* of an arXiv id; 0: none */
	char name[LIMIT_SPELLING_BYTES + 1];	/* the normal form */
};

/*
 * Read ${text}, which is not trimmed here, as one of the forms above.
 * ALIAS_NONE when it is none of them; then ${out} says nothing.
 */
enum alias_kind alias_parse(struct alias *out, struct span text);

/* Whether ${text} begins in a way that only an alias does, so that a refusal
 * should speak of aliases: "arXiv:", "doi:", "10.", a doi.org address. */
enum alias_kind alias_looks(struct span text);

#endif
