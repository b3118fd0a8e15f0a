/* SPDX-License-Identifier: MIT */
/*
 * The badge of a number for other people's pages, to be copied into HTML and
 * Markdown.  The HTML holds the image itself; Markdown has no images of its
 * own and names a file, SUFFIX.svg, as `pithtex resolve' writes it.  Both
 * link to the number's page at the registry and say in words what was found
 * out, for readers who do not see the image.
 */
#ifndef PITH_CMD_EMBED_H
#define PITH_CMD_EMBED_H

#include "cmd/cmd.h"
#include "trust/keyring.h"

/* Show both for the bundle ${path}.  An exit status, or -1. */
int embed_show(const struct run *run, const char *path,
    const struct keyring *ring, struct err *e) MUST_CHECK;

#endif
