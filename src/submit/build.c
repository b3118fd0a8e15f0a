/* SPDX-License-Identifier: MIT */
/* See build.h. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "canon/digest.h"
#include "submit/build.h"

#define SECONDS 600u
#define RUNS_MOST 5u
#define ERROR_BYTES 300u

static const char *const engines[BUILD_ENGINES] = {
	[BUILD_PDFLATEX] = "pdflatex", [BUILD_LATEX] = "latex",
	[BUILD_XELATEX] = "xelatex", [BUILD_LUALATEX] = "lualatex"
};

const char *
build_engine_word(enum build_engine engine)
{
	return engines[engine];
}

int
build_engine_parse(const char *word)
{
	for (int i = 0; i < BUILD_ENGINES; i++)
		if (strcmp(engines[i], word) == 0)
			return i;
	return -1;
}

static void
fail(struct build *b, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
fail(struct build *b, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	free(b->failure);
	b->failure = buf_steal(&text);
}

/* The path of an output of the job. */
static char *
output(const struct build_how *how, const char *tail)
{
	struct buf name = { 0 };
	char *path;

	buf_fmt(&name, "%s%s", how->job, tail);
	path = file_join(how->outputs != NULL ? how->outputs : how->folder,
	    buf_string(&name));
	buf_clear(&name);
	return path;
}

static bool
has_output(const struct build_how *how, const char *tail)
{
	char *path = output(how, tail);
	const bool has = file_is_regular(path);

	free(path);
	return has;
}

/* The digest of an output; all zero where there is none. */
static struct digest
output_digest(const struct build_how *how, const char *tail)
{
	char *path = output(how, tail);
	struct digest d = { { 0 } };
	struct buf bytes = { 0 };
	struct err unread;

	if (file_read(&bytes, path, LIMIT_AUX_BYTES, &unread) == 0)
		d = digest_sha256(span_buf(&bytes));
	buf_clear(&bytes);
	free(path);
	return d;
}

/* The line that begins at ${at}, without its end. */
static struct span
line_at(struct span text, size_t at)
{
	const uint8_t *end = memchr(text.at + at, '\n', text.n - at);

	return (struct span){ text.at + at, end != NULL
	    ? (size_t)(end - text.at) - at : text.n - at };
}

static bool
span_has(struct span s, const char *word)
{
	return memmem(s.at, s.n, word, strlen(word)) != NULL;
}

/* "FILE:LINE: text" or "! text". */
static bool
is_error(struct span line)
{
	size_t i;

	if (line.n > 2 && memcmp(line.at, "! ", 2) == 0)
		return true;
	for (i = 0; i < line.n && line.at[i] != ':'; i++)
		if (line.at[i] < 0x20 || line.at[i] == '(')
			return false;
	if (i == 0 || i + 3 >= line.n || !isdigit(line.at[i + 1]))
		return false;
	for (i++; i < line.n && isdigit(line.at[i]); i++)
		;
	return i + 1 < line.n && line.at[i] == ':' && line.at[i + 1] == ' ';
}

bool
build_error(struct buf *out, struct span log)
{
	for (size_t at = 0; at < log.n; ) {
		struct span line = line_at(log, at);

		if (is_error(line)) {
			if (line.n > ERROR_BYTES)
				line.n = ERROR_BYTES;
			buf_span(out, line);
			while (out->n > 0 && out->at[out->n - 1] == '\r')
				buf_cut(out, out->n - 1);
			return true;
		}
		at += line.n + 1;
	}
	return false;
}

long
build_pages(struct span log)
{
	static const char word[] = "Output written on ";
	long pages = -1;

	/* The file's name may hold a parenthesis: the last one counts. */
	for (size_t at = 0; at < log.n; ) {
		const struct span line = line_at(log, at);
		const uint8_t *p = line.n < sizeof(word) || memcmp(line.at,
		    word, sizeof(word) - 1) != 0 ? NULL
		    : memrchr(line.at, '(', line.n);
		long n = 0;

		at += line.n + 1;
		if (p == NULL || ++p == line.at + line.n || !isdigit(*p))
			continue;
		for (; p < line.at + line.n && isdigit(*p) && n < 1000000; p++)
			n = 10 * n + (*p - '0');
		pages = n;
	}
	return pages;
}

