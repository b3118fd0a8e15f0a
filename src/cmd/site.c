/* SPDX-License-Identifier: MIT */
/* pithtex site: the static mirror of a cache or a snapshot. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/say.h"
#include "canon/emit.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "site/site.h"

struct site_opts {
	struct anchors_opts anchors;
	const char *url;
	bool all;
};

static const struct opt site_rows[] = {
	{ 0, "url", OPT_TEXT, offsetof(struct site_opts, url), "URL",
	  "where the folder will be served: for its entry in the manifest of "
	  "mirrors and for site maps" },
	ANCHORS_ROWS(struct site_opts, anchors),
	{ 0, "all", OPT_FLAG, offsetof(struct site_opts, all), NULL,
	  "compare the bytes of every file there, not only sizes" },
	{ 0 }
};

struct telling {
	const struct run *run;
	struct buf text;
	struct emit j;
	const struct anchors_opts *named;
	struct anchors anchors;
	struct keyring *ring;
};

static int
give_anchors(void *ctx, struct site_anchors *out, struct err *e)
{
	struct telling *t = ctx;

	if (anchors_open(&t->anchors, t->named, e) < 0)
		return -1;
	anchors_lend(t->ring, &t->anchors);
	out->with = &t->anchors.with;
	return anchors_digest(&out->digest, t->named, e);
}

static void
tell_judged(void *ctx, const char *name, const struct report *r)
{
	const struct check *c = report_reason(r);
	struct telling *t = ctx;

	print_finding(name, r);
	if (!t->run->json)
		return;
	emit_object(&t->j, NULL);
	emit_text(&t->j, "about", name);
	emit_text(&t->j, "verdict", report_verdict_word(report_verdict(r)));
	emit_text(&t->j, "text", c != NULL ? c->text : "");
	emit_close_object(&t->j);
}

static void
tell_said(void *ctx, const char *about, const char *what)
{
	struct telling *t = ctx;

	say_warn("%s: %s", about, what);
	if (!t->run->json)
		return;
	emit_object(&t->j, NULL);
	emit_text(&t->j, "about", about);
	emit_text(&t->j, "verdict", NULL);
	emit_text(&t->j, "text", what);
	emit_close_object(&t->j);
}

static void
tell_made(struct telling *t, const char *dir, const struct site_made *m)
{
	if (t->run->json) {
		emit_close_array(&t->j);
		emit_int(&t->j, "numbers", (long long)m->numbers);
		emit_int(&t->j, "good", (long long)m->good);
		emit_int(&t->j, "papers", (long long)m->papers);
		emit_int(&t->j, "written", (long long)m->written);
		emit_int(&t->j, "kept", (long long)m->kept);
		emit_int(&t->j, "removed", (long long)m->removed);
		emit_int(&t->j, "status", m->findings > 0 ? CMD_FINDINGS
		    : CMD_GOOD);
		emit_close_object(&t->j);
		say_bytes(span_buf(&t->text));
	} else if (!t->run->quiet) {
		say_line("%s: %zu number%s, %zu good; %zu citation record%s",
		    dir, m->numbers, m->numbers == 1 ? "" : "s", m->good,
		    m->papers, m->papers == 1 ? "" : "s");
		say_line("files: %zu written, %zu left as they were, %zu "
		    "removed", m->written, m->kept, m->removed);
	}
}

/* The registry's manifest, as it came with the program or as the user was
 * given it. */
static int
load_manifest(struct buf *out, struct err *e)
{
	char *own = env_key_folder();
	const char *const dirs[] = { own, env_shipped_keys() };
	int rc = -1;

	e->kind = ERR_ABSENT;
	for (size_t i = 0; i < 2 && rc < 0 && e->kind == ERR_ABSENT; i++) {
		char *path = dirs[i] != NULL ? file_join(dirs[i],
		    "pith-mirrors.json") : NULL;

		if (path != NULL)
			rc = file_read(out, path, LIMIT_KEY_BYTES, e);
		free(path);
	}
	free(own);
	if (rc < 0 && e->kind == ERR_ABSENT) {
		say_step("no pith-mirrors.json among the keys: the site has "
		    "none");
		rc = 0;
	}
	return rc;
}

static int
site_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct site_opts *o = opts;
	struct telling t = { .run = run, .named = &o->anchors };
	struct site_with w = { .from = argv[0], .dir = argv[1],
		.url = o->url, .all = o->all, .judged = tell_judged,
		.said = tell_said, .anchors = give_anchors, .ctx = &t };
	struct site_made made;
	struct buf manifest = { 0 };
	int rc = 0;

	(void)argc;
	t.j.out = &t.text;
	if (o->url != NULL && !site_is_url(o->url))
		rc = err_set(e, ERR_USAGE, "--url %s: an address is meant "
		    "like https://mirror.example/piths, without a slash at "
		    "its end", o->url);
	if (rc == 0)
		rc = env_keyring(&t.ring, e);
	if (rc == 0)
		rc = load_manifest(&manifest, e);
	if (rc == 0) {
		w.ring = t.ring;
		w.manifest = span_buf(&manifest);
		emit_object(&t.j, NULL);
		emit_text(&t.j, "site", argv[1]);
		emit_array(&t.j, "findings");
		rc = site_make(&made, &w, e);
	}
	if (rc == 0) {
		tell_made(&t, argv[1], &made);
		rc = made.findings > 0 ? CMD_FINDINGS : CMD_GOOD;
	}
	buf_clear(&t.text);
	buf_clear(&manifest);
	keyring_free(t.ring);
	anchors_close(&t.anchors);
	return rc;
}

const struct cmd cmd_site = {
	.name = "site",
	.args = "CACHE | SNAPSHOT FOLDER",
	.brief = "make a static mirror that any web server can hand out",
	.least = 2,
	.most = 2,
	.opts = site_rows,
	.opts_size = sizeof(struct site_opts),
	.main = site_main,
};
