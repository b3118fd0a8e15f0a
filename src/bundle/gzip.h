/* SPDX-License-Identifier: MIT */
/*
 * One gzip member (RFC 1952), over zlib's deflate.
 *
 * Reading is strict: one member, no optional field, no time, nothing behind
 * it; CRC and length are checked by zlib.  The framing is by hand, because the
 * usual readers go on into further members and past what they do not know.
 * Writing gives a header without name and time.  The deflate bytes depend on
 * the build of zlib, so nothing identifies an archive by them.
 */
#ifndef PITH_BUNDLE_GZIP_H
#define PITH_BUNDLE_GZIP_H

#include "base/buf.h"

/* Append at most ${most} bytes that ${in} holds; more than LIMIT_ALONE_BYTES
 * when it is their turn (work_alone).  ERR_LIMIT over ${most}, else
 * ERR_FORMAT. */
int gzip_read(struct buf *out, struct span in, size_t most, struct err *e)
    MUST_CHECK;

/* Append ${in} as one member, packed as well as zlib can. */
void gzip_write(struct buf *out, struct span in);

#endif
