/* SPDX-License-Identifier: MIT */
/* See resolve.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "cite/resolve.h"

/* How much of a malformed number is repeated in a message. */
#define TYPED_SHOWN 60

static void
add_input(struct resolution *r, const char *path, bool missing)
{
	mem_grow(&r->inputs, r->input_count, sizeof(*r->inputs));
	r->inputs[r->input_count++] = (struct scan_input){ mem_string(path),
	    missing };
}

static void
add_remark(struct resolution *r, bool finding, bool in_file,
    const char *fmt, ...) PRINTF_LIKE(4, 5);

static void
add_remark(struct resolution *r, bool finding, bool in_file,
    const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&r->remarks, r->remark_count, sizeof(*r->remarks));
	r->remarks[r->remark_count++] = (struct scan_remark){ finding,
	    in_file, buf_steal(&text) };
}

static void
detail(struct mention *m, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
detail(struct mention *m, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	free(m->detail);
	m->detail = buf_steal(&text);
}

/*
 * Judge every archive of one number and keep the best: but a conflict is
 * never outvoted, since it is evidence against the signer.
 */
static int
judge_hit(struct mention *m, const struct cache_hit *hit,
    struct resolution *deps, const struct resolve_with *with, struct err *e)
{
	for (size_t i = 0; i < hit->files.n; i++) {
		const char *path = hit->files.at[i];
		struct judgement j;
		bool better;

		add_input(deps, path, false);
		if (judgement_read(&j, path, with->ring, &with->memory, e) < 0) {
			/* It went away since the folder was read. */
			if (e->kind == ERR_ABSENT)
				continue;
			return -1;
		}
		/* An archive under the name of another number says nothing
		 * about this one. */
		if (j.number[0] != '\0'
		    && strcmp(j.number + 10, hit->suffix) != 0) {
			judgement_clear(&j);
			j.verdict = VERDICT_WRONG;
			j.reason = mem_string("number: the file has the name "
			    "of another number");
		}
		better = m->archive == NULL
		    || j.verdict == VERDICT_CONFLICT
		    || (m->judgement.verdict != VERDICT_CONFLICT
		    && j.verdict < m->judgement.verdict);
		if (better) {
			judgement_clear(&m->judgement);
			m->judgement = j;
			free(m->archive);
			m->archive = mem_string(path);
		} else {
			judgement_clear(&j);
		}
	}
	return 0;
}

static void
name_rivals(struct mention *m, const struct cache_hits *hits)
{
	struct buf text = { 0 };

	buf_text(&text, "fits ");
	for (size_t i = 0; i < hits->n && i < 8; i++)
		buf_fmt(&text, "%spith:%s", i == 0 ? ""
		    : i + 1 == hits->n ? " and " : ", ", hits->list[i].suffix);
	if (hits->n > 8)
		buf_text(&text, ", ...");
	buf_text(&text, "; write the number in full");
	free(m->detail);
	m->detail = buf_steal(&text);
	m->state = MENTION_AMBIGUOUS;
}

/* Several hits of different numbers make a name ambiguous. */
static bool
is_ambiguous(const struct cache_hits *hits)
{
	for (size_t i = 1; i < hits->n; i++)
		if (strcmp(hits->list[i].suffix, hits->list[0].suffix) != 0)
			return true;
	return false;
}

/* A lower-case l was read as L; say so where reading it as I would have
 * found something. */
static void
hint_at_letter(struct mention *m, const struct resolve_with *with)
{
	struct number other;
	char typed[sizeof(m->name.typed)];
	struct err e;

	if (m->name.suffix[0] == '\0' || strchr(m->name.typed, 'l') == NULL)
		return;
	memcpy(typed, m->name.typed, sizeof(typed));
	for (char *s = typed; *s != '\0'; s++)
		if (*s == 'l')
			*s = 'I';
	if (number_parse(&other, span_text(typed), &e) < 0)
		return;
	for (size_t i = 0; i < with->cache_count; i++) {
		struct cache_hits hits = { 0 };

		if (cache_find(&hits, with->caches[i], &other, &e) == 0
		    && hits.n > 0)
			detail(m, "a small l is the letter L; with I it "
			    "would be pith:%s, which is in the cache",
			    hits.list[0].suffix);
		cache_hits_clear(&hits);
	}
}

static void
say_absent(struct mention *m, const struct resolve_with *with)
{
	m->state = MENTION_ABSENT;
	if (m->name.alias.kind == ALIAS_DOI)
		detail(m, "no record signs a DOI; write the Pith Number");
	else if (with->cache_count == 0)
		detail(m, "there is no cache; make one with "
		    "`pithtex cache add'");
	else
		detail(m, "fetch it (`pithtex cache missing' tells how) and "
		    "add it with `pithtex cache add'");
	hint_at_letter(m, with);
}

/* The paths that would have answered: their appearance wakes a build. */
static void
note_absent(const struct mention *m, struct resolution *deps,
    const struct resolve_with *with)
{
	for (size_t i = 0; number_is_whole(&m->name)
	    && i < with->cache_count; i++) {
		char *path = cache_path(with->caches[i], m->name.suffix);

		add_input(deps, path, true);
		free(path);
	}
}

int
resolve_mention(struct mention *m, struct resolution *deps,
    const struct resolve_with *with, struct err *e)
{
	struct cache_hits hits = { 0 };
	int rc = 0;

	for (size_t i = 0; i < with->cache_count && rc == 0; i++)
		rc = cache_find(&hits, with->caches[i], &m->name, e);
	if (rc == 0 && hits.n == 0) {
		note_absent(m, deps, with);
		say_absent(m, with);
	} else if (rc == 0 && is_ambiguous(&hits)) {
		name_rivals(m, &hits);
	}
	/* One number, perhaps in several caches: the first good one will do. */
	for (size_t i = 0; i < hits.n && rc == 0
	    && m->state != MENTION_ABSENT && m->state != MENTION_AMBIGUOUS
	    && (m->archive == NULL
	    || m->judgement.verdict != VERDICT_GOOD); i++)
		rc = judge_hit(m, &hits.list[i], deps, with, e);
	if (rc == 0 && m->state == MENTION_JUDGED && m->archive == NULL) {
		note_absent(m, deps, with);
		say_absent(m, with);
	}
	if (rc == 0 && m->state == MENTION_JUDGED && m->name.year != 0
	    && m->judgement.number[0] != '\0'
	    && judgement_year(&m->judgement) != m->name.year) {
		m->state = MENTION_YEAR;
		detail(m, "the record is of %u: %s",
		    judgement_year(&m->judgement), m->judgement.number);
	}
	cache_hits_clear(&hits);
	return rc;
}

/* Spellings that were seen, by a hash of their text: open addressing over
 * places that hold the number of a mention plus one. */
struct spellings {
	size_t *place;
	size_t room;		/* a power of two, twice what may come in */
};

static size_t *
place_of(const struct spellings *s, const struct resolution *r,
    const char *typed)
{
	uint64_t h = 1469598103934665603u;	/* FNV-1a */

	for (const char *c = typed; *c != '\0'; c++)
		h = (h ^ (uint8_t)*c) * 1099511628211u;
	for (size_t i = (size_t)h;; i++) {
		size_t *p = &s->place[i & (s->room - 1)];

		if (*p == 0
		    || strcmp(r->mentions[*p - 1].name.typed, typed) == 0)
			return p;
	}
}

/* Enter this spelling where it is new. */
static void
enter_mention(struct resolution *r, struct spellings *s,
    const struct number *name, const struct scan_record *rec)
{
	size_t *p = place_of(s, r, name->typed);

	if (*p != 0) {
		r->mentions[*p - 1].own |= rec->own;
		return;
	}
	mem_grow(&r->mentions, r->mention_count, sizeof(*r->mentions));
	r->mentions[r->mention_count++] = (struct mention){ .name = *name,
	    .own = rec->own, .file = mem_string(rec->file),
	    .line = rec->line };
	*p = r->mention_count;
}

/* Read every spelling; each that is malformed gets its remark. */
static int
read_records(struct resolution *r, const struct scan *s, struct err *e)
{
	struct spellings seen = { .room = 2 };
	size_t bad = 0;

	while (seen.room < 2 * s->record_count)
		seen.room *= 2;
	seen.place = mem_zero(seen.room, sizeof(*seen.place));
	for (size_t i = 0; i < s->record_count; i++) {
		const struct scan_record *rec = &s->records[i];
		struct number name;
		struct err one;

		if (number_parse(&name, rec->argument, &one) == 0) {
			enter_mention(r, &seen, &name, rec);
			continue;
		}
		bad++;
		add_remark(r, true, true, "%s:%lu: `%.*s%s': %s", rec->file,
		    rec->line, rec->argument.n > TYPED_SHOWN ? TYPED_SHOWN
		    : (int)rec->argument.n, (const char *)rec->argument.at,
		    rec->argument.n > TYPED_SHOWN ? "..." : "", one.text);
	}
	free(seen.place);
	return bad == 0 ? 0 : err_set(e, ERR_FORMAT, "%s: %zu malformed "
	    "number%s; correct the source and run LaTeX again", r->aux, bad,
	    bad == 1 ? "" : "s");
}

/* What a build tool watches to learn of bundles that go. */
static int
note_caches(struct resolution *r, const struct resolve_with *with,
    struct err *e)
{
	for (size_t i = 0; i < with->cache_count; i++) {
		const struct cache *c = with->caches[i];
		char *generation;

		if (cache_generation(&generation, c, e) < 0)
			return -1;
		add_input(r, cache_generation_path(c), generation == NULL);
		if (generation == NULL && file_is_folder(cache_dir(c)))
			add_remark(r, false, false, "cache %zu of %zu has no "
			    "`generation', so a build does not notice a "
			    "removed bundle; `pithtex cache check' writes it",
			    i + 1, with->cache_count);
		free(generation);
	}
	return 0;
}

static int
by_path(const void *a, const void *b)
{
	return strcmp(((const struct scan_input *)a)->path,
	    ((const struct scan_input *)b)->path);
}

/* Sort the inputs and drop what is there twice. */
static void
settle_inputs(struct resolution *r)
{
	size_t kept = 0;

	if (r->input_count > 1)
		qsort(r->inputs, r->input_count, sizeof(*r->inputs), by_path);
	for (size_t i = 0; i < r->input_count; i++)
		if (kept > 0 && strcmp(r->inputs[kept - 1].path,
		    r->inputs[i].path) == 0)
			free(r->inputs[i].path);
		else
			r->inputs[kept++] = r->inputs[i];
	r->input_count = kept;
}

void
resolve_watch(struct resolution *r, const char *path, bool missing)
{
	add_input(r, path, missing);
	settle_inputs(r);
}

static int
by_suffix(const void *a, const void *b)
{
	struct mention *const *x = a, *const *y = b;
	const int c = strcmp(mention_suffix(*x), mention_suffix(*y));

	/* Of one suffix in the order of the paper: they lie in one array. */
	return c != 0 ? c : (*x > *y) - (*x < *y);
}

/* Mark the mentions that name a number again, under whatever spelling. */
static void
mark_seen(struct resolution *r)
{
	struct mention **sorted = mem_zero(r->mention_count, sizeof(*sorted));
	bool kinds[2] = { false, false };

	for (size_t i = 0; i < r->mention_count; i++)
		sorted[i] = &r->mentions[i];
	qsort(sorted, r->mention_count, sizeof(*sorted), by_suffix);
	for (size_t i = 0; i < r->mention_count; i++) {
		struct mention *m = sorted[i];

		m->seen = i > 0 && mention_suffix(m)[0] != '\0'
		    && strcmp(mention_suffix(sorted[i - 1]),
		    mention_suffix(m)) == 0;
		if (!m->seen)
			kinds[0] = kinds[1] = false;
		m->seen_kind = kinds[m->own];
		kinds[m->own] = true;
	}
	free(sorted);
}

/* What the scanner told goes over to the resolution, which owns it then. */
static void
take_over(struct resolution *r, struct scan *s)
{
	for (size_t i = 0; i < s->input_count; i++)
		add_input(r, s->inputs[i].path, s->inputs[i].missing);
	r->remarks = s->remarks;
	r->remark_count = s->remark_count;
	s->remarks = NULL;
	s->remark_count = 0;
}

int
resolve_paper(struct resolution *out, const char *aux,
    const struct resolve_with *with, struct err *e)
{
	struct scan scan = { 0 };
	int rc;

	*out = (struct resolution){ .aux = mem_string(aux),
	    .dir = file_dir(aux) };
	rc = scan_aux(&scan, aux, e);
	take_over(out, &scan);
	if (rc == 0)
		rc = read_records(out, &scan, e);
	if (rc == 0 && out->mention_count > 0)
		rc = note_caches(out, with, e);
	for (size_t i = 0; i < out->mention_count && rc == 0; i++) {
		out->mentions[i].integrity = with->integrity;
		rc = resolve_mention(&out->mentions[i], out, with, e);
	}
	settle_inputs(out);
	if (rc == 0)
		mark_seen(out);
	scan_clear(&scan);
	return rc;
}

void
resolve_clear(struct resolution *r)
{
	free(r->aux);
	free(r->dir);
	for (size_t i = 0; i < r->mention_count; i++)
		mention_clear(&r->mentions[i]);
	for (size_t i = 0; i < r->remark_count; i++)
		free(r->remarks[i].text);
	for (size_t i = 0; i < r->input_count; i++)
		free(r->inputs[i].path);
	free(r->mentions);
	free(r->remarks);
	free(r->inputs);
	*r = (struct resolution){ 0 };
}

bool
resolve_has_findings(const struct resolution *r)
{
	for (size_t i = 0; i < r->mention_count; i++)
		if (!mention_is_good(&r->mentions[i])
		    || mention_is_warned(&r->mentions[i]))
			return true;
	for (size_t i = 0; i < r->remark_count; i++)
		if (r->remarks[i].finding)
			return true;
	return false;
}
