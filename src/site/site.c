/* SPDX-License-Identifier: MIT */
/* See site.h. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/work.h"
#include "bundle/gzip.h"
#include "keep/snapshot.h"
#include "number/alias.h"
#include "site/site_private.h"

bool
site_is_url(const char *url)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789-._~/:";
	const char *host = strncmp(url, "https://", 8) == 0 ? url + 8
	    : strncmp(url, "http://", 7) == 0 ? url + 7 : "";
	const size_t n = strlen(url);

	return isalnum((unsigned char)host[0]) && n < 200
	    && url[strspn(url, plain)] == '\0' && url[n - 1] != '/';
}

/* --- what a number's record keeps ----------------------------------------- */

void
site_info_print(struct buf *out, const struct site_info *i)
{
	for (size_t k = 0; k < SITE_FIELDS; k++) {
		if (k > 0)
			buf_byte(out, '\t');
		buf_text(out, i->at[k] != NULL ? i->at[k] : "");
	}
}

/* "", or the first digits of an identity. */
static bool
is_archive(const char *text)
{
	return text[0] == '\0' || (strlen(text) == SITE_ARCHIVE
	    && strspn(text, "0123456789abcdef") == SITE_ARCHIVE);
}

/* "", or an arXiv id in its normal form. */
static bool
is_id(const char *text)
{
	struct alias a;

	return text[0] == '\0' || (alias_parse(&a, span_text(text))
	    == ALIAS_ARXIV && strcmp(a.name, text) == 0);
}

bool
site_info_parse(struct site_info *out, const char *text)
{
	size_t k = 0;

	*out = (struct site_info){ { NULL } };
	for (; k < SITE_FIELDS; k++) {
		const size_t n = strcspn(text, "\t");

		out->at[k] = mem_text(text, n);
		text += n;
		if (*text == '\0')
			break;
		text++;
	}
	/* Whoever can write the roll can write the folder, but no further. */
	if (k == SITE_FIELDS - 1 && *text == '\0'
	    && strlen(out->at[SITE_NUMBER]) == NUMBER_FULL
	    && is_archive(out->at[SITE_RECORD])
	    && is_archive(out->at[SITE_FINDINGS]) && is_id(out->at[SITE_ID]))
		return true;
	site_info_clear(out);
	return false;
}

void
site_info_clear(struct site_info *i)
{
	for (size_t k = 0; k < SITE_FIELDS; k++)
		free(i->at[k]);
	*i = (struct site_info){ { NULL } };
}

/* --- jobs ----------------------------------------------------------------- */

void
site_job_begin(struct site_job *job, const char *name, unsigned serial)
{
	job->set.record.name = mem_string(name);
	job->set.serial = serial;
}

void
site_job_say(struct site_job *job, const char *about, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	mem_grow(&job->said, job->said_count, sizeof(*job->said));
	job->said[job->said_count++] = (struct site_said){
		.about = mem_string(about), .what = buf_steal(&text) };
}

void
site_job_clear(struct site_job *job)
{
	for (size_t i = 0; i < job->said_count; i++) {
		free(job->said[i].about);
		free(job->said[i].what);
		report_clear(&job->said[i].report);
	}
	free(job->said);
	holding_clear(&job->holding);
	roll_record_clear(&job->old);
	publish_set_clear(&job->set);
	*job = (struct site_job){ 0 };
}

/* Pass over the old records before ${name} (NULL: all), whose things are no
 * more, and remove their files; those of numbers wait (remove_numbers). */
static int
drop_before(struct site *s, const char *name, struct err *e)
{
	const char *next;
	int rc = 0;

	while (rc == 0 && (next = roll_peek(&s->old)) != NULL
	    && (name == NULL || strcmp(next, name) < 0)) {
		struct roll_record gone = { 0 };

		rc = roll_next(&gone, &s->old, e) < 0 ? -1 : 0;
		if (rc == 0 && gone.name[0] == '1')
			s->has_gone = true;
		else if (rc == 0)
			rc = publish_names(&s->out, NULL, &gone, e);
		roll_record_clear(&gone);
	}
	return rc;
}

int
site_old(struct site_job *job, struct site *s, const char *name,
    struct err *e)
{
	const char *next;
	int rc = drop_before(s, name, e);

