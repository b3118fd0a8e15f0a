/* SPDX-License-Identifier: MIT */
/* See bagit_check.h. */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/work.h"
#include "deposit/bagit_check.h"
#include "deposit/bagit_fold.h"
#include "deposit/bagit_lists.h"
#include "deposit/bagit_tree.h"
#include "deposit/manifest.h"
#include "keep/below.h"

#define TEXT(s) (int)(s).n, (const char *)(s).at

#define PIECE (64u << 10)

/* --- names that are alike ------------------------------------------------- */

struct alike {
	uint64_t hash;
	uint32_t i, other;	/* an entry, and an earlier one like it */
};

static int
by_hash(const void *a, const void *b)
{
	const struct alike *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return x->i < y->i ? -1 : x->i > y->i;
}

static int
by_entry(const void *a, const void *b)
{
	const struct alike *x = a, *y = b;

	return x->i < y->i ? -1 : x->i > y->i;
}

static uint64_t
hash_folded(const struct bagit *b, struct buf *folded, size_t i)
{
	folded->n = 0;
	bagit_fold(folded, bagit_table_path(&b->table, i));
	return bagit_table_hash(&b->table, span_buf(folded));
}

/* Whether two paths fold to the same bytes; a hash may err. */
static bool
is_alike(const struct bagit *b, struct buf *x, struct buf *y, size_t i,
    size_t j)
{
	hash_folded(b, x, i);
	hash_folded(b, y, j);
	return span_equal(span_buf(x), span_buf(y));
}

/* Two names that are one where case or normal forms are not told apart. */
static void
check_names(struct bagit *b)
{
	const size_t n = b->table.n;
	struct alike *list = mem_zero(n > 0 ? n : 1, sizeof(*list));
	struct buf x = { 0 }, y = { 0 };
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		list[i] = (struct alike){ hash_folded(b, &x, i), (uint32_t)i,
			0 };
	qsort(list, n, sizeof(*list), by_hash);
	for (size_t i = 1; i < n; i++)
		if (list[i].hash == list[i - 1].hash
		    && is_alike(b, &x, &y, list[i - 1].i, list[i].i)) {
			list[found].other = list[i - 1].i;
			list[found++].i = list[i].i;
		}
	qsort(list, found, sizeof(*list), by_entry);
	for (size_t i = 0; i < found && i < LIMIT_BAG_FINDINGS; i++)
		bagit_talk_note(b->talk, BAGIT_NAMES, "%.*s and %.*s are one "
		    "name on some file systems",
		    TEXT(bagit_table_path(&b->table, list[i].other)),
		    TEXT(bagit_table_path(&b->table, list[i].i)));
	if (found > LIMIT_BAG_FINDINGS)
		bagit_talk_note(b->talk, BAGIT_NAMES, "and %zu more of this "
		    "kind", found - LIMIT_BAG_FINDINGS);
	buf_clear(&x);
	buf_clear(&y);
	free(list);
}

/* --- how many there are --------------------------------------------------- */

static void
check_oxum(struct bagit *b, enum bagit_level level)
{
	if (!b->has_oxum && level == BAGIT_QUICK)
		bagit_talk_fail(b->talk, BAGIT_UNDECIDED, BAGIT_OXUM,
		    "the bag states no Payload-Oxum, and --quick looks at "
		    "nothing else");
	else if (!b->has_oxum)
		bagit_talk_note(b->talk, BAGIT_OXUM, "the bag states no "
		    "Payload-Oxum");
	else if (b->here == b->files && b->here_octets == b->octets)
		bagit_talk_pass(b->talk, BAGIT_OXUM, "%" PRIu64 " files with %"
		    PRIu64 " bytes, as Payload-Oxum says", b->here,
		    b->here_octets);
	else
		bagit_talk_fail(b->talk, b->here < b->files
		    && b->here_octets <= b->octets ? BAGIT_INCOMPLETE
		    : BAGIT_DAMAGED, BAGIT_OXUM, "%" PRIu64 " files with %"
		    PRIu64 " bytes, where Payload-Oxum says %" PRIu64
		    " with %" PRIu64, b->here, b->here_octets, b->files,
		    b->octets);
}

