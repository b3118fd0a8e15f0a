/* SPDX-License-Identifier: MIT */
/* See rules.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "submit/pdf.h"
#include "submit/rules.h"
#include "submit/source.h"

#define PIXELS_MOST (34u << 20)
#define ARCHIVE_BYTES 50000000u

static bool
is_one_of(const char *name, const char *const *tails)
{
	for (; *tails != NULL; tails++)
		if (parcel_is(name, *tails))
			return true;
	return false;
}

static bool
is_source(const char *name)
{
	static const char *const tails[] = { ".tex", ".ltx", ".sty", ".cls",
		".bib", ".bbl", ".def", ".cfg", ".clo", ".tikz", ".pgf", NULL };

	return is_one_of(name, tails);
}

static bool
is_ancillary(const char *name)
{
	return strncmp(name, "anc/", 4) == 0;
}

static bool
is_ours(const char *name)
{
	return strncmp(name, "anc/pith/", 9) == 0
	    || strcmp(name, "pith.sty") == 0 || parcel_is(name, ".pith.tex");
}

/* The author's text: lines are counted there. */
static struct span
text_of(const struct arxiv *a, const struct parcel_file *f)
{
	return a->hunk != NULL && strcmp(f->name, a->main) == 0
	    ? span_buf(&a->before) : span_buf(&f->bytes);
}

static void
check_name(struct findings *f, const char *name)
{
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789._+-,=/";

	if (name[0] == '.' || strstr(name, "/.") != NULL)
		finding_add(f, FINDING_REJECTS, "hidden", "%s: arXiv removes "
		    "files and folders whose name begins with a dot; rename "
		    "it", name);
	if (name[strspn(name, set)] != '\0')
		finding_add(f, FINDING_REJECTS, "name", "%s: `%c' in a name: "
		    "arXiv changes such names, the source does not follow; "
		    "use A-Z a-z 0-9 _ + - . , =", name,
		    name[strspn(name, set)]);
	if (name[0] == '-' || strstr(name, "/-") != NULL)
		finding_add(f, FINDING_REJECTS, "name", "%s: begins with a "
		    "hyphen, as options do; rename it", name);
	if (strlen(name) > LIMIT_NAME_BYTES)
		finding_add(f, FINDING_REJECTS, "name", "%s: longer than %u "
		    "bytes; rename it", name, LIMIT_NAME_BYTES);
}

/* foo.pdf beside a foo.tex is taken for what TeX makes of it. */
static void
check_removed(struct arxiv *a, const char *name)
{
	static const char *const tails[] = { ".aux", ".log", ".toc", ".lof",
		".lot", ".dvi", ".pdf", ".ps", NULL };
	const char *dot = strrchr(name, '.');
	struct buf twin = { 0 };

	if (is_one_of(name, tails) && !is_ancillary(name)) {
		buf_fmt(&twin, "%.*s.tex", (int)(dot - name), name);
		if (parcel_find(&a->parcel, buf_string(&twin)) != NULL)
			finding_add(&a->findings, FINDING_REJECTS, "removed",
			    "%s: arXiv takes it for the output of %s and "
			    "removes it; rename one of them", name,
			    buf_string(&twin));
		buf_clear(&twin);
	}
}

static void
check_place(struct arxiv *a, const struct parcel_file *f)
{
	static const char *const tex[] = { ".tex", ".ltx", NULL };
	bool read = false;

	if (!is_ancillary(f->name))
		return;
	for (size_t i = 0; i < a->read.n && !read; i++)
		read = a->read.list[i].kind == RECORDER_PAPER
		    && strcmp(a->read.list[i].name, f->name) == 0;
	if (read)
		finding_add(&a->findings, FINDING_REJECTS, "anc", "%s: the "
		    "paper reads it, but arXiv may hide anc/ from TeX; move "
		    "it out", f->name);
	else if (is_one_of(f->name, tex))
		finding_add(&a->findings, FINDING_REJECTS, "anc", "%s: no "
		    "TeX in anc/; pack it, or move it out", f->name);
}

/* What each way takes, and what it does not. */
static void
check_images(struct arxiv *a)
{
	static const char *const eps[] = { ".eps", ".ps", ".mps", NULL };
	static const char *const bitmaps[] = { ".pdf", ".png", ".jpg",
		".jpeg", NULL };
	const char *one = NULL, *other = NULL;

	for (size_t i = 0; i < a->parcel.n; i++) {
		const char *name = a->parcel.list[i].name;

		if (is_ancillary(name))
			continue;
		if (is_one_of(name, eps) && !parcel_is(name, ".mps"))
			one = name;
		else if (is_one_of(name, bitmaps))
			other = name;
	}
	if (a->engine == BUILD_XELATEX)
		return;
	if (one != NULL && other != NULL)
		finding_add(&a->findings, FINDING_REJECTS, "image-mix",
		    "%s and %s: EPS beside PDF, PNG or JPEG; no way takes "
		    "both: convert one kind", one, other);
	else if (one != NULL && a->engine == BUILD_PDFLATEX)
		finding_add(&a->findings, FINDING_REJECTS, "image-mix",
		    "%s: pdflatex takes no EPS, and arXiv converts none; "
		    "convert it to PDF", one);
	else if (other != NULL && a->engine == BUILD_LATEX)
		finding_add(&a->findings, FINDING_REJECTS, "image-mix",
		    "%s: latex with dvips takes EPS only; convert it", other);
}

