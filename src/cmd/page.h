/* SPDX-License-Identifier: MIT */
/* What `show' shows of one file: the page of a number, the page of a citation
 * record, or the merged state; on a terminal, as HTML or as JSON. */
#ifndef PITH_CMD_PAGE_H
#define PITH_CMD_PAGE_H

#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "trust/keyring.h"

struct page_wanted {
	bool json, html;
	bool citations, state;
	const struct anchors *anchors;
};

/*
 * Show ${path}: a bundle, or a citation record alone.  An exit status, or -1.
 * Nothing of a bundle that does not hold is shown as fact; a citation record
 * that contradicts itself is a finding.
 */
int page_show(const char *path, const struct page_wanted *want,
    const struct keyring *ring, struct err *e) MUST_CHECK;

#endif
