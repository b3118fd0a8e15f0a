/* SPDX-License-Identifier: MIT */
/* See second.h. */
#include "config.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>

#include "bundle/second.h"

/* What is asked of it; the types are those of its headers. */
static struct {
	__typeof__(archive_read_new) *read_new;
	__typeof__(archive_read_support_format_tar) *support_tar;
	__typeof__(archive_read_open_memory) *open_memory;
	__typeof__(archive_read_next_header) *next_header;
	__typeof__(archive_read_data_block) *data_block;
	__typeof__(archive_read_free) *read_free;
	__typeof__(archive_error_string) *error_string;
	__typeof__(archive_entry_pathname) *pathname;
	__typeof__(archive_entry_filetype) *filetype;
	__typeof__(archive_version_details) *version_details;
} lib;

static bool loaded;

/* Put the address of ${name} into the pointer at ${function}. */
static bool
look_up(void *function, void *library, const char *name)
{
	void *at = dlsym(library, name);

	memcpy(function, &at, sizeof(at));
	return at != NULL;
}

static void
load(void)
{
	void *so = dlopen(LIBARCHIVE, RTLD_NOW | RTLD_LOCAL);

	loaded = so != NULL
	    && look_up(&lib.read_new, so, "archive_read_new")
	    && look_up(&lib.support_tar, so, "archive_read_support_format_tar")
	    && look_up(&lib.open_memory, so, "archive_read_open_memory")
	    && look_up(&lib.next_header, so, "archive_read_next_header")
	    && look_up(&lib.data_block, so, "archive_read_data_block")
	    && look_up(&lib.read_free, so, "archive_read_free")
	    && look_up(&lib.error_string, so, "archive_error_string")
	    && look_up(&lib.pathname, so, "archive_entry_pathname")
	    && look_up(&lib.filetype, so, "archive_entry_filetype")
	    && look_up(&lib.version_details, so, "archive_version_details");
}

static bool
is_loaded(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load);
	return loaded;
}

/* Whether the entry that libarchive is at has the name and bytes of ${m}. */
static bool
same_entry(struct archive *a, struct archive_entry *entry,
    const struct member *m)
{
	const char *name = lib.pathname(entry);
	size_t seen = 0;

	if (name == NULL || strcmp(name, m->name) != 0
	    || lib.filetype(entry) != AE_IFREG)
		return false;
	for (;;) {
		const void *block;
		size_t n;
		la_int64_t off;
		const int rc = lib.data_block(a, &block, &n, &off);

		if (rc == ARCHIVE_EOF)
			return seen == m->data.n;
		if (rc != ARCHIVE_OK || off < 0 || (size_t)off != seen
		    || n > m->data.n - seen
		    || memcmp(block, m->data.at + seen, n) != 0)
			return false;
		seen += n;
	}
}

int
second_load(struct err *e)
{
	return is_loaded() ? 0 : err_set(e, ERR_IO, "%s cannot be loaded, and "
	    "no archive is read without it", LIBARCHIVE);
}

int
second_check(const struct bundle *b, struct err *e)
{
	struct archive *a;
	struct archive_entry *entry;
	const char *why;
	size_t i = 0;
	int rc = ARCHIVE_FATAL;

	if (second_load(e) < 0)
		return -1;
	a = lib.read_new();
	if (a != NULL && lib.support_tar(a) == ARCHIVE_OK
	    && lib.open_memory(a, b->tar.at, b->tar.n) == ARCHIVE_OK)
		while ((rc = lib.next_header(a, &entry)) == ARCHIVE_OK
		    && i < b->member_count
		    && same_entry(a, entry, &b->members[i]))
			i++;
	/* It may have no words for what it refused. */
	why = a != NULL ? lib.error_string(a) : NULL;
	if (rc == ARCHIVE_EOF && i == b->member_count)
		rc = 0;
	else
		rc = err_set(e, ERR_FORMAT, "libarchive reads another "
		    "archive: %s", why != NULL ? why : "unknown error");
	lib.read_free(a);
	return rc;
}

const char *
second_version(void)
{
	return is_loaded() ? lib.version_details() : NULL;
}
