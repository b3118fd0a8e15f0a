/* SPDX-License-Identifier: MIT */
/* See bagit_tree.h. */
#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "deposit/bagit_tree.h"
#include "deposit/manifest.h"
#include "keep/below.h"

/* A finding of the walk, which comes in the order of the file system and is
 * told in byte order of paths. */
struct found {
	char *path;
	enum bagit_status status;
	char *text;
};

struct tree {
	struct bagit *b;
	bool listed;		/* compare with the table */
	struct found *at;	/* the first ones in their order, and */
	size_t n;
	size_t more;		/* how many others */
};

/* Where ${path} goes among the findings. */
static size_t
place(const struct tree *t, const char *path)
{
	size_t low = 0, high = t->n;

	while (low < high) {
		const size_t mid = (low + high) / 2;

		if (strcmp(t->at[mid].path, path) <= 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void
drop(struct found *f)
{
	free(f->path);
	free(f->text);
}

static void
find(struct tree *t, enum bagit_status status, struct span path,
    const char *fmt, ...) PRINTF_LIKE(4, 5);

static void
find(struct tree *t, enum bagit_status status, struct span path,
    const char *fmt, ...)
{
	struct found f = { .path = mem_text(path.at, path.n),
		.status = status };
	const size_t i = place(t, f.path);
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	f.text = buf_steal(&text);
	if (status > t->b->talk->worst)
		t->b->talk->worst = status;
	if (t->n == LIMIT_BAG_FINDINGS) {
		t->more++;
		if (i == t->n) {
			drop(&f);
			return;
		}
		drop(&t->at[--t->n]);
	} else {
		mem_grow(&t->at, t->n, sizeof(*t->at));
	}
	memmove(t->at + i + 1, t->at + i, (t->n - i) * sizeof(*t->at));
	t->at[i] = f;
	t->n++;
}

static void
tell(struct tree *t)
{
	for (size_t i = 0; i < t->n; i++) {
		bagit_talk_fail(t->b->talk, t->at[i].status, BAGIT_TREE,
		    "%s: %s", t->at[i].path, t->at[i].text);
		drop(&t->at[i]);
	}
	t->b->talk->told[BAGIT_TREE] += t->more;
	bagit_talk_rest(t->b->talk, BAGIT_TREE);
	free(t->at);
}

/* Whether fetch.txt says another length than ${bytes}. */
static void
check_length(struct tree *t, size_t i, uint64_t bytes)
{
	const struct bagit_table *l = &t->b->table;

	if ((l->at[i].flags & BAGIT_FETCH) != 0 && i < l->lengths
	    && l->length[i] != UINT64_MAX && l->length[i] != bytes)
		find(t, BAGIT_DAMAGED, bagit_table_path(l, i), "%" PRIu64
		    " bytes, where fetch.txt says %" PRIu64, bytes,
		    l->length[i]);
}

static void
take_file(struct tree *t, const struct below_thing *thing)
{
	const bool payload = manifest_path_is_payload(thing->path);
	size_t i;

	if (payload) {
		t->b->here++;
		t->b->here_octets += thing->bytes;
	}
	if (!t->listed)
		return;
	if (bagit_table_find(&i, &t->b->table, thing->path)) {
		t->b->table.at[i].flags |= BAGIT_HERE;
		check_length(t, i, thing->bytes);
	} else if (payload) {
		find(t, BAGIT_DAMAGED, thing->path, "in no manifest");
	}
}

static void
take(void *ctx, const struct below_thing *thing)
{
	struct tree *t = ctx;

	switch (thing->kind) {
	case BELOW_FILE:
		take_file(t, thing);
		break;
	case BELOW_LINK:
		find(t, BAGIT_UNSAFE, thing->path, "a symbolic link");
		break;
	case BELOW_SPECIAL:
		find(t, BAGIT_UNSAFE, thing->path, "not a regular file");
		break;
	case BELOW_UNREADABLE:
		find(t, BAGIT_UNDECIDED, thing->path, "%s", thing->why);
		break;
	case BELOW_DEEP:
		find(t, BAGIT_UNDECIDED, thing->path, "deeper than %u folders",
		    LIMIT_BAG_DEPTH);
		break;
	}
}

/* Open entry ${i} where fetched files lie. */
static int
open_fetched(uint64_t *bytes, const struct bagit *b, size_t i, struct err *e)
{
	struct span path = bagit_table_path(&b->table, i), last = path;
	const int fd = below_open(bytes, b->from, path, e);

	if (fd >= 0 || e->kind != ERR_ABSENT)
		return fd;
	for (size_t j = 0; j < path.n; j++)
		if (path.at[j] == '/')
			last = (struct span){ path.at + j + 1,
				path.n - j - 1 };
	return below_open(bytes, b->from, last, e);
}

int
bagit_tree_open(uint64_t *bytes, const struct bagit *b, size_t i,
    struct err *e)
{
	if ((b->table.at[i].flags & BAGIT_FROM) != 0)
		return open_fetched(bytes, b, i, e);
	return below_open(bytes, b->dir, bagit_table_path(&b->table, i), e);
}

/* What fetch.txt names and the bag lacks. */
static void
look_elsewhere(struct tree *t)
{
	struct bagit *b = t->b;
	size_t found = 0;

	for (size_t i = 0; b->from >= 0 && i < b->table.n; i++) {
		struct bagit_entry *entry = &b->table.at[i];
		uint64_t bytes = 0;
		struct err e;
		int fd;

		if ((entry->flags & (BAGIT_FETCH | BAGIT_HERE))
		    != BAGIT_FETCH)
			continue;
		fd = open_fetched(&bytes, b, i, &e);
		if (fd < 0) {
			if (e.kind != ERR_ABSENT)
				find(t, e.kind == ERR_TRUST ? BAGIT_UNSAFE
				    : BAGIT_UNDECIDED, bagit_table_path(
				    &b->table, i), "fetched: %s", e.text);
			continue;
		}
		close(fd);
		entry->flags |= BAGIT_FROM;
		b->here++;
		b->here_octets += bytes;
		check_length(t, i, bytes);
		found++;
	}
	if (b->from >= 0)
		bagit_talk_note(b->talk, BAGIT_TREE, "%zu fetched files taken "
		    "from elsewhere", found);
}

static void
walk(struct tree *t, const char *from)
{
	struct stat st;
	struct err e;

	t->b->here = t->b->here_octets = 0;
	if (fstatat(t->b->dir, "data", &st, AT_SYMLINK_NOFOLLOW) < 0)
		find(t, BAGIT_INCOMPLETE, span_text("data"), "not there");
	else if (!S_ISDIR(st.st_mode))
		find(t, BAGIT_UNSAFE, span_text("data"), "not a folder");
	else if (below_walk(t->b->dir, from, take, t, &e) < 0)
		find(t, BAGIT_UNDECIDED, span_text("data"), "%s", e.text);
}

void
bagit_tree_count(struct bagit *b)
{
	struct tree t = { .b = b };

	walk(&t, "data");
	tell(&t);
}

void
bagit_tree_walk(struct bagit *b)
{
	struct tree t = { .b = b, .listed = true };

	walk(&t, "");
	look_elsewhere(&t);
	tell(&t);
	if (bagit_talk_clean(b->talk, BAGIT_TREE))
		bagit_talk_pass(b->talk, BAGIT_TREE, "regular files only, and "
		    "none that no manifest lists");
}