static uint32_t
number_at(struct span s, size_t at, int bytes)
{
	uint32_t n = 0;

	for (int i = 0; i < bytes; i++)
		n = n << 8 | s.at[at + (size_t)i];
	return n;
}

/* Width times height of a PNG or JPEG; 0 where it is neither. */
static uint64_t
pixels(struct span s)
{
	size_t at = 2;

	if (s.n > 24 && memcmp(s.at, "\x89PNG\r\n\x1a\n", 8) == 0)
		return (uint64_t)number_at(s, 16, 4) * number_at(s, 20, 4);
	if (s.n < 4 || number_at(s, 0, 2) != 0xffd8)
		return 0;
	/* Segments up to the first frame header, SOF0 to SOF15. */
	while (at + 9 < s.n && s.at[at] == 0xff) {
		const uint8_t type = s.at[at + 1];

		if (type >= 0xc0 && type <= 0xcf && type != 0xc4
		    && type != 0xc8 && type != 0xcc)
			return (uint64_t)number_at(s, at + 5, 2)
			    * number_at(s, at + 7, 2);
		at += 2 + number_at(s, at + 2, 2);
	}
	return 0;
}

/* Whether a figure has a script, in the open or, where qpdf is, anywhere.
 * One that cannot be read is TeX's matter. */
static void
check_pdf(struct arxiv *a, const struct parcel_file *f)
{
	const struct pdf_how how = { a->work, a->with->env, true };
	struct pdf open = { 0 }, whole = { 0 };
	struct err unread;
	bool scripts = false;

	if (f->path == NULL || !parcel_is(f->name, ".pdf"))
		return;
	if (pdf_scan(&open, span_buf(&f->bytes), &unread) == 0)
		scripts = open.scripts;
	if (!scripts && pdf_read(&whole, f->path, &how, &unread) == 0)
		scripts = whole.scripts;
	if (scripts)
		finding_add(&a->findings, FINDING_REJECTS, "javascript",
		    "%s: has JavaScript, which arXiv refuses", f->name);
	pdf_clear(&open);
	pdf_clear(&whole);
}

static void
check_document(struct arxiv *a, const struct parcel_file *f)
{
	if (!parcel_is(f->name, ".tex") || is_ancillary(f->name)
	    || strcmp(f->name, a->main) == 0)
		return;
	if (source_find(span_buf(&f->bytes), "\\documentclass") != 0)
		finding_add(&a->findings, FINDING_WARNS, "toplevel", "%s: has "
		    "a \\documentclass too; arXiv may take it for a second "
		    "document, and merging loses the metadata: say there that "
		    "only %s is one", f->name, a->main);
}

static void
check_file(struct arxiv *a, const struct parcel_file *f)
{
	check_name(&a->findings, f->name);
	check_removed(a, f->name);
	check_place(a, f);
	check_document(a, f);
	if (is_source(f->name) && !is_ours(f->name))
		source_secrets(&a->findings, f->name, text_of(a, f));
	if (pixels(span_buf(&f->bytes)) > PIXELS_MOST)
		finding_add(&a->findings, FINDING_WARNS, "size", "%s: more "
		    "than 34 megapixels; make it smaller", f->name);
	check_pdf(a, f);
}

/* What is said of a file that is not sent.  How it is to be printed harms
 * nothing, and may be of what TeX makes: job.dvi, job.pdf. */
static void
check_absent(struct arxiv *a, const struct readme_source *s)
{
	const size_t n = strlen(a->job);

	if (s->usage == README_TOPLEVEL)
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "names %s, which the paper does not read and which is "
		    "not sent", a->readme.file, s->name);
	else if (s->usage != README_NONE)
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "%s is to be sent, but it is not a plain file in the "
		    "paper's folder: put it there, or strike it out",
		    a->readme.file, s->name);
	else if (strncmp(s->name, a->job, n) != 0
	    || (strcmp(s->name + n, ".dvi") != 0
	    && strcmp(s->name + n, ".pdf") != 0))
		finding_add(&a->findings, FINDING_WARNS, "readme", "%s: "
		    "names %s, which is not sent", a->readme.file, s->name);
}

