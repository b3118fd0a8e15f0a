/* SPDX-License-Identifier: MIT */
/*
 * What a folder has that a cache can take: a mirror as `pithtex site' makes it
 * or as wget(1) saved one, with or without the registry's own paths alone; a
 * snapshot; another cache; folders of bundle.json and its members.
 *
 *	SUFFIX.tar.gz, SUFFIX.<16 hex>.tar.gz	an archive, wherever it lies
 *	checkpoint				of a snapshot: what is current
 *	bundle.json				where no archive beside it has it:
 *						packed with what lies with it
 *
 * What belongs to the bundle.json of ROOT/pith/SUFFIX/ is found by the
 * registry's paths below ROOT, and what belongs to any other by the members'
 * own names beside it.  Of these files those are left out, and told, with
 * which the bundle would get a worse verdict.
 *
 * No symbolic link is followed and nothing but regular files is opened
 * (keep/below.h).  Nothing is verified here that is handed out.
 */
#ifndef PITH_SITE_GATHER_H
#define PITH_SITE_GATHER_H

#include "base/file.h"
#include "bundle/bundle.h"

/* Something that deserves to be said. */
typedef void gather_said(void *ctx, const char *about, const char *what);

/* Paths, in byte order. */
struct gather {
	struct names snapshots, archives, bundles;
	const char *dir;	/* where they lie; borrowed */
	size_t files;		/* that were looked at */
	gather_said *said;
	void *ctx;
};

/* Look through ${dir}; ERR_LIMIT where it has more than GATHER_MOST files that
 * a cache could take. */
enum { GATHER_MOST = 4 << 20 };
int gather_walk(struct gather *g, const char *dir, struct err *e) MUST_CHECK;
void gather_clear(struct gather *g);

/*
 * What the bundle.json ${path} makes together with what lies with it, judged
 * by ${ring}.  NULL where an archive there, or another bundle.json, has it
 * already (0), or where it cannot be read (-1).
 */
int gather_bundle(struct bundle **out, struct report *rep,
    const struct gather *g, const char *path, const struct keyring *ring,
    struct err *e) MUST_CHECK;

#endif
