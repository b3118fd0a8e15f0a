/* SPDX-License-Identifier: MIT */
/* pithtex cache list, find, missing: what is in the caches, and what is
 * not. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/say.h"
#include "canon/emit.h"
#include "canon/json.h"
#include "cmd/cmd.h"
#include "cmd/paper.h"

struct find_opts {
	struct opt_list caches;
};

static const struct opt find_rows[] = {
	{ 0, "cache", OPT_LIST, offsetof(struct find_opts, caches), "DIR",
	  "look in DIR first; may be repeated" },
	{ 0 }
};

struct listing {
	const struct run *run;
	struct buf json;
	struct emit j;
};

static int
print_hit(void *ctx, const struct cache_hit *hit, struct err *e)
{
	struct listing *l = ctx;

	(void)e;
	for (size_t i = 0; i < hit->files.n; i++) {
		if (l->run->json) {
			emit_object(&l->j, NULL);
			emit_text(&l->j, "suffix", hit->suffix);
			emit_text(&l->j, "file", hit->files.at[i]);
			emit_close_object(&l->j);
		} else if (!l->run->quiet) {
			say_line("%s  %s", hit->suffix, hit->files.at[i]);
		}
	}
	return 0;
}

static void
begin(struct listing *l, const struct run *run, const char *list)
{
	*l = (struct listing){ .run = run };
	l->j.out = &l->json;
	if (run->json) {
		emit_object(&l->j, NULL);
		emit_array(&l->j, list);
	}
}

static int
end(struct listing *l, int status)
{
	if (l->run->json && status >= 0) {
		emit_close_array(&l->j);
		emit_int(&l->j, "status", status);
		emit_close_object(&l->j);
		say_bytes(span_buf(&l->json));
	}
	buf_clear(&l->json);
	return status;
}

static int
list_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct find_opts *o = opts;
	struct env_caches caches;
	struct listing l;
	int rc = 0;

	(void)argc;
	(void)argv;
	env_caches_open(&caches, &o->caches, NULL);
	begin(&l, run, "bundles");
	for (size_t i = 0; i < caches.n && rc == 0; i++)
		rc = cache_each(caches.list[i], print_hit, &l, e);
	env_caches_close(&caches);
	return end(&l, rc);
}

const struct cmd cmd_cache_list = {
	.name = "cache list",
	.args = "",
	.brief = "list the bundles of the caches, in byte order",
	.opts = find_rows,
	.opts_size = sizeof(struct find_opts),
	.main = list_main,
};

static int
find_in_all(struct listing *l, const struct env_caches *caches,
    const char *word, int *status, struct err *e)
{
	struct cache_hits hits = { 0 };
	struct number n;
	bool several = false;
	int rc = number_parse(&n, span_text(word), e);

	if (rc < 0)
		return err_in(e, "%s", word);
	for (size_t i = 0; i < caches->n && rc == 0; i++)
		rc = cache_find(&hits, caches->list[i], &n, e);
	for (size_t i = 0; i < hits.n && rc == 0; i++) {
		if (!cache_has_year(&hits.list[i], n.year)) {
			say_warn("%s: year does not match", word);
			*status = CMD_FINDINGS;
			continue;
		}
		several = several || strcmp(hits.list[i].suffix,
		    hits.list[0].suffix) != 0;
		rc = print_hit(l, &hits.list[i], e);
	}
	if (rc == 0 && hits.n == 0)
		say_warn("%s: not in the cache", word);
	if (several)
		say_warn("%s: names several records; write the number in "
		    "full", word);
	if (hits.n == 0 || several)
		*status = CMD_FINDINGS;
	cache_hits_clear(&hits);
	return rc;
}

static int
find_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct find_opts *o = opts;
	struct env_caches caches;
	struct listing l;
	int status = CMD_GOOD, rc = 0;

	env_caches_open(&caches, &o->caches, NULL);
	begin(&l, run, "bundles");
	for (int i = 0; i < argc && rc == 0; i++)
		rc = find_in_all(&l, &caches, argv[i], &status, e);
	env_caches_close(&caches);
	return end(&l, rc < 0 ? -1 : status);
}

const struct cmd cmd_cache_find = {
	.name = "cache find",
	.args = "NAME...",
	.brief = "find the bundles of a number, a short form or an arXiv id",
	.least = 1,
	.most = -1,
	.opts = find_rows,
	.opts_size = sizeof(struct find_opts),
	.main = find_main,
};

/* The first bundle_pattern of a manifest in the folder ${dir}. */
static char *
pattern_in(const char *dir)
{
	char *path, *pattern = NULL;
	struct buf text = { 0 };
	json_t *v = NULL;
	struct err e;

	if (dir == NULL)
		return NULL;
	path = file_join(dir, "pith-mirrors.json");
	if (file_read(&text, path, LIMIT_KEY_BYTES, &e) == 0
	    && json_parse(&v, span_buf(&text), JSON_TOP_OBJECT, &e) == 0) {
		const json_t *list = json_member(v, "mirrors", JSON_ARRAY);

		for (size_t i = 0; i < json_array_size(list)
		    && pattern == NULL; i++) {
			const char *s = json_member_text(
			    json_array_get(list, i), "bundle_pattern");

			/* It goes into a curl configuration, in quotes. */
			if (s != NULL && strncmp(s, "https://", 8) == 0
			    && strstr(s, "{suffix}") != NULL
			    && strpbrk(s, "\"\\\r\n \t") == NULL) {
				struct buf copy = { 0 };

				buf_text(&copy, s);
				pattern = buf_steal(&copy);
			}
		}
	}
	json_decref(v);
	buf_clear(&text);
	free(path);
	return pattern;
}

