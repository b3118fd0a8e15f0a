/* SPDX-License-Identifier: MIT */
/* pithtex arxiv: a submission archive, rehearsed in an empty folder. */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "base/utf8.h"
#include "canon/emit.h"
#include "cmd/cmd.h"
#include "cmd/paper.h"
#include "submit/arxiv.h"
#include "submit/scratch.h"

struct arxiv_opts {
	struct opt_list caches;
	const char *output, *texlive, *engine;
	bool dry_run;
};

static const struct opt arxiv_rows[] = {
	{ 'o', "output", OPT_TEXT, offsetof(struct arxiv_opts, output),
	  "FILE", "write FILE instead of PAPER-arxiv.tar.gz" },
	{ 'n', "dry-run", OPT_FLAG, offsetof(struct arxiv_opts, dry_run),
	  NULL, "list the files and check them; rehearse and write nothing" },
	{ 0, "texlive", OPT_TEXT, offsetof(struct arxiv_opts, texlive),
	  "YEAR", "for arXiv's TeX Live of 2025 or 2023" },
	{ 0, "engine", OPT_TEXT, offsetof(struct arxiv_opts, engine), "NAME",
	  "pdflatex, latex or xelatex" },
	{ 0, "cache", OPT_LIST, offsetof(struct arxiv_opts, caches), "DIR",
	  "look for bundles in DIR first; may be repeated" },
	{ 0 }
};

/* What was written. */
struct archive {
	char *path;
	struct buf bytes;
	char hex[DIGEST_HEX];
};

/* Text from outside that may hold backslashes: cleaned, not masked, since a
 * TeX line with doubled backslashes is another one. */
static void
print_hunk(const char *hunk)
{
	while (*hunk != '\0') {
		const size_t n = strcspn(hunk, "\n");
		struct buf line = { 0 };

		utf8_clean(&line, (struct span){ (const uint8_t *)hunk, n });
		buf_byte(&line, '\n');
		say_bytes(span_buf(&line));
		buf_clear(&line);
		hunk += n + (hunk[n] != '\0');
	}
}

static void
print_files(const struct arxiv *a)
{
	size_t width = 0;

	for (size_t i = 0; i < a->parcel.n; i++)
		if (strlen(a->parcel.list[i].name) > width)
			width = strlen(a->parcel.list[i].name);
	for (size_t i = 0; i < a->parcel.n; i++) {
		const struct parcel_file *f = &a->parcel.list[i];

		say_line("%-*s  %9zu  %s", (int)(width < 60 ? width : 60),
		    f->name, f->bytes.n, f->reason);
	}
}

static void
print(const struct arxiv *a, const struct archive *to)
{
	print_files(a);
	if (a->hunk != NULL)
		print_hunk(a->hunk);
	if (a->rehearsed && a->rehearsal.failure == NULL)
		say_line("rehearsed with %s: %u runs%s%s, %ld page%s%s",
		    build_engine_word(a->engine), a->rehearsal.passes,
		    a->rehearsal.bib != NULL ? " and " : "",
		    a->rehearsal.bib != NULL ? a->rehearsal.bib : "",
		    a->pages, a->pages == 1 ? "" : "s",
		    a->compared ? ", metadata as in your PDF" : "");
	if (a->rehearsed && a->author_pages < 0)
		say_line("there is no PDF of yours to compare with");
	say_line("everything here becomes public, comments too");
	if (to->path != NULL)
		say_line("%s  %zu bytes  sha256:%s", to->path, to->bytes.n,
		    to->hex);
}

static void
put_files(struct emit *j, const struct arxiv *a)
{
	emit_array(j, "files");
	for (size_t i = 0; i < a->parcel.n; i++) {
		const struct parcel_file *f = &a->parcel.list[i];
		const struct digest d = digest_sha256(span_buf(&f->bytes));
		char hex[DIGEST_HEX];

		emit_object(j, NULL);
		emit_text(j, "name", f->name);
		emit_int(j, "bytes", (long long)f->bytes.n);
		emit_text(j, "sha256", digest_print(hex, &d));
		emit_text(j, "reason", f->reason);
		emit_close_object(j);
	}
	emit_close_array(j);
}

static void
put_findings(struct emit *j, const struct arxiv *a)
{
	emit_array(j, "findings");
	for (size_t i = 0; i < a->findings.n; i++) {
		const struct finding *f = &a->findings.list[i];

		emit_object(j, NULL);
		emit_text(j, "rule", f->rule);
		emit_bool(j, "rejects", f->kind == FINDING_REJECTS);
		emit_text(j, "text", f->text);
		emit_close_object(j);
	}
	emit_close_array(j);
}

static void
put_rehearsal(struct emit *j, const struct arxiv *a)
{
	if (!a->rehearsed)
		return;
	emit_object(j, "rehearsal");
	emit_int(j, "runs", a->rehearsal.passes);
	emit_text(j, "bibliography", a->rehearsal.bib);
	emit_text(j, "failure", a->rehearsal.failure);
	emit_int(j, "pages", a->pages);
	emit_int(j, "author_pages", a->author_pages);
	emit_bool(j, "compared", a->compared);
	emit_close_object(j);
}

