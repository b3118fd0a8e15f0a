/* SPDX-License-Identifier: MIT */
/* See collect.h. */
#include "config.h"

#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "bundle/gzip.h"
#include "canon/digest.h"
#include "out/out.h"
#include "submit/collect.h"
#include "submit/source.h"

/* Folders below folders, and how many of them, that a paper may have. */
#define DEPTH_MOST 16u
#define FOLDERS_MOST 2000u

/* What other programs make for TeX out of what TeX wrote. */
static const char *const seeds[] = { ".acr", ".bbl", ".gls", ".ind", ".nls",
	".pith.tex", ".sls" };

static const struct {
	const char *tail, *reason;
} reasons[] = {
	{ ".pith.tex", "what pithtex found out about the paper's numbers" },
	{ ".bbl", "the bibliography, as it was made" },
	{ ".ind", "the index, as it was made" },
	{ ".gls", "a glossary, as it was made" },
	{ ".acr", "the acronyms, as they were made" },
	{ ".nls", "the nomenclature, as it was made" },
	{ ".tex", "read by TeX" },
	{ ".sty", "a package that is not TeX Live's" },
	{ ".cls", "a class that is not TeX Live's" },
	{ ".pdf", "a figure" }, { ".png", "a figure" }, { ".jpg", "a figure" },
	{ ".jpeg", "a figure" }, { ".eps", "a figure" }, { ".ps", "a figure" }
};

static const char *
reason_of(const struct arxiv *a, const char *name)
{
	if (strcmp(name, a->main) == 0)
		return "the main file";
	if (strcmp(name, "pith.sty") == 0)
		return "the package, which arXiv's TeX Live does not have";
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (parcel_is(name, reasons[i].tail))
			return reasons[i].reason;
	return "read by the build";
}

/* Make the folders of ${from} in ${to}: TeX writes the .aux of a chapter
 * only into a folder that is there. */
static int
mirror(const char *from, const char *to, unsigned depth, unsigned *count,
    struct err *e)
{
	struct names names;
	int rc = file_names(&names, from, NULL, e);

	if (rc < 0)
		return e->kind == ERR_ABSENT || depth > 0 ? 0 : -1;
	for (size_t i = 0; i < names.n && rc == 0; i++) {
		char *inner = file_join(from, names.at[i]);
		char *twin = file_join(to, names.at[i]);
		struct stat st;

		if (names.at[i][0] != '.' && depth < DEPTH_MOST
		    && *count < FOLDERS_MOST && stat(inner, &st) == 0
		    && S_ISDIR(st.st_mode)) {
			++*count;
			if (mkdir(twin, 0700) < 0)
				rc = err_sys(e, "%s: cannot make it", twin);
			else
				rc = mirror(inner, twin, depth + 1, count, e);
		}
		free(inner);
		free(twin);
	}
	file_names_free(&names);
	return rc;
}

static int
seed_file(struct arxiv *a, const char *path, const char *name,
    struct err *e)
{
	char *to = file_join(a->out, name);
	struct buf bytes = { 0 };
	int rc = file_read(&bytes, path, LIMIT_AUX_BYTES, e);

	if (rc == 0 && !file_scratch(to, span_buf(&bytes), 0600))
		rc = err_sys(e, "%s: cannot write", to);
	buf_clear(&bytes);
	free(to);
	return rc;
}

int
collect_seed(struct arxiv *a, struct err *e)
{
	char *dir = file_dir(a->with->stem), *real = realpath(dir, NULL);
	const bool apart = real != NULL && strcmp(real, a->root) != 0;
	struct names names = { 0 };
	unsigned count = 0;
	int rc = mirror(a->root, a->out, 0, &count, e);

	if (rc == 0 && apart)
		rc = file_names(&names, dir, NULL, e);
	for (size_t i = 0; i < names.n && rc == 0; i++)
		for (size_t k = 0; k < sizeof(seeds) / sizeof(seeds[0])
		    && rc == 0; k++) {
			char *path;

			if (!parcel_is(names.at[i], seeds[k]))
				continue;
			path = file_join(dir, names.at[i]);
			if (file_is_regular(path))
				rc = seed_file(a, path, names.at[i], e);
			free(path);
		}
	file_names_free(&names);
	free(dir);
	free(real);
	return rc;
}

