/* SPDX-License-Identifier: MIT */
/* See embed.h. */
#include "config.h"

#include "base/say.h"
#include "canon/emit.h"
#include "cite/judgement.h"
#include "cmd/embed.h"
#include "cmd/print.h"
#include "out/svg.h"

/* The badge as one element, without line ends: in HTML a line may stand
 * anywhere, and Markdown's HTML blocks end at an empty one. */
static void
put_html(struct buf *out, const struct judgement *j, const char *suffix)
{
	const struct svg_badge badge = { .number = j->number,
	    .suffix = suffix, .words = report_badge_words(j->verdict),
	    .title = j->title, .state = j->verdict == VERDICT_GOOD ? SVG_GOOD
	    : j->verdict <= VERDICT_OLDER ? SVG_CAUTION : SVG_BAD };

	out_svg(out, &badge);
	for (size_t i = 0; i < out->n; i++)
		if (out->at[i] == '\n')
			out->at[i] = ' ';
	while (out->n > 0 && out->at[out->n - 1] == ' ')
		buf_cut(out, out->n - 1);
}

static void
put_markdown(struct buf *out, const struct judgement *j, const char *suffix)
{
	/* A number and fixed words: nothing that Markdown would read. */
	buf_fmt(out, "[![Pith Number %s: %s](%s.svg)]"
	    "(https://pith.science/pith/%s)", j->number,
	    report_badge_words(j->verdict), suffix, suffix);
}

static void
show(const struct run *run, const struct judgement *j)
{
	const char *suffix = j->number + NUMBER_FULL - NUMBER_SUFFIX;
	struct buf html = { 0 }, markdown = { 0 }, text = { 0 };

	put_html(&html, j, suffix);
	put_markdown(&markdown, j, suffix);
	if (run->json) {
		struct emit e = { .out = &text };

		emit_object(&e, NULL);
		emit_text(&e, "number", j->number);
		emit_text(&e, "words", report_badge_words(j->verdict));
		emit_text(&e, "html", buf_string(&html));
		emit_text(&e, "markdown", buf_string(&markdown));
		emit_close_object(&e);
	} else {
		buf_fmt(&text, "HTML\n\n%s\n\nMarkdown, beside the file "
		    "%s.svg that `pithtex resolve' writes\n\n%s\n",
		    buf_string(&html), suffix, buf_string(&markdown));
	}
	/* All of it is ours: out_svg() has cleaned and escaped the title. */
	say_bytes(span_buf(&text));
	buf_clear(&html);
	buf_clear(&markdown);
	buf_clear(&text);
}

int
embed_show(const struct run *run, const char *path,
    const struct keyring *ring, struct err *e)
{
	const struct memory none = { 0 };
	struct judgement j;
	int status = CMD_GOOD;

	if (judgement_read(&j, path, ring, &none, e) < 0)
		return -1;
	if (j.verdict != VERDICT_GOOD) {
		say_warn("%s: %s: %s; %s", path, report_verdict_word(
		    j.verdict), j.reason != NULL ? j.reason : "",
		    print_advice(j.verdict));
		status = CMD_FINDINGS;
	}
	if (j.number[0] != '\0')
		show(run, &j);
	judgement_clear(&j);
	return status;
}
