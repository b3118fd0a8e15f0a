/* SPDX-License-Identifier: MIT */
/* See shard.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "base/mem.h"
#include "bundle/bundle.h"
#include "bundle/gzip.h"
#include "bundle/tar.h"
#include "keep/shard.h"

char *
shard_path(const char *dir, uint64_t k, uint64_t width)
{
	struct buf name = { 0 };
	char *path;

	buf_fmt(&name, "shards/%04" PRIu64, k);
	if (width < ROW_SHARD)
		buf_fmt(&name, ".p/%" PRIu64, width);
	buf_text(&name, ".tar");
	path = file_join(dir, buf_string(&name));
	buf_clear(&name);
	return path;
}

char *
shard_sum_path(const char *shard)
{
	struct buf name = { 0 };

	buf_fmt(&name, "%s.sha256", shard);
	return buf_steal(&name);
}

char *
shard_find(const char *dir, const char *from, uint64_t k, uint64_t width)
{
	static const char *const below[] = { "", "data" };
	char *path = shard_path(dir, k, width), *name = NULL;

	for (size_t i = 0; i < 2 && from != NULL && !file_is_regular(path);
	    i++) {
		char *folder = file_join(from, below[i]);

		free(path);
		path = shard_path(folder, k, width);
		free(folder);
	}
	name = shard_path("", k, width);
	if (from != NULL && !file_is_regular(path)) {
		free(path);
		path = file_join(from, name + strlen("shards/"));
	}
	if (from != NULL && !file_is_regular(path)) {
		free(path);
		path = file_join(from, file_base(name));
	}
	free(name);
	if (file_is_regular(path))
		return path;
	free(path);
	return NULL;
}

static void
print_sum(struct buf *out, const struct digest *d, const char *shard)
{
	char hex[DIGEST_HEX];

	buf_fmt(out, "%s  %s\n", digest_print(hex, d), file_base(shard));
}

static int
by_member(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	const int c = row_compare(x->member, y->member);

	return c != 0 ? c : x->index < y->index ? -1 : x->index > y->index;
}

bool
shard_sort(struct shard_rows *rows)
{
	size_t kept = 0;
	bool agree = true;

	if (rows->n > 1)
		qsort(rows->at, rows->n, sizeof(*rows->at), by_member);
	for (size_t i = 0; i < rows->n; i++) {
		const struct row *r = &rows->at[i];

		if (kept == 0
		    || strcmp(rows->at[kept - 1].member, r->member) != 0)
			rows->at[kept++] = *r;
		else
			agree = agree && digest_equal(&r->stored_digest,
			    &rows->at[kept - 1].stored_digest);
	}
	rows->n = kept;
	return agree;
}

int
shard_open(struct shard *s, const char *dir, uint64_t k, uint64_t width,
    struct shard_rows *rows, struct err *e)
{
	char *path = shard_path(dir, k, ROW_SHARD), *old = NULL;
	int rc;

	*s = (struct shard){ .dir = dir, .k = k, .rows = *rows };
	*rows = (struct shard_rows){ 0 };
	rc = stream_open(&s->out, path, e);
	free(path);
	if (rc == 0 && width > 0) {
		old = shard_path(dir, k, width);
		rc = stream_read_open(&s->old, old, e);
		free(old);
	}
	if (rc < 0)
		shard_clear(s);
	return rc;
}

void
shard_clear(struct shard *s)
{
	stream_clear(&s->out);
	stream_read_clear(&s->old);
	free(s->rows.at);
	*s = (struct shard){ 0 };
}

static int
write_header(struct shard *s, const char *name, uint64_t size, struct err *e)
{
	uint8_t block[TAR_BLOCK];

	if (tar_header(block, name, size, e) < 0)
		return -1;
	return stream_add(&s->out, (struct span){ block, TAR_BLOCK }, e);
}

static const uint8_t zeros[TAR_RECORD + TAR_BLOCK * 2];

static int
write_member(struct shard *s, const char *name, struct span bytes,
    struct err *e)
{
	const char folder[4] = { name[0], name[1], '/', '\0' };

	if (strcmp(folder, s->folder) != 0) {
		if (write_header(s, folder, 0, e) < 0)
			return -1;
		memcpy(s->folder, folder, sizeof(folder));
	}
	if (write_header(s, name, bytes.n, e) < 0
	    || stream_add(&s->out, bytes, e) < 0)
		return -1;
	return stream_add(&s->out, (struct span){ zeros,
	    tar_padding(bytes.n) }, e);
}

/* Take a header and compare it with the only one that may stand there. */
static int
expect_header(struct source *from, const char *name, uint64_t size,
    struct err *e)
{
	uint8_t block[TAR_BLOCK];
	struct span got = { NULL, 0 };
	int rc = tar_header(block, name, size, e);

