/* SPDX-License-Identifier: MIT */
/* See snapshot_check.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/cosign.h"
#include "keep/current.h"
#include "keep/prove.h"
#include "keep/snapshot_check.h"

struct checking {
	const struct snapshot_check *with;
	struct log log;
	int findings;
	/* The entries from the first one on. */
	struct merkle tree;
	struct tile_writer tiles;
	struct source index;
	bool has_index;
	struct shard_rows rows;
	struct hash *lines;	/* of the index, since the last shard */
	uint64_t shards;
	struct buf line, tile;
	/* The earlier checkpoints; the next one to be met. */
	uint64_t *sizes;
	size_t n, next;
};

static void
tell(struct checking *c, enum check_result result, const char *what,
    const char *fmt, ...) PRINTF_LIKE(4, 5);

static void
tell(struct checking *c, enum check_result result, const char *what,
    const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	if (result == CHECK_FAIL)
		c->findings++;
	c->with->tell(c->with->ctx, result, what, buf_string(&text));
	buf_clear(&text);
}

static void
check_signature(struct checking *c, const struct log *l,
    const struct note *cosigned, const char *what)
{
	char why[256];
	const int rc = c->with->vouch(c->with->ctx, l, cosigned, why);

	tell(c, rc > 0 ? CHECK_PASS : CHECK_FAIL, what, "%s", why);
}

/* A tile that was made anew is the one on disk; a partial one may be gone
 * when there is a full one, of which it is the beginning. */
static int
compare_tile(void *ctx, const struct tile *t, struct span bytes,
    struct err *e)
{
	struct checking *c = ctx;
	const struct tile_reader *r = &c->log.reader;
	const struct tile whole = { t->level, t->index, TILE_WIDTH };
	struct buf full = { 0 };
	char name[TILE_PATH];
	bool good;

	c->tile.n = 0;
	good = r->read(r->ctx, &c->tile, t, e) == 0 && c->tile.n >= bytes.n
	    && span_equal(bytes, (struct span){ c->tile.at, bytes.n });
	/* More than asked for is the full one, and nothing else. */
	if (good && c->tile.n > bytes.n)
		good = tile_width(t->level, t->index, c->log.checkpoint.size)
		    == TILE_WIDTH && r->read(r->ctx, &full, &whole, e) == 0
		    && span_equal(span_buf(&c->tile), span_buf(&full));
	buf_clear(&full);
	return good ? 0 : err_set(e, ERR_TRUST, "%s: absent, or not what its "
	    "entries hash to", tile_print(name, t));
}

/* The checkpoint that was signed at this size says this root. */
static void
check_earlier(struct checking *c, uint64_t size)
{
	const struct log_tar_read *tar = c->with->tar;
	char *path = log_checkpoint_path(tar != NULL ? "" : c->with->dir,
	    size);
	struct log old = { 0 };
	struct digest root = merkle_root(&c->tree);
	struct err e;

	if ((tar != NULL ? log_load_member(&old, tar, path, &e)
	    : log_load_note(&old, path, &e)) < 0)
		tell(c, CHECK_FAIL, "checkpoints", "%s", e.text);
	else if (old.checkpoint.size != size
	    || strcmp(old.checkpoint.origin, c->log.checkpoint.origin) != 0
	    || !digest_equal(&old.checkpoint.root, &root))
		tell(c, CHECK_FAIL, "checkpoints", "%s: not what the log says "
		    "at %" PRIu64 " entries", path, size);
	else if (size == c->log.checkpoint.size
	    && !span_equal(span_buf(&old.bytes), span_buf(&c->log.bytes)))
		tell(c, CHECK_FAIL, "checkpoints", "%s: another than "
		    "the checkpoint", path);
	else
		check_signature(c, &old, NULL, "checkpoints");
	log_close(&old);
	free(path);
}

static void
remember(struct checking *c, const struct snapshot_sum *sum)
{
	struct snapshot_sums *s = c->with->sums;

	if (s == NULL)
		return;
	mem_grow(&s->at, s->n, sizeof(*s->at));
	s->at[s->n++] = *sum;
}

