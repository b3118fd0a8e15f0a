/* SPDX-License-Identifier: MIT */
/* See deposit_private.h: what a kit says of itself. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "canon/codec.h"
#include "deposit/crate.h"
#include "deposit/deposit_private.h"
#include "deposit/leaflet.h"
#include "deposit/manifest.h"
#include "deposit/upload.h"
#include "keep/log_tar.h"

/* The field ${field} of the item: each value of ${label}, else ${otherwise}
 * (NULL: nothing). */
static int
say_each(struct deposit *d, const char *field, const char *label,
    const char *otherwise, struct err *e)
{
	const char *value;
	size_t i = 0;
	int rc = 0;

	for (; rc == 0 && (value = about_each(d->with->about, label, i))
	    != NULL; i++)
		rc = item_add(&d->item, field, value, e);
	if (rc == 0 && i == 0 && otherwise != NULL)
		rc = item_add(&d->item, field, otherwise, e);
	return rc;
}

/* What the item is called and how described where nobody says it. */
static void
describe(struct buf *title, struct buf *text, const struct deposit *d)
{
	const struct checkpoint *c = &d->with->log->checkpoint;
	const struct item_shards *only = d->with->only;

	if (only != NULL) {
		buf_fmt(title, "Pith Number bundles: shards %" PRIu64 " to %"
		    PRIu64 " of %s", only->first, only->end - 1, c->origin);
		buf_fmt(text, "Pith Number bundles, signed records of "
		    "scholarly papers: shards %" PRIu64 " to %" PRIu64 " of "
		    "the append-only log %s, to which snapshots of it refer. "
		    "README.txt says how to check them with sha256sum and "
		    "tar.", only->first, only->end - 1, c->origin);
		return;
	}
	buf_fmt(title, "Pith Number bundles: snapshot of %s at %" PRIu64
	    " entries", c->origin, c->size);
	buf_fmt(text, "A snapshot of Pith Number bundles, signed records of "
	    "scholarly papers: the append-only log %s at %" PRIu64 " entries, "
	    "root ", c->origin, c->size);
	codec_base64(text, (struct span){ c->root.at, DIGEST_BYTES });
	buf_text(text, ". README.txt says how to check it with sha256sum, "
	    "tar and openssl.");
}

int
deposit_tags_describe(struct deposit *d, struct err *e)
{
	const char *who = about_get(d->with->about, "Source-Organization");
	struct buf title = { 0 }, text = { 0 }, scanner = { 0 };
	int rc = item_add(&d->item, "mediatype", "data", e);

	describe(&title, &text, d);
	buf_fmt(&scanner, "pithtex %s", d->with->version);
	if (rc == 0)
		rc = say_each(d, "collection", "Collection", ABOUT_SANDBOX, e);
	if (rc == 0)
		rc = say_each(d, "title", "Title", buf_string(&title), e);
	if (rc == 0)
		rc = say_each(d, "creator", "Creator", who, e);
	if (rc == 0)
		rc = item_add(&d->item, "date", d->date, e);
	if (rc == 0)
		rc = say_each(d, "description", "Description",
		    buf_string(&text), e);
	if (rc == 0)
		rc = say_each(d, "subject", "Subject", "Pith Number", e);
	if (rc == 0)
		rc = say_each(d, "language", "Language", NULL, e);
	if (rc == 0)
		rc = say_each(d, "licenseurl", "License-URL", NULL, e);
	if (rc == 0)
		rc = say_each(d, "external-identifier", "External-Identifier",
		    NULL, e);
	if (rc == 0)
		rc = say_each(d, "rights", "Consent", NULL, e);
	if (rc == 0)
		rc = item_add(&d->item, "scanner", buf_string(&scanner), e);
	buf_clear(&title);
	buf_clear(&text);
	buf_clear(&scanner);
	return rc;
}

/* --- below data/ ---------------------------------------------------------- */

/* A file that ${print} fills. */
static int
put(struct deposit *d, const char *name, struct buf *text, struct err *e)
{
	const int rc = kit_text(&d->kit, name, span_buf(text), e);

	text->n = 0;
	return rc;
}

/* The signature of the log's key, 64 bytes. */
static const struct buf *
signature_of(const struct note *n, const struct note_key *k)
{
	for (size_t i = 0; i < n->n; i++)
		if (strcmp(n->at[i].name, k->name) == 0
		    && memcmp(n->at[i].id, k->id, NOTE_ID) == 0
		    && n->at[i].bytes.n == 64)
			return &n->at[i].bytes;
	return NULL;
}

static int
write_checkpoint(struct deposit *d, struct err *e)
{
	const struct log *l = d->with->log;
	const struct buf *s = signature_of(&l->note, d->with->key);
	struct buf text = { 0 }, comment = { 0 };
	int rc;

	if (s == NULL)
		return err_set(e, ERR_TRUST, "the key has not signed the "
		    "checkpoint");
	buf_fmt(&comment, "verify with %s.pub", d->key_name);
	deposit_keys_signify(&text, buf_string(&comment),
	    note_key_bytes(d->with->key), span_buf(s));
	rc = kit_text(&d->kit, "data/checkpoint", span_buf(&l->bytes), e);
	if (rc == 0)
		rc = kit_text(&d->kit, "data/checkpoint.text",
		    span_buf(&l->note.text), e);
	if (rc == 0)
		rc = kit_text(&d->kit, "data/checkpoint.sig", span_buf(s), e);
	if (rc == 0)
		rc = put(d, "data/checkpoint.signify", &text, e);
	buf_clear(&text);
	buf_clear(&comment);
	return rc;
}

