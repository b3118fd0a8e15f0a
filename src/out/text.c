/* SPDX-License-Identifier: MIT */
/* The report on one screen, for the person who runs the build. */
#include "config.h"

#include "base/say.h"
#include "out/out.h"

void
out_text(const struct resolution *r)
{
	size_t good = 0;

	for (size_t i = 0; i < r->mention_count; i++) {
		const struct mention *m = &r->mentions[i];
		const struct brief_warning *w;
		size_t k = 0;

		good += mention_is_good(m);
		say_line("%s %s  %s", mention_is_good(m) ? "+" : "!",
		    mention_number(m), mention_words(m));
		if (m->judgement.title != NULL)
			say_line("    %s", m->judgement.title);
		if (m->here != NULL)
			say_line("    the registry says: %s; here: %s",
			    m->judgement.anchored != NULL
			    ? m->judgement.anchored : "nothing", m->here);
		while ((w = mention_warning(m, &k)) != NULL)
			say_line("  %s %s", w->level == BRIEF_INFORMATIONAL
			    ? "-" : "!", w->text);
	}
	say_line("%zu of %zu verified", good, r->mention_count);
}
