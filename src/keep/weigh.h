/* SPDX-License-Identifier: MIT */
/*
 * What the proofs of time at hand come to, with the block headers and root
 * certificates at hand; and their renewal before those give way
 * (anchor/renewal.h).
 */
#ifndef PITH_KEEP_WEIGH_H
#define PITH_KEEP_WEIGH_H

#include "anchor/stamp.h"
#include "anchor/tsa.h"
#include "keep/cosign.h"
#include "keep/subject.h"

struct weigh {
	const struct headers *headers;	/* NULL: none */
	const struct tsa_roots *roots;	/* NULL: none are trusted */
	const struct cosign_keys *witnesses;	/* NULL: what witnesses say is
						   not looked at */
	/* One proof and what it comes to; ${what}: "Bitcoin block 358391", a
	 * calendar, an authority. */
	void (*tell)(void *ctx, const char *file, const char *what,
	    const struct evidence *e);
	void *ctx;
};

struct weigh_list {
	struct evidence *at;
	size_t n;
};

/*
 * Append what each proof of ${s} comes to: a line for each attestation, one
 * for each token, one for each witness.  A file that cannot be read is `wrong', never an error.
 */
int weigh_subject(struct weigh_list *out, const struct weigh *with,
    const struct subject *s, struct err *e) MUST_CHECK;

/* The same for one OpenTimestamps proof; ${digest} may be NULL. */
void weigh_ots(struct weigh_list *out, const struct weigh *with,
    const char *file, const struct ots *o, const uint8_t *digest);

/* All of ${list} as one: wrong where one is, else in conflict where one is,
 * else the earliest good one, else pending, else unverifiable. */
void weigh_all(struct evidence *out, const struct weigh_list *list);

/* Whether ${s} is the list of a renewal. */
bool weigh_is_renewal(const struct subject *s);

/*
 * Whether the list of the renewal ${s} says what is there: each file that it
 * covers has the hash that it says.  Paths are below ${dir}, the folder above
 * evidence/.
 */
int weigh_covers(const struct subject *s, struct err *e) MUST_CHECK;

/* Make the next renewal of the newest checkpoint of the snapshot ${dir} (of
 * the bag ${dir}): its list, over all evidence so far. */
int weigh_renew(char **covers, const char *dir, enum hash_kind kind,
    struct err *e) MUST_CHECK;

#endif
