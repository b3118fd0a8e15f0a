/* SPDX-License-Identifier: MIT */
/* See stream.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "keep/stream.h"

#define PIECE (256u << 10)

int
stream_open(struct stream *s, const char *path, struct err *e)
{
	char *dir = file_dir(path);
	int rc = file_folder(dir, e);

	free(dir);
	if (rc < 0)
		return -1;
	*s = (struct stream){ .path = mem_string(path), .fd = -1 };
	s->fd = file_temporary(&s->tmp, path, false, 0666);
	if (s->fd < 0) {
		err_sys(e, "%s: cannot write", path);
		free(s->tmp);
		s->tmp = NULL;
	} else if (hash_open(&s->hash, HASH_SHA256, e) == 0) {
		return 0;
	}
	stream_clear(s);
	return -1;
}

static int
flush(struct stream *s, struct err *e)
{
	if (file_put(s->fd, span_buf(&s->held), s->path, e) < 0)
		return -1;
	s->held.n = 0;
	return 0;
}

int
stream_add(struct stream *s, struct span bytes, struct err *e)
{
	hash_add(s->hash, bytes);
	buf_span(&s->held, bytes);
	s->bytes += bytes.n;
	return s->held.n < PIECE ? 0 : flush(s, e);
}

int
stream_publish(struct stream *s, struct digest *digest, bool sync,
    struct err *e)
{
	struct digest d;
	int rc = flush(s, e);

	hash_close(d.at, s->hash);
	s->hash = NULL;
	rc = file_end(s->fd, rc, sync, s->path, e);
	s->fd = -1;
	if (rc == 0 && rename(s->tmp, s->path) < 0)
		rc = err_sys(e, "%s: cannot replace", s->path);
	if (rc == 0) {
		free(s->tmp);
		s->tmp = NULL;
	}
	if (rc == 0 && sync)
		rc = file_sync_name(s->path, e);
	if (rc == 0 && digest != NULL)
		*digest = d;
	stream_clear(s);
	return rc;
}

void
stream_clear(struct stream *s)
{
	if (s->path == NULL)
		return;
	if (s->fd >= 0)
		close(s->fd);
	if (s->tmp != NULL)
		unlink(s->tmp);
	hash_close(NULL, s->hash);
	buf_clear(&s->held);
	free(s->tmp);
	free(s->path);
	*s = (struct stream){ 0 };
}

int
stream_settle(const char *dir, struct err *e)
{
	const int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int rc = fd;

	/* Some thousand small files in one go; fsync(2) for each of them
	 * would wait for as many turns of the disk. */
	if (fd >= 0) {
		rc = syncfs(fd);
		if (rc == 0)
			rc = fsync(fd);
	}
	if (rc < 0)
		err_sys(e, "%s: cannot sync", dir);
	if (fd >= 0)
		close(fd);
	return rc < 0 ? -1 : 0;
}

int
stream_read_open(struct source *s, const char *path, struct err *e)
{
	int fd;

	do
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	while (fd < 0 && errno == EINTR);
	if (fd < 0) {
		const int why = errno;

		err_sys(e, "%s", path);
		if (why == ENOENT || why == ENOTDIR)
			e->kind = ERR_ABSENT;
		return -1;
	}
	return stream_read_open_fd(s, fd, path, e);
}

int
stream_read_open_fd(struct source *s, int fd, const char *path,
    struct err *e)
{
	struct stat st;

	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		close(fd);
		return err_set(e, ERR_FORMAT, "%s: not a regular file", path);
	}
	*s = (struct source){ .path = mem_string(path), .fd = fd };
	return 0;
}

int
stream_read_hash(struct source *s, enum hash_kind kind, struct err *e)
{
	const size_t i = s->hash[0] != NULL;

	return hash_open(&s->hash[i], kind, e) < 0 ? err_in(e, "%s", s->path)
	    : 0;
}

void
stream_read_digest(uint8_t *out, struct source *s)
{
	hash_close(out, s->hash[0]);
	s->hash[0] = s->hash[1];
	s->hash[1] = NULL;
}

/* Read on until ${n} bytes are held, or the file ends. */
static int
fill(struct source *s, size_t n, struct err *e)
{
	if (s->held.n - s->at >= n)
		return 0;
	if (s->at > 0) {
		memmove(s->held.at, s->held.at + s->at, s->held.n - s->at);
		s->held.n -= s->at;
		s->at = 0;
	}
	while (s->held.n < n && !s->ended) {
		const size_t room = n > PIECE ? n : PIECE;
		const ssize_t got = file_get(s->fd,
		    buf_room(&s->held, room), room);

		if (got < 0)
			return err_sys(e, "%s: cannot read", s->path);
		s->ended = got == 0;
		for (size_t i = 0; i < 2 && s->hash[i] != NULL; i++)
			hash_add(s->hash[i], (struct span){ s->held.at
			    + s->held.n, (size_t)got });
		buf_used(&s->held, (size_t)got);
	}
	return 0;
}

int
stream_read(struct span *out, struct source *s, size_t n, struct err *e)
{
	if (fill(s, n, e) < 0)
		return -1;
	if (s->held.n - s->at < n) {
		if (s->held.n == s->at)
			return 0;
		return err_set(e, ERR_FORMAT, "%s: cut", s->path);
	}
	*out = (struct span){ s->held.at + s->at, n };
	s->at += n;
	return 1;
}

int
stream_some(struct span *out, struct source *s, struct err *e)
{
	if (fill(s, 1, e) < 0)
		return -1;
	*out = (struct span){ s->held.at + s->at, s->held.n - s->at };
	s->at = s->held.n;
	return out->n > 0;
}

int
stream_line(struct span *out, struct source *s, size_t most, struct err *e)
{
	const uint8_t *end = NULL;
	size_t n = s->held.n - s->at;

	if (n > 0)
		end = memchr(s->held.at + s->at, '\n', n);
	if (end == NULL) {
		if (fill(s, most + 1, e) < 0)
			return -1;
		n = s->held.n - s->at;
		if (n == 0)
			return 0;
		end = memchr(s->held.at + s->at, '\n',
		    n > most + 1 ? most + 1 : n);
	}
	if (end == NULL || (size_t)(end - s->held.at) - s->at > most)
		return err_set(e, ERR_FORMAT, "%s: %s", s->path,
		    end == NULL && s->ended ? "its last line is cut"
		    : "a line that is too long");
	*out = (struct span){ s->held.at + s->at,
		(size_t)(end - s->held.at) - s->at };
	s->at += out->n + 1;
	return 1;
}

void
stream_read_clear(struct source *s)
{
	if (s->path == NULL)
		return;
	close(s->fd);
	hash_close(NULL, s->hash[0]);
	hash_close(NULL, s->hash[1]);
	buf_clear(&s->held);
	free(s->path);
	*s = (struct source){ 0 };
}

int
stream_hash(uint8_t *out, enum hash_kind kind, const char *path,
    struct err *e)
{
	struct source from = { 0 };
	struct span got = { NULL, 0 };
	int rc = stream_read_open(&from, path, e);

	if (rc == 0)
		rc = stream_read_hash(&from, kind, e);
	while (rc == 0 && (rc = stream_some(&got, &from, e)) > 0)
		rc = 0;
	if (rc == 0)
		stream_read_digest(out, &from);
	stream_read_clear(&from);
	return rc;
}
