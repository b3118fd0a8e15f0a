/* SPDX-License-Identifier: MIT */
/* See env.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "cmd/env.h"

char *
env_xdg(const char *variable, const char *fallback, const char *tail)
{
	const char *base = getenv(variable);
	const char *home = getenv("HOME");
	struct buf path = { 0 };

	if (base != NULL && base[0] == '/')
		buf_text(&path, base);
	else if (home != NULL && home[0] == '/')
		buf_fmt(&path, "%s/%s", home, fallback);
	else
		return NULL;
	buf_fmt(&path, "/pithtex/%s", tail);
	return buf_steal(&path);
}

char *
env_key_folder(void)
{
	return env_xdg("XDG_CONFIG_HOME", ".config", "keys");
}

const char *
env_shipped_keys(void)
{
	const char *dir = getenv("PITHTEX_KEYS");

	return dir != NULL ? dir : PITHTEX_DATADIR "/keys";
}

int
env_keyring(struct keyring **out, struct err *e)
{
	char *own = env_key_folder();
	const char *const dirs[] = { env_shipped_keys(), own };
	const int rc = keyring_load(out, dirs, 2, e);

	free(own);
	return rc;
}
