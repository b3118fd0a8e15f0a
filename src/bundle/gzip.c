/* SPDX-License-Identifier: MIT */
/* See gzip.h. */
#include "config.h"

#include <zlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/work.h"
#include "bundle/gzip.h"

#define WINDOW_GZIP (MAX_WBITS + 16)

static int
check_header(struct span in, struct err *e)
{
	if (in.n < 3 || memcmp(in.at, "\x1f\x8b\x08", 3) != 0)
		return err_set(e, ERR_FORMAT, "not a bundle (gzip expected)");
	if (in.n < 18)
		return err_set(e, ERR_FORMAT, "gzip data cut");
	if (in.at[3] != 0)
		return err_set(e, ERR_FORMAT, "gzip header with a name or "
		    "another optional field; pack it with gzip -n");
	if (memcmp(in.at + 4, "\0\0\0\0", 4) != 0)
		return err_set(e, ERR_FORMAT,
		    "gzip header with a time; pack it with gzip -n");
	/* Level marks of deflate; 3 is Unix, 255 is what Python writes. */
	if ((in.at[8] != 0 && in.at[8] != 2 && in.at[8] != 4)
	    || (in.at[9] != 3 && in.at[9] != 255))
		return err_set(e, ERR_FORMAT, "gzip header damaged");
	return 0;
}

/* How much to make room for first: what the trailer claims, if that is
 * within the limit and not more than deflate can reach.  It is more than
 * nothing, and one byte over the claim shows a claim that is too low. */
static size_t
first_room(struct span in, size_t most)
{
	const uint8_t *t = in.at + in.n - 4;
	const size_t claim = (size_t)t[0] | (size_t)t[1] << 8
	    | (size_t)t[2] << 16 | (size_t)t[3] << 24;

	return claim <= most && claim / 1040 <= in.n ? claim + 1 : 65536;
}

static int
inflate_all(struct buf *out, z_stream *z, size_t room, size_t most,
    struct err *e)
{
	const size_t start = out->n;
	int rc = Z_OK;

	while (rc != Z_STREAM_END) {
		uInt before;

		if (out->n - start + room > LIMIT_ALONE_BYTES)
			work_alone();
		z->next_out = buf_room(out, room);
		z->avail_out = before = (uInt)room;
		/* All at once where there is room: then zlib keeps no window
		 * of its own.  Without room it goes on in the next round. */
		rc = inflate(z, Z_FINISH);
		buf_used(out, before - z->avail_out);
		if (out->n - start > most)
			return err_set(e, ERR_LIMIT,
			    "larger than %zu MiB unpacked", most >> 20);
		if ((rc == Z_BUF_ERROR || rc == Z_OK) && z->avail_out > 0)
			return err_set(e, ERR_FORMAT, "gzip data cut");
		if (rc != Z_BUF_ERROR && rc != Z_OK && rc != Z_STREAM_END)
			return err_set(e, ERR_FORMAT, "gzip data damaged: %s",
			    z->msg != NULL ? z->msg : "unknown error");
		room = 65536;
	}
	if (z->avail_in >= 2 && memcmp(z->next_in, "\x1f\x8b", 2) == 0)
		return err_set(e, ERR_FORMAT, "more than one gzip member");
	if (z->avail_in > 0)
		return err_set(e, ERR_FORMAT, "bytes after the gzip data");
	return 0;
}

int
gzip_read(struct buf *out, struct span in, size_t most, struct err *e)
{
	z_stream z = { 0 };
	int rc;

	if (check_header(in, e) < 0)
		return -1;
	if (inflateInit2(&z, WINDOW_GZIP) != Z_OK)
		return err_set(e, ERR_IO, "zlib: cannot start");
	z.next_in = (Bytef *)(uintptr_t)in.at;
	z.avail_in = (uInt)in.n;
	rc = inflate_all(out, &z, first_room(in, most), most, e);
	inflateEnd(&z);
	return rc;
}

void
gzip_write(struct buf *out, struct span in)
{
	z_stream z = { 0 };
	size_t room;

	/* With enough room one call does it all; it fails only for want of
	 * memory or by our own mistake. */
	if (deflateInit2(&z, 9, Z_DEFLATED, WINDOW_GZIP, 9,
	    Z_DEFAULT_STRATEGY) != Z_OK)
		mem_exhausted();
	room = deflateBound(&z, (uLong)in.n);
	z.next_in = (Bytef *)(uintptr_t)in.at;
	z.avail_in = (uInt)in.n;
	z.next_out = buf_room(out, room);
	z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		mem_exhausted();
	buf_used(out, room - z.avail_out);
	deflateEnd(&z);
}
