/* SPDX-License-Identifier: MIT */
/* Lists of numbers, the front page, keys and site maps; see
 * site_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "canon/json.h"
#include "out/html.h"
#include "site/site_private.h"

/* What one site map holds at most (sitemaps.org). */
enum { MAP_URLS = 50000 };

/* The list of the numbers that begin alike, while it grows. */
struct lists {
	struct site *site;
	char place[4];		/* "": none has begun */
	struct page page;
	struct buf rows;
	size_t n;
	struct buf key;
	struct names places;
	size_t *counts;
};

static void
fill_entry(struct catalog_entry *out, const char *suffix,
    const struct site_info *info)
{
	*out = (struct catalog_entry){ .suffix = suffix,
	    .number = info->at[SITE_NUMBER], .title = info->at[SITE_TITLE],
	    .authors = info->at[SITE_AUTHORS], .id = info->at[SITE_ID],
	    .day = info->at[SITE_DAY],
	    .words = strcmp(info->at[SITE_VERDICT], "good") == 0
	    ? report_badge_words(VERDICT_GOOD)
	    : report_badge_words(VERDICT_UNSIGNED) };
}

/* --- lists ---------------------------------------------------------------- */

static int
put_html(struct site_job *job, const struct site *s, const struct page *p,
    struct err *e)
{
	struct buf html = { 0 };
	int rc;

	out_html(&html, p);
	rc = site_stage(job, s, p->path, span_buf(&html), e);
	buf_clear(&html);
	return rc;
}

/* The head says how many there are: so the list is made, then its head. */
static int
put_list(struct site_job *job, struct lists *l, struct err *e)
{
	struct buf path = { 0 };
	struct page head;
	int rc = 0;

	buf_fmt(&path, "search/numbers/%s.js", l->place);
	buf_text(&l->rows, "]);\n");
	rc = site_stage(job, l->site, buf_string(&path), span_buf(&l->rows),
	    e);
	buf_clear(&path);
	if (rc < 0 || l->site->search.depth == 0)
		return rc;
	out_catalog_list(&head, l->place, l->n);
	out_page_join(&head, &l->page);
	rc = put_html(job, l->site, &head, e);
	out_page_clear(&head);
	return rc;
}

static int
end_list(struct lists *l, struct err *e)
{
	struct site *s = l->site;
	struct site_job job = { 0 };
	struct buf name = { 0 };
	int rc;

	if (l->place[0] == '\0')
		return 0;
	buf_fmt(&name, "3 %s", l->place);
	rc = site_old(&job, s, buf_string(&name), e);
	site_job_begin(&job, buf_string(&name), (unsigned)s->n);
	if (rc == 0 && !site_carry(&job, s, span_buf(&l->key)))
		rc = put_list(&job, l, e);
	if (rc == 0)
		rc = site_finish(s, &job, e);
	else
		site_job_clear(&job);
	mem_grow(&l->places.at, l->places.n, sizeof(*l->places.at));
	mem_grow(&l->counts, l->places.n, sizeof(*l->counts));
	l->counts[l->places.n] = l->n;
	l->places.at[l->places.n++] = mem_string(l->place);
	out_page_clear(&l->page);
	l->rows.n = l->key.n = l->n = 0;
	buf_clear(&name);
	return rc;
}

static int
list_number(void *ctx, const char *suffix, const struct site_info *info,
    struct err *e)
{
	struct lists *l = ctx;
	struct catalog_entry entry;
	char place[4];

	search_place(place, &l->site->search, suffix);
	if (strcmp(place, l->place) != 0) {
		if (end_list(l, e) < 0)
			return -1;
		memcpy(l->place, place, sizeof(place));
		buf_text(&l->rows, "pithNumbers([\n");
		site_key(&l->key, l->site);
		buf_byte(&l->key, (uint8_t)l->site->search.depth);
	}
	fill_entry(&entry, suffix, info);
	if (l->n++ > 0)
		buf_text(&l->rows, ",\n");
	out_catalog_row(&l->rows, &entry);
	buf_text(&l->key, suffix);
	site_info_print(&l->key, info);
	buf_byte(&l->key, '\n');
	if (l->site->search.depth > 0)
		out_catalog_entry(&l->page, &entry);
	return 0;
}

/* --- keys ----------------------------------------------------------------- */

/* The registry's key as its manifest shows it; NULL where it shows none. */
static const json_t *
find_key(const json_t *manifest)
{
	const json_t *list = json_object_get(manifest, "mirrors");
	const json_t *key = json_member(manifest, "public_key", JSON_OBJECT);

	for (size_t i = 0; key == NULL && i < json_array_size(list); i++)
		key = json_member(json_array_get(list, i), "public_key",
		    JSON_OBJECT);
	return key;
}

