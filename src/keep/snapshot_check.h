/* SPDX-License-Identifier: MIT */
/*
 * Everything that can be checked of a snapshot's folder, by doing it again:
 * the entries are hashed to the roots of every checkpoint, each tile and each
 * line of the index is made anew and compared, each shard is rebuilt byte by
 * byte out of the index, and each archive in it is unpacked and hashed.
 */
#ifndef PITH_KEEP_SNAPSHOT_CHECK_H
#define PITH_KEEP_SNAPSHOT_CHECK_H

#include "bundle/report.h"
#include "keep/log.h"
#include "keep/shard.h"

/* Digests of what was read, for who copies it afterwards: of each shard its
 * lines of the index, and its file. */
struct snapshot_sums {
	struct snapshot_sum {
		struct digest lines;
		struct shard_sums file;
	} *at;
	size_t n;
	bool wants_sha512;	/* said before */
	uint64_t size;		/* the entries that they are of */
};

struct snapshot_check {
	const char *dir;
	const char *from;	/* where shards may be that are not in it, or
				   NULL */
	/* A deposit's log.tar, or NULL: ${dir} has the index and the shards
	 * only.  Where there are ${holes} a shard may be absent. */
	const struct log_tar_read *tar;
	bool holes;
	bool log_alone;		/* the index and the shards are not looked at */
	struct snapshot_sums *sums;	/* starts as {0}, or NULL; complete
					   where all of it holds */
	/* The folder that evidence/ is in; NULL: ${dir}. */
	const char *evidence;
	/* Who signed the note: 1 somebody known, 0 nobody known, -1 a line of
	 * somebody known does not hold; ${why} in words.  Of the newest one
	 * ${cosigned} is the note with what witnesses added; else it is NULL:
	 * what the newest one continues needs no witness. */
	int (*vouch)(void *ctx, const struct log *l,
	    const struct note *cosigned, char why[256]);
	/* One line of what was found. */
	void (*tell)(void *ctx, enum check_result result, const char *what,
	    const char *text);
	void *ctx;
	/* A checkpoint that was seen before, or NULL: it must be continued. */
	const struct checkpoint *since;
};

/* Check it: 0 all of it holds, 1 there are findings; -1 where there is no
 * snapshot to look at. */
int snapshot_check(const struct snapshot_check *with, struct err *e)
    MUST_CHECK;
void snapshot_check_clear_sums(struct snapshot_sums *sums);

#endif
