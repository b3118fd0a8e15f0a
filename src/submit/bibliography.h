/* SPDX-License-Identifier: MIT */
/*
 * The bibliography of a submission.  A .bbl that arXiv can read travels.  A
 * biblatex .bbl is a dump of one version's data, so each TeX Live reads its
 * own formats only: 2023 reads 3.2 and 3.3, 2025 reads 3.3.  Where it does
 * not, and where there is no .bbl, the .bib files go, and the .bst that TeX
 * Live lacks, and arXiv runs biber or BibTeX.
 */
#ifndef PITH_SUBMIT_BIBLIOGRAPHY_H
#define PITH_SUBMIT_BIBLIOGRAPHY_H

#include "submit/arxiv.h"

/* Put into ${a}->parcel what the bibliography needs, behind
 * collect_files(). */
int bibliography_add(struct arxiv *a, struct err *e) MUST_CHECK;

#endif
