/* SPDX-License-Identifier: MIT */
/* See renewal.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "canon/codec.h"

#include "anchor/line_private.h"
#include "anchor/renewal.h"

static bool
is_path_byte(uint8_t c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
	    || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-'
	    || c == '/';
}

static bool
is_path(struct span s)
{
	size_t part = 0;

	if (s.n == 0 || s.n > LIMIT_COVERS_PATH)
		return false;
	for (size_t i = 0; i <= s.n; i++) {
		if (i < s.n && !is_path_byte(s.at[i]))
			return false;
		if (i < s.n && s.at[i] != '/')
			continue;
		if (i == part || (i - part == 1 && s.at[part] == '.')
		    || (i - part == 2 && memcmp(s.at + part, "..", 2) == 0))
			return false;
		part = i + 1;
	}
	return true;
}

void
renewal_clear(struct renewal_covers *c)
{
	for (size_t i = 0; i < c->n; i++)
		free(c->at[i].path);
	free(c->at);
	*c = (struct renewal_covers){ 0 };
}

/* The place of ${path}, or where it would be. */
static size_t
place(const struct renewal_covers *c, const char *path)
{
	size_t low = 0, high = c->n;

	while (low < high) {
		const size_t i = low + (high - low) / 2;

		if (strcmp(c->at[i].path, path) < 0)
			low = i + 1;
		else
			high = i;
	}
	return low;
}

static const struct renewal_file *
find(const struct renewal_covers *c, const char *path)
{
	const size_t i = place(c, path);

	return i < c->n && strcmp(c->at[i].path, path) == 0 ? &c->at[i]
	    : NULL;
}

bool
renewal_names(const struct renewal_covers *c, const char *path)
{
	return find(c, path) != NULL;
}

int
renewal_add(struct renewal_covers *c, const char *path, const uint8_t *hash,
    struct err *e)
{
	struct renewal_file file = { 0 };
	size_t i;

	if (!is_path(span_text(path)))
		return err_set(e, ERR_USAGE, "%s: a list of covered files "
		    "cannot hold this path", path);
	if (find(c, path) != NULL)
		return err_set(e, ERR_USAGE, "%s: covered twice", path);
	if (c->n == LIMIT_COVERS)
		return err_set(e, ERR_LIMIT, "more than %u covered files",
		    LIMIT_COVERS);
	file.path = mem_string(path);
	memcpy(file.hash, hash, hash_size(c->kind));
	i = place(c, path);
	mem_grow(&c->at, c->n, sizeof(*c->at));
	memmove(c->at + i + 1, c->at + i, (c->n - i) * sizeof(*c->at));
	c->at[i] = file;
	c->n++;
	return 0;
}

static int
parse_line(struct renewal_covers *c, struct span line, struct err *e)
{
	const size_t hex = 2 * hash_size(c->kind);
	uint8_t hash[HASH_MOST];
	struct span rest;
	char *path;
	int rc = -1;

	if (line.n < hex || !codec_unhex(hash, hash_size(c->kind),
	    (struct span){ line.at, hex }))
		return err_set(e, ERR_FORMAT, "no %s digest",
		    hash_print(c->kind));
	rest = (struct span){ line.at + hex, line.n - hex };
	if (!line_starts(&rest, "  ") || !is_path(rest))
		return err_set(e, ERR_FORMAT, "no path behind two spaces");
	path = mem_text(rest.at, rest.n);
	if (c->n > 0 && strcmp(c->at[c->n - 1].path, path) >= 0)
		err_set(e, ERR_FORMAT, "%s: out of order", path);
	else
		rc = renewal_add(c, path, hash, e);
	free(path);
	return rc;
}

int
renewal_parse(struct renewal_covers *out, enum hash_kind kind,
    struct span text, struct err *e)
{
	struct renewal_covers c = { .kind = kind };
	struct span line;

	if (kind != HASH_SHA256 && kind != HASH_SHA512)
		return err_set(e, ERR_USAGE, "no list of covered files with "
		    "%s", hash_print(kind));
	if (text.n > LIMIT_COVERS_BYTES)
		return err_set(e, ERR_LIMIT, "a list of covered files of %zu "
		    "bytes", text.n);
	for (size_t number = 1; text.n > 0; number++) {
		if (!line_cut(&line, &text, '\n')) {
			err_set(e, ERR_FORMAT, "no end of line");
			goto fail;
		}
		if (parse_line(&c, line, e) < 0) {
			err_in(e, "line %zu", number);
			goto fail;
		}
	}
	if (c.n == 0) {
		err_set(e, ERR_FORMAT, "an empty list of covered files");
		goto fail;
	}
	*out = c;
	return 0;
fail:
	renewal_clear(&c);
	return -1;
}

