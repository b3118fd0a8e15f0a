/* SPDX-License-Identifier: MIT */
/*
 * The static mirror: a folder with the registry's own paths, pithtex-site(5),
 * which any web server can hand out as it is, made of a cache or a snapshot.
 *
 * Served is what is good or unsigned, and the pages say which; nothing else.
 * Of several archives of a number all are there; the other files come from
 * the one with the better verdict, then with the latest event, then with more
 * events, then with the smaller identity.  Of two records of one paper the
 * better verdict counts, then the later time.
 *
 * Of a cache the proofs of time that lie with an archive are checked, and its
 * page says what they show beside what the registry says.
 *
 * The folder is a function of what is served, of the keys, of proofs and what
 * they are checked with, and of ${url}: no clock, no order of coming.  The
 * next run writes what is new, leaves alone what is as it should be, and
 * removes what it wrote and what is served no longer (site/publish.h).  An
 * archive that is damaged where it comes from is served on out of the folder,
 * which has it whole.
 */
#ifndef PITH_SITE_SITE_H
#define PITH_SITE_SITE_H

#include "bundle/bundle.h"
#include "keep/known.h"

/* What proofs of time are checked with, and what tells it from any other. */
struct site_anchors {
	const struct known_with *with;
	struct digest digest;
};

struct site_with {
	const char *from;	/* a cache or a snapshot */
	const char *dir;	/* the folder that is filled */
	const char *url;	/* where it will be served, without a '/' at
				   its end; or NULL */
	bool all;		/* compare the bytes of every file there */
	const struct keyring *ring;
	struct span manifest;	/* pith-mirrors.json, or empty */
	/* Asked once, when the first proof of time is met. */
	int (*anchors)(void *ctx, struct site_anchors *out, struct err *e);
	/* An archive with another verdict than good. */
	void (*judged)(void *ctx, const char *name, const struct report *r);
	/* Anything else that deserves to be said. */
	void (*said)(void *ctx, const char *about, const char *what);
	void *ctx;
};

struct site_made {
	size_t numbers, good, papers;
	size_t written, kept, removed;	/* files */
	size_t findings;		/* how often something was said */
};

int site_make(struct site_made *out, const struct site_with *with,
    struct err *e) MUST_CHECK;

/* Whether ${url} may be that of a mirror: http(s), a host, plain characters,
 * no '/' at its end. */
bool site_is_url(const char *url);

#endif
