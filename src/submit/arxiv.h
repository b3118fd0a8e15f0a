/* SPDX-License-Identifier: MIT */
/*
 * A submission for arXiv, made from what a build of the paper really reads,
 * checked by arXiv's rules and rehearsed in an empty folder.
 *
 *	record	   TeX runs in the paper's folder, its outputs go elsewhere;
 *		   its recorder tells what it read
 *	collect	   those files, and what arXiv lacks: pith.sty, the data file,
 *		   the .bib where its TeX Live cannot read the .bbl
 *	edit	   one line in the copy of the main file (submit/source.h)
 *	check	   arXiv's rules (submit/rules.h)
 *	attach	   bundles, report and manifest in anc/pith/
 *	rehearse   the submission alone, by arXiv's own command lines
 *
 * The paper's folder is only read.  What is wrong with the paper is a
 * finding; an error is only what keeps us from finding out.  With a finding
 * that rejects, the later steps are left out.
 *
 * The facts about arXiv are those of its help pages (info.arxiv.org) and of
 * its compile service (github.com/arXiv/submission-tools), of August 2026.
 */
#ifndef PITH_SUBMIT_ARXIV_H
#define PITH_SUBMIT_ARXIV_H

#include "cite/resolve.h"
#include "submit/build.h"
#include "submit/finding.h"
#include "submit/parcel.h"
#include "submit/readme.h"
#include "submit/recorder.h"

struct arxiv_with {
	const char *main;	/* the main file */
	const char *stem;	/* the path of its .aux, without ".aux" */
	int engine;		/* enum build_engine; -1: that of 00README.json
				   or of the log */
	unsigned texlive;	/* 2023 or 2025; 0: that of 00README.json */
	bool rehearse;
	const char *tmp;	/* where temporary folders go: absolute */
	char *const *env;	/* the user's environment */
	const struct resolve_with *resolve;
};

struct arxiv {
	const struct arxiv_with *with;
	enum build_engine engine;
	unsigned texlive;	/* 2023 or 2025 */
	struct readme readme;	/* what the author tells the service */
	char *root;		/* the paper's folder: absolute */
	char *main, *job;	/* paper.tex, paper */
	char *work;		/* ours: out/ for outputs, all/ to rehearse */
	char *out;
	struct parcel parcel;
	struct findings findings;
	struct recorder read;
	struct build record;	/* the build that was recorded */
	struct resolution numbers;
	const char *data;	/* the data file's name in the parcel, or
				   NULL: a paper without numbers */
	char *hunk;		/* the change to the main file, or NULL */
	struct buf before;	/* the main file without it */
	bool rehearsed;
	struct build rehearsal;
	long pages, author_pages;	/* -1: not known */
	bool compared;		/* with the author's PDF */
};

/* Do all that; ${out} is cleared with arxiv_clear() also after a failure. */
int arxiv_make(struct arxiv *out, const struct arxiv_with *with,
    struct err *e) MUST_CHECK;
void arxiv_clear(struct arxiv *a);

#endif
