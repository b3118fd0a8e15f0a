/* SPDX-License-Identifier: MIT */
/*
 * Shards: the bytes behind the entries of a log, 65,536 entries to a plain
 * tar archive.
 *
 *	shards/0000.tar		the entries 0 to 65,535; never changes
 *	shards/0001.p/4464.tar	the first 4,464 entries behind those
 *	...tar.sha256		its digest, as sha256sum -c reads it
 *
 * As with tiles, a shard that is not full has how many entries it is of in
 * its name; so no file ever changes, and the checkpoint alone says which
 * ones count.
 *
 * Members are those of row.h, each once, in the order of row_compare(), each
 * folder before what is in it.  The archive is written through bundle/tar.h,
 * so it is what GNU tar makes of the extracted files:
 *
 *	LC_ALL=C tar --sort=name --hard-dereference --format=ustar --owner=0
 *	    --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime=@315532800
 *	    -b20 -cf - *
 */
#ifndef PITH_KEEP_SHARD_H
#define PITH_KEEP_SHARD_H

#include "keep/log_tar_read.h"
#include "keep/row.h"
#include "keep/stream.h"

/* The path of shard ${k} of ${width} entries below ${dir}; of its digest.  The
 * caller frees them. */
char *shard_path(const char *dir, uint64_t k, uint64_t width);
char *shard_sum_path(const char *shard);

/* What a shard holds: rows with bytes, in the order of members. */
struct shard_rows {
	struct row *at;
	size_t n;
};

/* Put the rows in order and drop all but the first of each member; whether
 * those that are dropped name the same bytes. */
bool shard_sort(struct shard_rows *rows);

/*
 * A shard that is being written, out of the one with fewer entries, if there
 * is one, and new members in the order of row_compare().
 */
struct shard {
	const char *dir;	/* borrowed */
	uint64_t k;
	struct stream out;
	char folder[4];		/* the last one that was written */
	struct source old;
	struct shard_rows rows;	/* of the old one; owned */
	size_t next;		/* the first that is not copied */
};

/* Begin shard ${k}; it takes over ${rows}, those of the ${width} entries that
 * it has so far. */
int shard_open(struct shard *s, const char *dir, uint64_t k, uint64_t width,
    struct shard_rows *rows, struct err *e) MUST_CHECK;

/* Add the bytes of ${r}.  Where the shard has such a member already, ${r} is
 * told what is stored there, and nothing is added. */
int shard_add(struct shard *s, struct row *r, struct span bytes,
    struct err *e) MUST_CHECK;

/* Copy what is left, end it, and give it the name of ${width} entries. */
int shard_publish(struct shard *s, uint64_t width, struct err *e) MUST_CHECK;
void shard_clear(struct shard *s);

/*
 * Where the shard is: below ${dir}, else below ${from}, another folder, in the
 * same place, with shards/ left out, by the last part of its name alone, or in
 * data/ of a bag.  NULL where it is nowhere; the caller frees it.
 */
char *shard_find(const char *dir, const char *from, uint64_t k,
    uint64_t width);

/* What the file of a shard comes to. */
struct shard_sums {
	struct digest sha256;
	bool wants_sha512;	/* said before */
	uint8_t sha512[64];
	uint64_t bytes;
};

/*
 * Check the shard ${k} of ${width} entries, which may lie in ${other} (NULL:
 * nowhere else): that it is, byte for byte, the archive of ${rows}, each with
 * the stored digest and, unpacked, with the inner one.  ERR_TRUST or
 * ERR_FORMAT, with the member; ERR_ABSENT where there is no such shard.
 */
int shard_rebuild(struct shard_sums *out, const char *dir, const char *other,
    uint64_t k, uint64_t width, const struct shard_rows *rows, struct err *e)
    MUST_CHECK;

/* Whether the digest of a shard is the one that ${dir} or, where that is not
 * NULL, the log.tar ${tar} has of it: ERR_TRUST. */
int shard_check_sum(const struct digest *d, const char *dir,
    const struct log_tar_read *tar, uint64_t k, uint64_t width,
    struct err *e) MUST_CHECK;

/* Both. */
int shard_check(struct shard_sums *out, const char *dir, const char *other,
    const struct log_tar_read *tar, uint64_t k, uint64_t width,
    const struct shard_rows *rows, struct err *e) MUST_CHECK;

#endif
