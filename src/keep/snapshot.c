/* SPDX-License-Identifier: MIT */
/* See snapshot.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/work.h"
#include "bundle/bundle.h"
#include "keep/current.h"
#include "keep/glance.h"
#include "keep/growth.h"
#include "keep/mark.h"
#include "keep/seen.h"
#include "keep/snapshot.h"

#define BATCH 1024u

/* Files to one job; they share the room in which they are read. */
#define CHUNK 16u

/* Files of one number whose bytes are held, and how many bytes of each; of
 * others they are read again. */
#define HELD_MOST 4u
#define HELD_BYTES (64u << 10)

/* One file of the cache. */
struct one {
	char *path;
	char suffix[NUMBER_SUFFIX + 1];
	struct buf look;	/* keep/seen.h */
	bool known;		/* its identity is that of ${entry} */
	bool fresh;		/* it is not in the log */
	struct entry entry;
	struct buf bytes;	/* of a fresh one, and their digest */
	struct digest stored;
	char *why;		/* it is left out */
};

/* The files of one number. */
struct group {
	char suffix[NUMBER_SUFFIX + 1];
	struct one *at;
	size_t n;
	bool partial;		/* one of them is left out */
};

struct making {
	const struct snapshot_with *with;
	struct snapshot_made *made;
	struct log log;
	bool has_log;
	struct current current;
	size_t reached;		/* what is current up to here was seen */
	struct growth growth;
	struct seen seen;
	struct buf look;	/* for the walk that only looks */
	struct seen_writer writer;
	struct one batch[BATCH];
	size_t n;
	struct group group;
	size_t files;
	struct err *e;
	int rc;
};

static unsigned
rank(char c)
{
	/* As bytes: the digits 2 to 7 come before A to Z. */
	return c <= '9' ? (unsigned)(c - '2') : (unsigned)(c - 'A') + 6;
}

bool
snapshot_in_part(const char *suffix, unsigned part, unsigned parts)
{
	const unsigned at = 32 * rank(suffix[0]) + rank(suffix[1]);

	return at * parts / 1024 == part - 1;
}

bool
snapshot_is_one(const char *dir)
{
	char *note = file_join(dir, "checkpoint"), *tile = file_join(dir,
	    "tile");
	const bool is = file_is_regular(note) && file_is_folder(tile);

	free(note);
	free(tile);
	return is;
}

/* --- reading a file, on any thread ---------------------------------------- */

/* Room for one file and its inner tar. */
struct room {
	struct buf file, tar;
};

/* Make it empty, and give back what only a large file needed. */
static void
empty(struct buf *b)
{
	if (b->room > LIMIT_ALONE_BYTES)
		buf_clear(b);
	b->n = 0;
}

static void
leave_out(struct one *o, const char *why)
{
	o->why = mem_string(why);
}

static void
read_one(const struct making *m, struct one *o, struct room *r)
{
	const struct current_one *have = NULL;
	struct digest d;
	struct err e;

	if (o->known)
		return;
	empty(&r->file);
	empty(&r->tar);
	if (o->look.n == 0)
		seen_look(&o->look, o->path);
	if (file_read(&r->file, o->path, LIMIT_ARCHIVE_BYTES, &e) < 0) {
		leave_out(o, e.text);
	} else if (m->current.n > 0
	    && bundle_identity(&d, &r->tar, span_buf(&r->file))
	    && (have = current_get(&m->current, o->suffix, &d)) != NULL) {
		o->entry = have->entry;
		o->known = true;
	} else {
		r->tar.n = 0;
		if (glance_parse(&o->entry, &r->tar, span_buf(&r->file), &e)
		    < 0)
			leave_out(o, e.text);
		else if (strcmp(o->entry.suffix, o->suffix) != 0)
			leave_out(o, "holds another number than its name says");
		else
			o->known = o->fresh = true;
	}
	if (o->fresh && r->file.n <= HELD_BYTES) {
		o->stored = digest_sha256(span_buf(&r->file));
		buf_span(&o->bytes, span_buf(&r->file));
	}
}

