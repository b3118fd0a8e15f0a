/* SPDX-License-Identifier: MIT */
/* See keyring.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "trust/keyring.h"

struct keyring {
	struct key *list;
	size_t n;
	struct keyring_proofs proofs;
};

static int
narrow_all(struct key *list, size_t n, const char *path, struct err *e)
{
	struct buf text = { 0 };
	struct buf name = { 0 };
	int rc;

	buf_fmt(&name, "%s.trust", path);
	rc = file_read(&text, buf_string(&name), LIMIT_KEY_BYTES, e);
	if (rc < 0 && e->kind == ERR_ABSENT) {
		rc = 0;
	} else if (rc == 0) {
		for (size_t i = 0; i < n && rc == 0; i++)
			rc = key_narrow(&list[i], span_buf(&text), e);
		if (rc < 0)
			err_in(e, "%s", buf_string(&name));
	}
	buf_clear(&text);
	buf_clear(&name);
	return rc;
}

int
keyring_load_file(struct key **list, size_t *n, const char *path,
    struct err *e)
{
	const size_t before = *n;
	struct buf text = { 0 };
	int rc;

	if (file_read(&text, path, LIMIT_KEY_BYTES, e) < 0) {
		buf_clear(&text);
		return -1;
	}
	if (text.n > 0 && text.at[0] == 'u') {
		struct key k;

		rc = key_parse_minisign(&k, span_buf(&text), e);
		if (rc == 0) {
			mem_grow(list, *n, sizeof(**list));
			(*list)[(*n)++] = k;
		}
	} else {
		rc = key_parse_json(list, n, span_buf(&text), e);
	}
	buf_clear(&text);
	if (rc < 0)
		return err_in(e, "%s", path);
	for (size_t i = before; i < *n; i++)
		(*list)[i].file = mem_string(path);
	if (narrow_all(*list + before, *n - before, path, e) < 0) {
		while (*n > before)
			key_clear(&(*list)[--*n]);
		return -1;
	}
	return 0;
}

/* Of two limits the earlier (later, for ${late}) one, or the one there is. */
static void
tighten(char **into, char **from, bool late)
{
	const bool swap = *from != NULL && (*into == NULL
	    || (late ? strcmp(*from, *into) > 0 : strcmp(*from, *into) < 0));

	if (swap) {
		char *t = *into;

		*into = *from;
		*from = t;
	}
}

/* Make one key of the copies of one, so that a threshold counts keys. */
static void
unite(struct keyring *ring)
{
	size_t kept = 0;

	for (size_t i = 0; i < ring->n; i++) {
		struct key *k = &ring->list[i];
		size_t j = 0;

		while (j < kept && (ring->list[j].role != k->role
		    || strcmp(ring->list[j].id, k->id) != 0
		    || memcmp(ring->list[j].at, k->at, KEY_BYTES) != 0))
			j++;
		if (j == kept) {
			struct key moved = *k;

			*k = (struct key){ 0 };
			ring->list[kept++] = moved;
			continue;
		}
		tighten(&ring->list[j].valid_from, &k->valid_from, true);
		tighten(&ring->list[j].valid_until, &k->valid_until, false);
		tighten(&ring->list[j].revoked_at, &k->revoked_at, false);
		key_clear(k);
	}
	ring->n = kept;
}

static int
load_dir(struct keyring *ring, const char *dir, struct err *e)
{
	struct names names;
	int rc = 0;

	if (file_names(&names, dir, NULL, e) < 0)
		return e->kind == ERR_ABSENT ? 0 : -1;
	for (size_t i = 0; i < names.n && rc == 0; i++) {
		char *path;

		if (!file_ends_in(names.at[i], ".json") && !file_ends_in(names.at[i],
		    ".pub"))
			continue;
		path = file_join(dir, names.at[i]);
		rc = keyring_load_file(&ring->list, &ring->n, path, e);
		if (rc == 0 && ring->n > LIMIT_KEYS)
			rc = err_set(e, ERR_LIMIT, "%s: more than %u keys",
			    dir, LIMIT_KEYS);
		free(path);
	}
	file_names_free(&names);
	return rc;
}

int
keyring_load(struct keyring **out, const char *const dirs[], size_t n,
    struct err *e)
{
	struct keyring *ring = mem_zero(1, sizeof(*ring));