static int
run(const struct build_how *how, const char *const *argv, struct err *e)
{
	const struct run_how with = { how->folder, how->env, how->said,
	    SECONDS };

	return run_program(argv, &with, e);
}

/* One run of TeX; its exit status, or -1. */
static int
run_engine(struct build *b, const struct build_how *how, struct err *e)
{
	const char *argv[] = { engines[how->engine],
	    "-interaction=batchmode", "-recorder", "-no-parse-first-line",
	    "-file-line-error", "-no-shell-escape", NULL, NULL, NULL };
	struct buf where = { 0 };
	char *log = output(how, ".log");
	size_t n = 6;
	int status;

	if (how->outputs != NULL) {
		buf_fmt(&where, "-output-directory=%s", how->outputs);
		argv[n++] = buf_string(&where);
	}
	argv[n] = how->main;
	status = run(how, argv, e);
	b->passes++;
	buf_clear(&b->log);
	if (status >= 0 && file_is_regular(log)
	    && file_read(&b->log, log, LIMIT_AUX_BYTES, e) < 0)
		status = -1;
	b->pages = build_pages(span_buf(&b->log));
	free(log);
	buf_clear(&where);
	return status;
}

/* What TeX writes: its name's end. */
static const char *
made(const struct build_how *how)
{
	return how->engine == BUILD_LATEX ? ".dvi" : ".pdf";
}

/* The reason that the log gives, in front of ours. */
static void
fail_by_log(struct build *b, const char *ours)
{
	struct buf text = { 0 };

	if (build_error(&text, span_buf(&b->log)))
		fail(b, "%s", buf_string(&text));
	else
		fail(b, "%s", ours);
	buf_clear(&text);
}

int
build_record(struct build *out, const struct build_how *how, struct err *e)
{
	int status = 0;

	*out = (struct build){ .pages = -1 };
	for (int i = 0; i < 2 && status >= 0 && out->failure == NULL; i++) {
		status = run_engine(out, how, e);
		if (status >= 0 && !has_output(how, made(how)))
			fail_by_log(out, "TeX wrote no output");
	}
	if (status > 0 && out->failure == NULL)
		fail_by_log(out, "TeX ended with an error");
	return status < 0 ? -1 : 0;
}

/* Whether the .aux asks BibTeX for anything. */
static bool
has_bibdata(const struct build_how *how)
{
	char *path = output(how, ".aux");
	struct buf bytes = { 0 };
	struct err unread;
	const bool has = file_read(&bytes, path, LIMIT_AUX_BYTES, &unread)
	    == 0 && span_has(span_buf(&bytes), "\\bibdata{");

	buf_clear(&bytes);
	free(path);
	return has;
}

/* Make the .bbl where the submission has none. */
static int
run_bib(struct build *b, const struct build_how *how, struct err *e)
{
	const char *argv[] = { NULL, how->job, NULL };
	int status;

	if (has_output(how, ".bbl"))
		return 0;
	if (has_output(how, ".bcf"))
		argv[0] = "biber";
	else if (has_bibdata(how))
		argv[0] = "bibtex";
	else
		return 0;
	b->bib = argv[0];
	status = run(how, argv, e);
	if (status > 0)
		fail(b, "%s ended with status %d", argv[0], status);
	return status < 0 ? -1 : 0;
}

