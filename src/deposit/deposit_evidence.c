/* SPDX-License-Identifier: MIT */
/* See deposit_private.h: the proofs of time that go with a kit. */
#include "config.h"

#include <stdlib.h>

#include "anchor/tsa.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "deposit/deposit_private.h"
#include "deposit/manifest.h"
#include "keep/log_tar.h"
#include "keep/prove.h"
#include "keep/subject.h"
#include "keep/weigh.h"

static void
put(struct names *list, char *name)
{
	mem_grow(&list->at, list->n, sizeof(*list->at));
	list->at[list->n++] = name;
}

/* The files in ${folder}, below ${dir}, and in the folders in it. */
static int
take_folder(struct names *list, const char *dir, const char *folder,
    unsigned depth, struct err *e)
{
	struct names names;
	char *path = file_join(dir, folder);
	int rc = file_names(&names, path, NULL, e);

	free(path);
	if (rc < 0)
		return -1;
	for (size_t i = 0; rc == 0 && i < names.n; i++) {
		char *name = file_join(folder, names.at[i]);

		path = file_join(dir, name);
		/* A temporary file of a run that died. */
		if (names.at[i][0] == '.')
			;
		else if (!manifest_path_is_plain(span_text(name)))
			rc = err_set(e, ERR_FORMAT, "%s: a name that not every "
			    "archive takes: only A-Z a-z 0-9 . _ - are", path);
		else if (file_is_regular(path)) {
			put(list, name);
			name = NULL;
		} else if (depth > 0)
			rc = take_folder(list, dir, name, depth - 1, e);
		else
			rc = err_set(e, ERR_FORMAT, "%s: proofs lie no deeper "
			    "than this", path);
		free(path);
		free(name);
	}
	file_names_free(&names);
	return rc;
}

/* A decimal number without leading zeros, as folders of sizes are named. */
static bool
is_size(uint64_t *out, const char *name)
{
	const size_t n = strspn(name, "0123456789");

	*out = n > 0 && n <= 18 ? strtoull(name, NULL, 10) : 0;
	return name[n] == '\0' && *out > 0 && name[0] != '0';
}

/* What is in the evidence of a bag and is about the bag, or made for it. */
static bool
is_of_bag(const char *name)
{
	return file_ends_in(name, ".ots") || file_ends_in(name, ".tsq")
	    || subject_is_token(name) || file_ends_in(name, ".minisig")
	    || strcmp(name, "earlier.tar") == 0;
}

static int
by_order(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return row_compare(*x, *y);
}

static int
take_entry(struct deposit *d, const char *dir, const char *name,
    struct err *e)
{
	char *below = file_join("evidence", name);
	char *path = file_join(dir, below);
	uint64_t size;
	int rc = 0;

	if (name[0] == '.') {
		;
	} else if (file_is_regular(path)) {
		/* In the kit these would be about the kit. */
		if (is_of_bag(name))
			rc = err_set(e, ERR_FORMAT, "%s: of which checkpoint? "
			    "proofs lie in evidence/SIZE/; what is about a kit "
			    "stays in it", path);
		else if (!manifest_path_is_plain(span_text(below)))
			rc = err_set(e, ERR_FORMAT, "%s: a name that not every "
			    "archive takes", path);
		else {
			put(&d->proofs, below);
			below = NULL;
		}
	} else if (!is_size(&size, name)) {
		rc = err_set(e, ERR_FORMAT, "%s: neither a file nor the "
		    "folder of a size; what is about a kit stays in it",
		    path);
	} else if (size <= d->size) {
		/* One that is ahead is of a snapshot that came since. */
		rc = take_folder(size == d->size ? &d->proofs : &d->earlier,
		    dir, below, 1, e);
	}
	free(path);
	free(below);
	return rc;
}

/* The first proof that does not hold. */
struct refused {
	char *file;
	struct evidence why;
};

static void
note_wrong(void *ctx, const char *file, const char *what,
    const struct evidence *e)
{
	struct refused *r = ctx;

	(void)what;
	if (e->state != EVIDENCE_WRONG || r->file != NULL)
		return;
	r->file = mem_string(file);
	r->why = *e;
}

