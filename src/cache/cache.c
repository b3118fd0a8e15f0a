/* SPDX-License-Identifier: MIT */
/* See cache.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cache/cache_private.h"
#include "cache/index.h"

static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

struct cache *
cache_open(const char *dir, const char *index_folder)
{
	struct cache *c = mem_zero(1, sizeof(*c));

	c->dir = mem_string(dir);
	c->generation = file_join(dir, "generation");
	c->index_folder = mem_string(index_folder);
	return c;
}

void
cache_free(struct cache *c)
{
	if (c == NULL)
		return;
	free(c->dir);
	free(c->generation);
	free(c->index_folder);
	free(c);
}

const char *
cache_dir(const struct cache *c)
{
	return c->dir;
}

const char *
cache_generation_path(const struct cache *c)
{
	return c->generation;
}

int
cache_generation(char **out, const struct cache *c, struct err *e)
{
	struct buf text = { 0 };

	/* Absent is not the same as unreadable: a cache whose generation
	 * cannot be read must not be taken for an empty one. */
	if (file_read(&text, c->generation, 256, e) < 0) {
		buf_clear(&text);
		*out = NULL;
		return e->kind == ERR_ABSENT ? 0 : -1;
	}
	*out = buf_steal(&text);
	return 0;
}

char *
cache_folder(const struct cache *c, const char *suffix)
{
	const char two[3] = { suffix[0], suffix[1], '\0' };

	return file_join(c->dir, two);
}

char *
cache_path(const struct cache *c, const char *suffix)
{
	char *folder = cache_folder(c, suffix), *path;
	struct buf name = { 0 };

	buf_fmt(&name, "%s.tar.gz", suffix);
	path = file_join(folder, buf_string(&name));
	buf_clear(&name);
	free(folder);
	return path;
}

char *
cache_index_path(const struct cache *c)
{
	char hex[DIGEST_HEX], *real, *path;
	struct buf name = { 0 };
	struct digest d;

	if (c->index_folder == NULL)
		return NULL;
	real = realpath(c->dir, NULL);
	if (real == NULL)
		return NULL;
	d = digest_sha256(span_text(real));
	buf_fmt(&name, "%.32s.sqlite", digest_print(hex, &d));
	path = file_join(c->index_folder, buf_string(&name));
	buf_clear(&name);
	free(real);
	return path;
}

/* Whether ${name} is SUFFIX.tar.gz or SUFFIX.<16 hex>.tar.gz. */
static bool
is_archive(const char *name)
{
	const char *rest = name + strspn(name, base32);

	if (rest - name != NUMBER_SUFFIX || *rest != '.')
		return false;
	if (strspn(rest + 1, "0123456789abcdef") == 16)
		rest += 17;
	return strcmp(rest, ".tar.gz") == 0;
}

/* Add an archive to the hits from ${first} on: those of one cache.  The hits
 * of another cache are never joined with them, so the order of the caches
 * stays. */
static void
add_hit(struct cache_hits *h, size_t first, const char *folder,
    const char *name)
{
	struct cache_hit *hit = h->n > first ? &h->list[h->n - 1] : NULL;
	char *path = file_join(folder, name);

	if (hit == NULL || strncmp(hit->suffix, name, NUMBER_SUFFIX) != 0) {
		mem_grow(&h->list, h->n, sizeof(*h->list));
		hit = &h->list[h->n++];
		*hit = (struct cache_hit){ 0 };
		memcpy(hit->suffix, name, NUMBER_SUFFIX);
	}
	mem_grow(&hit->files.at, hit->files.n, sizeof(*hit->files.at));
	hit->files.at[hit->files.n++] = path;
	/* Byte order puts SUFFIX.0123... before SUFFIX.tar.gz. */
	if (name[NUMBER_SUFFIX + 1] == 't' && hit->files.n > 1) {
		memmove(hit->files.at + 1, hit->files.at,
		    (hit->files.n - 1) * sizeof(*hit->files.at));
		hit->files.at[0] = path;
	}
}

int
cache_find_prefix(struct cache_hits *out, const struct cache *c, const char *prefix,
    struct err *e)
{
	char *folder = cache_folder(c, prefix);
	const size_t first = out->n;
	struct names names;
	int rc = file_names(&names, folder, prefix, e);

	if (rc < 0 && e->kind == ERR_ABSENT) {
		rc = 0;
	} else if (rc == 0) {
		for (size_t i = 0; i < names.n; i++)
			if (is_archive(names.at[i]))
				add_hit(out, first, folder, names.at[i]);
		file_names_free(&names);
	}
	free(folder);
	return rc;
}

