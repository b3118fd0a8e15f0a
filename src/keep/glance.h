/* SPDX-License-Identifier: MIT */
/*
 * The little that a log has to know of an archive: whose it is, which version
 * of it, and its identity.  A glance costs a fraction of bundle_parse() and
 * promises less: that the bytes are one gzip member, that a tar archive in it
 * has a bundle.json, and that its canonical record makes the number.  Whether
 * all the rest holds, bundle_read() says.
 */
#ifndef PITH_KEEP_GLANCE_H
#define PITH_KEEP_GLANCE_H

#include "anchor/entry.h"

/*
 * Fill suffix, version, digest and bytes of ${out} from the archive ${file};
 * ${tar} is room for its inner tar.  ERR_FORMAT for what is none.
 */
int glance_parse(struct entry *out, struct buf *tar, struct span file,
    struct err *e) MUST_CHECK;

#endif