/* What the author asks the service to do with one file. */
static void
check_source(struct arxiv *a, const struct readme_source *s)
{
	const bool is_main = strcmp(s->name, a->main) == 0;

	if (s->usage == README_IGNORE) {
		if (parcel_find(&a->parcel, s->name) != NULL
		    && !is_ancillary(s->name))
			finding_add(&a->findings, FINDING_REJECTS, "readme",
			    "%s: tells arXiv to ignore %s, which the paper "
			    "reads", a->readme.file, s->name);
		return;
	}
	if (parcel_find(&a->parcel, s->name) == NULL)
		check_absent(a, s);
	else if ((s->usage == README_TOPLEVEL && !is_main)
	    || s->usage == README_APPEND)
		finding_add(&a->findings, FINDING_WARNS, "toplevel", "%s: "
		    "%s is to be merged with %s; merging loses the metadata",
		    a->readme.file, s->name, a->main);
}

/* The service obeys it: then it must ask for what is rehearsed here. */
static void
check_readme(struct arxiv *a)
{
	const struct readme *r = &a->readme;
	bool main = true;

	if (r->compiler != NULL && strcmp(r->compiler,
	    build_engine_word(a->engine)) != 0 && !(a->engine == BUILD_LATEX
	    && strcmp(r->compiler, "latex+dvips_ps2pdf") == 0))
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "asks for `%s', and this is for %s: change one of them",
		    r->file, r->compiler, build_engine_word(a->engine));
	if (r->texlive != 0 && r->texlive != a->texlive)
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "asks for TeX Live %u, and this is for %u: change one of "
		    "them", r->file, r->texlive, a->texlive);
	if (r->maps)
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "names a font map; the fonts behind it cannot be "
		    "followed: pack this paper by hand", r->file);
	if (r->no_stamp)
		finding_add(&a->findings, FINDING_WARNS, "stamp", "%s: asks "
		    "for no stamp", r->file);
	for (size_t i = 0; i < r->n; i++)
		if (r->sources[i].usage == README_TOPLEVEL) {
			main = strcmp(r->sources[i].name, a->main) == 0;
			if (main)
				break;
		}
	if (!main)
		finding_add(&a->findings, FINDING_REJECTS, "readme", "%s: "
		    "names another main file than %s", r->file, a->main);
	for (size_t i = 0; i < r->n; i++)
		check_source(a, &r->sources[i]);
}

void
rules_check(struct arxiv *a)
{
	if (a->texlive != 2025 && a->readme.texlive != a->texlive)
		finding_add(&a->findings, FINDING_WARNS, "texlive", "choose "
		    "TeX Live %u when you upload: arXiv takes 2025 unless "
		    "told otherwise", a->texlive);
	check_readme(a);
	if (a->engine == BUILD_LUALATEX)
		finding_add(&a->findings, FINDING_REJECTS, "engine",
		    "lualatex: arXiv runs pdflatex, latex and xelatex");
	for (size_t i = 0; i < a->parcel.n; i++)
		check_file(a, &a->parcel.list[i]);
	check_images(a);
	if (a->parcel.bytes > ARCHIVE_BYTES)
		finding_add(&a->findings, FINDING_WARNS, "size", "%zu bytes "
		    "before packing: arXiv is said to take 50 MB",
		    a->parcel.bytes);
}

void
rules_log(struct arxiv *a, struct span log, bool failed)
{
	static const char word[] = "runsystem(";
	struct span line;
	size_t at = 0;

	while (source_line(&line, log, &at)) {
		const uint8_t *from = memmem(line.at, line.n, word,
		    sizeof(word) - 1);
		const uint8_t *to = memmem(line.at, line.n, ")...disabled",
		    12);

		if (from == NULL || to == NULL || to <= from)
			continue;
		from += sizeof(word) - 1;
		finding_add(&a->findings, failed ? FINDING_REJECTS
		    : FINDING_WARNS, "shell-escape", "the paper would run "
		    "`%.*s'; arXiv runs nothing (-no-shell-escape): send what "
		    "it makes", (int)(to - from), (const char *)from);
	}
	if (memmem(log.at, log.n, "-shell-escape", 13) != NULL && failed)
		finding_add(&a->findings, FINDING_REJECTS, "shell-escape",
		    "a package asks for -shell-escape, which arXiv does not "
		    "give");
}

void
rules_today(struct arxiv *a, enum finding_kind kind)
{
	for (size_t i = 0; i < a->parcel.n; i++) {
		const struct parcel_file *f = &a->parcel.list[i];

		if (is_source(f->name) && !is_ours(f->name)
		    && !is_ancillary(f->name)
		    && !parcel_is(f->name, ".bib"))
			source_today(&a->findings, kind, f->name,
			    text_of(a, f));
	}
}
