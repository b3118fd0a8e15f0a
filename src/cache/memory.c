/* SPDX-License-Identifier: MIT */
/* See memory.h. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/limits.h"
#include "cache/memory.h"

/* FOLDER/ab/abcd...: the path of the entry; the caller frees it. */
static char *
entry_path(const struct memory *m, const struct digest *identity)
{
	struct buf all = { 0 };
	struct digest key;
	char hex[DIGEST_HEX], *path;

	buf_text(&all, "pithtex verdict 3 " PACKAGE_VERSION "\n");
	buf_add(&all, identity->at, sizeof(identity->at));
	buf_add(&all, m->ring.at, sizeof(m->ring.at));
	key = digest_sha256(span_buf(&all));
	digest_print(hex, &key);
	all.n = 0;
	buf_fmt(&all, "%s/%.2s/%s", m->folder, hex, hex);
	path = buf_steal(&all);
	return path;
}

bool
memory_get(struct buf *out, const struct memory *m,
    const struct digest *identity)
{
	const size_t before = out->n;
	char *path;
	struct err e;
	bool found;

	if (m->folder == NULL)
		return false;
	path = entry_path(m, identity);
	found = file_is_private(path)
	    && file_read(out, path, LIMIT_MEMORY_BYTES, &e) == 0;
	if (!found && out->at != NULL)
		out->n = before;
	free(path);
	return found;
}

void
memory_put(const struct memory *m, const struct digest *identity,
    struct span text)
{
	char *path, *dir;
	struct err e;

	if (m->folder == NULL || text.n > LIMIT_MEMORY_BYTES)
		return;
	path = entry_path(m, identity);
	dir = file_dir(path);
	if (file_folder(dir, &e) == 0)
		file_scratch(path, text, 0600);
	free(path);
	free(dir);
}
