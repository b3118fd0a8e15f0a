/* SPDX-License-Identifier: MIT */
/* pithtex resolve: what BibTeX is to references. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/paper.h"
#include "out/out.h"

struct resolve_opts {
	struct opt_list caches;
	struct anchors_opts anchors;
	const char *out, *deps, *log, *dir;
	bool no_files, strict, integrity;
};

static const struct opt resolve_rows[] = {
	{ 0, "cache", OPT_LIST, offsetof(struct resolve_opts, caches), "DIR",
	  "look for bundles in DIR first; may be repeated" },
	{ 0, "out", OPT_TEXT, offsetof(struct resolve_opts, out), "FILE",
	  "write the data file FILE instead of PAPER.pith.tex" },
	{ 0, "deps", OPT_TEXT, offsetof(struct resolve_opts, deps), "FILE",
	  "write the dependency file FILE instead of PAPER.pith.dep" },
	{ 0, "log", OPT_TEXT, offsetof(struct resolve_opts, log), "FILE",
	  "also write what is said on standard error to FILE" },
	{ 0, "dir", OPT_TEXT, offsetof(struct resolve_opts, dir), "DIR",
	  "put metadata and badges into DIR instead of PAPER.pith" },
	{ 0, "no-files", OPT_FLAG, offsetof(struct resolve_opts, no_files),
	  NULL, "write no metadata and no badges" },
	{ 0, "integrity", OPT_FLAG, offsetof(struct resolve_opts, integrity),
	  NULL, "warn of integrity findings in the paper's own references" },
	{ 0, "strict", OPT_FLAG, offsetof(struct resolve_opts, strict), NULL,
	  "end with status 2 instead of 1 when there are findings" },
	ANCHORS_ROWS(struct resolve_opts, anchors),
	{ 0 }
};

/* ${stem}${tail}; the caller frees it. */
static char *
with_tail(const char *stem, const char *tail)
{
	struct buf b = { 0 };

	buf_fmt(&b, "%s%s", stem, tail);
	return buf_steal(&b);
}

static int
save(const struct resolution *r, const struct resolve_opts *o,
    const char *stem, struct err *e)
{
	char *data = o->out != NULL ? mem_string(o->out)
	    : with_tail(stem, ".pith.tex");
	char *report = with_tail(stem, ".pith.json");
	char *folder = o->dir != NULL ? mem_string(o->dir)
	    : with_tail(stem, ".pith");
	const struct out_places where = { .data = data, .report = report,
	    .folder = o->no_files ? NULL : folder };
	const int rc = out_save(r, &where, e);

	free(data);
	free(report);
	free(folder);
	return rc;
}

/* The dependency file is written whatever happened: without it a build tool
 * never learns what would have helped. */
static int
save_deps(const struct resolution *r, const struct resolve_opts *o,
    const char *stem, struct err *e)
{
	char *path = o->deps != NULL ? mem_string(o->deps)
	    : with_tail(stem, ".pith.dep");
	struct buf text = { 0 };
	int rc;

	out_deps(&text, r);
	for (size_t i = 0; i < r->input_count; i++)
		if (strpbrk(r->inputs[i].path, "\r\n") != NULL)
			say_warn("%s: left out of %s, which has a file a line; "
			    "nothing is made anew when it changes",
			    r->inputs[i].path, path);
	rc = file_update(path, span_buf(&text), e);
	buf_clear(&text);
	free(path);
	return rc < 0 ? -1 : 0;
}

static void
print(const struct resolution *r, const struct run *run)
{
	struct buf text = { 0 };

	if (run->json) {
		out_json(&text, r);
		say_bytes(span_buf(&text));
	} else if (!run->quiet) {
		out_text(r);
	}
	buf_clear(&text);
}

static void
watch(void *ctx, const char *path, bool missing)
{
	resolve_watch(ctx, path, missing);
}

/* Since when the archives of ${r} exist, by proofs on this machine.  They are
 * watched; those that could come only where they would change a verdict. */
static int
look_at_proofs(struct resolution *r, struct anchors *a,
    const struct resolve_opts *o, struct keyring *ring, struct err *e)
{
	struct known_seen seen = { 0 };
	int rc = 0;

	for (size_t i = 0; i < r->mention_count && rc == 0; i++) {
		struct mention *m = &r->mentions[i];
		struct known k;

		if (m->archive == NULL)
			continue;
		known_files(m->archive, keyring_has_revoked(ring)
		    && m->judgement.verdict == VERDICT_UNSIGNED, watch, r);
		if (!m->judgement.has_identity
		    || !known_any(&seen, m->archive))
			continue;
		if (a->headers == NULL) {
			rc = anchors_open(a, &o->anchors, e);
			anchors_lend(ring, a);
		}
		if (rc < 0)
			break;
		known_look(&k, m->archive, &m->judgement.identity, &a->with);
		if (k.proofs > 0)
			m->here = mem_string(known_words(&k));
		known_clear(&k);
	}
	known_seen_clear(&seen);
	return rc;
}

/* What is to be known of a paper, or at least what would have to change for
 * it to be known. */
