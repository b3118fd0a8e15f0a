/* SPDX-License-Identifier: MIT */
/* See rehearsal.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "submit/pdf.h"
#include "submit/rehearsal.h"
#include "submit/rules.h"

#define TEXT_BYTES (64u << 20)

/* Two days that differ in year, month and day. */
#define ONE_DAY "SOURCE_DATE_EPOCH=1000000000"
#define ANOTHER_DAY "SOURCE_DATE_EPOCH=2000000000"

/* What a rehearsal uses. */
struct stage {
	char *folder, *said;	/* where it is; what programs say */
	char *pdf, *first;	/* the PDF; the one of the first day */
	char **env;
	struct build_how how;
};

static bool
holds_program(const char *folder, size_t n, const char *name)
{
	char *dir = mem_text(folder, n), *path = file_join(dir, name);
	const bool holds = access(path, X_OK) == 0;

	free(dir);
	free(path);
	return holds;
}

/* "PATH=" and the folders without pithtex, but for those that have TeX. */
static char *
path_without(const char *path)
{
	struct buf out = { 0 };
	bool more = false;

	buf_text(&out, "PATH=");
	while (path != NULL && *path != '\0') {
		const size_t n = strcspn(path, ":");

		if (!holds_program(path, n, "pithtex")
		    || holds_program(path, n, "kpsewhich")) {
			if (more)
				buf_byte(&out, ':');
			buf_add(&out, path, n);
			more = true;
		}
		path += n + (path[n] != '\0');
	}
	return buf_steal(&out);
}

/* The service's environment, and what finds this machine's TeX. */
static char **
make_env(const struct arxiv *a, const char *day)
{
	static const char *const kept[] = { "TEXMFVAR", "TEXMFCNF",
	    "LD_LIBRARY_PATH", "PERL5LIB" };
	static char *const empty[] = { NULL };
	char *path = path_without(run_env_get(a->with->env, "PATH"));
	struct buf home = { 0 }, tmp = { 0 }, texmf = { 0 }, local = { 0 };
	struct buf extra[sizeof(kept) / sizeof(kept[0])] = { { 0 } };
	const char *set[12 + sizeof(kept) / sizeof(kept[0])] = { path,
	    "max_print_line=4096", "error_line=254", "half_error_line=238",
	    "FORCE_SOURCE_DATE=1", day };
	size_t n = 6;
	char **env;

	buf_fmt(&home, "HOME=%s/home", a->work);
	buf_fmt(&tmp, "TMPDIR=%s/home", a->work);
	buf_fmt(&texmf, "TEXMFHOME=%s/home/texmf", a->work);
	buf_fmt(&local, "TEXMFLOCAL=%s/home/texmf", a->work);
	set[n++] = buf_string(&home);
	set[n++] = buf_string(&tmp);
	set[n++] = buf_string(&texmf);
	set[n++] = buf_string(&local);
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++) {
		const char *value = run_env_get(a->with->env, kept[i]);

		if (value == NULL)
			continue;
		buf_fmt(&extra[i], "%s=%s", kept[i], value);
		set[n++] = buf_string(&extra[i]);
	}
	env = run_env(empty, set);
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		buf_clear(&extra[i]);
	buf_clear(&home);
	buf_clear(&tmp);
	buf_clear(&texmf);
	buf_clear(&local);
	free(path);
	return env;
}

static char *
job_path(const char *folder, const char *job, const char *tail)
{
	struct buf name = { 0 };
	char *path;

	buf_fmt(&name, "%s%s", job, tail);
	path = file_join(folder, buf_string(&name));
	buf_clear(&name);
	return path;
}

static int
open_stage(struct stage *s, struct arxiv *a, struct err *e)
{
	char *home = file_join(a->work, "home");
	int rc = file_folder(home, e);

	free(home);
	*s = (struct stage){ .folder = file_join(a->work, "all"),
	    .said = file_join(a->work, "said"),
	    .first = file_join(a->work, "first.pdf"),
	    .env = make_env(a, ONE_DAY) };
	s->pdf = job_path(s->folder, a->job, ".pdf");
	s->how = (struct build_how){ a->engine, s->folder, NULL, a->main,
	    a->job, s->env, s->said };
	if (rc == 0)
		rc = file_folder(s->folder, e);
	if (rc == 0)
		rc = parcel_lay(&a->parcel, s->folder, "anc/", e);
	return rc;
}

