/* SPDX-License-Identifier: MIT */
/* See publish.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/mem.h"
#include "site/publish.h"

#define LOCK_SECONDS 60

/* Larger than any file that is written here, and than any page. */
#define FILE_MOST (256u << 20)

/* --- the folder of our own ------------------------------------------------ */

/* Remove files that a killed run has left without a name. */
static void
clear_fresh(const struct publish *p)
{
	struct names names;
	struct err e;

	if (file_names(&names, p->fresh, NULL, &e) < 0)
		return;
	for (size_t i = 0; i < names.n; i++) {
		char *path = file_join(p->fresh, names.at[i]);

		unlink(path);
		free(path);
	}
	file_names_free(&names);
}

/* Whether something stands at ${path} that is no file, be it a link. */
static bool
is_odd(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Join what a killed run had in hand.  What cannot be read of it is the
 * site's own and promised nothing to anybody: no later run stops there. */
static int
join_part(struct publish *p, struct err *e)
{
	const size_t lead = strlen(p->part) + strlen(": ");
	struct buf text = { 0 };
	struct err cut;

	if (roll_join(p->list, p->list, p->part, &cut, e) < 0)
		return -1;
	if (cut.kind == ERR_NONE || p->foreign == NULL)
		return 0;
	buf_fmt(&text, "%s; begun anew: a file that only it knew of and that "
	    "is not as it should be is left alone", cut.text + lead);
	p->foreign(p->ctx, p->part, buf_string(&text));
	buf_clear(&text);
	return 0;
}

static int
begin_part(struct publish *p, struct err *e)
{
	p->fd = open(p->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
	    | O_NOFOLLOW | O_APPEND, 0666);
	if (p->fd < 0)
		return err_sys(e, "%s: cannot write", p->part);
	roll_begin(&p->held);
	return 0;
}

/* Whether ${path} is a folder and no link to one. */
static bool
is_own_folder(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int
publish_open(struct publish *p, const char *dir, struct err *e)
{
	char *own = file_join(dir, ".pithtex"), *lock = file_join(own, "lock");
	int rc;

	/* A name without folders is still one of a file here. */
	p->dir = mem_string(dir[0] == '\0' ? "." : dir);
	p->list = file_join(own, "list");
	p->part = file_join(own, "part");
	p->fresh = file_join(own, "new");
	p->lock = p->fd = -1;
	rc = file_folder(p->fresh, e);
	if (rc == 0 && (!is_own_folder(own) || !is_own_folder(p->fresh)))
		rc = err_set(e, ERR_FORMAT, "%s: a link, where the site keeps "
		    "its own files", own);
	if (rc == 0)
		rc = p->lock = lock_take(lock, LOCK_SECONDS, e);
	if (rc >= 0) {
		clear_fresh(p);
		rc = 0;
		if (is_odd(p->part))
			rc = err_set(e, ERR_FORMAT, "%s: no file; remove it",
			    p->part);
		else if (file_is_regular(p->part))
			rc = join_part(p, e);
	}
	if (rc == 0)
		rc = begin_part(p, e);
	free(own);
	free(lock);
	return rc;
}

void
publish_close(struct publish *p)
{
	if (p->dir == NULL)
		return;
	if (p->lock >= 0)
		clear_fresh(p);
	if (p->fd >= 0)
		close(p->fd);
	lock_release(p->lock);
	buf_clear(&p->held);
	free(p->dir);
	free(p->list);
	free(p->part);
	free(p->fresh);
	*p = (struct publish){ 0 };
}

void
publish_set_clear(struct publish_set *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->files[i].tmp);
	for (size_t i = 0; i < s->foreign_count; i++)
		free(s->foreign[i].path);
	free(s->files);
	free(s->foreign);
	roll_record_clear(&s->record);
	*s = (struct publish_set){ 0 };
}

/* --- what is there -------------------------------------------------------- */

enum there { THERE_NOTHING, THERE_FILE, THERE_ODD };

/*
 * What stands at ${path} below the folder, and how large it is.  No link on
 * the way is followed: who put it there meant something else.
 */
static enum there
look(uint64_t *bytes, const struct publish *p, const char *path)
{
	char *full = file_join(p->dir, path);
	const size_t lead = strlen(full) - strlen(path);
	enum there t = THERE_FILE;
	struct stat st;

	for (char *s = full + lead; t == THERE_FILE && *s != '\0'; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		if (lstat(full, &st) < 0)
			t = errno == ENOENT ? THERE_NOTHING : THERE_ODD;
		else if (!S_ISDIR(st.st_mode))
			t = THERE_ODD;
		*s = '/';
	}
	if (t == THERE_FILE && lstat(full, &st) < 0)
		t = errno == ENOENT ? THERE_NOTHING : THERE_ODD;
	else if (t == THERE_FILE && !S_ISREG(st.st_mode))
		t = THERE_ODD;
	*bytes = t == THERE_FILE ? (uint64_t)st.st_size : 0;
	free(full);
	return t;
}

/* The digest of the file at ${path}. */
static bool
digest_there(struct digest *out, const struct publish *p, const char *path)
{
	char *full = file_join(p->dir, path);
	struct buf bytes = { 0 };
	struct err e;
	const bool read = file_read(&bytes, full, FILE_MOST, &e) == 0;

	if (read)
		*out = digest_sha256(span_buf(&bytes));
	buf_clear(&bytes);
	free(full);
	return read;
}

/* Whether ${old} says that a file of these bytes was written to ${path}. */
static bool
is_ours(const struct roll_record *old, const char *path,
    const struct digest *d)
{
	const struct roll_file *f;
	size_t i = 0;

	while (old != NULL && (f = roll_record_find(old, path, &i)) != NULL)
		if (digest_equal(&f->digest, d))
			return true;
	return false;
}

/* Whether the size tells enough: one run has written it, and ended. */
static bool
is_plain(const struct roll_record *old, const char *path)
{
	size_t i = 0;

	return old != NULL && roll_record_find(old, path, &i) != NULL
	    && roll_record_find(old, path, &i) == NULL;
}

static void
add_foreign(struct publish_set *s, const char *path, const char *why)
{
	mem_grow(&s->foreign, s->foreign_count, sizeof(*s->foreign));
	s->foreign[s->foreign_count++] = (struct publish_foreign){
		mem_string(path), why };
}

/* --- new files ------------------------------------------------------------ */

/* Write the bytes to new/ under the name of this set and file. */
static int
write_fresh(char **out, const struct publish *p,
    const struct publish_set *s, struct span bytes, struct err *e)
{
	struct buf name = { 0 };
	char *tmp;
	int fd, rc = 0;

	buf_fmt(&name, "%u-%zu", s->serial, s->n);
	tmp = file_join(p->fresh, buf_string(&name));
	buf_clear(&name);
	fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		rc = err_sys(e, "%s: cannot write", tmp);
	if (rc == 0) {
		rc = file_put(fd, bytes, tmp, e);
		rc = file_end(fd, rc, false, tmp, e);
	}
	if (rc == 0) {
		*out = tmp;
		return 0;
	}
	unlink(tmp);
	free(tmp);
	return -1;
}

/* Whether ${path} is to be written; where it is not ours, why not. */
static bool
is_wanted(const char **foreign, const struct publish *p,
    const struct roll_record *old, const char *path, const struct digest *d,
    uint64_t bytes)
{
	struct digest have;
	uint64_t size;

	*foreign = NULL;
	switch (look(&size, p, path)) {
	case THERE_NOTHING:
		return true;
	case THERE_ODD:
		*foreign = "in the way, and no plain file; left alone";
		return false;
	case THERE_FILE:
		break;
	}
	if (size == bytes && !p->all && is_plain(old, path)
	    && is_ours(old, path, d))
		return false;
	if (!digest_there(&have, p, path))
		*foreign = "cannot be read; left alone";
	else if (!digest_equal(&have, d) && !is_ours(old, path, &have))
		*foreign = "not as it was written here; left alone";
	return *foreign == NULL && !digest_equal(&have, d);
}

int
publish_stage(struct publish_set *s, const struct publish *p,
    const struct roll_record *old, const char *path, struct span bytes,
    struct err *e)
{
	const struct digest d = digest_sha256(bytes);
	const char *foreign;
	char *tmp = NULL;

	if (!roll_path_is_safe(path))
		return err_set(e, ERR_USAGE, "%s: not the path of a site",
		    path);
	if (is_wanted(&foreign, p, old, path, &d, bytes.n)
	    && write_fresh(&tmp, p, s, bytes, e) < 0)
		return -1;
	if (foreign != NULL) {
		add_foreign(s, path, foreign);
		return 0;
	}
	roll_record_add(&s->record, path, &d, bytes.n);
	mem_grow(&s->files, s->n, sizeof(*s->files));
	s->files[s->n++] = (struct publish_file){
		s->record.files[s->record.n - 1].path, tmp };
	return 0;
}

bool
publish_carry(struct publish_set *s, const struct publish *p,
    const struct roll_record *old)
{
	for (size_t i = 0; i < old->n; i++) {
		const struct roll_file *f = &old->files[i];
		struct digest d;
		uint64_t bytes;

		if (!is_plain(old, f->path)
		    || look(&bytes, p, f->path) != THERE_FILE
		    || bytes != f->bytes || (p->all
		    && (!digest_there(&d, p, f->path)
		    || !digest_equal(&d, &f->digest))))
			return false;
	}
	for (size_t i = 0; i < old->n; i++)
		roll_record_add(&s->record, old->files[i].path,
		    &old->files[i].digest, old->files[i].bytes);
	s->record.key = old->key;
	s->record.keyed = old->keyed;
	free(s->record.info);
	s->record.info = mem_string(old->info);
	return true;
}

/* --- the roll of this run ------------------------------------------------- */

int
publish_flush(struct publish *p, struct err *e)
{
	if (file_put(p->fd, span_buf(&p->held), p->part, e) < 0)
		return -1;
	p->held.n = 0;
	return 0;
}

int
publish_enter(struct publish *p, struct publish_set *s, struct err *e)
{
	for (size_t i = 0; i < s->foreign_count; i++)
		if (p->foreign != NULL)
			p->foreign(p->ctx, s->foreign[i].path,
			    s->foreign[i].why);
	/* What is told now is told by the next run, too. */
	if (s->foreign_count > 0)
		s->record.keyed = false;
	if (roll_print(&p->held, &s->record, e) < 0)
		return -1;
	return p->held.n < (1u << 20) ? 0 : publish_flush(p, e);
}

int
publish_settle(struct publish *p, struct err *e)
{
	if (publish_flush(p, e) < 0)
		return -1;
	return stream_settle(p->dir, e);
}

/* --- names ---------------------------------------------------------------- */

/* Make the folders above ${full}, which begins with the site's own. */
static int
make_folders(char *full, size_t lead, struct err *e)
{
	int rc = 0;

	for (char *s = full + lead; rc == 0 && *s != '\0'; s++) {
		if (*s != '/')
			continue;
		*s = '\0';
		if (mkdir(full, 0777) < 0 && errno != EEXIST)
			rc = err_sys(e, "%s: cannot make the folder", full);
		*s = '/';
	}
	return rc;
}

static int
give_name(struct publish *p, const struct publish_file *f, struct err *e)
{
	char *full = file_join(p->dir, f->path);
	const size_t lead = strlen(full) - strlen(f->path);
	int rc = rename(f->tmp, full), made = 0;

	if (rc < 0 && errno == ENOENT) {
		made = make_folders(full, lead, e);
		rc = made < 0 ? -1 : rename(f->tmp, full);
	}
	if (rc == 0)
		p->written++;
	else if (made == 0)
		err_sys(e, "%s: cannot replace", full);
	free(full);
	return rc;
}

/* Remove the folders above ${full} that are empty now. */
static void
drop_folders(char *full, size_t lead)
{
	for (char *s; (s = strrchr(full + lead, '/')) != NULL;) {
		*s = '\0';
		if (rmdir(full) < 0)
			return;
	}
}

static int
take_name(struct publish *p, const struct roll_record *old, const char *path,
    struct err *e)
{
	char *full;
	struct digest d;
	uint64_t bytes;
	int rc = 0;

	switch (look(&bytes, p, path)) {
	case THERE_NOTHING:
	case THERE_ODD:
		return 0;
	case THERE_FILE:
		break;
	}
	if (!digest_there(&d, p, path) || !is_ours(old, path, &d)) {
		if (p->foreign != NULL)
			p->foreign(p->ctx, path, "not as it was written here; "
			    "not removed");
		return 0;
	}
	full = file_join(p->dir, path);
	if (unlink(full) < 0)
		rc = err_sys(e, "%s: cannot remove", full);
	else
		drop_folders(full, strlen(full) - strlen(path));
	if (rc == 0)
		p->removed++;
	free(full);
	return rc;
}

int
publish_names(struct publish *p, const struct publish_set *s,
    const struct roll_record *old, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; s != NULL && rc == 0 && i < s->n; i++)
		if (s->files[i].tmp != NULL)
			rc = give_name(p, &s->files[i], e);
		else
			p->kept++;
	if (s != NULL && s->n == 0)
		p->kept += s->record.n;
	for (size_t i = 0; old != NULL && rc == 0 && i < old->n; i++) {
		const char *path = old->files[i].path;
		size_t k = 0;
		bool stays = s != NULL
		    && roll_record_find(&s->record, path, &k) != NULL;

		for (k = 0; s != NULL && !stays && k < s->foreign_count; k++)
			stays = strcmp(s->foreign[k].path, path) == 0;
		if (!stays)
			rc = take_name(p, old, path, e);
	}
	return rc;
}

/* Whether two files have the same bytes. */
static bool
is_same(const char *a, const char *b)
{
	struct source x = { 0 }, y = { 0 };
	struct span s = { NULL, 0 }, t = { NULL, 0 };
	struct err e;
	bool same = stream_read_open(&x, a, &e) == 0
	    && stream_read_open(&y, b, &e) == 0;
	int rc = 0;

	while (same && (rc = stream_some(&s, &x, &e)) > 0)
		same = stream_read(&t, &y, s.n, &e) > 0 && span_equal(s, t);
	same = same && rc == 0 && stream_read(&t, &y, 1, &e) == 0;
	stream_read_clear(&x);
	stream_read_clear(&y);
	return same;
}

int
publish_end(struct publish *p, struct err *e)
{
	int rc = publish_flush(p, e);

	if (rc < 0)
		return -1;
	if (p->written == 0 && p->removed == 0 && is_same(p->part, p->list))
		return file_remove(p->part, e) < 0 ? -1 : 0;
	rc = stream_settle(p->dir, e);
	return rc < 0 ? -1 : file_rename(p->part, p->list, e);
}
