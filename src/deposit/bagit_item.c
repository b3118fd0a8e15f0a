/* SPDX-License-Identifier: MIT */
/* See bagit_item.h. */
#include "config.h"

#include "base/file.h"
#include "deposit/bagit_item.h"
#include "deposit/files_xml.h"
#include "deposit/manifest.h"
#include "deposit/sums.h"
#include "keep/below.h"

/* The sums of the open file, which is closed. */
static int
sum(struct sums *out, int fd, const char *name, struct err *e)
{
	struct source from = { 0 };
	int rc = stream_read_open_fd(&from, fd, name, e);

	if (rc == 0)
		rc = sums_read(out, &from, e);
	stream_read_clear(&from);
	return rc;
}

/* In what the two differ, as words; "" where they agree. */
static void
differ(struct buf *out, const struct files_xml_one *one,
    const struct sums *got)
{
	const uint32_t c = got->crc32;
	const uint8_t crc32[4] = { (uint8_t)(c >> 24), (uint8_t)(c >> 16),
		(uint8_t)(c >> 8), (uint8_t)c };

	if ((one->has & FILES_XML_SIZE) != 0 && one->size != got->bytes)
		buf_text(out, ", size");
	if ((one->has & FILES_XML_MD5) != 0
	    && memcmp(one->md5, got->md5, sizeof(one->md5)) != 0)
		buf_text(out, ", md5");
	if ((one->has & FILES_XML_CRC32) != 0
	    && memcmp(one->crc32, crc32, sizeof(crc32)) != 0)
		buf_text(out, ", crc32");
	if ((one->has & FILES_XML_SHA1) != 0
	    && memcmp(one->sha1, got->sha1, sizeof(one->sha1)) != 0)
		buf_text(out, ", sha1");
}

/* What the archive itself puts into every item. */
static bool
is_of_archive(const char *name)
{
	static const char *const tails[] = { "_files.xml", "_meta.xml",
		"_meta.sqlite", "_archive.torrent", "_reviews.xml" };

	for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		const size_t n = strlen(name), t = strlen(tails[i]);

		if (n > t && strchr(name, '/') == NULL
		    && strcmp(name + n - t, tails[i]) == 0)
			return true;
	}
	return false;
}

/* Compare one original with the bag's file; whether it is the same. */
static bool
compare(struct bagit *b, struct files_xml_one *one)
{
	const char *name = buf_string(&one->name);
	struct buf words = { 0 };
	struct sums got;
	struct err e;
	bool same = false;
	int fd, rc;

	if (manifest_path_check(span_buf(&one->name), &e) < 0) {
		bagit_talk_error(b->talk, BAGIT_UNSAFE, BAGIT_ITEM, &e);
		return false;
	}
	fd = below_open(NULL, b->dir, span_buf(&one->name), &e);
	if (fd < 0 && e.kind == ERR_ABSENT) {
		if (!is_of_archive(name))
			bagit_talk_note(b->talk, BAGIT_ITEM, "%s: only in "
			    "the item", name);
		return false;
	}
	rc = fd < 0 ? -1 : sum(&got, fd, name, &e);
	if (rc < 0) {
		bagit_talk_error(b->talk, BAGIT_UNDECIDED, BAGIT_ITEM, &e);
		return false;
	}
	differ(&words, one, &got);
	if (words.n > 0)
		bagit_talk_fail(b->talk, BAGIT_DAMAGED, BAGIT_ITEM,
		    "%s: the item has another one: %s", name,
		    buf_string(&words) + 2);
	else if ((one->has & (FILES_XML_MD5 | FILES_XML_SHA1)) == 0)
		bagit_talk_fail(b->talk, BAGIT_UNDECIDED, BAGIT_ITEM,
		    "%s: the item says no digest of it", name);
	else
		same = true;
	buf_clear(&words);
	return same;
}

static void
must_be_there(struct bagit *b, const struct bagit_table *seen,
    struct span path)
{
	size_t i;

	if (!bagit_table_find(&i, seen, path))
		bagit_talk_fail(b->talk, BAGIT_INCOMPLETE, BAGIT_ITEM,
		    "%.*s: not in the item", (int)path.n,
		    (const char *)path.at);
}

/* Every file that the bag has and lists, and its tag manifests. */
static void
check_all(struct bagit *b, const struct bagit_table *seen)
{
	for (size_t i = 0; i < b->table.n; i++)
		if (b->table.at[i].in != 0
		    && (b->table.at[i].flags & BAGIT_FETCH) == 0)
			must_be_there(b, seen, bagit_table_path(&b->table,
			    i));
	for (size_t i = 0; i < b->manifests; i++)
		if (b->manifest[i].tag)
			must_be_there(b, seen, span_text(b->manifest[i].name));
}

int
bagit_item_check(struct bagit *b, const char *path, struct err *e)
{
	struct files_xml_one one = { 0 };
	struct bagit_table seen = { 0 };
	struct buf text = { 0 };
	struct files_xml x;
	size_t i, same = 0;
	int rc = file_read(&text, path, LIMIT_FILES_XML, e), got;

	files_xml_open(&x, span_buf(&text));
	while (rc == 0 && (rc = files_xml_next(&one, &x, e)) > 0) {
		rc = 0;
		if (!one.original)
			continue;
		got = bagit_table_put(&i, &seen, span_buf(&one.name), e);
		if (got < 0)
			rc = -1;
		else if (got > 0)
			bagit_talk_fail(b->talk, BAGIT_DAMAGED, BAGIT_ITEM,
			    "%s: twice in the item", buf_string(&one.name));
		else
			same += compare(b, &one);
	}
	if (rc < 0 && text.n > 0)
		err_in(e, "%s", path);
	if (rc == 0)
		check_all(b, &seen);
	if (rc == 0 && bagit_talk_clean(b->talk, BAGIT_ITEM))
		bagit_talk_pass(b->talk, BAGIT_ITEM, "%zu files are in the "
		    "item as they are here", same);
	bagit_talk_rest(b->talk, BAGIT_ITEM);
	files_xml_one_clear(&one);
	bagit_table_clear(&seen);
	buf_clear(&text);
	return rc;
}