static int
into_kit(void *ctx, struct span bytes, struct err *e)
{
	return kit_add(ctx, bytes, e);
}

/* Where to get what is only spoken of, in the order of names. */
static int
write_fetch(struct deposit *d, struct err *e)
{
	const struct deposit_with *w = d->with;
	struct buf text = { 0 }, url = { 0 };
	uint64_t k;
	int rc = 0;

	for (size_t i = 0; i < d->kit.n; i++) {
		const struct kit_file *f = &d->kit.file[i];
		size_t at = 0;

		if (f->here || strncmp(f->name, "data/shards/", 12) != 0)
			continue;
		k = strtoull(f->name + 12, NULL, 10);
		while (k < w->in[at].first || k >= w->in[at].end)
			at++;
		url.n = 0;
		buf_fmt(&url, "https://archive.org/download/%s/%s",
		    w->in[at].name, f->name);
		manifest_fetch_print(&text, span_buf(&url), f->sums.bytes,
		    span_text(f->name));
	}
	if (text.n > 0)
		rc = put(d, "fetch.txt", &text, e);
	buf_clear(&text);
	buf_clear(&url);
	return rc;
}

/* What makes the log of a snapshot: its tiles and its statement. */
static int
write_log(struct deposit *d, struct err *e)
{
	struct buf text = { 0 };
	int rc = kit_begin(&d->kit, "data/log.tar", e);

	if (rc == 0)
		rc = log_tar_write(d->with->log, into_kit, &d->kit, e);
	if (rc == 0)
		rc = kit_end(&d->kit, e);
	if (rc == 0)
		rc = write_checkpoint(d, e);
	if (rc == 0) {
		leaflet_formats_root(&text);
		rc = put(d, "data/root.py", &text, e);
	}
	buf_clear(&text);
	return rc;
}

int
deposit_tags_data(struct deposit *d, struct err *e)
{
	const struct leaflet l = {
		.item = d->item.name, .slug = d->slug,
		.key_name = d->key_name, .date = d->date,
		.version = d->with->version, .key = d->with->key,
		.checkpoint = &d->with->log->checkpoint,
		.about = d->with->about, .kit = &d->kit,
		.archives = d->archives,
		.example = d->has_example ? &d->example : NULL,
		.signed_by_depositor = d->with->signer != NULL,
		.only = d->with->only
	};
	struct buf text = { 0 };
	int rc = write_fetch(d, e);

	if (rc == 0 && d->with->only == NULL)
		rc = write_log(d, e);
	if (rc == 0)
		rc = deposit_keys_write(d, e);
	if (rc == 0) {
		leaflet_formats(&text);
		rc = put(d, "data/FORMATS.txt", &text, e);
	}
	if (rc == 0) {
		leaflet_readme(&text, &l);
		rc = put(d, "data/README.txt", &text, e);
	}
	if (rc == 0) {
		kit_sort(&d->kit);
		crate_print(&text, &d->item, d->with->about, d->date,
		    &d->kit);
		rc = put(d, "data/" CRATE_NAME, &text, e);
	}
	buf_clear(&text);
	return rc;
}

/* --- at the top ----------------------------------------------------------- */

/* A manifest of the files below data/, or of those at the top. */
static int
write_manifest(struct deposit *d, enum hash_kind kind, bool tag,
    struct err *e)
{
	struct buf text = { 0 }, name = { 0 };
	int rc;

	kit_sort(&d->kit);
	for (size_t i = 0; i < d->kit.n; i++) {
		const struct kit_file *f = &d->kit.file[i];
		const struct span path = span_text(f->name);

		if (tag ? strchr(f->name, '/') != NULL
		    || strncmp(f->name, "tagmanifest-", 12) == 0
		    : !manifest_path_is_payload(path))
			continue;
		manifest_line_print(&text, kind == HASH_SHA256
		    ? f->sums.sha256 : f->sums.sha512, hash_size(kind), path);
	}
	manifest_name_print(&name, kind, tag);
	rc = put(d, buf_string(&name), &text, e);
	buf_clear(&name);
	buf_clear(&text);
	return rc;
}

/* "1.2 GB": for people. */
static void
size_text(struct buf *out, uint64_t bytes)
{
	static const char *const units[] = { "kB", "MB", "GB", "TB" };
	uint64_t tenths = bytes / 100;
	size_t i = 0;

	if (bytes < 1000) {
		buf_fmt(out, "%" PRIu64 " B", bytes);
		return;
	}
	for (; tenths >= 10000 && i < 3; i++)
		tenths /= 1000;
	buf_fmt(out, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
	    units[i]);
}

