/* SPDX-License-Identifier: MIT */
/*
 * The files of a submission: from what TeX read to the parcel, with a reason
 * for each.  TeX Live's own files stay at home, and so does what the build
 * writes itself.  A file that arXiv would not find is a finding.
 */
#ifndef PITH_SUBMIT_COLLECT_H
#define PITH_SUBMIT_COLLECT_H

#include "submit/arxiv.h"

/* Files beside the .aux that TeX reads and does not write go to ${a}->out,
 * with the folders of the paper, before the build that is recorded. */
int collect_seed(struct arxiv *a, struct err *e) MUST_CHECK;

/* What the build has read, into ${a}->parcel. */
int collect_files(struct arxiv *a, struct err *e) MUST_CHECK;

/* anc/pith/: bundles, report and manifest. */
int collect_evidence(struct arxiv *a, struct err *e) MUST_CHECK;

#endif