static void
check_shard(struct checking *c, uint64_t size)
{
	const uint64_t k = (size - 1) / ROW_SHARD;
	struct snapshot_sum sum = { 0 };
	struct err e;

	sum.file.wants_sha512 = c->with->sums != NULL
	    && c->with->sums->wants_sha512;
	hash_close(sum.lines.at, c->lines);
	c->lines = NULL;
	if (!shard_sort(&c->rows))
		tell(c, CHECK_FAIL, "shards", "index.tsv: two digests for one "
		    "member of shard %04" PRIu64, k);
	else if (shard_check(&sum.file, c->with->dir, c->with->from,
	    c->with->tar, k, size - k * ROW_SHARD, &c->rows, &e) == 0)
		c->shards++;
	else if (c->with->holes && e.kind == ERR_ABSENT)
		tell(c, CHECK_NOTE, "shards", "%04" PRIu64 " is not here", k);
	else
		tell(c, CHECK_FAIL, "shards", "%s", e.text);
	remember(c, &sum);
	c->rows.n = 0;
}

/* The next line of the index is of this entry. */
static void
check_row(struct checking *c, uint64_t index, const struct entry *entry)
{
	struct span line = { NULL, 0 };
	struct row r = { 0 }, want;
	struct err e;
	int rc = stream_line(&line, &c->index, ROW_BYTES, &e);

	if (rc == 0)
		rc = err_set(&e, ERR_FORMAT, "ends");
	if (rc > 0)
		rc = row_parse(&r, line, &e);
	if (rc == 0) {
		/* The same line, but with the log's own words. */
		want = r;
		want.index = index;
		want.entry = *entry;
		c->line.n = 0;
		row_print(&c->line, &want);
		if (r.stored != row_brings(entry) || c->line.n != line.n + 1
		    || memcmp(c->line.at, line.at, line.n) != 0)
			rc = err_set(&e, ERR_TRUST, "not what the log says");
		else if (c->lines == NULL)
			rc = hash_open(&c->lines, HASH_SHA256, &e);
	}
	if (rc < 0) {
		tell(c, CHECK_FAIL, "index", "index.tsv:%" PRIu64 ": %s",
		    index + 1, e.text);
		c->has_index = false;
		return;
	}
	hash_add(c->lines, span_buf(&c->line));
	if (r.stored) {
		mem_grow(&c->rows.at, c->rows.n, sizeof(*c->rows.at));
		c->rows.at[c->rows.n++] = r;
	}
}

static int
take(void *ctx, uint64_t index, struct span text, const struct entry *entry,
    struct err *e)
{
	struct checking *c = ctx;
	const struct digest leaf = merkle_leaf(text);
	const uint64_t size = index + 1;

	merkle_add(&c->tree, &leaf);
	if (tile_writer_add(&c->tiles, text, e) < 0)
		return -1;
	if (c->has_index)
		check_row(c, index, entry);
	if (c->has_index && (size % ROW_SHARD == 0
	    || size == c->log.checkpoint.size))
		check_shard(c, size);
	if (c->next < c->n && c->sizes[c->next] == size) {
		check_earlier(c, size);
		c->next++;
		return tile_writer_flush(&c->tiles, e);
	}
	return 0;
}

static void
check_root(struct checking *c)
{
	const struct checkpoint *k = &c->log.checkpoint;
	const struct digest root = k->size == 0 ? merkle_empty()
	    : merkle_root(&c->tree);
	char hex[DIGEST_HEX];

	if (digest_equal(&root, &k->root))
		tell(c, CHECK_PASS, "root", "%" PRIu64 " entries hash to %s",
		    k->size, digest_print(hex, &root));
	else
		tell(c, CHECK_FAIL, "root", "the entries hash to %s, not to "
		    "what the checkpoint says", digest_print(hex, &root));
}

/* Every entry once: tiles, index, shards, roots. */
static void
replay(struct checking *c)
{
	const uint64_t size = c->log.checkpoint.size;
	struct span more;
	struct err e;
	int rc;

	c->tiles.write = compare_tile;
	c->tiles.ctx = c;
	rc = log_each(&c->log, 0, size, take, c, &e);
	if (rc == 0)
		rc = tile_writer_flush(&c->tiles, &e);
	if (rc < 0) {
		tell(c, CHECK_FAIL, "tiles", "%s", e.text);
		return;
	}
	tell(c, CHECK_PASS, "tiles", "each is what its entries hash to");
	check_root(c);
	if (c->has_index) {
		tell(c, CHECK_PASS, "index", "each line is what the log says");
		if (stream_read(&more, &c->index, 1, &e) != 0)
			tell(c, CHECK_NOTE, "index", "lines behind the "
			    "checkpoint: a run was interrupted; the next one "
			    "drops them");
	}
	if (!c->with->log_alone
	    && c->shards == (size + ROW_SHARD - 1) / ROW_SHARD)
		tell(c, CHECK_PASS, "shards", "%" PRIu64 " rebuilt, each byte "
		    "as the index says", c->shards);
}

