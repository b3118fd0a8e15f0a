/* SPDX-License-Identifier: MIT */
/* pithtex key: the keys that this user trusts, and keys of one's own. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "canon/codec.h"
#include "canon/emit.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/secret.h"

/* All that is known of a key, as JSON or a few lines. */
static void
print_key(const struct key *k, const struct run *run, struct emit *j)
{
	char hex[2 * KEY_BYTES + 1], fingerprint[33], base32[27];
	struct buf b64 = { 0 };

	codec_hex(hex, k->at, KEY_BYTES);
	codec_base64(&b64, (struct span){ k->at, KEY_BYTES });
	key_fingerprints(fingerprint, base32, k->at);
	if (run->json) {
		emit_object(j, NULL);
		emit_text(j, "key_id", k->id);
		emit_text(j, "role", key_role_print(k->role));
		emit_text(j, "public_key_hex", hex);
		emit_text(j, "public_key_b64", buf_string(&b64));
		emit_text(j, "fingerprint_sha256_hex", fingerprint);
		emit_text(j, "fingerprint_base32", base32);
		emit_text(j, "valid_from", k->valid_from);
		emit_text(j, "valid_until", k->valid_until);
		emit_text(j, "revoked_at", k->revoked_at);
		emit_text(j, "file", k->file);
		emit_close_object(j);
	} else {
		say_line("%s", k->id);
		say_line("  role         %s%s%s", key_role_print(k->role),
		    k->revoked_at != NULL ? ", revoked at " : "",
		    k->revoked_at != NULL ? k->revoked_at : "");
		if (k->valid_from != NULL || k->valid_until != NULL)
			say_line("  valid        from %s until %s",
			    k->valid_from ? k->valid_from : "ever",
			    k->valid_until ? k->valid_until : "ever");
		say_line("  hex          %s", hex);
		say_line("  base64       %s", buf_string(&b64));
		say_line("  fingerprint  %s", fingerprint);
		say_line("               %s", base32);
		say_line("  file         %s", k->file);
	}
	buf_clear(&b64);
}

static void
print_keys(const struct key *const *list, size_t n, const struct run *run)
{
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	if (run->json) {
		emit_object(&j, NULL);
		emit_array(&j, "keys");
	}
	for (size_t i = 0; i < n; i++)
		print_key(list[i], run, &j);
	if (run->json) {
		emit_close_array(&j);
		emit_close_object(&j);
		say_bytes(span_buf(&text));
	}
	buf_clear(&text);
}

static int
list_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct key *list[LIMIT_KEYS];
	struct keyring *ring;
	size_t n;

	(void)opts;
	(void)argc;
	(void)argv;
	if (env_keyring_alone(&ring, e) < 0)
		return -1;
	n = keyring_count(ring);
	for (size_t i = 0; i < n; i++)
		list[i] = keyring_get(ring, i);
	print_keys(list, n, run);
	keyring_free(ring);
	return CMD_GOOD;
}

const struct cmd cmd_key_list = {
	.name = "key list",
	.args = "",
	.brief = "list the keys that are trusted here, and for what",
	.main = list_main,
};

/* Keys of a file, or the trusted ones of an id. */
static int
show_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct key *list[LIMIT_KEYS];
	struct key *own = NULL;
	struct keyring *ring;
	size_t n = 0, own_count = 0;
	int rc = 0;

	(void)opts;
	(void)argc;
	if (env_keyring_alone(&ring, e) < 0)
		return -1;
	for (size_t i = 0; i < keyring_count(ring); i++)
		if (strcmp(keyring_get(ring, i)->id, argv[0]) == 0)
			list[n++] = keyring_get(ring, i);
	if (n == 0) {
		rc = keyring_load_file(&own, &own_count, argv[0], e);
		if (rc < 0 && e->kind == ERR_ABSENT)
			rc = err_set(e, ERR_USAGE,
			    "%s: neither a trusted key's id nor a file",
			    argv[0]);
		for (; rc == 0 && n < own_count && n < LIMIT_KEYS; n++)
			list[n] = &own[n];
	}
	if (rc == 0)
		print_keys(list, n, run);
	for (size_t i = 0; i < own_count; i++)
		key_clear(&own[i]);
	free(own);
	keyring_free(ring);
	return rc;
}

