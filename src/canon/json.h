/* SPDX-License-Identifier: MIT */
/*
 * JSON: strict reading over jansson, canonical printing by our own hand.
 *
 * Reading.  Before the parser sees a byte: a ceiling on values and on depth
 * (base/limits.h), strict UTF-8 without a byte order mark.  Then RFC 8259
 * without duplicate names, without U+0000, with integers of 64 bits only.
 * Files must be objects.
 *
 * Printing.  The canonical bytes are those of Python's
 *
 *	json.dumps(v, sort_keys=True, separators=(",", ":"),
 *	    ensure_ascii=False).encode()
 *
 * names in byte order of their UTF-8 (the order of code points), no white
 * space, escapes \" \\ \b \t \n \f \r and \u00xx in lower case below 0x20,
 * everything else as it is.  By hand, because jansson's dump escapes other
 * characters and RFC 8785 sorts by UTF-16 and prints numbers otherwise.  A
 * value that holds a number which is not an integer has no canonical bytes
 * here: how the registry would print it is not known.
 *
 * The values are jansson's and never leave a parser: whoever reads a document
 * copies what it needs and drops the reference before it returns.
 */
#ifndef PITH_CANON_JSON_H
#define PITH_CANON_JSON_H

#include <jansson.h>

#include "base/buf.h"
#include "canon/digest.h"

enum json_top {
	JSON_TOP_OBJECT,	/* a file: an object and nothing else */
	JSON_TOP_ANY		/* any value, for the canonical printer */
};

/* Read one document; the caller drops it with json_decref().  The text of an
 * error begins with the line, where that is known. */
int json_parse(json_t **out, struct span text, enum json_top top,
    struct err *e) MUST_CHECK;

/* The same for one of several documents that are held together: they may have
 * ${*left} values, at first LIMIT_JSON_VALUES, and this one's are taken off. */
int json_parse_within(json_t **out, struct span text, enum json_top top,
    size_t *left, struct err *e) MUST_CHECK;

/* Append the canonical bytes of ${v}.  Fails for a real number. */
int json_canon(struct buf *out, const json_t *v, struct err *e) MUST_CHECK;

/* SHA-256 of the canonical bytes. */
int json_canon_digest(struct digest *d, const json_t *v, struct err *e)
    MUST_CHECK;

/* Whether ${v} holds a number that is not an integer. */
bool json_has_real(const json_t *v);

/*
 * Append ${v} as people read it: Python's indent=2 with sorted names, and in
 * ASCII (\uxxxx), so that it is safe on a terminal.
 */
void json_pretty(struct buf *out, const json_t *v);

/* Append one string as JSON in printable ASCII, quotes included. */
void json_quote(struct buf *out, struct span text);

/* Borrow the member ${name} of the object ${o} if it has the type ${type},
 * else (also where ${o} is NULL or no object) NULL. */
const json_t *json_member(const json_t *o, const char *name, json_type type);

/* The same for strings; the text is NUL-terminated and holds no other NUL. */
const char *json_member_text(const json_t *o, const char *name);

#endif
