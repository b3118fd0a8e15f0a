/* SPDX-License-Identifier: MIT */
/* See upload.h. */
#include "config.h"

#include <inttypes.h>

#include "canon/codec.h"
#include "deposit/upload.h"

bool
upload_sends(const struct kit_file *f)
{
	return f->here && strncmp(f->name, "evidence/", 9) != 0
	    && strncmp(f->name, "upload/", 7) != 0;
}

uint64_t
upload_bytes(const struct kit *k)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < k->n; i++)
		if (upload_sends(&k->file[i]))
			bytes += k->file[i].sums.bytes;
	return bytes;
}

/* A field of a spreadsheet; a quote in it is doubled. */
static void
csv_field(struct buf *out, const char *text)
{
	if (text[strcspn(text, ",\"\r\n")] == '\0') {
		buf_text(out, text);
		return;
	}
	buf_byte(out, '"');
	for (const char *s = text; *s != '\0'; s++) {
		if (*s == '"')
			buf_byte(out, '"');
		buf_byte(out, (uint8_t)*s);
	}
	buf_byte(out, '"');
}

void
upload_csv(struct buf *out, const struct item *item, const struct kit *k)
{
	bool first = true;

	buf_text(out, "identifier,file,REMOTE_NAME");
	for (size_t i = 0; i < item->n; i++) {
		const struct item_field *f = &item->at[i];
		bool repeats = f->again > 0;

		for (size_t j = i + 1; j < item->n && !repeats; j++)
			repeats = strcmp(item->at[j].name, f->name) == 0;
		buf_fmt(out, ",%s", f->name);
		if (repeats)
			buf_fmt(out, "[%u]", f->again);
	}
	buf_byte(out, '\n');
	for (size_t i = 0; i < k->n; i++) {
		const char *name = k->file[i].name;

		if (!upload_sends(&k->file[i]))
			continue;
		buf_fmt(out, "%s,%s,%s", item->name, name, name);
		for (size_t j = 0; j < item->n; j++) {
			buf_byte(out, ',');
			if (first)
				csv_field(out, item->at[j].value);
		}
		buf_byte(out, '\n');
		first = false;
	}
}

void
upload_ia(struct buf *out, const struct item *item, const struct kit *k)
{
	buf_fmt(out,
	    "#!/bin/sh\n"
	    "# Sends this kit to the Internet Archive as the item\n"
	    "# %s\n"
	    "# with the program ia (https://archive.org/developers/"
	    "internetarchive/).\n"
	    "# Once before: `ia configure'.  It may be run again: what is "
	    "there is passed over.\n"
	    "set -eu\n"
	    "cd \"$(dirname \"$0\")/..\"\n"
	    "\n"
	    "ia upload --spreadsheet=upload/upload.csv --size-hint=%" PRIu64
	    " \\\n"
	    "\t--no-derive --verify --checksum --retries=10\n"
	    "\n"
	    "# Proofs of time, as many as there are by now.  Names have no "
	    "spaces here.\n"
	    "# shellcheck disable=SC2046\n"
	    "set -- $(find evidence -type f ! -name '.*' 2>/dev/null | "
	    "LC_ALL=C sort)\n"
	    "[ $# -eq 0 ] || ia upload %s \"$@\" --keep-directories \\\n"
	    "\t--no-derive --verify --checksum --retries=10\n",
	    item->name, upload_bytes(k), item->name);
}

/* ${text} between single quotes of the shell. */
static void
quoted(struct buf *out, const char *text)
{
	buf_byte(out, '\'');
	for (const char *s = text; *s != '\0'; s++) {
		if (*s == '\'')
			buf_text(out, "'\\''");
		else
			buf_byte(out, (uint8_t)*s);
	}
	buf_byte(out, '\'');
}

static const char curl_head[] =
    "# with curl(1).  The keys are at https://archive.org/account/s3.php:\n"
    "#   IA_ACCESS_KEY=... IA_SECRET_KEY=... sh upload/upload-curl.sh\n"
    "set -eu\n"
    "cd \"$(dirname \"$0\")/..\"\n"
    ": \"${IA_ACCESS_KEY:?is not set}\" \"${IA_SECRET_KEY:?is not set}\"\n"
    "\n"
    "# put FILE MD5 [WORD...]: the words are more for curl.\n"
    "put() {\n"
    "\tfile=$1 md5=$2\n"
    "\tshift 2\n"
    "\tprintf 'header = \"authorization: LOW %s:%s\"\\n' "
    "\"$IA_ACCESS_KEY\" \"$IA_SECRET_KEY\" |\n"
    "\t\tcurl --config - --fail --silent --show-error --location \\\n"
    "\t\t\t--retry 10 --retry-delay 30 --upload-file \"$file\" \\\n"
    "\t\t\t--header 'x-archive-auto-make-bucket: 1' \\\n"
    "\t\t\t--header 'x-archive-queue-derive: 0' \\\n"
    "\t\t\t--header 'x-archive-keep-old-version: 1' \\\n"
    "\t\t\t--header \"Content-MD5: $md5\" \"$@\" \\\n"
    "\t\t\t\"https://s3.us.archive.org/$item/$file\"\n"
    "\techo \"$file\"\n"
    "}\n"
    "\n";

static const char curl_tail[] =
    "\n"
    "# Proofs of time, as many as there are by now.\n"
    "find evidence -type f ! -name '.*' 2>/dev/null | LC_ALL=C sort |\n"
    "\twhile IFS= read -r name; do\n"
    "\t\tput \"$name\" \"$(md5sum \"$name\" | cut -d' ' -f1)\"\n"
    "\tdone\n";

void
upload_curl(struct buf *out, const struct item *item, const struct kit *k)
{
	bool first = true;

	buf_fmt(out, "#!/bin/sh\n"
	    "# Sends this kit to the Internet Archive as the item\n"
	    "# %s\n%s", item->name, curl_head);
	buf_fmt(out, "item=%s\n", item->name);
	for (size_t i = 0; i < k->n; i++) {
		const struct kit_file *f = &k->file[i];
		char md5[33];

		if (!upload_sends(f))
			continue;
		codec_hex(md5, f->sums.md5, sizeof(f->sums.md5));
		buf_fmt(out, "put %s %s", f->name, md5);
		if (first)
			buf_fmt(out, " \\\n\t--header 'x-archive-size-hint: "
			    "%" PRIu64 "'", upload_bytes(k));
		for (size_t j = 0; first && j < item->n; j++) {
			struct buf header = { 0 };

			item_header(&header, &item->at[j]);
			buf_text(out, " \\\n\t--header ");
			quoted(out, buf_string(&header));
			buf_clear(&header);
		}
		buf_byte(out, '\n');
		first = false;
	}
	buf_text(out, curl_tail);
}

void
upload_expected(struct buf *out, const struct kit *k)
{
	for (size_t i = 0; i < k->n; i++) {
		const struct sums *s = &k->file[i].sums;
		char md5[33], sha1[41];

		if (!upload_sends(&k->file[i]))
			continue;
		codec_hex(md5, s->md5, sizeof(s->md5));
		codec_hex(sha1, s->sha1, sizeof(s->sha1));
		buf_fmt(out, "%s\t%" PRIu64 "\t%s\t%08x\t%s\n",
		    k->file[i].name, s->bytes, md5, (unsigned)s->crc32, sha1);
	}
}