static void
check_presence(struct bagit *b)
{
	size_t here = 0;

	for (size_t i = 0; i < b->table.n; i++) {
		const struct bagit_entry *entry = &b->table.at[i];

		if (entry->in == 0)
			continue;
		if ((entry->flags & (BAGIT_HERE | BAGIT_FROM)) != 0)
			here++;
		else
			bagit_talk_fail(b->talk, BAGIT_INCOMPLETE,
			    BAGIT_PRESENCE, "%.*s: %s",
			    TEXT(bagit_table_path(&b->table, i)),
			    (entry->flags & BAGIT_FETCH) != 0
			    ? "not there; fetch.txt says from where"
			    : "not there");
	}
	if (bagit_talk_clean(b->talk, BAGIT_PRESENCE))
		bagit_talk_pass(b->talk, BAGIT_PRESENCE, "all %zu files that "
		    "are listed", here);
	bagit_talk_rest(b->talk, BAGIT_PRESENCE);
}

/* --- digests -------------------------------------------------------------- */

/* What was found of some entries, by a job. */
struct outcome {
	struct {
		enum bagit_status status;
		char *text;
	} *at;
	size_t n;
	size_t good;
	uint64_t bytes;
};

struct hashing {
	struct bagit *b;
	size_t chunk;
	struct outcome *outcome;	/* of each job */
	size_t good;
	uint64_t bytes;
};

static void
found(struct outcome *o, enum bagit_status status, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static void
found(struct outcome *o, enum bagit_status status, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&o->at, o->n, sizeof(*o->at));
	o->at[o->n].status = status;
	o->at[o->n++].text = buf_steal(&text);
}

/* Read ${fd} to its end through every hash that was opened. */
static int
read_all(int fd, uint64_t bytes, struct hash *const h[HASH_KINDS],
    struct err *e)
{
	uint8_t piece[PIECE];
	uint64_t total = 0;

	for (;;) {
		const ssize_t n = file_get(fd, piece, sizeof(piece));

		if (n < 0)
			return err_sys(e, "cannot read");
		if (n == 0)
			break;
		total += (uint64_t)n;
		if (total > bytes)
			break;
		for (unsigned k = 0; k < HASH_KINDS; k++)
			if (h[k] != NULL)
				hash_add(h[k], (struct span){ piece,
				    (size_t)n });
	}
	if (total != bytes)
		return err_set(e, ERR_IO, "changed while it was read");
	return 0;
}

/* The kinds of hashes that are said of ${entry}. */
static unsigned
kinds_of(const struct bagit *b, const struct bagit_entry *entry)
{
	unsigned kinds = 0;

	for (size_t k = 0; k < b->manifests; k++)
		if ((entry->in >> k & 1) != 0 && b->manifest[k].known)
			kinds |= 1u << b->manifest[k].kind;
	return kinds;
}

static int
hash_entry(uint8_t out[HASH_KINDS][HASH_MOST], uint64_t *bytes,
    const struct bagit *b, size_t i, struct err *e)
{
	const unsigned kinds = kinds_of(b, &b->table.at[i]);
	struct hash *h[HASH_KINDS] = { NULL };
	const int fd = bagit_tree_open(bytes, b, i, e);
	int rc = fd < 0 ? -1 : 0;

	for (unsigned k = 0; rc == 0 && k < HASH_KINDS; k++)
		if ((kinds >> k & 1) != 0 && hash_open(&h[k], k, e) < 0)
			rc = err_set(e, ERR_IO, "%s is not offered here",
			    hash_print(k));
	if (rc == 0)
		rc = read_all(fd, *bytes, h, e);
	for (unsigned k = 0; k < HASH_KINDS; k++)
		if (h[k] != NULL)
			hash_close(rc == 0 ? out[k] : NULL, h[k]);
	if (fd >= 0)
		close(fd);
	return fd >= 0 && rc < 0 ? err_in(e, "%.*s",
	    TEXT(bagit_table_path(&b->table, i))) : rc;
}