static void
read_chunk(void *ctx, size_t i)
{
	struct making *m = ctx;
	struct room room = { 0 };

	for (size_t j = i * CHUNK; j < m->n && j < (i + 1) * CHUNK; j++)
		read_one(m, &m->batch[j], &room);
	buf_clear(&room.file);
	buf_clear(&room.tar);
}

/* --- from the files of a number to entries -------------------------------- */

static int
by_identity(const void *a, const void *b)
{
	const struct one *x = a, *y = b;

	return memcmp(x->entry.digest.at, y->entry.digest.at, DIGEST_BYTES);
}

static int
add_fresh(struct making *m, struct one *o, enum entry_event event)
{
	struct buf again = { 0 }, tar = { 0 };
	struct digest d;
	int rc = 0;

	o->entry.event = event;
	if (o->bytes.n == 0) {
		rc = file_read(&again, o->path, LIMIT_ARCHIVE_BYTES, m->e);
		if (rc == 0 && (!bundle_identity(&d, &tar, span_buf(&again))
		    || !digest_equal(&d, &o->entry.digest)))
			rc = err_set(m->e, ERR_IO, "%s: changed while it was "
			    "read", o->path);
		else if (rc == 0)
			o->stored = digest_sha256(span_buf(&again));
	}
	if (rc == 0)
		rc = growth_add(&m->growth, &o->entry, span_buf(
		    o->bytes.n > 0 ? &o->bytes : &again), &o->stored, m->e);
	if (event == ENTRY_ADD)
		m->made->added++;
	else
		m->made->replaced++;
	buf_clear(&again);
	buf_clear(&tar);
	return rc;
}

static int
withdraw(struct making *m, const struct current_one *c)
{
	struct entry gone = c->entry;

	gone.event = ENTRY_WITHDRAW;
	m->made->withdrawn++;
	return growth_add(&m->growth, &gone, (struct span){ NULL, 0 }, NULL,
	    m->e);
}

/* Whether a file of the number has this identity. */
static bool
still_there(const struct group *g, const struct digest *d)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->at[i].known && digest_equal(&g->at[i].entry.digest, d))
			return true;
	return false;
}

/* Both lists are in order of identity: so are the entries. */
static int
emit_group(struct making *m, struct current_one *old, size_t n)
{
	struct group *g = &m->group;
	size_t kept = 0, i = 0;
	bool replaces;

	if (g->n > 1)
		qsort(g->at, g->n, sizeof(*g->at), by_identity);
	for (size_t j = 0; j < n; j++)
		kept += still_there(g, &old[j].entry.digest) ? 1 : 0;
	replaces = n > 0 && kept == 0 && !g->partial;
	for (size_t j = 0; j <= g->n; j++) {
		struct one *o = j < g->n ? &g->at[j] : NULL;

		if (o != NULL && (!o->fresh || (j > 0 && by_identity(o,
		    &g->at[j - 1]) == 0)))
			continue;
		for (; i < n && !replaces && !g->partial && (o == NULL
		    || memcmp(old[i].entry.digest.at, o->entry.digest.at,
		    DIGEST_BYTES) < 0); i++)
			if (!still_there(g, &old[i].entry.digest)
			    && withdraw(m, &old[i]) < 0)
				return -1;
		if (o == NULL)
			break;
		if (add_fresh(m, o, replaces ? ENTRY_REPLACE : ENTRY_ADD) < 0)
			return -1;
		/* The first one ended all earlier ones. */
		if (replaces) {
			replaces = false;
			i = n;
		}
	}
	return 0;
}

/* Withdraw what is current before ${suffix} (NULL: to the end) and was not
 * met in the cache. */
static int
withdraw_before(struct making *m, const char *suffix)
{
	const struct snapshot_with *w = m->with;

	for (; m->reached < m->current.n; m->reached++) {
		const struct current_one *c = &m->current.at[m->reached];

		if (suffix != NULL && strcmp(c->entry.suffix, suffix) >= 0)
			break;
		if (snapshot_in_part(c->entry.suffix, w->part, w->parts)
		    && withdraw(m, c) < 0)
			return -1;
	}
	return 0;
}

static void
clear_one(struct one *o)
{
	free(o->path);
	free(o->why);
	buf_clear(&o->look);
	buf_clear(&o->bytes);
	*o = (struct one){ 0 };
}