static void
close_stage(struct stage *s)
{
	free(s->folder);
	free(s->said);
	free(s->pdf);
	free(s->first);
	run_env_free(s->env);
}

static bool
log_says(struct span log, const char *words)
{
	return memmem(log.at, log.n, words, strlen(words)) != NULL;
}

/* What the log of the rehearsal tells that the author's does not. */
static void
compare_logs(struct arxiv *a)
{
	static const char *const words[] = {
		"There were undefined references",
		"There were undefined citations" };
	const struct span ours = span_buf(&a->rehearsal.log);
	char *path = job_path("", a->with->stem, ".log");
	struct buf theirs = { 0 };
	struct err unread;
	const bool known = file_read(&theirs, path, LIMIT_AUX_BYTES, &unread)
	    == 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (log_says(ours, words[i]))
			finding_add(&a->findings, known
			    && !log_says(span_buf(&theirs), words[i])
			    ? FINDING_REJECTS : FINDING_WARNS, "undefined",
			    "the rehearsal ends with `%s'", words[i]);
	if (log_says(ours, "numbers without an entry in the data file"))
		finding_add(&a->findings, FINDING_REJECTS, "numbers",
		    "the rehearsal has numbers that are not resolved");
	if (known && a->author_pages < 0)
		a->author_pages = build_pages(span_buf(&theirs));
	buf_clear(&theirs);
	free(path);
}

/* The pages of a PDF as qpdf counts them; -1 where it cannot. */
static long
count_pages(const struct arxiv *a, const char *pdf)
{
	char *said = file_join(a->work, "pages");
	const char *const argv[] = { "qpdf", "--show-npages", pdf, NULL };
	const struct run_how how = { NULL, a->with->env, said, 60 };
	struct buf out = { 0 };
	struct err none;
	long pages = -1;

	if (run_output(&out, 4096, argv, &how, &none) == 0)
		pages = strtol(buf_string(&out), NULL, 10);
	buf_clear(&out);
	free(said);
	return pages > 0 ? pages : -1;
}

static int
compare_metadata(struct arxiv *a, const struct pdf *ours, const char *path,
    struct err *e)
{
	const struct pdf_how how = { a->work, a->with->env, false };
	struct pdf theirs;
	int rc = pdf_read(&theirs, path, &how, e);

	if (rc < 0 && (e->kind == ERR_USAGE || e->kind == ERR_FORMAT)) {
		finding_add(&a->findings, FINDING_WARNS, "metadata", "%s",
		    e->text);
		return 0;
	}
	if (rc == 0 && !pdf_equal(ours, &theirs))
		finding_add(&a->findings, FINDING_REJECTS, "metadata",
		    "%s: its metadata are other than those of the rehearsal; "
		    "run LaTeX again", path);
	a->compared = rc == 0;
	if (rc == 0)
		pdf_clear(&theirs);
	return rc;
}

