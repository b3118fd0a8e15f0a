/* SPDX-License-Identifier: MIT */
/*
 * The submission alone: laid out in an empty folder without anc/, which arXiv
 * may hide, and built with arXiv's command lines and environment.  The
 * author's TEXMF trees, TEXINPUTS and home are out of sight, and pithtex is
 * off the PATH where that does not take TeX off it too; TeX runs no program
 * anyway.
 *
 * Then the PDF is compared with the author's: numbers resolved, metadata
 * equal, as many pages.  Then TeX runs once more on another day: a text that
 * changes with the date is found whatever made it.
 */
#ifndef PITH_SUBMIT_REHEARSAL_H
#define PITH_SUBMIT_REHEARSAL_H

#include "submit/arxiv.h"

/* Enter what is found.  Fails only where a program cannot be run. */
int rehearsal_run(struct arxiv *a, struct err *e) MUST_CHECK;

#endif
