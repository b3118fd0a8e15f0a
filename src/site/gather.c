/* SPDX-License-Identifier: MIT */
/* See gather.h. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/mem.h"
#include "bundle/gzip.h"
#include "keep/below.h"
#include "keep/snapshot.h"
#include "number/alias.h"
#include "site/gather.h"
#include "state/state.h"

static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* --- looking -------------------------------------------------------------- */

static bool
is_archive(const char *name)
{
	const char *rest = name + NUMBER_SUFFIX;

	if (strspn(name, base32) != NUMBER_SUFFIX || *rest != '.')
		return false;
	if (strspn(rest + 1, "0123456789abcdef") == 16)
		rest += 17;
	return strcmp(rest, ".tar.gz") == 0;
}

struct looking {
	struct gather *g;
	const char *dir;
};

static void
add_path(struct names *to, const struct looking *l, const char *path)
{
	mem_grow(&to->at, to->n, sizeof(*to->at));
	to->at[to->n++] = file_join(l->dir, path);
}

static void
add_thing(struct looking *l, const struct below_thing *thing,
    const char *path)
{
	static const char *const odd[] = {
		[BELOW_LINK] = "a symbolic link, which is not followed",
		[BELOW_SPECIAL] = "no regular file, and not opened",
		[BELOW_DEEP] = "too deep; not looked into"
	};
	const char *name = file_base(path);
	const bool bundle = strcmp(name, "bundle.json") == 0;
	struct gather *g = l->g;

	if (thing->kind == BELOW_UNREADABLE) {
		g->said(g->ctx, path, thing->why);
	} else if (thing->kind != BELOW_FILE) {
		/* A link may be one to a folder: so any is told. */
		if (thing->kind != BELOW_SPECIAL || bundle || is_archive(name))
			g->said(g->ctx, path, odd[thing->kind]);
	} else if (is_archive(name)) {
		add_path(&g->archives, l, path);
	} else if (bundle) {
		add_path(&g->bundles, l, path);
	} else if (strcmp(name, "checkpoint") == 0) {
		char *full = file_join(l->dir, path), *dir = file_dir(full);

		if (snapshot_is_one(dir))
			add_path(&g->snapshots, l, path);
		free(full);
		free(dir);
	}
}

