/* SPDX-License-Identifier: MIT */
/* What one paper has of its numbers; see site_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cite/record_check.h"
#include "out/html.h"
#include "out/ledger.h"
#include "site/site_private.h"
#include "state/state.h"

/* --- the time of the newest run ------------------------------------------- */

static void
newest(char out[64], struct instant *best, const json_t *list,
    const char *name)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *text = json_member_text(json_array_get(list, i),
		    name);
		struct instant t;

		if (instant_parse(&t, text) && strlen(text) < 64
		    && (out[0] == '\0' || instant_compare(&t, best) > 0)) {
			*best = t;
			memcpy(out, text, strlen(text) + 1);
		}
	}
}

void
site_paper_run(char out[64], struct span integrity)
{
	struct instant best = { 0 };
	json_t *v = NULL;
	struct err e;

	out[0] = '\0';
	if (json_parse(&v, integrity, JSON_TOP_OBJECT, &e) < 0)
		return;
	newest(out, &best, json_object_get(json_object_get(v, "integrity"),
	    "detectors_run"), "ran_at");
	if (out[0] == '\0')
		newest(out, &best, json_object_get(v, "events"),
		    "created_at");
	json_decref(v);
}

/* --- who speaks for a paper ------------------------------------------------ */

/* By paper; of one, citation records first, and the one that counts first. */
static int
by_paper(const void *a, const void *b)
{
	const struct site_claim *x = a, *y = b;
	int c = strcmp(x->id, y->id);

	if (c == 0)
		c = (int)x->findings - (int)y->findings;
	if (c == 0)
		c = (int)y->readable - (int)x->readable;
	if (c == 0)
		c = (int)y->good - (int)x->good;
	if (c == 0)
		c = instant_compare(&y->at, &x->at);
	if (c == 0)
		c = strcmp(x->suffix, y->suffix);
	return c != 0 ? c : strcmp(x->archive, y->archive);
}

/* The claim of ${job} that counts; NULL: none. */
static const struct site_claim *
first_claim(const struct site_job *job, bool findings)
{
	for (size_t i = 0; i < job->claim_count; i++)
		if (job->claims[i].findings == findings)
			return &job->claims[i];
	return NULL;
}

/* --- files ---------------------------------------------------------------- */

/* Read the archive again, out of the site, and judge it again. */
static int
read_archive(struct bundle **out, struct site_job *job, const struct site *s,
    const struct site_claim *c)
{
	struct buf name = { 0 };
	struct report rep = { 0 };
	struct bundle *b = NULL;
	char *path, hex[DIGEST_HEX];
	int rc;

	buf_fmt(&name, "pith/%s/%s.%s.tar.gz", c->suffix, c->suffix,
	    c->archive);
	path = file_join(s->out.dir, buf_string(&name));
	rc = state_read(&b, &rep, path, s->with->ring, &job->e);
	if (rc == 0 && (!b->has_identity || strncmp(digest_print(hex,
	    &b->identity), c->archive, 16) != 0 || report_accept(b, &rep,
	    REPORT_ALLOW_UNSIGNED, &job->e) == NULL))
		rc = err_set(&job->e, ERR_TRUST, "not the archive that was "
		    "put there");
	if (rc < 0) {
		/* Somebody else's file stands in its place. */
		site_job_say(job, buf_string(&name), "%s; what it has of "
		    "arXiv:%s is not served", job->e.text, c->id);
		bundle_free(b);
		b = NULL;
	}
	report_clear(&rep);
	buf_clear(&name);
	free(path);
	*out = b;
	return rc;
}

/* The ways from a ledger: to the numbers of the paper. */
static void
add_ways(struct page *p, const struct site_job *job)
{
	out_page_way(p, "All numbers", "index.html");
	for (size_t i = 0; i < job->claim_count
	    && !job->claims[i].findings; i++) {
		const char *suffix = job->claims[i].suffix;
		struct buf url = { 0 }, text = { 0 };

		buf_fmt(&url, "pith/%s/index.html", suffix);
		buf_fmt(&text, "pith:%.8s", suffix);
		out_page_way(p, buf_string(&text), buf_string(&url));
		buf_clear(&url);
		buf_clear(&text);
	}
}

