/* SPDX-License-Identifier: MIT */
/* See bagit_lists.h. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "deposit/bagit_lists.h"
#include "deposit/manifest.h"

#define TEXT(s) (int)(s).n, (const char *)(s).at

/* --- manifests ------------------------------------------------------------ */

static int
by_name(const void *a, const void *b)
{
	const struct bagit_manifest *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* Add the manifest that ${name} is, if it is one. */
static int
add_manifest(struct bagit *b, const char *name, struct err *e)
{
	struct bagit_manifest m = { 0 };
	struct span algorithm;
	char low[32];

	if (!manifest_name_parse(&algorithm, &m.tag, span_text(name)))
		return 0;
	if (b->manifests == LIMIT_BAG_MANIFESTS)
		return err_set(e, ERR_LIMIT, "more than %u manifests",
		    LIMIT_BAG_MANIFESTS);
	if (algorithm.n < sizeof(low)) {
		for (size_t i = 0; i < algorithm.n; i++)
			low[i] = (char)(algorithm.at[i] < 'a'
			    && algorithm.at[i] >= 'A' ? algorithm.at[i] | 0x20
			    : algorithm.at[i]);
		m.known = hash_parse(&m.kind, (struct span){
		    (const uint8_t *)low, algorithm.n });
	}
	m.name = mem_string(name);
	b->manifest[b->manifests++] = m;
	return 0;
}

/* A second manifest of one hash would say of a path what the first one says,
 * or contradict it in silence: "SHA256" and "sha256" are one. */
static void
drop_twins(struct bagit *b)
{
	size_t kept = 0;

	for (size_t i = 0; i < b->manifests; i++) {
		struct bagit_manifest *m = &b->manifest[i];
		size_t j = 0;

		while (j < kept && (!m->known || !b->manifest[j].known
		    || b->manifest[j].tag != m->tag
		    || b->manifest[j].kind != m->kind))
			j++;
		if (j == kept) {
			b->manifest[kept++] = *m;
			continue;
		}
		bagit_talk_fail(b->talk, BAGIT_DAMAGED, BAGIT_MANIFEST,
		    "%s and %s are of one hash; only the first is read",
		    b->manifest[j].name, m->name);
		free(m->name);
	}
	b->manifests = kept;
}

static int
find_manifests(struct bagit *b, struct err *e)
{
	const int fd = openat(b->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;
	int rc = 0;

	if (d == NULL) {
		err_sys(e, "cannot read the folder");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	for (errno = 0; rc == 0 && (entry = readdir(d)) != NULL; errno = 0)
		rc = add_manifest(b, entry->d_name, e);
	if (rc == 0 && errno != 0)
		rc = err_sys(e, "cannot read the folder");
	closedir(d);
	if (b->manifests > 1)
		qsort(b->manifest, b->manifests, sizeof(b->manifest[0]),
		    by_name);
	return rc;
}

/* What of a list is read though it is not as it should be. */
struct odd {
	size_t dot, star, empty, twice;
};

static void
tell_odd(struct bagit *b, enum bagit_what what, const char *name,
    const struct odd *o)
{
	if (o->dot > 0)
		bagit_talk_note(b->talk, what, "%s: \"./\" in front of %zu "
		    "paths", name, o->dot);
	if (o->star > 0)
		bagit_talk_note(b->talk, what, "%s: \"*\" in front of %zu "
		    "paths, as md5sum writes it", name, o->star);
	if (o->empty > 0)
		bagit_talk_note(b->talk, what, "%s: %zu empty lines", name,
		    o->empty);
	if (o->twice > 0)
		bagit_talk_note(b->talk, what, "%s: %zu paths are there "
		    "twice, which says the same", name, o->twice);
}

static void
bad_line(struct bagit *b, enum bagit_what what, const char *name,
    uint64_t line, const struct err *e)
{
	struct err why = *e;

	err_in(&why, "%s:%" PRIu64, name, line);
	bagit_talk_error(b->talk, BAGIT_DAMAGED, what, &why);
}

/* Whether a path is where this manifest's should be. */
static int
check_place(const struct bagit_manifest *m, struct span path, struct err *e)
{
	struct span algorithm;
	bool tag;

	if (!m->tag && !manifest_path_is_payload(path))
		return err_set(e, ERR_FORMAT, "%.*s: not below data/",
		    TEXT(path));
	if (m->tag && (manifest_path_is_payload(path)
	    || (manifest_name_parse(&algorithm, &tag, path) && tag)))
		return err_set(e, ERR_FORMAT, "%.*s: not a file for a tag "
		    "manifest", TEXT(path));
	return 0;
}

/* The same path a second time in one manifest. */
static int
check_twice(struct bagit *b, const struct bagit_manifest *m, size_t i,
    const struct manifest_line *l, struct odd *odd, struct err *e)
{
	const bool same = !m->known || bagit_table_agrees(&b->table, i, m->kind,
	    l->hash);

	if (same && b->version < 100) {
		odd->twice++;
		return 0;
	}
	return err_set(e, ERR_FORMAT, "%.*s: is there twice%s",
	    TEXT(span_buf(&l->path)), same ? "" : ", with two digests");
}

/* Take one line of manifest number ${k}. */
static int
take_line(struct bagit *b, size_t k, struct manifest_line *l, struct odd *odd,
    struct span line, struct err *e)
{
	struct bagit_manifest *m = &b->manifest[k];
	struct bagit_entry *entry;
	size_t i;

	if (line.n == 0) {
		odd->empty++;
		return 0;
	}
	if (manifest_line_parse(l, m->known ? hash_size(m->kind) : 0, line,
	    e) < 0 || check_place(m, span_buf(&l->path), e) < 0
	    || bagit_table_put(&i, &b->table, span_buf(&l->path), e) < 0)
		return -1;
	m->lines++;
	odd->dot += (l->odd & MANIFEST_DOT) != 0;
	odd->star += (l->odd & MANIFEST_STAR) != 0;
	entry = &b->table.at[i];
	if ((entry->in >> k & 1) != 0)
		return check_twice(b, m, i, l, odd, e);
	if (m->known && bagit_table_say(&b->table, i, m->kind, l->hash, e) < 0)
		return -1;
	entry->in = (uint16_t)(entry->in | 1u << k);
	return 0;
}

static void
read_manifest(struct bagit *b, size_t k)
{
	const char *name = b->manifest[k].name;
	const size_t before = b->talk->told[BAGIT_MANIFEST];
	struct manifest_line l = { 0 };
	struct tagfile t = { 0 };
	struct span line = { NULL, 0 };
	struct odd odd = { 0 };
	struct err e;
	int rc = bagit_open_tagfile(&t, b, name, &e);

	if (rc < 0)
		bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_MANIFEST, &e);
	while (rc == 0 && (rc = tagfile_line(&line, &t, &e)) > 0) {
		rc = take_line(b, k, &l, &odd, line, &e);
		if (rc < 0) {
			bad_line(b, BAGIT_MANIFEST, name, t.line, &e);
			/* A full table stays full. */
			rc = e.kind == ERR_LIMIT ? 1 : 0;
		}
	}
	if (rc < 0 && t.line > 0)
		bad_line(b, BAGIT_MANIFEST, name, t.line, &e);
	tell_odd(b, BAGIT_MANIFEST, name, &odd);
	if (!b->manifest[k].known)
		bagit_talk_note(b->talk, BAGIT_MANIFEST, "%s: a hash that is "
		    "not computed here", name);
	if (b->talk->told[BAGIT_MANIFEST] == before)
		bagit_talk_pass(b->talk, BAGIT_MANIFEST, "%s: %zu files", name,
		    b->manifest[k].lines);
	tagfile_close(&t);
	manifest_line_clear(&l);
}

/* Every payload manifest is in every tag manifest. */
static void
check_listed(struct bagit *b)
{
	for (size_t k = 0; k < b->manifests; k++)
		for (size_t j = 0; b->manifest[k].tag && j < b->manifests;
		    j++) {
			const struct bagit_manifest *m = &b->manifest[j];
			size_t i;

			if (m->tag || (bagit_table_find(&i, &b->table,
			    span_text(m->name))
			    && (b->table.at[i].in >> k & 1) != 0))
				continue;
			if (b->version == 100)
				bagit_talk_fail(b->talk, BAGIT_DAMAGED,
				    BAGIT_MANIFEST, "%s does not list %s",
				    b->manifest[k].name, m->name);
			else
				bagit_talk_note(b->talk, BAGIT_MANIFEST,
				    "%s does not list %s", b->manifest[k].name,
				    m->name);
		}
}

/* In 1.0 every payload file is in every payload manifest. */
static void
check_everywhere(struct bagit *b)
{
	const unsigned all = bagit_mask(b, false);

	for (size_t i = 0; i < b->table.n && b->version == 100; i++) {
		const unsigned in = b->table.at[i].in & all;

		for (size_t k = 0; in != 0 && in != all && k < b->manifests;
		    k++)
			if (((all & ~in) >> k & 1) != 0)
				bagit_talk_fail(b->talk, BAGIT_DAMAGED,
				    BAGIT_MANIFEST, "%s does not list %.*s, "
				    "which another one does",
				    b->manifest[k].name,
				    TEXT(bagit_table_path(&b->table, i)));
	}
}

/* --- fetch.txt ------------------------------------------------------------ */

static int
take_fetch(struct bagit *b, struct manifest_fetch *f, struct odd *odd,
    struct span line, struct err *e)
{
	size_t i;

	if (line.n == 0) {
		odd->empty++;
		return 0;
	}
	if (manifest_fetch_parse(f, line, e) < 0)
		return -1;
	b->fetches++;
	odd->dot += (f->odd & MANIFEST_DOT) != 0;
	if (!manifest_path_is_payload(span_buf(&f->path)))
		return err_set(e, ERR_FORMAT, "%s: not below data/",
		    buf_string(&f->path));
	if (!bagit_table_find(&i, &b->table, span_buf(&f->path)))
		return err_set(e, ERR_FORMAT, "%s: in no manifest",
		    buf_string(&f->path));
	odd->twice += (b->table.at[i].flags & BAGIT_FETCH) != 0;
	b->table.at[i].flags |= BAGIT_FETCH;
	return bagit_table_say_length(&b->table, i, f->has_length ? f->length
	    : UINT64_MAX, e);
}

static void
read_fetch(struct bagit *b)
{
	struct manifest_fetch f = { 0 };
	struct tagfile t = { 0 };
	struct span line = { NULL, 0 };
	struct odd odd = { 0 };
	struct err e;
	int rc = bagit_open_tagfile(&t, b, "fetch.txt", &e);

	if (rc < 0 && e.kind == ERR_ABSENT)
		return;
	if (rc < 0)
		bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_FETCH_LIST, &e);
	while (rc == 0 && (rc = tagfile_line(&line, &t, &e)) > 0) {
		rc = take_fetch(b, &f, &odd, line, &e);
		if (rc < 0) {
			bad_line(b, BAGIT_FETCH_LIST, "fetch.txt", t.line, &e);
			rc = e.kind == ERR_LIMIT ? 1 : 0;
		}
	}
	if (rc < 0 && t.line > 0)
		bad_line(b, BAGIT_FETCH_LIST, "fetch.txt", t.line, &e);
	tell_odd(b, BAGIT_FETCH_LIST, "fetch.txt", &odd);
	if (bagit_talk_clean(b->talk, BAGIT_FETCH_LIST))
		bagit_talk_pass(b->talk, BAGIT_FETCH_LIST, "fetch.txt: %zu "
		    "files", b->fetches);
	bagit_talk_rest(b->talk, BAGIT_FETCH_LIST);
	tagfile_close(&t);
	manifest_fetch_clear(&f);
}

void
bagit_lists_read(struct bagit *b)
{
	bool any = false;
	struct err e;

	if (find_manifests(b, &e) < 0)
		bagit_talk_error(b->talk, BAGIT_DAMAGED, BAGIT_MANIFEST, &e);
	drop_twins(b);
	for (size_t k = 0; k < b->manifests; k++) {
		read_manifest(b, k);
		any = any || (!b->manifest[k].tag && b->manifest[k].known);
	}
	if (bagit_mask(b, false) == 0)
		bagit_talk_fail(b->talk, BAGIT_INCOMPLETE, BAGIT_MANIFEST,
		    "there is no payload manifest");
	else if (!any)
		bagit_talk_fail(b->talk, BAGIT_UNDECIDED, BAGIT_MANIFEST,
		    "there is no payload manifest of a hash that is computed "
		    "here");
	check_listed(b);
	check_everywhere(b);
	bagit_talk_rest(b->talk, BAGIT_MANIFEST);
	read_fetch(b);
}
