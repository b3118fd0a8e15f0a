/* SPDX-License-Identifier: MIT */
/*
 * Since when an archive is known to exist, by the proofs that lie with it:
 *
 *	DIR/SUFFIX.tar.ots, DIR/SUFFIX.tar.HOST.tsr
 *				beside DIR/SUFFIX.tar.gz
 *	CACHE/proofs/RW/...	the same names, of CACHE/RW/SUFFIX.tar.gz
 *
 * So a signature made with a key that was revoked later still counts
 * (keyring_known_by() in trust/keyring.h).
 */
#ifndef PITH_KEEP_KNOWN_H
#define PITH_KEEP_KNOWN_H

#include "anchor/headers.h"
#include "anchor/tsa.h"
#include "canon/digest.h"

/* Whether a good proof over the inner tar with this identity lies with the
 * archive ${path}; ${time} is then the instant by which it existed. */
bool known_by(char time[EVIDENCE_TIME], const char *path,
    const struct digest *identity, const struct headers *headers,
    const struct tsa_roots *roots);

#endif