	next = roll_peek(&s->old);
	if (rc == 0 && next != NULL && strcmp(next, name) == 0) {
		rc = roll_next(&job->old, &s->old, e);
		job->has_old = rc > 0;
	}
	return rc < 0 ? -1 : 0;
}

void
site_key(struct buf *out, const struct site *s)
{
	buf_text(out, "pithtex-site 1 " PACKAGE_VERSION "\n");
	buf_add(out, s->ring.at, DIGEST_BYTES);
	buf_byte(out, s->has_key ? 1 : 0);
}

/* Whether the old record says what the later steps ask of a number. */
static bool
has_info(const struct site_job *job)
{
	struct site_info info;

	if (job->set.record.name[0] != '1')
		return true;
	if (!site_info_parse(&info, job->old.info))
		return false;
	site_info_clear(&info);
	return true;
}

bool
site_carry(struct site_job *job, const struct site *s, struct span key)
{
	struct roll_record *r = &job->set.record;

	r->key = digest_sha256(key);
	r->keyed = true;
	return job->has_old && job->old.keyed
	    && digest_equal(&job->old.key, &r->key) && has_info(job)
	    && publish_carry(&job->set, &s->out, &job->old);
}

int
site_stage(struct site_job *job, const struct site *s, const char *path,
    struct span bytes, struct err *e)
{
	const struct roll_record *old = job->has_old ? &job->old : NULL;
	const size_t before = job->set.n;
	struct buf gz = { 0 }, name = { 0 };
	int rc = publish_stage(&job->set, &s->out, old, path, bytes, e);

	/* A server would hand out our twin for somebody else's file. */
	if (rc < 0 || job->set.n == before)
		return rc;
	gzip_write(&gz, bytes);
	if (gz.n < bytes.n) {
		buf_fmt(&name, "%s.gz", path);
		rc = publish_stage(&job->set, &s->out, old, buf_string(&name),
		    span_buf(&gz), e);
	}
	buf_clear(&gz);
	buf_clear(&name);
	return rc;
}

/* --- a batch -------------------------------------------------------------- */

static void
tell(struct site *s, const struct site_job *job)
{
	const struct site_with *w = s->with;

	for (size_t i = 0; i < job->said_count; i++) {
		const struct site_said *said = &job->said[i];

		s->made->findings++;
		if (said->judged)
			w->judged(w->ctx, said->about, &said->report);
		else
			w->said(w->ctx, said->about, said->what);
	}
}

static void
tell_foreign(void *ctx, const char *path, const char *why)
{
	struct site *s = ctx;

	s->made->findings++;
	s->with->said(s->with->ctx, path, why);
}

/* A number's claims on what its paper has. */
static void
add_claims(struct site *s, const char *suffix, const struct site_info *info)
{
	static const struct {
		enum site_field archive, at;
	} kinds[] = {
		{ SITE_RECORD, SITE_AS_OF }, { SITE_FINDINGS, SITE_RUN }
	};

	for (size_t k = 0; k < 2; k++) {
		struct site_claim c = { .findings = k == 1 };
		const char *at = info->at[kinds[k].at];

		if (info->at[kinds[k].archive][0] == '\0'
		    || info->at[SITE_ID][0] == '\0'
		    || strlen(info->at[SITE_ID]) >= sizeof(c.id))
			continue;
		memcpy(c.suffix, suffix, sizeof(c.suffix));
		strcpy(c.id, info->at[SITE_ID]);
		memcpy(c.archive, info->at[kinds[k].archive], SITE_ARCHIVE);
		c.readable = at[0] != '\0';
		c.good = strcmp(info->at[SITE_VERDICT], "good") == 0;
		instant_parse(&c.at, at);
		mem_grow(&s->claims, s->claim_count, sizeof(*s->claims));
		s->claims[s->claim_count++] = c;
	}
}

/* What the later steps have to know of a number that is served. */
static void
note_number(struct site *s, const struct site_job *job)
{
	const char *suffix = job->set.record.name + 2;
	struct site_info info;
	struct buf all = { 0 };

	if (!site_info_parse(&info, job->set.record.info))
		return;
	s->made->numbers++;
	s->made->good += strcmp(info.at[SITE_VERDICT], "good") == 0;
	add_claims(s, suffix, &info);
	buf_add(&all, s->index.at, DIGEST_BYTES);
	buf_text(&all, job->set.record.info);
	s->index = digest_sha256(span_buf(&all));
	buf_clear(&all);
	site_info_clear(&info);
}

