/* SPDX-License-Identifier: MIT */
/* See subject.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "anchor/renewal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "keep/prove.h"
#include "keep/snapshot.h"
#include "keep/stream.h"
#include "keep/subject.h"

/* Put ${s} into the list; takes over its strings. */
static void
put(struct subjects *list, const struct subject *s)
{
	mem_grow(&list->at, list->n, sizeof(*list->at));
	list->at[list->n++] = *s;
}

static char *
with_tail(const char *path, const char *tail)
{
	struct buf b = { 0 };

	buf_fmt(&b, "%s%s", path, tail);
	return buf_steal(&b);
}

/* A file alone; or, where ${dir} is not NULL, the list ${name} of a renewal
 * below it. */
static int
add_file(struct subjects *list, const char *dir, const char *name,
    struct err *e)
{
	struct subject s = { .renews = dir != NULL };
	char *path = dir != NULL ? file_join(dir, name) : mem_string(name);

	if (stream_hash(s.digest.at, HASH_SHA256, path, e) < 0) {
		free(path);
		return -1;
	}
	if (dir != NULL) {
		s.dir = mem_string(dir);
		s.called = mem_string(name);
	}
	s.file = s.digest;
	s.name = path;
	s.ots = with_tail(path, ".ots");
	s.tokens = with_tail(path, ".");
	put(list, &s);
	return 0;
}

static int
add_bag(struct subjects *list, const char *dir, struct err *e)
{
	char *manifest = file_join(dir, "tagmanifest-sha256.txt");
	struct subject s = { 0 };
	int rc = stream_hash(s.digest.at, HASH_SHA256, manifest, e);

	if (rc == 0) {
		s.file = s.digest;
		s.name = mem_string(manifest);
		s.ots = file_join(dir, "evidence/tagmanifest.ots");
		s.tokens = file_join(dir, "evidence/");
		s.dir = mem_string(dir);
		s.called = mem_string(file_base(manifest));
		put(list, &s);
	}
	free(manifest);
	return rc;
}

/* The lists of renewals in ${folder}, below ${dir}. */
static int
add_renewals(struct subjects *list, const char *dir, const char *folder,
    struct err *e)
{
	static const char *const lists[] = { "COVERS.sha256",
		"COVERS.sha512" };
	char *path = file_join(dir, folder);
	struct names names;
	int rc = file_names(&names, path, NULL, e);

	free(path);
	if (rc < 0)
		return e->kind == ERR_ABSENT ? 0 : -1;
	for (size_t i = 0; rc == 0 && i < names.n; i++) {
		char *sub = file_join(folder, names.at[i]);

		for (size_t j = 0; j < 2 && rc == 0
		    && strstr(names.at[i], "-renewal") != NULL; j++) {
			char *name = file_join(sub, lists[j]);

			path = file_join(dir, name);
			if (file_is_regular(path))
				rc = add_file(list, dir, name, e);
			free(path);
			free(name);
		}
		free(sub);
	}
	file_names_free(&names);
	return rc;
}

/* The checkpoint in the file ${path}, whose proofs are below ${dir}; with
 * ${all} only where there are some, and then their renewals, too. */
static int
add_checkpoint(struct subjects *list, const char *dir, const char *path,
    bool all, struct err *e)
{
	struct subject s = { 0 };
	struct log l = { 0 };
	char *below = NULL, *folder = NULL;
	int rc = log_load_note(&l, path, e);

	if (rc == 0) {
		below = prove_evidence("", l.checkpoint.size, "");
		folder = file_join(dir, below);
	}
	if (rc == 0 && (!all || file_is_folder(folder))) {
		s.digest = l.checkpoint.root;
		s.file = digest_sha256(span_buf(&l.bytes));
		s.name = mem_string(path);
		s.ots = file_join(folder, "checkpoint-root.ots");
		s.tokens = mem_string(folder);
		s.cosigned = file_join(folder, "checkpoint.cosigned");
		buf_span(&s.note, span_buf(&l.bytes));
		s.dir = mem_string(dir);
		s.called = log_checkpoint_path("", l.checkpoint.size);
		put(list, &s);
		if (all)
			rc = add_renewals(list, dir, below, e);
	}
	log_close(&l);
	free(below);
	free(folder);
	return rc;
}