void
renewal_print(struct buf *out, const struct renewal_covers *c)
{
	char hex[2 * HASH_MOST + 1];

	for (size_t i = 0; i < c->n; i++) {
		codec_hex(hex, c->at[i].hash, hash_size(c->kind));
		buf_fmt(out, "%s  %s\n", hex, c->at[i].path);
	}
}

int
renewal_check(const struct renewal_covers *c,
    const struct renewal_covers *files, struct err *e)
{
	for (size_t i = 0; i < files->n; i++) {
		const struct renewal_file *file = &files->at[i];
		const struct renewal_file *listed = find(c, file->path);

		if (listed == NULL)
			return err_set(e, ERR_TRUST, "%s: not covered by the "
			    "renewal", file->path);
		if (c->kind != files->kind || memcmp(listed->hash, file->hash,
		    hash_size(c->kind)) != 0)
			return err_set(e, ERR_TRUST, "%s: not the bytes that "
			    "the renewal covers", file->path);
	}
	for (size_t i = 0; i < c->n; i++) {
		if (find(files, c->at[i].path) == NULL)
			return err_set(e, ERR_ABSENT, "%s: covered by the "
			    "renewal, but not here", c->at[i].path);
	}
	return 0;
}

/* --- chains --------------------------------------------------------------- */

/* How a good proof stands to the next stage, first shown by ${next}. */
enum carried { CARRIED, TOO_LATE, ENDED };

static enum carried
carried(const struct evidence *one, const struct evidence *next)
{
	if (next == NULL)
		return CARRIED;
	/* The list of the next stage has it, so it was there before: but both
	 * clocks may be off by what the proofs allow. */
	if (next->latest < one->time)
		return TOO_LATE;
	/* By then the next one was there, for sure. */
	return one->ends != 0 && one->ends < next->latest ? ENDED : CARRIED;
}

/* Of the proofs that are carried on to ${next} (NULL: of all good ones) the
 * earliest; NULL, and why, where there is none.  A proof's end counts for its
 * own time only: another one's would not hold it. */
static const struct evidence *
earliest(struct evidence *why, const struct renewal_stage *s, size_t i,
    const struct evidence *next)
{
	const struct evidence *first = NULL, *best = NULL, *ended = NULL;
	char end[EVIDENCE_DAY], renewed[EVIDENCE_DAY];

	for (size_t k = 0; k < s->n; k++) {
		const struct evidence *one = &s->at[k];
		const enum carried how = one->state == EVIDENCE_GOOD
		    ? carried(one, next) : TOO_LATE;

		if (best == NULL || one->state < best->state)
			best = one;
		if (how == CARRIED && (first == NULL
		    || one->latest < first->latest))
			first = one;
		if (how == ENDED && (ended == NULL || one->ends > ended->ends))
			ended = one;
	}
	if (first != NULL)
		return first;
	if (ended != NULL)
		evidence_set(why, EVIDENCE_UNVERIFIABLE, "stage %zu: its "
		    "certificates ended %s, and it was renewed %s", i,
		    evidence_day(end, ended->ends),
		    evidence_day(renewed, next->time));
	else if (best == NULL)
		evidence_set(why, EVIDENCE_UNVERIFIABLE, "stage %zu: no proof",
		    i);
	else if (best->state == EVIDENCE_GOOD)
		evidence_set(why, EVIDENCE_WRONG, "stage %zu: renewed before "
		    "it was made", i);
	else
		evidence_set(why, best->state, "stage %zu: %.200s", i,
		    best->why);
	return NULL;
}

void
renewal_chain(struct evidence *out, const struct renewal_stage *stages,
    size_t n)
{
	const struct evidence *next = NULL, *last = NULL;
	char at[EVIDENCE_TIME], day[EVIDENCE_DAY];

	if (n == 0) {
		evidence_set(out, EVIDENCE_UNVERIFIABLE, "no evidence");
		return;
	}
	for (size_t i = n; i-- > 0;) {
		next = earliest(out, &stages[i], i, next);
		if (next == NULL)
			return;
		last = last == NULL ? next : last;
	}
	evidence_set(out, EVIDENCE_GOOD, "%s at %s%s%s", n > 1
	    ? "renewed evidence" : "evidence",
	    evidence_time(at, next->time), n > 1 ? ", last renewed " : "",
	    n > 1 ? evidence_day(day, last->time) : "");
	out->time = next->time;
	out->latest = next->latest;
	out->ends = last->ends;
	out->work = next->work;
}
