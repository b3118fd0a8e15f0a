/* SPDX-License-Identifier: MIT */
/* See file.h. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/work.h"

/* Do ${call} again while a signal interrupts it. */
#define AGAIN(rc, call)						\
	do						\
		(rc) = (call);				\
	while ((rc) < 0 && errno == EINTR)

static int
open_again(const char *path, int flags, mode_t mode)
{
	int fd, tries = 0;

	/* ESTALE: on NFS the file was replaced between look-up and open. */
	do
		fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
	while (fd < 0 && (errno == EINTR || (errno == ESTALE && tries++ == 0)));
	return fd;
}

int
file_read_fd(struct buf *out, int fd, const char *path, size_t most,
    struct err *e)
{
	struct stat st;
	size_t got = 0;
	ssize_t n;
	int rc;

	AGAIN(rc, fstat(fd, &st));
	if (rc < 0)
		return err_sys(e, "%s", path);
	if (S_ISDIR(st.st_mode))
		return err_set(e, ERR_IO, "%s: is a folder", path);
	if (!S_ISREG(st.st_mode))
		return err_set(e, ERR_FORMAT, "%s: not a regular file", path);
	if (st.st_size > 0 && (uintmax_t)st.st_size > most)
		return err_set(e, ERR_LIMIT, "%s: larger than %zu bytes", path,
		    most);
	if (st.st_size > (off_t)LIMIT_ALONE_BYTES)
		work_alone();

	/* The size is a hint; a growing file meets the ceiling all the same. */
	for (;;) {
		const size_t hint = (size_t)st.st_size > got
		    ? (size_t)st.st_size - got + 1 : 65536;

		AGAIN(n, read(fd, buf_room(out, hint), hint));
		if (n < 0)
			return err_sys(e, "%s: cannot read", path);
		buf_used(out, (size_t)n);
		if (n == 0)
			return 0;
		got += (size_t)n;
		if (got > most)
			return err_set(e, ERR_LIMIT, "%s: larger than %zu bytes",
			    path, most);
		/* Less than was asked for, and all that was promised: that is
		 * the end, and no call is made only to hear so. */
		if ((size_t)n < hint && got == (size_t)st.st_size)
			return 0;
	}
}

int
file_read(struct buf *out, const char *path, size_t most, struct err *e)
{
	const int fd = open_again(path, O_RDONLY | O_NONBLOCK, 0);
	int rc;

	if (fd < 0) {
		err_sys(e, "%s", path);
		if (errno == ENOENT || errno == ENOTDIR)
			e->kind = ERR_ABSENT;
		return -1;
	}
	rc = file_read_fd(out, fd, path, most, e);
	close(fd);
	return rc;
}

int
file_sync_name(const char *path, struct err *e)
{
	char *dir = file_dir(path);
	const int fd = open_again(dir, O_RDONLY | O_DIRECTORY, 0);
	int rc = -1;

	if (fd >= 0)
		AGAIN(rc, fsync(fd));
	/* A file system without directory sync says EINVAL: nothing to do. */
	if (rc < 0 && errno == EINVAL)
		rc = 0;
	if (rc < 0)
		err_sys(e, "%s: cannot sync the folder", dir);
	if (fd >= 0)
		close(fd);
	free(dir);
	return rc;
}

ssize_t
file_get(int fd, void *at, size_t n)
{
	ssize_t got;

	AGAIN(got, read(fd, at, n));
	return got;
}

int
file_put(int fd, struct span bytes, const char *path, struct err *e)
{
	size_t at = 0;

	while (at < bytes.n) {
		ssize_t n;

		AGAIN(n, write(fd, bytes.at + at, bytes.n - at));
		if (n < 0)
			return err_sys(e, "%s: cannot write", path);
		at += (size_t)n;
	}
	return 0;
}