static void
done(void *ctx, size_t i)
{
	struct site *s = ctx;
	struct site_job *job = &s->batch[i];

	holding_clear(&job->holding);
	tell(s, job);
	if (job->rc == 0 && job->served) {
		if (job->set.record.name[0] == '1')
			note_number(s, job);
		job->rc = publish_enter(&s->out, &job->set, &job->e);
	}
}

/* Whether no file of the batch waits for its name. */
static bool
is_quiet(const struct site *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct publish_set *set = &s->batch[i].set;

		for (size_t k = 0; k < set->n; k++)
			if (set->files[k].tmp != NULL)
				return false;
	}
	return true;
}

static int
give_names(struct site *s, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < s->n; i++)
		rc = s->batch[i].rc < 0 ? -1 : 0;
	for (size_t i = 0; rc < 0 && i < s->n; i++)
		if (s->batch[i].rc < 0) {
			*e = s->batch[i].e;
			break;
		}
	if (rc == 0 && !is_quiet(s))
		rc = publish_settle(&s->out, e);
	for (size_t i = 0; rc == 0 && i < s->n; i++) {
		struct site_job *job = &s->batch[i];

		if (job->served)
			rc = publish_names(&s->out, &job->set, job->has_old
			    ? &job->old : NULL, e);
		else if (job->has_old)
			s->has_gone = true;
	}
	for (size_t i = 0; i < s->n; i++)
		site_job_clear(&s->batch[i]);
	s->n = s->bytes = 0;
	return rc;
}

int
site_run(struct site *s, void (*make)(void *ctx, size_t i), struct err *e)
{
	work_run(s->n, work_threads(), make, done, s);
	return give_names(s, e);
}

int
site_finish(struct site *s, struct site_job *job, struct err *e)
{
	const size_t i = s->n++;

	s->batch[i] = *job;
	*job = (struct site_job){ 0 };
	s->batch[i].served = true;
	done(s, i);
	return s->n < SITE_BATCH && s->batch[i].rc == 0 ? 0
	    : give_names(s, e);
}

int
site_flush(struct site *s, struct err *e)
{
	return give_names(s, e);
}

/* --- step 1 --------------------------------------------------------------- */

/* Note which archives have proofs; the first one asks for what they are
 * checked with, while no thread runs. */
static int
find_proofs(struct site *s, struct holding *h, struct err *e)
{
	for (size_t i = 0; i < h->n; i++) {
		h->at[i].proofs = known_any(&s->seen, h->at[i].name);
		if (!h->at[i].proofs || s->has_anchors)
			continue;
		if (s->with->anchors(s->with->ctx, &s->anchors, e) < 0)
			return -1;
		s->has_anchors = true;
	}
	return 0;
}

static int
add_number(void *ctx, struct holding *h, struct err *e)
{
	struct site *s = ctx;
	struct site_job *job = &s->batch[s->n];
	char name[2 + NUMBER_SUFFIX + 1] = "1 ";

	memcpy(name + 2, h->suffix, sizeof(h->suffix));
	if (find_proofs(s, h, e) < 0) {
		holding_clear(h);
		return -1;
	}
	job->holding = *h;
	site_job_begin(job, name, (unsigned)s->n);
	for (size_t i = 0; i < h->n; i++)
		s->bytes += h->at[i].bytes.n;
	s->n++;
	if (site_old(job, s, name, e) < 0)
		return -1;
	return s->n < SITE_BATCH && s->bytes < SITE_BATCH_BYTES ? 0
	    : site_run(s, site_number_make, e);
}

int
site_each(struct site *s, site_visitor *each, void *ctx, struct err *e)
{
	struct roll r = { 0 };
	struct roll_record one = { 0 };
	struct site_info info;
	int rc = publish_flush(&s->out, e);

	if (rc == 0)
		rc = roll_open(&r, s->out.part, e);
	while (rc == 0 && roll_peek(&r) != NULL && roll_peek(&r)[0] == '1') {
		rc = roll_next(&one, &r, e) < 0 ? -1 : 0;
		if (rc == 0 && site_info_parse(&info, one.info)) {
			rc = each(ctx, one.name + 2, &info, e);
			site_info_clear(&info);
		}
		roll_record_clear(&one);
	}
	roll_close(&r);
	return rc;
}

