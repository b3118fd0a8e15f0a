/* SPDX-License-Identifier: MIT */
/* See tar.h. */
#include "config.h"

#include <stdio.h>

#include "base/limits.h"
#include "bundle/tar.h"

#define MTIME 315532800u	/* 1980-01-01, the first day of every format */

/* Where the fields of a header stand. */
enum {
	AT_NAME = 0, AT_MODE = 100, AT_UID = 108, AT_GID = 116, AT_SIZE = 124,
	AT_MTIME = 136, AT_SUM = 148, AT_TYPE = 156, AT_MAGIC = 257,
	AT_DEVMAJOR = 329, AT_DEVMINOR = 337
};

static bool
is_name(const char *name, size_t n)
{
	static const char set[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "abcdefghijklmnopqrstuvwxyz0123456789._+,=-/";

	return n > 0 && n <= LIMIT_NAME_BYTES && name[0] != '/'
	    && strspn(name, set) == n;
}

/* An octal number that fills its field up to a NUL. */
static void
put_octal(uint8_t *at, int digits, uint64_t value)
{
	char text[16];

	snprintf(text, sizeof(text), "%0*llo", digits,
	    (unsigned long long)value);
	memcpy(at, text, (size_t)digits + 1);
}

int
tar_header(uint8_t block[TAR_BLOCK], const char *name, uint64_t size,
    struct err *e)
{
	const size_t n = strlen(name);
	const bool folder = n > 0 && name[n - 1] == '/';
	unsigned sum = 0;

	if (!is_name(name, n))
		return err_set(e, ERR_FORMAT,
		    "\"%s\": not a name for an archive", name);
	if (size > TAR_SIZE_MOST)
		return err_set(e, ERR_LIMIT, "%s: larger than %llu bytes",
		    name, (unsigned long long)TAR_SIZE_MOST);
	memset(block, 0, TAR_BLOCK);
	memcpy(block + AT_NAME, name, n);
	put_octal(block + AT_MODE, 7, folder ? 0755 : 0644);
	put_octal(block + AT_UID, 7, 0);
	put_octal(block + AT_GID, 7, 0);
	put_octal(block + AT_SIZE, 11, size);
	put_octal(block + AT_MTIME, 11, MTIME);
	memcpy(block + AT_MAGIC, "ustar\0" "00", 8);
	put_octal(block + AT_DEVMAJOR, 7, 0);
	put_octal(block + AT_DEVMINOR, 7, 0);
	block[AT_TYPE] = folder ? '5' : '0';
	/* The sum counts its own field as spaces and ends in NUL, space. */
	memset(block + AT_SUM, ' ', 8);
	for (size_t i = 0; i < TAR_BLOCK; i++)
		sum += block[i];
	put_octal(block + AT_SUM, 6, sum);
	return 0;
}

size_t
tar_padding(uint64_t size)
{
	return (size_t)((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
}

size_t
tar_ending(uint64_t bytes)
{
	const uint64_t least = bytes + 2 * TAR_BLOCK;

	return (size_t)(2 * TAR_BLOCK
	    + (TAR_RECORD - least % TAR_RECORD) % TAR_RECORD);
}

int
tar_add(struct buf *out, const char *name, struct span data, struct err *e)
{
	uint8_t block[TAR_BLOCK];

	if (tar_header(block, name, data.n, e) < 0)
		return -1;
	buf_add(out, block, sizeof(block));
	buf_span(out, data);
	buf_zeros(out, tar_padding(data.n));
	return 0;
}

void
tar_end(struct buf *out)
{
	buf_zeros(out, tar_ending(out->n));
}
