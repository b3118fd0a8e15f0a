/* SPDX-License-Identifier: MIT */
/*
 * What a build really read: the file .fls that TeX writes with -recorder.
 *
 *	"PWD " FOLDER LF { ( "INPUT " / "OUTPUT " ) NAME LF }
 *
 * Every file that was opened is there under the name by which it was opened,
 * once for each time.  Each file that was read becomes one struct, told apart
 * by where it lies: what TeX Live brings, what lies among the outputs, and
 * what is the author's.
 */
#ifndef PITH_SUBMIT_RECORDER_H
#define PITH_SUBMIT_RECORDER_H

#include <stdbool.h>

#include "base/buf.h"
#include "submit/run.h"

enum recorder_kind {
	RECORDER_PAPER,		/* in the paper's folder, named from there */
	RECORDER_ABSOLUTE,	/* in it, but by an absolute name */
	RECORDER_MADE,		/* in the folder of the build's outputs */
	RECORDER_TREE,		/* in the user's own TEXMF tree */
	RECORDER_TEXLIVE,	/* TeX Live's */
	RECORDER_OUTSIDE	/* elsewhere */
};

struct recorder_file {
	enum recorder_kind kind;
	char *name;	/* PAPER, ABSOLUTE, MADE: from that folder, no "./";
			   TREE: the last part; else as recorded */
	char *path;	/* as recorded */
	bool written;	/* the build also wrote a file of this name */
};

struct recorder {
	struct recorder_file *list;	/* by kind, then name; each once */
	size_t n;
};

/* Folders that tell whose a file is. */
struct recorder_roots {
	struct buf texlive, tree;	/* colon lists of absolute folders */
};

/* Ask kpsewhich for them.  ${how}.log must name a file. */
int recorder_ask(struct recorder_roots *out, const struct run_how *how,
    struct err *e) MUST_CHECK;
void recorder_roots_clear(struct recorder_roots *r);

/* Read the bytes of an .fls.  ${folder} is the paper's, ${made} that of the
 * outputs (or NULL), both absolute and without a '/' at the end.  ERR_LIMIT
 * for more files than a paper has. */
int recorder_read(struct recorder *out, struct span fls, const char *folder,
    const char *made, const struct recorder_roots *roots, struct err *e)
    MUST_CHECK;
void recorder_clear(struct recorder *r);

/*
 * Append ${name} with "." and ".." resolved as text and single slashes.
 * false where it leads out of the folder that it starts from, or is absolute.
 */
bool recorder_tidy(struct buf *out, const char *name);

#endif
