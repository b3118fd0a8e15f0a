/* SPDX-License-Identifier: MIT */
/*
 * A keyring is the set of keys a reader trusts, read once from one or two
 * folders and never changed.  It owns its keys; what keyring_next() gives
 * lives as long as the ring.  It may be read from several threads.
 *
 * A folder holds key files in the registry's JSON (*.json) and minisign public
 * keys (*.pub).  Beside KEYFILE a sidecar KEYFILE.trust may narrow its keys
 * (trust/key.h).  Other names are ignored.  A key file that cannot be used is
 * an error that names it: a keyring is whole or it is not a keyring.  The same
 * 32 bytes under one id and in one role are one key, however often they are
 * there; the narrowest limits count.
 */
#ifndef PITH_TRUST_KEYRING_H
#define PITH_TRUST_KEYRING_H

#include "trust/key.h"

struct keyring;

/* A ring of the folders ${dirs}; a NULL, or a folder that is not there, adds
 * nothing. */
int keyring_load(struct keyring **out, const char *const dirs[], size_t n,
    struct err *e) MUST_CHECK;
void keyring_free(struct keyring *ring);

/*
 * The key behind ${after} (NULL: the first) that has the role and, where
 * ${id} is not NULL, the id; NULL when there is no more.  A NULL ring is one
 * without keys.
 */
const struct key *keyring_next(const struct keyring *ring,
    enum key_role role, const char *id, const struct key *after);

/* All keys, in byte order of file names. */
size_t keyring_count(const struct keyring *ring);
const struct key *keyring_get(const struct keyring *ring, size_t i);

/*
 * Why a signature by ${k} that says it was made at ${time} (NULL: unknown)
 * does not count, in words that follow "the key K "; NULL when it counts.
 * A revoked key's signatures do not count, whatever time they claim.
 */
const char *keyring_refuses(const struct key *k, const char *time);

/*
 * The same ring for something that is proved to have existed by ${time}
 * (YYYY-MM-DDTHH:MM:SSZ): in it a key that was revoked then or later is not
 * revoked.  Whoever has such a proof judges again with this ring.  The caller
 * frees it.
 */
struct keyring *keyring_known_by(const struct keyring *ring,
    const char *time);

/* Whether a key of the ring is revoked. */
bool keyring_has_revoked(const struct keyring *ring);

/*
 * Who can tell since when an archive is known to exist, by the proofs of time
 * that lie with it (keep/known.h).  ${ask} says whether the archive ${path}
 * with this identity existed by an instant, and which; several threads may
 * call it.  ${free} gives ${ctx} back with the ring; it may be NULL.
 */
#define KEYRING_TIME 21		/* YYYY-MM-DDTHH:MM:SSZ and a NUL */
struct keyring_proofs {
	bool (*ask)(void *ctx, char time[KEYRING_TIME], const char *path,
	    const struct digest *identity);
	void (*free)(void *ctx);
	void *ctx;
};
void keyring_set_proofs(struct keyring *ring, const struct keyring_proofs *p);

/*
 * The ring by which this archive is to be judged, where proofs of time make
 * a key count again that ${ring} has as revoked: keyring_known_by(${time}).
 * NULL where they do not.  The caller frees it.
 */
struct keyring *keyring_known(char time[KEYRING_TIME],
    const struct keyring *ring, const char *path,
    const struct digest *identity);

/* A digest of everything in the ring that can change a verdict. */
struct digest keyring_digest(const struct keyring *ring);

/* Read the keys of one file into ${*list}; the sidecar is applied. */
int keyring_load_file(struct key **list, size_t *n, const char *path,
    struct err *e) MUST_CHECK;

#endif