/* A snapshot at one of its sizes. */
static int
add_size(struct subjects *list, const char *dir, uint64_t size, bool all,
    struct err *e)
{
	char *path = log_checkpoint_path(dir, size);
	const int rc = add_checkpoint(list, dir, path, all, e);

	free(path);
	return rc;
}

int
subject_add(struct subjects *list, const char *path, struct err *e)
{
	char *bag = file_join(path, "bagit.txt");
	struct log l = { 0 };
	int rc;

	if (snapshot_is_one(path)) {
		rc = log_open(&l, path, e);
		if (rc == 0)
			rc = add_size(list, path, l.checkpoint.size, false, e);
		log_close(&l);
	} else if (file_is_regular(bag)) {
		rc = add_bag(list, path, e);
	} else if (file_is_folder(path)) {
		rc = err_set(e, ERR_USAGE, "%s: neither a snapshot nor a bag",
		    path);
	} else {
		rc = add_file(list, NULL, path, e);
	}
	free(bag);
	return rc;
}

/* A bag with all of its proofs, also those of the checkpoint in it. */
static int
add_bag_all(struct subjects *list, const char *dir, struct err *e)
{
	char *path = file_join(dir, "data/checkpoint");
	char *evidence = file_join(dir, "evidence");
	int rc = add_bag(list, dir, e);

	if (rc == 0)
		rc = add_renewals(list, dir, "evidence", e);
	/* Others call other things so. */
	if (rc == 0 && file_is_folder(evidence) && file_is_regular(path))
		rc = add_checkpoint(list, dir, path, true, e);
	free(path);
	free(evidence);
	return rc;
}

int
subject_add_all(struct subjects *list, const char *path, struct err *e)
{
	char *bag = file_join(path, "bagit.txt");
	const bool is_bag = file_is_folder(path) && file_is_regular(bag);
	uint64_t *sizes = NULL;
	size_t n = 0;
	int rc;

	free(bag);
	if (!snapshot_is_one(path))
		return is_bag ? add_bag_all(list, path, e)
		    : subject_add(list, path, e);
	rc = log_sizes(&sizes, &n, path, e);
	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = add_size(list, path, sizes[i], true, e);
	free(sizes);
	return rc;
}

size_t
subject_chain(const struct subjects *list, size_t i)
{
	size_t n = 1;

	while (i + n < list->n && list->at[i + n].renews)
		n++;
	return n;
}

void
subject_clear(struct subjects *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->at[i].name);
		free(list->at[i].ots);
		free(list->at[i].tokens);
		free(list->at[i].cosigned);
		free(list->at[i].dir);
		free(list->at[i].called);
		buf_clear(&list->at[i].note);
	}
	free(list->at);
	*list = (struct subjects){ 0 };
}

bool
subject_is_token(const char *path)
{
	return file_ends_in(path, ".tsr") || file_ends_in(path, ".tst");
}

/*
 * Whether the token ${name}, which begins with ${lead}, is of another file that
 * lies here, too: "x.tar.gz.HOST.tsr" is no token over x.tar.  That is so also
 * where the archive has no file of its own, being unpacked in memory.
 */
static bool
is_of_other(const char *dir, const char *lead, const char *name)
{
	const size_t n = strlen(lead);
	char *own, *path;
	bool found = false;

	if (n == 0)
		return false;
	for (const char *dot = strchr(name + n, '.'); dot != NULL && !found;
	    dot = strchr(dot + 1, '.')) {
		char *part = mem_text(name, (size_t)(dot - name));

		path = file_join(dir, part);
		found = file_is_regular(path);
		free(path);
		free(part);
	}
	if (!found && file_ends_in(lead, ".tar.")
	    && strncmp(name + n, "gz.", 3) == 0) {
		own = mem_text(lead, n - 1);
		path = file_join(dir, own);
		found = !file_is_regular(path);
		free(path);
		free(own);
	}
	return found;
}

