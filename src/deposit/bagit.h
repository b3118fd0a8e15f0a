/* SPDX-License-Identifier: MIT */
/*
 * A BagIt bag (RFC 8493, and the drafts 0.93 to 0.97 before it) as it says
 * that it is: its declaration and information; deposit/bagit_lists.h reads its
 * lists.  Nothing of its payload is opened here and nothing is believed;
 * deposit/bagit_check.h looks whether it is so.
 *
 *	bagit.txt		two lines: the version, and the encoding of
 *				all other tag files
 *	bag-info.txt		package-info.txt up to 0.95: of it only the
 *				Payload-Oxum is kept
 *	manifest-ALG.txt	the payload, below data/: in 1.0 each file is
 *				in each manifest, once
 *	tagmanifest-ALG.txt	other files
 *	fetch.txt		files of the payload that are elsewhere
 *
 * A breach of the rules is told (deposit/bagit_talk.h), and the reading goes on
 * where that makes sense.
 */
#ifndef PITH_DEPOSIT_BAGIT_H
#define PITH_DEPOSIT_BAGIT_H

#include "base/limits.h"
#include "deposit/bagit_table.h"
#include "deposit/bagit_talk.h"
#include "deposit/tagfile.h"

struct bagit_manifest {
	char *name;
	bool tag;
	bool known;		/* its hash is one that is computed here */
	enum hash_kind kind;
	size_t lines;
};

/* It starts as {0}. */
struct bagit {
	int dir;		/* the folder, open */
	int from;		/* where fetched files lie, open, or -1 */
	struct bagit_talk *talk;	/* borrowed */
	bool readable;		/* there is a use in reading on */
	unsigned version;	/* 93 to 97, or 100 for 1.0 */
	enum tagfile_encoding encoding;
	bool has_oxum;
	uint64_t octets, files;	/* what Payload-Oxum says */
	/* In byte order of names; bit i of an entry is for number i. */
	struct bagit_manifest manifest[LIMIT_BAG_MANIFESTS];
	size_t manifests;
	struct bagit_table table;
	size_t fetches;		/* lines of fetch.txt */
	uint64_t here, here_octets;	/* files of the payload that there are,
					   the fetched ones included */
};

/*
 * Open the bag ${path}, read its declaration and its information.  ERR_ABSENT
 * where it has no bagit.txt: it is not a bag.  Where that cannot be used the
 * bag is not ${readable}.
 */
int bagit_open(struct bagit *b, const char *path, struct bagit_talk *talk,
    struct err *e) MUST_CHECK;

/* Begin to read a tag file of the bag in its encoding. */
int bagit_open_tagfile(struct tagfile *t, const struct bagit *b,
    const char *name, struct err *e) MUST_CHECK;

/* The bits of the payload's manifests; of the tag manifests. */
unsigned bagit_mask(const struct bagit *b, bool tag);
void bagit_close(struct bagit *b);

#endif
