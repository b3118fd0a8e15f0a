/* SPDX-License-Identifier: MIT */
/* See leaflet.h. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "canon/codec.h"
#include "deposit/leaflet.h"
#include "keep/shard.h"

#define COLUMNS 78

/* One command that makes a tar archive again from its files. */
static const char rebuild[] =
    "LC_ALL=C tar --sort=name --hard-dereference"
    " --format=ustar --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX"
    " --mtime=@315532800 -b20 -cf - *";

/* Append ${text} as a paragraph. */
static void
paragraph(struct buf *out, const char *text)
{
	size_t column = 0;

	while (*text != '\0') {
		const size_t n = strcspn(text, " ");
		size_t wide = 0;

		for (size_t i = 0; i < n; i++)
			wide += ((uint8_t)text[i] & 0xc0) != 0x80;
		if (column > 0 && column + 1 + wide > COLUMNS) {
			buf_byte(out, '\n');
			column = 0;
		}
		if (column > 0) {
			buf_byte(out, ' ');
			column++;
		}
		buf_add(out, text, n);
		column += wide;
		text += n;
		text += strspn(text, " ");
	}
	buf_text(out, "\n\n");
}

static void say(struct buf *out, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void
say(struct buf *out, const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	paragraph(out, buf_string(&text));
	buf_clear(&text);
}

static void
heading(struct buf *out, const char *text, char under)
{
	buf_fmt(out, "%s\n", text);
	for (size_t i = 0; i < strlen(text); i++)
		buf_byte(out, (uint8_t)under);
	buf_text(out, "\n\n");
}

static void
what_it_is(struct buf *out, const struct leaflet *l)
{
	const char *who = about_get(l->about, "Source-Organization");

	heading(out, l->item, '=');
	say(out, "This folder keeps %" PRIu64 " records of scholarly papers, "
	    "with everything that is needed to see that none of them was "
	    "changed since. It can be read and checked with programs that "
	    "every Unix system has: sha256sum, tar, gzip and openssl.",
	    l->archives);
	heading(out, "What this is", '-');
	say(out, "A Pith Number is a name of a scholarly paper, 26 letters and "
	    "digits such as %s. It is computed from a record of the paper "
	    "(where it was posted and when, checksums of its title and "
	    "abstract), so that whoever has the record can compute the name "
	    "again and see that the two belong together. A registry signs "
	    "these records.",
	    l->example != NULL ? l->example->entry.suffix
	    : "RWK3IB5D7755ZZZJPVXAV33O77");
	say(out, "For each number there is a small file, called a bundle: the "
	    "record and what was said of it, as text (JSON), in a compressed "
	    "archive. Bundles were collected, and every one that came or went "
	    "was written into a list that only grows. That list is called the "
	    "log; its name is");
	buf_fmt(out, "    %s\n\n", l->checkpoint->origin);
	if (l->only != NULL) {
		say(out, "These are the bundles behind its entries %" PRIu64
		    " to %" PRIu64 ", which never change. What they belong "
		    "to, with the signature of the log and proofs of its age, "
		    "is in items named pith-%s-DAY-NUMBER, whose lists "
		    "(manifest-sha256.txt) have the checksums of the files in "
		    "data/shards here. They were packed on %s%s%s with the "
		    "free program pithtex, version %s. You do not need that "
		    "program.", l->only->first * ROW_SHARD, l->only->end
		    * ROW_SHARD - 1, l->slug, l->date, who != NULL ? " by "
		    : "", who != NULL ? who : "", l->version);
		return;
	}
	say(out, "This is the collection at the moment when the log had "
	    "%" PRIu64 " entries. It was packed on %s%s%s with the free "
	    "program pithtex, version %s. You do not need that program.",
	    l->checkpoint->size, l->date, who != NULL ? " by " : "",
	    who != NULL ? who : "", l->version);
}

/* Whether keys of registries are in it. */
static bool
has_registry(const struct leaflet *l)
{
	static const char lead[] = "data/keys/registry-";

	for (size_t i = 0; i < l->kit->n; i++)
		if (strncmp(l->kit->file[i].name, lead, sizeof(lead) - 1) == 0)
			return true;
	return false;
}

static void
which_keys(struct buf *out, const struct leaflet *l)
{
	const bool registry = has_registry(l);

	if (l->only != NULL && !l->signed_by_depositor && !registry)
		return;
	buf_text(out, "    data/keys/           public keys, each in several "
	    "forms:\n");
	if (l->only == NULL)
		buf_fmt(out, "%25s%s.* of the log\n", "", l->key_name);
	if (l->signed_by_depositor)
		buf_fmt(out, "%25sdepositor.pub of who packed this folder\n",
		    "");
	if (registry)
		buf_fmt(out, "%25sregistry-* of registries, which sign the "
		    "records\n", "");
}

static void
what_is_where(struct buf *out, const struct leaflet *l)
{
	heading(out, "What is where", '-');
	buf_text(out,
	    "    data/README.txt      this text\n"
	    "    data/FORMATS.txt     how every kind of file here is made, "
	    "byte by byte\n"
	    "    data/shards/         the bundles, many to one archive "
	    "(tar)\n"
	    "    data/index.tsv       a line for each entry of the log; "
	    "opens in any\n"
	    "                         spreadsheet\n");
	if (l->only == NULL)
		buf_text(out,
	    "    data/log.tar         the log itself\n"
	    "    data/checkpoint      one statement, signed, that stands for "
	    "all of the log\n"
	    "    data/checkpoint.text, data/checkpoint.sig, "
	    "data/checkpoint.signify\n"
	    "                         the same statement and its signature, "
	    "for other\n"
	    "                         programs\n"
	    "    data/root.py         a program of one page that computes "
	    "what is signed\n");
	which_keys(out, l);
	buf_text(out,
	    "    data/ro-crate-metadata.json\n"
	    "                         a description for catalogues\n"
	    "    manifest-*.txt       a checksum for each file in data/\n"
	    "    tagmanifest-*.txt    a checksum for each of the other lists\n"
	    "    bagit.txt, bag-info.txt\n"
	    "                         what makes this folder a BagIt bag (RFC "
	    "8493)\n");
	if (kit_find(l->kit, "fetch.txt") != NULL)
		buf_text(out,
		    "    fetch.txt            where to get shards that are not "
		    "here\n");
	buf_text(out,
	    "    evidence/            proofs of age, if there are any; they "
	    "may have come\n"
	    "                         later, so no checksum covers them\n"
	    "    upload/              only where the kit was made: how it is "
	    "sent to an\n"
	    "                         archive\n\n");
	say(out, "The commands below are typed behind the dollar sign, in the "
	    "folder that holds bagit.txt. What stands under a command is "
	    "what it prints when all is well.");
}

static void
is_it_whole(struct buf *out, const struct leaflet *l)
{
	if (kit_find(l->kit, "fetch.txt") != NULL) {
		heading(out, "Get what is not here", '-');
		say(out, "Some shards never change and lie in other items, so "
		    "they were not sent again. fetch.txt says where they are, "
		    "how long they are, and where they belong. This gets "
		    "them:");
		buf_text(out, "    $ while read -r url size path; do curl "
		    "--silent --location --create-dirs --output \"$path\" "
		    "\"$url\"; done <fetch.txt\n\n");
	}
	heading(out, "Is everything undamaged?", '-');
	say(out, "Each line that this prints must end in OK, and there must "
	    "be no warning:");
	buf_text(out,
	    "    $ sha256sum -c manifest-sha256.txt\n"
	    "    $ sha256sum -c tagmanifest-sha256.txt\n\n");
	say(out, "Should SHA-256 be thought weak one day, the same lists exist "
	    "for SHA-512:");
	buf_text(out,
	    "    $ sha512sum -c manifest-sha512.txt\n"
	    "    $ sha512sum -c tagmanifest-sha512.txt\n\n");
}

static void
who_signed(struct buf *out, const struct leaflet *l)
{
	struct buf vkey = { 0 };

	heading(out, "Who signed it?", '-');
	say(out, "Checksums find accidents. A signature finds intent: only "
	    "who has the secret key of the log can make it. With OpenSSL 3 or "
	    "later:");
	buf_fmt(out,
	    "    $ openssl pkeyutl -verify -pubin -inkey data/keys/%s.pem "
	    "-rawin -in data/checkpoint.text -sigfile data/checkpoint.sig\n"
	    "    Signature Verified Successfully\n\n", l->key_name);
	say(out, "or with signify (on OpenBSD the program is called signify "
	    "alone):");
	buf_fmt(out,
	    "    $ signify-openbsd -V -p data/keys/%s.pub -x "
	    "data/checkpoint.signify -m data/checkpoint.text\n"
	    "    Signature Verified\n\n", l->key_name);
	say(out, "A key in this folder says nothing by itself: whoever "
	    "replaced everything would have replaced the key. Compare it with "
	    "what the owner of the log publishes elsewhere. It is");
	note_key_print(&vkey, l->key);
	buf_fmt(out, "    $ cat data/keys/%s.vkey\n    %s\n\n", l->key_name,
	    buf_string(&vkey));
	buf_clear(&vkey);
}

static void
who_packed(struct buf *out, const struct leaflet *l)
{
	say(out, "Who packed this folder has signed the list of all lists, "
	    "and with it everything but the proofs of age:");
	buf_fmt(out,
	    "    $ minisign -V -p data/keys/depositor.pub -x "
	    "evidence/tagmanifest-sha256.txt.minisig -m "
	    "tagmanifest-sha256.txt\n"
	    "    Signature and comment signature verified\n"
	    "    Trusted comment: pithtex %s\n\n", l->item);
}

static void
what_is_signed(struct buf *out, const struct leaflet *l)
{
	struct buf root = { 0 };

	heading(out, "Does the signature cover the records?", '-');
	codec_base64(&root, (struct span){ l->checkpoint->root.at,
	    DIGEST_BYTES });
	say(out, "The third line of what is signed is the root of a tree of "
	    "hashes over all entries, and every entry names the SHA-256 of a "
	    "bundle. root.py computes the root again out of the index "
	    "(FORMATS.txt says how, should Python be forgotten); it must be "
	    "that line:");
	buf_fmt(out,
	    "    $ python3 data/root.py <data/index.tsv\n"
	    "    %s\n"
	    "    $ sed -n 3p data/checkpoint.text\n"
	    "    %s\n\n", buf_string(&root), buf_string(&root));
	buf_clear(&root);
}

static void
one_record(struct buf *out, const struct leaflet *l)
{
	const struct row *r = l->example;
	const uint64_t k = r->index / ROW_SHARD;
	const uint64_t left = l->checkpoint->size - k * ROW_SHARD;
	char *shard = shard_path("data", k, left < ROW_SHARD ? left
	    : ROW_SHARD), hex[DIGEST_HEX];
	const struct kit_file *f = kit_find(l->kit, shard);

	heading(out, "Take out one record", '-');
	say(out, "index.tsv says in its 3rd column the number of a bundle, in "
	    "the 5th the SHA-256 of the archive when unpacked, in the 9th and "
	    "10th the shard that it is in and its name there. For example:");
	buf_fmt(out,
	    "    $ work=$(mktemp -d)\n"
	    "    $ tar -xf %s -C \"$work\" %s\n"
	    "    $ gzip -dc \"$work/%s\" | sha256sum\n"
	    "    %s  -\n"
	    "    $ gzip -dc \"$work/%s\" | tar -xf - -C \"$work\"\n"
	    "    $ (cd \"$work\" && sha256sum --quiet -c "
	    "manifest-sha256.txt)\n\n", shard, r->member, r->member,
	    digest_print(hex, &r->entry.digest), r->member);
	say(out, "Now the folder that \"$work\" names holds bundle.json, the "
	    "record as the registry served it, and perhaps more; all of it "
	    "is text that any editor opens. FORMATS.txt says how the number "
	    "is computed from it.");
	heading(out, "Was anything put between the records?", '-');
	say(out, "A shard is exactly what GNU tar makes of the files in it, "
	    "so whoever unpacks one and packs it again gets the checksum that "
	    "manifest-sha256.txt has for it:");
	if (f != NULL) {
		codec_hex(hex, f->sums.sha256, DIGEST_BYTES);
		buf_fmt(out,
		    "    $ again=$(mktemp -d)\n"
		    "    $ tar -xf %s -C \"$again\"\n"
		    "    $ (cd \"$again\" && %s) | sha256sum\n"
		    "    %s  -\n\n", shard, rebuild, hex);
	}
	f = kit_find(l->kit, "data/log.tar");
	if (f != NULL) {
		codec_hex(hex, f->sums.sha256, DIGEST_BYTES);
		say(out, "and the same for the log:");
		buf_fmt(out,
		    "    $ log=$(mktemp -d)\n"
		    "    $ tar -xf data/log.tar -C \"$log\"\n"
		    "    $ (cd \"$log\" && %s) | sha256sum\n"
		    "    %s  -\n\n", rebuild, hex);
	}
	free(shard);
}

static void
who_signed_records(struct buf *out)
{
	heading(out, "Who signed the records?", '-');
	say(out, "A registry signs each record. The keys in data/keys/registry-* "
	    "are those that whoever packed this folder knew; whether one is "
	    "genuine, its owner must have said elsewhere. FORMATS.txt, in "
	    "section 4, says which bytes are signed and how OpenSSL checks "
	    "it.");
}

static void
how_old(struct buf *out)
{
	heading(out, "How old is it?", '-');
	say(out, "A signature does not say when it was made. Proofs of age are "
	    "in evidence/, if somebody asked for them; most come hours or "
	    "days after the packing. There are two kinds, and either is "
	    "enough.");
	say(out, "Files that end in .tsr are time-stamp tokens of RFC 3161: an "
	    "authority signed that it was shown a checksum on a day. Those in "
	    "a folder whose name is a number are about data/checkpoint, "
	    "those directly in evidence/ about tagmanifest-sha256.txt. With a "
	    "root certificate of the authority in the file ROOT, and SECONDS "
	    "since 1970 for a day on which it was valid, this checks one:");
	buf_text(out, "    openssl ts -verify -attime SECONDS -in TOKEN.tsr "
	    "-data data/checkpoint -CAfile ROOT\n\n");
	say(out, "Files that end in .ots are proofs of OpenTimestamps: they "
	    "lead from the checksum to a block of the Bitcoin chain, which "
	    "nobody can make again. Those in a folder whose name is a number "
	    "are about the root that is signed (the third line of "
	    "data/checkpoint.text), those directly in evidence/ about "
	    "tagmanifest-sha256.txt. Programs for them are at "
	    "https://opentimestamps.org/; FORMATS.txt has what is needed to "
	    "write another.");
}

/* Proofs over the bag are of no checkpoint, so they stay. */
static void
made_again(struct buf *out)
{
	say(out, "It does all of the above in one go (pithtex deposit verify "
	    "DIRECTORY). These commands make the folder again that this was "
	    "packed from, a snapshot, for pithtex snapshot verify and for "
	    "whoever wants to go on with it. What is directly in evidence/ "
	    "is about this folder and stays with it; certificates and "
	    "headers.txt may go along.");
	buf_text(out,
	    "    $ snapshot=$(mktemp -d)\n"
	    "    $ tar -xf data/log.tar -C \"$snapshot\"\n"
	    "    $ cp -R data/index.tsv data/shards \"$snapshot\"\n"
	    "    $ if [ -e evidence/earlier.tar ]; then tar -xf "
	    "evidence/earlier.tar -C \"$snapshot\"; fi\n"
	    "    $ for size in evidence/*[0-9]; do if [ -d \"$size\" ]; then "
	    "mkdir -p \"$snapshot/evidence\" && cp -R \"$size\" "
	    "\"$snapshot/evidence\"; fi; done\n\n");
	say(out, "The manual is pithtex(1).");
}

static void
the_rest(struct buf *out, const struct leaflet *l)
{
	const char *consent = about_get(l->about, "Consent");
	const char *licence = about_get(l->about, "License-URL");

	heading(out, "With the program pithtex", '-');
	if (l->only != NULL)
		say(out, "It checks this folder (pithtex deposit verify "
		    "DIRECTORY), and one that lacks these shards together "
		    "with this one (pithtex deposit verify --from THIS "
		    "THAT). Its manual is pithtex(1).");
	else
		made_again(out);
	if (consent == NULL && licence == NULL)
		return;
	heading(out, "Rights", '-');
	if (consent != NULL)
		say(out, "%s", consent);
	if (licence != NULL)
		buf_fmt(out, "    %s\n\n", licence);
}

void
leaflet_readme(struct buf *out, const struct leaflet *l)
{
	what_it_is(out, l);
	what_is_where(out, l);
	is_it_whole(out, l);
	if (l->only == NULL)
		who_signed(out, l);
	if (l->signed_by_depositor)
		who_packed(out, l);
	if (l->only == NULL)
		what_is_signed(out, l);
	if (l->example != NULL)
		one_record(out, l);
	if (has_registry(l))
		who_signed_records(out);
	if (l->only == NULL)
		how_old(out);
	the_rest(out, l);
	out->n--;
}