static int
put_ledger(struct site_job *job, const struct site *s, struct span bytes,
    const char *id)
{
	struct ledger_remarks remarks = { 0 };
	struct buf path = { 0 }, html = { 0 };
	struct ledger *l = NULL;
	struct page p = { 0 };
	struct err e;
	int rc;

	buf_fmt(&path, "paper/%s/citation-record.json", id);
	rc = site_stage(job, s, buf_string(&path), bytes, &job->e);
	if (rc == 0 && record_ledger(&l, bytes, &e) == 0) {
		record_check(&remarks, l);
		out_ledger(&p, l, &remarks);
		/* A record may not name its paper; the number does. */
		free(p.path);
		path.n = 0;
		buf_fmt(&path, "paper/%s/citation-record/index.html", id);
		p.path = mem_string(buf_string(&path));
		add_ways(&p, job);
		out_html(&html, &p);
		rc = site_stage(job, s, buf_string(&path), span_buf(&html),
		    &job->e);
		out_page_clear(&p);
		record_check_clear(&remarks);
	}
	record_ledger_free(l);
	buf_clear(&path);
	buf_clear(&html);
	return rc;
}

static int
put_claim(struct site_job *job, const struct site *s,
    const struct site_claim *c)
{
	struct bundle *b = NULL;
	struct buf path = { 0 };
	struct span bytes;
	int rc = 0;

	if (c == NULL || read_archive(&b, job, s, c) < 0)
		return 0;
	bytes = bundle_member(b, c->findings ? "integrity.json"
	    : "citation-record.json");
	if (bytes.at != NULL && c->findings) {
		buf_fmt(&path, "pith/%s/integrity.json", c->id);
		rc = site_stage(job, s, buf_string(&path), bytes, &job->e);
	} else if (bytes.at != NULL) {
		rc = put_ledger(job, s, bytes, c->id);
	}
	bundle_free(b);
	buf_clear(&path);
	return rc;
}

static void
make_paper(void *ctx, size_t i)
{
	struct site *s = ctx;
	struct site_job *job = &s->batch[i];
	struct buf key = { 0 };

	site_key(&key, s);
	for (size_t k = 0; k < job->claim_count; k++)
		buf_fmt(&key, "%s %s %d\n", job->claims[k].suffix,
		    job->claims[k].archive, job->claims[k].findings);
	job->served = true;
	if (!site_carry(job, s, span_buf(&key))) {
		job->rc = put_claim(job, s, first_claim(job, false));
		if (job->rc == 0)
			job->rc = put_claim(job, s, first_claim(job, true));
	}
	if (job->said_count > 0)
		job->set.record.keyed = false;
	buf_clear(&key);
}

int
site_paper_all(struct site *s, struct err *e)
{
	int rc = 0;

	if (s->claim_count > 1)
		qsort(s->claims, s->claim_count, sizeof(*s->claims), by_paper);
	for (size_t i = 0; rc == 0 && i < s->claim_count;) {
		struct site_job *job = &s->batch[s->n];
		struct buf name = { 0 };
		size_t n = 1;

		while (i + n < s->claim_count
		    && strcmp(s->claims[i].id, s->claims[i + n].id) == 0)
			n++;
		buf_fmt(&name, "2 %s", s->claims[i].id);
		job->claims = &s->claims[i];
		job->claim_count = n;
		site_job_begin(job, buf_string(&name), (unsigned)s->n++);
		rc = site_old(job, s, buf_string(&name), e);
		s->made->papers += !s->claims[i].findings
		    && s->claims[i].readable;
		buf_clear(&name);
		if (rc == 0 && s->n == SITE_BATCH)
			rc = site_run(s, make_paper, e);
		i += n;
	}
	return rc < 0 ? -1 : site_run(s, make_paper, e);
}