static void
print_json(const struct arxiv *a, const struct archive *to, int status)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	emit_object(&j, NULL);
	emit_text(&j, "main", a->main);
	emit_text(&j, "engine", build_engine_word(a->engine));
	emit_int(&j, "texlive", a->texlive);
	put_files(&j, a);
	emit_text(&j, "edit", a->hunk);
	put_findings(&j, a);
	put_rehearsal(&j, a);
	emit_text(&j, "archive", to->path);
	emit_text(&j, "sha256", to->path != NULL ? to->hex : NULL);
	emit_int(&j, "status", status);
	emit_close_object(&j);
	say_bytes(span_buf(&text));
	buf_clear(&text);
}

static void
tell_findings(const struct arxiv *a)
{
	paper_tell(&a->numbers, false);
	for (size_t i = 0; i < a->findings.n; i++) {
		const struct finding *f = &a->findings.list[i];

		say_warn("%s: %s: %s", f->kind == FINDING_REJECTS
		    ? "rejected" : "note", f->rule, f->text);
	}
}

static int
write_archive(struct archive *to, const struct arxiv *a,
    const struct arxiv_opts *o, struct err *e)
{
	struct buf name = { 0 };
	struct digest d;
	int rc;

	buf_fmt(&name, "%s-arxiv.tar.gz", a->job);
	to->path = mem_string(o->output != NULL ? o->output
	    : buf_string(&name));
	buf_clear(&name);
	rc = parcel_pack(&to->bytes, &a->parcel, e);
	if (rc == 0)
		rc = file_write(to->path, span_buf(&to->bytes), 0666, e);
	if (rc == 0) {
		d = digest_sha256(span_buf(&to->bytes));
		digest_print(to->hex, &d);
	}
	return rc;
}

static int
make(const struct run *run, const struct arxiv_opts *o,
    const struct arxiv_with *with, struct err *e)
{
	struct archive to = { 0 };
	struct arxiv a;
	int rc;

	/* An interrupt waits until our folder is gone. */
	file_hold_signals(true);
	rc = arxiv_make(&a, with, e);
	scratch_remove(a.work);
	a.work = NULL;
	if (rc == 0 && !o->dry_run && !finding_rejects(&a.findings))
		rc = write_archive(&to, &a, o, e);
	if (rc == 0) {
		const int status = finding_rejects(&a.findings)
		    || resolve_has_findings(&a.numbers) ? CMD_FINDINGS
		    : CMD_GOOD;

		tell_findings(&a);
		if (run->json)
			print_json(&a, &to, status);
		else if (!run->quiet)
			print(&a, &to);
		rc = status;
	}
	free(to.path);
	buf_clear(&to.bytes);
	arxiv_clear(&a);
	file_hold_signals(false);
	return rc;
}

/* The main file of the .aux at ${stem}: beside it or, where outputs have a
 * folder of their own, here.  The caller frees it. */
static char *
find_main(const char *stem)
{
	struct buf beside = { 0 }, here = { 0 };

	buf_fmt(&beside, "%s.tex", stem);
	buf_fmt(&here, "%s.tex", file_base(stem));
	if (!file_is_regular(buf_string(&beside))
	    && file_is_regular(buf_string(&here))) {
		buf_clear(&beside);
		return buf_steal(&here);
	}
	buf_clear(&here);
	return buf_steal(&beside);
}

static int
read_opts(struct arxiv_with *with, const struct arxiv_opts *o, struct err *e)
{
	with->engine = -1;
	with->rehearse = !o->dry_run;
	if (o->texlive != NULL && strcmp(o->texlive, "2023") == 0)
		with->texlive = 2023;
	else if (o->texlive != NULL && strcmp(o->texlive, "2025") == 0)
		with->texlive = 2025;
	else if (o->texlive != NULL)
		return err_set(e, ERR_USAGE, "--texlive %s: arXiv has 2023 "
		    "and 2025", o->texlive);
	if (o->engine == NULL)
		return 0;
	with->engine = build_engine_parse(o->engine);
	return with->engine >= 0 ? 0 : err_set(e, ERR_USAGE,
	    "--engine %s: pdflatex, latex or xelatex", o->engine);
}

static int
arxiv_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct arxiv_opts *o = opts;
	const char *tmp = getenv("TMPDIR");
	char *stem = paper_stem(argv[0]), *main = find_main(stem);
	char *dir = file_dir(main);
	struct arxiv_with with = { .main = main, .stem = stem,
	    .tmp = tmp != NULL && tmp[0] == '/' ? tmp : "/tmp",
	    .env = environ };
	struct paper paper = { 0 };
	int rc = read_opts(&with, o, e);

	(void)argc;
	if (rc == 0)
		rc = paper_open(&paper, &o->caches, dir, e);
	if (rc == 0) {
		with.resolve = &paper.with;
		rc = make(run, o, &with, e);
	}
	paper_close(&paper);
	free(stem);
	free(main);
	free(dir);
	return rc;
}

const struct cmd cmd_arxiv = {
	.name = "arxiv",
	.args = "PAPER",
	.brief = "pack a paper for arXiv and rehearse it in an empty folder",
	.least = 1,
	.most = 1,
	.opts = arxiv_rows,
	.opts_size = sizeof(struct arxiv_opts),
	.main = arxiv_main,
};