	for (size_t i = 0; i < n; i++)
		if (dirs[i] != NULL && load_dir(ring, dirs[i], e) < 0) {
			keyring_free(ring);
			return -1;
		}
	unite(ring);
	*out = ring;
	return 0;
}

void
keyring_free(struct keyring *ring)
{
	if (ring == NULL)
		return;
	for (size_t i = 0; i < ring->n; i++)
		key_clear(&ring->list[i]);
	free(ring->list);
	if (ring->proofs.free != NULL)
		ring->proofs.free(ring->proofs.ctx);
	free(ring);
}

const struct key *
keyring_next(const struct keyring *ring, enum key_role role, const char *id,
    const struct key *after)
{
	size_t i;

	if (ring == NULL)
		return NULL;
	i = after == NULL ? 0 : (size_t)(after - ring->list) + 1;
	for (; i < ring->n; i++)
		if (ring->list[i].role == role
		    && (id == NULL || strcmp(ring->list[i].id, id) == 0))
			return &ring->list[i];
	return NULL;
}

size_t
keyring_count(const struct keyring *ring)
{
	return ring->n;
}

const struct key *
keyring_get(const struct keyring *ring, size_t i)
{
	return &ring->list[i];
}

const char *
keyring_refuses(const struct key *k, const char *time)
{
	if (k->revoked_at != NULL)
		return "is revoked";
	if (k->valid_from == NULL && k->valid_until == NULL)
		return NULL;
	/* The first 19 characters of all time forms compare as text. */
	if (time == NULL || strlen(time) < 19)
		return "is limited in time and the signature has none";
	if (k->valid_from != NULL && strncmp(time, k->valid_from, 19) < 0)
		return "was not valid so early";
	if (k->valid_until != NULL && strncmp(time, k->valid_until, 19) >= 0)
		return "was no longer valid then";
	return NULL;
}

struct keyring *
keyring_known_by(const struct keyring *ring, const char *time)
{
	struct keyring *known = mem_zero(1, sizeof(*known));

	known->list = mem_zero(ring->n, sizeof(*known->list));
	for (; known->n < ring->n; known->n++) {
		const struct key *k = &ring->list[known->n];
		struct key *to = &known->list[known->n];

		*to = *k;
		to->id = mem_string(k->id);
		to->valid_from = mem_string(k->valid_from);
		to->valid_until = mem_string(k->valid_until);
		to->file = mem_string(k->file);
		/* One form of time, so it compares as text. */
		to->revoked_at = k->revoked_at != NULL
		    && strcmp(time, k->revoked_at) > 0
		    ? mem_string(k->revoked_at) : NULL;
	}
	return known;
}

bool
keyring_has_revoked(const struct keyring *ring)
{
	for (size_t i = 0; i < ring->n; i++)
		if (ring->list[i].revoked_at != NULL)
			return true;
	return false;
}

void
keyring_set_proofs(struct keyring *ring, const struct keyring_proofs *p)
{
	if (ring->proofs.free != NULL)
		ring->proofs.free(ring->proofs.ctx);
	ring->proofs = *p;
}

struct keyring *
keyring_known(char time[KEYRING_TIME], const struct keyring *ring,
    const char *path, const struct digest *identity)
{
	if (ring == NULL || ring->proofs.ask == NULL
	    || !keyring_has_revoked(ring)
	    || !ring->proofs.ask(ring->proofs.ctx, time, path, identity))
		return NULL;
	for (size_t i = 0; i < ring->n; i++)
		if (ring->list[i].revoked_at != NULL
		    && strcmp(time, ring->list[i].revoked_at) <= 0)
			return keyring_known_by(ring, time);
	return NULL;
}

struct digest
keyring_digest(const struct keyring *ring)
{
	struct buf all = { 0 };
	struct digest d;

	for (size_t i = 0; i < ring->n; i++) {
		const struct key *k = &ring->list[i];

		buf_fmt(&all, "%d %s %s %s\n%zu %s\n", (int)k->role,
		    k->valid_from ? k->valid_from : "-",
		    k->valid_until ? k->valid_until : "-",
		    k->revoked_at ? k->revoked_at : "-", strlen(k->id), k->id);
		buf_add(&all, k->at, KEY_BYTES);
	}
	d = digest_sha256(span_buf(&all));
	buf_clear(&all);
	return d;
}
