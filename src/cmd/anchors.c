/* SPDX-License-Identifier: MIT */
/* See anchors.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "cmd/anchors.h"
#include "cmd/env.h"

/* The decimal number that ${text} begins with: its digits end at ${*end}.
 * False for what is no height. */
static bool
read_height(uint64_t *out, const char *text, size_t *end)
{
	*end = strspn(text, "0123456789");
	if (*end == 0 || *end > 9)
		return false;
	*out = strtoull(text, NULL, 10);
	return true;
}

static int
add_headers(struct headers *h, const char *path, uint64_t first,
    struct err *e)
{
	struct buf file = { 0 };
	int rc = file_read(&file, path, LIMIT_HEADERS_BYTES, e);

	/* A header begins with its version, which no text looks like. */
	if (rc == 0 && file.n > 0 && memchr(file.at, '\0', file.n) == NULL)
		rc = headers_add_lines(h, span_buf(&file), e);
	else if (rc == 0)
		rc = headers_add_run(h, &file, first, e);
	buf_clear(&file);
	return rc < 0 ? err_in(e, "%s", path) : 0;
}

static int
add_roots(struct tsa_roots *r, const char *path, struct err *e)
{
	struct buf file = { 0 };
	int rc = file_read(&file, path, LIMIT_TSA_BYTES, e);

	if (rc == 0 && tsa_roots_add(r, span_buf(&file), e) < 0)
		rc = err_in(e, "%s", path);
	buf_clear(&file);
	return rc;
}

/* Call ${each} for the files in the user's own folder ${tail}; it returns
 * other than 0 to end. */
static int
each_own(const char *tail, int (*each)(void *ctx, const char *path,
    struct err *e), void *ctx, struct err *e)
{
	char *dir = env_xdg("XDG_CONFIG_HOME", ".config", tail);
	struct names names;
	int rc = 0;

	if (dir != NULL && file_names(&names, dir, NULL, e) < 0) {
		rc = e->kind == ERR_ABSENT ? 0 : -1;
	} else if (dir != NULL) {
		for (size_t i = 0; rc == 0 && i < names.n; i++) {
			char *path = file_join(dir, names.at[i]);

			if (names.at[i][0] != '.' && file_is_regular(path))
				rc = each(ctx, path, e);
			free(path);
		}
		file_names_free(&names);
	}
	free(dir);
	return rc;
}

static int
own_headers(void *ctx, const char *path, struct err *e)
{
	struct anchors *a = ctx;
	uint64_t first = 0;
	size_t end;

	(void)read_height(&first, file_base(path), &end);
	return add_headers(a->headers, path, first, e);
}

static int
own_roots(void *ctx, const char *path, struct err *e)
{
	struct anchors *a = ctx;

	return add_roots(a->roots, path, e);
}

static int
add_named(struct anchors *a, const struct anchors_opts *o, struct err *e)
{
	uint64_t first = 0;
	size_t end = 0;

	if (o->first != NULL && (!read_height(&first, o->first, &end)
	    || o->first[end] != '\0'))
		return err_set(e, ERR_USAGE, "--first: not a height");
	for (size_t i = 0; i < o->headers.n; i++)
		if (add_headers(a->headers, o->headers.at[i], first, e) < 0)
			return -1;
	for (size_t i = 0; i < o->roots.n; i++)
		if (add_roots(a->roots, o->roots.at[i], e) < 0)
			return -1;
	return 0;
}

int
anchors_open(struct anchors *out, const struct anchors_opts *o,
    struct err *e)
{
	struct anchors a = { .headers = headers_new(),
		.roots = tsa_roots_new() };
	int rc = each_own("headers", own_headers, &a, e);

	a.with = (struct known_with){ a.headers, a.roots, NULL };
	if (rc == 0)
		rc = each_own("roots", own_roots, &a, e);
	if (rc == 0 && o != NULL)
		rc = add_named(&a, o, e);
	if (rc < 0)
		anchors_close(&a);
	*out = a;
	return rc;
}

int
anchors_open_for(struct anchors *out, const struct anchors_opts *o,
    char *const *paths, size_t n, struct err *e)
{
	bool needed = o->first != NULL || o->headers.n > 0 || o->roots.n > 0;

	for (size_t i = 0; i < n && !needed; i++) {
		struct known_seen seen = { 0 };

		needed = !file_is_regular(paths[i]) || known_any(&seen,
		    paths[i])
		    || file_ends_in(paths[i], ".ots");
		known_seen_clear(&seen);
	}
	*out = (struct anchors){ 0 };
	return needed ? anchors_open(out, o, e) : 0;
}

