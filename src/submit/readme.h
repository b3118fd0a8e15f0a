/* SPDX-License-Identifier: MIT */
/*
 * What an author tells arXiv's service, in the file 00README.json beside the
 * main file, or in an older 00README.XXX:
 *
 *	{ "spec_version": 1, "texlive_version": 2025, "stamp": true,
 *	  "process": { "compiler": "pdflatex" },
 *	  "sources": [ { "filename": "paper.tex", "usage": "toplevel" } ] }
 *
 *	process		"compiler": a word as above, null, or an object of
 *			"engine", "lang", "output" and "postp";
 *			"fontmaps": null or a list of file names
 *	sources		"usage": "toplevel", "ignore", "include" (send it,
 *			whatever it is), "append" (to the PDF);
 *			"orientation": "portrait", "landscape";
 *			"keep_comments": true, false; "fontmaps" as above;
 *			each of them may be null
 *	stamp,		true, false, or a word for it: yes, no, on, off, 1,
 *	nohyperref	0, as a string
 *
 *	00README.XXX	*( FILE SP ( "toplevelfile" / "ignore" / "include" /
 *			"append" / "keepcomments" / "landscape" / "fontmap" )
 *			LF / "nostamp" LF / "nohyperref" LF )
 *
 * The service obeys it whatever it says, so that a file which asks for
 * another engine, TeX Live or main file than the rehearsal's makes another
 * paper than the one that was rehearsed; and it refuses what it does not
 * know (https://info.arxiv.org/help/00README.html and zerozeroreadme in
 * github.com/arXiv/submission-tools).
 */
#ifndef PITH_SUBMIT_README_H
#define PITH_SUBMIT_README_H

#include <stdbool.h>
#include <stddef.h>

#include "submit/finding.h"

enum readme_usage {
	README_TOPLEVEL, README_IGNORE, README_INCLUDE, README_APPEND,
	README_NONE		/* it says something else of the file */
};

struct readme_source {
	char *name;
	enum readme_usage usage;
};

struct readme {
	char *file;		/* its name, or NULL: there is none */
	char *compiler;		/* as it stands there, or NULL */
	unsigned texlive;	/* 0: not told */
	bool no_stamp;
	bool maps;		/* it names font maps */
	struct readme_source *sources;
	size_t n;
};

/*
 * Read the one in the folder ${root}, an empty struct where there is none.
 * What the service would refuse, or not read at all, is a finding.  Of one
 * file there is one source: the last in JSON, all that is said in an older
 * file.  Fails where the file cannot be read, and with ERR_FORMAT where it is
 * a link, a folder or a device.
 */
int readme_load(struct readme *out, struct findings *f, const char *root,
    struct err *e) MUST_CHECK;

void readme_clear(struct readme *r);

#endif
