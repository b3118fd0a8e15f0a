/* SPDX-License-Identifier: MIT */
/* See env.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/anchors.h"
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
env_keyring_alone(struct keyring **out, struct err *e)
{
	char *own = env_key_folder();
	const char *const dirs[] = { env_shipped_keys(), own };
	int rc = keyring_load(out, dirs, 2, e);

	if (!file_is_folder(dirs[0]))
		say_warn("%s: no such folder: the keys that come with the "
		    "program are missing", dirs[0]);
	free(own);
	return rc;
}

int
env_keyring(struct keyring **out, struct err *e)
{
	if (env_keyring_alone(out, e) < 0)
		return -1;
	if (anchors_give(*out, e) == 0)
		return 0;
	keyring_free(*out);
	*out = NULL;
	return -1;
}

static void
watch_folder(const char *dir,
    void (*each)(void *ctx, const char *path, bool missing), void *ctx)
{
	struct names names;
	struct err e;

	if (file_names(&names, dir, NULL, &e) < 0)
		return;
	for (size_t i = 0; i < names.n; i++) {
		char *path = file_join(dir, names.at[i]);

		if (strcmp(names.at[i], "generation") != 0
		    && file_is_regular(path))
			each(ctx, path, false);
		free(path);
	}
	file_names_free(&names);
}

void
env_key_files(void (*each)(void *ctx, const char *path, bool missing),
    void *ctx)
{
	char *own = env_key_folder(), *mark;

	watch_folder(env_shipped_keys(), each, ctx);
	anchors_files(each, ctx);
	if (own == NULL)
		return;
	watch_folder(own, each, ctx);
	/* A key that comes is no file that was read: this one changes. */
	mark = file_join(own, "generation");
	each(ctx, mark, !file_is_regular(mark));
	free(mark);
	free(own);
}

int
env_mark_keys(struct err *e)
{
	char *own = env_key_folder(), *path, hex[DIGEST_HEX];
	struct keyring *ring;
	struct buf text = { 0 };
	struct digest d;
	int rc;

	if (own == NULL || env_keyring_alone(&ring, e) < 0) {
		free(own);
		return own == NULL ? 0 : -1;
	}
	d = keyring_digest(ring);
	buf_fmt(&text, "%.32s\n", digest_print(hex, &d));
	path = file_join(own, "generation");
	rc = file_update(path, span_buf(&text), e);
	keyring_free(ring);
	buf_clear(&text);
	free(path);
	free(own);
	return rc < 0 ? -1 : 0;
}

char *
env_verdict_folder(void)
{
	return env_xdg("XDG_CACHE_HOME", ".cache", "verdicts");
}

/* Append ${dir} unless that folder is in the list already. */
static void
add_cache(struct env_caches *c, const char *dir, const char *index_folder)
{
	char *real = realpath(dir, NULL);
	bool known = false;

	for (size_t i = 0; i < c->n && !known; i++) {
		char *other = realpath(cache_dir(c->list[i]), NULL);

		known = strcmp(cache_dir(c->list[i]), dir) == 0
		    || (real != NULL && other != NULL
		    && strcmp(real, other) == 0);
		free(other);
	}
	free(real);
	if (known)
		return;
	mem_grow(&c->list, c->n, sizeof(*c->list));
	c->list[c->n++] = cache_open(dir, index_folder);
}

/* Cut the next folder off a colon list; NULL at its end. */
static char *
next_folder(const char **list)
{
	const char *s = *list;
	size_t n;

	if (s == NULL)
		return NULL;
	s += strspn(s, ":");
	n = strcspn(s, ":");
	*list = s + n;
	return n > 0 ? mem_text(s, n) : NULL;
}

void
env_caches_open(struct env_caches *out, const struct opt_list *given,
    const char *beside)
{
	const char *list = given->n > 0 ? NULL : getenv("PITHTEX_CACHE");
	char *index = env_xdg("XDG_DATA_HOME", ".local/share", "index");
	char *own = env_xdg("XDG_DATA_HOME", ".local/share", "bundles");
	char *dir;

	*out = (struct env_caches){ 0 };
	for (size_t i = 0; i < given->n; i++)
		add_cache(out, given->at[i], index);
	while ((dir = next_folder(&list)) != NULL) {
		add_cache(out, dir, index);
		free(dir);
	}
	add_cache(out, "bundles", NULL);
	if (beside != NULL) {
		dir = file_join(beside, "bundles");
		add_cache(out, dir, NULL);
		free(dir);
	}
	if (own != NULL)
		add_cache(out, own, index);
	free(index);
	free(own);
}

void
env_caches_close(struct env_caches *c)
{
	for (size_t i = 0; i < c->n; i++)
		cache_free(c->list[i]);
	free(c->list);
	*c = (struct env_caches){ 0 };
}

int
env_own_cache(struct cache **out, const struct opt_list *given,
    struct err *e)
{
	const char *list = getenv("PITHTEX_CACHE");
	char *index = env_xdg("XDG_DATA_HOME", ".local/share", "index");
	char *dir = given->n > 0 ? mem_string(given->at[0])
	    : next_folder(&list);

	if (given->n > 1) {
		free(dir);
		free(index);
		return err_set(e, ERR_USAGE, "--cache given twice: one cache "
		    "is changed at a time");
	}
	if (dir == NULL)
		dir = env_xdg("XDG_DATA_HOME", ".local/share", "bundles");
	if (dir != NULL && *dir == '\0') {
		free(dir);
		free(index);
		return err_set(e, ERR_USAGE, "--cache needs the name of a "
		    "folder; the current one is `.'");
	}
	if (dir != NULL)
		*out = cache_open(dir, index);
	free(index);
	if (dir == NULL)
		return err_set(e, ERR_USAGE, "HOME is not set: name the "
		    "cache with --cache");
	free(dir);
	return 0;
}
