/* SPDX-License-Identifier: MIT */
/* The files of one number; see site_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "base/work.h"
#include "bundle/gzip.h"
#include "cite/record_check.h"
#include "number/alias.h"
#include "out/html.h"
#include "out/number.h"
#include "out/svg.h"
#include "site/site_private.h"
#include "state/state.h"

/* Bytes of a text in a record of the roll: two of them fit its line. */
enum { TEXT_MOST = 2000 };
_Static_assert(SITE_FIELDS * 100 + 2 * TEXT_MOST < ROLL_LINE, "a line");

/* One archive that may be served. */
struct served {
	struct bundle *bundle;
	struct report report;
	enum verdict verdict;
	struct instant latest;		/* of its events */
	char *path;
	bool proofs;			/* of time are with it */
	char hex[17];
};

struct making {
	const struct site *site;
	struct site_job *job;
	const char *suffix;
	struct served *list;		/* the one that speaks first, first */
	size_t n;
	bool damaged;			/* some file says nothing */
	struct names held;		/* paths, for the page */
	struct site_info info;
	struct ledger *ledger;
	struct state *state;
};

/* --- judging -------------------------------------------------------------- */

static void
note_report(struct making *m, const char *name, struct report *rep)
{
	struct site_job *job = m->job;

	mem_grow(&job->said, job->said_count, sizeof(*job->said));
	job->said[job->said_count] = (struct site_said){
		.about = mem_string(name), .judged = true };
	report_move(&job->said[job->said_count++].report, rep);
}

static void
take_bundle(struct making *m, const struct holding_file *f, struct bundle *b,
    struct report *rep)
{
	struct served one = { .bundle = b, .verdict = report_verdict(rep),
		.path = mem_string(f->name), .proofs = f->proofs };
	char hex[DIGEST_HEX];

	report_move(&one.report, rep);
	digest_print(hex, &b->identity);
	memcpy(one.hex, hex, 16);
	for (size_t i = 0; i < b->event_count; i++) {
		struct instant t;

		if (instant_parse(&t, b->events[i].created_at)
		    && instant_compare(&t, &one.latest) > 0)
			one.latest = t;
	}
	mem_grow(&m->list, m->n, sizeof(*m->list));
	m->list[m->n++] = one;
}

static bool
has_identity(const struct making *m, const struct digest *d)
{
	for (size_t i = 0; i < m->n; i++)
		if (digest_equal(&m->list[i].bundle->identity, d))
			return true;
	return false;
}

/* Judge the bytes of one file as every command does, and keep what may be
 * served. */
static void
judge(struct making *m, struct holding_file *f)
{
	const char *name = f->name;
	struct report rep = { 0 }, copy = { 0 };
	struct bundle *b = bundle_parse_at(&rep, &f->bytes, name,
	    m->site->with->ring);
	enum verdict v;
	struct err e;

	if (b->record != NULL && strcmp(b->record->suffix, m->suffix) != 0)
		report_fail(&rep, VERDICT_WRONG, CHECK_NUMBER, "the file has "
		    "the name of another number");
	state_check(&rep, b, m->site->with->ring);
	v = report_verdict(&rep);
	record_check_bundle(&rep, b);
	m->damaged = m->damaged || v == VERDICT_DAMAGED;
	if (report_accept(b, &rep, REPORT_ALLOW_UNSIGNED, &e) == NULL
	    || has_identity(m, &b->identity)) {
		if (v != VERDICT_GOOD)
			note_report(m, name, &rep);
		bundle_free(b);
	} else {
		if (v != VERDICT_GOOD) {
			report_copy(&copy, &rep);
			note_report(m, name, &copy);
		}
		take_bundle(m, f, b, &rep);
	}
	report_clear(&rep);
	report_clear(&copy);
}

/* Where an archive is damaged, the folder may have it whole from before. */
static void
judge_own(struct making *m)
{
	const struct roll_record *old = &m->job->old;

	for (size_t i = 0; i < old->n; i++) {
		const struct roll_file *f = &old->files[i];
		char *path = file_join(m->site->out.dir, f->path);
		struct holding_file own = { .name = path };
		const size_t before = m->n;
		struct digest d;
		struct err e;

		if (file_ends_in(f->path, ".tar.gz")
		    && file_read(&own.bytes, path, LIMIT_ARCHIVE_BYTES, &e)
		    == 0) {
			d = digest_sha256(span_buf(&own.bytes));
			if (digest_equal(&d, &f->digest))
				judge(m, &own);
			if (m->n > before)
				site_job_say(m->job, path, "served on; `pithtex "
				    "cache add' brings it back");
		}
		buf_clear(&own.bytes);
		free(path);
	}
}

