/* SPDX-License-Identifier: MIT */
/* See mention.h. */
#include "config.h"

#include <stdlib.h>

#include "cite/mention.h"

/* What holds where no archive was judged. */
static const struct {
	const char *word, *words;
} states[] = {
	[MENTION_ABSENT] = { "absent", "not in the cache" },
	[MENTION_AMBIGUOUS] = { "ambiguous", "names several records" },
	[MENTION_YEAR] = { "year-mismatch", "year does not match" }
};

void
mention_clear(struct mention *m)
{
	free(m->file);
	free(m->archive);
	free(m->detail);
	free(m->here);
	judgement_clear(&m->judgement);
	*m = (struct mention){ 0 };
}

const struct brief_warning *
mention_warning(const struct mention *m, size_t *i)
{
	const struct brief *b = &m->judgement.brief;

	if (m->state != MENTION_JUDGED || m->seen_kind)
		return NULL;
	while (*i < b->warning_count) {
		const struct brief_warning *w = &b->warnings[(*i)++];

		if (w->about == BRIEF_SELF
		    || (w->about == BRIEF_CITED && m->own)
		    || (w->about == BRIEF_INTEGRITY && m->own && m->integrity))
			return w;
	}
	return NULL;
}

bool
mention_is_warned(const struct mention *m)
{
	const struct brief_warning *w;
	size_t i = 0;

	while ((w = mention_warning(m, &i)) != NULL)
		if (w->level == BRIEF_CRITICAL)
			return true;
	return false;
}

bool
mention_is_good(const struct mention *m)
{
	return m->state == MENTION_JUDGED
	    && m->judgement.verdict == VERDICT_GOOD;
}

const char *
mention_word(const struct mention *m)
{
	return m->state == MENTION_JUDGED
	    ? report_verdict_word(m->judgement.verdict)
	    : states[m->state].word;
}

const char *
mention_words(const struct mention *m)
{
	return m->state == MENTION_JUDGED
	    ? report_badge_words(m->judgement.verdict)
	    : states[m->state].words;
}

const char *
mention_recorded(const struct mention *m)
{
	return m->state == MENTION_JUDGED && m->judgement.number[0] != '\0'
	    ? m->judgement.number : NULL;
}

const char *
mention_number(const struct mention *m)
{
	const char *recorded = mention_recorded(m);

	return recorded != NULL ? recorded : m->name.typed;
}

const char *
mention_suffix(const struct mention *m)
{
	const char *recorded = mention_recorded(m);

	return recorded != NULL ? recorded + 10
	    : number_is_whole(&m->name) ? m->name.suffix : "";
}
