/* SPDX-License-Identifier: MIT */
/*
 * What the Internet Archive says of the files of an item, in ITEM_files.xml:
 *
 *	<?xml version="1.0" encoding="UTF-8"?>
 *	<files>
 *	  <file name="data/index.tsv" source="original">
 *	    <size>12</size> <md5>HEX</md5> <crc32>HEX</crc32> <sha1>HEX</sha1>
 *	    ...
 *	  </file>
 *	  ...
 *	</files>
 *
 * This one form is read, by our own hand: elements three deep, text in the
 * innermost ones only, attributes in quotes of either kind, the five entities
 * that XML knows and characters by number.  A document type, any other entity,
 * CDATA, comments and processing instructions behind the first are refused, so
 * nothing grows while it is read.  Elements of other names are passed over.
 */
#ifndef PITH_DEPOSIT_FILES_XML_H
#define PITH_DEPOSIT_FILES_XML_H

#include <stdbool.h>

#include "base/buf.h"

enum {
	FILES_XML_SIZE = 1, FILES_XML_MD5 = 2, FILES_XML_CRC32 = 4,
	FILES_XML_SHA1 = 8
};

/* One file.  It starts as {0} and may be read into again. */
struct files_xml_one {
	struct buf name;	/* owned */
	bool original;		/* it was put there by who made the item */
	unsigned has;		/* which of these it says */
	uint64_t size;
	uint8_t md5[16], sha1[20], crc32[4];
};

struct files_xml {
	struct span rest;	/* borrowed */
	const uint8_t *start;
	bool begun;
};

/* Begin to read ${text}, which is borrowed. */
void files_xml_open(struct files_xml *x, struct span text);

/* The next file: 1, 0 behind the last one, -1 with the line in the error. */
int files_xml_next(struct files_xml_one *out, struct files_xml *x,
    struct err *e) MUST_CHECK;
void files_xml_one_clear(struct files_xml_one *one);

#endif
