/* SPDX-License-Identifier: MIT */
/*
 * What a finished PDF says of itself: the Pith Numbers in its XMP packet,
 * and a few things that arXiv looks for.
 *
 * There is no PDF parser here.  A packet that lies uncompressed in the file,
 * as pith.sty writes it, is found by its own brackets, <?xpacket begin and
 * <?xpacket end, which is what they are for.  Where none with our namespace is
 * found, qpdf takes the compression off a copy; where qpdf is not installed
 * or fails, the answer is "cannot read".
 *
 * All of this is a claim of whoever made the file.  Nothing in it is trusted.
 */
#ifndef PITH_SUBMIT_PDF_H
#define PITH_SUBMIT_PDF_H

#include <stdbool.h>

#include "base/buf.h"

/* A PDF that we read, before and after qpdf. */
#define PDF_BYTES (128u << 20)

/* What one property holds: text as it is, in UTF-8, XML references decoded. */
struct pdf_list {
	char **at;
	size_t n;
};

struct pdf {
	struct pdf_list numbers;	/* pithNumber */
	struct pdf_list references;	/* pithReference */
	struct pdf_list digests;	/* bundleDigest: NUMBER sha256:HEX */
	struct pdf_list checked;	/* checked: NUMBER WORDS */
	bool found;			/* a packet with our namespace */
	bool unpacked;			/* qpdf was needed, and has helped */
	bool scripts;			/* JavaScript */
	bool intents;			/* an output intent, as PDF/A has */
};

/* Where qpdf may work; without an environment it is not called. */
struct pdf_how {
	const char *tmp;	/* a folder for the copy */
	char *const *env;
	bool deep;		/* look for scripts and intents everywhere */
};

/*
 * Read ${path}.  Kinds: ERR_FORMAT where it is no PDF that qpdf can read, or
 * has a packet that cannot be read or several that differ; ERR_ABSENT where
 * there is no such file, ERR_USAGE where it needs qpdf and there is none.
 */
int pdf_read(struct pdf *out, const char *path, const struct pdf_how *how,
    struct err *e) MUST_CHECK;

/* Read bytes as they are: what is found is entered. */
int pdf_scan(struct pdf *out, struct span bytes, struct err *e) MUST_CHECK;

/* Whether these are the first bytes of a PDF. */
bool pdf_is(struct span bytes);

/* Whether two PDFs say the same. */
bool pdf_equal(const struct pdf *a, const struct pdf *b);

void pdf_clear(struct pdf *p);

#endif
