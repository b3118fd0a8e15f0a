/* SPDX-License-Identifier: MIT */
/* See deposit.h: the way of the work, and what is taken from the snapshot. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/mem.h"
#include "deposit/deposit_private.h"
#include "deposit/upload.h"
#include "keep/shard.h"
#include "state/instant.h"

/* Folders of a snapshot lie no deeper: tile/0/x001/x234/067.p/8. */
#define DEPTH 16

/* A link or a device in a snapshot was put there by somebody else. */
static int
check_plain(const char *dir, unsigned depth, struct err *e)
{
	struct names names;
	int rc = file_names(&names, dir, NULL, e);

	if (rc < 0)
		return -1;
	for (size_t i = 0; rc == 0 && i < names.n; i++) {
		char *path = file_join(dir, names.at[i]);
		struct stat st;

		if (lstat(path, &st) < 0)
			rc = err_sys(e, "%s", path);
		else if (S_ISDIR(st.st_mode))
			rc = depth > 0 ? check_plain(path, depth - 1, e)
			    : err_set(e, ERR_FORMAT, "%s: deeper than any "
			    "folder of a snapshot", path);
		else if (!S_ISREG(st.st_mode))
			rc = err_set(e, ERR_FORMAT, "%s: a %s; a snapshot "
			    "has only files and folders", path,
			    S_ISLNK(st.st_mode) ? "symbolic link"
			    : "special file");
		free(path);
	}
	file_names_free(&names);
	return rc;
}

/* --- the plan ------------------------------------------------------------- */

static int
find_date(struct deposit *d, struct err *e)
{
	const char *said = d->with->date;
	char time[32];
	struct instant t;
	int rc;

	if (said == NULL) {
		rc = deposit_evidence_date(d->date, d, e);
		if (rc != 0)
			return rc < 0 ? -1 : 0;
		said = d->with->fallback;
	}
	if (said == NULL)
		return err_set(e, ERR_USAGE, "%s: nothing says of which day "
		    "it is; give --date YYYY-MM-DD, or attach a time-stamp "
		    "token to the snapshot", d->with->snapshot);
	snprintf(time, sizeof(time), "%.10sT00:00:00Z", said);
	if (strlen(said) != 10 || !instant_parse(&t, time))
		return err_set(e, ERR_USAGE, "\"%s\": not a day; YYYY-MM-DD "
		    "is meant", said);
	memcpy(d->date, said, DEPOSIT_DATE);
	return 0;
}

/* What the kit and its item are called. */
static int
find_name(struct deposit *d, struct err *e)
{
	const struct deposit_with *w = d->with;

	if (w->identifier != NULL) {
		if (item_check_name(w->identifier, e) < 0)
			return -1;
		memcpy(d->item.name, w->identifier, strlen(w->identifier) + 1);
		if (item_slug(d->slug, w->log->checkpoint.origin, e) < 0)
			memcpy(d->slug, "log", 4);
		return 0;
	}
	if (item_slug(d->slug, w->log->checkpoint.origin, e) < 0)
		return -1;
	if (w->only != NULL)
		item_shards_name(d->item.name, d->slug, w->only->first,
		    w->only->end - 1);
	else
		item_name(d->item.name, d->slug, d->date, d->size);
	return 0;
}

static uint64_t
width_of(const struct deposit *d, uint64_t k)
{
	const uint64_t left = d->size - k * ROW_SHARD;

	return left < ROW_SHARD ? left : ROW_SHARD;
}

/* Whether the shard lies in another item. */
static bool
is_elsewhere(const struct deposit *d, uint64_t k)
{
	for (size_t i = 0; i < d->with->in_count
	    && width_of(d, k) == ROW_SHARD; i++)
		if (k >= d->with->in[i].first && k < d->with->in[i].end)
			return true;
	return false;
}

/* Which shards the kit is of. */
static bool
is_wanted(const struct deposit *d, uint64_t k)
{
	const struct item_shards *only = d->with->only;

	return only == NULL || (k >= only->first && k < only->end);
}

static char *
find_shard(const struct deposit *d, uint64_t k, struct err *e)
{
	char *path = shard_find(d->with->snapshot, d->with->from, k,
	    width_of(d, k));

	if (path == NULL)
		err_set(e, ERR_ABSENT, "%s: shard %04" PRIu64 " is not in it"
		    "%s%s; --from names a folder that has it",
		    d->with->snapshot, k, d->with->from != NULL ? ", nor in "
		    : "", d->with->from != NULL ? d->with->from : "");
	return path;
}

static int
add_size(uint64_t *bytes, const char *path, struct err *e)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return err_sys(e, "%s", path);
	*bytes += (uint64_t)st.st_size;
	return 0;
}

/* What is to go into an item of its own must never change again. */
static int
check_only(const struct deposit *d, struct err *e)
{
	const struct item_shards *only = d->with->only;

	if (only == NULL)
		return 0;
	if (d->with->in_count > 0)
		return err_set(e, ERR_USAGE, "--only-shards and --shards-in: "
		    "one of them is meant");
	if (only->end > d->size / ROW_SHARD)
		return err_set(e, ERR_USAGE, "%s: full shards are those below "
		    "%" PRIu64 "; others still change", d->with->snapshot,
		    d->size / ROW_SHARD);
	return 0;
}