/* The registry's manifest with this mirror in it. */
static int
add_mirror(struct buf *out, json_t *manifest, const char *url, struct err *e)
{
	const char *host = strstr(url, "://") + 3;
	json_t *list = json_object_get(manifest, "mirrors");
	struct buf text = { 0 };
	json_t *one = NULL;
	int rc;

	if (!json_is_array(list))
		return err_set(e, ERR_FORMAT, "no list of mirrors");
	buf_text(&text, "{\"name\":");
	json_quote(&text, span_text(host));
	buf_fmt(&text, ",\"mirror_type\":\"%s\",\"base_url\":\"%s\","
	    "\"bundle_pattern\":\"%s/pith/{suffix}/bundle.json\","
	    "\"state_pattern\":\"%s/pith/{suffix}/state.json\","
	    "\"well_known_pattern\":"
	    "\"%s/.well-known/pith/{suffix}/bundle.json\","
	    "\"status\":\"mirror\"}", url[4] == 's' ? "https" : "http", url,
	    url, url, url);
	rc = json_parse(&one, span_buf(&text), JSON_TOP_OBJECT, e);
	if (rc == 0 && json_array_append_new(list, one) < 0)
		mem_exhausted();
	if (rc == 0)
		rc = json_canon(out, manifest, e);
	buf_clear(&text);
	return rc;
}

static int
put_keys(struct site_job *job, struct catalog *c, const struct site *s,
    struct err *e)
{
	const struct span given = s->with->manifest;
	struct buf text = { 0 };
	const json_t *key;
	json_t *v = NULL;
	struct err why;
	int rc = 0;

	if (given.n == 0)
		return 0;
	if (json_parse(&v, given, JSON_TOP_OBJECT, &why) < 0) {
		site_job_say(job, "pith-mirrors.json", "%s", why.text);
		return 0;
	}
	key = find_key(v);
	if (key != NULL && json_canon(&text, key, &why) == 0) {
		c->keys = true;
		rc = site_stage(job, s, "pith-signing-key.json",
		    span_buf(&text), e);
	}
	text.n = 0;
	if (s->with->url == NULL)
		buf_span(&text, given);
	else if (add_mirror(&text, v, s->with->url, &why) < 0)
		site_job_say(job, "pith-mirrors.json", "%s", why.text);
	if (rc == 0 && text.n > 0) {
		c->manifest = true;
		rc = site_stage(job, s, "pith-mirrors.json", span_buf(&text),
		    e);
	}
	json_decref(v);
	buf_clear(&text);
	return rc;
}

/* --- site maps ------------------------------------------------------------ */

struct maps {
	struct site *site;
	struct site_job *job;
	struct buf text;
	size_t urls, files;
	struct buf all;		/* their names, for the map of maps */
};

static int
end_map(struct maps *m, struct err *e)
{
	struct buf path = { 0 };
	int rc;

	if (m->urls == 0)
		return 0;
	buf_text(&m->text, "</urlset>\n");
	buf_fmt(&path, "sitemap-%zu.xml", ++m->files);
	rc = site_stage(m->job, m->site, buf_string(&path),
	    span_buf(&m->text), e);
	buf_fmt(&m->all, "<sitemap><loc>%s/%s</loc></sitemap>\n",
	    m->site->with->url, buf_string(&path));
	m->text.n = m->urls = 0;
	buf_clear(&path);
	return rc;
}

static int
add_url(struct maps *m, const char *before, const char *name,
    const char *after, struct err *e)
{
	if (m->urls == 0)
		buf_text(&m->text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
		    "\n<urlset xmlns=\"http://www.sitemaps.org/schemas/"
		    "sitemap/0.9\">\n");
	/* An address of ours has nothing that XML would read. */
	buf_fmt(&m->text, "<url><loc>%s/%s%s%s</loc></url>\n",
	    m->site->with->url, before, name, after);
	return ++m->urls < MAP_URLS ? 0 : end_map(m, e);
}

static int
map_number(void *ctx, const char *suffix, const struct site_info *info,
    struct err *e)
{
	(void)info;
	return add_url(ctx, "pith/", suffix, "/", e);
}