	if (rc == 0)
		rc = stream_read(&got, from, TAR_BLOCK, e);
	if (rc < 0)
		return -1;
	if (rc == 0 || memcmp(got.at, block, TAR_BLOCK) != 0)
		return err_set(e, ERR_TRUST, "%s: not the header of %s",
		    from->path, name);
	return 0;
}

static int
expect_zeros(struct source *from, size_t n, struct err *e)
{
	struct span got = { NULL, 0 };
	int rc;

	if (n == 0)
		return 0;
	rc = stream_read(&got, from, n, e);
	if (rc < 0)
		return -1;
	if (rc == 0 || memcmp(got.at, zeros, n) != 0)
		return err_set(e, ERR_TRUST, "%s: not zeros where there must "
		    "be", from->path);
	return 0;
}

/* Take the bytes of ${r}, header and all, into ${bytes}; ${folder} is the one
 * before. */
static int
take_member(struct buf *bytes, struct source *from, const struct row *r,
    char folder[4], struct err *e)
{
	const char now[4] = { r->member[0], r->member[1], '/', '\0' };
	struct span got = { NULL, 0 };
	struct digest d;
	int rc = 0;

	if (r->stored_bytes > LIMIT_ARCHIVE_BYTES)
		return err_set(e, ERR_LIMIT, "%s: larger than any bundle",
		    r->member);
	if (strcmp(now, folder) != 0) {
		rc = expect_header(from, now, 0, e);
		memcpy(folder, now, sizeof(now));
	}
	if (rc == 0)
		rc = expect_header(from, r->member, r->stored_bytes, e);
	if (rc == 0 && stream_read(&got, from, r->stored_bytes, e) < 0)
		rc = -1;
	if (rc < 0)
		return -1;
	d = digest_sha256(got);
	if (got.n != r->stored_bytes || !digest_equal(&d, &r->stored_digest))
		return err_set(e, ERR_TRUST, "%s: %s: not the bytes that the "
		    "index says", from->path, r->member);
	bytes->n = 0;
	buf_span(bytes, got);
	return expect_zeros(from, tar_padding(r->stored_bytes), e);
}

/* Copy old members up to, not including, the one named ${until}. */
static int
copy_old(struct shard *s, const char *until, struct err *e)
{
	struct buf bytes = { 0 };
	char folder[4] = "";
	int rc = 0;

	if (s->next > 0)
		memcpy(folder, (char[4]){ s->rows.at[s->next - 1].member[0],
		    s->rows.at[s->next - 1].member[1], '/', '\0' }, 4);
	while (rc == 0 && s->next < s->rows.n) {
		const struct row *r = &s->rows.at[s->next];

		if (until != NULL && row_compare(r->member, until) >= 0)
			break;
		rc = take_member(&bytes, &s->old, r, folder, e);
		if (rc == 0)
			rc = write_member(s, r->member, span_buf(&bytes), e);
		s->next++;
	}
	buf_clear(&bytes);
	return rc;
}

int
shard_add(struct shard *s, struct row *r, struct span bytes, struct err *e)
{
	if (copy_old(s, r->member, e) < 0)
		return -1;
	if (s->next < s->rows.n
	    && strcmp(s->rows.at[s->next].member, r->member) == 0) {
		r->stored_digest = s->rows.at[s->next].stored_digest;
		r->stored_bytes = s->rows.at[s->next].stored_bytes;
		return 0;
	}
	return write_member(s, r->member, bytes, e);
}

int
shard_publish(struct shard *s, uint64_t width, struct err *e)
{
	char *path = shard_path(s->dir, s->k, width), *sum = NULL, *dir;
	struct buf text = { 0 };
	struct digest d;
	int rc = copy_old(s, NULL, e);

	if (rc == 0)
		rc = stream_add(&s->out, (struct span){ zeros,
		    tar_ending(s->out.bytes) }, e);
	if (rc == 0) {
		/* What it will be called was not known when it began. */
		dir = file_dir(path);
		rc = file_folder(dir, e);
		free(dir);
		free(s->out.path);
		s->out.path = mem_string(path);
	}
	if (rc == 0)
		rc = stream_publish(&s->out, &d, false, e);
	if (rc == 0) {
		print_sum(&text, &d, path);
		sum = shard_sum_path(path);
		if (!file_scratch(sum, span_buf(&text), 0666))
			rc = err_sys(e, "%s: cannot write", sum);
	}
	shard_clear(s);
	buf_clear(&text);
	free(sum);
	free(path);
	return rc;
}