/* Remove what the last run served of numbers and this one does not: known
 * only now, since a run that serves none removes none. */
static int
remove_numbers(struct site *s, struct err *e)
{
	struct roll was = { 0 }, is = { 0 };
	int rc = publish_settle(&s->out, e);

	if (rc == 0)
		rc = roll_open(&was, s->out.list, e);
	if (rc == 0)
		rc = roll_open(&is, s->out.part, e);
	while (rc == 0 && roll_peek(&was) != NULL
	    && roll_peek(&was)[0] == '1') {
		const char *next = roll_peek(&is);
		const int order = next == NULL ? -1 : strcmp(roll_peek(&was),
		    next);
		struct roll_record one = { 0 };

		rc = roll_next(&one, order <= 0 ? &was : &is, e) < 0 ? -1 : 0;
		if (rc == 0 && order < 0)
			rc = publish_names(&s->out, NULL, &one, e);
		roll_record_clear(&one);
		if (rc == 0 && order == 0) {
			rc = roll_next(&one, &is, e) < 0 ? -1 : 0;
			roll_record_clear(&one);
		}
	}
	roll_close(&was);
	roll_close(&is);
	return rc;
}

/* All numbers were seen: those that are no more go, but not all of them. */
static int
end_numbers(struct site *s, struct err *e)
{
	const struct site_with *w = s->with;
	int rc = drop_before(s, "2", e);

	if (rc < 0 || !s->has_gone)
		return rc;
	if (s->made->numbers == 0)
		return s->made->findings == 0
		    ? err_set(e, ERR_ABSENT, "%s: holds no bundle; that would "
		    "remove every number from %s, which is left as it was",
		    w->from, w->dir)
		    : err_set(e, ERR_TRUST, "%s: has no number that can be "
		    "served (what to do is said of each); that would remove "
		    "every number from %s, which is left as it was",
		    w->from, w->dir);
	return remove_numbers(s, e);
}

/* A folder within one that is read would come back to itself. */
static int
check_places(const struct site_with *w, struct err *e)
{
	char *from = realpath(w->from, NULL), *to = realpath(w->dir, NULL);
	int rc = 0;

	if (from != NULL && to != NULL && strcmp(from, to) == 0)
		rc = err_set(e, ERR_USAGE, "%s: is what the site is made of",
		    w->dir);
	else if (to != NULL && snapshot_is_one(to))
		rc = err_set(e, ERR_USAGE, "%s: is a snapshot", w->dir);
	free(from);
	free(to);
	return rc;
}

int
site_make(struct site_made *out, const struct site_with *with, struct err *e)
{
	struct site *s = mem_zero(1, sizeof(*s));
	struct site_made made = { 0 };
	int rc = bundle_ready(e);

	s->with = with;
	s->made = &made;
	s->ring = keyring_digest(with->ring);
	s->has_key = with->manifest.n > 0;
	s->out = (struct publish){ .all = with->all, .foreign = tell_foreign,
		.ctx = s };
	if (rc == 0)
		rc = check_places(with, e);
	if (rc == 0 && !file_is_folder(with->from))
		rc = err_set(e, ERR_ABSENT, "%s: no cache or snapshot there",
		    with->from);
	if (rc == 0)
		rc = publish_open(&s->out, with->dir, e);
	if (rc == 0)
		rc = roll_open(&s->old, s->out.list, e);
	if (rc == 0)
		rc = holding_each(with->from, add_number, s, e);
	if (rc == 0)
		rc = site_run(s, site_number_make, e);
	if (rc == 0)
		rc = end_numbers(s, e);
	s->search = search_of(made.numbers);
	if (rc == 0)
		rc = site_paper_all(s, e);
	if (rc == 0)
		rc = site_index_all(s, e);
	if (rc == 0)
		rc = drop_before(s, NULL, e);
	if (rc == 0)
		rc = publish_end(&s->out, e);
	made.written = s->out.written;
	made.kept = s->out.kept;
	made.removed = s->out.removed;
	for (size_t i = 0; i < s->n; i++)
		site_job_clear(&s->batch[i]);
	roll_close(&s->old);
	publish_close(&s->out);
	known_seen_clear(&s->seen);
	free(s->claims);
	free(s);
	if (rc == 0)
		*out = made;
	return rc;
}
