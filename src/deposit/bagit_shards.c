/* SPDX-License-Identifier: MIT */
/* See bagit_shards.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "deposit/bagit_shards.h"
#include "keep/shard.h"

struct rebuilding {
	struct bagit_talk *talk;
	const char *data, *from;
	struct shard_rows rows;	/* of the shard that is being read */
	uint64_t next;		/* the index that comes next */
	size_t shards;
};

static void
rebuild(struct rebuilding *r)
{
	const uint64_t k = (r->next - 1) / ROW_SHARD;
	struct shard_sums sums = { 0 };
	struct err e;

	if (!shard_sort(&r->rows))
		bagit_talk_fail(r->talk, BAGIT_WRONG, BAGIT_LOG, "shards: "
		    "index.tsv: two digests for one member of shard %04"
		    PRIu64, k);
	else if (shard_rebuild(&sums, r->data, r->from, k, ROW_SHARD,
	    &r->rows, &e) == 0)
		r->shards++;
	else if (e.kind == ERR_ABSENT
	    && r->talk->worst == BAGIT_INCOMPLETE)
		bagit_talk_note(r->talk, BAGIT_LOG, "shards: %04" PRIu64 " is "
		    "not here", k);
	else
		bagit_talk_fail(r->talk, e.kind == ERR_IO ? BAGIT_UNDECIDED
		    : BAGIT_WRONG, BAGIT_LOG, "shards: %s", e.text);
	r->rows.n = 0;
}

/* The lines of whole shards, one behind the other. */
static int
take(struct rebuilding *r, struct span line, struct err *e)
{
	struct row row;

	if (row_parse(&row, line, e) < 0)
		return -1;
	if (r->next % ROW_SHARD == 0 ? row.index % ROW_SHARD != 0
	    || row.index < r->next : row.index != r->next)
		return err_set(e, ERR_FORMAT, "%" PRIu64 " is not the entry "
		    "that comes next", row.index);
	r->next = row.index + 1;
	if (row.stored) {
		mem_grow(&r->rows.at, r->rows.n, sizeof(*r->rows.at));
		r->rows.at[r->rows.n++] = row;
	}
	if (r->next % ROW_SHARD == 0)
		rebuild(r);
	return 0;
}

void
bagit_shards_check(struct bagit_talk *talk, const char *data,
    const char *from)
{
	struct rebuilding r = { .talk = talk, .data = data, .from = from };
	char *path = file_join(data, "index.tsv");
	struct source in = { 0 };
	struct span line;
	uint64_t number = 0;
	struct err e;
	int rc = stream_read_open(&in, path, &e);

	while (rc == 0 && (rc = stream_line(&line, &in, ROW_BYTES, &e)) > 0) {
		number++;
		rc = take(&r, line, &e);
		if (rc < 0)
			err_in(&e, "data/index.tsv:%" PRIu64, number);
	}
	if (rc == 0 && r.next % ROW_SHARD != 0)
		rc = err_set(&e, ERR_FORMAT, "data/index.tsv: not the lines of "
		    "whole shards");
	if (rc < 0)
		bagit_talk_fail(talk, e.kind == ERR_IO ? BAGIT_UNDECIDED
		    : BAGIT_WRONG, BAGIT_LOG, "index: %s", e.text);
	else if (bagit_talk_clean(talk, BAGIT_LOG))
		bagit_talk_pass(talk, BAGIT_LOG, "shards: %zu rebuilt, each "
		    "byte as the index says", r.shards);
	bagit_talk_note(talk, BAGIT_LOG, "shards alone: no log, so nobody has "
	    "signed them");
	stream_read_clear(&in);
	free(r.rows.at);
	free(path);
}