static int
add(struct arxiv *a, const char *name, const char *path, const char *reason,
    struct err *e)
{
	if (parcel_add(&a->parcel, name, path, reason, e) == 0)
		return 0;
	if (e->kind != ERR_ABSENT && e->kind != ERR_FORMAT)
		return -1;
	/* Opened once and gone, or a device: the rehearsal will tell. */
	finding_add(&a->findings, FINDING_WARNS, "unread", "%s", e->text);
	return 0;
}

/* A file that the paper reads, told by where it lies. */
static int
take(struct arxiv *a, const struct recorder_file *f, struct err *e)
{
	char *dir = file_dir(a->with->stem);
	char *here = file_join(a->root, f->name);
	char *beside = file_join(dir, f->name);
	int rc = 0;

	switch (f->kind) {
	case RECORDER_PAPER:
		if (!f->written)
			rc = add(a, f->name, here, reason_of(a, f->name), e);
		break;
	case RECORDER_MADE:
		if (!f->written)
			rc = add(a, f->name, beside, reason_of(a, f->name),
			    e);
		break;
	case RECORDER_ABSOLUTE:
		finding_add(&a->findings, FINDING_REJECTS, "absolute",
		    "%s: an absolute name; arXiv has no such folder: write %s",
		    f->path, f->name);
		break;
	case RECORDER_TREE:
		rc = add(a, f->name, f->path, strcmp(f->name, "pith.sty") == 0
		    ? reason_of(a, f->name)
		    : "from your own TEXMF tree, which arXiv does not have",
		    e);
		break;
	case RECORDER_TEXLIVE:
		if (strcmp(file_base(f->name), "pith.sty") == 0)
			rc = add(a, "pith.sty", f->path,
			    reason_of(a, "pith.sty"), e);
		break;
	case RECORDER_OUTSIDE:
		finding_add(&a->findings, FINDING_REJECTS, "outside",
		    "%s: read from outside of the paper's folder; copy it in",
		    f->path);
		break;
	}
	free(dir);
	free(here);
	free(beside);
	return rc;
}

/* What fontspec has found by a name that is no file's. */
static void
tell_fonts(struct arxiv *a)
{
	static const char word[] = "<->\"";
	struct span line;
	size_t at = 0;

	while (source_line(&line, span_buf(&a->record.log), &at)) {
		const uint8_t *name = memmem(line.at, line.n, word,
		    sizeof(word) - 1);
		const size_t n = name == NULL ? 0 : line.n
		    - (size_t)(name - line.at) - (sizeof(word) - 1);
		size_t end;

		if (name == NULL || memmem(line.at, line.n, "(fontspec)", 10)
		    == NULL)
			continue;
		name += sizeof(word) - 1;
		for (end = 0; end < n && name[end] != '/'
		    && name[end] != ':' && name[end] != '"'; end++)
			;
		if (end > 0 && name[0] != '[')
			finding_add(&a->findings, FINDING_WARNS, "font",
			    "%.*s: found by its name on this machine; arXiv "
			    "has TeX Live's fonts, and those that you send: "
			    "name a file", (int)end, (const char *)name);
	}
}