static void
check_entry(struct outcome *o, const struct bagit *b, size_t i)
{
	const struct bagit_entry *entry = &b->table.at[i];
	uint8_t got[HASH_KINDS][HASH_MOST];
	const size_t before = o->n;
	uint64_t bytes = 0;
	struct err e;

	if (hash_entry(got, &bytes, b, i, &e) < 0) {
		found(o, e.kind == ERR_TRUST ? BAGIT_UNSAFE
		    : e.kind == ERR_ABSENT ? BAGIT_INCOMPLETE
		    : BAGIT_UNDECIDED, "%s", e.text);
		return;
	}
	for (size_t k = 0; k < b->manifests; k++) {
		const struct bagit_manifest *m = &b->manifest[k];

		if ((entry->in >> k & 1) != 0 && m->known
		    && !bagit_table_agrees(&b->table, i, m->kind,
		    got[m->kind]))
			found(o, BAGIT_DAMAGED, "%.*s: not the file of %s",
			    TEXT(bagit_table_path(&b->table, i)), m->name);
	}
	if (o->n == before) {
		o->good++;
		o->bytes += bytes;
	}
}

static void
hash_some(void *ctx, size_t job)
{
	struct hashing *h = ctx;
	const struct bagit *b = h->b;

	for (size_t i = job * h->chunk; i < (job + 1) * h->chunk
	    && i < b->table.n; i++)
		if (b->table.at[i].in != 0 && (b->table.at[i].flags
		    & (BAGIT_HERE | BAGIT_FROM)) != 0)
			check_entry(&h->outcome[job], b, i);
}

static void
tell_some(void *ctx, size_t job)
{
	struct hashing *h = ctx;
	struct outcome *o = &h->outcome[job];

	for (size_t i = 0; i < o->n; i++) {
		bagit_talk_fail(h->b->talk, o->at[i].status, BAGIT_DIGEST,
		    "%s", o->at[i].text);
		free(o->at[i].text);
	}
	free(o->at);
	h->good += o->good;
	h->bytes += o->bytes;
}

static void
check_digests(struct bagit *b)
{
	/* Many small files: a job for each would cost more than it pays. */
	struct hashing h = { .b = b, .chunk = b->table.n < 1024 ? 1 : 16 };
	const size_t jobs = (b->table.n + h.chunk - 1) / h.chunk;

	h.outcome = mem_zero(jobs > 0 ? jobs : 1, sizeof(*h.outcome));
	work_run(jobs, work_threads(), hash_some, tell_some, &h);
	if (bagit_talk_clean(b->talk, BAGIT_DIGEST))
		bagit_talk_pass(b->talk, BAGIT_DIGEST, "%zu files with %"
		    PRIu64 " bytes have the digests that are said of them",
		    h.good, h.bytes);
	bagit_talk_rest(b->talk, BAGIT_DIGEST);
	free(h.outcome);
}

int
bagit_check(struct bagit *b, const char *path, enum bagit_level level,
    const char *from, struct bagit_talk *talk, struct err *e)
{
	if (bagit_open(b, path, talk, e) < 0)
		return -1;
	if (from != NULL) {
		b->from = below_folder(from, e);
		if (b->from < 0) {
			/* Its absence is not the bag's. */
			e->kind = ERR_IO;
			return err_in(e, "--from");
		}
	}
	if (!b->readable)
		return 0;
	if (level == BAGIT_QUICK) {
		bagit_tree_count(b);
		check_oxum(b, level);
		return 0;
	}
	bagit_lists_read(b);
	check_names(b);
	bagit_tree_walk(b);
	check_presence(b);
	check_oxum(b, level);
	if (level == BAGIT_VALID)
		check_digests(b);
	return 0;
}
