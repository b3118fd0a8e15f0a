/* SPDX-License-Identifier: MIT */
/* See below.h. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "keep/below.h"

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOCTTY)
#define FILE_FLAGS (O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY)

static int
open_at(int dir, const char *name, int flags)
{
	int fd;

	do
		fd = openat(dir, name, flags);
	while (fd < 0 && errno == EINTR);
	return fd;
}

int
below_folder(const char *path, struct err *e)
{
	const int fd = open_at(AT_FDCWD, path, FOLDER_FLAGS);

	if (fd < 0) {
		const int why = errno;

		err_sys(e, "%s", path);
		if (why == ENOENT)
			e->kind = ERR_ABSENT;
	}
	return fd;
}

/* Why an open failed. */
static int
refuse(struct span path, int why, struct err *e)
{
	const int n = path.n > 1000 ? 1000 : (int)path.n;
	const char *s = (const char *)path.at;

	if (why == ENOENT || why == ENOTDIR || why == ENAMETOOLONG)
		return err_set(e, ERR_ABSENT, "%.*s: not there", n, s);
	if (why == ELOOP)
		return err_set(e, ERR_TRUST, "%.*s: reached by a symbolic "
		    "link", n, s);
	if (why == ENXIO)
		return err_set(e, ERR_TRUST, "%.*s: not a regular file", n, s);
	errno = why;
	return err_sys(e, "%.*s", n, s);
}

/* Whether ${name} is a link: O_DIRECTORY says ENOTDIR of one, too. */
static bool
is_link(int dir, const char *name)
{
	struct stat st;

	return fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0
	    && S_ISLNK(st.st_mode);
}

int
below_open(uint64_t *bytes, int dir, struct span path, struct err *e)
{
	char name[LIMIT_BAG_PATH + 1];
	char *part = name, *slash;
	struct stat st;
	int at = dir, fd = -1, why = 0;

	if (path.n > LIMIT_BAG_PATH)
		return refuse(path, ENAMETOOLONG, e);
	memcpy(name, path.at, path.n);
	name[path.n] = '\0';
	while ((slash = strchr(part, '/')) != NULL) {
		*slash = '\0';
		fd = open_at(at, part, FOLDER_FLAGS | O_NOFOLLOW);
		why = errno;
		if (fd < 0 && why == ENOTDIR && is_link(at, part))
			why = ELOOP;
		if (at != dir)
			close(at);
		if (fd < 0)
			return refuse(path, why, e);
		at = fd;
		part = slash + 1;
	}
	fd = open_at(at, part, FILE_FLAGS);
	why = errno;
	if (at != dir)
		close(at);
	if (fd < 0)
		return refuse(path, why, e);
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return refuse(path, ENXIO, e);
	}
	if (bytes != NULL)
		*bytes = (uint64_t)st.st_size;
	return fd;
}

struct walk {
	struct buf path;
	below_visitor *each;
	void *ctx;
	unsigned depth;
};

static void
tell(struct walk *w, enum below_kind kind, uint64_t bytes, const char *why)
{
	const struct below_thing thing = { kind, span_buf(&w->path), bytes,
		why };

	w->each(w->ctx, &thing);
}

static void walk_folder(struct walk *w, int fd);

/* One name in the folder ${dir}; the path is that of the name already. */
static void
walk_name(struct walk *w, int dir, const char *name)
{
	struct stat st;
	int fd;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0) {
		tell(w, BELOW_UNREADABLE, 0, strerror(errno));
	} else if (S_ISREG(st.st_mode)) {
		tell(w, BELOW_FILE, (uint64_t)st.st_size, NULL);
	} else if (S_ISLNK(st.st_mode)) {
		tell(w, BELOW_LINK, 0, NULL);
	} else if (!S_ISDIR(st.st_mode)) {
		tell(w, BELOW_SPECIAL, 0, NULL);
	} else if (w->depth >= LIMIT_BAG_DEPTH || w->path.n > LIMIT_BAG_PATH) {
		tell(w, BELOW_DEEP, 0, NULL);
	} else {
		fd = open_at(dir, name, FOLDER_FLAGS | O_NOFOLLOW);
		if (fd < 0)
			tell(w, BELOW_UNREADABLE, 0, strerror(errno));
		else
			walk_folder(w, fd);
	}
}

/* Everything in the folder ${fd}, which is closed. */
static void
walk_folder(struct walk *w, int fd)
{
	const size_t n = w->path.n;
	const struct dirent *entry;
	DIR *d = fdopendir(fd);

	if (d == NULL) {
		tell(w, BELOW_UNREADABLE, 0, strerror(errno));
		close(fd);
		return;
	}
	w->depth++;
	for (;;) {
		errno = 0;
		entry = readdir(d);
		if (entry == NULL)
			break;
		if (strcmp(entry->d_name, ".") == 0
		    || strcmp(entry->d_name, "..") == 0)
			continue;
		if (n > 0)
			buf_byte(&w->path, '/');
		buf_text(&w->path, entry->d_name);
		walk_name(w, dirfd(d), entry->d_name);
		w->path.n = n;
	}
	if (errno != 0)
		tell(w, BELOW_UNREADABLE, 0, strerror(errno));
	w->depth--;
	closedir(d);
}

int
below_walk(int dir, const char *from, below_visitor *each, void *ctx,
    struct err *e)
{
	struct walk w = { .each = each, .ctx = ctx };
	const int fd = open_at(dir, from[0] != '\0' ? from : ".",
	    FOLDER_FLAGS | O_NOFOLLOW);

	if (fd < 0)
		return refuse(span_text(from), errno == ENOTDIR
		    && is_link(dir, from) ? ELOOP : errno, e);
	buf_text(&w.path, from);
	walk_folder(&w, fd);
	buf_clear(&w.path);
	return 0;
}
