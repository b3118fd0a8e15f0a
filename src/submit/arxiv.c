/* SPDX-License-Identifier: MIT */
/* See arxiv.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "out/out.h"
#include "submit/arxiv.h"
#include "submit/bibliography.h"
#include "submit/collect.h"
#include "submit/rehearsal.h"
#include "submit/rules.h"
#include "submit/scratch.h"
#include "submit/source.h"

/* The path of an output of the recorded build. */
static char *
made(const struct arxiv *a, const char *tail)
{
	struct buf name = { 0 };
	char *path;

	buf_fmt(&name, "%s%s", a->job, tail);
	path = file_join(a->out, buf_string(&name));
	buf_clear(&name);
	return path;
}

static bool
has(const struct buf *b, const char *word)
{
	return memmem(b->at, b->n, word, strlen(word)) != NULL;
}

/* The engine that wrote the author's log; pdflatex where there is none. */
static enum build_engine
guess_engine(const struct arxiv *a)
{
	enum build_engine engine = BUILD_PDFLATEX;
	struct buf path = { 0 }, log = { 0 };
	struct err unread;

	buf_fmt(&path, "%s.log", a->with->stem);
	if (file_read(&log, buf_string(&path), LIMIT_AUX_BYTES, &unread) == 0
	    && log.n > 0) {
		const struct buf head = { log.at, log.n < 80 ? log.n : 80,
		    log.room };

		if (has(&head, "This is XeTeX"))
			engine = BUILD_XELATEX;
		else if (has(&head, "This is Lua"))
			engine = BUILD_LUALATEX;
		else if (has(&log, ".dvi ("))
			engine = BUILD_LATEX;
	}
	buf_clear(&path);
	buf_clear(&log);
	return engine;
}

/* The engine and the TeX Live: as told here, else as the author tells arXiv's
 * service, else as the paper was built and as arXiv has it by default. */
static void
choose(struct arxiv *a)
{
	const char *compiler = a->readme.compiler;
	const int told = compiler == NULL ? -1 : build_engine_parse(
	    strcmp(compiler, "latex+dvips_ps2pdf") == 0 ? "latex" : compiler);

	a->engine = a->with->engine >= 0 ? (enum build_engine)a->with->engine
	    : told >= 0 ? (enum build_engine)told : guess_engine(a);
	a->texlive = a->with->texlive != 0 ? a->with->texlive
	    : a->readme.texlive != 0 ? a->readme.texlive : 2025;
}

static int
begin(struct arxiv *a, struct err *e)
{
	const char *file = file_base(a->with->main);
	char *dir = file_dir(a->with->main);
	int rc;

	a->main = mem_string(file);
	a->job = mem_text(file, strlen(file) - (parcel_is(file, ".tex")
	    ? 4 : 0));
	a->root = realpath(dir, NULL);
	if (a->root == NULL)
		rc = err_sys(e, "%s", dir);
	else if (!file_is_regular(a->with->main))
		rc = err_set(e, ERR_ABSENT, "%s: there is no such file",
		    a->with->main);
	else
		rc = scratch_make(&a->work, a->with->tmp, e);
	if (rc == 0)
		rc = readme_load(&a->readme, &a->findings, a->root, e);
	if (rc == 0) {
		choose(a);
		a->out = file_join(a->work, "out");
		rc = file_folder(a->out, e);
	}
	free(dir);
	return rc;
}

/* Run TeX and read what its recorder wrote. */
static int
record(struct arxiv *a, struct err *e)
{
	static const char *const set[] = { "max_print_line=4096",
	    "error_line=254", "half_error_line=238", NULL };
	char *said = file_join(a->work, "said");
	char **env = run_env(a->with->env, set);
	const struct build_how how = { a->engine, a->root, a->out, a->main,
	    a->job, env, said };
	const struct run_how ask = { a->root, env, said, 60 };
	struct recorder_roots roots = { 0 };
	struct buf fls = { 0 };
	char *path = made(a, ".fls");
	int rc = recorder_ask(&roots, &ask, e);

	if (rc == 0)
		rc = collect_seed(a, e);
	if (rc == 0)
		rc = build_record(&a->record, &how, e);
	if (rc == 0 && file_read(&fls, path, LIMIT_AUX_BYTES, e) < 0)
		rc = err_in(e, "TeX wrote no list of what it read");
	if (rc == 0)
		rc = recorder_read(&a->read, span_buf(&fls), a->root, a->out,
		    &roots, e);
	if (rc == 0) {
		rules_log(a, span_buf(&a->record.log),
		    a->record.failure != NULL);
		if (a->record.failure != NULL)
			finding_add(&a->findings, FINDING_REJECTS, "build",
			    "%s", a->record.failure);
	}
	recorder_roots_clear(&roots);
	buf_clear(&fls);
	run_env_free(env);
	free(said);
	free(path);
	return rc;
}

