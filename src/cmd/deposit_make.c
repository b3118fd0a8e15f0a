/* SPDX-License-Identifier: MIT */
/* pithtex deposit make: a snapshot as a kit that an archive takes. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "anchor/evidence.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/secret.h"
#include "cmd/vouch.h"
#include "deposit/deposit.h"

struct make_opts {
	struct vouch_opts trust;
	struct opt_list in, registry;
	const char *only, *about, *date, *identifier, *from, *key_list;
	const char *sign, *password_file;
};

static const struct opt make_rows[] = {
	{ 0, "about", OPT_TEXT, offsetof(struct make_opts, about), "FILE",
	  "what the depositor says: title, licence, consent and so on" },
	{ 0, "date", OPT_TEXT, offsetof(struct make_opts, date), "YYYY-MM-DD",
	  "the day of the kit; else that of the oldest time-stamp token" },
	{ 0, "identifier", OPT_TEXT, offsetof(struct make_opts, identifier),
	  "NAME", "of the archive's item; else pith-ORIGIN-DATE-SIZE" },
	{ 0, "shards-in", OPT_LIST, offsetof(struct make_opts, in), "ITEM",
	  "full shards lie in this earlier item; ITEM:FIRST-LAST says which" },
	{ 0, "only-shards", OPT_TEXT, offsetof(struct make_opts, only),
	  "FIRST-LAST", "pack only these full shards, for other kits to name" },
	{ 0, "from", OPT_TEXT, offsetof(struct make_opts, from), "DIR",
	  "take shards that the snapshot lacks from this folder or kit" },
	VOUCH_ROWS(struct make_opts, trust),
	{ 0, "key-list", OPT_TEXT, offsetof(struct make_opts, key_list),
	  "FILE", "put this signed list of keys beside the log's" },
	{ 0, "registry-key", OPT_LIST, offsetof(struct make_opts, registry),
	  "FILE", "put this registry's key in, not those that came with the "
	  "program" },
	{ 0, "sign", OPT_TEXT, offsetof(struct make_opts, sign), "SECRET",
	  "sign the kit with the depositor's key" },
	{ 0, "password-file", OPT_TEXT,
	  offsetof(struct make_opts, password_file), "FILE",
	  "the first line of FILE decrypts that key" },
	{ 0 }
};

static int
load_about(struct about *out, const char *path, struct err *e)
{
	struct buf text = { 0 };
	int rc = file_read(&text, path, LIMIT_KEY_BYTES, e);

	if (rc == 0 && about_parse(out, span_buf(&text), e) < 0)
		rc = err_in(e, "%s", path);
	buf_clear(&text);
	return rc;
}

/* A list of keys is a signed note. */
static int
check_note(const char *path, struct err *e)
{
	struct buf text = { 0 };
	struct note n = { 0 };
	int rc = file_read(&text, path, LIMIT_NOTE_BYTES, e);

	if (rc == 0 && note_parse(&n, span_buf(&text), e) < 0)
		rc = err_in(e, "%s", path);
	note_clear(&n);
	buf_clear(&text);
	return rc;
}

static void
tell(const struct run *run, const struct deposit_made *m,
    const struct checkpoint *c)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };
	char root[DIGEST_HEX], list[DIGEST_HEX];

	digest_print(root, &c->root);
	digest_print(list, &m->tagmanifest);
	if (run->json) {
		emit_object(&j, NULL);
		emit_text(&j, "kit", m->path);
		emit_text(&j, "identifier", m->item);
		emit_text(&j, "date", m->date);
		emit_text(&j, "origin", c->origin);
		emit_int(&j, "size", (long long)c->size);
		emit_text(&j, "root", root);
		emit_int(&j, "files", (long long)m->files);
		emit_int(&j, "bytes", (long long)m->bytes);
		emit_int(&j, "payload_files", (long long)m->payload_files);
		emit_int(&j, "payload_bytes", (long long)m->payload_bytes);
		emit_int(&j, "elsewhere", (long long)m->elsewhere);
		emit_text(&j, "tagmanifest_sha256", list);
		emit_close_object(&j);
		say_bytes(span_buf(&text));
	} else if (!run->quiet) {
		say_line("%s: %" PRIu64 " entries in %zu files, %" PRIu64
		    " bytes", m->path, c->size, m->files, m->bytes);
		if (m->elsewhere > 0)
			say_line("shards in other items: %zu (fetch.txt)",
			    m->elsewhere);
		say_line("identifier: %s", m->item);
		say_line("to prove its age: pithtex stamp request %s",
		    m->path);
		say_line("to send it: sh %s/upload/upload.sh", m->path);
	}
	buf_clear(&text);
}

/* What the options name, beside the snapshot. */
struct asked {
	struct about about;
	struct minisign_secret signer;
	struct item_shards *in, only;
	char fallback[EVIDENCE_DAY];
	struct keyring *shipped;
	struct key *given;
	size_t given_count;
	const struct key **registry;
	size_t registries;
};

