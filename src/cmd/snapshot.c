/* SPDX-License-Identifier: MIT */
/* pithtex snapshot: whole caches, kept so that nothing can be changed later
 * without a trace. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/secret.h"
#include "cmd/vouch.h"
#include "keep/prove.h"
#include "keep/snapshot.h"

/* --- create --------------------------------------------------------------- */

struct create_opts {
	const char *key, *password_file, *origin, *shard;
	bool all;
};

static const struct opt create_rows[] = {
	{ 0, "key", OPT_TEXT, offsetof(struct create_opts, key), "SECRET",
	  "the log's secret key" },
	{ 0, "password-file", OPT_TEXT,
	  offsetof(struct create_opts, password_file), "FILE",
	  "the first line of FILE decrypts the key" },
	{ 0, "origin", OPT_TEXT, offsetof(struct create_opts, origin), "NAME",
	  "what the log is called; else the name of the key" },
	{ 0, "shard", OPT_TEXT, offsetof(struct create_opts, shard), "K/N",
	  "only part K of N of the numbers, as a log of its own in "
	  "SNAPSHOT/K-of-N" },
	{ 0, "all", OPT_FLAG, offsetof(struct create_opts, all), NULL,
	  "read every file again, also those that look unchanged" },
	{ 0 }
};

/* K/N with 1 <= K <= N <= 1024. */
static int
parse_shard(unsigned *part, unsigned *parts, const char *text, struct err *e)
{
	unsigned long k, n = 0;
	char *end;

	k = strtoul(text, &end, 10);
	if (*end == '/')
		n = strtoul(end + 1, &end, 10);
	if (strspn(text, "0123456789/") != strlen(text) || *end != '\0'
	    || k < 1 || k > n || n > 1024)
		return err_set(e, ERR_USAGE, "--shard %s: K/N is meant, with "
		    "K from 1 to N and N at most 1024", text);
	*part = (unsigned)k;
	*parts = (unsigned)n;
	return 0;
}

/* The log's name: as asked for, else that of the key file, and the part. */
static char *
name_of(const struct create_opts *o, const char *own, unsigned part,
    unsigned parts)
{
	struct buf name = { 0 };
	const char *base = file_base(o->key), *dot = strrchr(base, '.');

	if (o->origin != NULL)
		buf_text(&name, o->origin);
	else if (own != NULL)
		buf_text(&name, own);
	else
		buf_add(&name, base, dot != NULL && dot > base
		    ? (size_t)(dot - base) : strlen(base));
	if (parts > 1)
		buf_fmt(&name, "/%u-of-%u", part, parts);
	return buf_steal(&name);
}

/* A minisign key, or a signer of notes in its text form. */
static int
load_signer(struct note_secret *out, const struct create_opts *o,
    unsigned part, unsigned parts, struct err *e)
{
	struct buf text = { 0 };
	struct note_secret given = { 0 };
	struct minisign_secret mini = { 0 };
	const char *own = NULL;
	const uint8_t *seed = NULL;
	char *name;
	int rc = file_read(&text, o->key, LIMIT_KEY_BYTES, e);

	if (rc == 0 && text.n > 12 && memcmp(text.at, "PRIVATE+KEY+", 12)
	    == 0) {
		struct span s = span_buf(&text);

		while (s.n > 0 && s.at[s.n - 1] == '\n')
			s.n--;
		rc = note_secret_parse(&given, s, e);
		own = given.key.name;
		seed = given.at;
	} else if (rc == 0) {
		rc = secret_load(&mini, o->key, o->password_file, e);
		seed = mini.key;
	}
	if (rc == 0) {
		name = name_of(o, own, part, parts);
		rc = note_secret_init(out, name, NOTE_ED25519, seed, e);
		free(name);
	}
	note_secret_clear(&given);
	minisign_secret_clear(&mini);
	secret_wipe(&text);
	return rc < 0 ? err_in(e, "%s", o->key) : 0;
}

static void
tell_left_out(void *ctx, const char *path, const char *why)
{
	(void)ctx;
	say_warn("%s: left out: %s", path, why);
}

static void
tell_made(const struct run *run, const char *dir,
    const struct snapshot_made *m)
{
	char hex[DIGEST_HEX];
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	digest_print(hex, &m->root);
	if (run->json) {
		emit_object(&j, NULL);
		emit_text(&j, "snapshot", dir);
		emit_int(&j, "size", (long long)m->size);
		emit_int(&j, "before", (long long)m->before);
		emit_text(&j, "root", m->size > 0 ? hex : NULL);
		emit_int(&j, "added", (long long)m->added);
		emit_int(&j, "replaced", (long long)m->replaced);
		emit_int(&j, "withdrawn", (long long)m->withdrawn);
		emit_int(&j, "left_out", (long long)m->left_out);
		emit_close_object(&j);
		say_bytes(span_buf(&text));
	} else if (!run->quiet && m->size == m->before) {
		say_line("%s: unchanged, %" PRIu64 " entries", dir, m->size);
	} else if (!run->quiet) {
		say_line("%s: %" PRIu64 " entries, root %s", dir, m->size,
		    hex);
		say_line("%zu added, %zu replaced, %zu withdrawn, %zu left "
		    "out", m->added, m->replaced, m->withdrawn, m->left_out);
	}
	say_step("files read: %zu", m->read);
	buf_clear(&text);
}

