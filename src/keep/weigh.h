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
 * for each token, one for each witness.  A file of another form is `wrong';
 * one that the system does not let be read is an error.
 */
int weigh_subject(struct weigh_list *out, const struct weigh *with,
    const struct subject *s, struct err *e) MUST_CHECK;

/* The same for one OpenTimestamps proof; ${digest} may be NULL. */
void weigh_ots(struct weigh_list *out, const struct weigh *with,
    const char *file, const struct ots *o, const uint8_t *digest);

/* All of ${list} as one: wrong where one is, else in conflict where one is,
 * else the earliest good one, else pending, else unverifiable. */
void weigh_all(struct evidence *out, const struct weigh_list *list);

/*
 * Judge ${list}[0] and its renewals behind it, ${n} in all:
 * ${*proofs} is how many lines of proofs there are.
 *
 * The list of a renewal must name, each with the hash that it has, what was
 * stamped and all lists before it; what else it names must be there as it
 * says.  One that does not is `wrong', and so is a chain with any proof that
 * is.  Of what was stamped and of each list only proofs that the next list
 * names are carried on by it: others are told, and count for nothing more.
 */
int weigh_chain(struct evidence *out, size_t *proofs,
    const struct weigh *with, const struct subject *list, size_t n,
    struct err *e) MUST_CHECK;

/*
 * Make the next renewal of the newest checkpoint of the snapshot ${dir} (of
 * the bag ${dir}): its list, over all evidence so far and over what was
 * stamped.  Of a bag that is tagmanifest-sha256.txt, with the list of the
 * payload; with SHA-512 also those of SHA-512, by which every file of the bag is
 * hashed anew.
 */
int weigh_renew(char **covers, const char *dir, enum hash_kind kind,
    struct err *e) MUST_CHECK;

#endif