/* How many files there are beside shards and proofs. */
static size_t
count_fixed(const struct deposit *d)
{
	const struct deposit_with *w = d->with;
	/* bagit.txt, bag-info.txt, four manifests; README.txt, FORMATS.txt,
	 * index.tsv, ro-crate-metadata.json. */
	size_t n = 10 + d->key_files;

	for (uint64_t k = 0; k * ROW_SHARD < d->size; k++)
		if (is_wanted(d, k) && is_elsewhere(d, k)) {
			n++;	/* fetch.txt */
			break;
		}
	if (w->only == NULL)
		/* log.tar, the checkpoint in four forms, its key in three,
		 * root.py. */
		n += 9 + (w->key_list != NULL) + (d->earlier.n > 0);
	return n + (w->signer != NULL ? 2 : 0);
}

/* Whether it will fit, before anything is read: its files are known by now,
 * of their bytes most. */
static int
check_fits(const struct deposit *d, struct err *e)
{
	size_t files = count_fixed(d) + d->proofs.n;
	uint64_t bytes = 0;
	int rc = 0;

	for (uint64_t k = 0; rc == 0 && k * ROW_SHARD < d->size; k++) {
		char *path = find_shard(d, k, e);

		if (path == NULL)
			rc = -1;
		else if (is_wanted(d, k) && !is_elsewhere(d, k)) {
			rc = add_size(&bytes, path, e);
			files++;
		}
		free(path);
	}
	for (size_t i = 0; rc == 0 && i < d->proofs.n; i++) {
		char *path = file_join(d->with->snapshot, d->proofs.at[i]);

		rc = add_size(&bytes, path, e);
		free(path);
	}
	return rc == 0 ? item_check_size(files, bytes, e) : rc;
}

/* --- the work ------------------------------------------------------------- */

static int
changed(const char *path, struct err *e)
{
	return err_set(e, ERR_TRUST, "%s: changed while it was read", path);
}

/* Copy a shard, or only speak of it; it is what was checked. */
static int
take_shard(struct deposit *d, uint64_t k, struct err *e)
{
	const struct shard_sums *seen = &d->sums.at[k].file;
	struct sums sums = { .bytes = seen->bytes };
	char *name = shard_path("data", k, width_of(d, k));
	char *path = NULL;
	int rc = 0;

	if (is_elsewhere(d, k)) {
		memcpy(sums.sha256, seen->sha256.at, sizeof(sums.sha256));
		memcpy(sums.sha512, seen->sha512, sizeof(sums.sha512));
		kit_speak(&d->kit, name, &sums);
	} else {
		path = find_shard(d, k, e);
		rc = path == NULL ? -1 : kit_copy(&d->kit, name, path, e);
		if (rc == 0 && memcmp(d->kit.file[d->kit.n - 1].sums.sha256,
		    seen->sha256.at, DIGEST_BYTES) != 0)
			rc = changed(path, e);
	}
	free(name);
	free(path);
	return rc;
}

/* Take one line, which is of entry ${i}; ${lines} is the hash of those of its
 * shard. */
static int
take_line(struct deposit *d, struct hash *lines, uint64_t i,
    struct span line, struct err *e)
{
	struct row r;
	int rc;

	hash_add(lines, line);
	hash_add(lines, span_text("\n"));
	if (!is_wanted(d, i / ROW_SHARD))
		return 0;
	rc = kit_add(&d->kit, line, e);
	if (rc == 0)
		rc = kit_add(&d->kit, span_text("\n"), e);
	if (rc == 0)
		rc = row_parse(&r, line, e);
	if (rc < 0 || !r.stored)
		return rc;
	d->archives++;
	/* One that a reader of the kit has at once. */
	if (!d->has_example && !is_elsewhere(d, i / ROW_SHARD)) {
		d->example = r;
		d->has_example = true;
	}
	return 0;
}

/* The lines of one shard. */
static int
take_lines(struct deposit *d, struct source *from, uint64_t k, struct err *e)
{
	struct span line = { NULL, 0 };
	struct hash *lines = NULL;
	struct digest got;
	int rc = hash_open(&lines, HASH_SHA256, e);

	for (uint64_t i = 0; rc == 0 && i < width_of(d, k); i++) {
		rc = stream_line(&line, from, ROW_BYTES, e);
		if (rc > 0)
			rc = take_line(d, lines, k * ROW_SHARD + i, line, e);
		else if (rc == 0)
			rc = changed(from->path, e);
	}
	hash_close(got.at, lines);
	if (rc == 0 && !digest_equal(&got, &d->sums.at[k].lines))
		rc = changed(from->path, e);
	return rc;
}

