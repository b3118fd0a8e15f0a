/* SPDX-License-Identifier: MIT */
/* See bagit_proofs.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "deposit/bagit_proofs.h"
#include "deposit/bagit_shards.h"

/* Paths are told from the bag on. */
static const char *
from_bag(const struct bagit_proofs *with, const char *text)
{
	const size_t n = strlen(with->bag);

	return strncmp(text, with->bag, n) == 0 && text[n] == '/'
	    ? text + n + 1 : text;
}

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

	text = from_bag(p->with, text);
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
		    from_bag(with, e.text));
	else if (!span_equal(span_buf(&out), span_buf(&in)))
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_LOG,
		    "data/checkpoint: another than in data/log.tar");
	buf_clear(&out);
	buf_clear(&in);
	free(path);
}

static void
check_snapshot(const struct bagit_proofs *with, const char *data,
    const struct log_tar_read *tar)
{
	struct playing p = { with, 1 };
	const struct snapshot_check w = { .dir = data, .from = with->from,
		.tar = tar, .evidence = with->bag,
		.holes = with->talk->worst == BAGIT_INCOMPLETE,
		.vouch = vouch, .tell = tell_snapshot, .ctx = &p };
	struct err e;

	if (tar != NULL)
		check_copy(with, data, tar);
	/* A checkpoint that is none contradicts the rest, of any length. */
	if (snapshot_check(&w, &e) < 0)
		bagit_talk_fail(with->talk, e.kind == ERR_IO ? BAGIT_UNDECIDED
		    : BAGIT_WRONG, BAGIT_LOG, "%s", from_bag(with, e.text));
}

/* What makes a bag one of a snapshot. */
enum { CHECKPOINT = 1, LOG_TAR = 2, TILES = 4, INDEX = 8, SHARDS = 16 };

static const struct part {
	const char *name;
	bool folder;
} parts[] = {
	{ "checkpoint", false }, { "log.tar", false }, { "tile", true },
	{ "index.tsv", false }, { "shards", true }
};

static unsigned
parts_of(const char *data)
{
	unsigned has = 0;

	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		char *path = file_join(data, parts[i].name);

		if (parts[i].folder ? file_is_folder(path)
		    : file_is_regular(path))
			has |= 1u << i;
		free(path);
	}
	return has;
}

/* Others have files of these names, too.  One alone is ours where it reads as
 * ours, two are no accident. */
static bool
is_ours(const char *data, unsigned has)
{
	char *path = file_join(data, has == CHECKPOINT ? "checkpoint"
	    : has == LOG_TAR ? "log.tar" : "tile/entries");
	struct log_tar_read tar = { .fd = -1 };
	struct log l = { 0 };
	struct err e;
	bool ours = (has & (has - 1)) != 0;

	if (has == CHECKPOINT)
		ours = log_load_note(&l, path, &e) == 0;
	else if (has == LOG_TAR)
		ours = log_tar_read_open(&tar, path, &e) == 0;
	else if (has == TILES)
		ours = file_is_folder(path);
	log_tar_read_close(&tar);
	log_close(&l);
	free(path);
	return ours;
}

/* Whether there is a shard by its name: NNNN.tar, NNNN.p/. */
static bool
has_shard(const char *data)
{
	char *folder = file_join(data, "shards");
	struct names names = { 0 };
	struct err e;
	bool found = false;

	if (file_names(&names, folder, NULL, &e) == 0)
		for (size_t i = 0; i < names.n && !found; i++) {
			const size_t n = strspn(names.at[i], "0123456789");

			found = n >= 4 && (strcmp(names.at[i] + n, ".tar") == 0
			    || strcmp(names.at[i] + n, ".p") == 0);
		}
	file_names_free(&names);
	free(folder);
	return found;
}

/* The snapshot is not all here: without these parts nothing of it can be
 * seen, and who took one away must not be the better for it. */
static void
tell_lacking(const struct bagit_proofs *with, unsigned has)
{
	struct buf text = { 0 };
	unsigned lacks = (CHECKPOINT | INDEX) & ~has;

	if ((has & (LOG_TAR | TILES)) == 0)
		lacks |= LOG_TAR;
	for (unsigned i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if ((lacks >> i & 1) != 0)
			buf_fmt(&text, "%sdata/%s", text.n > 0 ? ", " : "",
			    parts[i].name);
	/* What a list speaks of may come yet. */
	if (with->talk->worst == BAGIT_INCOMPLETE)
		bagit_talk_note(with->talk, BAGIT_LOG, "not looked at: %s "
		    "is not here", buf_string(&text));
	else
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_LOG, "it is of "
		    "a snapshot, but lacks %s", buf_string(&text));
	buf_clear(&text);
}

/* The snapshot in the bag, if it is one of a snapshot, with a log in one form
 * or the other; or its shards alone. */
