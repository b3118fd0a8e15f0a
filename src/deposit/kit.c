/* SPDX-License-Identifier: MIT */
/* See kit.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "deposit/kit.h"
#include "deposit/manifest.h"
#include "keep/stream.h"

#define PIECE (1u << 20)

/* Whether somebody asked to stop. */
static int
look_up(struct err *e)
{
	sigset_t set;

	if (sigpending(&set) == 0 && (sigismember(&set, SIGINT)
	    || sigismember(&set, SIGTERM) || sigismember(&set, SIGHUP)))
		return err_set(e, ERR_IO, "interrupted");
	return 0;
}

int
kit_check_free(const char *path, struct err *e)
{
	struct stat st;

	if (lstat(path, &st) == 0)
		return err_set(e, ERR_USAGE, "%s: is there already; name a "
		    "folder that is not, or move it away", path);
	return errno == ENOENT ? 0 : err_sys(e, "%s", path);
}

int
kit_open(struct kit *k, const char *path, struct err *e)
{
	*k = (struct kit){ .fd = -1 };
	if (kit_check_free(path, e) < 0)
		return -1;
	file_hold_signals(true);
	k->path = mem_string(path);
	if (file_temporary(&k->tmp, path, true, 0777) < 0) {
		err_sys(e, "%s: cannot make the folder", path);
		free(k->tmp);
		k->tmp = NULL;
		kit_clear(k);
		return -1;
	}
	return 0;
}

/* Make the folders above ${name} that are not there yet. */
static int
make_folders(struct kit *k, const char *name, struct err *e)
{
	for (const char *s = strchr(name, '/'); s != NULL;
	    s = strchr(s + 1, '/')) {
		char *part = mem_text(name, (size_t)(s - name));
		char *path = file_join(k->tmp, part);
		int rc;

		free(part);
		do
			rc = mkdir(path, 0777);
		while (rc < 0 && errno == EINTR);
		if (rc == 0) {
			mem_grow(&k->folder, k->folders, sizeof(*k->folder));
			k->folder[k->folders++] = path;
			continue;
		}
		if (errno != EEXIST) {
			err_sys(e, "%s: cannot make the folder", path);
			free(path);
			return -1;
		}
		free(path);
	}
	return 0;
}

static void
put(struct kit *k, const char *name, const struct sums *sums, bool here)
{
	mem_grow(&k->file, k->n, sizeof(*k->file));
	k->file[k->n++] = (struct kit_file){ mem_string(name), *sums, here };
}

int
kit_begin(struct kit *k, const char *name, struct err *e)
{
	char *path;

	if (!manifest_path_is_plain(span_text(name)))
		return err_set(e, ERR_FORMAT, "%s: a name that not every "
		    "archive takes: only A-Z a-z 0-9 . _ - are", name);
	if (make_folders(k, name, e) < 0 || sums_open(&k->pass, e) < 0)
		return -1;
	path = file_join(k->tmp, name);
	do
		k->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		    0666);
	while (k->fd < 0 && errno == EINTR);
	if (k->fd < 0)
		err_sys(e, "%s: cannot write", path);
	else
		k->name = mem_string(name);
	free(path);
	return k->fd < 0 ? -1 : 0;
}

static int
flush(struct kit *k, struct err *e)
{
	char *path = file_join(k->path, k->name);
	int rc = look_up(e);

	if (rc == 0)
		rc = file_put(k->fd, span_buf(&k->held), path, e);
	k->held.n = 0;
	free(path);
	return rc;
}

int
kit_add(struct kit *k, struct span bytes, struct err *e)
{
	sums_add(&k->pass, bytes);
	buf_span(&k->held, bytes);
	return k->held.n < PIECE ? 0 : flush(k, e);
}

int
kit_end(struct kit *k, struct err *e)
{
	char *path = file_join(k->path, k->name);
	struct sums sums;
	const int rc = file_end(k->fd, flush(k, e), true, path, e);

	free(path);
	k->fd = -1;
	if (rc < 0)
		return -1;
	sums_close(&sums, &k->pass);
	put(k, k->name, &sums, true);
	free(k->name);
	k->name = NULL;
	return 0;
}