const struct cmd cmd_key_show = {
	.name = "key show",
	.args = "ID | FILE",
	.brief = "show a key in every form in which it is written",
	.least = 1,
	.most = 1,
	.main = show_main,
};

struct add_opts {
	const char *role;
};

static const struct opt add_rows[] = {
	{ 0, "role", OPT_TEXT, offsetof(struct add_opts, role), "ROLE",
	  "trust it as registry, packer, log, witness or claimant" },
	{ 0 }
};

/* A file name of our own for a key file: its first key's fingerprint. */
static char *
name_in_ring(const char *dir, const struct key *k, bool minisign)
{
	char hex[33], base32[27];
	struct buf name = { 0 };
	char *path;

	key_fingerprints(hex, base32, k->at);
	buf_fmt(&name, "%s.%s", hex, minisign ? "pub" : "json");
	path = file_join(dir, buf_string(&name));
	buf_clear(&name);
	return path;
}

/* Write the key file, and before it the sidecar, so that no moment trusts
 * the key for more than was asked. */
static int
write_key(const char *path, struct span text, struct span side,
    struct err *e)
{
	struct buf name = { 0 };
	int rc = 0;

	buf_fmt(&name, "%s.trust", path);
	if (side.n > 0)
		rc = file_update(buf_string(&name), side, e);
	if (rc >= 0)
		rc = file_update(path, text, e);
	buf_clear(&name);
	return rc < 0 ? -1 : 0;
}

static int
add_file(const char *path, const char *role, struct answer *a,
    struct err *e)
{
	struct buf text = { 0 }, side = { 0 };
	struct key *list = NULL;
	char *dir = env_key_folder(), *to = NULL;
	size_t n = 0;
	int rc;

	rc = dir == NULL ? err_set(e, ERR_IO, "HOME is not set: there is no "
	    "place for keys") : keyring_load_file(&list, &n, path, e);
	if (rc == 0)
		rc = file_read(&text, path, LIMIT_KEY_BYTES, e);
	if (rc == 0)
		rc = file_folder(dir, e);
	if (rc == 0) {
		to = name_in_ring(dir, &list[0], text.at[0] == 'u');
		if (role != NULL)
			buf_fmt(&side, "{\"role\":\"%s\"}\n", role);
		rc = write_key(to, span_buf(&text), span_buf(&side), e);
		if (rc == 0)
			rc = env_mark_keys(e);
	}
	for (size_t i = 0; i < n; i++) {
		if (rc == 0)
			answer_fmt(a, list[i].id, "trusted as %s",
			    role != NULL ? role
			    : key_role_print(list[i].role));
		key_clear(&list[i]);
	}
	free(list);
	free(dir);
	free(to);
	buf_clear(&text);
	buf_clear(&side);
	return rc;
}

static int
add_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct add_opts *o = opts;
	enum key_role role;
	struct keyring *ring;
	struct answer a;
	int rc = 0;

	if (o->role != NULL && !key_role_parse(&role, o->role))
		return err_set(e, ERR_USAGE, "--role: not registry, packer, "
		    "log, witness or claimant");
	/* A ring that cannot be read is repaired first. */
	if (env_keyring_alone(&ring, e) < 0)
		return -1;
	keyring_free(ring);
	answer_open(&a, run);
	for (int i = 0; i < argc && rc == 0; i++)
		rc = add_file(argv[i], o->role, &a, e);
	return answer_close(&a, rc);
}

const struct cmd cmd_key_add = {
	.name = "key add",
	.args = "FILE...",
	.brief = "trust the keys in these files",
	.least = 1,
	.most = -1,
	.opts = add_rows,
	.opts_size = sizeof(struct add_opts),
	.main = add_main,
};

struct new_opts {
	const char *password_file;
};

