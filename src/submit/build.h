/* SPDX-License-Identifier: MIT */
/*
 * A paper through TeX, as arXiv's service does it
 * (https://github.com/arXiv/submission-tools): the same command lines, from
 * the root of the submission, and the same rule for when to run again:
 *
 *	ENGINE -interaction=batchmode -recorder -no-parse-first-line
 *	    -file-line-error MAIN
 *
 * a first time, its exit status ignored; then bibtex or biber where there is
 * no .bbl; then up to four times more, while the .aux or the .out changes or
 * the log asks for it; behind latex, dvips -R2 -z and ps2pdf.  We add
 * -no-shell-escape, which is how the service is set up.
 */
#ifndef PITH_SUBMIT_BUILD_H
#define PITH_SUBMIT_BUILD_H

#include <stdbool.h>

#include "base/buf.h"
#include "submit/run.h"

enum build_engine {
	BUILD_PDFLATEX, BUILD_LATEX, BUILD_XELATEX, BUILD_LUALATEX,
	BUILD_ENGINES
};

struct build_how {
	enum build_engine engine;
	const char *folder;	/* where it runs: absolute */
	const char *outputs;	/* where outputs go: absolute; NULL: there */
	const char *main;	/* the main file, from the folder */
	const char *job;	/* its name without folder and .tex */
	char *const *env;
	const char *said;	/* a file for what programs say */
};

struct build {
	struct buf log;		/* what TeX logged in the last run */
	unsigned passes;
	long pages;		/* -1: the log does not tell */
	char *failure;		/* why there is no PDF, as arXiv sees it; NULL:
				   there is one */
	const char *bib;	/* the program that made a .bbl, or NULL */
};

/* The name of an engine's program; -1 for a name that is none. */
const char *build_engine_word(enum build_engine engine);
int build_engine_parse(const char *word);

/* Two runs that show what is read.  Fails only where a program cannot be
 * run; what is wrong with the paper is in ${out}. */
int build_record(struct build *out, const struct build_how *how,
    struct err *e) MUST_CHECK;

/* The whole way, to JOB.pdf. */
int build_whole(struct build *out, const struct build_how *how,
    struct err *e) MUST_CHECK;

/* One more run after it, and what follows a run. */
int build_again(struct build *out, const struct build_how *how,
    struct err *e) MUST_CHECK;

/* The pages that a log tells; -1 where it does not. */
long build_pages(struct span log);

/* The first error that a log tells, as one line; false where there is
 * none. */
bool build_error(struct buf *out, struct span log);

void build_clear(struct build *b);

#endif