static void
check_log(const struct bagit_proofs *with)
{
	static const unsigned both = CHECKPOINT | INDEX;
	char *data = file_join(with->bag, "data");
	char *path = file_join(data, "log.tar");
	struct log_tar_read tar = { .fd = -1 };
	const unsigned has = parts_of(data);
	struct err e;

	if ((has & both) == both && (has & LOG_TAR) != 0) {
		if (log_tar_read_open(&tar, path, &e) == 0)
			check_snapshot(with, data, &tar);
		else
			bagit_talk_fail(with->talk, e.kind == ERR_LIMIT
			    || e.kind == ERR_IO ? BAGIT_UNDECIDED
			    : BAGIT_WRONG, BAGIT_LOG, "%s",
			    from_bag(with, e.text));
		log_tar_read_close(&tar);
	} else if ((has & both) == both && (has & TILES) != 0) {
		check_snapshot(with, data, NULL);
	} else if (has == (INDEX | SHARDS) && has_shard(data)) {
		bagit_shards_check(with->talk, data, with->from);
	} else if ((has & (CHECKPOINT | LOG_TAR | TILES)) != 0
	    && is_ours(data, has)) {
		tell_lacking(with, has);
	}
	bagit_talk_rest(with->talk, BAGIT_LOG);
	free(data);
	free(path);
}

/* --- proofs of time ------------------------------------------------------- */

static void
tell_proof(void *ctx, const char *file, const char *what,
    const struct evidence *ev)
{
	const struct bagit_proofs *with = ctx;

	file = from_bag(with, file);
	if (ev->state == EVIDENCE_GOOD)
		bagit_talk_pass(with->talk, BAGIT_PROOF, "%s: %s: %s", file,
		    what, ev->why);
	else if (ev->state == EVIDENCE_WRONG || ev->state == EVIDENCE_CONFLICT)
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_PROOF,
		    "%s: %s: %s: %s", file, what, evidence_print(ev->state),
		    from_bag(with, ev->why));
	else
		bagit_talk_note(with->talk, BAGIT_PROOF, "%s: %s: %s: %s",
		    file, what, evidence_print(ev->state), ev->why);
}

/* A subject and the renewals behind it; how many proofs there are is added to
 * ${*total}. */
static void
check_chain(const struct bagit_proofs *with, size_t *total,
    const struct subject *list, size_t n)
{
	void *ctx = (void *)(uintptr_t)with;
	const struct weigh w = { with->headers, with->roots, with->witnesses,
		tell_proof, ctx };
	struct evidence whole;
	struct err e;
	size_t proofs;

	if (weigh_chain(&whole, &proofs, &w, list, n, &e) < 0)
		bagit_talk_fail(with->talk, BAGIT_UNDECIDED, BAGIT_PROOF, "%s",
		    from_bag(with, e.text));
	else if (n > 1)
		tell_proof(ctx, list[0].name, "all renewals", &whole);
	*total += proofs;
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

	if (rc == 0 && headers_add_lines(with->headers, span_buf(&text), &e)
	    < 0)
		rc = err_in(&e, "%s", path);
	if (rc < 0 && e.kind != ERR_ABSENT)
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_PROOF, "%s",
		    from_bag(with, e.text));
	buf_clear(&text);
	free(path);
}

/* Whether ${folder}, or a folder in it, holds what is called as a proof is:
 * others may have a folder of evidence of their own. */
static bool
has_proof(const char *folder, unsigned depth)
{
	struct names names = { 0 };
	struct err e;
	bool found = false;

	if (file_names(&names, folder, NULL, &e) < 0)
		return false;
	for (size_t i = 0; !found && i < names.n; i++) {
		char *path = file_join(folder, names.at[i]);

		found = file_ends_in(path, ".ots") || subject_is_token(path)
		    || (depth > 0 && has_proof(path, depth - 1));
		free(path);
	}
	file_names_free(&names);
	return found;
}

static void
check_evidence(const struct bagit_proofs *with)
{
	char *manifest = file_join(with->bag, "tagmanifest-sha256.txt");
	char *evidence = file_join(with->bag, "evidence");
	char *note = file_join(with->bag, "data/checkpoint");
	struct subjects list = { 0 };
	struct err e;
	size_t total = 0;
	int rc = 0;

	/* What proofs are over is this file. */
	if (file_is_regular(manifest)) {
		take_headers(with);
		rc = subject_add_all(&list, with->bag, &e);
	} else if (has_proof(evidence, 2)) {
		bagit_talk_fail(with->talk, BAGIT_WRONG, BAGIT_PROOF,
		    "evidence/ has proofs, but tagmanifest-sha256.txt, which "
		    "they are of, is not here");
	}
	/* What could be read is weighed, whatever else is there. */
	if (rc < 0)
		bagit_talk_fail(with->talk, e.kind == ERR_IO ? BAGIT_UNDECIDED
		    : BAGIT_WRONG, BAGIT_PROOF, "%s", from_bag(with, e.text));
	for (size_t i = 0, n; i < list.n; i += n) {
		n = subject_chain(&list, i);
		check_chain(with, &total, &list.at[i], n);
	}
	if (rc == 0 && total == 0 && file_is_regular(note))
		bagit_talk_note(with->talk, BAGIT_PROOF, "no proof of time is "
		    "here");
	bagit_talk_rest(with->talk, BAGIT_PROOF);
	subject_clear(&list);
	free(manifest);
	free(evidence);
	free(note);
}

void
bagit_proofs_check(const struct bagit_proofs *with)
{
	check_log(with);
	check_evidence(with);
}
