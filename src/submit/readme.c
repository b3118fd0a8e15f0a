/* SPDX-License-Identifier: MIT */
/* See readme.h. */
#include "config.h"

#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "canon/json.h"
#include "submit/readme.h"
#include "submit/source.h"

#define README_BYTES (1u << 20)

/* What is being read, and where faults go. */
struct reading {
	struct readme *out;
	struct findings *findings;
};

static void
fault(struct reading *r, const char *what, const char *name)
{
	finding_add(r->findings, FINDING_REJECTS, "readme", "%s: %s%s%s; "
	    "arXiv refuses it", r->out->file, what, name[0] != '\0' ? ": "
	    : "", name);
}

/* What is said of ${name}: borrowed, with README_NONE where it is new. */
static struct readme_source *
enter(struct readme *r, const char *name)
{
	for (size_t i = 0; i < r->n; i++)
		if (strcmp(r->sources[i].name, name) == 0)
			return &r->sources[i];
	mem_grow(&r->sources, r->n, sizeof(*r->sources));
	r->sources[r->n] = (struct readme_source){ mem_string(name),
	    README_NONE };
	return &r->sources[r->n++];
}

/* --- 00README.json --- */

/* Whether all members of ${o} are among ${known}; others are a fault. */
static void
check_members(struct reading *r, const json_t *o, const char *const *known)
{
	const char *name;
	json_t *value;

	json_object_foreach((json_t *)o, name, value) {
		size_t i = 0;

		while (known[i] != NULL && strcmp(known[i], name) != 0)
			i++;
		if (known[i] == NULL)
			fault(r, "a member that is not known", name);
	}
}

/* An integer, or a string that holds one; -1 for all else. */
static long
read_number(const json_t *v)
{
	const char *text = json_string_value(v);
	char *end;
	long n;

	if (json_is_integer(v))
		return json_integer_value(v) > 0
		    && json_integer_value(v) < 10000
		    ? (long)json_integer_value(v) : -1;
	if (text == NULL)
		return -1;
	if (strncasecmp(text, "tl", 2) == 0)
		text += 2;
	n = strtol(text, &end, 10);
	return *end == '\0' && end != text && n > 0 && n < 10000 ? n : -1;
}

/* 1: true, 0: false, -1: neither.  ${loose} as in a source, where a number
 * and an initial will do. */
static int
read_bool(const json_t *v, bool loose)
{
	static const char *const words[] = { "true", "yes", "on", "1", "t",
		"y", "false", "no", "off", "0", "f", "n" };
	const char *text = json_string_value(v);

	if (json_is_boolean(v))
		return json_is_true(v);
	if (loose && json_is_integer(v) && (json_integer_value(v) == 0
	    || json_integer_value(v) == 1))
		return (int)json_integer_value(v);
	for (size_t i = 0; text != NULL && i < 12; i++)
		if (strcasecmp(text, words[i]) == 0 && (loose || i % 6 < 4))
			return i < 6;
	return -1;
}