static const struct opt new_rows[] = {
	{ 0, "password-file", OPT_TEXT,
	  offsetof(struct new_opts, password_file), "FILE",
	  "encrypt the secret key with the first line of FILE" },
	{ 0 }
};

/* Both files are new, or nothing is written. */
static int
write_pair(const char *name, struct span secret, struct span public,
    struct answer *a, struct err *e)
{
	struct buf key = { 0 }, pub = { 0 };
	int rc = 0;

	buf_fmt(&key, "%s.key", name);
	buf_fmt(&pub, "%s.pub", name);
	if (file_is_regular(buf_string(&key)))
		rc = err_set(e, ERR_IO, "%s: is there already; a secret key "
		    "is never replaced", buf_string(&key));
	else if (file_is_regular(buf_string(&pub)))
		rc = err_set(e, ERR_IO, "%s: is there already",
		    buf_string(&pub));
	if (rc == 0)
		rc = file_write(buf_string(&key), secret, 0600, e);
	if (rc == 0)
		rc = file_write(buf_string(&pub), public, 0666, e);
	if (rc == 0) {
		answer_add(a, buf_string(&key), "keep it secret");
		answer_add(a, buf_string(&pub), "give it to those who shall "
		    "trust you");
	}
	buf_clear(&key);
	buf_clear(&pub);
	return rc;
}

static int
new_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct new_opts *o = opts;
	struct minisign_secret s;
	struct minisign_public p;
	struct buf password = { 0 }, secret = { 0 }, public = { 0 };
	struct answer a;
	int rc = 0;

	(void)argc;
	answer_open(&a, run);
	minisign_generate(&s, &p);
	if (o->password_file != NULL)
		rc = secret_password(&password, o->password_file, e);
	if (rc == 0)
		rc = minisign_secret_print(&secret, &s, o->password_file
		    != NULL ? buf_string(&password) : NULL, e);
	if (rc == 0) {
		minisign_public_print(&public, &p);
		rc = write_pair(argv[0], span_buf(&secret),
		    span_buf(&public), &a, e);
	}
	minisign_secret_clear(&s);
	secret_wipe(&password);
	secret_wipe(&secret);
	buf_clear(&public);
	return answer_close(&a, rc);
}

const struct cmd cmd_key_new = {
	.name = "key new",
	.args = "NAME",
	.brief = "make a key pair of your own, NAME.key and NAME.pub",
	.least = 1,
	.most = 1,
	.opts = new_rows,
	.opts_size = sizeof(struct new_opts),
	.main = new_main,
};

struct revoke_opts {
	const char *at;
};

static const struct opt revoke_rows[] = {
	{ 0, "at", OPT_TEXT, offsetof(struct revoke_opts, at), "TIME",
	  "from when on it is revoked, YYYY-MM-DDTHH:MM:SSZ" },
	{ 0 }
};

/* Where the revocation of ${k} is kept: a file of its own for each id, role and
 * key, since a sidecar narrows all keys of its file. */
static char *
revocation_path(const char *dir, const struct key *k)
{
	struct buf all = { 0 }, name = { 0 };
	char hex[DIGEST_HEX], *path;
	struct digest d;

	buf_fmt(&all, "%s\n%s\n", key_role_print(k->role), k->id);
	buf_add(&all, k->at, KEY_BYTES);
	d = digest_sha256(span_buf(&all));
	buf_fmt(&name, "revoked-%.32s.json", digest_print(hex, &d));
	path = file_join(dir, buf_string(&name));
	buf_clear(&all);
	buf_clear(&name);
	return path;
}

/* The key once more, in the user's own folder, with the revocation beside it:
 * of one key the narrowest limits count. */
