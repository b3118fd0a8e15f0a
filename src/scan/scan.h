/* SPDX-License-Identifier: MIT */
/*
 * What an .aux file asks for: the records of pith.sty, in order, with file
 * and line, also in the files that \@input names.
 *
 *	record = ( "\pithnumber" / "\pithref" / "\pith@number" ) [white] "{"
 *	         ARGUMENT "}"
 *
 * at column 0, the only record of its line.  [white] is spaces and tabs, one
 * line end among them.  ARGUMENT goes to the first "}" on that or the next
 * line; a "{" in it, or a next line that begins with "\", cuts the record.
 * Lines end in LF, CR or CR LF; a byte order mark at the start is skipped; a
 * file is bytes, and no line is too long.  Everything else is skipped: this
 * is BibTeX's way of reading, which knows no TeX.
 *
 * \@input is followed from the folder of the top file.  A name that is
 * absolute, holds ".." or leads out of that folder by its real path, or is no
 * regular file, is not opened.  A file is read once, however it is spelt.
 */
#ifndef PITH_SCAN_SCAN_H
#define PITH_SCAN_SCAN_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

/* One record: what stands between the braces, byte for byte; there may be one
 * line end in it. */
struct scan_record {
	bool own;		/* \pithnumber: the paper's own number */
	struct span argument;	/* lives as long as the scan */
	const char *file;	/* from the folder of the top file */
	unsigned long line;
};

/* Something to be told: a finding changes the exit status, a note does not. */
struct scan_remark {
	bool finding;
	bool in_file;		/* the text begins with a file's name, from
				   the folder of the top file */
	char *text;
};

/* A file that was read, or looked for and not there. */
struct scan_input {
	char *path;
	bool missing;
};

struct scan {
	struct scan_record *records;
	size_t record_count;
	struct scan_remark *remarks;
	size_t remark_count;
	struct scan_input *inputs;
	size_t input_count;
	struct scan_text *texts;	/* private: the files' bytes */
	size_t text_count;
};

/*
 * Read ${path} and all below it into ${out}, which is cleared with
 * scan_clear() also after a failure: then it says what was read or looked for
 * so far.  Fails only where the top file cannot be read or the whole is too
 * large.
 */
int scan_aux(struct scan *out, const char *path, struct err *e) MUST_CHECK;
void scan_clear(struct scan *s);

#endif