/* The place of ${v} in ${words}; -1 where it is another. */
static int
find_word(const json_t *v, const char *const *words)
{
	const char *text = json_string_value(v);

	for (int i = 0; text != NULL && words[i] != NULL; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	return -1;
}

static void
read_maps(struct reading *r, const json_t *o)
{
	const json_t *maps = json_object_get(o, "fontmaps");
	bool good = maps == NULL || json_is_null(maps) || json_is_array(maps);

	for (size_t i = 0; i < json_array_size(maps); i++)
		good &= json_is_string(json_array_get(maps, i));
	if (!good)
		fault(r, "not a list of strings", "fontmaps");
	r->out->maps |= json_array_size(maps) > 0;
}

/* The compiler in parts.  Where one is unknown the service looks at the
 * paper; a language that is not LaTeX is no engine of ours. */
static void
read_parts(struct reading *r, const json_t *o)
{
	static const char *const engines[] = { "tex", "luatex", "xetex",
		"ptex", "uptex", "unknown", NULL };
	static const char *const langs[] = { "latex", "tex", "unknown",
		"latex209", "pdf", "html", NULL };
	static const char *const outputs[] = { "dvi", "pdf", "unknown",
		NULL };
	static const char *const posts[] = { "none", "unknown",
		"dvips_ps2pdf", "dvipdfmx", NULL };
	static const char *const made[2][2][5] = {
		{ { "latex", "dvilualatex", NULL, "platex", "uplatex" },
		    { "pdflatex", "lualatex", "xelatex", NULL, NULL } },
		{ { "etex", "dviluatex", NULL, "ptex", "uptex" },
		    { "pdftex", "luatex", "xetex", NULL, NULL } }
	};
	const json_t *after = json_object_get(o, "postp");
	const int engine = find_word(json_object_get(o, "engine"), engines);
	const int lang = find_word(json_object_get(o, "lang"), langs);
	const int output = find_word(json_object_get(o, "output"), outputs);
	const int post = json_is_null(after) ? 0 : find_word(after, posts);
	struct buf word = { 0 };

	if (engine < 0)
		fault(r, "missing, or not known", "engine");
	if (lang < 0)
		fault(r, "missing, or not known", "lang");
	if (output < 0)
		fault(r, "missing, or not known", "output");
	if (post < 0)
		fault(r, "missing, or not known", "postp");
	if (engine < 0 || engine > 4 || lang < 0 || lang > 1 || output < 0
	    || output > 1 || post < 0 || made[lang][output][engine] == NULL)
		return;
	buf_text(&word, made[lang][output][engine]);
	if (post > 1)
		buf_fmt(&word, "+%s", posts[post]);
	r->out->compiler = buf_steal(&word);
}

static void
read_process(struct reading *r, const json_t *process)
{
	static const char *const known[] = { "compiler", "fontmaps", NULL };
	const json_t *compiler = json_object_get(process, "compiler");

	if (process == NULL)
		return;
	if (!json_is_object(process)) {
		fault(r, "not an object", "process");
		return;
	}
	check_members(r, process, known);
	read_maps(r, process);
	/* The word may stand in an object of its own. */
	if (json_object_size(compiler) == 1
	    && json_member_text(compiler, "compiler") != NULL)
		compiler = json_object_get(compiler, "compiler");
	if (json_is_string(compiler))
		r->out->compiler = mem_string(json_string_value(compiler));
	else if (json_is_object(compiler))
		read_parts(r, compiler);
	else if (compiler != NULL && !json_is_null(compiler))
		fault(r, "neither a string nor an object", "compiler");
}

/* The place of the member ${name} in ${words}, -1 where there is none. */
static int
read_choice(struct reading *r, const json_t *source, const char *name,
    const char *const *words, const char *fails)
{
	const json_t *v = json_object_get(source, name);
	const int is = find_word(v, words);

	if (is >= 0 || v == NULL || json_is_null(v))
		return is;
	if (json_is_string(v))
		fault(r, fails, json_string_value(v));
	else
		fault(r, "neither a string nor null", name);
	return -1;
}

static void
read_source(struct reading *r, const json_t *source)
{
	static const char *const known[] = { "filename", "usage",
		"orientation", "keep_comments", "fontmaps", NULL };
	static const char *const usages[] = { "toplevel", "ignore",
		"include", "append", NULL };
	static const char *const ways[] = { "portrait", "landscape", NULL };
	const char *name = json_member_text(source, "filename");
	const json_t *keep = json_object_get(source, "keep_comments");
	bool silent = true;
	int is;

	if (!json_is_object(source) || name == NULL) {
		fault(r, "a source without a filename", "");
		return;
	}
	check_members(r, source, known);
	is = read_choice(r, source, "usage", usages,
	    "a usage that is not known");
	(void)read_choice(r, source, "orientation", ways,
	    "an orientation that is not known");
	if (keep != NULL && !json_is_null(keep) && read_bool(keep, true) < 0)
		fault(r, "neither true nor false", "keep_comments");
	read_maps(r, source);
	/* Nothing said of a file means that it is a main file. */
	for (size_t i = 1; known[i] != NULL; i++) {
		const json_t *v = json_object_get(source, known[i]);

		silent &= v == NULL || json_is_null(v);
	}
	enter(r->out, name)->usage = silent ? README_TOPLEVEL : is < 0
	    ? README_NONE : (enum readme_usage)is;
}

static bool
read_switch(struct reading *r, const json_t *v, const char *name)
{
	const json_t *member = json_object_get(v, name);
	const int is = read_bool(member, false);

	if (member != NULL && is < 0)
		fault(r, "neither true nor false", name);
	return member == NULL || is != 0;
}

static void
read_versions(struct reading *r, const json_t *v)
{
	static const char *const specs[] = { "spec_version", "spec-version" };
	static const char *const years[] = { "texlive_version",
		"texlive-version" };

	for (size_t i = 0; i < 2; i++) {
		const json_t *spec = json_object_get(v, specs[i]);
		const json_t *year = json_object_get(v, years[i]);
		const long n = read_number(year);

		if (spec != NULL && !json_is_null(spec)
		    && read_number(spec) != 1)
			fault(r, "not 1", specs[i]);
		if (year != NULL && n != 2023 && n != 2025)
			fault(r, "neither 2023 nor 2025", years[i]);
		else if (year != NULL)
			r->out->texlive = (unsigned)n;
	}
}

static void
read_json(struct reading *r, struct span text)
{
	static const char *const known[] = { "comment", "nohyperref",
		"process", "sources", "spec-version", "spec_version", "stamp",
		"texlive-version", "texlive_version", "version", NULL };
	const json_t *sources;
	struct err why;
	json_t *v;

	if (json_parse(&v, text, JSON_TOP_OBJECT, &why) < 0) {
		fault(r, why.text, "");
		return;
	}
	check_members(r, v, known);
	read_versions(r, v);
	read_process(r, json_object_get(v, "process"));
	sources = json_object_get(v, "sources");
	if (sources != NULL && !json_is_array(sources))
		fault(r, "not a list", "sources");
	for (size_t i = 0; i < json_array_size(sources); i++)
		read_source(r, json_array_get(sources, i));
	r->out->no_stamp = !read_switch(r, v, "stamp");
	(void)read_switch(r, v, "nohyperref");
	json_decref(v);
}

/* --- 00README.XXX --- */

static bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

/* The words of a line, three at most, which the caller frees. */
static size_t
split(char *words[3], struct span line)
{
	size_t n = 0, at = 0;

	while (n < 3) {
		size_t start;

		while (at < line.n && is_blank(line.at[at]))
			at++;
		for (start = at; at < line.n && !is_blank(line.at[at]); at++)
			;
		if (at == start)
			break;
		words[n++] = mem_text(line.at + start, at - start);
	}
	return n;
}

static void
read_words(struct reading *r, const char *name, const char *word)
{
	static const struct {
		const char *word;
		enum readme_usage usage;
	} known[] = {
		{ "toplevelfile", README_TOPLEVEL },
		{ "ignore", README_IGNORE }, { "include", README_INCLUDE },
		{ "append", README_APPEND }, { "keepcomments", README_NONE },
		{ "landscape", README_NONE }
	};

	if (strcmp(word, "fontmap") == 0) {
		r->out->maps = true;
		return;
	}
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(known[i].word, word) == 0) {
			struct readme_source *source = enter(r->out, name);

			if (known[i].usage != README_NONE)
				source->usage = known[i].usage;
			return;
		}
	fault(r, "a word that is not known", word);
}

