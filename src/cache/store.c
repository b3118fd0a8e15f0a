/* SPDX-License-Identifier: MIT */
/* See store.h. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "base/lock.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/contents.h"
#include "bundle/gzip.h"
#include "cache/cache_private.h"
#include "cache/index.h"
#include "cache/store.h"
#include "canon/codec.h"

#define LOCK_SECONDS 60

/* The generation that follows ${old} by ${change}: a count for people, and a
 * digest over all changes so far. */
static void
next_generation(struct buf *out, const char *old, const char *change)
{
	struct buf all = { 0 };
	struct digest d;
	char hex[DIGEST_HEX];

	buf_fmt(&all, "%s%s", old != NULL ? old : "", change);
	d = digest_sha256(span_buf(&all));
	buf_fmt(out, "%lu %.16s\n", old != NULL ? strtoul(old, NULL, 10) + 1
	    : 1, digest_print(hex, &d));
	buf_clear(&all);
}

/* A change to the folder: the lock, the index, and what follows. */
struct change {
	struct cache *c;
	int lock;
	struct index *index;	/* NULL: none */
	char *old;		/* the generation before */
	struct buf next;
};

static int
begin_change(struct change *ch, struct cache *c, const char *what,
    struct err *e)
{
	char *lock = file_join(c->dir, "lock"), *path = NULL;
	int rc = file_folder(c->dir, e);

	*ch = (struct change){ .c = c, .lock = -1 };
	if (rc == 0)
		rc = ch->lock = lock_take(lock, LOCK_SECONDS, e);
	if (rc >= 0)
		rc = cache_generation(&ch->old, c, e);
	if (rc >= 0) {
		next_generation(&ch->next, ch->old, what);
		path = cache_index_path(c);
	}
	if (rc >= 0 && path != NULL) {
		rc = file_folder(c->index_folder, e);
		if (rc == 0)
			rc = index_create(&ch->index, path, e);
	}
	/* An index that is behind stays behind until it is rebuilt; for an
	 * empty cache it is complete as it is. */
	if (rc >= 0 && ch->index != NULL && ch->old == NULL)
		rc = index_empty(ch->index, e);
	else if (rc >= 0 && ch->index != NULL
	    && !index_is_current(ch->index, ch->old)) {
		say_step("%s: the index is behind; `pithtex cache check "
		    "--rebuild' makes it anew", c->dir);
		index_close(ch->index);
		ch->index = NULL;
	}
	free(lock);
	free(path);
	return rc < 0 ? -1 : 0;
}

/* Before the first file changes. */
static int
announce_change(struct change *ch, struct err *e)
{
	return ch->index == NULL ? 0
	    : index_commit(ch->index, buf_string(&ch->next), false, e);
}

static int
end_change(struct change *ch, struct err *e)
{
	int rc = file_write(ch->c->generation, span_buf(&ch->next), 0666, e);

	if (rc == 0 && ch->index != NULL)
		rc = index_commit(ch->index, buf_string(&ch->next), true, e);
	return rc;
}

static void
clear_change(struct change *ch)
{
	index_close(ch->index);
	lock_release(ch->lock);
	free(ch->old);
	buf_clear(&ch->next);
}

/* What is in the cache under the number that is to be added. */
struct present {
	struct cache_hits hits;	/* at most one */
	bool *contained;	/* by file: the new one holds all of it */
	bool same, older, first_free;
	const char *equal;	/* the file with the new one's identity */
};

/* Rename what cannot be read, under a name that nothing else has. */
static void
set_aside(const char *path, const struct bundle *b, struct err *e)
{
	const struct digest d = digest_sha256(span_buf(&b->file));
	struct buf aside = { 0 };
	char hex[DIGEST_HEX];

	buf_fmt(&aside, "%s.%.16s.damaged", path, digest_print(hex, &d));
	say_warn("%s: damaged; set aside as %s", path, buf_string(&aside));
	if (file_rename(path, buf_string(&aside), e) < 0)
		say_warn("%s", e->text);
	buf_clear(&aside);
}

/* The new bundle: what it says, and the bytes to be stored. */
struct coming {
	const struct bundle *b;		/* trimmed */
	enum verdict verdict;
	struct contents contents;
	struct buf bytes;
};