static int
by_rank(const void *a, const void *b)
{
	const struct served *x = a, *y = b;
	const int c = instant_compare(&y->latest, &x->latest);

	if (x->verdict != y->verdict)
		return x->verdict < y->verdict ? -1 : 1;
	if (c != 0)
		return c;
	if (x->bundle->event_count != y->bundle->event_count)
		return x->bundle->event_count > y->bundle->event_count ? -1
		    : 1;
	return memcmp(x->bundle->identity.at, y->bundle->identity.at,
	    DIGEST_BYTES);
}

/* --- what a paper has ------------------------------------------------------ */

static void
set(struct making *m, enum site_field field, const char *text)
{
	struct buf clean = { 0 };
	size_t n;

	if (text != NULL)
		utf8_clean(&clean, span_text(text));
	/* A line has room for so much; what is cut is cut between
	 * characters, and only in a list. */
	if (clean.n > TEXT_MOST) {
		for (n = TEXT_MOST; (clean.at[n] & 0xc0) == 0x80; n--)
			;
		buf_cut(&clean, n);
	}
	free(m->info.at[field]);
	m->info.at[field] = buf_steal(&clean);
}

/* The paper's arXiv id in its normal form, which is a path; "" where the
 * record names none. */
static void
find_id(struct making *m)
{
	const struct record *r = m->list[0].bundle->record;
	struct alias a;
	bool wants = false;

	if (r->source_id != NULL && r->source_kind != NULL
	    && strcmp(r->source_kind, "arxiv") == 0 && alias_parse(&a,
	    span_text(r->source_id)) == ALIAS_ARXIV) {
		set(m, SITE_ID, a.name);
		return;
	}
	set(m, SITE_ID, "");
	for (size_t i = 0; i < m->n; i++)
		wants = wants || bundle_member(m->list[i].bundle,
		    "citation-record.json").at != NULL
		    || bundle_member(m->list[i].bundle,
		    "integrity.json").at != NULL;
	if (wants)
		site_job_say(m->job, r->number, "its source `%s' is no arXiv "
		    "id: there is no path for its citation record and its "
		    "integrity findings", r->source_id != NULL
		    ? r->source_id : "");
}

static void
choose_citation(struct making *m)
{
	struct instant best = { 0 };

	for (size_t i = 0; i < m->n; i++) {
		const struct span bytes = bundle_member(m->list[i].bundle,
		    "citation-record.json");
		struct ledger *l = NULL;
		struct instant t;
		struct err e;

		if (bytes.at == NULL)
			continue;
		if (m->info.at[SITE_RECORD] == NULL)
			set(m, SITE_RECORD, m->list[i].hex);
		if (record_ledger(&l, bytes, &e) < 0) {
			site_job_say(m->job, m->suffix,
			    "citation-record.json: %s", e.text);
			continue;
		}
		instant_parse(&t, l->as_of);
		if (m->ledger == NULL || instant_compare(&t, &best) > 0) {
			record_ledger_free(m->ledger);
			m->ledger = l;
			best = t;
			set(m, SITE_RECORD, m->list[i].hex);
			set(m, SITE_AS_OF, t.known ? l->as_of : "unknown");
		} else {
			record_ledger_free(l);
		}
	}
}

static void
choose_findings(struct making *m)
{
	struct instant best = { 0 };

	for (size_t i = 0; i < m->n; i++) {
		const struct span bytes = bundle_member(m->list[i].bundle,
		    "integrity.json");
		char run[64];
		struct instant t;

		if (bytes.at == NULL)
			continue;
		site_paper_run(run, bytes);
		instant_parse(&t, run);
		if (m->info.at[SITE_FINDINGS] == NULL
		    || instant_compare(&t, &best) > 0) {
			best = t;
			set(m, SITE_FINDINGS, m->list[i].hex);
			set(m, SITE_RUN, run);
		}
	}
}

/* --- files ---------------------------------------------------------------- */