/* The number's files are all here. */
static int
end_group(struct making *m)
{
	struct group *g = &m->group;
	size_t first, n;
	int rc = 0;

	if (g->n > 0) {
		bool any = false;

		rc = withdraw_before(m, g->suffix);
		n = current_find(&first, &m->current, g->suffix);
		m->reached = first + n;
		/* All of it broken says nothing of what went. */
		for (size_t i = 0; i < g->n; i++)
			any = any || g->at[i].known;
		if (rc == 0 && any) {
			size_t kept = 0;

			for (size_t i = 0; i < g->n; i++) {
				if (g->at[i].known)
					g->at[kept++] = g->at[i];
				else
					clear_one(&g->at[i]);
			}
			g->n = kept;
			rc = emit_group(m, n > 0 ? &m->current.at[first]
			    : NULL, n);
		}
	}
	for (size_t i = 0; i < g->n; i++)
		clear_one(&g->at[i]);
	g->n = 0;
	g->partial = false;
	return rc;
}

/* --- the files in their order --------------------------------------------- */

static void
take_one(struct making *m, struct one *o)
{
	struct group *g = &m->group;

	if (m->rc == 0 && strcmp(g->suffix, o->suffix) != 0) {
		m->rc = end_group(m);
		memcpy(g->suffix, o->suffix, sizeof(o->suffix));
	}
	if (m->rc < 0) {
		clear_one(o);
		return;
	}
	if (o->why != NULL) {
		m->made->left_out++;
		if (m->with->left_out != NULL)
			m->with->left_out(m->with->ctx, o->path, o->why);
		g->partial = true;
	} else {
		seen_add(&m->writer, span_buf(&o->look), &o->entry.digest);
	}
	if (g->n >= HELD_MOST)
		buf_clear(&o->bytes);
	mem_grow(&g->at, g->n, sizeof(*g->at));
	g->at[g->n++] = *o;
	*o = (struct one){ 0 };
}

static void
take_chunk(void *ctx, size_t i)
{
	struct making *m = ctx;

	for (size_t j = i * CHUNK; j < m->n && j < (i + 1) * CHUNK; j++)
		take_one(m, &m->batch[j]);
}

static int
run_batch(struct making *m)
{
	work_run((m->n + CHUNK - 1) / CHUNK, work_threads(), read_chunk,
	    take_chunk, m);
	m->n = 0;
	return m->rc;
}

static int
add_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct making *m = ctx;
	struct digest d;

	(void)e;
	if (!snapshot_in_part(hit->suffix, m->with->part, m->with->parts))
		return 0;
	for (size_t i = 0; i < hit->files.n; i++) {
		struct one *o = &m->batch[m->n++];
		const struct current_one *have = NULL;

		memcpy(o->suffix, hit->suffix, sizeof(o->suffix));
		o->path = mem_string(hit->files.at[i]);
		m->files++;
		/* What nobody has seen is looked at when it is read. */
		if (!m->with->all && !seen_ended(&m->seen)
		    && seen_look(&o->look, o->path)
		    && seen_get(&d, &m->seen, span_buf(&o->look)))
			have = current_get(&m->current, o->suffix, &d);
		if (have != NULL) {
			o->known = true;
			o->entry = have->entry;
		} else {
			m->made->read++;
		}
		if (m->n == BATCH && run_batch(m) < 0)
			return -1;
	}
	return 0;
}

static int
look_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct making *m = ctx;

	(void)e;
	if (!snapshot_in_part(hit->suffix, m->with->part, m->with->parts))
		return 0;
	for (size_t i = 0; i < hit->files.n; i++) {
		m->look.n = 0;
		if (!seen_look(&m->look, hit->files.at[i])
		    || !seen_next(&m->seen, span_buf(&m->look)))
			return 1;
	}
	return 0;
}

/* --- the whole ------------------------------------------------------------ */

static char *
seen_file(const struct making *m)
{
	struct buf log = { 0 };
	char *path;

	note_key_print(&log, &m->with->secret->key);
	path = m->with->seen == NULL ? NULL
	    : seen_path(m->with->seen, cache_dir(m->with->cache),
	    span_buf(&log));
	buf_clear(&log);
	return path;
}

