/* SPDX-License-Identifier: MIT */
/* See deposit_private.h: what is packed was checked, and is still so. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "deposit/deposit_private.h"
#include "keep/shard.h"

struct checking {
	const struct deposit_with *with;
	char *first;		/* the first thing that does not hold */
};

static int
vouch(void *ctx, const struct log *l, const struct note *cosigned,
    char why[256])
{
	const struct checking *c = ctx;

	return c->with->vouch(c->with->ctx, l, cosigned, why);
}

static void
remember(void *ctx, enum check_result result, const char *what,
    const char *text)
{
	struct checking *c = ctx;
	struct buf b = { 0 };

	say_step("%s: %s", what, text);
	if (result != CHECK_FAIL || c->first != NULL)
		return;
	buf_fmt(&b, "%s: %s", what, text);
	c->first = buf_steal(&b);
}

int
deposit_check(struct deposit *d, struct err *e)
{
	const struct deposit_with *w = d->with;
	struct checking c = { .with = w };
	const struct snapshot_check with = { .dir = w->snapshot,
		.from = w->from, .sums = &d->sums, .vouch = vouch,
		.tell = remember, .ctx = &c, .since = &w->log->checkpoint };
	int rc;

	/* What is only spoken of is not read again for the manifests. */
	d->sums.wants_sha512 = w->in_count > 0;
	rc = snapshot_check(&with, e);
	if (rc > 0)
		rc = err_set(e, ERR_TRUST, "%s: not good, so not deposited: "
		    "%s", w->snapshot, c.first != NULL ? c.first : "");
	else if (rc == 0 && d->sums.size != d->size)
		rc = err_set(e, ERR_TRUST, "%s: grew meanwhile; try again",
		    w->snapshot);
	free(c.first);
	return rc;
}

/* Each shard is the one of which log.tar has the digest. */
static int
check_sums(const struct deposit *d, const struct log_tar_read *tar,
    struct err *e)
{
	int rc = 0;

	for (uint64_t k = 0; rc == 0 && k < d->sums.n; k++) {
		const uint64_t left = d->size - k * ROW_SHARD;

		rc = shard_check_sum(&d->sums.at[k].file.sha256, "", tar, k,
		    left < ROW_SHARD ? left : ROW_SHARD, e);
	}
	return rc;
}

int
deposit_check_copy(const struct deposit *d, struct err *e)
{
	struct checking c = { .with = d->with };
	char *data = file_join(d->kit.tmp, "data");
	char *path = file_join(data, "log.tar");
	struct log_tar_read tar = { .fd = -1 };
	const struct snapshot_check with = { .dir = data, .tar = &tar,
		.log_alone = true, .evidence = d->with->snapshot,
		.vouch = vouch, .tell = remember, .ctx = &c };
	int rc = log_tar_read_open(&tar, path, e);

	if (rc == 0)
		rc = snapshot_check(&with, e);
	if (rc > 0)
		rc = err_set(e, ERR_TRUST, "%s", c.first != NULL ? c.first
		    : "");
	if (rc == 0)
		rc = check_sums(d, &tar, e);
	/* A log that is too large to be read back is too large for others. */
	if (rc < 0 && e->kind != ERR_IO && e->kind != ERR_LIMIT) {
		e->kind = ERR_TRUST;
		err_in(e, "%s: changed while it was read", d->with->snapshot);
	}
	log_tar_read_close(&tar);
	free(c.first);
	free(data);
	free(path);
	return rc;
}
