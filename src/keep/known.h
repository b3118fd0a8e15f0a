/* SPDX-License-Identifier: MIT */
/*
 * Since when an archive is known to exist, by the proofs that lie with it.
 * With STEM.tar.gz, or in CACHE/proofs/RW/ for CACHE/RW/STEM.tar.gz:
 *
 *	STEM.tar.ots, STEM.tar.HOST.tsr
 *			over its inner tar
 *	STEM.tlog-proof	that it is in a log (anchor/proof.h); and over the
 *			log's checkpoint, as checkpoints/SIZE has it,
 *	STEM.tlog-proof.ots, STEM.tlog-proof.HOST.tsr
 *			as evidence/SIZE/ of a snapshot has them
 *
 * A proof over a root proves all that is below it, whoever signed the root.
 * What witnesses of the log say, in the proof's own checkpoint, is told; but
 * no key counts again because of it.
 * In each of the two places one proof that does not hold, or is a symbolic
 * link, makes all of that place worthless; the other place still counts.
 *
 * So a signature made with a key that was revoked later still counts
 * (keyring_known() in trust/keyring.h), and a page can say what holds here
 * beside what the registry says (state/completeness.h).
 */
#ifndef PITH_KEEP_KNOWN_H
#define PITH_KEEP_KNOWN_H

#include "anchor/headers.h"
#include "anchor/tsa.h"
#include "base/file.h"
#include "canon/digest.h"
#include "keep/cosign.h"
#include "state/completeness.h"

struct known_with {
	const struct headers *headers;		/* NULL: none */
	const struct tsa_roots *roots;		/* NULL: none are trusted */
	const struct cosign_keys *witnesses;	/* NULL: none are known */
};

struct known {
	size_t proofs;		/* how many statements about it are here */
	bool wrong;		/* one of them does not hold */
	struct evidence whole;	/* the verdict; when good, its earliest */
	int64_t latest;		/* it existed by then; INT64_MAX: unknown */
	char *block;		/* "anchored in Bitcoin block 830000, day
				   2024-02-11", or NULL */
	char *token;		/* "stamped by AUTHORITY, day 2024-02-11", or
				   NULL */
	char *seen;		/* "in the log ORIGIN, seen by 2 witnesses, day
				   2024-02-11", or NULL */
};

/* Look at the proofs of the archive ${path} with this identity.  Several
 * threads may do so.  The caller clears ${out}. */
void known_look(struct known *out, const char *path,
    const struct digest *identity, const struct known_with *with);
void known_clear(struct known *k);

/* One line of what holds here: never NULL. */
const char *known_words(const struct known *k);

/* Enter in ${c} what was found; and say it in one line of a report, beside
 * what the registry says. */
void known_enter(struct completeness *c, const struct known *k);
void known_report(struct report *rep, const struct completeness *c,
    const struct known *k);

/* Whether a file of one of those names is there.  ${seen} holds what the two
 * folders were found to have, so that a walk reads each of them once. */
struct known_seen {
	char *dir[2];
	struct names names[2];
};
bool known_any(struct known_seen *seen, const char *path);
void known_seen_clear(struct known_seen *seen);

/* Call ${each} for every proof that is there; with ${wait} also for those
 * that are not and could come, as far as their names are known. */
void known_files(const char *path, bool wait,
    void (*each)(void *ctx, const char *path, bool missing), void *ctx);

/* Append what tells the proofs of ${path} from any others. */
void known_key(struct buf *out, const char *path);

#endif
