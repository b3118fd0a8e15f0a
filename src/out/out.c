/* SPDX-License-Identifier: MIT */
/* See out.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "out/out.h"
#include "out/svg.h"

/* A file that is to get other bytes, written beside its name already. */
struct staged {
	char *path, *tmp;
};

struct saving {
	struct staged *list;
	size_t n;
};

void
out_deps(struct buf *out, const struct resolution *r)
{
	for (size_t i = 0; i < r->input_count; i++) {
		/* A name with a line end cannot be told in lines. */
		if (strpbrk(r->inputs[i].path, "\r\n") == NULL)
			buf_fmt(out, "%c %s\n", r->inputs[i].missing ? 'M'
			    : 'I', r->inputs[i].path);
	}
}

static int
stage(struct saving *s, const char *path, struct span bytes, struct err *e)
{
	char *tmp;

	if (file_holds(path, bytes))
		return 0;
	/* Seen now, before anything has got its name. */
	if (file_is_folder(path))
		return err_set(e, ERR_IO, "%s: is a folder", path);
	if (file_stage(&tmp, path, bytes, e) < 0)
		return -1;
	mem_grow(&s->list, s->n, sizeof(*s->list));
	s->list[s->n++] = (struct staged){ mem_string(path), tmp };
	return 0;
}

/* Give every staged file its name, or remove what is left of them. */
static int
publish(struct saving *s, int rc, struct err *e)
{
	for (size_t i = 0; i < s->n; i++) {
		if (rc < 0) {
			file_unstage(s->list[i].tmp);
		} else {
			say_step("write %s", s->list[i].path);
			rc = file_publish(s->list[i].tmp, s->list[i].path, e);
		}
		free(s->list[i].path);
	}
	free(s->list);
	return rc;
}

static enum svg_state
state_of(const struct mention *m)
{
	if (mention_is_good(m))
		return SVG_GOOD;
	if (m->state != MENTION_JUDGED)
		return SVG_CAUTION;
	return m->judgement.verdict <= VERDICT_OLDER ? SVG_CAUTION : SVG_BAD;
}

static int
stage_badge(struct saving *s, const char *folder, const struct mention *m,
    struct err *e)
{
	const struct svg_badge badge = {
		.number = mention_number(m), .suffix = mention_suffix(m),
		.words = mention_words(m), .state = state_of(m),
		.title = m->state == MENTION_JUDGED ? m->judgement.title
		    : NULL };
	struct buf name = { 0 }, bytes = { 0 };
	char *path;
	int rc;

	buf_fmt(&name, "%s.svg", badge.suffix);
	path = file_join(folder, buf_string(&name));
	out_svg(&bytes, &badge);
	rc = stage(s, path, span_buf(&bytes), e);
	free(path);
	buf_clear(&name);
	buf_clear(&bytes);
	return rc;
}

static int
stage_form(struct saving *s, const char *folder, const char *name,
    void (*form)(struct buf *out, const struct resolution *r),
    const struct resolution *r, struct err *e)
{
	struct buf bytes = { 0 };
	char *path = folder != NULL ? file_join(folder, name)
	    : mem_string(name);
	int rc;

	form(&bytes, r);
	rc = stage(s, path, span_buf(&bytes), e);
	free(path);
	buf_clear(&bytes);
	return rc;
}

static int
stage_folder(struct saving *s, const char *folder,
    const struct resolution *r, struct err *e)
{
	int rc = file_folder(folder, e);

	if (rc == 0)
		rc = stage_form(s, folder, "metadata.xmp", out_xmp, r, e);
	if (rc == 0)
		rc = stage_form(s, folder, "metadata.xmpdata", out_xmpdata, r,
		    e);
	for (size_t i = 0; i < r->mention_count && rc == 0; i++)
		if (!r->mentions[i].seen
		    && mention_suffix(&r->mentions[i])[0] != '\0')
			rc = stage_badge(s, folder, &r->mentions[i], e);
	return rc;
}

static bool
is_badge(const char *name)
{
	return strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
	    == NUMBER_SUFFIX && strcmp(name + NUMBER_SUFFIX, ".svg") == 0;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Remove the badges of numbers that are mentioned no more. */
static int
remove_stale(const char *folder, const struct resolution *r, struct err *e)
{
	const char **used = mem_zero(r->mention_count, sizeof(*used));
	struct names names = { 0 };
	int rc = file_names(&names, folder, NULL, e);

	for (size_t i = 0; i < r->mention_count; i++)
		used[i] = mention_suffix(&r->mentions[i]);
	qsort(used, r->mention_count, sizeof(*used), by_text);
	for (size_t i = 0; i < names.n && rc >= 0; i++) {
		char suffix[NUMBER_SUFFIX + 1] = "", *path;
		const char *key = suffix;

		if (!is_badge(names.at[i]))
			continue;
		memcpy(suffix, names.at[i], NUMBER_SUFFIX);
		if (bsearch(&key, used, r->mention_count, sizeof(*used),
		    by_text) != NULL)
			continue;
		path = file_join(folder, names.at[i]);
		say_step("remove %s", path);
		rc = file_remove(path, e);
		free(path);
	}
	file_names_free(&names);
	free(used);
	return rc < 0 ? -1 : 0;
}

int
out_save(const struct resolution *r, const struct out_places *where,
    struct err *e)
{
	struct saving s = { 0 };
	int rc = 0;

	file_hold_signals(true);
	if (where->folder != NULL)
		rc = stage_folder(&s, where->folder, r, e);
	if (rc == 0)
		rc = stage_form(&s, NULL, where->report, out_json, r, e);
	if (rc == 0)
		rc = stage_form(&s, NULL, where->data, out_tex, r, e);
	rc = publish(&s, rc, e);
	if (rc == 0 && where->folder != NULL)
		rc = remove_stale(where->folder, r, e);
	file_hold_signals(false);
	return rc;
}