/* XeTeX does not record fonts, but logs them as "[FILE]". */
static int
add_fonts(struct arxiv *a, struct err *e)
{
	const struct span log = span_buf(&a->record.log);

	for (size_t at = 0; at + 1 < log.n; at++) {
		struct buf name = { 0 };
		const uint8_t *end;
		char *text, *path;
		int rc = 0;

		if (memcmp(log.at + at, "\"[", 2) != 0)
			continue;
		end = memchr(log.at + at, ']', log.n - at);
		if (end == NULL)
			break;
		text = mem_text(log.at + at + 2,
		    (size_t)(end - log.at) - at - 2);
		if (recorder_tidy(&name, text)) {
			path = file_join(a->root, buf_string(&name));
			if (file_is_regular(path))
				rc = add(a, buf_string(&name), path,
				    "a font", e);
			free(path);
		}
		free(text);
		buf_clear(&name);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* The name behind "psfile=" in a special, from ${at} on. */
static char *
special_name(struct span s, size_t at)
{
	const bool quoted = at < s.n && s.at[at] == '"';
	size_t end;

	at += quoted;
	for (end = at; end < s.n && s.at[end] > (quoted ? 0x1f : ' ')
	    && s.at[end] != '"' && s.at[end] < 0x7f; end++)
		;
	return mem_text(s.at + at, end - at);
}

/* What only dvips reads stands in the specials of the .dvi. */
static int
add_specials(struct arxiv *a, struct err *e)
{
	static const char word[] = "psfile=";
	const size_t n = sizeof(word) - 1;
	struct buf dvi = { 0 }, path = { 0 };
	struct err unread;
	int rc = 0;

	buf_fmt(&path, "%s/%s.dvi", a->out, a->job);
	if (file_read(&dvi, buf_string(&path), LIMIT_AUX_BYTES, &unread) < 0)
		dvi.n = 0;
	for (size_t i = 0; i + n < dvi.n && rc == 0; i++) {
		struct recorder_file f = { .kind = RECORDER_PAPER };
		struct buf name = { 0 };

		if (strncasecmp((const char *)dvi.at + i, word, n) != 0)
			continue;
		f.path = special_name(span_buf(&dvi), i + n);
		if (!recorder_tidy(&name, f.path)) {
			f.kind = RECORDER_OUTSIDE;
			buf_text(&name, f.path);
		}
		f.name = buf_steal(&name);
		if (f.name[0] != '\0')
			rc = take(a, &f, e);
		free(f.name);
		free(f.path);
	}
	buf_clear(&dvi);
	buf_clear(&path);
	return rc;
}

/* The author's own ancillary files. */
static int
add_ancillary(struct arxiv *a, const char *name, unsigned depth,
    struct err *e)
{
	char *folder = file_join(a->root, name);
	struct names names = { 0 };
	int rc = 0;

	if (file_is_folder(folder))
		rc = file_names(&names, folder, NULL, e);
	for (size_t i = 0; i < names.n && rc == 0; i++) {
		char *inner = file_join(name, names.at[i]);
		char *path = file_join(a->root, inner);

		if (strcmp(inner, "anc/pith") == 0)
			;	/* ours: made anew */
		else if (file_is_folder(path) && depth < DEPTH_MOST)
			rc = add_ancillary(a, inner, depth + 1, e);
		else
			rc = add(a, inner, path, "an ancillary file of yours",
			    e);
		free(inner);
		free(path);
	}
	file_names_free(&names);
	free(folder);
	return rc;
}

/* Whether ${name} is a plain file in the paper's folder, by no way out of it:
 * what others wrote into 00README.json sends nothing else. */
static bool
is_own(const char *name, const char *path)
{
	char *real = realpath(path, NULL);
	struct buf tidy = { 0 };
	struct stat st;
	bool own;

	own = recorder_tidy(&tidy, name) && strcmp(buf_string(&tidy), name)
	    == 0 && real != NULL && strcmp(real, path) == 0
	    && lstat(path, &st) == 0 && S_ISREG(st.st_mode);
	buf_clear(&tidy);
	free(real);
	return own;
}

/* What the service is told to take, and TeX does not read. */
static int
add_included(struct arxiv *a, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < a->readme.n && rc == 0; i++) {
		const struct readme_source *s = &a->readme.sources[i];
		char *path = file_join(a->root, s->name);

		/* In anc/pith/ is what we make, and no more. */
		if ((s->usage == README_INCLUDE || s->usage == README_APPEND)
		    && strncmp(s->name, "anc/pith/", 9) != 0
		    && is_own(s->name, path)) {
			struct buf why = { 0 };

			buf_fmt(&why, "%s asks for it", a->readme.file);
			rc = add(a, s->name, path, buf_string(&why), e);
			buf_clear(&why);
		}
		free(path);
	}
	return rc;
}

static int
add_instructions(struct arxiv *a, struct err *e)
{
	char *path;
	int rc;

	if (a->readme.file == NULL)
		return 0;
	path = file_join(a->root, a->readme.file);
	rc = add(a, a->readme.file, path, "what you tell arXiv's service", e);
	free(path);
	return rc;
}

int
collect_files(struct arxiv *a, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < a->read.n && rc == 0; i++)
		rc = take(a, &a->read.list[i], e);
	if (rc == 0 && a->engine == BUILD_XELATEX) {
		tell_fonts(a);
		rc = add_fonts(a, e);
	}
	if (rc == 0 && a->engine == BUILD_LATEX)
		rc = add_specials(a, e);
	if (rc == 0)
		rc = add_instructions(a, e);
	if (rc == 0)
		rc = add_ancillary(a, "anc", 0, e);
	if (rc == 0)
		rc = add_included(a, e);
	return rc;
}