int
subject_tokens(struct names *out, const struct subject *s, struct err *e)
{
	char *dir = file_dir(s->tokens);
	const char *lead = file_base(s->tokens);
	struct names names;
	int rc = file_names(&names, dir, lead, e);

	*out = (struct names){ 0 };
	if (rc < 0) {
		free(dir);
		return e->kind == ERR_ABSENT ? 0 : -1;
	}
	for (size_t i = 0; i < names.n; i++)
		if (subject_is_token(names.at[i])
		    && !is_of_other(dir, lead, names.at[i])) {
			mem_grow(&out->at, out->n, sizeof(*out->at));
			out->at[out->n++] = file_join(dir, names.at[i]);
		}
	file_names_free(&names);
	free(dir);
	return 0;
}

int
subject_load(struct ots *out, const struct subject *s, struct err *e)
{
	struct buf file = { 0 };
	int rc = file_read(&file, s->ots, LIMIT_OTS_BYTES, e);

	if (rc < 0 && e->kind == ERR_ABSENT) {
		rc = 0;
	} else if (rc == 0) {
		rc = ots_parse(out, span_buf(&file), e) < 0 ? -1 : 1;
		if (rc > 0 && (out->hash != HASH_SHA256 || memcmp(out->digest,
		    s->digest.at, DIGEST_BYTES) != 0)) {
			ots_clear(out);
			rc = err_set(e, ERR_TRUST, "not a proof of %s",
			    s->name);
		}
		if (rc < 0)
			err_in(e, "%s", s->ots);
	}
	buf_clear(&file);
	return rc;
}

/* Whether the list ${covers} has the file ${path}. */
static int
covers(const char *list, enum hash_kind kind, const char *path,
    struct err *e)
{
	struct renewal_covers c = { 0 };
	struct buf text = { 0 };
	const size_t n = strlen(path);
	int rc = file_read(&text, list, LIMIT_COVERS_BYTES, e);

	if (rc < 0 && e->kind == ERR_ABSENT) {
		buf_clear(&text);
		return 0;
	}
	if (rc == 0 && renewal_parse(&c, kind, span_buf(&text), e) < 0)
		rc = err_in(e, "%s", list);
	for (size_t i = 0; rc == 0 && i < c.n; i++) {
		const size_t m = strlen(c.at[i].path);

		if (m <= n && strcmp(path + n - m, c.at[i].path) == 0)
			rc = 1;
	}
	renewal_clear(&c);
	buf_clear(&text);
	return rc;
}

int
subject_may_change(const char *path, struct err *e)
{
	char *dir = file_dir(path);
	struct names names = { 0 };
	int rc = file_names(&names, dir, NULL, e);

	if (rc < 0 && e->kind == ERR_ABSENT)
		rc = 0;
	for (size_t i = 0; rc == 0 && i < names.n; i++) {
		char *sub = file_join(dir, names.at[i]);
		char *a = file_join(sub, "COVERS.sha256");
		char *b = file_join(sub, "COVERS.sha512");

		if (strstr(names.at[i], "-renewal") != NULL) {
			rc = covers(a, HASH_SHA256, path, e);
			if (rc == 0)
				rc = covers(b, HASH_SHA512, path, e);
			if (rc > 0)
				rc = err_set(e, ERR_USAGE, "%s: is on the "
				    "list of %s, which would hold no more",
				    path, sub);
		}
		free(sub);
		free(a);
		free(b);
	}
	file_names_free(&names);
	free(dir);
	return rc;
}

int
subject_save(const struct subject *s, const struct ots *o, struct err *e)
{
	struct buf text = { 0 };
	char *dir = file_dir(s->ots);
	int rc = file_folder(dir, e);

	ots_print(&text, o);
	if (rc == 0 && !file_holds(s->ots, span_buf(&text)))
		rc = subject_may_change(s->ots, e);
	if (rc == 0) {
		rc = file_update(s->ots, span_buf(&text), e) < 0 ? -1 : 0;
	}
	buf_clear(&text);
	free(dir);
	return rc;
}
