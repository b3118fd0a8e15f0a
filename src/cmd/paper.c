/* SPDX-License-Identifier: MIT */
/* See paper.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/paper.h"
#include "cmd/print.h"

char *
paper_stem(const char *name)
{
	const size_t n = strlen(name);

	if (n > 4 && (strcmp(name + n - 4, ".aux") == 0
	    || strcmp(name + n - 4, ".tex") == 0))
		return mem_text(name, n - 4);
	return mem_string(name);
}

int
paper_open(struct paper *out, const struct opt_list *caches,
    const char *beside, struct err *e)
{
	*out = (struct paper){ 0 };
	if (env_keyring(&out->ring, e) < 0)
		return -1;
	env_caches_open(&out->caches, caches, beside);
	out->memory = env_verdict_folder();
	out->with = (struct resolve_with){ .caches = out->caches.list,
	    .cache_count = out->caches.n, .ring = out->ring,
	    .memory = { out->memory, keyring_digest(out->ring) } };
	return 0;
}

void
paper_close(struct paper *p)
{
	keyring_free(p->ring);
	env_caches_close(&p->caches);
	free(p->memory);
	*p = (struct paper){ 0 };
}

static void
tell_mention(const struct mention *m, const char *dir)
{
	const char *detail = m->detail != NULL ? m->detail
	    : m->judgement.reason;
	const bool judged = m->state == MENTION_JUDGED;
	char *file = file_join(dir, m->file);

	say_warn("%s:%lu: %s: %s%s%s%s%s", file, m->line, m->name.typed,
	    mention_words(m), detail != NULL ? ": " : "",
	    detail != NULL ? detail : "", judged ? "; " : "",
	    judged ? print_advice(m->judgement.verdict) : "");
	free(file);
}

/* What others report of the work, or found in its references. */
static void
tell_warnings(const struct mention *m, const char *dir)
{
	const struct brief_warning *w;
	char *file = file_join(dir, m->file);
	size_t i = 0;

	while ((w = mention_warning(m, &i)) != NULL)
		if (w->level == BRIEF_INFORMATIONAL)
			say_step("%s:%lu: %s: %s", file, m->line,
			    m->name.typed, w->text);
		else
			say_warn("%s:%lu: %s: %s", file, m->line,
			    m->name.typed, w->text);
	if (i > 0 && m->judgement.brief.warnings_left > 0)
		say_warn("%s:%lu: %s: and %zu more", file, m->line,
		    m->name.typed, m->judgement.brief.warnings_left);
	free(file);
}

void
paper_tell(const struct resolution *r, bool failed)
{
	for (size_t i = 0; i < r->remark_count; i++) {
		const struct scan_remark *k = &r->remarks[i];
		char *text = file_join(k->in_file ? r->dir : "", k->text);

		if (!k->finding)
			say_step("%s", text);
		else if (failed)
			say_error("%s", text);
		else
			say_warn("%s", text);
		free(text);
	}
	for (size_t i = 0; i < r->mention_count && !failed; i++) {
		if (!mention_is_good(&r->mentions[i]))
			tell_mention(&r->mentions[i], r->dir);
		tell_warnings(&r->mentions[i], r->dir);
	}
}
