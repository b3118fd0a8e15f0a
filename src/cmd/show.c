/* SPDX-License-Identifier: MIT */
/* pithtex show: what is known of one number, and how to verify it by hand. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/embed.h"
#include "cmd/page.h"
#include "cmd/paper.h"

/* The file that ${name} is; or the archive that `resolve' would take for the
 * number that it names. */
static int
find_file(char **out, const char *name, const struct opt_list *given,
    struct err *e)
{
	struct resolution deps = { 0 };
	struct mention m = { 0 };
	struct paper paper;
	int rc;

	if (file_is_regular(name)
	    || number_parse(&m.name, span_text(name), e) < 0) {
		/* What is neither is best told as a file. */
		*out = mem_string(name);
		return 0;
	}
	rc = paper_open(&paper, given, NULL, e);
	if (rc == 0)
		rc = resolve_mention(&m, &deps, &paper.with, e);
	if (rc == 0 && m.state != MENTION_JUDGED)
		rc = err_set(e, m.state == MENTION_AMBIGUOUS ? ERR_USAGE
		    : ERR_ABSENT, "%s: %s: %s", name, mention_words(&m),
		    m.detail);
	if (rc == 0)
		*out = mem_string(m.archive);
	mention_clear(&m);
	resolve_clear(&deps);
	paper_close(&paper);
	return rc;
}

struct show_opts {
	struct opt_list caches;
	struct anchors_opts anchors;
	bool citations, embed, html, state;
};

static const struct opt show_rows[] = {
	{ 0, "citations", OPT_FLAG, offsetof(struct show_opts, citations),
	  NULL, "show the page of the citation record" },
	{ 0, "embed", OPT_FLAG, offsetof(struct show_opts, embed), NULL,
	  "write the badge as HTML and Markdown, to be copied" },
	{ 0, "html", OPT_FLAG, offsetof(struct show_opts, html), NULL,
	  "write the page as one file of HTML" },
	{ 0, "state", OPT_FLAG, offsetof(struct show_opts, state), NULL,
	  "show the merged state" },
	{ 0, "cache", OPT_LIST, offsetof(struct show_opts, caches), "DIR",
	  "look for the number in DIR first; may be repeated" },
	ANCHORS_ROWS(struct show_opts, anchors),
	{ 0 }
};

static int
show_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct show_opts *o = opts;
	struct anchors anchors = { 0 };
	const struct page_wanted want = { .json = run->json, .html = o->html,
	    .citations = o->citations, .state = o->state,
	    .anchors = &anchors };
	struct keyring *ring;
	char *path = NULL;
	int rc;

	(void)argc;
	if (run->json + o->html > 1 || o->citations + o->state > 1
	    || o->html + o->state > 1)
		return err_set(e, ERR_USAGE, "show: --json and --html, "
		    "--citations and --state, --html and --state do not go "
		    "together");
	if (env_keyring(&ring, e) < 0)
		return -1;
	rc = find_file(&path, argv[0], &o->caches, e);
	if (rc == 0) {
		rc = anchors_open_for(&anchors, &o->anchors, &path, 1, e);
		if (rc < 0)
			goto done;
		anchors_lend(ring, &anchors);
	}
	if (rc == 0)
		rc = o->embed ? embed_show(run, path, ring, e)
		    : page_show(path, &want, ring, e);
	else if (e->kind == ERR_ABSENT) {
		/* Looked for and not found is a finding, not a failure. */
		say_warn("%s", e->text);
		rc = CMD_FINDINGS;
		if (run->json)
			answer_none(e->text, rc);
	}
done:
	free(path);
	keyring_free(ring);
	anchors_close(&anchors);
	return rc;
}

const struct cmd cmd_show = {
	.name = "show",
	.args = "NUMBER | FILE",
	.brief = "show what is known of a number, and how to verify it by hand",
	.least = 1,
	.most = 1,
	.opts = show_rows,
	.opts_size = sizeof(struct show_opts),
	.main = show_main,
};