/* 1: nothing has changed since the last snapshot. */
static int
is_unchanged(struct making *m, const char *seen, struct err *e)
{
	int rc;

	if (!m->has_log || m->with->all)
		return 0;
	seen_open(&m->seen, seen, m->log.checkpoint.size,
	    &m->log.checkpoint.root);
	rc = seen_ended(&m->seen) ? 1
	    : cache_each(m->with->cache, look_hit, m, e);
	rc = rc < 0 ? -1 : rc == 0 && seen_ended(&m->seen);
	seen_close(&m->seen);
	return rc;
}

static int
walk(struct making *m, struct err *e)
{
	if (cache_each(m->with->cache, add_hit, m, e) < 0
	    || run_batch(m) < 0 || end_group(m) < 0)
		return -1;
	if (m->files == 0 && m->current.n > 0)
		return err_set(e, ERR_USAGE, "%s: holds no bundle; that would "
		    "withdraw all %zu", cache_dir(m->with->cache),
		    m->current.n);
	return withdraw_before(m, NULL);
}

static int
make(struct making *m, struct mark *mark, const char *seen, struct err *e)
{
	struct digest root = merkle_empty();
	int rc = 0;

	if (m->has_log)
		rc = current_load(&m->current, &root, &m->log,
		    m->log.checkpoint.size, e);
	if (rc == 0 && m->has_log
	    && !digest_equal(&root, &m->log.checkpoint.root))
		rc = err_set(e, ERR_TRUST, "%s: its entries are not those "
		    "that its checkpoint signs", m->with->dir);
	if (rc == 0)
		rc = growth_open(&m->growth, m->with->dir,
		    m->has_log ? &m->log : NULL, e);
	if (rc == 0) {
		seen_begin(&m->writer, seen);
		seen_open(&m->seen, m->has_log ? seen : NULL,
		    m->growth.before, &root);
		rc = walk(m, e);
	}
	m->made->size = m->growth.tiles.size;
	if (rc == 0 && m->made->size > m->growth.before) {
		rc = growth_settle(&root, &m->growth, e);
		if (rc == 0)
			rc = mark_sign(mark, m->with->dir, m->with->secret,
			    m->made->size, &root, e);
		if (rc == 0)
			growth_tidy(&m->growth);
	}
	m->made->root = root;
	if (rc == 0)
		seen_save(&m->writer, m->made->size, &root);
	return rc;
}

static void
clear(struct making *m)
{
	for (size_t i = 0; i < BATCH; i++)
		clear_one(&m->batch[i]);
	for (size_t i = 0; i < m->group.n; i++)
		clear_one(&m->group.at[i]);
	free(m->group.at);
	growth_clear(&m->growth);
	seen_close(&m->seen);
	seen_drop(&m->writer);
	current_clear(&m->current);
	buf_clear(&m->look);
	log_close(&m->log);
	free(m);
}

int
snapshot_create(struct snapshot_made *out, const struct snapshot_with *with,
    struct err *e)
{
	struct making *m = mem_zero(1, sizeof(*m));
	struct snapshot_made made = { 0 };
	struct mark mark = { .lock = -1 };
	char *seen = NULL;
	int rc;

	m->with = with;
	m->made = &made;
	m->e = e;
	rc = file_is_folder(cache_dir(with->cache)) ? 0 : err_set(e,
	    ERR_ABSENT, "%s: no cache there", cache_dir(with->cache));
	if (rc == 0)
		rc = mark_open(&mark, with->marks, &with->secret->key, e);
	if (rc == 0)
		rc = mark_follow(&m->log, &m->has_log, &mark, with->dir,
		    with->secret, e);
	if (rc == 0) {
		made.before = made.size = m->log.checkpoint.size;
		made.root = m->log.checkpoint.root;
		seen = seen_file(m);
		rc = is_unchanged(m, seen, e);
	}
	if (rc == 0)
		rc = make(m, &mark, seen, e);
	if (rc >= 0)
		*out = made;
	mark_close(&mark);
	free(seen);
	clear(m);
	return rc < 0 ? -1 : 0;
}
