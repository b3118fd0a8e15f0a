/* SPDX-License-Identifier: MIT */
/* See bagit_proofs.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "deposit/bagit_proofs.h"
#include "keep/snapshot.h"

/* --- the snapshot --------------------------------------------------------- */

struct playing {
	const struct bagit_proofs *with;
	int vouched;		/* what was said of the last note */
};

static int
vouch(void *ctx, const struct log *l, const struct note *cosigned,
    char why[256])
{
	struct playing *p = ctx;

	p->vouched = p->with->vouch(p->with->ctx, l, cosigned, why);
	return p->vouched;
}

static void
tell_snapshot(void *ctx, enum check_result result, const char *what,
    const char *text)
{
	struct playing *p = ctx;
	struct bagit_talk *talk = p->with->talk;
	const bool note = strcmp(what, "signature") == 0
	    || (strcmp(what, "checkpoints") == 0 && p->vouched <= 0);

	if (result == CHECK_PASS)
		bagit_talk_pass(talk, BAGIT_LOG, "%s: %s", what, text);
	else if (result == CHECK_NOTE)
		bagit_talk_note(talk, BAGIT_LOG, "%s: %s", what, text);
	else
		bagit_talk_fail(talk, !note ? BAGIT_WRONG : p->vouched < 0
		    ? BAGIT_FORGED : BAGIT_UNSIGNED, BAGIT_LOG, "%s: %s",
		    what, text);
	p->vouched = 1;
}

/* The checkpoint beside log.tar is the one in it. */
static void
check_copy(const struct bagit_proofs *with, const char *data,
    const struct log_tar_read *tar)
{
	char *path = file_join(data, "checkpoint");
	struct buf out = { 0 }, in = { 0 };
	struct err e;

	if (file_read(&out, path, LIMIT_NOTE_BYTES, &e) < 0
	    || log_tar_read_file(&in, tar, "checkpoint", LIMIT_NOTE_BYTES, &e)
	    < 0)
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_LOG, "%s",
		    e.text);
	else if (!span_equal(span_buf(&out), span_buf(&in)))
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_LOG,
		    "data/checkpoint: another than in data/log.tar");
	buf_clear(&out);
	buf_clear(&in);
	free(path);
}

static int
check_snapshot(const struct bagit_proofs *with, const char *data,
    const struct log_tar_read *tar, struct err *e)
{
	struct playing p = { with, 1 };
	const struct snapshot_check w = { .dir = data, .from = with->from,
		.tar = tar, .evidence = with->bag,
		.holes = with->talk->worst == BAGIT_INCOMPLETE,
		.vouch = vouch, .tell = tell_snapshot, .ctx = &p };

	if (tar != NULL)
		check_copy(with, data, tar);
	return snapshot_check(&w, e) < 0 ? -1 : 0;
}

/* Whether the bag is one of a snapshot, with a log in one form or the other. */
static int
check_log(const struct bagit_proofs *with, struct err *e)
{
	char *data = file_join(with->bag, "data");
	char *path = file_join(data, "log.tar");
	char *index = file_join(data, "index.tsv");
	char *note = file_join(data, "checkpoint");
	const bool is = file_is_regular(index) && file_is_regular(note);
	struct log_tar_read tar = { .fd = -1 };
	int rc = 0;

	if (is && file_is_regular(path)) {
		rc = log_tar_read_open(&tar, path, e);
		if (rc == 0)
			rc = check_snapshot(with, data, &tar, e);
		log_tar_read_close(&tar);
	} else if (is && snapshot_is_one(data)) {
		rc = check_snapshot(with, data, NULL, e);
	}
	/* What is there but is none contradicts the rest. */
	if (rc < 0 && e->kind != ERR_IO) {
		bagit_talk_fail(with->talk, e->kind == ERR_LIMIT
		    ? BAGIT_UNDECIDED : BAGIT_WRONG, BAGIT_LOG, "%s", e->text);
		rc = 0;
	}
	bagit_talk_rest(with->talk, BAGIT_LOG);
	free(data);
	free(path);
	free(index);
	free(note);
	return rc;
}

/* --- proofs of time ------------------------------------------------------- */

static void
tell_proof(void *ctx, const char *file, const char *what,
    const struct evidence *ev)
{
	const struct bagit_proofs *with = ctx;
	const size_t n = strlen(with->bag);

	/* Paths are told from the bag on. */
	if (strncmp(file, with->bag, n) == 0 && file[n] == '/')
		file += n + 1;
	if (ev->state == EVIDENCE_GOOD)
		bagit_talk_pass(with->talk, BAGIT_PROOF, "%s: %s: %s", file,
		    what, ev->why);
	else if (ev->state == EVIDENCE_WRONG || ev->state == EVIDENCE_CONFLICT)
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_PROOF,
		    "%s: %s: %s: %s", file, what, evidence_print(ev->state),
		    ev->why);
	else
		bagit_talk_note(with->talk, BAGIT_PROOF, "%s: %s: %s: %s",
		    file, what, evidence_print(ev->state), ev->why);
}

/* A subject and the renewals behind it; how many proofs there are is added to
 * ${*total}. */
static int
check_chain(const struct bagit_proofs *with, size_t *total,
    const struct subject *list, size_t n, struct err *e)
{
	void *ctx = (void *)(uintptr_t)with;
	const struct weigh w = { with->headers, with->roots, with->witnesses,
		tell_proof, ctx };
	struct evidence whole;
	size_t proofs;

	if (weigh_chain(&whole, &proofs, &w, list, n, e) < 0)
		return -1;
	*total += proofs;
	if (n > 1)
		tell_proof(ctx, list[0].name, "all renewals", &whole);
	return 0;
}

/* Headers that came along: they are believed for the work in them, so whose
 * they are does not matter. */
static void
take_headers(const struct bagit_proofs *with)
{
	char *path = file_join(with->bag, "evidence/headers.txt");
	struct buf text = { 0 };
	struct err e;
	int rc = file_read(&text, path, LIMIT_HEADERS_TEXT_BYTES, &e);

	if (rc == 0)
		rc = headers_add_lines(with->headers, span_buf(&text), &e);
	else if (e.kind == ERR_ABSENT)
		rc = 0;
	if (rc < 0)
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_PROOF,
		    "evidence/headers.txt: %s", e.text);
	buf_clear(&text);
	free(path);
}

static int
check_evidence(const struct bagit_proofs *with, struct err *e)
{
	char *manifest = file_join(with->bag, "tagmanifest-sha256.txt");
	char *note = file_join(with->bag, "data/checkpoint");
	struct subjects list = { 0 };
	size_t total = 0;
	int rc = 0;

	/* What proofs are over is this file; without it there are none. */
	if (file_is_regular(manifest)) {
		take_headers(with);
		rc = subject_add_all(&list, with->bag, e);
	}
	for (size_t i = 0; rc == 0 && i < list.n;) {
		size_t n = 1;

		while (i + n < list.n && weigh_is_renewal(&list.at[i + n]))
			n++;
		rc = check_chain(with, &total, &list.at[i], n, e);
		i += n;
	}
	if (rc == 0 && total == 0 && file_is_regular(note))
		bagit_talk_note(with->talk, BAGIT_PROOF, "no proof of time is "
		    "here");
	bagit_talk_rest(with->talk, BAGIT_PROOF);
	subject_clear(&list);
	free(manifest);
	free(note);
	return rc;
}

int
bagit_proofs_check(const struct bagit_proofs *with, struct err *e)
{
	if (check_log(with, e) < 0)
		return -1;
	return check_evidence(with, e);
}