void
cache_hits_clear(struct cache_hits *h)
{
	for (size_t i = 0; i < h->n; i++)
		file_names_free(&h->list[i].files);
	free(h->list);
	*h = (struct cache_hits){ 0 };
}

int
cache_each(const struct cache *c,
    int (*each)(void *ctx, const struct cache_hit *hit, struct err *e),
    void *ctx, struct err *e)
{
	struct names folders;
	int rc = file_names(&folders, c->dir, NULL, e);

	if (rc < 0)
		return e->kind == ERR_ABSENT ? 0 : -1;
	for (size_t i = 0; i < folders.n && rc == 0; i++) {
		struct cache_hits hits = { 0 };

		if (strlen(folders.at[i]) != 2
		    || strspn(folders.at[i], base32) != 2)
			continue;
		rc = cache_find_prefix(&hits, c, folders.at[i], e);
		for (size_t j = 0; j < hits.n && rc == 0; j++)
			rc = each(ctx, &hits.list[j], e);
		cache_hits_clear(&hits);
	}
	file_names_free(&folders);
	return rc;
}

bool
cache_has_year(const struct cache_hit *hit, unsigned year)
{
	bool found = year == 0;

	for (size_t i = 0; i < hit->files.n && !found; i++) {
		struct bundle *b;
		struct report rep = { 0 };
		struct err e;

		if (bundle_read(&b, &rep, hit->files.at[i], NULL, &e) == 0) {
			found = b->record != NULL && b->record->year == year;
			bundle_free(b);
		}
		report_clear(&rep);
	}
	return found;
}

/* Whether some archive of ${hit} holds a record with this arXiv id. */
static bool
has_alias(const struct cache_hit *hit, const struct alias *a)
{
	bool found = false;

	for (size_t i = 0; i < hit->files.n && !found; i++) {
		struct bundle *b;
		struct report rep = { 0 };
		struct err e;

		if (bundle_read(&b, &rep, hit->files.at[i], NULL, &e) == 0) {
			const struct record *r = b->record;

			found = r != NULL && r->source_id != NULL
			    && r->source_kind != NULL
			    && strcmp(r->source_kind, "arxiv") == 0
			    && strcmp(r->source_id, a->name) == 0
			    && (a->version == 0
			    || r->source_version == (long long)a->version);
			bundle_free(b);
		}
		report_clear(&rep);
	}
	return found;
}

/* Looking for an alias in a whole folder. */
struct search {
	const struct alias *alias;
	struct cache_hits *out;
};

static void
copy_hit(struct cache_hits *out, const struct cache_hit *hit)
{
	const size_t first = out->n;

	for (size_t i = 0; i < hit->files.n; i++) {
		char *folder = file_dir(hit->files.at[i]);

		add_hit(out, first, folder, file_base(hit->files.at[i]));
		free(folder);
	}
}

static int
search_one(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct search *s = ctx;

	(void)e;
	if (has_alias(hit, s->alias))
		copy_hit(s->out, hit);
	return 0;
}

/* Ask the index, if there is one that can be believed: 1 it answered. */
static int
ask_index(struct cache_hits *out, const struct cache *c,
    const struct alias *a, struct err *e)
{
	char *path = cache_index_path(c), *generation = NULL;
	struct index *x = NULL;
	struct names suffixes = { 0 };
	int rc = 0;

	if (path != NULL && cache_generation(&generation, c, e) == 0
	    && generation != NULL && index_open(&x, path, e) == 0
	    && index_is_current(x, generation)
	    && index_find(&suffixes, x, a->name, e) == 0)
		rc = 1;
	for (size_t i = 0; i < suffixes.n && rc == 1; i++) {
		struct cache_hits hits = { 0 };

		if (strlen(suffixes.at[i]) != NUMBER_SUFFIX)
			continue;
		if (cache_find_prefix(&hits, c, suffixes.at[i], e) < 0)
			rc = -1;
		for (size_t j = 0; j < hits.n && rc == 1; j++)
			if (has_alias(&hits.list[j], a))
				copy_hit(out, &hits.list[j]);
		cache_hits_clear(&hits);
	}
	file_names_free(&suffixes);
	index_close(x);
	free(path);
	free(generation);
	return rc;
}

int
cache_find(struct cache_hits *out, const struct cache *c,
    const struct number *n, struct err *e)
{
	struct search s = { &n->alias, out };
	int rc;

	if (n->alias.kind == ALIAS_NONE)
		return cache_find_prefix(out, c, n->suffix, e);
	/* Any other DOI is signed by nobody and so names nothing. */
	if (n->alias.kind != ALIAS_ARXIV)
		return 0;
	rc = ask_index(out, c, &n->alias, e);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	return cache_each(c, search_one, &s, e);
}
