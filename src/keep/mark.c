/* SPDX-License-Identifier: MIT */
/* See mark.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/lock.h"
#include "base/mem.h"
#include "keep/current.h"
#include "keep/mark.h"

#define LOCK_SECONDS 60

int
mark_open(struct mark *out, const char *dir, const struct note_key *key,
    struct err *e)
{
	struct mark m = { .lock = -1 };
	struct buf name = { 0 };
	struct digest d;
	char hex[DIGEST_HEX], *lock;
	int rc = file_folder(dir, e);

	note_key_print(&name, key);
	d = digest_sha256(span_buf(&name));
	name.n = 0;
	buf_fmt(&name, "%s/%.32s.note", dir, digest_print(hex, &d));
	m.path = mem_text(name.at, name.n);
	name.n -= 4;
	buf_text(&name, "lock");
	lock = buf_steal(&name);
	if (rc == 0)
		m.lock = lock_take(lock, LOCK_SECONDS, e);
	free(lock);
	if (rc == 0 && m.lock < 0)
		rc = -1;
	if (rc == 0 && file_read(&m.note, m.path, LIMIT_NOTE_BYTES, e) < 0
	    && e->kind != ERR_ABSENT)
		rc = -1;
	if (rc < 0)
		mark_close(&m);
	else
		*out = m;
	return rc;
}

void
mark_close(struct mark *m)
{
	lock_release(m->lock);
	buf_clear(&m->note);
	free(m->path);
	*m = (struct mark){ .lock = -1 };
}

static int
check_own(const struct log *l, const char *dir, const struct note_secret *s,
    struct err *e)
{
	if (strcmp(l->checkpoint.origin, s->key.name) != 0)
		return err_set(e, ERR_TRUST, "%s: a log of %s; this key is "
		    "that of %s", dir, l->checkpoint.origin, s->key.name);
	if (note_check(&l->note, &s->key, NULL) != NOTE_GOOD)
		return err_set(e, ERR_TRUST, "%s: its checkpoint is not "
		    "signed by this key", dir);
	return 0;
}

/* Write both names of a checkpoint; the second one makes it count. */
static int
publish(const char *dir, uint64_t size, struct span note, struct err *e)
{
	char *old = log_checkpoint_path(dir, size);
	char *path = file_join(dir, "checkpoint"), *folder = file_dir(old);
	int rc = file_folder(folder, e);

	if (rc == 0)
		rc = file_update(old, note, e);
	if (rc >= 0)
		rc = file_write(path, note, 0666, e);
	free(old);
	free(path);
	free(folder);
	return rc;
}

/* Finish what an earlier run began, where everything that it signed is
 * there. */
static int
finish(struct log *log, const struct mark *m, const char *dir, struct err *e)
{
	struct log l = { 0 };
	struct current c = { 0 };
	struct digest root;
	uint64_t size = 0;
	int rc = log_open_note(&l, dir, span_buf(&m->note), e);

	if (rc == 0) {
		size = l.checkpoint.size;
		rc = current_load(&c, &root, &l, size, e);
	}
	if (rc == 0 && !digest_equal(&root, &l.checkpoint.root))
		rc = -1;
	if (rc < 0)
		err_set(e, ERR_TRUST, "%s: this key has signed %" PRIu64
		    " entries, and they are not here; to go on from less "
		    "would be a second history", dir, size);
	current_clear(&c);
	log_close(&l);
	if (rc == 0)
		rc = publish(dir, size, span_buf(&m->note), e);
	if (rc == 0) {
		log_close(log);
		rc = log_open(log, dir, e);
	}
	return rc;
}

int
mark_follow(struct log *log, bool *has_log, const struct mark *m,
    const char *dir, const struct note_secret *s, struct err *e)
{
	struct log marked = { 0 };
	int rc = log_open(log, dir, e);

	*has_log = rc == 0;
	if (rc < 0 && e->kind != ERR_ABSENT)
		return -1;
	rc = *has_log ? check_own(log, dir, s, e) : 0;
	if (rc < 0 || m->note.n == 0)
		return rc;
	if (log_open_note(&marked, dir, span_buf(&m->note), e) < 0)
		return err_in(e, "%s", m->path);
	if (!*has_log || log->checkpoint.size < marked.checkpoint.size) {
		rc = finish(log, m, dir, e);
		*has_log = log->dir != NULL;
	} else {
		rc = log_continues(log, marked.checkpoint.size,
		    &marked.checkpoint.root, e);
		if (rc < 0)
			err_in(e, "%s: does not continue what this key "
			    "signed last", dir);
	}
	log_close(&marked);
	return rc;
}

int
mark_sign(struct mark *m, const char *dir, const struct note_secret *s,
    uint64_t size, const struct digest *root, struct err *e)
{
	struct checkpoint c = { .origin = s->key.name, .size = size,
		.root = *root };
	struct buf note = { 0 };
	int rc = checkpoint_sign(&note, &c, s, e);

	if (rc == 0)
		rc = file_write(m->path, span_buf(&note), 0600, e);
	if (rc == 0)
		rc = publish(dir, size, span_buf(&note), e);
	buf_clear(&note);
	return rc;
}
