/* SPDX-License-Identifier: MIT */
/* pithtex pack: JSON files as served become one bundle archive. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/gzip.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "cmd/secret.h"
#include "state/state.h"

struct pack_opts {
	const char *output, *key, *password_file;
};

static const struct opt pack_rows[] = {
	{ 'o', "output", OPT_TEXT, offsetof(struct pack_opts, output), "FILE",
	  "write FILE instead of SUFFIX.tar.gz in this folder" },
	{ 0, "key", OPT_TEXT, offsetof(struct pack_opts, key), "FILE",
	  "sign the manifest with this minisign secret key" },
	{ 0, "password-file", OPT_TEXT,
	  offsetof(struct pack_opts, password_file), "FILE",
	  "the first line of FILE is the secret key's password" },
	{ 0 }
};

/* The members to be packed and the bytes that they are. */
struct packing {
	struct bundle_file files[BUNDLE_MEMBERS];
	struct buf bytes[BUNDLE_MEMBERS];
	size_t n;
	struct minisign_secret secret;
	const char *number;	/* for the signature's comment */
};

static int
add_file(struct packing *p, const char *path, struct err *e)
{
	const char *name = file_base(path);

	if (!bundle_is_member(name))
		return err_set(e, ERR_USAGE, "%s: not a member of a bundle; "
		    "pithtex help pack lists them", path);
	if (p->n == BUNDLE_MEMBERS)
		return err_set(e, ERR_USAGE, "%s: given twice", name);
	if (file_read(&p->bytes[p->n], path, LIMIT_JSON_BYTES, e) < 0)
		return -1;
	p->files[p->n] = (struct bundle_file){ name,
	    span_buf(&p->bytes[p->n]) };
	p->n++;
	return 0;
}

static int
add_folder(struct packing *p, const char *dir, struct err *e)
{
	for (size_t i = 0; i < BUNDLE_MEMBERS; i++) {
		char *path = file_join(dir, bundle_members[i]);
		int rc = 0;

		if (file_is_regular(path)) {
			rc = add_file(p, path, e);
			/* The name must outlive the path. */
			if (rc == 0)
				p->files[p->n - 1].name = bundle_members[i];
		}
		free(path);
		if (rc < 0)
			return -1;
	}
	return p->n > 0 ? 0 : err_set(e, ERR_USAGE,
	    "%s: holds no member of a bundle", dir);
}

static void
sign_manifest(struct buf *out, struct span manifest, void *ctx)
{
	const struct packing *p = ctx;
	struct buf comment = { 0 };

	buf_fmt(&comment, "pithtex %s", p->number);
	minisign_sign(out, &p->secret, manifest, buf_string(&comment));
	buf_clear(&comment);
}

/*
 * Make the archive; twice where it is signed, since the comment names the
 * number that only the first reading gives.
 */
static int
make_archive(struct buf *archive, struct bundle **b, struct report *rep,
    struct packing *p, bool sign, const struct keyring *ring, struct err *e)
{
	struct buf tar = { 0 }, copy = { 0 };
	int rc = bundle_pack(&tar, p->files, p->n,
	    sign && p->number != NULL ? sign_manifest : NULL, p, e);

	if (rc == 0) {
		archive->n = 0;
		gzip_write(archive, span_buf(&tar));
		buf_span(&copy, span_buf(archive));
		*b = bundle_parse(rep, &copy, ring);
		state_check(rep, *b, ring);
	}
	buf_clear(&tar);
	return rc;
}

static int
write_archive(const char *output, struct span archive, const struct bundle *b,
    const struct report *rep, const struct run *run, struct err *e)
{
	struct buf path = { 0 };
	int rc;

	if (output != NULL)
		buf_text(&path, output);
	else
		buf_fmt(&path, "%s.tar.gz", b->record->suffix);
	rc = file_update(buf_string(&path), archive, e);
	if (rc >= 0 && run->json) {
		struct buf text = { 0 };
		struct emit j = { .out = &text };

		print_report_json(&j, buf_string(&path), b, rep);
		say_bytes(span_buf(&text));
		buf_clear(&text);
	} else if (rc >= 0 && !run->quiet) {
		say_line("%s: %s", buf_string(&path), b->record->number);
	}
	if (rc >= 0 && report_verdict(rep) != VERDICT_GOOD)
		print_finding(buf_string(&path), rep);
	buf_clear(&path);
	return rc < 0 ? -1 : report_verdict(rep) == VERDICT_GOOD
	    ? CMD_GOOD : CMD_FINDINGS;
}

static int
pack_files(struct packing *p, const struct pack_opts *o,
    const struct run *run, const struct keyring *ring, struct err *e)
{
	struct buf archive = { 0 };
	struct bundle *b = NULL;
	struct report rep = { 0 };
	char number[NUMBER_FULL + 1];
	int rc = make_archive(&archive, &b, &rep, p, false, ring, e);

	if (rc == 0 && b->record != NULL && o->key != NULL) {
		memcpy(number, b->record->number, sizeof(number));
		p->number = number;
		bundle_free(b);
		report_clear(&rep);
		b = NULL;
		rc = make_archive(&archive, &b, &rep, p, true, ring, e);
	}
	if (rc == 0 && report_verdict(&rep) == VERDICT_DAMAGED)
		rc = err_set(e, ERR_FORMAT, "not packed: %s",
		    report_reason(&rep)->text);
	if (rc == 0)
		rc = write_archive(o->output, span_buf(&archive), b, &rep,
		    run, e);
	bundle_free(b);
	report_clear(&rep);
	buf_clear(&archive);
	return rc;
}

static int
pack_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct pack_opts *o = opts;
	struct packing p = { 0 };
	struct keyring *ring = NULL;
	int rc = 0;

	if (argc == 1 && file_is_folder(argv[0]))
		rc = add_folder(&p, argv[0], e);
	else
		for (int i = 0; i < argc && rc == 0; i++)
			rc = add_file(&p, argv[i], e);
	if (rc == 0 && o->key != NULL)
		rc = secret_load(&p.secret, o->key, o->password_file, e);
	if (rc == 0)
		rc = bundle_ready(e);
	if (rc == 0)
		rc = env_keyring(&ring, e);
	if (rc == 0)
		rc = pack_files(&p, o, run, ring, e);
	keyring_free(ring);
	minisign_secret_clear(&p.secret);
	for (size_t i = 0; i < BUNDLE_MEMBERS; i++)
		buf_clear(&p.bytes[i]);
	return rc;
}

const struct cmd cmd_pack = {
	.name = "pack",
	.args = "FOLDER | FILE...",
	.brief = "make one bundle archive of bundle.json and what belongs to it",
	.least = 1,
	.most = BUNDLE_MEMBERS,
	.opts = pack_rows,
	.opts_size = sizeof(struct pack_opts),
	.main = pack_main,
};
