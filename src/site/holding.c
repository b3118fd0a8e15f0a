/* SPDX-License-Identifier: MIT */
/* See holding.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "bundle/tar.h"
#include "keep/current.h"
#include "keep/shard.h"
#include "keep/snapshot.h"
#include "site/holding.h"

void
holding_clear(struct holding *h)
{
	for (size_t i = 0; i < h->n; i++) {
		free(h->at[i].name);
		buf_clear(&h->at[i].bytes);
	}
	free(h->at);
	*h = (struct holding){ 0 };
}

int
holding_load(struct holding_file *f, struct err *e)
{
	if (!f->lies)
		return 0;
	if (file_read(&f->bytes, f->name, LIMIT_JSON_BYTES, e) < 0) {
		buf_clear(&f->bytes);
		return -1;
	}
	f->lies = false;
	return 0;
}

static struct holding_file *
add_file(struct holding *h, char *name)
{
	mem_grow(&h->at, h->n, sizeof(*h->at));
	h->at[h->n] = (struct holding_file){ .name = name };
	return &h->at[h->n++];
}

/* --- a cache -------------------------------------------------------------- */

struct visit {
	holding_visitor *each;
	void *ctx;
};

static int
visit_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	const struct visit *v = ctx;
	struct holding h = { 0 };

	memcpy(h.suffix, hit->suffix, sizeof(h.suffix));
	for (size_t i = 0; i < hit->files.n; i++)
		add_file(&h, mem_string(hit->files.at[i]))->lies = true;
	return v->each(v->ctx, &h, e);
}

/* --- a snapshot ----------------------------------------------------------- */

/* One shard while it is read; its next member. */
struct reading {
	struct source from;
	char name[LIMIT_NAME_BYTES + 1];	/* "": it has ended */
	uint64_t size;
};

static uint64_t
octal(const uint8_t *s, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n && s[i] >= '0' && s[i] <= '7'; i++)
		v = 8 * v + (uint64_t)(s[i] - '0');
	return v;
}

/* Take the next header that is of a file.  Only what our own writer makes is
 * read: the header must be the one that its name and size give. */
static int
next_member(struct reading *r, struct err *e)
{
	for (;;) {
		uint8_t again[TAR_BLOCK];
		struct span got = { NULL, 0 };
		int rc = stream_read(&got, &r->from, TAR_BLOCK, e);

		r->name[0] = '\0';
		if (rc < 0)
			return -1;
		if (rc == 0 || got.at[0] == '\0')
			return 0;
		memcpy(r->name, got.at, LIMIT_NAME_BYTES);
		r->name[LIMIT_NAME_BYTES] = '\0';
		r->size = octal(got.at + 124, 11);
		if (tar_header(again, r->name, r->size, e) < 0
		    || memcmp(again, got.at, TAR_BLOCK) != 0)
			return err_set(e, ERR_TRUST, "%s: not a shard",
			    r->from.path);
		if (r->name[strlen(r->name) - 1] != '/')
			return 0;
	}
}

/* Take the bytes of the member, or (NULL) pass over them. */
static int
take_member(struct buf *out, struct reading *r, struct err *e)
{
	const size_t padding = tar_padding(r->size);
	struct span got = { NULL, 0 };

	if (r->size > LIMIT_ARCHIVE_BYTES)
		return err_set(e, ERR_LIMIT, "%s: %s: larger than any bundle",
		    r->from.path, r->name);
	if (r->size > 0) {
		const int rc = stream_read(&got, &r->from, r->size, e);

		if (rc <= 0)
			return rc < 0 ? -1 : err_set(e, ERR_FORMAT, "%s: cut",
			    r->from.path);
	}
	if (out != NULL)
		buf_span(out, got);
	if (padding > 0 && stream_read(&got, &r->from, padding, e) < 0)
		return -1;
	return next_member(r, e);
}

/* Bring shard ${r} to ${member}. */
static int
seek_member(struct reading *r, const char *member, struct err *e)
{
	while (r->name[0] != '\0' && row_compare(r->name, member) < 0)
		if (take_member(NULL, r, e) < 0)
			return -1;
	if (strcmp(r->name, member) != 0)
		return err_set(e, ERR_TRUST, "%s: %s is not in it",
		    r->from.path, member);
	return 0;
}

