/* SPDX-License-Identifier: MIT */
/* pithtex snapshot prove: the proof beside a paper, out of a log. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "keep/prove.h"

struct prove_opts {
	bool ots;
	const char *out;
};

static const struct opt prove_rows[] = {
	{ 0, "ots", OPT_FLAG, offsetof(struct prove_opts, ots), NULL,
	  "write an OpenTimestamps proof of the archive's inner tar" },
	{ 'o', "output", OPT_TEXT, offsetof(struct prove_opts, out), "FILE",
	  "write FILE instead of one named after the number" },
	{ 0 }
};

struct proving {
	const struct prove_opts *o;
	struct answer answer;
	struct log log;
	struct current now;
};

/* SUFFIX.tlog-proof or SUFFIX.tar.ots; where a number has several archives,
 * with 16 digits of the identity. */
static char *
name_for(const struct prove_opts *o, const struct current_one *c, bool alone)
{
	char hex[DIGEST_HEX];
	struct buf name = { 0 };

	if (o->out != NULL)
		return mem_string(o->out);
	buf_text(&name, c->entry.suffix);
	if (!alone)
		buf_fmt(&name, ".%.16s", digest_print(hex, &c->entry.digest));
	buf_text(&name, o->ots ? ".tar.ots" : ".tlog-proof");
	return buf_steal(&name);
}

/* 0: written, 1: the root is not stamped. */
static int
prove_one(struct proving *p, const struct current_one *c, bool alone,
    struct err *e)
{
	struct buf out = { 0 };
	uint64_t size = p->log.checkpoint.size;
	char *path = name_for(p->o, c, alone);
	int rc;

	rc = p->o->ots ? prove_ots(&out, &size, &p->log, c, e)
	    : prove_inclusion(&out, &p->log, c, e) < 0 ? -1 : 1;
	if (rc == 0) {
		say_warn("%s: root not stamped; see `pithtex stamp request'",
		    c->entry.suffix);
		rc = CMD_FINDINGS;
	} else if (rc > 0) {
		rc = file_write(path, span_buf(&out), 0666, e);
		if (rc == 0)
			answer_fmt(&p->answer, path, "entry %" PRIu64 " of %"
			    PRIu64, c->index, size);
	}
	buf_clear(&out);
	free(path);
	return rc;
}

/* What is meant: a number, or just the archive in a file. */
static int
choose(size_t *first, size_t *n, const struct proving *p, const char *word,
    struct err *e)
{
	struct buf file = { 0 }, tar = { 0 };
	struct digest d;
	struct number number;
	size_t i;
	int rc = 0;

	if (file_is_regular(word)) {
		rc = file_read(&file, word, LIMIT_ARCHIVE_BYTES, e);
		if (rc == 0 && !bundle_identity(&d, &tar, span_buf(&file)))
			rc = err_set(e, ERR_FORMAT, "%s: no bundle archive",
			    word);
		for (i = 0; rc == 0 && i < p->now.n; i++)
			if (digest_equal(&p->now.at[i].entry.digest, &d))
				break;
		*first = i;
		*n = rc == 0 && i < p->now.n;
	} else {
		rc = number_parse(&number, span_text(word), e);
		if (rc == 0 && !number_is_whole(&number))
			rc = err_set(e, ERR_USAGE, "write the number in full, "
			    "or name the archive's file");
		if (rc == 0)
			*n = current_find(first, &p->now, number.suffix);
		else
			err_in(e, "%s", word);
	}
	if (rc == 0 && *n > 1 && p->o->out != NULL)
		rc = err_set(e, ERR_USAGE, "%s: has %zu archives, and one "
		    "file is named; name an archive", word, *n);
	buf_clear(&file);
	buf_clear(&tar);
	return rc;
}

static int
prove_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct proving p = { .o = opts };
	struct digest root;
	int status = CMD_GOOD, rc = log_open(&p.log, argv[0], e);

	answer_open(&p.answer, run);
	if (rc == 0 && argc > 2 && p.o->out != NULL)
		rc = err_set(e, ERR_USAGE, "-o names one file, and there are "
		    "%d numbers", argc - 1);
	if (rc == 0)
		rc = current_load(&p.now, &root, &p.log,
		    p.log.checkpoint.size, e);
	if (rc == 0 && !digest_equal(&root, &p.log.checkpoint.root))
		rc = err_set(e, ERR_TRUST, "%s: its entries are not those "
		    "that its checkpoint signs", argv[0]);
	for (int i = 1; rc == 0 && i < argc; i++) {
		size_t first = 0, n = 0;

		rc = choose(&first, &n, &p, argv[i], e);
		if (rc == 0 && n == 0) {
			say_warn("%s: not in the snapshot", argv[i]);
			status = CMD_FINDINGS;
		}
		for (size_t j = 0; rc == 0 && j < n; j++) {
			rc = prove_one(&p, &p.now.at[first + j], n == 1, e);
			if (rc > 0) {
				status = rc;
				rc = 0;
			}
		}
	}
	current_clear(&p.now);
	log_close(&p.log);
	return answer_close(&p.answer, rc < 0 ? -1 : status);
}

const struct cmd cmd_snapshot_prove = {
	.name = "snapshot prove",
	.args = "SNAPSHOT NUMBER | FILE ...",
	.brief = "write the proof that an archive is in the log, and since when",
	.least = 2,
	.most = -1,
	.opts = prove_rows,
	.opts_size = sizeof(struct prove_opts),
	.main = prove_main,
};