static void
take_coming(struct coming *n, struct bundle *b, enum verdict v)
{
	*n = (struct coming){ .b = b, .verdict = v };
	contents_of(&n->contents, b);
	if (b->archived) {
		n->bytes = b->file;
		b->file = (struct buf){ 0 };
	} else {
		gzip_write(&n->bytes, span_buf(&b->tar));
	}
	/* What is there already may be as large. */
	bundle_trim(b);
}

/* CACHE/proofs/RW/STEM of the archive ${path} of ${suffix}. */
static char *
proofs_of(const struct cache *c, const char *suffix, const char *path)
{
	const char *base = file_base(path);
	struct buf out = { 0 };

	buf_fmt(&out, "%s/proofs/%.2s/%.*s", cache_dir(c), suffix,
	    (int)(strlen(base) - strlen(".tar.gz")), base);
	return buf_steal(&out);
}

/* The proofs of the archive ${path}; of all archives of ${suffix} where that
 * is NULL.  Where there is no such folder there are none. */
static int
list_proofs(struct names *out, char **dir, const struct cache *c,
    const char *suffix, const char *path, struct err *e)
{
	char *stem = proofs_of(c, suffix, path != NULL ? path : "-.tar.gz");
	struct buf prefix = { 0 };
	int rc;

	/* .tar.ots, .tar.HOST.tsr, .tlog-proof and more behind that; or the
	 * digits of another archive. */
	buf_fmt(&prefix, "%s.%s", path != NULL ? file_base(stem) : suffix,
	    path != NULL ? "t" : "");
	*out = (struct names){ 0 };
	*dir = file_dir(stem);
	rc = file_names(out, *dir, buf_string(&prefix), e);
	if (rc < 0 && e->kind == ERR_ABSENT)
		rc = 0;
	buf_clear(&prefix);
	free(stem);
	return rc;
}

/* Whether ${path} has proofs, which would be of another archive if it were
 * replaced.  What cannot be seen is not given up. */
static bool
is_proven(const struct cache *c, const char *suffix, const char *path)
{
	struct names names;
	struct err e;
	char *dir;
	const bool some = list_proofs(&names, &dir, c, suffix, path, &e) < 0
	    || names.n > 0;

	file_names_free(&names);
	free(dir);
	return some;
}

static int
remove_proofs(const struct cache *c, const char *suffix, struct err *e)
{
	struct names names;
	char *dir;
	int rc = list_proofs(&names, &dir, c, suffix, NULL, e);

	for (size_t i = 0; i < names.n && rc == 0; i++) {
		char *path = file_join(dir, names.at[i]);

		rc = file_remove(path, e) < 0 ? -1 : 0;
		free(path);
	}
	file_names_free(&names);
	free(dir);
	return rc;
}

/* How the new bundle stands to one that is there and can be read.  A worse
 * verdict never takes the place of a better one, whatever it holds. */
static void
compare_bundle(struct present *p, size_t i, const struct bundle *other,
    enum verdict theirs_is, const struct coming *mine)
{
	const enum verdict mine_is = mine->verdict;
	const bool stored = theirs_is == VERDICT_GOOD
	    || theirs_is == VERDICT_UNSIGNED || theirs_is == VERDICT_CONFLICT;
	struct contents theirs;

	contents_of(&theirs, other);
	switch (contents_compare(&mine->contents, &theirs)) {
	case CONTENTS_EQUAL:
		if (theirs_is <= mine_is)
			p->same = true;
		else
			p->contained[i] = stored;
		break;
	case CONTENTS_LESS:
		p->older = p->older || theirs_is <= mine_is;
		break;
	case CONTENTS_MORE:
		p->contained[i] = stored && theirs_is >= mine_is
		    && mine_is != VERDICT_CONFLICT;
		break;
	case CONTENTS_APART:
		break;
	}
	contents_clear(&theirs);
}

static void
compare_file(struct present *p, size_t i, const struct coming *mine,
    const struct keyring *ring, struct err *e)
{
	const char *path = p->hits.list[0].files.at[i];
	struct bundle *other = NULL;
	struct report rep = { 0 };

	if (bundle_read(&other, &rep, path, ring, e) == 0
	    && other->record != NULL) {
		compare_bundle(p, i, other, report_verdict(&rep), mine);
		if (digest_equal(&other->identity, &mine->b->identity)) {
			p->same = true;
			p->equal = path;
		}
	} else if (other != NULL) {
		/* It is not lost, and not in the way. */
		set_aside(path, other, e);
		if (i == 0)
			p->first_free = true;
	}
	bundle_free(other);
	report_clear(&rep);
}