static char *
part_folder(const char *dir, unsigned part, unsigned parts)
{
	struct buf name = { 0 };
	char *path;

	if (parts == 1)
		return mem_string(dir);
	buf_fmt(&name, "%u-of-%u", part, parts);
	path = file_join(dir, buf_string(&name));
	buf_clear(&name);
	return path;
}

static int
create_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct create_opts *o = opts;
	struct snapshot_with w = { .part = 1, .parts = 1, .all = o->all,
		.left_out = tell_left_out };
	struct snapshot_made made = { 0 };
	struct note_secret signer = { 0 };
	char *marks = env_xdg("XDG_STATE_HOME", ".local/state", "logs");
	char *seen = env_xdg("XDG_CACHE_HOME", ".cache", "snapshots");
	char *dir = NULL;
	struct cache *c = cache_open(argv[0], NULL);
	int rc = 0;

	(void)argc;
	if (o->key == NULL)
		rc = err_set(e, ERR_USAGE, "--key SECRET is needed; `pithtex "
		    "key new' makes one");
	else if (marks == NULL)
		rc = err_set(e, ERR_IO, "HOME is not set: there is no place "
		    "for what was signed last");
	if (rc == 0 && o->shard != NULL)
		rc = parse_shard(&w.part, &w.parts, o->shard, e);
	if (rc == 0)
		rc = load_signer(&signer, o, w.part, w.parts, e);
	if (rc == 0) {
		dir = part_folder(argv[1], w.part, w.parts);
		w.dir = dir;
		w.cache = c;
		w.secret = &signer;
		w.marks = marks;
		w.seen = seen;
		rc = snapshot_create(&made, &w, e);
	}
	if (rc == 0) {
		tell_made(run, dir, &made);
		rc = made.left_out > 0 ? CMD_FINDINGS : CMD_GOOD;
	}
	note_secret_clear(&signer);
	cache_free(c);
	free(marks);
	free(seen);
	free(dir);
	return rc;
}

const struct cmd cmd_snapshot_create = {
	.name = "snapshot create",
	.args = "CACHE SNAPSHOT",
	.brief = "append what changed in a cache to its signed log",
	.least = 2,
	.most = 2,
	.opts = create_rows,
	.opts_size = sizeof(struct create_opts),
	.main = create_main,
};

/* --- list ----------------------------------------------------------------- */

static void
list_one(const char *dir, uint64_t size, uint64_t before,
    const struct run *run, struct emit *j)
{
	char *path = log_checkpoint_path(dir, size), hex[DIGEST_HEX];
	char *ots = prove_evidence(dir, size, "checkpoint-root.ots");
	struct log l = { 0 };
	struct err e;
	const bool stamped = file_is_regular(ots);

	if (log_load_note(&l, path, &e) < 0) {
		say_warn("%s", e.text);
	} else if (run->json) {
		emit_object(j, NULL);
		emit_int(j, "size", (long long)size);
		emit_int(j, "entries", (long long)(size - before));
		emit_text(j, "root", digest_print(hex, &l.checkpoint.root));
		emit_bool(j, "stamped", stamped);
		emit_close_object(j);
	} else {
		say_line("%" PRIu64 "  %s  +%" PRIu64 "%s", size,
		    digest_print(hex, &l.checkpoint.root), size - before,
		    stamped ? "  stamped" : "");
	}
	log_close(&l);
	free(path);
	free(ots);
}

static int
list_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct log l = { 0 };
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	uint64_t *sizes = NULL;
	size_t n = 0;
	int rc = log_open(&l, argv[0], e);

	(void)opts;
	(void)argc;
	if (rc == 0)
		rc = log_sizes(&sizes, &n, argv[0], e);
	if (rc == 0 && run->json) {
		emit_object(&j, NULL);
		emit_text(&j, "origin", l.checkpoint.origin);
		emit_array(&j, "snapshots");
	} else if (rc == 0) {
		say_line("%s", l.checkpoint.origin);
	}
	for (size_t i = 0; rc == 0 && i < n; i++)
		if (sizes[i] <= l.checkpoint.size)
			list_one(argv[0], sizes[i], i > 0 ? sizes[i - 1] : 0,
			    run, &j);
	if (rc == 0 && run->json) {
		emit_close_array(&j);
		emit_close_object(&j);
		say_bytes(span_buf(&text));
	}
	buf_clear(&text);
	log_close(&l);
	free(sizes);
	return rc;
}