/* Whoever verifies the kit would call it wrong, and could do nothing. */
static int
check_proofs(const struct deposit *d, struct err *e)
{
	char *newest = log_checkpoint_path("", d->size);
	struct refused r = { 0 };
	const struct weigh with = { .tell = note_wrong, .ctx = &r };
	struct subjects list = { 0 };
	int rc = subject_add_all(&list, d->with->snapshot, e);

	for (size_t i = 0, n; rc == 0 && i < list.n; i += n) {
		struct evidence whole;
		size_t proofs;

		n = subject_chain(&list, i);
		if (strcmp(list.at[i].called, newest) == 0)
			rc = weigh_chain(&whole, &proofs, &with, &list.at[i],
			    n, e);
	}
	if (rc == 0 && r.file != NULL)
		rc = err_set(e, ERR_TRUST, "%s: does not hold: %s; take it out "
		    "of the snapshot, or the kit will be called wrong",
		    r.file, r.why.why);
	free(r.file);
	free(newest);
	subject_clear(&list);
	return rc;
}

int
deposit_evidence_list(struct deposit *d, struct err *e)
{
	const char *dir = d->with->snapshot;
	char *path = file_join(dir, "evidence");
	struct names names;
	int rc = 0;

	if (!file_is_folder(path)) {
		free(path);
		return 0;
	}
	rc = file_names(&names, path, NULL, e);
	free(path);
	if (rc < 0)
		return -1;
	for (size_t i = 0; rc == 0 && i < names.n; i++)
		rc = take_entry(d, dir, names.at[i], e);
	file_names_free(&names);
	if (d->proofs.n > 1)
		qsort(d->proofs.at, d->proofs.n, sizeof(*d->proofs.at),
		    by_order);
	if (d->earlier.n > 1)
		qsort(d->earlier.at, d->earlier.n, sizeof(*d->earlier.at),
		    by_order);
	return rc == 0 && d->with->only == NULL ? check_proofs(d, e) : rc;
}

int
deposit_evidence_date(char out[DEPOSIT_DATE], const struct deposit *d,
    struct err *e)
{
	const struct digest file = digest_sha256(span_buf(
	    &d->with->log->bytes));
	char *folder = prove_evidence("", d->size, "");
	const size_t n = strlen(folder);
	int64_t first = 0;
	int rc = 0;

	for (size_t i = 0; rc >= 0 && i < d->proofs.n; i++) {
		const char *name = d->proofs.at[i];
		char *path;
		struct buf token = { 0 };
		struct tsa t = { 0 };

		if (strncmp(name, folder, n) != 0
		    || strchr(name + n, '/') != NULL
		    || !subject_is_token(name))
			continue;
		path = file_join(d->with->snapshot, name);
		if (file_read(&token, path, LIMIT_TSA_BYTES, e) < 0
		    || tsa_parse(&t, span_buf(&token), e) < 0) {
			err_in(e, "%s", path);
			rc = -1;
		} else {
			if (t.kind == HASH_SHA256
			    && memcmp(t.hash, file.at, sizeof(file.at)) == 0
			    && (rc == 0 || t.time < first)) {
				first = t.time;
				rc = 1;
			}
			tsa_clear(&t);
		}
		buf_clear(&token);
		free(path);
	}
	free(folder);
	if (rc > 0)
		evidence_day(out, first);
	return rc;
}

static int
into_kit(void *ctx, struct span bytes, struct err *e)
{
	return kit_add(ctx, bytes, e);
}

int
deposit_evidence_write(struct deposit *d, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < d->proofs.n; i++) {
		char *from = file_join(d->with->snapshot, d->proofs.at[i]);

		rc = kit_copy(&d->kit, d->proofs.at[i], from, e);
		free(from);
	}
	if (rc == 0 && d->earlier.n > 0) {
		rc = kit_begin(&d->kit, "evidence/earlier.tar", e);
		if (rc == 0)
			rc = log_tar_files(d->with->snapshot, d->earlier.at,
			    d->earlier.n, into_kit, &d->kit, e);
		if (rc == 0)
			rc = kit_end(&d->kit, e);
	}
	return rc;
}