static int
put(struct making *m, struct span bytes, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

static int
put(struct making *m, struct span bytes, const char *fmt, ...)
{
	struct site_job *job = m->job;
	struct buf path = { 0 };
	va_list ap;
	int rc;

	va_start(ap, fmt);
	buf_vfmt(&path, fmt, ap);
	va_end(ap);
	if (file_ends_in(buf_string(&path), ".tar.gz"))
		rc = publish_stage(&job->set, &m->site->out, job->has_old
		    ? &job->old : NULL, buf_string(&path), bytes, &job->e);
	else
		rc = site_stage(job, m->site, buf_string(&path), bytes,
		    &job->e);
	mem_grow(&m->held.at, m->held.n, sizeof(*m->held.at));
	m->held.at[m->held.n++] = buf_steal(&path);
	return rc;
}

static int
put_archives(struct making *m)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < m->n; i++) {
		const struct bundle *b = m->list[i].bundle;
		struct buf packed = { 0 };

		if (!b->archived)
			gzip_write(&packed, span_buf(&b->tar));
		rc = put(m, span_buf(b->archived ? &b->file : &packed),
		    "pith/%s/%s.%s.tar.gz", m->suffix, m->suffix,
		    m->list[i].hex);
		buf_clear(&packed);
	}
	return rc;
}

/* The members as the registry serves them, byte for byte. */
static int
put_members(struct making *m)
{
	static const struct {
		const char *name, *before, *after;
	} places[] = {
		{ "bundle.json", "pith/", "/bundle.json" },
		{ "bundle.json", ".well-known/pith/", "/bundle.json" },
		{ "state.json", "pith/", "/state.json" },
		{ "record.json", "pith/", ".json" },
		{ "graph.json", "api/pith-number/", "/graph.json" }
	};
	int rc = 0;

	for (size_t k = 0; k < sizeof(places) / sizeof(places[0]); k++)
		for (size_t i = 0; i < m->n; i++) {
			const struct span bytes = bundle_member(
			    m->list[i].bundle, places[k].name);

			if (bytes.at == NULL)
				continue;
			if (rc == 0)
				rc = put(m, bytes, "%s%s%s", places[k].before,
				    m->suffix, places[k].after);
			break;
		}
	return rc;
}

static int
put_badge(struct making *m)
{
	const struct bundle *b = m->list[0].bundle;
	const enum verdict v = m->list[0].verdict;
	const struct svg_badge badge = { .number = b->record->number,
	    .suffix = m->suffix, .words = report_badge_words(v),
	    .title = b->title, .state = v == VERDICT_GOOD ? SVG_GOOD
	    : SVG_CAUTION };
	struct buf svg = { 0 };
	int rc;

	out_svg(&svg, &badge);
	rc = put(m, span_buf(&svg), "pith/%s/%s.svg", m->suffix, m->suffix);
	buf_clear(&svg);
	return rc;
}

static void
hold(struct making *m, const char *before, const char *after)
{
	struct buf path = { 0 };

	buf_fmt(&path, "%s%s%s", before, m->info.at[SITE_ID], after);
	mem_grow(&m->held.at, m->held.n, sizeof(*m->held.at));
	m->held.at[m->held.n++] = buf_steal(&path);
}

/* The state of all archives together.  Where they are too much for one, the
 * page is without it: one number's abundance is no other number's loss. */
static bool
merge(struct making *m)
{
	const char *number = m->list[0].bundle->record->number;
	struct err e;
	int rc = 0;

	m->state = state_new(m->site->with->ring);
	for (size_t i = 0; rc == 0 && i < m->n; i++)
		rc = state_add(m->state, m->list[i].bundle,
		    &m->list[i].report, &e);
	if (rc == 0)
		rc = state_merge(m->state, &e);
	if (rc < 0)
		site_job_say(m->job, number, "its archives together have %s: "
		    "its page is without their merged state; take one of "
		    "them out of the cache", e.text);
	return rc == 0;
}

/* What the registry says, and beside it what proofs show here. */
static void
complete(struct completeness *c, struct making *m)
{
	struct served *first = &m->list[0];
	struct known k;

	completeness_of(c, m->state);
	if (!first->proofs)
		return;
	known_look(&k, first->path, &first->bundle->identity,
	    m->site->anchors.with);
	known_enter(c, &k);
	known_report(&first->report, c, &k);
	known_clear(&k);
}

