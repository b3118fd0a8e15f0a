/* SPDX-License-Identifier: MIT */
/*
 * A bundle: what a registry publishes for one number, as one file.
 *
 * Accepted are a bundle archive (gzip over ustar, pith-bundle(5)) and a plain
 * bundle.json as served.  Reading never writes anything and gives two things:
 * the bundle and a complete report, one line a check (bundle/report.h).  What
 * is wrong with the bytes is never an error but a line of the report; then
 * the bundle may hold no record.  Whoever wants to use a bundle gets it as a
 * struct verified from report_accept() and from nowhere else.
 *
 * A bundle owns everything it points at and is never changed once read.
 */
#ifndef PITH_BUNDLE_BUNDLE_H
#define PITH_BUNDLE_BUNDLE_H

#include "bundle/report.h"
#include "number/record.h"
#include "trust/keyring.h"

/* One file in the archive; the bytes lie in the bundle. */
struct member {
	char name[LIMIT_NAME_BYTES + 1];
	struct span data;
	bool known;		/* in the table of pith-bundle(5) */
};

/* One line of source_aliases, which nobody signs. */
struct bundle_alias {
	char *kind, *value;
};

enum event_class { EVENT_VALID, EVENT_UNVERIFIABLE, EVENT_INVALID };

/* One event of bundle.json, for people; state/ reads events in full. */
struct bundle_event {
	char *type, *id, *created_at;	/* id and time or NULL */
	enum event_class class;
	char *why;
};

struct bundle {
	struct buf file;		/* the bytes as they were read */
	bool archived;			/* an archive, not a plain file */
	struct buf tar;			/* the inner tar; of a plain file, the
					   one that bundle_pack() would make */
	struct digest identity;		/* SHA-256 of it */
	bool has_identity;		/* the container could be read */
	struct member *members;
	size_t member_count;

	struct record *record;		/* NULL: nothing readable */
	char *title, *authors;		/* as the registry shows them, or NULL */
	struct bundle_alias *aliases;
	size_t alias_count;
	struct bundle_event *events;
	size_t event_count;
	char *key_id, *signed_at;	/* of the receipt; unsigned words */
	char *packer;			/* key id of the packer, or NULL */
	char *packer_comment;

	struct keyring *ring;		/* the keys by which it was judged, if
					   proofs of time made them others
					   than those asked for; or NULL */
};

/*
 * Read ${path}.  Fails only where there are no bytes to judge: ERR_ABSENT,
 * ERR_IO.  A file that is too large or no file at all is a damaged bundle.
 * A signature by a key that is revoked counts where a proof of time puts the
 * archive before that (keyring_known() in trust/keyring.h).
 */
int bundle_read(struct bundle **out, struct report *rep, const char *path,
    const struct keyring *ring, struct err *e) MUST_CHECK;

/* Whether archives can be judged here: the signature library does what it
 * must, and the second reader is at hand.  That they are not says nothing
 * about an archive. */
int bundle_ready(struct err *e) MUST_CHECK;

/* The same as bundle_read() for bytes in memory, which ${file} hands over,
 * after the caller saw bundle_ready() succeed; no proof of time is asked. */
struct bundle *bundle_parse(struct report *rep, struct buf *file,
    const struct keyring *ring);

/* The same as bundle_read() for bytes that were read from ${path}. */
struct bundle *bundle_parse_at(struct report *rep, struct buf *file,
    const char *path, const struct keyring *ring);

/* The same as bundle_parse() by ${known}, the keys that count for an archive
 * that existed by ${time}; the bundle takes them over, and a note says so. */
struct bundle *bundle_parse_known(struct report *rep, struct buf *file,
    struct keyring *known, const char *time);
void bundle_free(struct bundle *b);

/* Give back the bytes of file and members: what was found stays, nothing more
 * can be read from them. */
void bundle_trim(struct bundle *b);

/*
 * The identity of the archive in ${file}, without looking into it: whether it
 * is one strict gzip member.  ${tar} is room for the inner tar.
 */
bool bundle_identity(struct digest *out, struct buf *tar, struct span file);

/* The bytes of the member ${name}; {NULL, 0} where there is none. */
struct span bundle_member(const struct bundle *b, const char *name);

/* Whether ${name} is one of the JSON members that a bundle may hold. */
bool bundle_is_member(const char *name);

/* The JSON members, in the order in which they are written. */
extern const char *const bundle_members[];
enum { BUNDLE_MEMBERS = 6 };

/*
 * Append to ${tar} the inner tar of an archive of ${files}, which are members
 * by name in any order, each at most once.  ${sign} (or NULL) makes the
 * packer's signature file for the manifest.
 */
struct bundle_file {
	const char *name;
	struct span data;
};
int bundle_pack(struct buf *tar, const struct bundle_file *files, size_t n,
    void (*sign)(struct buf *out, struct span manifest, void *ctx), void *ctx,
    struct err *e) MUST_CHECK;

#endif
