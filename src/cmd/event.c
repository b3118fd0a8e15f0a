/* SPDX-License-Identifier: MIT */
/* pithtex event sign, check: signed events of one's own. */
#include "config.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/say.h"
#include "canon/emit.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/secret.h"
#include "number/number.h"
#include "state/envelope.h"
#include "state/event.h"

struct sign_opts {
	const char *type, *target, *payload, *key, *password_file, *output;
};

static const struct opt sign_rows[] = {
	{ 0, "type", OPT_TEXT, offsetof(struct sign_opts, type), "TYPE",
	  "attestation, citation, replication, anchor or archive" },
	{ 0, "payload", OPT_TEXT, offsetof(struct sign_opts, payload), "FILE",
	  "what is said: a JSON object, pith-state(5)" },
	{ 0, "target", OPT_TEXT, offsetof(struct sign_opts, target), "TEXT",
	  "what of the number it is about; `record' where not given" },
	{ 0, "key", OPT_TEXT, offsetof(struct sign_opts, key), "FILE",
	  "sign with this minisign secret key" },
	{ 0, "password-file", OPT_TEXT,
	  offsetof(struct sign_opts, password_file), "FILE",
	  "the first line of FILE is the secret key's password" },
	{ 'o', "output", OPT_TEXT, offsetof(struct sign_opts, output), "FILE",
	  "write FILE instead of standard output" },
	{ 0 }
};

/* "pith:YYYY:" and the suffix in capitals: an event is about one record. */
static int
full_number(char out[NUMBER_FULL + 1], const char *word, struct err *e)
{
	struct number n;
	struct buf text = { 0 };

	if (number_parse(&n, span_text(word), e) < 0)
		return err_in(e, "%s", word);
	if (!number_is_whole(&n) || n.year == 0)
		return err_set(e, ERR_USAGE, "%s: write the number in full, "
		    "pith:YYYY: and 26 characters", word);
	buf_fmt(&text, "pith:%04u:%s", n.year, n.suffix);
	memcpy(out, buf_string(&text), NUMBER_FULL + 1);
	buf_clear(&text);
	return 0;
}

static int
sign_event(struct buf *out, const struct sign_opts *o, const char *word,
    const struct minisign_secret *secret, struct err *e)
{
	char number[NUMBER_FULL + 1], now[INSTANT_TEXT];
	struct instant t = { .known = true };
	struct buf payload = { 0 };
	int rc = full_number(number, word, e);

	if (rc == 0)
		rc = clock_now(&t.seconds, e);
	if (rc == 0)
		rc = file_read(&payload, o->payload, LIMIT_KEY_BYTES, e);
	if (rc == 0) {
		const struct envelope what = { .type = o->type,
			.number = number,
			.target = o->target != NULL ? o->target : "record",
			.created_at = instant_print(now, &t),
			.payload = span_buf(&payload) };

		rc = envelope_sign(out, &what, secret, e);
		if (rc < 0)
			err_in(e, "%s", o->payload);
	}
	buf_clear(&payload);
	return rc;
}

static int
sign_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct sign_opts *o = opts;
	struct minisign_secret secret = { 0 };
	struct buf out = { 0 };
	struct answer a;
	int rc = 0;

	(void)argc;
	if (o->type == NULL || o->payload == NULL || o->key == NULL)
		return err_set(e, ERR_USAGE, "event sign needs --type, "
		    "--payload and --key");
	rc = key_self_test(e);
	if (rc == 0)
		rc = secret_load(&secret, o->key, o->password_file, e);
	if (rc == 0)
		rc = sign_event(&out, o, argv[0], &secret, e);
	if (rc == 0 && o->output == NULL) {
		say_bytes(span_buf(&out));
	} else if (rc == 0) {
		answer_open(&a, run);
		rc = file_update(o->output, span_buf(&out), e);
		if (rc >= 0)
			answer_add(&a, o->output, "written");
		rc = answer_close(&a, rc < 0 ? -1 : CMD_GOOD);
	}
	minisign_secret_clear(&secret);
	buf_clear(&out);
	return rc < 0 ? -1 : CMD_GOOD;
}

const struct cmd cmd_event_sign = {
	.name = "event sign",
	.args = "NUMBER",
	.brief = "say something about a number, and sign it",
	.least = 1,
	.most = 1,
	.opts = sign_rows,
	.opts_size = sizeof(struct sign_opts),
	.main = sign_main,
};

/* One event file, judged. */
static int
check_one(struct emit *j, const struct run *run, const char *path,
    const struct keyring *ring, struct err *e)
{
	enum event_class class = EVENT_INVALID;
	struct buf text = { 0 };
	const char *number = NULL, *type = NULL;
	json_t *v = NULL;
	char why[256];
	int rc = file_read(&text, path, LIMIT_KEY_BYTES, e);

	if (rc == 0) {
		struct err bad;

		if (json_parse(&v, span_buf(&text), JSON_TOP_OBJECT, &bad) < 0)
			snprintf(why, sizeof(why), "%.255s", bad.text);
		else
			class = envelope_check(v, ring, why);
		number = json_member_text(v, "subject_pith_number");
		type = json_member_text(v, "event_type");
	}
	if (rc == 0 && run->json) {
		emit_object(j, NULL);
		emit_text(j, "file", path);
		emit_text(j, "event_type", type);
		emit_text(j, "subject_pith_number", number);
		emit_text(j, "class", event_class_word(class));
		emit_text(j, "why", why);
		emit_close_object(j);
	} else if (rc == 0 && !run->quiet) {
		say_line("%s: %s: %s of %s: %s", path, event_class_word(class),
		    type != NULL ? type : "event",
		    number != NULL ? number : "no number", why);
	}
	if (rc == 0 && class != EVENT_VALID)
		say_warn("%s: %s: %s", path, event_class_word(class), why);
	json_decref(v);
	buf_clear(&text);
	return rc < 0 ? -1 : class == EVENT_VALID ? CMD_GOOD : CMD_FINDINGS;
}

static int
check_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct keyring *ring = NULL;
	struct buf json = { 0 };
	struct emit j = { .out = &json };
	int status = CMD_GOOD, rc = key_self_test(e);

	(void)opts;
	if (rc == 0)
		rc = env_keyring(&ring, e);
	if (run->json) {
		emit_object(&j, NULL);
		emit_array(&j, "events");
	}
	for (int i = 0; i < argc && rc >= 0; i++) {
		rc = check_one(&j, run, argv[i], ring, e);
		status = rc > status ? rc : status;
	}
	if (run->json && rc >= 0) {
		emit_close_array(&j);
		emit_int(&j, "status", status);
		emit_close_object(&j);
		say_bytes(span_buf(&json));
	}
	buf_clear(&json);
	keyring_free(ring);
	return rc < 0 ? -1 : status;
}

const struct cmd cmd_event_check = {
	.name = "event check",
	.args = "FILE...",
	.brief = "check signed events: form, signature, and who vouches",
	.least = 1,
	.most = -1,
	.main = check_main,
};