static int
put_page(struct making *m)
{
	struct served *first = &m->list[0];
	const bool has_id = m->info.at[SITE_ID][0] != '\0';
	const struct verified *v;
	struct buf html = { 0 }, file = { 0 };
	struct completeness c = { 0 };
	struct page p = { 0 };
	bool has_state;
	int rc;

	if (has_id && m->info.at[SITE_RECORD] != NULL)
		hold(m, "paper/", "/citation-record.json");
	if (has_id && m->info.at[SITE_FINDINGS] != NULL)
		hold(m, "pith/", "/integrity.json");
	if (m->site->has_key) {
		mem_grow(&m->held.at, m->held.n, sizeof(*m->held.at));
		m->held.at[m->held.n++] = mem_string("pith-signing-key.json");
	}
	v = report_accept(first->bundle, &first->report,
	    REPORT_ALLOW_UNSIGNED, &m->job->e);
	if (v == NULL)
		return -1;
	has_state = merge(m);
	if (has_state)
		complete(&c, m);
	buf_fmt(&file, "%s.%s.tar.gz", m->suffix, first->hex);
	out_number(&p, v, &(struct number_with){ .file = buf_string(&file),
	    .ring = m->site->with->ring, .report = &first->report,
	    .completeness = has_state ? &c : NULL, .ledger = has_id ? m->ledger : NULL,
	    .held = &m->held });
	out_page_way(&p, "All numbers", "index.html");
	out_html(&html, &p);
	rc = put(m, span_buf(&html), "pith/%s/index.html", m->suffix);
	out_page_clear(&p);
	completeness_clear(&c);
	buf_clear(&html);
	buf_clear(&file);
	return rc;
}

static int
make_files(struct making *m)
{
	const struct bundle *b;
	char day[11];
	struct buf info = { 0 };
	int rc;

	qsort(m->list, m->n, sizeof(*m->list), by_rank);
	b = m->list[0].bundle;
	find_id(m);
	choose_citation(m);
	choose_findings(m);
	memcpy(day, b->record->submitted_at, 10);
	day[10] = '\0';
	set(m, SITE_NUMBER, b->record->number);
	set(m, SITE_VERDICT, report_verdict_word(m->list[0].verdict));
	set(m, SITE_DAY, day);
	set(m, SITE_TITLE, b->title);
	set(m, SITE_AUTHORS, b->authors);
	rc = put_archives(m);
	if (rc == 0)
		rc = put_members(m);
	if (rc == 0)
		rc = put_badge(m);
	if (rc == 0)
		rc = put_page(m);
	site_info_print(&info, &m->info);
	m->job->set.record.info = buf_steal(&info);
	m->job->served = true;
	return rc;
}

/* --- the job -------------------------------------------------------------- */

static int
by_digest(const void *a, const void *b)
{
	return memcmp(a, b, DIGEST_BYTES);
}

/* Read every file; whether all of them could be read.  The key is made of
 * their bytes, whatever their names and order; and of their proofs. */
static bool
load(struct making *m, struct buf *key)
{
	struct holding *h = &m->job->holding;
	const size_t before = key->n;
	bool all = true;

	for (size_t i = 0; i < h->n; i++) {
		struct digest d;
		struct err e;

		if (holding_load(&h->at[i], &e) < 0) {
			site_job_say(m->job, h->at[i].name, "cannot be read: "
			    "%s", e.text);
			m->damaged = true;
			all = false;
			continue;
		}
		d = digest_sha256(span_buf(&h->at[i].bytes));
		buf_add(key, d.at, DIGEST_BYTES);
	}
	if (h->n > 1)
		qsort(key->at + before, (key->n - before) / DIGEST_BYTES,
		    DIGEST_BYTES, by_digest);
	for (size_t i = 0; i < h->n; i++)
		if (h->at[i].proofs) {
			buf_add(key, m->site->anchors.digest.at, DIGEST_BYTES);
			known_key(key, h->at[i].name);
		}
	return all;
}

static void
clear(struct making *m)
{
	for (size_t i = 0; i < m->n; i++) {
		bundle_free(m->list[i].bundle);
		report_clear(&m->list[i].report);
		free(m->list[i].path);
	}
	free(m->list);
	file_names_free(&m->held);
	site_info_clear(&m->info);
	record_ledger_free(m->ledger);
	state_free(m->state);
}

void
site_number_make(void *ctx, size_t i)
{
	struct site *s = ctx;
	struct site_job *job = &s->batch[i];
	struct making m = { .site = s, .job = job,
		.suffix = job->holding.suffix };
	struct buf key = { 0 };

	site_key(&key, s);
	if (load(&m, &key) && site_carry(job, s, span_buf(&key))) {
		job->served = true;
		buf_clear(&key);
		return;
	}
	for (size_t k = 0; k < job->holding.n; k++)
		if (!job->holding.at[k].lies)
			judge(&m, &job->holding.at[k]);
	if (m.damaged && job->has_old)
		judge_own(&m);
	for (size_t k = 0; k < m.n; k++)
		if (m.list[k].bundle->tar.n > LIMIT_ALONE_BYTES)
			work_alone();
	if (m.n > 0)
		job->rc = make_files(&m);
	/* What has to be said is said again by the next run. */
	if (job->said_count > 0)
		job->set.record.keyed = false;
	clear(&m);
	buf_clear(&key);
}
