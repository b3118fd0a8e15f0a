/* SPDX-License-Identifier: MIT */
/*
 * What the environment says: the only reader of it beside base/clock.
 *
 *	PITHTEX_KEYS	the folder of keys that came with the program
 *	XDG_CONFIG_HOME	(~/.config) pithtex/keys: the user's own keys
 *
 * Folders that a paper could bring along are never among them.
 */
#ifndef PITH_CMD_ENV_H
#define PITH_CMD_ENV_H

#include "trust/keyring.h"

/* ${xdg}/pithtex/${tail}, ${xdg} being the variable's value or, where that is
 * unset or not absolute, ~/${fallback}.  NULL without a home.  The caller
 * frees it. */
char *env_xdg(const char *variable, const char *fallback, const char *tail);

/* The folder of the user's own keys; NULL without a home. */
char *env_key_folder(void);

/* The keys that this user trusts: the program's and the user's. */
int env_keyring(struct keyring **out, struct err *e) MUST_CHECK;

/* The folder of the program's own keys; borrowed. */
const char *env_shipped_keys(void);

#endif
