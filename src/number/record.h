/* SPDX-License-Identifier: MIT */
/*
 * The canonical record: the few facts about a paper from which its number is
 * made.
 *
 *	number = "pith:" YYYY ":" first 26 characters of base32(SHA-256(canon))
 *
 * where canon are the canonical bytes (canon/json.h) and YYYY is the year of
 * metadata.submitted_at, which must be there as YYYY-MM-DDTHH:MM:SSZ.  Every
 * other member may be absent; what is there must be of its type.  Members
 * that we do not know are part of the canonical bytes and else ignored.  The
 * record holds no number that is not an integer.
 *
 * A struct record is never changed once it is made.
 */
#ifndef PITH_NUMBER_RECORD_H
#define PITH_NUMBER_RECORD_H

#include "canon/json.h"
#include "number/number.h"

struct record {
	struct buf canon;		/* the canonical bytes */
	struct digest digest;		/* their SHA-256 */
	char suffix[NUMBER_SUFFIX + 1];
	char number[NUMBER_FULL + 1];
	unsigned year;

	/* What it says; NULL (versions: 0) where it does not. */
	char *schema_version;
	char *submitted_at;
	char *title_sha256, *abstract_sha256;
	char *license, *primary_cat;
	char **cross_cats;
	size_t cross_cat_count;
	char *source_id, *source_kind;
	long long source_version;
};

/* Make a record of a JSON value, which is only borrowed. */
int record_parse(struct record **out, const json_t *v, struct err *e)
    MUST_CHECK;
void record_free(struct record *r);

/* The number that ${digest} and ${year} make, into NUMBER_FULL + 1
 * characters. */
void record_number(char *out, const struct digest *digest, unsigned year);

#endif
