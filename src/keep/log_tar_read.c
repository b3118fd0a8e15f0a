/* SPDX-License-Identifier: MIT */
/* See log_tar_read.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/mem.h"
#include "bundle/tar.h"
#include "keep/log_tar_read.h"
#include "keep/row.h"
#include "keep/stream.h"

/* Where a header has its size: eleven octal digits. */
#define SIZE_AT 124
#define SIZE_DIGITS 11

struct scan {
	struct log_tar_read *t;
	struct source from;
	uint64_t at;		/* bytes read */
	char last[LIMIT_NAME_BYTES + 1];	/* the member before */
};

/* Take ${n} bytes that are zero. */
static int
skip_zeros(struct scan *s, uint64_t n, struct err *e)
{
	struct span got = { NULL, 0 };

	if (n == 0)
		return 0;
	if (stream_read(&got, &s->from, (size_t)n, e) < 0)
		return -1;
	s->at += n;
	for (size_t i = 0; i < got.n; i++)
		if (got.at[i] != 0)
			return err_set(e, ERR_FORMAT, "%s: not zeros where "
			    "there must be", s->t->path);
	return got.n > 0 ? 0 : err_set(e, ERR_FORMAT, "%s: cut", s->t->path);
}

/* Pass over the ${n} bytes of a member, and its padding. */
static int
skip_member(struct scan *s, uint64_t n, struct err *e)
{
	struct span got = { NULL, 0 };

	while (n > 0) {
		const size_t some = n > TAR_RECORD ? TAR_RECORD : (size_t)n;

		if (stream_read(&got, &s->from, some, e) < 1)
			return err_set(e, ERR_FORMAT, "%s: cut", s->t->path);
		n -= some;
		s->at += some;
	}
	return skip_zeros(s, tar_padding(s->at), e);
}

/* The size in a header, if it is a number. */
static int
parse_size(uint64_t *out, const uint8_t *block)
{
	uint64_t n = 0;

	for (size_t i = 0; i < SIZE_DIGITS; i++) {
		const uint8_t c = block[SIZE_AT + i];

		if (c < '0' || c > '7')
			return -1;
		n = n * 8 + (c - '0');
	}
	*out = n;
	return 0;
}

static int
put(struct scan *s, const char *name, uint64_t bytes, struct err *e)
{
	struct log_tar_read *t = s->t;

	if (t->n == LIMIT_LOG_MEMBERS)
		return err_set(e, ERR_LIMIT, "%s: more than %u members",
		    t->path, LIMIT_LOG_MEMBERS);
	if (bytes > UINT32_MAX)
		return err_set(e, ERR_LIMIT, "%s: %s is larger than any file "
		    "of a log", t->path, name);
	mem_grow(&t->at, t->n, sizeof(*t->at));
	t->at[t->n++] = (struct log_tar_member){ s->at,
		(uint32_t)t->names.n, (uint32_t)bytes };
	buf_text(&t->names, name);
	buf_byte(&t->names, '\0');
	return 0;
}

/* A header: 1 and the member is passed over, 0 it is the end's first block. */
static int
take_member(struct scan *s, struct err *e)
{
	uint8_t want[TAR_BLOCK], block[TAR_BLOCK];
	struct span got = { NULL, 0 };
	char name[LIMIT_NAME_BYTES + 1] = "";
	uint64_t bytes = 0;
	size_t n;

	if (stream_read(&got, &s->from, TAR_BLOCK, e) < 1)
		return err_set(e, ERR_FORMAT, "%s: cut", s->t->path);
	memcpy(block, got.at, TAR_BLOCK);
	s->at += TAR_BLOCK;
	if (block[0] == 0) {
		memset(want, 0, sizeof(want));
		return memcmp(block, want, TAR_BLOCK) == 0 ? 0
		    : err_set(e, ERR_FORMAT, "%s: a header without a name",
		    s->t->path);
	}
	memcpy(name, block, LIMIT_NAME_BYTES);
	n = strlen(name);
	if (parse_size(&bytes, block) < 0 || tar_header(want, name, bytes, e)
	    < 0 || memcmp(want, block, TAR_BLOCK) != 0)
		return err_set(e, ERR_FORMAT, "%s: not the header of %s",
		    s->t->path, name);
	if (row_compare(s->last, name) >= 0)
		return err_set(e, ERR_FORMAT, "%s: %s is not behind %s",
		    s->t->path, name, s->last);
	memcpy(s->last, name, sizeof(name));
	if (name[n - 1] == '/')
		return bytes == 0 ? 1 : err_set(e, ERR_FORMAT, "%s: a folder "
		    "with bytes", s->t->path);
	if (put(s, name, bytes, e) < 0 || skip_member(s, bytes, e) < 0)
		return -1;
	return 1;
}

static int
scan(struct scan *s, struct err *e)
{
	struct span more;
	uint64_t end;
	int rc;

	do
		rc = take_member(s, e);
	while (rc > 0);
	if (rc < 0)
		return -1;
	/* One block of the end was taken. */
	end = tar_ending(s->at - TAR_BLOCK);
	rc = skip_zeros(s, end - TAR_BLOCK, e);
	if (rc == 0 && stream_read(&more, &s->from, 1, e) != 0)
		rc = err_set(e, ERR_FORMAT, "%s: bytes behind its end",
		    s->t->path);
	return rc;
}

int
log_tar_read_open(struct log_tar_read *t, const char *path, struct err *e)
{
	struct scan s = { .t = t };
	int rc;

	*t = (struct log_tar_read){ .path = mem_string(path), .fd = -1 };
	rc = stream_read_open(&s.from, path, e);
	if (rc == 0)
		rc = scan(&s, e);
	if (rc == 0) {
		/* The same file, for looking here and there. */
		t->fd = fcntl(s.from.fd, F_DUPFD_CLOEXEC, 0);
		if (t->fd < 0)
			rc = err_sys(e, "%s", path);
	}
	stream_read_clear(&s.from);
	if (rc < 0)
		log_tar_read_close(t);
	return rc;
}

void
log_tar_read_close(struct log_tar_read *t)
{
	if (t->path != NULL && t->fd >= 0)
		close(t->fd);
	free(t->path);
	free(t->at);
	buf_clear(&t->names);
	*t = (struct log_tar_read){ .fd = -1 };
}

const char *
log_tar_read_name(const struct log_tar_read *t, size_t i)
{
	return (const char *)t->names.at + t->at[i].name;
}

static const struct log_tar_member *
find(const struct log_tar_read *t, const char *name)
{
	size_t low = 0, high = t->n;

	while (low < high) {
		const size_t mid = (low + high) / 2;
		const int c = row_compare(log_tar_read_name(t, mid), name);

		if (c == 0)
			return &t->at[mid];
		if (c < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

int
log_tar_read_file(struct buf *out, const struct log_tar_read *t,
    const char *name, size_t most, struct err *e)
{
	const struct log_tar_member *m = find(t, name);
	size_t done = 0;

	if (m == NULL)
		return err_set(e, ERR_ABSENT, "%s: no %s in it", t->path,
		    name);
	if (m->bytes > most)
		return err_set(e, ERR_LIMIT, "%s: %s: larger than %zu bytes",
		    t->path, name, most);
	while (done < m->bytes) {
		const ssize_t n = pread(t->fd, buf_room(out, m->bytes - done),
		    m->bytes - done, (off_t)(m->at + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_sys(e, "%s: cannot read", t->path);
		if (n == 0)
			return err_set(e, ERR_IO, "%s: changed while it was "
			    "read", t->path);
		buf_used(out, (size_t)n);
		done += (size_t)n;
	}
	return 0;
}