const struct cmd cmd_snapshot_list = {
	.name = "snapshot list",
	.args = "SNAPSHOT",
	.brief = "list the snapshots in a log, with their roots",
	.least = 1,
	.most = 1,
	.main = list_main,
};

/* --- diff ----------------------------------------------------------------- */

struct differing {
	const struct run *run;
	struct emit j;
	struct buf text;
};

static int
tell_entry(void *ctx, uint64_t index, struct span text,
    const struct entry *entry, struct err *e)
{
	struct differing *d = ctx;
	char hex[DIGEST_HEX];

	(void)text;
	(void)e;
	digest_print(hex, &entry->digest);
	if (!d->run->json) {
		say_line("%s %s v%" PRIu64 " %s", entry_event_print(
		    entry->event), entry->suffix, entry->version, hex);
		return 0;
	}
	emit_object(&d->j, NULL);
	emit_int(&d->j, "index", (long long)index);
	emit_text(&d->j, "event", entry_event_print(entry->event));
	emit_text(&d->j, "suffix", entry->suffix);
	emit_int(&d->j, "version", (long long)entry->version);
	emit_text(&d->j, "inner_sha256", hex);
	emit_int(&d->j, "inner_bytes", (long long)entry->bytes);
	emit_close_object(&d->j);
	say_bytes(span_buf(&d->text));
	d->text.n = 0;
	return 0;
}

/* A size in decimal, or the file of a checkpoint, which the log must
 * continue. */
static int
parse_size(uint64_t *out, struct log *l, const char *word, struct err *e)
{
	struct log old = { 0 };
	int rc = 0;

	if (word[0] != '\0' && word[strspn(word, "0123456789")] == '\0'
	    && strlen(word) < 19) {
		*out = strtoull(word, NULL, 10);
		if (*out > l->checkpoint.size)
			rc = err_set(e, ERR_USAGE, "%s: the log has %" PRIu64
			    " entries", word, l->checkpoint.size);
		return rc;
	}
	rc = log_load_note(&old, word, e);
	if (rc == 0)
		rc = log_continues(l, old.checkpoint.size,
		    &old.checkpoint.root, e) < 0 ? err_in(e, "%s", word) : 0;
	*out = old.checkpoint.size;
	log_close(&old);
	return rc;
}

static int
diff_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct differing d = { .run = run };
	struct log l = { 0 };
	uint64_t from = 0, to = 0;
	int rc = log_open(&l, argv[0], e);

	(void)opts;
	d.j.out = &d.text;
	if (rc == 0) {
		to = l.checkpoint.size;
		rc = parse_size(&from, &l, argv[1], e);
	}
	if (rc == 0 && argc > 2)
		rc = parse_size(&to, &l, argv[2], e);
	if (rc == 0 && from > to)
		rc = err_set(e, ERR_USAGE, "the newer one comes first");
	if (rc == 0 && run->json) {
		emit_object(&d.j, NULL);
		emit_array(&d.j, "entries");
	}
	if (rc == 0)
		rc = log_each(&l, from, to, tell_entry, &d, e);
	if (rc == 0 && run->json) {
		emit_close_array(&d.j);
		emit_close_object(&d.j);
		say_bytes(span_buf(&d.text));
	}
	if (rc == 0)
		rc = from < to ? CMD_FINDINGS : CMD_GOOD;
	buf_clear(&d.text);
	log_close(&l);
	return rc;
}

const struct cmd cmd_snapshot_diff = {
	.name = "snapshot diff",
	.args = "SNAPSHOT OLD [NEW]",
	.brief = "what came and went between two snapshots of a log",
	.least = 2,
	.most = 3,
	.main = diff_main,
};

/* --- verify --------------------------------------------------------------- */

struct verify_opts {
	struct vouch_opts vouch;
	struct anchors_opts anchors;
	const char *since;
};

static const struct opt verify_rows[] = {
	VOUCH_ROWS(struct verify_opts, vouch),
	{ 0, "since", OPT_TEXT, offsetof(struct verify_opts, since),
	  "CHECKPOINT", "it must continue this checkpoint" },
	ANCHORS_ROWS(struct verify_opts, anchors),
	{ 0 }
};

static int
verify_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct verify_opts *o = opts;
	struct anchors a = { 0 };
	struct vouch v;
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	int rc = vouch_open(&v, &o->vouch, e);

	(void)argc;
	if (rc == 0)
		rc = anchors_open(&a, &o->anchors, e);
	if (rc == 0)
		rc = vouch_snapshot(&v, &a, run, &j, argv[0], o->since, e);
	say_bytes(span_buf(&text));
	vouch_close(&v);
	anchors_close(&a);
	buf_clear(&text);
	return rc;
}

const struct cmd cmd_snapshot_verify = {
	.name = "snapshot verify",
	.args = "SNAPSHOT",
	.brief = "check a snapshot: every entry, tile, byte and signature",
	.least = 1,
	.most = 1,
	.opts = verify_rows,
	.opts_size = sizeof(struct verify_opts),
	.main = verify_main,
};
