/* SPDX-License-Identifier: MIT */
/* pithtex deposit: what an archive takes with one command, and how anybody
 * checks what it has. */
#include "config.h"

#include "base/say.h"
#include "cmd/bagger.h"

struct verify_opts {
	bool quick, complete;
	const char *from, *files_xml;
	struct vouch_opts vouch;
	struct anchors_opts anchors;
};

static const struct opt verify_rows[] = {
	{ 0, "quick", OPT_FLAG, offsetof(struct verify_opts, quick), NULL,
	  "only count files and bytes, as Payload-Oxum says" },
	{ 0, "complete", OPT_FLAG, offsetof(struct verify_opts, complete),
	  NULL, "only see that every file is there and no other one" },
	{ 0, "from", OPT_TEXT, offsetof(struct verify_opts, from), "DIR",
	  "what fetch.txt names may lie in DIR instead" },
	{ 0, "files-xml", OPT_TEXT, offsetof(struct verify_opts, files_xml),
	  "FILE", "compare with what an archive says in its _files.xml" },
	VOUCH_ROWS(struct verify_opts, vouch),
	ANCHORS_ROWS(struct verify_opts, anchors),
	{ 0 }
};

static int
verify_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct verify_opts *o = opts;
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	const struct bagger b = { .run = run, .j = &j, .from = o->from,
		.files_xml = o->files_xml, .anchors = &o->anchors,
		.vouch = &o->vouch, .level = o->quick ? BAGIT_QUICK : o->complete
		? BAGIT_COMPLETE : BAGIT_VALID };
	int rc;

	(void)argc;
	if (o->quick && o->complete)
		return err_set(e, ERR_USAGE, "--quick and --complete: one "
		    "level is meant");
	if (o->quick && o->files_xml != NULL)
		return err_set(e, ERR_USAGE, "--quick reads no lists to "
		    "compare with --files-xml");
	rc = bagger_verify(&b, argv[0], e);
	say_bytes(span_buf(&text));
	buf_clear(&text);
	return rc;
}

const struct cmd cmd_deposit_verify = {
	.name = "deposit verify",
	.args = "BAG",
	.brief = "check a BagIt bag and every proof in it, one line each",
	.least = 1,
	.most = 1,
	.opts = verify_rows,
	.opts_size = sizeof(struct verify_opts),
	.main = verify_main,
};