/* Where one bundle is fetched: two lines for curl, or an object. */
static void
print_fetch(struct listing *l, const char *pattern, const struct mention *m)
{
	const char *suffix = mention_suffix(m);
	const char *hole = strstr(pattern, "{suffix}");
	const bool whole = suffix[0] != '\0';
	struct buf url = { 0 }, file = { 0 };

	buf_fmt(&url, "%.*s%s%s", (int)(hole - pattern), pattern, suffix,
	    hole + strlen("{suffix}"));
	buf_fmt(&file, "%s.bundle.json", suffix);
	if (l->run->json) {
		emit_object(&l->j, NULL);
		emit_text(&l->j, "typed", m->name.typed);
		emit_text(&l->j, "url", whole ? buf_string(&url) : NULL);
		emit_text(&l->j, "output", whole ? buf_string(&file) : NULL);
		emit_close_object(&l->j);
	} else if (whole) {
		say_line("url = \"%s\"", buf_string(&url));
		say_line("output = \"%s\"", buf_string(&file));
	} else {
		say_line("# %s: only a whole number has an address",
		    m->name.typed);
	}
	buf_clear(&url);
	buf_clear(&file);
}

static int
print_missing(const struct run *run, const struct resolution *r,
    struct err *e)
{
	char *own = env_key_folder();
	char *pattern = pattern_in(own);
	struct listing l;
	size_t absent = 0;

	if (pattern == NULL)
		pattern = pattern_in(env_shipped_keys());
	free(own);
	if (pattern == NULL)
		return err_set(e, ERR_ABSENT, "no pith-mirrors.json among "
		    "the keys says where bundles are served");
	begin(&l, run, "fetch");
	for (size_t i = 0; i < r->mention_count; i++) {
		if (r->mentions[i].state != MENTION_ABSENT)
			continue;
		if (absent++ == 0 && !run->json) {
			say_line("# curl -K THIS-FILE; then: "
			    "pithtex cache add *.bundle.json");
			say_line("fail");
			say_line("proto = \"=https\"");
		}
		print_fetch(&l, pattern, &r->mentions[i]);
	}
	free(pattern);
	return end(&l, absent > 0 ? CMD_FINDINGS : CMD_GOOD);
}

static int
missing_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct find_opts *o = opts;
	char *stem = paper_stem(argv[0]), *dir;
	struct buf aux = { 0 };
	struct resolution r = { 0 };
	struct paper paper;
	int rc;

	(void)argc;
	buf_fmt(&aux, "%s.aux", stem);
	dir = file_dir(buf_string(&aux));
	rc = paper_open(&paper, &o->caches, dir, e);
	if (rc == 0)
		rc = resolve_paper(&r, buf_string(&aux), &paper.with, e);
	if (rc < 0)
		paper_tell(&r, true);
	if (rc == 0)
		rc = print_missing(run, &r, e);
	resolve_clear(&r);
	paper_close(&paper);
	buf_clear(&aux);
	free(dir);
	free(stem);
	return rc;
}

const struct cmd cmd_cache_missing = {
	.name = "cache missing",
	.args = "PAPER",
	.brief = "print the curl -K file that fetches what a paper lacks",
	.least = 1,
	.most = 1,
	.opts = find_rows,
	.opts_size = sizeof(struct find_opts),
	.main = missing_main,
};