static void
look_at(void *ctx, const struct below_thing *thing)
{
	struct looking *l = ctx;
	char *path = mem_text(thing->path.at, thing->path.n);

	l->g->files++;
	if (l->g->archives.n + l->g->bundles.n <= GATHER_MOST)
		add_thing(l, thing, path);
	free(path);
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
sort(struct names *n)
{
	if (n->n > 1)
		qsort(n->at, n->n, sizeof(*n->at), by_bytes);
}

int
gather_walk(struct gather *g, const char *dir, struct err *e)
{
	struct looking l = { g, dir };
	const int fd = below_folder(dir, e);
	int rc = fd;

	g->dir = dir;
	if (fd >= 0) {
		rc = below_walk(fd, "", look_at, &l, e);
		close(fd);
	}
	if (rc < 0)
		return -1;
	if (g->archives.n + g->bundles.n > GATHER_MOST)
		return err_set(e, ERR_LIMIT, "%s: more than %d bundles; take "
		    "its folders one by one", dir, (int)GATHER_MOST);
	for (size_t i = 0; i < g->snapshots.n; i++) {
		char *path = file_dir(g->snapshots.at[i]);

		free(g->snapshots.at[i]);
		g->snapshots.at[i] = path;
	}
	sort(&g->snapshots);
	sort(&g->archives);
	sort(&g->bundles);
	return 0;
}

void
gather_clear(struct gather *g)
{
	file_names_free(&g->snapshots);
	file_names_free(&g->archives);
	file_names_free(&g->bundles);
}

/* --- what lies with a bundle.json ------------------------------------------ */

/* Where the members of one bundle.json are looked for. */
struct around {
	char *dir;		/* its folder */
	char *root;		/* ROOT/, where the folder is ROOT/pith/SUFFIX
				   or the well-known one; else NULL */
	char suffix[NUMBER_SUFFIX + 1];
	bool known;		/* the well-known one */
};

static void
find_around(struct around *a, const char *path)
{
	static const char known[] = ".well-known/pith/", plain[] = "pith/";
	const char *name;
	size_t lead;

	*a = (struct around){ .dir = file_dir(path) };
	name = file_base(a->dir);
	if (strlen(name) != NUMBER_SUFFIX
	    || strspn(name, base32) != NUMBER_SUFFIX)
		return;
	memcpy(a->suffix, name, sizeof(a->suffix));
	lead = (size_t)(name - a->dir);
	a->known = lead >= sizeof(known) - 1 && strncmp(name
	    - (sizeof(known) - 1), known, sizeof(known) - 1) == 0;
	if (a->known)
		a->root = mem_text(a->dir, lead - (sizeof(known) - 1));
	else if (lead >= sizeof(plain) - 1 && strncmp(name
	    - (sizeof(plain) - 1), plain, sizeof(plain) - 1) == 0)
		a->root = mem_text(a->dir, lead - (sizeof(plain) - 1));
}

/* The path of the member ${name}; NULL where it has none. */
static char *
member_path(const struct around *a, const char *name, const char *id)
{
	struct buf path = { 0 };

	if (a->root == NULL)
		return file_join(a->dir, name);
	buf_text(&path, a->root);
	if (strcmp(name, "state.json") == 0)
		buf_fmt(&path, "pith/%s/%s", a->suffix, name);
	else if (strcmp(name, "record.json") == 0)
		buf_fmt(&path, "pith/%s.json", a->suffix);
	else if (strcmp(name, "graph.json") == 0)
		buf_fmt(&path, "api/pith-number/%s/%s", a->suffix, name);
	else if (id == NULL)
		buf_clear(&path);
	else if (strcmp(name, "citation-record.json") == 0)
		buf_fmt(&path, "paper/%s/%s", id, name);
	else
		buf_fmt(&path, "pith/%s/%s", id, name);
	return path.n > 0 ? buf_steal(&path) : NULL;
}

/* Read a file as the walk would have found it: no link leads to it. */
static bool
read_plain(struct buf *out, const struct gather *g, const char *path,
    size_t most)
{
	const size_t n = strlen(g->dir);
	uint64_t bytes = 0;
	struct err e;
	const int top = below_folder(g->dir, &e);
	bool read = false;
	int fd;

	/* What file_join() has put in front. */
	if (strncmp(path, g->dir, n) == 0 && strcmp(g->dir, ".") != 0)
		path += n + (path[n] == '/');
	fd = top < 0 ? -1 : below_open(&bytes, top, span_text(path), &e);
	if (fd >= 0 && bytes <= most)
		read = file_read_fd(out, fd, path, most, &e) == 0;
	if (fd >= 0)
		close(fd);
	if (top >= 0)
		close(top);
	return read;
}

/* Whether an archive in the folder, or the other bundle.json of a mirror, has
 * these bytes already. */
static bool
is_there(const struct gather *g, const struct around *a, struct span bytes)
{
	bool there = false;
	char *other = NULL;
	struct buf text = { 0 };
	size_t low = 0, high = g->archives.n;
	const size_t n = strlen(a->dir);
	/* Names in "." have no folder in front. */
	const bool here = strcmp(a->dir, ".") == 0;

	/* The archives of one other folder stand together. */
	while (!here && low < high) {
		const size_t mid = low + (high - low) / 2;

		if (strncmp(g->archives.at[mid], a->dir, n) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = low; i < g->archives.n && !there && (here
	    || strncmp(g->archives.at[i], a->dir, n) == 0); i++) {
		struct report rep = { 0 };
		struct bundle *b;
		const char *rest = g->archives.at[i] + (here ? 0 : n + 1);

		if ((!here && rest[-1] != '/') || strchr(rest, '/') != NULL)
			continue;
		text.n = 0;
		if (!read_plain(&text, g, g->archives.at[i],
		    LIMIT_ARCHIVE_BYTES))
			continue;
		b = bundle_parse(&rep, &text, NULL);
		there = span_equal(bundle_member(b, "bundle.json"), bytes);
		bundle_free(b);
		report_clear(&rep);
	}
	if (!there && a->known) {
		struct around main = *a;
		struct buf dir = { 0 };

		buf_fmt(&dir, "%spith/%s", a->root, a->suffix);
		main.dir = buf_steal(&dir);
		main.known = false;
		other = file_join(main.dir, "bundle.json");
		text.n = 0;
		there = read_plain(&text, g, other, LIMIT_JSON_BYTES)
		    && span_equal(span_buf(&text), bytes);
		there = there || is_there(g, &main, bytes);
		free(main.dir);
		free(other);
	}
	buf_clear(&text);
	return there;
}

/* --- packing -------------------------------------------------------------- */

struct packing {
	struct bundle_file files[BUNDLE_MEMBERS];
	struct buf bytes[BUNDLE_MEMBERS];
	size_t n;
};

static struct bundle *
pack(struct report *rep, const struct packing *p, const struct keyring *ring)
{
	struct buf tar = { 0 }, archive = { 0 };
	struct bundle *b = NULL;
	struct err e;

	if (bundle_pack(&tar, p->files, p->n, NULL, NULL, &e) == 0) {
		gzip_write(&archive, span_buf(&tar));
		b = bundle_parse(rep, &archive, ring);
		state_check(rep, b, ring);
	}
	buf_clear(&tar);
	return b;
}

/* Add the member ${name}, and take it back where the verdict gets worse. */
static void
add_member(struct packing *p, struct bundle **b, struct report *rep,
    const struct gather *g, const char *path, const char *name,
    const struct keyring *ring)
{
	struct report next = { 0 };
	struct bundle *with;

	if (!read_plain(&p->bytes[p->n], g, path, LIMIT_JSON_BYTES)) {
		buf_clear(&p->bytes[p->n]);
		return;
	}
	p->files[p->n] = (struct bundle_file){ name,
	    span_buf(&p->bytes[p->n]) };
	p->n++;
	with = pack(&next, p, ring);
	if (with != NULL && report_verdict(&next) <= report_verdict(rep)) {
		bundle_free(*b);
		report_clear(rep);
		*b = with;
		*rep = next;
		return;
	}
	g->said(g->ctx, path, with != NULL && report_reason(&next) != NULL
	    ? report_reason(&next)->text : "cannot be packed");
	g->said(g->ctx, path, "left out; the bundle is taken without it");
	buf_clear(&p->bytes[--p->n]);
	bundle_free(with);
	report_clear(&next);
}

static void
add_members(struct packing *p, struct bundle **b, struct report *rep,
    const struct gather *g, const struct around *a,
    const struct keyring *ring)
{
	const struct record *r = (*b)->record;
	struct alias id;
	const bool has_id = r != NULL && r->source_id != NULL
	    && alias_parse(&id, span_text(r->source_id)) == ALIAS_ARXIV;

	for (size_t i = 0; i < BUNDLE_MEMBERS; i++) {
		char *path;

		if (strcmp(bundle_members[i], "bundle.json") == 0)
			continue;
		path = member_path(a, bundle_members[i], has_id ? id.name
		    : NULL);
		if (path != NULL)
			add_member(p, b, rep, g, path, bundle_members[i],
			    ring);
		free(path);
	}
}

int
gather_bundle(struct bundle **out, struct report *rep,
    const struct gather *g, const char *path, const struct keyring *ring,
    struct err *e)
{
	struct packing p = { .n = 1 };
	struct around a;
	struct bundle *b = NULL;
	int rc = 0;

	find_around(&a, path);
	if (!read_plain(&p.bytes[0], g, path, LIMIT_JSON_BYTES))
		rc = err_set(e, ERR_IO, "%s: cannot be read", path);
	p.files[0] = (struct bundle_file){ "bundle.json",
	    span_buf(&p.bytes[0]) };
	if (rc == 0 && !is_there(g, &a, p.files[0].data)) {
		b = pack(rep, &p, ring);
		if (b != NULL && report_verdict(rep) <= VERDICT_CONFLICT)
			add_members(&p, &b, rep, g, &a, ring);
		if (b != NULL && a.known)
			g->said(g->ctx, path, "has other bytes than its twin "
			    "below pith/; both are looked at");
	}
	*out = b;
	for (size_t i = 0; i < p.n; i++)
		buf_clear(&p.bytes[i]);
	free(a.dir);
	free(a.root);
	return rc;
}