void
anchors_close(struct anchors *a)
{
	headers_free(a->headers);
	tsa_roots_free(a->roots);
	*a = (struct anchors){ 0 };
}

static bool
ask(void *ctx, char time[KEYRING_TIME], const char *path,
    const struct digest *identity)
{
	const struct anchors *a = ctx;
	struct known k;
	bool known;

	known_look(&k, path, identity, &a->with);
	known = k.latest != INT64_MAX;
	if (known)
		evidence_time(time, k.latest);
	known_clear(&k);
	/* A time that has no such form compares with none. */
	return known && time[0] != '-';
}

static void
join(struct keyring *ring, struct anchors *a, void (*give_back)(void *ctx))
{
	const struct keyring_proofs p = { ask, give_back, a };

	a->witnesses = (struct cosign_keys){ .ring = ring };
	a->with.witnesses = &a->witnesses;
	keyring_set_proofs(ring, &p);
}

void
anchors_lend(struct keyring *ring, struct anchors *a)
{
	join(ring, a, NULL);
}

static void
free_given(void *ctx)
{
	anchors_close(ctx);
	free(ctx);
}

int
anchors_give(struct keyring *ring, struct err *e)
{
	struct anchors *a;

	if (!keyring_has_revoked(ring))
		return 0;
	a = mem_zero(1, sizeof(*a));
	if (anchors_open(a, NULL, e) < 0) {
		free(a);
		return -1;
	}
	join(ring, a, free_given);
	return 0;
}

void
anchors_here(struct completeness *c, const struct anchors *a,
    const char *path, const struct digest *identity)
{
	struct known k;

	known_look(&k, path, identity, &a->with);
	known_enter(c, &k);
	known_clear(&k);
}

void
anchors_report(struct report *rep, const struct bundle *b,
    const struct keyring *ring, const struct anchors *a, const char *path)
{
	struct known_seen seen = { 0 };
	struct completeness c;
	struct known k;

	if (b->has_identity && known_any(&seen, path)) {
		/* What does not hold has no state: then the registry's word
		 * is that of nothing. */
		(void)completeness_of_bundle(&c, b, rep, ring);
		known_look(&k, path, &b->identity, &a->with);
		known_enter(&c, &k);
		known_report(rep, &c, &k);
		known_clear(&k);
		completeness_clear(&c);
	}
	known_seen_clear(&seen);
}

/* A run of headers begins where its name says. */
static int
add_digest(void *ctx, const char *path, struct err *e)
{
	struct buf *key = ctx, bytes = { 0 };
	int rc = file_read(&bytes, path, LIMIT_HEADERS_BYTES, e);
	struct digest d;

	if (rc == 0) {
		d = digest_sha256(span_buf(&bytes));
		buf_text(key, file_base(path));
		buf_byte(key, '\0');
		buf_add(key, d.at, DIGEST_BYTES);
	}
	buf_clear(&bytes);
	return rc;
}

int
anchors_digest(struct digest *out, const struct anchors_opts *o,
    struct err *e)
{
	struct buf key = { 0 };
	int rc = each_own("headers", add_digest, &key, e);

	buf_text(&key, o->first != NULL ? o->first : "");
	buf_byte(&key, '\0');
	for (size_t i = 0; rc == 0 && i < o->headers.n; i++)
		rc = add_digest(&key, o->headers.at[i], e);
	buf_byte(&key, '\0');
	if (rc == 0)
		rc = each_own("roots", add_digest, &key, e);
	for (size_t i = 0; rc == 0 && i < o->roots.n; i++)
		rc = add_digest(&key, o->roots.at[i], e);
	*out = digest_sha256(span_buf(&key));
	buf_clear(&key);
	return rc;
}

struct listing {
	void (*each)(void *ctx, const char *path, bool missing);
	void *ctx;
};

static int
list_one(void *ctx, const char *path, struct err *e)
{
	const struct listing *l = ctx;

	(void)e;
	l->each(l->ctx, path, false);
	return 0;
}

void
anchors_files(void (*each)(void *ctx, const char *path, bool missing),
    void *ctx)
{
	struct listing l = { each, ctx };
	struct err e;

	/* What cannot be listed was told when it was to be read. */
	(void)(each_own("headers", list_one, &l, &e) == 0
	    && each_own("roots", list_one, &l, &e) == 0);
}