struct shards {
	struct reading *at;
	size_t n;
};

static int
open_shards(struct shards *s, const char *dir, uint64_t size, struct err *e)
{
	const uint64_t n = (size + ROW_SHARD - 1) / ROW_SHARD;
	int rc = 0;

	s->at = mem_zero(n, sizeof(*s->at));
	for (; rc == 0 && s->n < n; s->n++) {
		const uint64_t left = size - s->n * ROW_SHARD;
		char *path = shard_path(dir, s->n, left < ROW_SHARD ? left
		    : ROW_SHARD);

		rc = stream_read_open(&s->at[s->n].from, path, e);
		/* A shard without any bytes has no file. */
		if (rc < 0 && e->kind == ERR_ABSENT)
			rc = 0;
		else if (rc == 0)
			rc = next_member(&s->at[s->n], e);
		free(path);
	}
	return rc;
}

static void
close_shards(struct shards *s)
{
	for (size_t i = 0; i < s->n; i++)
		stream_read_clear(&s->at[i].from);
	free(s->at);
}

/* Add the archive that ${c} names, out of its shard. */
static int
add_current(struct holding *h, struct shards *s, const struct current_one *c,
    struct err *e)
{
	struct reading *r = &s->at[c->index / ROW_SHARD];
	struct holding_file *f;
	struct buf name = { 0 }, tar = { 0 };
	char member[ROW_MEMBER];
	struct digest d;
	int rc;

	row_member(member, &c->entry);
	if (seek_member(r, member, e) < 0)
		return -1;
	buf_fmt(&name, "%s: %s", r->from.path, member);
	f = add_file(h, buf_steal(&name));
	rc = take_member(&f->bytes, r, e);
	if (rc == 0 && (!bundle_identity(&d, &tar, span_buf(&f->bytes))
	    || !digest_equal(&d, &c->entry.digest)))
		rc = err_set(e, ERR_TRUST, "%s: not the archive that the log "
		    "names", f->name);
	buf_clear(&tar);
	return rc;
}

static int
visit_current(const struct visit *v, const struct current *c,
    struct shards *s, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < c->n;) {
		const char *suffix = c->at[i].entry.suffix;
		struct holding h = { 0 };

		memcpy(h.suffix, suffix, sizeof(h.suffix));
		for (; rc == 0 && i < c->n
		    && strcmp(c->at[i].entry.suffix, suffix) == 0; i++)
			rc = add_current(&h, s, &c->at[i], e);
		if (rc == 0)
			rc = v->each(v->ctx, &h, e);
		else
			holding_clear(&h);
	}
	return rc;
}

static int
visit_snapshot(const struct visit *v, const char *dir, struct err *e)
{
	struct current c = { 0 };
	struct shards s = { 0 };
	struct log l = { 0 };
	struct digest root;
	int rc = log_open(&l, dir, e);

	if (rc == 0)
		rc = current_load(&c, &root, &l, l.checkpoint.size, e);
	if (rc == 0 && !digest_equal(&root, &l.checkpoint.root))
		rc = err_set(e, ERR_TRUST, "%s: its entries are not those "
		    "that its checkpoint signs", dir);
	if (rc == 0)
		rc = open_shards(&s, dir, l.checkpoint.size, e);
	if (rc == 0)
		rc = visit_current(v, &c, &s, e);
	close_shards(&s);
	current_clear(&c);
	log_close(&l);
	return rc;
}

int
holding_each(const char *dir, holding_visitor *each, void *ctx,
    struct err *e)
{
	struct visit v = { each, ctx };
	struct cache *c;
	int rc;

	if (!file_is_folder(dir))
		return err_set(e, ERR_ABSENT, "%s: no cache or snapshot "
		    "there", dir);
	if (snapshot_is_one(dir))
		return visit_snapshot(&v, dir, e);
	c = cache_open(dir, NULL);
	rc = cache_each(c, visit_hit, &v, e);
	cache_free(c);
	return rc;
}