int
file_end(int fd, int rc, bool sync, const char *path, struct err *e)
{
	if (rc == 0 && sync) {
		AGAIN(rc, fsync(fd));
		if (rc < 0)
			err_sys(e, "%s: cannot write", path);
	}
	/* What was synced is safe, and an interrupted close has closed. */
	if (close(fd) < 0 && errno != EINTR && rc == 0)
		rc = err_sys(e, "%s: cannot write", path);
	return rc;
}

static int
make_folder(const char *path, mode_t mode)
{
	int rc;

	AGAIN(rc, mkdir(path, mode));
	return rc;
}

int
file_temporary(char **tmp, const char *path, bool folder, mode_t mode)
{
	int fd = -1;

	*tmp = NULL;
	for (int i = 0; i < 100 && fd < 0; i++) {
		struct buf name = { 0 };
		uint32_t r = 0;

		if (getrandom(&r, sizeof(r), 0) != (ssize_t)sizeof(r))
			r = (uint32_t)getpid() * 100 + (uint32_t)i;
		buf_add(&name, path, (size_t)(file_base(path) - path));
		/* Not longer than a name may be, whatever NAME is. */
		buf_fmt(&name, ".%.200s.%08x.tmp", file_base(path),
		    (unsigned)r);
		free(*tmp);
		*tmp = buf_steal(&name);
		fd = folder ? make_folder(*tmp, mode) : open_again(*tmp,
		    O_WRONLY | O_CREAT | O_EXCL, mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

void
file_hold_signals(bool hold)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Write and sync the bytes beside ${path}. */
static int
stage(char **out, const char *path, struct span bytes, mode_t mode,
    struct err *e)
{
	char *tmp;
	const int fd = file_temporary(&tmp, path, false, mode);
	int rc;

	if (fd < 0) {
		err_sys(e, "%s: cannot write", path);
		free(tmp);
		return -1;
	}
	rc = file_put(fd, bytes, path, e);
	rc = file_end(fd, rc, true, path, e);
	if (rc < 0)
		file_unstage(tmp);
	else
		*out = tmp;
	return rc;
}

int
file_stage(char **tmp, const char *path, struct span bytes, struct err *e)
{
	return stage(tmp, path, bytes, 0666, e);
}

int
file_publish(char *tmp, const char *path, struct err *e)
{
	int rc;

	AGAIN(rc, rename(tmp, path));
	if (rc < 0) {
		err_sys(e, "%s: cannot replace", path);
		file_unstage(tmp);
		return -1;
	}
	free(tmp);
	return file_sync_name(path, e);
}

void
file_unstage(char *tmp)
{
	unlink(tmp);
	free(tmp);
}

int
file_write(const char *path, struct span bytes, mode_t mode, struct err *e)
{
	char *tmp;
	int rc;

	/* Whoever interrupts waits until the temporary file is gone. */
	file_hold_signals(true);
	rc = stage(&tmp, path, bytes, mode, e);
	if (rc == 0)
		rc = file_publish(tmp, path, e);
	file_hold_signals(false);
	return rc;
}

bool
file_holds(const char *path, struct span bytes)
{
	struct buf old = { 0 };
	struct err unread;
	const bool same = file_read(&old, path, bytes.n, &unread) == 0
	    && span_equal(span_buf(&old), bytes);

	buf_clear(&old);
	return same;
}

int
file_update(const char *path, struct span bytes, struct err *e)
{
	if (file_holds(path, bytes))
		return 0;
	return file_write(path, bytes, 0666, e) < 0 ? -1 : 1;
}

bool
file_scratch(const char *path, struct span bytes, mode_t mode)
{
	char *tmp;
	const int fd = file_temporary(&tmp, path, false, mode);
	struct err unsaid;
	bool good = fd >= 0 && file_put(fd, bytes, path, &unsaid) == 0;

	if (fd >= 0)
		good = file_end(fd, good ? 0 : -1, false, path, &unsaid) == 0;
	good = good && rename(tmp, path) == 0;
	if (fd >= 0 && !good)
		unlink(tmp);
	free(tmp);
	return good;
}

int
file_rename(const char *from, const char *to, struct err *e)
{
	int rc;

	AGAIN(rc, rename(from, to));
	if (rc < 0)
		return err_sys(e, "%s: cannot rename to %s", from, to);
	return file_sync_name(to, e);
}

int
file_remove(const char *path, struct err *e)
{
	int rc;

	AGAIN(rc, unlink(path));
	if (rc < 0 && errno == ENOENT)
		return 0;
	if (rc < 0)
		return err_sys(e, "%s: cannot remove", path);
	return file_sync_name(path, e) < 0 ? -1 : 1;
}

int
file_folder(const char *path, struct err *e)
{
	char *p = mem_string(path);
	int rc = 0;

	for (char *s = p + 1; rc == 0 && p[0] != '\0'; s++) {
		const char c = *s;

		if (c != '/' && c != '\0')
			continue;
		*s = '\0';
		AGAIN(rc, mkdir(p, 0777));
		if (rc < 0 && file_is_folder(p))
			rc = 0;
		else if (rc < 0)
			err_sys(e, "%s: cannot make the folder", p);
		else
			rc = file_sync_name(p, e);
		if (c == '\0')
			break;
		*s = c;
	}
	free(p);
	return rc;
}

static int
by_bytes(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
file_names(struct names *out, const char *path, const char *prefix,
    struct err *e)
{
	const size_t lead = prefix == NULL ? 0 : strlen(prefix);
	struct names names = { 0 };
	const int fd = open_again(path, O_RDONLY | O_DIRECTORY, 0);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (d == NULL) {
		err_sys(e, "%s", path);
		if (errno == ENOENT || errno == ENOTDIR)
			e->kind = ERR_ABSENT;
		if (fd >= 0)
			close(fd);
		return -1;
	}
	for (;;) {
		errno = 0;
		entry = readdir(d);
		if (entry == NULL)
			break;
		if (strcmp(entry->d_name, ".") == 0
		    || strcmp(entry->d_name, "..") == 0
		    || (lead > 0 && strncmp(entry->d_name, prefix, lead) != 0))
			continue;
		mem_grow(&names.at, names.n, sizeof(*names.at));
		names.at[names.n++] = mem_string(entry->d_name);
	}
	if (errno != 0) {
		err_sys(e, "%s: cannot read the folder", path);
		closedir(d);
		file_names_free(&names);
		return -1;
	}
	closedir(d);
	if (names.n > 1)
		qsort(names.at, names.n, sizeof(*names.at), by_bytes);
	*out = names;
	return 0;
}

void
file_names_free(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->at[i]);
	free(names->at);
	*names = (struct names){ 0 };
}

bool
file_is_private(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode)
	    && st.st_uid == geteuid() && (st.st_mode & 022) == 0;
}

bool
file_is_same(const char *a, const char *b)
{
	struct stat x, y;

	return strcmp(a, b) == 0 || (stat(a, &x) == 0 && stat(b, &y) == 0
	    && x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

bool
file_is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool
file_is_link(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool
file_is_regular(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

char *
file_join(const char *dir, const char *name)
{
	struct buf b = { 0 };

	if (name[0] != '/' && dir[0] != '\0' && strcmp(dir, ".") != 0) {
		buf_text(&b, dir);
		if (dir[strlen(dir) - 1] != '/')
			buf_byte(&b, '/');
	}
	buf_text(&b, name);
	return buf_steal(&b);
}

char *
file_dir(const char *path)
{
	const size_t n = (size_t)(file_base(path) - path);

	if (n == 0)
		return mem_string(".");
	return mem_text(path, n > 1 ? n - 1 : 1);
}

bool
file_ends_in(const char *path, const char *tail)
{
	const size_t n = strlen(path), t = strlen(tail);

	return n > t && strcmp(path + n - t, tail) == 0;
}

const char *
file_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}
