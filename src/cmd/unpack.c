/* SPDX-License-Identifier: MIT */
/* pithtex unpack: the members of one bundle archive become files. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/say.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "state/state.h"

/* The names of what may be written come from here, never from an archive. */
static const char *const beside[] = {
	"manifest-sha256.txt", "manifest-sha256.txt.minisig"
};
enum { BESIDE = 2 };

static bool
is_beside(const char *name)
{
	return strcmp(name, beside[0]) == 0 || strcmp(name, beside[1]) == 0;
}

static const char *
name_at(size_t i)
{
	return i < BESIDE ? beside[i] : bundle_members[i - BESIDE];
}

/* Whether ${path} is there with other bytes than ${data}. */
static bool
would_lose(const char *path, struct span data)
{
	struct buf old = { 0 };
	struct err e;
	bool other;

	if (file_read(&old, path, data.n, &e) < 0)
		other = e.kind != ERR_ABSENT;
	else
		other = !span_equal(span_buf(&old), data);
	buf_clear(&old);
	return other;
}

/* Call for each member; first to look (${a} NULL), then to write. */
static int
each_member(const struct bundle *b, const char *dir, struct answer *a,
    struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < BESIDE + BUNDLE_MEMBERS && rc >= 0; i++) {
		const struct span data = bundle_member(b, name_at(i));
		char *path;

		if (data.at == NULL)
			continue;
		path = file_join(dir, name_at(i));
		if (a == NULL && would_lose(path, data))
			rc = err_set(e, ERR_IO, "%s: is there with other "
			    "bytes; name another folder", path);
		else if (a != NULL)
			rc = file_update(path, data, e);
		if (a != NULL && rc >= 0)
			answer_add(a, path, NULL);
		free(path);
	}
	return rc < 0 ? -1 : 0;
}

static int
write_members(const struct verified *v, const char *dir,
    struct answer *a, struct err *e)
{
	const struct bundle *b = report_bundle(v);

	if (dir == NULL)
		dir = b->record->suffix;
	if (each_member(b, dir, NULL, e) < 0
	    || file_folder(dir, e) < 0)
		return -1;
	return each_member(b, dir, a, e);
}

static int
unpack_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	struct keyring *ring;
	struct bundle *b = NULL;
	struct report rep = { 0 };
	const struct verified *v = NULL;
	struct answer a;
	bool left_out = false;
	int rc;

	(void)opts;
	if (env_keyring(&ring, e) < 0)
		return -1;
	answer_open(&a, run);
	rc = state_read(&b, &rep, argv[0], ring, e);
	if (rc == 0)
		v = report_accept(b, &rep, REPORT_ALLOW_UNSIGNED, e);
	if (rc == 0 && v == NULL)
		rc = err_in(e, "%s: not unpacked", argv[0]);
	if (rc == 0)
		rc = write_members(v, argc > 1 ? argv[1] : NULL, &a, e);
	for (size_t i = 0; rc == 0 && i < b->member_count; i++)
		if (!b->members[i].known && !is_beside(b->members[i].name)) {
			say_warn("%s: %s: not a member that is known; not "
			    "written, so the manifest names more than is "
			    "there", argv[0], b->members[i].name);
			left_out = true;
		}
	if (rc == 0 && left_out)
		rc = CMD_FINDINGS;
	if (rc >= 0 && report_verdict(&rep) != VERDICT_GOOD) {
		print_finding(argv[0], &rep);
		rc = CMD_FINDINGS;
	}
	bundle_free(b);
	report_clear(&rep);
	keyring_free(ring);
	return answer_close(&a, rc);
}

const struct cmd cmd_unpack = {
	.name = "unpack",
	.args = "ARCHIVE [FOLDER]",
	.brief = "write the members of a bundle archive as files",
	.least = 1,
	.most = 2,
	.main = unpack_main,
};
