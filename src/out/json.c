/* SPDX-License-Identifier: MIT */
/* The report: pithtex-report(5).  JSON keeps every text exactly. */
#include "config.h"

#include "canon/emit.h"
#include "out/out.h"

static void
put_warnings(struct emit *j, const struct mention *m)
{
	static const char *const about[] = {
		[BRIEF_SELF] = "work", [BRIEF_CITED] = "cited-work",
		[BRIEF_INTEGRITY] = "references"
	};
	const struct brief_warning *w;
	size_t i = 0;

	emit_array(j, "warnings");
	while ((w = mention_warning(m, &i)) != NULL) {
		emit_object(j, NULL);
		emit_text(j, "about", about[w->about]);
		emit_text(j, "level", record_brief_level(w->level));
		emit_text(j, "kind", w->kind);
		emit_text(j, "source", w->source);
		emit_text(j, "time", w->time);
		emit_text(j, "text", w->text);
		emit_close_object(j);
	}
	emit_close_array(j);
}

static void
put_mention(struct emit *j, const struct mention *m)
{
	const bool judged = m->state == MENTION_JUDGED
	    || m->state == MENTION_YEAR;
	char hex[DIGEST_HEX];

	emit_object(j, NULL);
	emit_text(j, "typed", m->name.typed);
	emit_text(j, "kind", m->own ? "number" : "reference");
	emit_text(j, "file", m->file);
	emit_int(j, "line", (long long)m->line);
	emit_text(j, "state", mention_word(m));
	emit_text(j, "words", mention_words(m));
	emit_text(j, "number", mention_recorded(m));
	emit_text(j, "suffix", mention_suffix(m)[0] != '\0'
	    ? mention_suffix(m) : NULL);
	emit_text(j, "title", m->judgement.title);
	emit_text(j, "authors", m->judgement.authors);
	emit_text(j, "tar_sha256", judged && m->judgement.has_identity
	    ? digest_print(hex, &m->judgement.identity) : NULL);
	emit_text(j, "key_id", m->judgement.key_id);
	emit_text(j, "reason", m->detail != NULL ? m->detail
	    : m->judgement.reason);
	emit_int(j, "notes", m->judgement.notes);
	emit_object(j, "anchored");
	emit_text(j, "registry", m->judgement.anchored);
	emit_text(j, "here", m->here);
	emit_close_object(j);
	put_warnings(j, m);
	emit_close_object(j);
}

void
out_json(struct buf *out, const struct resolution *r)
{
	struct emit j = { .out = out };

	emit_object(&j, NULL);
	emit_text(&j, "report", "pithtex-report");
	emit_int(&j, "version", 1);
	emit_bool(&j, "findings", resolve_has_findings(r));
	emit_array(&j, "mentions");
	for (size_t i = 0; i < r->mention_count; i++)
		put_mention(&j, &r->mentions[i]);
	emit_close_array(&j);
	emit_array(&j, "remarks");
	for (size_t i = 0; i < r->remark_count; i++) {
		emit_object(&j, NULL);
		emit_text(&j, "kind", r->remarks[i].finding ? "finding"
		    : "note");
		emit_text(&j, "text", r->remarks[i].text);
		emit_close_object(&j);
	}
	emit_close_array(&j);
	emit_close_object(&j);
}