static int
look(struct resolution *r, struct paper *paper, struct anchors *anchors,
    const struct resolve_opts *o, const char *aux, struct err *e)
{
	char *dir = file_dir(aux);
	int rc = paper_open(paper, &o->caches, dir, e);

	paper->with.integrity = o->integrity;
	/* What was named for this run counts in all of it. */
	if (rc == 0 && (o->anchors.headers.n > 0 || o->anchors.roots.n > 0)) {
		rc = anchors_open(anchors, &o->anchors, e);
		anchors_lend(paper->ring, anchors);
	}
	if (rc == 0) {
		rc = resolve_paper(r, aux, &paper->with, e);
		if (rc == 0)
			rc = look_at_proofs(r, anchors, o, paper->ring, e);
	} else {
		*r = (struct resolution){ .aux = mem_string(aux),
		    .dir = mem_string(dir) };
		resolve_watch(r, aux, !file_is_regular(aux));
	}
	for (size_t i = 0; i < o->anchors.headers.n; i++)
		resolve_watch(r, o->anchors.headers.at[i], false);
	for (size_t i = 0; i < o->anchors.roots.n; i++)
		resolve_watch(r, o->anchors.roots.at[i], false);
	env_key_files(watch, r);
	free(dir);
	return rc;
}

static int
resolve_stem(const struct run *run, const struct resolve_opts *o,
    const char *stem, struct err *e)
{
	char *aux = with_tail(stem, ".aux");
	struct resolution r = { 0 };
	struct paper paper;
	struct anchors anchors = { 0 };
	struct err second;
	int rc = look(&r, &paper, &anchors, o, aux, e);

	paper_tell(&r, rc < 0);
	/* First what a build tool waits for; then all outputs or none. */
	if (save_deps(&r, o, stem, &second) < 0 && rc == 0) {
		*e = second;
		rc = -1;
	}
	if (rc == 0)
		rc = save(&r, o, stem, e);
	if (rc == 0) {
		print(&r, run);
		if (resolve_has_findings(&r))
			rc = o->strict ? CMD_TROUBLE : CMD_FINDINGS;
	} else if (e->kind == ERR_ABSENT && !file_is_regular(aux)) {
		strncat(e->text, "; run LaTeX first",
		    sizeof(e->text) - strlen(e->text) - 1);
	}
	say_detail("signature checks: %lu", key_verify_count());
	paper_close(&paper);
	anchors_close(&anchors);
	resolve_clear(&r);
	free(aux);
	return rc;
}

/* What was said goes to the log too; nothing said, no log. */
static int
save_log(const char *path, struct buf *log, const struct err *e, int rc)
{
	struct err second;
	int saved;

	if (rc < 0) {
		buf_text(log, "pithtex: ");
		say_mask(log, span_text(e->text));
		buf_byte(log, '\n');
	}
	saved = log->n > 0 ? file_update(path, span_buf(log), &second)
	    : file_remove(path, &second);
	if (saved < 0)
		say_error("%s", second.text);
	return saved < 0 ? -1 : 0;
}

/* An output must not be what is read, nor another output. */
static int
check_outputs(const struct resolve_opts *o, const char *stem, struct err *e)
{
	static const char *const inputs[] = { ".aux", ".tex", ".bib" };
	const char *const outputs[] = { o->out, o->deps, o->log };
	int rc = 0;

	for (size_t i = 0; i < 3 && rc == 0; i++) {
		if (outputs[i] == NULL)
			continue;
		for (size_t j = 0; j < 3 && rc == 0; j++) {
			char *input = with_tail(stem, inputs[j]);

			if (file_is_same(outputs[i], input))
				rc = err_set(e, ERR_USAGE, "%s: is read, so "
				    "it cannot be written", outputs[i]);
			else if (j > i && outputs[j] != NULL
			    && file_is_same(outputs[i], outputs[j]))
				rc = err_set(e, ERR_USAGE, "%s: two outputs "
				    "of one name", outputs[i]);
			free(input);
		}
		if (rc == 0 && file_is_folder(outputs[i]))
			rc = err_set(e, ERR_USAGE, "%s: is a folder",
			    outputs[i]);
	}
	return rc;
}

static int
resolve_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct resolve_opts *o = opts;
	struct buf log = { 0 };
	char *stem = paper_stem(argv[0]);
	int rc = check_outputs(o, stem, e);

	(void)argc;
	if (rc < 0) {
		free(stem);
		return -1;
	}
	if (o->log != NULL)
		say_log(&log);
	rc = resolve_stem(run, o, stem, e);
	say_log(NULL);
	if (o->log != NULL && save_log(o->log, &log, e, rc) < 0 && rc >= 0)
		rc = CMD_TROUBLE;
	buf_clear(&log);
	free(stem);
	return rc;
}

const struct cmd cmd_resolve = {
	.name = "resolve",
	.args = "PAPER",
	.brief = "verify the numbers of a paper; write what LaTeX needs",
	.least = 1,
	.most = 1,
	.opts = resolve_rows,
	.opts_size = sizeof(struct resolve_opts),
	.main = resolve_main,
};
