/* SPDX-License-Identifier: MIT */
/* See bibliography.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "submit/bibliography.h"
#include "submit/source.h"

#define BIBS_MOST 1000u
#define FORMAT_BYTES 16u

/* The format of a biblatex .bbl; false for any other. */
static bool
biblatex_format(char format[FORMAT_BYTES], struct span bbl)
{
	static const char word[] = "% $ biblatex bbl format version ";
	const size_t n = sizeof(word) - 1;
	struct span line;
	size_t at = 0;

	for (int i = 0; i < 5 && source_line(&line, bbl, &at); i++)
		if (line.n > n && memcmp(line.at, word, n) == 0) {
			size_t k = 0;

			for (; k + 1 < FORMAT_BYTES && n + k < line.n
			    && line.at[n + k] > ' '; k++)
				format[k] = (char)line.at[n + k];
			format[k] = '\0';
			return true;
		}
	return false;
}

static bool
is_readable(const char *format, unsigned texlive)
{
	return strcmp(format, "3.3") == 0
	    || (texlive == 2023 && strcmp(format, "3.2") == 0);
}

/* Ask kpsewhich where ${name} is; NULL: nowhere.  The caller frees it. */
static char *
search(const struct arxiv *a, const char *name)
{
	char *said = file_join(a->work, "kpsewhich");
	const char *const argv[] = { "kpsewhich", name, NULL };
	const struct run_how how = { a->root, a->with->env, said, 60 };
	struct buf out = { 0 };
	struct err none;
	char *path = NULL;

	if (run_output(&out, 4096, argv, &how, &none) == 0 && out.n > 1)
		path = mem_text(out.at, strcspn(buf_string(&out), "\r\n"));
	buf_clear(&out);
	free(said);
	return path;
}

/* The database, or the style where ${tail} is ".bst", that is called ${name}.
 * TeX Live's own styles stay there. */
static int
add_source(struct arxiv *a, const char *name, const char *tail,
    struct err *e)
{
	const bool bare = parcel_is(name, tail) || tail[0] == '\0';
	struct buf file = { 0 }, tidy = { 0 };
	const char *as;
	char *path, *found = NULL;
	int rc = 0;

	buf_fmt(&file, "%s%s", name, bare ? "" : tail);
	as = recorder_tidy(&tidy, buf_string(&file)) ? buf_string(&tidy)
	    : file_base(buf_string(&file));
	path = file_join(a->root, buf_string(&file));
	if (!file_is_regular(path))
		found = search(a, buf_string(&file));
	if (found != NULL) {
		free(path);
		path = file_join(a->root, found);
	}
	if (strcmp(tail, ".bst") == 0 && (found != NULL
	    || !file_is_regular(path)))
		;	/* TeX Live's, or BibTeX will say so */
	else if (!file_is_regular(path))
		finding_add(&a->findings, FINDING_REJECTS, "bib",
		    "%s: the bibliography is made from it, and it is not "
		    "there", buf_string(&file));
	else
		rc = parcel_add(&a->parcel, as, path, strcmp(tail, ".bst")
		    == 0 ? "a style for BibTeX" : "for the bibliography, "
		    "which arXiv makes", e);
	free(path);
	free(found);
	buf_clear(&file);
	buf_clear(&tidy);
	return rc;
}

/* Each name in a list parted by commas. */
static int
add_list(struct arxiv *a, struct span list, const char *tail, struct err *e)
{
	size_t from = 0;

	for (size_t i = 0; i <= list.n; i++) {
		char *name;
		int rc;

		if (i < list.n && list.at[i] != ',')
			continue;
		name = mem_text(list.at + from, i - from);
		from = i + 1;
		rc = name[0] == '\0' ? 0 : add_source(a, name, tail, e);
		free(name);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* What stands in ${line} between ${open} and ${close}. */
static bool
between(struct span *out, struct span line, const char *open,
    const char *close)
{
	const size_t n = strlen(open);
	const uint8_t *at = memmem(line.at, line.n, open, n), *end;
	size_t left;

	if (at == NULL)
		return false;
	left = line.n - (size_t)(at - line.at) - n;
	end = memmem(at + n, left, close, strlen(close));
	if (end == NULL)
		return false;
	*out = (struct span){ at + n, (size_t)(end - at) - n };
	return true;
}

/* Read an output of the recorded build, where there is one. */
static bool
read_output(struct buf *out, const struct arxiv *a, const char *tail)
{
	struct buf name = { 0 };
	struct err unread;
	char *path;
	bool got;

	buf_fmt(&name, "%s%s", a->job, tail);
	path = file_join(a->out, buf_string(&name));
	got = file_read(out, path, LIMIT_AUX_BYTES, &unread) == 0;
	free(path);
	buf_clear(&name);
	return got;
}

/* What biber is to read. */
static int
add_by_bcf(struct arxiv *a, struct span bcf, struct err *e)
{
	unsigned count = 0;
	struct span line, name;
	size_t at = 0;
	int rc = 0;

	while (rc == 0 && source_line(&line, bcf, &at)) {
		if (memmem(line.at, line.n, "<bcf:datasource", 15) == NULL
		    || !between(&name, line, ">", "</bcf:datasource>"))
			continue;
		if (++count > BIBS_MOST)
			return err_set(e, ERR_LIMIT, "more than %u .bib files",
			    BIBS_MOST);
		if (memmem(line.at, line.n, "type=\"file\"", 11) == NULL)
			finding_add(&a->findings, FINDING_REJECTS, "bib",
			    "%.*s: arXiv has no network", (int)name.n,
			    (const char *)name.at);
		else
			rc = add_list(a, name, "", e);
	}
	return rc;
}

/* What BibTeX is to read. */
static int
add_by_aux(struct arxiv *a, struct span aux, struct err *e)
{
	struct span line, name;
	size_t at = 0;
	int rc = 0;

	while (rc == 0 && source_line(&line, aux, &at)) {
		if (line.n > 9 && memcmp(line.at, "\\bibdata{", 9) == 0
		    && between(&name, line, "{", "}"))
			rc = add_list(a, name, ".bib", e);
		if (line.n > 10 && memcmp(line.at, "\\bibstyle{", 10) == 0
		    && between(&name, line, "{", "}"))
			rc = add_list(a, name, ".bst", e);
	}
	return rc;
}

int
bibliography_add(struct arxiv *a, struct err *e)
{
	struct buf name = { 0 }, source = { 0 };
	char format[FORMAT_BYTES];
	const struct parcel_file *bbl;
	int rc = 0;

	buf_fmt(&name, "%s.bbl", a->job);
	bbl = parcel_find(&a->parcel, buf_string(&name));
	if (bbl != NULL && biblatex_format(format, span_buf(&bbl->bytes))
	    && !is_readable(format, a->texlive)) {
		finding_add(&a->findings, FINDING_WARNS, "bbl", "%s: format "
		    "%s, which biblatex in TeX Live %u does not read; the "
		    ".bib goes instead, and arXiv runs biber", bbl->name,
		    format, a->texlive);
		parcel_remove(&a->parcel, buf_string(&name));
		bbl = NULL;
	}
	if (bbl == NULL && read_output(&source, a, ".bcf"))
		rc = add_by_bcf(a, span_buf(&source), e);
	else if (bbl == NULL && read_output(&source, a, ".aux"))
		rc = add_by_aux(a, span_buf(&source), e);
	buf_clear(&name);
	buf_clear(&source);
	return rc;
}
