/* SPDX-License-Identifier: MIT */
/*
 * The log of a snapshot read out of a deposit's log.tar (keep/log_tar.h),
 * where it lies: nothing is unpacked.
 *
 * The archive must be the one that bundle/tar.h writes of its members: each
 * header byte for byte the only one that may stand there, members in the order
 * of row_compare() and each once, zeros where there are zeros, nothing behind
 * the end.  Of each member 16 bytes and its name are held; LIMIT_LOG_MEMBERS.
 */
#ifndef PITH_KEEP_LOG_TAR_READ_H
#define PITH_KEEP_LOG_TAR_READ_H

#include "anchor/tile.h"

struct log_tar_member {
	uint64_t at;		/* where its bytes begin */
	uint32_t name, bytes;	/* where its name does, and how many there are */
};

/* It starts as {0}. */
struct log_tar_read {
	char *path;
	int fd;
	struct log_tar_member *at;
	size_t n;
	struct buf names;	/* each with its NUL */
};

/* Open it and look at all of its headers.  ERR_ABSENT, ERR_FORMAT, ERR_LIMIT,
 * ERR_IO. */
int log_tar_read_open(struct log_tar_read *t, const char *path,
    struct err *e) MUST_CHECK;
void log_tar_read_close(struct log_tar_read *t);

/* Append the member ${name}, which has at most ${most} bytes: ERR_ABSENT where
 * there is none. */
int log_tar_read_file(struct buf *out, const struct log_tar_read *t,
    const char *name, size_t most, struct err *e) MUST_CHECK;

/* The name of member ${i}, a file's; borrowed. */
const char *log_tar_read_name(const struct log_tar_read *t, size_t i);

#endif