/* What the PDF holds, by itself and beside the author's. */
static int
compare_pdf(struct arxiv *a, const char *pdf, struct err *e)
{
	const struct pdf_how how = { a->work, a->with->env, true };
	char *theirs = job_path("", a->with->stem, ".pdf");
	const bool known = file_is_regular(theirs);
	struct pdf ours;
	int rc = pdf_read(&ours, pdf, &how, e);

	if (known)
		a->author_pages = count_pages(a, theirs);
	compare_logs(a);
	if (known && a->author_pages >= 0
	    && a->author_pages != a->rehearsal.pages)
		finding_add(&a->findings, FINDING_REJECTS, "pages", "%s has "
		    "%ld pages, the rehearsal %ld; run LaTeX again", theirs,
		    a->author_pages, a->rehearsal.pages);
	if (rc < 0 && (e->kind == ERR_USAGE || e->kind == ERR_FORMAT)) {
		finding_add(&a->findings, FINDING_WARNS, "metadata", "the "
		    "rehearsal: %s", e->text);
		free(theirs);
		return 0;
	}
	if (rc == 0 && ours.scripts)
		finding_add(&a->findings, FINDING_REJECTS, "javascript",
		    "the PDF has JavaScript, which arXiv refuses");
	if (rc == 0 && ours.intents)
		finding_add(&a->findings, FINDING_WARNS, "stamp", "the PDF "
		    "has an output intent, as PDF/A has: arXiv puts no stamp "
		    "on it");
	if (rc == 0 && a->data != NULL && !ours.found)
		finding_add(&a->findings, FINDING_WARNS, "metadata", "the "
		    "PDF has no Pith Numbers in its metadata");
	if (rc == 0 && known)
		rc = compare_metadata(a, &ours, theirs, e);
	if (rc == 0)
		pdf_clear(&ours);
	free(theirs);
	return rc;
}

/* The words of a PDF; ERR_ABSENT where there is no pdftotext. */
static int
read_text(struct buf *out, const struct arxiv *a, const char *pdf,
    struct err *e)
{
	char *text = file_join(a->work, "text");
	const char *const argv[] = { "pdftotext", "-q", pdf, text, NULL };
	const struct run_how how = { NULL, a->with->env, NULL, 120 };
	const int status = run_program(argv, &how, e);
	int rc = -1;

	if (status == 0)
		rc = file_read(out, text, TEXT_BYTES, e);
	else if (status > 0)
		err_set(e, ERR_ABSENT, "pdftotext ended with status %d",
		    status);
	free(text);
	return rc;
}

/* The same on another day. */
static int
try_another_day(struct arxiv *a, struct stage *s, struct err *e)
{
	struct buf one = { 0 }, other = { 0 };
	struct build again = { 0 };
	int rc;

	if (rename(s->pdf, s->first) < 0)
		return err_sys(e, "%s: cannot rename", s->pdf);
	run_env_free(s->env);
	s->env = make_env(a, ANOTHER_DAY);
	s->how.env = s->env;
	rc = build_again(&again, &s->how, e);
	if (rc == 0 && again.failure != NULL)
		finding_add(&a->findings, FINDING_REJECTS, "rehearsal",
		    "once more: %s", again.failure);
	else if (rc == 0)
		rc = read_text(&one, a, s->first, e);
	if (rc == 0 && again.failure == NULL)
		rc = read_text(&other, a, s->pdf, e);
	if (rc < 0 && e->kind == ERR_ABSENT) {
		/* Then only the source can tell. */
		rules_today(a, FINDING_REJECTS);
		rc = 0;
	} else if (rc == 0 && !span_equal(span_buf(&one), span_buf(&other))) {
		rules_today(a, FINDING_REJECTS);
		if (!finding_has(&a->findings, "today"))
			finding_add(&a->findings, FINDING_REJECTS, "today",
			    "the text of the PDF changes with the date, and "
			    "arXiv makes it again now and then; write "
			    "\\date{...}");
	} else if (rc == 0) {
		rules_today(a, FINDING_WARNS);
	}
	buf_clear(&one);
	buf_clear(&other);
	build_clear(&again);
	return rc;
}

int
rehearsal_run(struct arxiv *a, struct err *e)
{
	struct stage s;
	int rc = open_stage(&s, a, e);

	if (rc == 0)
		rc = build_whole(&a->rehearsal, &s.how, e);
	if (rc == 0) {
		a->rehearsed = true;
		a->pages = a->rehearsal.pages;
		rules_log(a, span_buf(&a->rehearsal.log),
		    a->rehearsal.failure != NULL);
		if (a->rehearsal.failure != NULL)
			finding_add(&a->findings, FINDING_REJECTS,
			    "rehearsal", "%s", a->rehearsal.failure);
		else
			rc = compare_pdf(a, s.pdf, e);
	}
	if (rc == 0 && a->rehearsal.failure == NULL)
		rc = try_another_day(a, &s, e);
	close_stage(&s);
	return rc;
}