static int
write_revocation(const struct key *k, const char *at, struct err *e)
{
	char *dir = env_key_folder(), *path = NULL;
	struct buf side = { 0 }, key = { 0 }, b64 = { 0 };
	struct emit s = { .out = &side }, j = { .out = &key };
	struct key probe = { 0 };
	int rc = 0;

	emit_object(&s, NULL);
	emit_text(&s, "role", key_role_print(k->role));
	emit_text(&s, "revoked_at", at);
	emit_close_object(&s);
	codec_base64(&b64, (struct span){ k->at, KEY_BYTES });
	emit_object(&j, NULL);
	emit_text(&j, "key_id", k->id);
	emit_text(&j, "public_key_b64", buf_string(&b64));
	emit_close_object(&j);
	if (dir == NULL)
		rc = err_set(e, ERR_IO, "HOME is not set: there is no place "
		    "for keys");
	/* A sidecar that cannot be read would take the whole ring away. */
	if (rc == 0)
		rc = key_narrow(&probe, span_buf(&side), e);
	if (rc == 0)
		rc = file_folder(dir, e);
	if (rc == 0) {
		path = revocation_path(dir, k);
		rc = write_key(path, span_buf(&key), span_buf(&side), e);
	}
	key_clear(&probe);
	buf_clear(&side);
	buf_clear(&key);
	buf_clear(&b64);
	free(path);
	free(dir);
	return rc;
}

/* The first key of ${ring} that is ${k}. */
static const struct key *
same_key(const struct keyring *ring, const struct key *k)
{
	for (size_t i = 0; i < keyring_count(ring); i++) {
		const struct key *one = keyring_get(ring, i);

		if (strcmp(one->id, k->id) == 0 && one->role == k->role
		    && memcmp(one->at, k->at, KEY_BYTES) == 0)
			return one;
	}
	return NULL;
}

/* Of keys that were revoked earlier than ${at}: whether that is lifted by
 * now, or counts on because another file says it. */
static int
tell_earlier(const struct keyring *was, const char *id, const char *at,
    struct err *e)
{
	struct keyring *is;

	if (env_keyring_alone(&is, e) < 0)
		return -1;
	for (size_t i = 0; i < keyring_count(was); i++) {
		const struct key *k = keyring_get(was, i);
		const struct key *now = same_key(is, k);

		if (strcmp(k->id, id) != 0 || k->revoked_at == NULL
		    || strcmp(k->revoked_at, at) >= 0
		    || same_key(was, k) != k)
			continue;
		if (now != NULL && now->revoked_at != NULL
		    && strcmp(now->revoked_at, at) < 0)
			say_warn("%s: another file of the keyring says revoked "
			    "at %s, and the earlier time counts", id,
			    now->revoked_at);
		else
			say_warn("%s: was revoked at %s: what it signed since "
			    "then counts again", id, k->revoked_at);
	}
	keyring_free(is);
	return 0;
}

static int
revoke_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct revoke_opts *o = opts;
	struct keyring *ring;
	struct answer a;
	size_t found = 0;
	int rc = 0;

	(void)argc;
	if (o->at == NULL)
		return err_set(e, ERR_USAGE, "--at TIME is needed: what was "
		    "signed before counts where a proof of time shows it");
	if (env_keyring_alone(&ring, e) < 0)
		return -1;
	answer_open(&a, run);
	for (size_t i = 0; rc == 0 && i < keyring_count(ring); i++) {
		const struct key *k = keyring_get(ring, i);

		if (strcmp(k->id, argv[0]) != 0)
			continue;
		found++;
		rc = write_revocation(k, o->at, e);
		if (rc == 0)
			answer_fmt(&a, k->id, "revoked at %s", o->at);
	}
	if (rc == 0 && found == 0)
		rc = err_set(e, ERR_USAGE, "%s: no trusted key has this id",
		    argv[0]);
	if (rc == 0)
		rc = tell_earlier(ring, argv[0], o->at, e);
	if (rc == 0)
		rc = env_mark_keys(e);
	keyring_free(ring);
	return answer_close(&a, rc);
}

const struct cmd cmd_key_revoke = {
	.name = "key revoke",
	.args = "ID",
	.brief = "let a key's signatures count no more from a time on",
	.least = 1,
	.most = 1,
	.opts = revoke_rows,
	.opts_size = sizeof(struct revoke_opts),
	.main = revoke_main,
};