static int
look_at_present(struct present *p, const struct cache *c,
    const struct coming *mine, const struct keyring *ring,
    store_proves *proves, struct err *e)
{
	const char *suffix = mine->b->record->suffix;
	char *first;
	size_t n;

	*p = (struct present){ 0 };
	if (cache_find_prefix(&p->hits, c, suffix, e) < 0)
		return -1;
	n = p->hits.n == 0 ? 0 : p->hits.list[0].files.n;
	p->contained = mem_zero(n, sizeof(*p->contained));
	first = cache_path(c, suffix);
	p->first_free = n == 0
	    || strcmp(p->hits.list[0].files.at[0], first) != 0;
	for (size_t i = 0; i < n; i++) {
		compare_file(p, i, mine, ring, e);
		if (p->contained[i]
		    && is_proven(c, suffix, p->hits.list[0].files.at[i]))
			p->contained[i] = false;
	}
	if (n > 0 && p->contained[0]
	    && strcmp(p->hits.list[0].files.at[0], first) == 0)
		p->first_free = true;
	if (p->first_free && is_proven(c, suffix, first)) {
		p->first_free = proves(first, &mine->b->identity);
		if (p->first_free && p->equal == NULL)
			p->older = p->same = false;
	}
	free(first);
	return 0;
}

static char *
place_for(const struct cache *c, const struct bundle *b, bool first)
{
	char hex[DIGEST_HEX], *path, *folder;
	struct buf name = { 0 };

	if (first)
		return cache_path(c, b->record->suffix);
	folder = cache_folder(c, b->record->suffix);
	buf_fmt(&name, "%s.%.16s.tar.gz", b->record->suffix,
	    digest_print(hex, &b->identity));
	path = file_join(folder, buf_string(&name));
	free(folder);
	buf_clear(&name);
	return path;
}

/* Write the archive; then remove what it contains, last things last. */
static int
store(char **proofs, struct change *ch, const struct present *p,
    const struct coming *mine, struct err *e)
{
	const struct record *r = mine->b->record;
	char *folder = cache_folder(ch->c, r->suffix);
	char *path = place_for(ch->c, mine->b, p->first_free);
	int rc = file_folder(folder, e);

	if (rc == 0 && ch->index != NULL && r->source_id != NULL)
		rc = index_add(ch->index, r->source_id, r->suffix, e);
	if (rc == 0)
		rc = announce_change(ch, e);
	if (rc == 0)
		rc = file_write(path, span_buf(&mine->bytes), 0666, e);
	for (size_t i = 0; p->hits.n > 0 && i < p->hits.list[0].files.n
	    && rc == 0; i++)
		if (p->contained[i]
		    && strcmp(p->hits.list[0].files.at[i], path) != 0
		    && file_remove(p->hits.list[0].files.at[i], e) < 0)
			rc = -1;
	if (rc == 0)
		rc = end_change(ch, e);
	if (rc == 0)
		*proofs = proofs_of(ch->c, r->suffix, path);
	free(folder);
	free(path);
	return rc;
}

int
store_add(enum store_added *how, char **proofs, struct cache *c,
    struct bundle *b, const struct report *rep, const struct keyring *ring,
    store_proves *proves, struct err *e)
{
	const enum verdict v = report_verdict(rep);
	struct present p = { 0 };
	struct coming mine;
	struct change ch;
	struct buf what = { 0 };
	char hex[DIGEST_HEX];
	bool beside = false;
	int rc;

	*proofs = NULL;
	if (v != VERDICT_GOOD && v != VERDICT_UNSIGNED
	    && v != VERDICT_CONFLICT)
		return err_set(e, ERR_TRUST, "not stored");
	take_coming(&mine, b, v);
	buf_fmt(&what, "add %s %s", b->record->suffix,
	    digest_print(hex, &b->identity));
	rc = begin_change(&ch, c, buf_string(&what), e);
	buf_clear(&what);
	if (rc == 0)
		rc = look_at_present(&p, c, &mine, ring, proves, e);
	if (rc == 0 && !p.same && !p.older) {
		for (size_t i = 0; p.hits.n > 0
		    && i < p.hits.list[0].files.n; i++)
			beside = beside || (!p.contained[i]
			    && file_is_regular(p.hits.list[0].files.at[i]));
		rc = store(proofs, &ch, &p, &mine, e);
	} else if (rc == 0 && p.equal != NULL) {
		*proofs = proofs_of(c, b->record->suffix, p.equal);
	}
	if (rc == 0)
		*how = p.same ? STORE_SAME : p.older ? STORE_OLDER
		    : beside ? STORE_BESIDE : STORE_ADDED;
	clear_change(&ch);
	cache_hits_clear(&p.hits);
	free(p.contained);
	contents_clear(&mine.contents);
	buf_clear(&mine.bytes);
	return rc;
}

