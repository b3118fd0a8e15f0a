/* SPDX-License-Identifier: MIT */
/*
 * Every ceiling, in one table.  Each is compared with a size from outside
 * before anything is allocated for it.
 */
#ifndef PITH_BASE_LIMITS_H
#define PITH_BASE_LIMITS_H

/* A bundle archive as stored.  The largest one seen has 40 kB. */
#define LIMIT_ARCHIVE_BYTES	(4u << 20)

/* Its inner tar.  Eight times the archive: JSON deflates to a fifth. */
#define LIMIT_TAR_BYTES		(32u << 20)

/* Members of a bundle archive. */
#define LIMIT_MEMBERS		4096u

/* A file name in an archive: what ustar holds without a prefix. */
#define LIMIT_NAME_BYTES	100u

/* Containers within containers; guards the stack of every JSON reader. */
#define LIMIT_JSON_DEPTH	64u

/* Values of one document: jansson takes up to 120 bytes for each. */
#define LIMIT_JSON_VALUES	600000u

/* A JSON file read alone: a bundle.json as served, a citation record. */
#define LIMIT_JSON_BYTES	(32u << 20)

/* What a person types as a number, outer white space included. */
#define LIMIT_SPELLING_BYTES	256u

/* All .aux files of one paper, in bytes, files and levels of \@input. */
#define LIMIT_AUX_BYTES		(64u << 20)
#define LIMIT_AUX_FILES		4096u
#define LIMIT_AUX_DEPTH		64u

/* A remembered verdict: a title, names and a few words. */
#define LIMIT_MEMORY_BYTES	(256u << 10)

/* A key file, its sidecar, a signature file, a password file. */
#define LIMIT_KEY_BYTES		(64u << 10)

/* Keys of one keyring. */
#define LIMIT_KEYS		1024u

#endif
