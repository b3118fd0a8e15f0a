/* SPDX-License-Identifier: MIT */
/*
 * What the environment says: the only reader of it beside base/clock.
 *
 *	PITHTEX_KEYS	the folder of keys that came with the program
 *	XDG_CONFIG_HOME	(~/.config) pithtex/keys: the user's own keys
 *	PITHTEX_CACHE	folders of bundles, parted by colons
 *	XDG_DATA_HOME	(~/.local/share) pithtex/bundles: the user's own
 *			cache; pithtex/index: the indexes of caches
 *	XDG_CACHE_HOME	(~/.cache) pithtex/verdicts: remembered verdicts
 *
 * Folders that a paper could bring along hold no keys, no index and no
 * verdict that is believed.
 */
#ifndef PITH_CMD_ENV_H
#define PITH_CMD_ENV_H

#include "cache/cache.h"
#include "cmd/opt.h"
#include "trust/keyring.h"

/* ${xdg}/pithtex/${tail}, ${xdg} being the variable's value or, where that is
 * unset or not absolute, ~/${fallback}.  NULL without a home.  The caller
 * frees it. */
char *env_xdg(const char *variable, const char *fallback, const char *tail);

/* The folder of the user's own keys; NULL without a home. */
char *env_key_folder(void);

/* The keys that this user trusts: the program's and the user's.  Where one is
 * revoked they ask the proofs of time beside an archive (cmd/anchors.h). */
int env_keyring(struct keyring **out, struct err *e) MUST_CHECK;

/* The same where nothing is judged: no proof of time is asked, and no block
 * header read. */
int env_keyring_alone(struct keyring **out, struct err *e) MUST_CHECK;

/* Call ${each} for every file that makes the keyring, there or not, and for
 * the anchors of proofs of time: a build tool watches them. */
void env_key_files(void (*each)(void *ctx, const char *path, bool missing),
    void *ctx);

/* Change the user's `generation' of keys, after a key came or changed. */
int env_mark_keys(struct err *e) MUST_CHECK;

/* The folder of the program's own keys; borrowed. */
const char *env_shipped_keys(void);

/* Where verdicts are remembered; NULL without a home.  The caller frees it. */
char *env_verdict_folder(void);

/*
 * The caches in the order in which they are searched: every --cache, else
 * every folder of PITHTEX_CACHE; then `bundles' in the current folder and in
 * ${beside} (NULL: nowhere), and the user's own.  A folder is there once.
 */
struct env_caches {
	struct cache **list;
	size_t n;
};
void env_caches_open(struct env_caches *out, const struct opt_list *given,
    const char *beside);
void env_caches_close(struct env_caches *c);

/* The cache that `cache add' writes to: the first --cache, else the first of
 * PITHTEX_CACHE, else the user's own. */
int env_own_cache(struct cache **out, const struct opt_list *given,
    struct err *e) MUST_CHECK;

#endif