/* The newest checkpoint, with what witnesses say of it. */
static void
check_newest(struct checking *c)
{
	char *path = prove_evidence(c->with->evidence != NULL
	    ? c->with->evidence : c->with->dir, c->log.checkpoint.size,
	    "checkpoint.cosigned");
	struct note cosigned = { 0 };
	struct err e;

	if (cosign_load(&cosigned, path, span_buf(&c->log.bytes), &e) == 0) {
		check_signature(c, &c->log, &cosigned, "signature");
	} else {
		if (e.kind != ERR_ABSENT)
			tell(c, CHECK_FAIL, "witnesses", "%s", e.text);
		check_signature(c, &c->log, &c->log.note, "signature");
	}
	note_clear(&cosigned);
	free(path);
}

static void
check_history(struct checking *c)
{
	struct current now = { 0 };
	struct digest root;
	struct err e;

	if (current_load(&now, &root, &c->log, c->log.checkpoint.size, &e) < 0)
		tell(c, CHECK_FAIL, "history", "%s", e.text);
	else
		tell(c, CHECK_PASS, "history", "%zu archives are current",
		    now.n);
	current_clear(&now);
}

static void
check_since(struct checking *c)
{
	const struct checkpoint *old = c->with->since;
	struct err e;

	if (old == NULL)
		return;
	if (strcmp(old->origin, c->log.checkpoint.origin) != 0)
		tell(c, CHECK_FAIL, "since", "a checkpoint of another log, %s",
		    old->origin);
	else if (log_continues(&c->log, old->size, &old->root, &e) < 0)
		tell(c, CHECK_FAIL, "since", "%s", e.text);
	else
		tell(c, CHECK_PASS, "since", "continues the checkpoint of "
		    "%" PRIu64 " entries", old->size);
}

int
snapshot_check(const struct snapshot_check *with, struct err *e)
{
	struct checking c = { .with = with };
	char *index = file_join(with->dir, "index.tsv");
	struct err why;

	if ((with->tar != NULL ? log_open_tar(&c.log, with->tar, e)
	    : log_open(&c.log, with->dir, e)) < 0) {
		free(index);
		return -1;
	}
	check_newest(&c);
	if (with->tar != NULL)
		log_sizes_tar(&c.sizes, &c.n, with->tar);
	else if (log_sizes(&c.sizes, &c.n, with->dir, &why) < 0)
		tell(&c, CHECK_FAIL, "checkpoints", "%s", why.text);
	if (with->sums != NULL)
		with->sums->size = c.log.checkpoint.size;
	c.has_index = !with->log_alone
	    && stream_read_open(&c.index, index, &why) == 0;
	if (!c.has_index && !with->log_alone)
		tell(&c, CHECK_FAIL, "index", "%s", why.text);
	replay(&c);
	if (c.findings == 0 && (c.next < c.n || c.n == 0
	    || c.sizes[c.n - 1] != c.log.checkpoint.size)) {
		/* One that is ahead is of a run that was interrupted. */
		if (c.next < c.n && c.next > 0
		    && c.sizes[c.next - 1] == c.log.checkpoint.size)
			tell(&c, CHECK_NOTE, "checkpoints", "one is ahead of "
			    "the checkpoint: a run was interrupted");
		else
			tell(&c, CHECK_FAIL, "checkpoints", "the newest one "
			    "is not among them");
	}
	check_history(&c);
	check_since(&c);
	tile_writer_clear(&c.tiles);
	stream_read_clear(&c.index);
	hash_close(NULL, c.lines);
	log_close(&c.log);
	buf_clear(&c.line);
	buf_clear(&c.tile);
	free(c.rows.at);
	free(c.sizes);
	free(index);
	return c.findings > 0;
}

void
snapshot_check_clear_sums(struct snapshot_sums *sums)
{
	free(sums->at);
	*sums = (struct snapshot_sums){ 0 };
}