static int
put_maps(struct site_job *job, struct site *s, struct err *e)
{
	static const char robots[] = "User-agent: *\nAllow: /\n";
	struct maps m = { .site = s, .job = job };
	struct buf text = { 0 };
	int rc = add_url(&m, "", "", "", e);

	if (rc == 0)
		rc = site_each(s, map_number, &m, e);
	for (size_t i = 0; rc == 0 && i < s->claim_count; i++)
		if (!s->claims[i].findings && s->claims[i].readable
		    && (i == 0 || s->claims[i - 1].findings
		    || strcmp(s->claims[i].id, s->claims[i - 1].id) != 0))
			rc = add_url(&m, "paper/", s->claims[i].id,
			    "/citation-record/", e);
	if (rc == 0)
		rc = end_map(&m, e);
	buf_fmt(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	    "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/"
	    "0.9\">\n%s</sitemapindex>\n", buf_string(&m.all));
	if (rc == 0)
		rc = site_stage(job, s, "sitemap.xml", span_buf(&text), e);
	text.n = 0;
	buf_fmt(&text, "%sSitemap: %s/sitemap.xml\n", robots, s->with->url);
	if (rc == 0)
		rc = site_stage(job, s, "robots.txt", span_buf(&text), e);
	buf_clear(&text);
	buf_clear(&m.text);
	buf_clear(&m.all);
	return rc;
}

/* --- the front page ------------------------------------------------------- */

static int
add_entry(void *ctx, const char *suffix, const struct site_info *info,
    struct err *e)
{
	struct catalog_entry entry;

	(void)e;
	fill_entry(&entry, suffix, info);
	out_catalog_entry(ctx, &entry);
	return 0;
}

static int
put_front(struct site_job *job, const struct catalog *c, struct site *s,
    const struct lists *l, struct err *e)
{
	struct page p;
	int rc = 0;

	out_catalog_front(&p, c);
	if (c->search.depth == 0)
		rc = site_each(s, add_entry, &p, e);
	else
		for (size_t i = 0; i < l->places.n; i++)
			out_catalog_place(&p, l->places.at[i], l->counts[i]);
	out_catalog_end(&p, c);
	if (rc == 0)
		rc = put_html(job, s, &p, e);
	out_page_clear(&p);
	return rc;
}

static int
put_word_keys(struct site_job *job, const struct names *keys,
    const struct site *s, struct err *e)
{
	struct buf text = { 0 };
	int rc;

	buf_text(&text, "pithKeys(\"");
	for (size_t i = 0; i < keys->n; i++)
		buf_fmt(&text, "%s%s", i > 0 ? " " : "", keys->at[i]);
	buf_text(&text, "\");\n");
	rc = site_stage(job, s, "search/keys.js", span_buf(&text), e);
	buf_clear(&text);
	return rc;
}

static int
make_front(struct site *s, const struct lists *l, const struct names *keys,
    struct err *e)
{
	struct catalog c = { .numbers = s->made->numbers,
	    .good = s->made->good, .papers = s->made->papers,
	    .search = s->search, .url = s->with->url };
	struct site_job job = { 0 };
	struct buf key = { 0 };
	int rc = site_old(&job, s, "5", e);

	site_job_begin(&job, "5", (unsigned)s->n);
	site_key(&key, s);
	buf_add(&key, s->index.at, DIGEST_BYTES);
	buf_fmt(&key, "%zu %s\n", s->made->papers, s->with->url != NULL
	    ? s->with->url : "");
	buf_span(&key, s->with->manifest);
	if (rc == 0 && !site_carry(&job, s, span_buf(&key))) {
		rc = put_keys(&job, &c, s, e);
		if (rc == 0)
			rc = put_front(&job, &c, s, l, e);
		if (rc == 0)
			rc = put_word_keys(&job, keys, s, e);
		if (rc == 0 && s->with->url != NULL)
			rc = put_maps(&job, s, e);
	}
	job.set.record.keyed = job.said_count == 0;
	buf_clear(&key);
	if (rc == 0)
		return site_finish(s, &job, e);
	site_job_clear(&job);
	return -1;
}

int
site_index_all(struct site *s, struct err *e)
{
	struct lists l = { .site = s };
	struct names keys = { 0 };
	int rc = site_each(s, list_number, &l, e);

	if (rc == 0)
		rc = end_list(&l, e);
	if (rc == 0)
		rc = site_words_all(&keys, s, e);
	if (rc == 0)
		rc = make_front(s, &l, &keys, e);
	if (rc == 0)
		rc = site_flush(s, e);
	out_page_clear(&l.page);
	buf_clear(&l.rows);
	buf_clear(&l.key);
	file_names_free(&l.places);
	free(l.counts);
	file_names_free(&keys);
	return rc;
}
