/* SPDX-License-Identifier: MIT */
/*
 * Every ceiling, in one table.  Each is compared with a size from outside
 * before anything is allocated for it.
 */
#ifndef PITH_BASE_LIMITS_H
#define PITH_BASE_LIMITS_H

/* A bundle archive as stored.  The largest one seen has 40 kB. */
#define LIMIT_ARCHIVE_BYTES	(4u << 20)

/* What is larger is read by one thread at a time (work_alone): its JSON may
 * take thirty times as much memory. */
#define LIMIT_ALONE_BYTES	(512u << 10)

/* Its inner tar.  Eight times the archive: JSON deflates to a fifth. */
#define LIMIT_TAR_BYTES		(32u << 20)

/* Members of a bundle archive. */
#define LIMIT_MEMBERS		4096u

/* A file name in an archive: what ustar holds without a prefix. */
#define LIMIT_NAME_BYTES	100u

/* Containers within containers; guards the stack of every JSON reader. */
#define LIMIT_JSON_DEPTH	64u

/* Values of one document, or of all members of one bundle: jansson takes up
 * to 300 bytes for each. */
#define LIMIT_JSON_VALUES	600000u

/* A JSON file read alone: a bundle.json as served, a citation record. */
#define LIMIT_JSON_BYTES	(32u << 20)

/* What a person types as a number, outer white space included. */
#define LIMIT_SPELLING_BYTES	256u

/* All .aux files of one paper, in bytes, files and levels of \@input. */
#define LIMIT_AUX_BYTES		(64u << 20)
#define LIMIT_AUX_FILES		4096u
#define LIMIT_AUX_DEPTH		64u

/* What one merged state holds, whatever comes in: distinct pairs of event and
 * event_id; aliases; bytes of events and aliases (twice a bundle's).  One
 * bundle has no more events or aliases either.  No real number has ten. */
#define LIMIT_STATE_EVENTS	16384u
#define LIMIT_STATE_ALIASES	16384u
#define LIMIT_STATE_BYTES	(64u << 20)

/* A remembered verdict: a title, names and a few words. */
#define LIMIT_MEMORY_BYTES	(256u << 10)

/* A key file, its sidecar, a signature file, a password file. */
#define LIMIT_KEY_BYTES		(64u << 10)

/* Keys of one keyring. */
#define LIMIT_KEYS		1024u

/* A signed note: a checkpoint with its signatures, a key of one.  The format
 * asks for 16 signatures, of which one to come may have 5 kB. */
#define LIMIT_NOTE_BYTES	(64u << 10)
#define LIMIT_NOTE_SIGNATURES	256u

/* The logs, witnesses and groups of a policy; members of a group. */
#define LIMIT_POLICY_LINES	256u

/* An entry of a log: what a tile bundle's 16-bit length holds. */
#define LIMIT_ENTRY_BYTES	65535u

/* A proof of one entry: 64 hashes, an entry, a note. */
#define LIMIT_PROOF_BYTES	(192u << 10)

/* An OpenTimestamps file, and its nodes: each may hold 4 kB. */
#define LIMIT_OTS_BYTES		(1u << 20)
#define LIMIT_OTS_NODES		10000u

/* An OpenTimestamps calendar's answer. */
#define LIMIT_OTS_REPLY_BYTES	(64u << 10)

/* A file of Bitcoin block headers: two million, until about 2047. */
#define LIMIT_HEADERS_BYTES	(160u << 20)
#define LIMIT_HEADERS_TEXT_BYTES (4u << 20)

/* A time-stamp token with its certificates; a file of certificates. */
#define LIMIT_TSA_BYTES		(256u << 10)
#define LIMIT_TSA_CERTIFICATES	64u

/* A list of the files that a renewal of evidence covers. */
#define LIMIT_COVERS		4096u
#define LIMIT_COVERS_BYTES	(2u << 20)
#define LIMIT_COVERS_PATH	255u

/* A path in a BagIt bag: what an open(2) takes. */
#define LIMIT_BAG_PATH		4095u

/* Folders within folders of a bag: each holds a descriptor open. */
#define LIMIT_BAG_DEPTH		128u

/* A line of a bag's tag file: a path with every byte encoded, and a hash. */
#define LIMIT_BAG_LINE		(64u << 10)

/* A tag file of a bag: a manifest of a million long lines. */
#define LIMIT_BAG_TAGFILE	(2ull << 30)

/* Files that a bag may list, and the memory for their paths and digests. */
#define LIMIT_BAG_FILES		(1u << 20)
#define LIMIT_BAG_TABLE		(224u << 20)

/* Manifests of one bag, tag manifests included. */
#define LIMIT_BAG_MANIFESTS	16u

/* What an archive says of the files of an item: 10,000 at most. */
#define LIMIT_FILES_XML		(32u << 20)

/* Members of a deposit's log.tar: tiles of 130 million entries. */
#define LIMIT_LOG_MEMBERS	(1u << 20)

/* Findings of one kind that are told one by one. */
#define LIMIT_BAG_FINDINGS	1000u

#endif
