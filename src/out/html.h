/* SPDX-License-Identifier: MIT */
/*
 * A page (out/page.h) as a file of HTML that needs nothing else: no font, no
 * image, no other file, and but for a search no script.  It is ASCII
 * throughout, whatever is not being a character reference, so its bytes are
 * safe on a terminal and mean the same under any charset a server may send.
 *
 * Texts are cleaned (base/utf8.h) and escaped; attributes stand in double
 * quotes; an address is one of ours, percent-encoded.  A content security
 * policy in the page forbids everything from outside and all scripts, should
 * any of that ever fail; but the one whose digest it names, and what that one
 * itself loads.
 *
 * It reads at any width, in light and dark, on paper, and by ear: one h1,
 * headings in order, landmarks, a language, every state in words, contrast
 * of at least 7.  Paths to what a mirror holds are relative, so a folder
 * works as it lies there, behind any server or none.
 */
#ifndef PITH_OUT_HTML_H
#define PITH_OUT_HTML_H

#include "out/page.h"

/* Append the file, which ends with a newline. */
void out_html(struct buf *out, const struct page *p);

#endif