static void
put_registry(struct asked *a, const struct key *k)
{
	mem_grow(&a->registry, a->registries, sizeof(const struct key *));
	a->registry[a->registries++] = k;
}

/*
 * The keys that sign bundles: those in the named files, else those that came
 * with this program.  The keyring of whoever runs it has no say: the kit is
 * the same whoever makes it.
 */
static int
load_registry(struct asked *a, const struct opt_list *files, struct err *e)
{
	const char *const dirs[] = { env_shipped_keys() };
	const struct key *k = NULL;

	for (size_t i = 0; i < files->n; i++) {
		const size_t before = a->given_count;
		bool any = false;

		if (keyring_load_file(&a->given, &a->given_count, files->at[i],
		    e) < 0)
			return -1;
		for (size_t j = before; j < a->given_count; j++)
			any = any || a->given[j].role == KEY_REGISTRY;
		if (!any)
			return err_set(e, ERR_USAGE, "%s: no key of a "
			    "registry: its JSON, as the registry serves it, is "
			    "meant", files->at[i]);
	}
	for (size_t j = 0; j < a->given_count; j++)
		if (a->given[j].role == KEY_REGISTRY)
			put_registry(a, &a->given[j]);
	if (files->n > 0)
		return 0;
	if (keyring_load(&a->shipped, dirs, 1, e) < 0)
		return -1;
	while ((k = keyring_next(a->shipped, KEY_REGISTRY, NULL, k)) != NULL)
		put_registry(a, k);
	if (a->registries == 0)
		say_warn("no key of a registry came with the program, so the "
		    "records in the kit cannot be checked by it: name one "
		    "with --registry-key");
	return 0;
}

static void
asked_clear(struct asked *a)
{
	for (size_t i = 0; i < a->given_count; i++)
		key_clear(&a->given[i]);
	about_clear(&a->about);
	minisign_secret_clear(&a->signer);
	keyring_free(a->shipped);
	free(a->registry);
	free(a->given);
	free(a->in);
}

static int
load_all(struct asked *a, struct deposit_with *w, const struct make_opts *o,
    struct err *e)
{
	int64_t now;
	int rc = clock_given(&now, e);

	if (rc > 0)
		w->fallback = evidence_day(a->fallback, now);
	rc = rc < 0 ? -1 : 0;
	if (rc == 0 && o->about != NULL)
		rc = load_about(&a->about, o->about, e);
	if (rc == 0 && o->key_list != NULL)
		rc = check_note(o->key_list, e);
	if (rc == 0)
		rc = load_registry(a, &o->registry, e);
	w->registry = a->registry;
	w->registries = a->registries;
	if (rc == 0 && o->sign != NULL)
		rc = secret_load(&a->signer, o->sign, o->password_file, e);
	if (o->in.n > 0)
		a->in = mem_zero(o->in.n, sizeof(*a->in));
	for (size_t i = 0; rc == 0 && i < o->in.n; i++)
		rc = item_shards_parse(&a->in[i], o->in.at[i], e);
	if (rc == 0 && o->only != NULL)
		rc = item_shards_range(&a->only, o->only, e);
	w->only = o->only != NULL ? &a->only : NULL;
	w->about = &a->about;
	w->signer = o->sign != NULL ? &a->signer : NULL;
	w->in = a->in;
	w->in_count = o->in.n;
	return rc;
}

static int
make_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct make_opts *o = opts;
	struct vouch v = { 0 };
	struct log l = { 0 };
	struct note_key key = { 0 };
	struct asked a = { 0 };
	struct deposit_made made = { 0 };
	struct deposit_with w = { .snapshot = argv[0], .out = argv[1],
		.log = &l, .key = &key, .identifier = o->identifier,
		.date = o->date, .from = o->from, .key_list = o->key_list,
		.version = PACKAGE_VERSION, .vouch = vouch_for, .ctx = &v };
	int rc = vouch_open(&v, &o->trust, e);

	(void)argc;
	if (rc == 0)
		rc = load_all(&a, &w, o, e);
	if (rc == 0)
		rc = log_open(&l, argv[0], e);
	if (rc == 0)
		rc = vouch_key(&key, &v, &l, e);
	if (rc == 0)
		rc = deposit_make(&made, &w, e);
	if (rc == 0)
		tell(run, &made, &l.checkpoint);
	deposit_made_clear(&made);
	note_key_clear(&key);
	log_close(&l);
	asked_clear(&a);
	vouch_close(&v);
	return rc < 0 ? -1 : CMD_GOOD;
}

const struct cmd cmd_deposit_make = {
	.name = "deposit make",
	.args = "SNAPSHOT OUT",
	.brief = "pack a snapshot as a BagIt kit for the Internet Archive",
	.least = 2,
	.most = 2,
	.opts = make_rows,
	.opts_size = sizeof(struct make_opts),
	.main = make_main,
};
