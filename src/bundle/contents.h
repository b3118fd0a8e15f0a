/* SPDX-License-Identifier: MIT */
/*
 * What a bundle says, as a set, so that two archives of one number can be
 * compared: does one hold all that the other holds?
 *
 * The set has one digest for
 *	each event of bundle.json: its identity, which is the SHA-256 of its
 *	canonical form without event_id, signature and signature_b64;
 *	bundle.json without its events, in canonical form;
 *	each other member but the manifest: its name and its bytes.
 *
 * So a bundle to which the registry added an event contains the one before.
 * A value without canonical bytes counts by its bytes as they are.
 */
#ifndef PITH_BUNDLE_CONTENTS_H
#define PITH_BUNDLE_CONTENTS_H

#include "bundle/bundle.h"

struct contents {
	struct digest *list;	/* sorted, each once */
	size_t n;
};

enum contents_relation {
	CONTENTS_EQUAL,
	CONTENTS_MORE,		/* the first holds the second, and more */
	CONTENTS_LESS,
	CONTENTS_APART		/* each holds what the other does not */
};

/* The set of ${b}, whose JSON was read before; cleared by the caller. */
void contents_of(struct contents *out, const struct bundle *b);
void contents_clear(struct contents *c);

enum contents_relation contents_compare(const struct contents *a,
    const struct contents *b);

#endif