/* The archive of one mention goes along if it still is what was judged. */
static int
add_bundle(struct arxiv *a, const struct mention *m, struct buf *manifest,
    struct err *e)
{
	struct buf packed = { 0 }, tar = { 0 }, name = { 0 };
	struct digest d;
	char hex[DIGEST_HEX];
	int rc = file_read(&packed, m->archive, LIMIT_ARCHIVE_BYTES, e);

	if (rc == 0)
		rc = gzip_read(&tar, span_buf(&packed), LIMIT_TAR_BYTES, e);
	if (rc == 0) {
		d = digest_sha256(span_buf(&tar));
		if (!digest_equal(&d, &m->judgement.identity))
			rc = err_set(e, ERR_IO, "%s: changed while we looked",
			    m->archive);
	}
	if (rc == 0) {
		d = digest_sha256(span_buf(&packed));
		buf_fmt(manifest, "%s  %s.tar.gz\n", digest_print(hex, &d),
		    mention_suffix(m));
		buf_fmt(&name, "anc/pith/%s.tar.gz", mention_suffix(m));
		rc = parcel_put(&a->parcel, buf_string(&name),
		    span_buf(&packed), "the signed bundle of a number", e);
	}
	buf_clear(&packed);
	buf_clear(&tar);
	buf_clear(&name);
	return rc;
}

static int
by_suffix(const void *x, const void *y)
{
	return strcmp(mention_suffix(*(const struct mention *const *)x),
	    mention_suffix(*(const struct mention *const *)y));
}

int
collect_evidence(struct arxiv *a, struct err *e)
{
	const struct resolution *r = &a->numbers;
	const struct mention **list = mem_zero(r->mention_count,
	    sizeof(*list));
	struct buf manifest = { 0 }, report = { 0 };
	struct digest d;
	char hex[DIGEST_HEX];
	size_t n = 0;
	int rc = 0;

	for (size_t i = 0; i < r->mention_count; i++) {
		const struct mention *m = &r->mentions[i];

		if (m->state == MENTION_JUDGED && !m->seen
		    && m->judgement.verdict <= VERDICT_OLDER
		    && m->judgement.has_identity)
			list[n++] = m;
	}
	qsort(list, n, sizeof(*list), by_suffix);
	for (size_t i = 0; i < n && rc == 0; i++)
		rc = add_bundle(a, list[i], &manifest, e);
	if (rc == 0) {
		out_json(&report, r);
		d = digest_sha256(span_buf(&report));
		buf_fmt(&manifest, "%s  report.json\n", digest_print(hex,
		    &d));
		rc = parcel_put(&a->parcel, "anc/pith/report.json",
		    span_buf(&report), "what was found out, for machines",
		    e);
	}
	if (rc == 0)
		rc = parcel_put(&a->parcel, "anc/pith/manifest-sha256.txt",
		    span_buf(&manifest), "the digests of what lies beside it",
		    e);
	buf_clear(&manifest);
	buf_clear(&report);
	free(list);
	return rc;
}
