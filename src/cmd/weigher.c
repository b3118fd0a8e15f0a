/* SPDX-License-Identifier: MIT */
/* See weigher.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/bundle.h"
#include "cmd/weigher.h"
#include "keep/stream.h"

static void
tell(void *ctx, const char *file, const char *what, const struct evidence *e)
{
	struct weigher *w = ctx;
	char day[EVIDENCE_DAY], at[EVIDENCE_TIME];

	w->told++;
	evidence_day(day, e->time);
	evidence_time(at, e->time);
	if (w->run->json) {
		emit_object(w->j, NULL);
		emit_text(w->j, "file", file);
		emit_text(w->j, "proof", what);
		emit_text(w->j, "state", evidence_print(e->state));
		emit_text(w->j, "day", e->state == EVIDENCE_GOOD ? day
		    : NULL);
		if (e->work > 0)
			emit_int(w->j, "work_log2_tenths", e->work);
		emit_text(w->j, "text", e->why);
		emit_close_object(w->j);
	} else if (!w->run->quiet) {
		say_line("%s: %s: %s: %s", file, what,
		    evidence_print(e->state), e->why);
	}
}

int
weigher_open(struct weigher *w, const struct anchors_opts *o,
    char *const *paths, size_t n, const struct run *run, struct emit *j,
    struct err *e)
{
	int rc;

	*w = (struct weigher){ .run = run };
	w->own.out = &w->json;
	w->j = j != NULL ? j : &w->own;
	rc = anchors_open_for(&w->anchors, o, paths, n, e);
	w->with = (struct weigh){ w->anchors.headers, w->anchors.roots, NULL,
		tell, w };
	if (rc == 0 && run->json && j == NULL) {
		emit_object(w->j, NULL);
		emit_array(w->j, "proofs");
	}
	return rc;
}

void
weigher_close(struct weigher *w, int rc)
{
	if (rc >= 0 && w->run->json && w->json.n > 0) {
		emit_close_array(w->j);
		emit_int(w->j, "status", w->status);
		emit_close_object(w->j);
		say_bytes(span_buf(&w->json));
	}
	anchors_close(&w->anchors);
	buf_clear(&w->json);
}

/* Only what is good is good. */
static void
tell_whole(struct weigher *w, const char *name, const struct evidence *e)
{
	if (e->state != EVIDENCE_GOOD) {
		say_warn("%s: %s: %s", name, evidence_print(e->state), e->why);
		w->status = CMD_FINDINGS;
	} else if (!w->run->quiet && !w->run->json) {
		say_line("%s: good: %s", name, e->why);
	}
}

int
weigher_chain(struct weigher *w, const struct subject *list, size_t n,
    struct err *e)
{
	struct evidence whole;
	size_t proofs;
	const int rc = weigh_chain(&whole, &proofs, &w->with, list, n, e);

	if (rc == 0)
		tell_whole(w, list[0].name, &whole);
	return rc;
}

/* The digest of what FILE.ots is of: of FILE, or of the inner tar of the
 * archive where FILE.ots is SUFFIX.tar.ots. */
static bool
digest_beside(uint8_t out[HASH_MOST], const char *path, enum hash_kind kind)
{
	struct buf name = { 0 }, file = { 0 }, tar = { 0 };
	struct digest d;
	struct err e;
	bool found = false;

	buf_add(&name, path, strlen(path) - 4);
	if (file_read(&file, buf_string(&name), LIMIT_HEADERS_BYTES, &e)
	    == 0) {
		hash_bytes(out, kind, span_buf(&file));
		found = true;
	} else if (kind == HASH_SHA256) {
		buf_text(&name, ".gz");
		file.n = 0;
		if (file_read(&file, buf_string(&name), LIMIT_ARCHIVE_BYTES,
		    &e) == 0 && bundle_identity(&d, &tar, span_buf(&file))) {
			memcpy(out, d.at, DIGEST_BYTES);
			found = true;
		}
	}
	buf_clear(&name);
	buf_clear(&file);
	buf_clear(&tar);
	return found;
}

int
weigher_ots(struct weigher *w, const char *path, struct err *e)
{
	struct buf file = { 0 };
	struct weigh_list found = { 0 };
	struct evidence whole;
	struct ots o = { 0 };
	uint8_t digest[HASH_MOST];
	bool has = false;
	int rc = file_read(&file, path, LIMIT_OTS_BYTES, e);

	if (rc < 0 && (e->kind == ERR_IO || e->kind == ERR_ABSENT)) {
		buf_clear(&file);
		return -1;
	}
	if (rc == 0)
		rc = ots_parse(&o, span_buf(&file), e);
	if (rc == 0) {
		has = strlen(path) > 4 && digest_beside(digest, path, o.hash);
		weigh_ots(&found, &w->with, path, &o, has ? digest : NULL);
		weigh_all(&whole, &found);
		if (!has && !w->run->quiet && !w->run->json)
			say_line("%s: what it is of is not beside it: only "
			    "the digest in it was looked at", path);
		tell_whole(w, path, &whole);
	} else {
		say_warn("%s: damaged: %s", path, e->text);
		w->status = CMD_FINDINGS;
	}
	w->told++;
	ots_clear(&o);
	buf_clear(&file);
	free(found.at);
	return 0;
}

bool
weigher_is_ots(const char *path)
{
	static const char magic[] = "\0OpenTimestamps\0\0Proof";
	struct source from = { 0 };
	struct span got = { NULL, 0 };
	struct err e;
	const bool is = stream_read_open(&from, path, &e) == 0
	    && stream_read(&got, &from, sizeof(magic), &e) > 0
	    && memcmp(got.at, magic, sizeof(magic)) == 0;

	stream_read_clear(&from);
	return is;
}