/* Fail with the line that dvips itself says. */
static void
fail_by_dvips(struct build *b, const struct build_how *how, int status)
{
	struct buf said = { 0 };
	struct err unread;
	bool told = false;

	if (file_read(&said, how->said, LIMIT_AUX_BYTES, &unread) == 0)
		for (size_t at = 0; at < said.n && !told; ) {
			const struct span line = line_at(span_buf(&said), at);

			told = line.n > 7 && memcmp(line.at, "dvips: ", 7)
			    == 0;
			if (told)
				fail(b, "%.*s", line.n > ERROR_BYTES
				    ? (int)ERROR_BYTES : (int)line.n,
				    (const char *)line.at);
			at += line.n + 1;
		}
	if (!told)
		fail(b, "dvips ended with status %d", status);
	buf_clear(&said);
}

/* From the .dvi to the .pdf. */
static int
run_drivers(struct build *b, const struct build_how *how, struct err *e)
{
	char *dvi = output(how, ".dvi"), *ps = output(how, ".ps");
	char *pdf = output(how, ".pdf");
	const char *const dvips[] = { "dvips", "-R2", "-z", "-o",
	    file_base(ps), file_base(dvi), NULL };
	const char *const plain[] = { "dvips", "-R2", "-o", file_base(ps),
	    file_base(dvi), NULL };
	const char *const ps2pdf[] = { "ps2pdf", file_base(ps),
	    file_base(pdf), NULL };
	int status = run(how, dvips, e);

	if (status > 0)
		status = run(how, plain, e);
	if (status > 0)
		fail_by_dvips(b, how, status);
	if (status == 0) {
		status = run(how, ps2pdf, e);
		if (status > 0)
			fail(b, "ps2pdf ended with status %d", status);
	}
	free(dvi);
	free(ps);
	free(pdf);
	return status < 0 ? -1 : 0;
}

/* One run of TeX that counts: an error is a failure. */
static int
run_second(struct build *b, const struct build_how *how, struct err *e)
{
	const int status = run_engine(b, how, e);

	if (status < 0)
		return -1;
	if (!has_output(how, made(how)))
		fail_by_log(b, "TeX wrote no output");
	else if (status > 0)
		fail_by_log(b, "TeX ended with an error");
	else if (span_has(span_buf(&b->log), "is wrong format version - "
	    "expected"))
		fail(b, "biblatex does not read the .bbl: wrong format "
		    "version");
	return 0;
}

int
build_whole(struct build *out, const struct build_how *how, struct err *e)
{
	struct digest aux, marks;
	int rc;

	*out = (struct build){ .pages = -1 };
	if (run_engine(out, how, e) < 0)
		return -1;
	if (!has_output(how, made(how))) {
		fail_by_log(out, "TeX wrote no output");
		return 0;
	}
	aux = output_digest(how, ".aux");
	marks = output_digest(how, ".out");
	rc = run_bib(out, how, e);
	while (rc == 0 && out->failure == NULL && out->passes < RUNS_MOST) {
		const struct digest aux_before = aux, marks_before = marks;

		rc = run_second(out, how, e);
		aux = output_digest(how, ".aux");
		marks = output_digest(how, ".out");
		if (digest_equal(&aux, &aux_before)
		    && digest_equal(&marks, &marks_before)
		    && !span_has(span_buf(&out->log), "Rerun to get "
		    "cross-references right."))
			break;
	}
	if (rc == 0 && out->failure == NULL && how->engine == BUILD_LATEX)
		rc = run_drivers(out, how, e);
	if (rc == 0 && out->failure == NULL && !has_output(how, ".pdf"))
		fail(out, "there is no PDF");
	return rc;
}

int
build_again(struct build *out, const struct build_how *how, struct err *e)
{
	int rc;

	*out = (struct build){ .pages = -1 };
	rc = run_second(out, how, e);
	if (rc == 0 && out->failure == NULL && how->engine == BUILD_LATEX)
		rc = run_drivers(out, how, e);
	return rc;
}

void
build_clear(struct build *b)
{
	buf_clear(&b->log);
	free(b->failure);
	*b = (struct build){ 0 };
}
