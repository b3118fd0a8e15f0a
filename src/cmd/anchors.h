/* SPDX-License-Identifier: MIT */
/*
 * What this user goes by when proofs of time are checked: Bitcoin block
 * headers and the root certificates of authorities.  The user's own lie in
 *
 *	$XDG_CONFIG_HOME/pithtex/headers/
 *			files of lines, or raw runs (anchor/headers.h); a run
 *			begins at the height that its name begins with, else
 *			at 0
 *	$XDG_CONFIG_HOME/pithtex/roots/
 *			certificates and revocation lists as PEM
 *
 * and more come with options.  A file there that cannot be used is an error,
 * as it is of a keyring.
 */
#ifndef PITH_CMD_ANCHORS_H
#define PITH_CMD_ANCHORS_H

#include "bundle/bundle.h"
#include "cmd/opt.h"
#include "keep/known.h"
#include "state/completeness.h"
#include "trust/keyring.h"

struct anchors_opts {
	struct opt_list headers, roots;
	const char *first;
};

/* Their rows in the table of a command whose options ${type} have them as
 * ${at}. */
#define ANCHORS_ROWS(type, at) \
	{ 0, "headers", OPT_LIST, offsetof(type, at.headers), \
	  "FILE", "Bitcoin block headers: lines, or a raw run" }, \
	{ 0, "first", OPT_TEXT, offsetof(type, at.first), \
	  "HEIGHT", "the height of the first header of a raw run; else 0" }, \
	{ 0, "roots", OPT_LIST, offsetof(type, at.roots), \
	  "FILE", "certificates of authorities, as PEM" }

struct anchors {
	struct headers *headers;
	struct tsa_roots *roots;
	struct cosign_keys witnesses;	/* of the ring that it is lent to */
	struct known_with with;		/* all of it, borrowed */
};

/* Read all of them; ${o} may be NULL. */
int anchors_open(struct anchors *out, const struct anchors_opts *o,
    struct err *e) MUST_CHECK;

/*
 * The same for the proofs of the ${n} files ${paths}: nothing is read where
 * no option names anything and none of them has a proof or may be one, since
 * a whole chain of headers takes its time.
 */
int anchors_open_for(struct anchors *out, const struct anchors_opts *o,
    char *const *paths, size_t n, struct err *e) MUST_CHECK;
void anchors_close(struct anchors *a);

/* Let ${ring} ask the proofs of time beside an archive, checked by ${a}, which
 * must outlive it; and let ${a} know the ring's witnesses. */
void anchors_lend(struct keyring *ring, struct anchors *a);

/* The same for a ring that has a key which is revoked, with the user's own
 * alone, in the ring's care. */
int anchors_give(struct keyring *ring, struct err *e) MUST_CHECK;

/* Enter in ${c} what the proofs of the archive ${path} with this identity show
 * here. */
void anchors_here(struct completeness *c, const struct anchors *a,
    const char *path, const struct digest *identity);

/* The same as one line of the report of ${b}, beside what the registry says;
 * none where no proof is here. */
void anchors_report(struct report *rep, const struct bundle *b,
    const struct keyring *ring, const struct anchors *a, const char *path);

/* What tells the files that anchors_open() reads from any others. */
int anchors_digest(struct digest *out, const struct anchors_opts *o,
    struct err *e) MUST_CHECK;

/* Call ${each} for every file that would be read. */
void anchors_files(void (*each)(void *ctx, const char *path, bool missing),
    void *ctx);

#endif