int
store_remove(struct cache *c, const char *suffix, struct err *e)
{
	struct cache_hits hits = { 0 };
	struct change ch;
	struct buf what = { 0 };
	int rc, removed = 0;

	buf_fmt(&what, "remove %s", suffix);
	rc = begin_change(&ch, c, buf_string(&what), e);
	buf_clear(&what);
	if (rc == 0)
		rc = cache_find_prefix(&hits, c, suffix, e);
	if (rc == 0 && hits.n > 0) {
		rc = announce_change(&ch, e);
		for (size_t i = hits.list[0].files.n; i > 0 && rc == 0; i--) {
			rc = file_remove(hits.list[0].files.at[i - 1], e);
			removed += rc > 0;
			rc = rc < 0 ? -1 : 0;
		}
		if (rc == 0)
			rc = remove_proofs(c, suffix, e);
		if (rc == 0)
			rc = end_change(&ch, e);
	}
	clear_change(&ch);
	cache_hits_clear(&hits);
	return rc < 0 ? -1 : removed;
}

static int
index_one(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct index *x = ctx;
	int rc = 0;

	for (size_t i = 0; i < hit->files.n && rc == 0; i++) {
		struct bundle *b;
		struct report rep = { 0 };

		if (bundle_read(&b, &rep, hit->files.at[i], NULL, e) == 0) {
			if (b->record != NULL && b->record->source_id != NULL)
				rc = index_add(x, b->record->source_id,
				    hit->suffix, e);
			bundle_free(b);
		} else {
			rc = -1;
		}
		report_clear(&rep);
	}
	return rc;
}

int
store_rebuild(struct cache *c, struct err *e)
{
	char *lock = file_join(c->dir, "lock"), *path = cache_index_path(c);
	char *generation = NULL;
	struct index *x = NULL;
	int fd = -1, rc = store_mark(c, e);

	if (rc == 0 && path == NULL)
		rc = err_set(e, ERR_USAGE, "%s: has no index", c->dir);
	if (rc == 0)
		rc = fd = lock_take(lock, LOCK_SECONDS, e);
	if (rc >= 0)
		rc = file_folder(c->index_folder, e);
	if (rc >= 0)
		rc = index_create(&x, path, e);
	if (rc >= 0)
		rc = index_empty(x, e);
	if (rc >= 0)
		rc = cache_each(c, index_one, x, e);
	if (rc >= 0)
		rc = cache_generation(&generation, c, e);
	if (rc >= 0 && generation != NULL)
		rc = index_commit(x, generation, true, e);
	index_close(x);
	lock_release(fd);
	free(lock);
	free(path);
	free(generation);
	return rc < 0 ? -1 : 0;
}

int
store_mark(struct cache *c, struct err *e)
{
	char *lock = file_join(c->dir, "lock"), *old = NULL;
	char hex[2 * 16 + 1];
	uint8_t chance[16];
	struct buf text = { 0 };
	int fd = -1, rc = cache_generation(&old, c, e);

	if (rc == 0 && old == NULL && file_is_folder(c->dir)) {
		rc = fd = lock_take(lock, LOCK_SECONDS, e);
		/* Another one may have been first. */
		if (rc >= 0)
			rc = cache_generation(&old, c, e);
		if (rc == 0 && old == NULL) {
			/* Nobody knows what the folder held before, so chance
			 * keeps this text from being an earlier one. */
			randombytes_buf(chance, sizeof(chance));
			codec_hex(hex, chance, sizeof(chance));
			next_generation(&text, NULL, hex);
			rc = file_write(c->generation, span_buf(&text), 0666,
			    e);
		}
	}
	lock_release(fd);
	free(lock);
	free(old);
	buf_clear(&text);
	return rc < 0 ? -1 : 0;
}
