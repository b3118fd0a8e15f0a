/* SPDX-License-Identifier: MIT */
/*
 * From the bytes of an archive to members in memory, under the limits: the
 * checks `container', `manifest' and `packer'.
 *
 * Two readers must agree.  A pass of our own over the headers refuses what a
 * lenient reader would repair or skip: another type than a plain file, a
 * link name, a prefix, a name outside [a-z0-9][a-z0-9._-]*, a second entry of
 * one name, padding or an end that is not zero.  Then libarchive reads the
 * same tar and must give the same names and bytes.  Nothing is written to
 * disk.
 */
#ifndef PITH_BUNDLE_UNPACK_PRIVATE_H
#define PITH_BUNDLE_UNPACK_PRIVATE_H

#include "bundle/bundle.h"

#define UNPACK_MANIFEST "manifest-sha256.txt"
#define UNPACK_SIGNATURE "manifest-sha256.txt.minisig"

/*
 * Fill tar, identity and members of ${b} from its file, and enter the checks.
 * False where the bundle is damaged, and then its members are not to be
 * looked at.
 */
bool unpack_archive(struct bundle *b, struct report *rep,
    const struct keyring *ring);

#endif
