/* SPDX-License-Identifier: MIT */
/*
 * The lists of BagIt bags: lines of manifests and of fetch.txt, out of every
 * encoding, into the table.  No path that a line gives leads out of the bag,
 * and what is printed is read again to the same.
 *
 * The first byte, '0' to '4', says the encoding, the rest is a tag file; with
 * '4' it is made UTF-16, a byte a character, so that seeds can be text.  With
 * '5' the rest is an item's _files.xml: no name is longer than the file is.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "deposit/bagit_fold.h"
#include "deposit/bagit_table.h"
#include "deposit/files_xml.h"
#include "deposit/manifest.h"
#include "deposit/tagfile.h"

int LLVMFuzzerTestOneInput(const uint8_t *at, size_t n);

/* A path that was taken is relative and has no part that leads upwards. */
static void
must_be_safe(struct span path)
{
	if (path.n == 0 || path.at[0] == '/'
	    || memchr(path.at, '\0', path.n) != NULL)
		abort();
	for (size_t i = 0; i + 1 < path.n; i++)
		if (path.at[i] == '.' && path.at[i + 1] == '.'
		    && (i == 0 || path.at[i - 1] == '/')
		    && (i + 2 == path.n || path.at[i + 2] == '/'))
			abort();
}

static void
try_manifest(struct bagit_table *table, struct span line)
{
	struct manifest_line l = { 0 }, again = { 0 };
	struct buf out = { 0 };
	struct err e;
	size_t i, j;

	if (manifest_line_parse(&l, 0, line, &e) == 0) {
		must_be_safe(span_buf(&l.path));
		manifest_line_print(&out, l.hash, l.bytes, span_buf(&l.path));
		out.n--;
		if (manifest_line_parse(&again, l.bytes, span_buf(&out), &e)
		    < 0 || !span_equal(span_buf(&l.path),
		    span_buf(&again.path)) || again.odd != 0)
			abort();
		if (bagit_table_put(&i, table, span_buf(&l.path), &e) < 0
		    || !bagit_table_find(&j, table, span_buf(&l.path))
		    || i != j)
			abort();
		out.n = 0;
		bagit_fold(&out, span_buf(&l.path));
	}
	manifest_line_clear(&l);
	manifest_line_clear(&again);
	buf_clear(&out);
}

static void
try_fetch(struct span line)
{
	struct manifest_fetch f = { 0 }, again = { 0 };
	struct buf out = { 0 };
	struct err e;

	if (manifest_fetch_parse(&f, line, &e) == 0) {
		must_be_safe(span_buf(&f.path));
		manifest_fetch_print(&out, span_buf(&f.url), f.length,
		    span_buf(&f.path));
		out.n--;
		if (manifest_fetch_parse(&again, span_buf(&out), &e) < 0
		    || !span_equal(span_buf(&f.path), span_buf(&again.path))
		    || again.length != f.length)
			abort();
	}
	manifest_fetch_clear(&f);
	manifest_fetch_clear(&again);
	buf_clear(&out);
}

static void
try_xml(struct span text)
{
	struct files_xml_one one = { 0 };
	struct files_xml x;
	struct err e;

	files_xml_open(&x, text);
	while (files_xml_next(&one, &x, &e) > 0)
		if (one.name.n == 0 || one.name.n > text.n
		    || one.name.at[one.name.n] != '\0')
			abort();
	files_xml_one_clear(&one);
}

/* The file, in its encoding. */
static void
spell(struct buf *out, unsigned mode, struct span text)
{
	if (mode == 4)
		buf_text(out, "\xfe\xff");
	for (size_t i = 0; i < text.n; i++) {
		if (mode == 4)
			buf_byte(out, 0);
		buf_byte(out, text.at[i]);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *at, size_t n)
{
	char name[] = "/tmp/pithtex-fuzz.XXXXXX";
	struct bagit_table table = { 0 };
	struct tagfile t = { 0 };
	struct buf file = { 0 };
	struct span line;
	struct err e;
	unsigned mode;
	int fd;

	if (n == 0)
		return 0;
	if (at[0] % 8 == 5) {
		try_xml((struct span){ at + 1, n - 1 });
		return 0;
	}
	mode = at[0] % 8 < 5 ? at[0] % 8 : 0;
	fd = mkstemp(name);
	if (fd < 0)
		return 0;
	unlink(name);
	spell(&file, mode, (struct span){ at + 1, n - 1 });
	if (write(fd, buf_string(&file), file.n) != (ssize_t)file.n
	    || lseek(fd, 0, SEEK_SET) != 0)
		abort();
	tagfile_open(&t, fd, mode == 4 ? TAGFILE_UTF16 : mode);
	while (tagfile_line(&line, &t, &e) > 0) {
		try_manifest(&table, line);
		try_fetch(line);
	}
	tagfile_close(&t);
	bagit_table_clear(&table);
	buf_clear(&file);
	return 0;
}