int
kit_text(struct kit *k, const char *name, struct span bytes, struct err *e)
{
	if (kit_begin(k, name, e) < 0 || kit_add(k, bytes, e) < 0)
		return -1;
	return kit_end(k, e);
}

static int
open_plain(struct source *from, const char *path, struct err *e)
{
	struct stat st;

	if (lstat(path, &st) == 0 && S_ISLNK(st.st_mode))
		return err_set(e, ERR_FORMAT, "%s: a symbolic link; the file "
		    "itself is wanted", path);
	return stream_read_open(from, path, e);
}

int
kit_copy(struct kit *k, const char *name, const char *from, struct err *e)
{
	struct source s = { 0 };
	struct span got = { NULL, 0 };
	int rc = open_plain(&s, from, e);

	if (rc == 0)
		rc = kit_begin(k, name, e);
	while (rc == 0 && (rc = stream_some(&got, &s, e)) > 0)
		rc = kit_add(k, got, e);
	if (rc == 0)
		rc = kit_end(k, e);
	stream_read_clear(&s);
	return rc;
}

void
kit_speak(struct kit *k, const char *name, const struct sums *sums)
{
	put(k, name, sums, false);
}

static int
by_name(const void *a, const void *b)
{
	const struct kit_file *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void
kit_sort(struct kit *k)
{
	if (k->n > 1)
		qsort(k->file, k->n, sizeof(*k->file), by_name);
}

const struct kit_file *
kit_find(const struct kit *k, const char *name)
{
	for (size_t i = 0; i < k->n; i++)
		if (strcmp(k->file[i].name, name) == 0)
			return &k->file[i];
	return NULL;
}

static int
sync_folder(const char *path, struct err *e)
{
	char *inner = file_join(path, "x");
	const int rc = file_sync_name(inner, e);

	free(inner);
	return rc;
}

int
kit_publish(struct kit *k, struct err *e)
{
	struct stat st;
	int rc = look_up(e);

	for (size_t i = 0; rc == 0 && i < k->folders; i++)
		rc = sync_folder(k->folder[i], e);
	if (rc == 0)
		rc = sync_folder(k->tmp, e);
	if (rc < 0)
		return -1;
	rc = renameat2(AT_FDCWD, k->tmp, AT_FDCWD, k->path, RENAME_NOREPLACE);
	/* A file system that does not know the flag: rename(2) would replace
	 * an empty folder only. */
	if (rc < 0 && (errno == EINVAL || errno == ENOSYS)) {
		if (lstat(k->path, &st) == 0)
			errno = EEXIST;
		else
			rc = rename(k->tmp, k->path);
	}
	if (rc < 0)
		return err_sys(e, "%s: cannot give it its name", k->path);
	free(k->tmp);
	k->tmp = NULL;
	return file_sync_name(k->path, e);
}

/* Remove what was written: just those files and folders. */
static void
remove_all(struct kit *k)
{
	if (k->name != NULL) {
		char *path = file_join(k->tmp, k->name);

		unlink(path);
		free(path);
	}
	for (size_t i = 0; i < k->n; i++) {
		char *path = file_join(k->tmp, k->file[i].name);

		if (k->file[i].here)
			unlink(path);
		free(path);
	}
	for (size_t i = k->folders; i > 0; i--)
		rmdir(k->folder[i - 1]);
	rmdir(k->tmp);
}

void
kit_clear(struct kit *k)
{
	if (k->path == NULL)
		return;
	if (k->fd >= 0)
		close(k->fd);
	if (k->tmp != NULL)
		remove_all(k);
	for (size_t i = 0; i < k->n; i++)
		free(k->file[i].name);
	for (size_t i = 0; i < k->folders; i++)
		free(k->folder[i]);
	free(k->file);
	free(k->folder);
	free(k->name);
	free(k->tmp);
	free(k->path);
	buf_clear(&k->held);
	sums_close(NULL, &k->pass);
	*k = (struct kit){ .fd = -1 };
	file_hold_signals(false);
}
