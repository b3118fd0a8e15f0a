/* SPDX-License-Identifier: MIT */
/*
 * arXiv's rules for what is sent, so far as they can be read off the files:
 *
 *	name	   a-z A-Z 0-9 _ + - . , = only, 100 bytes: other characters
 *		   are changed there, and the source then names other files
 *	hidden	   files and folders whose name begins with a dot are removed
 *	removed	   foo.pdf, .ps, .dvi, .aux, .log, .toc, .lof, .lot beside a
 *		   foo.tex are taken for its outputs and removed
 *	anc	   anc/ is for files that TeX does not read
 *	image-mix  one way to the PDF, and only figures that it takes
 *	engine	   pdflatex, latex with dvips, xelatex
 *	today	   no date that changes when the PDF is made again
 *	javascript no PDF with a script
 *	toplevel   one document
 *	readme	   what 00README.json asks for is what is rehearsed
 *	secret	   comments become public
 *	size	   50 MB, images of 34 megapixels
 */
#ifndef PITH_SUBMIT_RULES_H
#define PITH_SUBMIT_RULES_H

#include "submit/arxiv.h"

/* Check the parcel and enter what is found. */
void rules_check(struct arxiv *a);

/* What the log of a build tells: programs that it would have run. */
void rules_log(struct arxiv *a, struct span log, bool failed);

/* Whether the copy of ${a}->main and all else of the author's is searched for
 * \today; ${kind} is what that would be. */
void rules_today(struct arxiv *a, enum finding_kind kind);

#endif
