/* SPDX-License-Identifier: MIT */
/*
 * A resolved paper in the forms that others read.
 *
 * Each writer, out_<form>(), appends the bytes of one file and depends on
 * nothing but the resolution: no clock, no path of this machine, no locale.
 * out_save() brings all of them to disk, each whole or not at all, and only
 * those whose bytes change: first everything is written beside its name, then
 * everything gets its name.
 */
#ifndef PITH_OUT_OUT_H
#define PITH_OUT_OUT_H

#include "cite/resolve.h"

/* Where the outputs go. */
struct out_places {
	const char *data;	/* paper.pith.tex */
	const char *report;	/* paper.pith.json */
	const char *folder;	/* paper.pith: metadata and badges; NULL: none */
};

/* Write the files; removes badges of numbers that are mentioned no more. */
int out_save(const struct resolution *r, const struct out_places *where,
    struct err *e) MUST_CHECK;

/* The dependency file: "I path" read, "M path" looked for and not there. */
void out_deps(struct buf *out, const struct resolution *r);

/* The data file of pith.sty: printable ASCII without %, date or path. */
void out_tex(struct buf *out, const struct resolution *r);

/* A whole XMP packet; the property elements alone, one a line; and what pdfx
 * can take (its file .xmpdata). */
void out_xmp(struct buf *out, const struct resolution *r);
void out_xmp_properties(struct buf *out, const struct resolution *r);
void out_xmpdata(struct buf *out, const struct resolution *r);

/* The report, pithtex-report(5). */
void out_json(struct buf *out, const struct resolution *r);

/* The report for people, on standard output. */
void out_text(const struct resolution *r);

/* The own numbers in full, one space between, each once. */
void out_own_numbers(struct buf *out, const struct resolution *r);

#endif
