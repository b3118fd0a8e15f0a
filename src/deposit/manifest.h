/* SPDX-License-Identifier: MIT */
/*
 * The lines of BagIt's lists (RFC 8493 sections 2.1.3 and 2.2.3) and the paths
 * in them, to read and to print.
 *
 *	manifest	HEX { SP | TAB } PATH
 *	fetch.txt	URL { SP | TAB } LENGTH-OR-DASH { SP | TAB } PATH
 *
 * HEX is of either case; "*" in front of the path, which md5sum(1) writes, and
 * a leading "./" are taken off and remarked.  In a path %0D, %0A and %25 stand
 * for CR, LF and the percent sign, and nothing else stands for anything else.
 * What is printed has lower-case digits, two spaces in a manifest and one in
 * fetch.txt, so that sha256sum -c reads it.
 *
 * A line comes as UTF-8 without its end (deposit/tagfile.h).  A path is relative,
 * in parts between single slashes.  Refused as unsafe, whether or not there is
 * such a file, are an absolute path; a part that is empty, "." or ".."; a
 * leading "~"; a drive letter; a backslash; a NUL; and more than
 * LIMIT_BAG_PATH bytes.
 */
#ifndef PITH_DEPOSIT_MANIFEST_H
#define PITH_DEPOSIT_MANIFEST_H

#include <stdbool.h>

#include "anchor/hash.h"

/* What of a line is not as it should be but is read all the same. */
enum { MANIFEST_DOT = 1, MANIFEST_STAR = 2 };

/* A line of a manifest.  It starts as {0} and may be read into again. */
struct manifest_line {
	uint8_t hash[HASH_MOST];
	size_t bytes;		/* of the hash */
	struct buf path;	/* decoded; owned */
	unsigned odd;
};

/* A line of fetch.txt, likewise. */
struct manifest_fetch {
	struct buf url, path;	/* owned */
	bool has_length;
	uint64_t length;
	unsigned odd;
};

/* ERR_TRUST, and which rule it breaks, unless the decoded ${path} is safe. */
int manifest_path_check(struct span path, struct err *e) MUST_CHECK;

/* Whether every part of ${path} is of A-Z a-z 0-9 . _ - and safe: the paths
 * that we write, which every program reads alike. */
bool manifest_path_is_plain(struct span path);

/* Whether ${path} is below data/. */
bool manifest_path_is_payload(struct span path);

/*
 * Read a line whose hash has ${bytes} bytes (0: any number up to HASH_MOST).
 * ERR_FORMAT for what is no such line, ERR_TRUST for an unsafe path, which is
 * in ${out} then.
 */
int manifest_line_parse(struct manifest_line *out, size_t bytes,
    struct span line, struct err *e) MUST_CHECK;
void manifest_line_print(struct buf *out, const uint8_t *hash, size_t bytes,
    struct span path);
void manifest_line_clear(struct manifest_line *l);

/* The same for fetch.txt. */
int manifest_fetch_parse(struct manifest_fetch *out, struct span line,
    struct err *e) MUST_CHECK;
void manifest_fetch_print(struct buf *out, struct span url, uint64_t length,
    struct span path);
void manifest_fetch_clear(struct manifest_fetch *f);

/* Append the name of the manifest of ${kind}, "manifest-sha256.txt", or of
 * the tag manifest, "tagmanifest-sha256.txt". */
void manifest_name_print(struct buf *out, enum hash_kind kind, bool tag);

/* Whether ${name} is that of a manifest; then ${*algorithm} is the part that
 * says of which hash. */
bool manifest_name_parse(struct span *algorithm, bool *tag,
    struct span name);

#endif