/* The numbers of the paper, as this machine's caches know them now. */
static int
resolve(struct arxiv *a, struct err *e)
{
	char *aux = made(a, ".aux");
	int rc = 0;

	if (file_is_regular(aux))
		rc = resolve_paper(&a->numbers, aux, a->with->resolve, e);
	/* What is told of it is told of the author's own .aux. */
	free(a->numbers.dir);
	a->numbers.dir = file_dir(a->with->stem);
	if (rc < 0 && e->kind == ERR_FORMAT) {
		finding_add(&a->findings, FINDING_REJECTS, "numbers", "%s",
		    e->text);
		resolve_clear(&a->numbers);
		rc = 0;
	}
	free(aux);
	return rc;
}

/* The data file that TeX read, which must say what we find. */
static void
check_data(struct arxiv *a)
{
	struct buf fresh = { 0 };
	const struct parcel_file *data = NULL;

	if (a->numbers.mention_count == 0)
		return;
	for (size_t i = 0; i < a->parcel.n && data == NULL; i++)
		if (parcel_is(a->parcel.list[i].name, ".pith.tex"))
			data = &a->parcel.list[i];
	if (data == NULL) {
		finding_add(&a->findings, FINDING_REJECTS, "numbers", "TeX "
		    "finds no %s.pith.tex; run `pithtex resolve' and LaTeX",
		    a->job);
		return;
	}
	a->data = data->name;
	out_tex(&fresh, &a->numbers);
	if (!span_equal(span_buf(&fresh), span_buf(&data->bytes)))
		finding_add(&a->findings, FINDING_REJECTS, "stale", "%s: says "
		    "other things than the caches do now; run `pithtex "
		    "resolve' and LaTeX", data->name);
	buf_clear(&fresh);
}

/* Name the data file literally in the copy of the main file. */
static int
edit(struct arxiv *a, struct err *e)
{
	const struct parcel_file *main = parcel_find(&a->parcel, a->main);
	struct source_edit change;
	int rc = 0;

	if (a->data == NULL || main == NULL
	    || parcel_find(&a->parcel, "pith.sty") == NULL)
		return 0;
	switch (source_insert(&change, span_buf(&main->bytes), a->main,
	    a->data)) {
	case SOURCE_DONE:
		a->hunk = buf_steal(&change.hunk);
		buf_span(&a->before, span_buf(&main->bytes));
		rc = parcel_put(&a->parcel, a->main, span_buf(&change.text),
		    "the main file, with one line more", e);
		break;
	case SOURCE_NOWHERE:
		finding_add(&a->findings, FINDING_WARNS, "edit", "%s: has no "
		    "\\begin{document}; arXiv will list %s as not used, and "
		    "it must stay", a->main, a->data);
		break;
	case SOURCE_THERE:
		break;
	}
	source_edit_clear(&change);
	return rc;
}

int
arxiv_make(struct arxiv *out, const struct arxiv_with *with, struct err *e)
{
	int rc;

	*out = (struct arxiv){ .with = with, .pages = -1, .author_pages = -1 };
	rc = begin(out, e);
	if (rc == 0)
		rc = record(out, e);
	if (rc == 0)
		rc = collect_files(out, e);
	if (rc == 0)
		rc = bibliography_add(out, e);
	if (rc == 0)
		rc = resolve(out, e);
	if (rc == 0) {
		check_data(out);
		rc = edit(out, e);
	}
	if (rc == 0)
		rules_check(out);
	if (rc == 0 && out->numbers.mention_count > 0)
		rc = collect_evidence(out, e);
	parcel_sort(&out->parcel);
	if (rc == 0 && with->rehearse && !finding_rejects(&out->findings))
		rc = rehearsal_run(out, e);
	else if (rc == 0)
		rules_today(out, FINDING_WARNS);
	return rc;
}

void
arxiv_clear(struct arxiv *a)
{
	scratch_remove(a->work);
	free(a->root);
	free(a->main);
	free(a->job);
	free(a->out);
	free(a->hunk);
	buf_clear(&a->before);
	parcel_clear(&a->parcel);
	finding_clear(&a->findings);
	readme_clear(&a->readme);
	recorder_clear(&a->read);
	build_clear(&a->record);
	resolve_clear(&a->numbers);
	build_clear(&a->rehearsal);
	*a = (struct arxiv){ 0 };
}