/* Whether what is said of the shard ${name} is ${text}. */
static bool
holds_sum(const char *dir, const struct log_tar_read *tar, const char *name,
    struct span text)
{
	char *sum = shard_sum_path(name), *path = file_join(dir, sum);
	struct buf got = { 0 };
	struct err e;
	const bool holds = tar == NULL ? file_holds(path, text)
	    : log_tar_read_file(&got, tar, sum, text.n, &e) == 0
	    && span_equal(span_buf(&got), text);

	buf_clear(&got);
	free(path);
	free(sum);
	return holds;
}

int
shard_check_sum(const struct digest *d, const char *dir,
    const struct log_tar_read *tar, uint64_t k, uint64_t width,
    struct err *e)
{
	char *name = shard_path("", k, width);
	struct buf text = { 0 };
	int rc = 0;

	print_sum(&text, d, name);
	if (!holds_sum(dir, tar, name, span_buf(&text)))
		rc = err_set(e, ERR_TRUST, "%s.sha256: does not hold the "
		    "digest of the shard", name);
	buf_clear(&text);
	free(name);
	return rc;
}

/* The inner tar of a member is the archive that the entry names. */
static int
check_inner(struct buf *tar, const struct row *r, struct span bytes,
    struct err *e)
{
	struct digest d;

	tar->n = 0;
	if (!bundle_identity(&d, tar, bytes))
		return err_set(e, ERR_FORMAT, "%s: no bundle archive",
		    r->member);
	if (!digest_equal(&d, &r->entry.digest)
	    || tar->n != r->entry.bytes)
		return err_set(e, ERR_TRUST, "%s: not the archive that the "
		    "log names", r->member);
	return 0;
}

int
shard_rebuild(struct shard_sums *out, const char *dir, const char *other,
    uint64_t k, uint64_t width, const struct shard_rows *rows, struct err *e)
{
	char *path = shard_find(dir, other, k, width), folder[4] = "";
	struct source from = { 0 };
	struct buf bytes = { 0 }, inner = { 0 };
	struct span more;
	uint64_t total = 0;
	int rc;

	if (path == NULL)
		path = shard_path(dir, k, width);
	rc = stream_read_open(&from, path, e);
	if (rc == 0)
		rc = stream_read_hash(&from, HASH_SHA256, e);
	if (rc == 0 && out->wants_sha512)
		rc = stream_read_hash(&from, HASH_SHA512, e);
	for (size_t i = 0; rc == 0 && i < rows->n; i++) {
		if (memcmp(folder, rows->at[i].member, 2) != 0)
			total += TAR_BLOCK;
		rc = take_member(&bytes, &from, &rows->at[i], folder, e);
		if (rc == 0 && check_inner(&inner, &rows->at[i],
		    span_buf(&bytes), e) < 0)
			rc = err_in(e, "%s", path);
		total += TAR_BLOCK + bytes.n + tar_padding(bytes.n);
	}
	out->bytes = total + tar_ending(total);
	if (rc == 0)
		rc = expect_zeros(&from, tar_ending(total), e);
	if (rc == 0 && stream_read(&more, &from, 1, e) != 0)
		rc = err_set(e, ERR_TRUST, "%s: bytes behind its end", path);
	if (rc == 0)
		stream_read_digest(out->sha256.at, &from);
	if (rc == 0 && out->wants_sha512)
		stream_read_digest(out->sha512, &from);
	stream_read_clear(&from);
	buf_clear(&bytes);
	buf_clear(&inner);
	free(path);
	return rc;
}

int
shard_check(struct shard_sums *out, const char *dir, const char *other,
    const struct log_tar_read *tar, uint64_t k, uint64_t width,
    const struct shard_rows *rows, struct err *e)
{
	if (shard_rebuild(out, dir, other, k, width, rows, e) < 0)
		return -1;
	return shard_check_sum(&out->sha256, dir, tar, k, width, e);
}