static void
read_lines(struct reading *r, struct span text)
{
	struct span line;
	size_t at = 0;

	while (source_line(&line, text, &at)) {
		char *words[3] = { NULL };
		const size_t n = split(words, line);

		if (n == 1 && strcmp(words[0], "nostamp") == 0)
			r->out->no_stamp = true;
		else if (n == 2)
			read_words(r, words[0], words[1]);
		for (size_t i = 0; i < n; i++)
			free(words[i]);
	}
}

/* --- which of them --- */

static bool
is_readme(const char *name, const char *tail)
{
	return strncasecmp(name, "00README", 8) == 0
	    && strcasecmp(name + 8, tail) == 0;
}

/* The file that counts: JSON before XXX, one of each kind. */
static const char *
choose(struct findings *f, const struct names *names)
{
	static const char *const tails[] = { ".json", ".XXX" };
	const char *chosen = NULL;

	for (size_t k = 0; k < 2 && chosen == NULL; k++)
		for (size_t i = 0; i < names->n; i++) {
			if (!is_readme(names->at[i], tails[k]))
				continue;
			if (chosen != NULL)
				finding_add(f, FINDING_REJECTS, "readme",
				    "%s and %s: arXiv takes one such file",
				    chosen, names->at[i]);
			chosen = names->at[i];
		}
	for (size_t i = 0; i < names->n; i++)
		if (strncasecmp(names->at[i], "00README", 8) == 0
		    && (names->at[i][8] == '\0' || names->at[i][8] == '.')
		    && (chosen == NULL || strcmp(names->at[i], chosen) != 0))
			finding_add(f, FINDING_WARNS, "readme", "%s: arXiv "
			    "reads %s only; left out", names->at[i],
			    chosen != NULL ? chosen : "00README.json");
	return chosen;
}

/* The service takes what was uploaded, so that a link would be followed here
 * alone, out of the paper perhaps. */
static int
load(struct buf *text, const char *path, struct err *e)
{
	struct stat st;

	if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return err_set(e, ERR_FORMAT, "%s: not a plain file but a "
		    "link, a folder or a device: put the file itself there, "
		    "or remove it", path);
	return file_read(text, path, README_BYTES, e);
}

int
readme_load(struct readme *out, struct findings *f, const char *root,
    struct err *e)
{
	struct reading r = { out, f };
	struct names names;
	struct buf text = { 0 };
	const char *chosen;
	int rc = file_names(&names, root, NULL, e);

	*out = (struct readme){ 0 };
	if (rc < 0)
		return -1;
	chosen = choose(f, &names);
	if (chosen != NULL) {
		char *path = file_join(root, chosen);

		out->file = mem_string(chosen);
		rc = load(&text, path, e);
		free(path);
		if (rc == 0 && is_readme(chosen, ".json"))
			read_json(&r, span_buf(&text));
		else if (rc == 0)
			read_lines(&r, span_buf(&text));
	}
	buf_clear(&text);
	file_names_free(&names);
	return rc;
}

void
readme_clear(struct readme *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->sources[i].name);
	free(r->sources);
	free(r->compiler);
	free(r->file);
	*r = (struct readme){ 0 };
}