/* The lines of the index up to the checkpoint: there may be more by now. */
static int
take_index(struct deposit *d, struct err *e)
{
	char *path = file_join(d->with->snapshot, "index.tsv");
	struct source from = { 0 };
	int rc = stream_read_open(&from, path, e);

	if (rc == 0)
		rc = kit_begin(&d->kit, "data/index.tsv", e);
	for (uint64_t k = 0; rc == 0 && k * ROW_SHARD < d->size; k++)
		rc = take_lines(d, &from, k, e);
	if (rc == 0)
		rc = kit_end(&d->kit, e);
	stream_read_clear(&from);
	free(path);
	return rc;
}

static int
fill(struct deposit *d, struct err *e)
{
	size_t files = 0;
	uint64_t bytes = 0;
	int rc = 0;

	for (uint64_t k = 0; rc == 0 && k * ROW_SHARD < d->size; k++)
		rc = is_wanted(d, k) ? take_shard(d, k, e) : 0;
	if (rc == 0)
		rc = take_index(d, e);
	if (rc == 0)
		rc = deposit_tags_data(d, e);
	if (rc == 0 && d->with->only == NULL)
		rc = deposit_check_copy(d, e);
	if (rc == 0)
		rc = deposit_tags_bag(d, e);
	if (rc == 0)
		rc = deposit_evidence_write(d, e);
	if (rc == 0)
		rc = deposit_tags_upload(d, e);
	for (size_t i = 0; rc == 0 && i < d->kit.n; i++)
		if (d->kit.file[i].here
		    && strncmp(d->kit.file[i].name, "upload/", 7) != 0) {
			bytes += d->kit.file[i].sums.bytes;
			files++;
		}
	return rc == 0 ? item_check_size(files, bytes, e) : rc;
}

static void
tell(struct deposit_made *m, const struct deposit *d)
{
	const struct kit_file *f = kit_find(&d->kit, "tagmanifest-sha256.txt");

	*m = (struct deposit_made){ .path = mem_string(d->kit.path) };
	memcpy(m->item, d->item.name, sizeof(m->item));
	memcpy(m->date, d->date, sizeof(m->date));
	memcpy(m->tagmanifest.at, f->sums.sha256, DIGEST_BYTES);
	for (size_t i = 0; i < d->kit.n; i++) {
		const struct kit_file *file = &d->kit.file[i];

		if (file->here) {
			m->files++;
			m->bytes += file->sums.bytes;
		} else {
			m->elsewhere++;
		}
		if (strncmp(file->name, "data/", 5) == 0) {
			m->payload_files++;
			m->payload_bytes += file->sums.bytes;
		}
	}
}

/* Make the kit in a folder beside its name. */
static int
build(struct deposit_made *out, struct deposit *d, struct err *e)
{
	const char *to = d->with->out;
	const size_t n = strlen(to);
	char *path = n > 0 && to[n - 1] == '/' ? file_join(to, d->item.name)
	    : mem_string(to);
	int rc = 0;

	if (n > 0 && to[n - 1] == '/' && !file_is_folder(to))
		rc = err_set(e, ERR_ABSENT, "%s: no such folder, in which the "
		    "kit would get its name", to);
	if (rc == 0)
		rc = kit_check_free(path, e);
	/* Before the kit is begun: from then on an interrupt waits for the
	 * next piece, and the check has none. */
	if (rc == 0)
		rc = deposit_check(d, e);
	if (rc == 0)
		rc = kit_open(&d->kit, path, e);
	if (rc == 0)
		rc = fill(d, e);
	if (rc == 0)
		rc = kit_publish(&d->kit, e);
	if (rc == 0)
		tell(out, d);
	kit_clear(&d->kit);
	free(path);
	return rc;
}

int
deposit_make(struct deposit_made *out, const struct deposit_with *with,
    struct err *e)
{
	struct deposit d = { .with = with,
		.size = with->log->checkpoint.size, .kit = { .fd = -1 } };
	int rc = 0;

	if (d.size == 0)
		rc = err_set(e, ERR_USAGE, "%s: an empty log; there is "
		    "nothing to deposit", with->snapshot);
	if (rc == 0)
		rc = check_plain(with->snapshot, DEPTH, e);
	if (rc == 0)
		rc = deposit_evidence_list(&d, e);
	if (rc == 0)
		rc = check_only(&d, e);
	if (rc == 0)
		rc = find_date(&d, e);
	/* They are of checkpoints, and there is none among shards. */
	if (with->only != NULL) {
		file_names_free(&d.proofs);
		file_names_free(&d.earlier);
	}
	if (rc == 0)
		rc = find_name(&d, e);
	deposit_keys_name(&d);
	if (rc == 0)
		rc = deposit_keys_find(&d, e);
	if (rc == 0)
		rc = deposit_tags_describe(&d, e);
	if (rc == 0)
		rc = check_fits(&d, e);
	if (rc == 0)
		rc = build(out, &d, e);
	file_names_free(&d.proofs);
	file_names_free(&d.earlier);
	snapshot_check_clear_sums(&d.sums);
	free(d.registry);
	item_clear(&d.item);
	return rc;
}

void
deposit_made_clear(struct deposit_made *m)
{
	free(m->path);
	*m = (struct deposit_made){ 0 };
}
