/* SPDX-License-Identifier: MIT */
/*
 * A folder of files that appears under its name only when it is whole, and
 * knows the digests of everything in it.
 *
 * It grows beside its name as ".NAME.XXXXXXXX.tmp".  Each file is written in
 * pieces, hashed on the way (deposit/sums.h) and synced; kit_publish() syncs the
 * folders and renames.  Nothing that exists is ever replaced.  When anything
 * fails, kit_clear() removes what was written; SIGINT, SIGTERM and SIGHUP are
 * held back from kit_open() to kit_clear() and end the work at the next
 * piece.  After SIGKILL or a power cut the temporary folder may stay, which
 * nothing reads.
 *
 * Names are plain (manifest_path_is_plain() in deposit/manifest.h): what every
 * archive, shell and BagIt tool takes as it is.
 *
 * Files are copied, never linked: whatever becomes of a kit, the snapshot
 * that it was made from keeps its own bytes.
 */
#ifndef PITH_DEPOSIT_KIT_H
#define PITH_DEPOSIT_KIT_H

#include "deposit/sums.h"

struct kit_file {
	char *name;
	struct sums sums;
	bool here;		/* in the folder; else only spoken of */
};

/* It starts as {0}. */
struct kit {
	char *path, *tmp;	/* its name, and the one it has so far */
	struct kit_file *file;	/* sorted by kit_sort() */
	size_t n;
	char **folder;		/* those that were made below it */
	size_t folders;
	/* The file that is being written. */
	char *name;
	int fd;
	struct buf held;
	struct sums_pass pass;
};

/* Begin a kit: ERR_USAGE where ${path} exists.  kit_check_free() asks that
 * alone, for who has long work to do before. */
int kit_check_free(const char *path, struct err *e) MUST_CHECK;
int kit_open(struct kit *k, const char *path, struct err *e) MUST_CHECK;

/* Write a file in pieces. */
int kit_begin(struct kit *k, const char *name, struct err *e) MUST_CHECK;
int kit_add(struct kit *k, struct span bytes, struct err *e) MUST_CHECK;
int kit_end(struct kit *k, struct err *e) MUST_CHECK;

/* The same in one: the bytes; those of the regular file ${from}, which is no
 * link. */
int kit_text(struct kit *k, const char *name, struct span bytes,
    struct err *e) MUST_CHECK;
int kit_copy(struct kit *k, const char *name, const char *from,
    struct err *e) MUST_CHECK;

/* Speak of a file that is not in the folder; of its sums those count that
 * manifests have. */
void kit_speak(struct kit *k, const char *name, const struct sums *sums);

/* Put the files in byte order of names; find one, or NULL. */
void kit_sort(struct kit *k);
const struct kit_file *kit_find(const struct kit *k, const char *name);

/* Give it its name. */
int kit_publish(struct kit *k, struct err *e) MUST_CHECK;
void kit_clear(struct kit *k);

#endif