static void
info_each(struct buf *out, const struct about *a, const char *label)
{
	const char *value;

	for (size_t i = 0; (value = about_each(a, label, i)) != NULL; i++)
		buf_fmt(out, "%s: %s\n", label, value);
}

/* The ordinal of this checkpoint among those of the log. */
static int
ordinal(size_t *out, const struct deposit *d, struct err *e)
{
	uint64_t *sizes = NULL;
	size_t n = 0;

	if (log_sizes(&sizes, &n, d->with->snapshot, e) < 0)
		return -1;
	*out = 0;
	while (*out < n && sizes[*out] <= d->size)
		++*out;
	free(sizes);
	return 0;
}

static int
write_info(struct deposit *d, struct err *e)
{
	const struct about *a = d->with->about;
	const char *sender = about_get(a, "Internal-Sender-Identifier");
	struct buf text = { 0 };
	uint64_t bytes = 0;
	size_t files = 0, n = 0;
	int rc = ordinal(&n, d, e);

	if (rc < 0)
		return -1;
	for (size_t i = 0; i < d->kit.n; i++) {
		if (!manifest_path_is_payload(span_text(d->kit.file[i].name)))
			continue;
		bytes += d->kit.file[i].sums.bytes;
		files++;
	}
	info_each(&text, a, "Source-Organization");
	info_each(&text, a, "Organization-Address");
	info_each(&text, a, "Contact-Name");
	info_each(&text, a, "Contact-Email");
	for (size_t i = 0; i < d->item.n; i++)
		if (strcmp(d->item.at[i].name, "description") == 0)
			buf_fmt(&text, "External-Description: %s\n",
			    d->item.at[i].value);
	buf_fmt(&text, "Bagging-Date: %s\n", d->date);
	buf_fmt(&text, "External-Identifier: %s\n", d->item.name);
	info_each(&text, a, "External-Identifier");
	buf_text(&text, "Bag-Size: ");
	size_text(&text, bytes);
	buf_fmt(&text, "\nPayload-Oxum: %" PRIu64 ".%zu\n", bytes, files);
	buf_fmt(&text, "Bag-Group-Identifier: pith-%s\n", d->slug);
	if (d->with->only == NULL)
		buf_fmt(&text, "Bag-Count: %zu of ?\n", n);
	if (sender != NULL)
		buf_fmt(&text, "Internal-Sender-Identifier: %s\n", sender);
	else if (d->with->only == NULL)
		buf_fmt(&text, "Internal-Sender-Identifier: %s %" PRIu64 "\n",
		    d->with->log->checkpoint.origin, d->size);
	buf_fmt(&text, "Bag-Software-Agent: pithtex %s\n", d->with->version);
	rc = put(d, "bag-info.txt", &text, e);
	buf_clear(&text);
	return rc;
}

/* The depositor's signature over the list of all lists. */
static int
write_signature(struct deposit *d, struct err *e)
{
	struct buf list = { 0 }, text = { 0 }, comment = { 0 };
	char *path = file_join(d->kit.tmp, "tagmanifest-sha256.txt");
	int rc = file_read(&list, path, 1u << 20, e);

	if (rc == 0) {
		buf_fmt(&comment, "pithtex %s", d->item.name);
		minisign_sign(&text, d->with->signer, span_buf(&list),
		    buf_string(&comment));
		rc = put(d, "evidence/tagmanifest-sha256.txt.minisig", &text,
		    e);
	}
	buf_clear(&list);
	buf_clear(&text);
	buf_clear(&comment);
	free(path);
	return rc;
}

int
deposit_tags_bag(struct deposit *d, struct err *e)
{
	static const char declaration[] = "BagIt-Version: 1.0\n"
	    "Tag-File-Character-Encoding: UTF-8\n";
	static const enum hash_kind kinds[] = { HASH_SHA256, HASH_SHA512 };
	int rc = kit_text(&d->kit, "bagit.txt", span_text(declaration), e);

	for (size_t i = 0; rc == 0 && i < 2; i++)
		rc = write_manifest(d, kinds[i], false, e);
	if (rc == 0)
		rc = write_info(d, e);
	for (size_t i = 0; rc == 0 && i < 2; i++)
		rc = write_manifest(d, kinds[i], true, e);
	if (rc == 0 && d->with->signer != NULL)
		rc = write_signature(d, e);
	return rc;
}

int
deposit_tags_upload(struct deposit *d, struct err *e)
{
	struct buf text = { 0 };
	int rc;

	kit_sort(&d->kit);
	upload_csv(&text, &d->item, &d->kit);
	rc = put(d, "upload/upload.csv", &text, e);
	if (rc == 0) {
		upload_ia(&text, &d->item, &d->kit);
		rc = put(d, "upload/upload.sh", &text, e);
	}
	if (rc == 0) {
		upload_curl(&text, &d->item, &d->kit);
		rc = put(d, "upload/upload-curl.sh", &text, e);
	}
	if (rc == 0) {
		upload_expected(&text, &d->kit);
		rc = put(d, "upload/ia-expected.tsv", &text, e);
	}
	buf_clear(&text);
	return rc;
}
