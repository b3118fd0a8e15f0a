/* SPDX-License-Identifier: MIT */
/* See prove.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "anchor/make.h"
#include "anchor/proof.h"
#include "base/file.h"
#include "base/limits.h"
#include "keep/cosign.h"
#include "keep/prove.h"

char *
prove_evidence(const char *dir, uint64_t size, const char *name)
{
	struct buf tail = { 0 };
	char *path;

	buf_fmt(&tail, "evidence/%" PRIu64 "/%s", size, name);
	path = file_join(dir, buf_string(&tail));
	buf_clear(&tail);
	return path;
}

int
prove_inclusion(struct buf *out, struct log *l, const struct current_one *c,
    struct err *e)
{
	const struct merkle_source from = tile_source(&l->reader);
	char *path = prove_evidence(l->dir, l->checkpoint.size,
	    "checkpoint.cosigned");
	struct buf text = { 0 };
	struct note cosigned = { 0 };
	struct err none;
	/* Lent, and not given back. */
	struct proof p = { .has_extra = true, .index = c->index,
		.note = l->note, .checkpoint = l->checkpoint };
	int rc;

	/* Evidence that cannot be read takes nothing from the proof. */
	if (cosign_load(&cosigned, path, span_buf(&l->bytes), &none) == 0)
		p.note = cosigned;
	rc = merkle_inclusion(&p.path, &from, c->index,
	    l->checkpoint.size, e);

	if (rc == 0) {
		entry_print(&text, &c->entry);
		p.extra = text;
		rc = proof_check(&p, span_buf(&text), e);
	}
	if (rc == 0)
		proof_print(out, &p);
	note_clear(&cosigned);
	buf_clear(&text);
	free(path);
	return rc;
}

static int
note_strength(void *ctx, const struct ots_attestation *a, struct span message,
    struct err *e)
{
	enum prove_strength *s = ctx, this = PROVE_NOTHING;

	(void)message;
	(void)e;
	if (a->kind == OTS_BITCOIN)
		this = PROVE_BITCOIN;
	else if (a->kind == OTS_PENDING)
		this = PROVE_PENDING;
	if (this > *s)
		*s = this;
	return 0;
}

enum prove_strength
prove_strength(const struct ots *o)
{
	enum prove_strength s = PROVE_NOTHING;
	struct err e;

	return ots_walk(o, note_strength, &s, &e) < 0 ? PROVE_NOTHING : s;
}

/* The proof over the root at ${size}: 1, 0 where there is none. */
static int
load_root(struct ots *out, struct log *l, uint64_t size, struct err *e)
{
	char *path = prove_evidence(l->dir, size, "checkpoint-root.ots");
	struct buf file = { 0 };
	struct digest root;
	int rc = file_read(&file, path, LIMIT_OTS_BYTES, e);

	if (rc < 0 && e->kind == ERR_ABSENT) {
		rc = 0;
	} else if (rc == 0) {
		rc = ots_parse(out, span_buf(&file), e) < 0 ? -1 : 1;
		if (rc > 0 && (log_root(&root, l, size, e) < 0
		    || out->hash != HASH_SHA256
		    || memcmp(out->digest, root.at, DIGEST_BYTES) != 0)) {
			ots_clear(out);
			rc = err_set(e, ERR_TRUST, "of another root than the "
			    "log has at %" PRIu64 " entries", size);
		}
		if (rc < 0)
			err_in(e, "%s", path);
	}
	buf_clear(&file);
	free(path);
	return rc;
}

static int
print_through(struct buf *out, struct log *l, const struct current_one *c,
    uint64_t size, const struct ots *root, struct err *e)
{
	const struct merkle_source from = tile_source(&l->reader);
	struct merkle_path path;
	struct ots o = { 0 };
	int rc = merkle_inclusion(&path, &from, c->index, size, e);

	if (rc == 0)
		rc = make_inclusion(&o, &c->entry, &path, c->index, size, root,
		    e);
	if (rc == 0)
		ots_print(out, &o);
	ots_clear(&o);
	return rc;
}

int
prove_ots(struct buf *out, uint64_t *size, struct log *l,
    const struct current_one *c, struct err *e)
{
	enum prove_strength best = PROVE_NOTHING;
	struct ots found = { 0 };
	uint64_t *sizes = NULL, at = 0;
	size_t n = 0;
	int rc = log_sizes(&sizes, &n, l->dir, e);

	for (size_t i = 0; rc == 0 && i < n && best < PROVE_BITCOIN; i++) {
		enum prove_strength s = PROVE_NOTHING;
		struct ots o = { 0 };

		if (sizes[i] <= c->index || sizes[i] > l->checkpoint.size)
			continue;
		rc = load_root(&o, l, sizes[i], e) < 0 ? -1 : 0;
		if (rc == 0)
			s = prove_strength(&o);
		if (s > best) {
			ots_clear(&found);
			found = o;
			best = s;
			at = sizes[i];
		} else {
			ots_clear(&o);
		}
	}
	if (rc == 0 && best > PROVE_NOTHING) {
		rc = print_through(out, l, c, at, &found, e) < 0 ? -1 : 1;
		*size = at;
	}
	ots_clear(&found);
	free(sizes);
	return rc;
}
