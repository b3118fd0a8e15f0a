/* SPDX-License-Identifier: MIT */
/* The container: made byte by byte, with one thing wrong at a time.  (The
 * archives that tests/cli makes attack it from outside.) */
#include "config.h"

#include "unit.h"

#include "judge.h"

#include "base/limits.h"
#include "trust/minisign.h"

/* An archive in the making: the tar that is packed, and its manifest. */
struct making {
	struct buf tar, manifest;
};

static void
name(struct making *m, const char *name, struct span data)
{
	const struct digest d = digest_sha256(data);
	char hex[DIGEST_HEX];

	buf_fmt(&m->manifest, "%s  %s\n", digest_print(hex, &d), name);
}

static void
add(struct making *m, const char *name, struct span data)
{
	struct err e;

	if (tar_add(&m->tar, name, data, &e) < 0)
		fail_msg("%s", e.text);
}

/* Pack and judge what was made; the manifest is free for the next. */
static void
judge(struct making *m, enum verdict want, const char *words)
{
	struct buf z = { 0 };
	struct judged j;

	gzip_write(&z, span_buf(&m->tar));
	j = judge_bytes(span_buf(&z));
	judge_is(&j, want, words, words);
	judge_free(&j);
	buf_clear(&z);
	buf_clear(&m->tar);
	buf_clear(&m->manifest);
}

/* The whole good archive: manifest and bundle.json. */
static void
make(struct making *m)
{
	name(m, "bundle.json", span_text(judge_text));
	add(m, "manifest-sha256.txt", span_buf(&m->manifest));
	add(m, "bundle.json", span_text(judge_text));
	tar_end(&m->tar);
}

/* Make the sum of the header at ${h} hold again. */
static void
resum(uint8_t *h)
{
	unsigned sum = 0;
	char text[8];

	memset(h + 148, ' ', 8);
	for (size_t i = 0; i < TAR_BLOCK; i++)
		sum += h[i];
	snprintf(text, sizeof(text), "%06o", sum & 0777777);
	memcpy(h + 148, text, 7);
}

static void
test_good(void **state)
{
	struct making m = { 0 };

	(void)state;
	make(&m);
	judge(&m, VERDICT_GOOD, "no packer signature");
}

/* What other writers put into a header and no reader needs. */
static void
test_free_fields(void **state)
{
	static const struct {
		size_t at;
		const char *text;
		size_t n;
	} rows[] = {
		{ 100, "0000600", 8 }, { 108, "0001750", 8 },
		{ 116, "0001750", 8 }, { 136, "14774400000", 12 },
		{ 265, "user", 5 }, { 297, "group", 6 }
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct making m = { 0 };

		make(&m);
		memcpy(m.tar.at + rows[i].at, rows[i].text, rows[i].n);
		resum(m.tar.at);
		judge(&m, VERDICT_GOOD, "");
	}
}

/* The second header stands at 1024; the sum holds after each change. */
static void
test_headers(void **state)
{
	static const struct {
		size_t at;
		const char *bytes;
		size_t n;
		const char *words;
	} rows[] = {
		{ 257, "ustar  ", 8, "not a ustar header" },
		{ 257, "\0\0\0\0\0\0\0", 8, "not a ustar header" },
		{ 263, "01", 2, "not a ustar header" },
		{ 156, "1", 1, "entry type" }, { 156, "2", 1, "entry type" },
		{ 156, "3", 1, "entry type" }, { 156, "4", 1, "entry type" },
		{ 156, "5", 1, "entry type" }, { 156, "6", 1, "entry type" },
		{ 156, "7", 1, "entry type" }, { 156, "S", 1, "entry type" },
		{ 156, "\0", 1, "entry type" }, { 156, "V", 1, "entry type" },
		{ 156, "x", 1, "extended header" },
		{ 156, "g", 1, "extended header" },
		{ 156, "L", 1, "extended header" },
		{ 156, "K", 1, "extended header" },
		{ 157, "x", 1, "link name" }, { 256, "x", 1, "link name" },
		{ 345, "a", 1, "name not allowed" },
		{ 499, "a", 1, "name not allowed" },
		{ 99, "x", 1, "name not allowed" },
		{ 0, "\0", 1, "name not allowed" },
		{ 0, "/", 1, "name not allowed" },
		{ 0, "../a", 4, "name not allowed" },
		{ 0, "a/b", 3, "name not allowed" },
		{ 0, ".", 1, "name not allowed" },
		{ 0, "-", 1, "name not allowed" },
		{ 0, "_", 1, "name not allowed" },
		{ 0, "B", 1, "name not allowed" },
		{ 3, " ", 1, "name not allowed" },
		{ 3, "\\", 1, "name not allowed" },
		{ 3, "\xc3\xa9", 2, "name not allowed" },
		{ 124, "-0000000001", 11, "size" },
		{ 124, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12,
		    "size" },
		{ 124, "\x80\0\0\0\0\0\0\0\0\0\x02\x00", 12, "size" },
		{ 124, "77777777777", 11, "cut" },
		{ 124, "0000000000 x", 12, "size" },
		{ 124, "           0", 12, "size" },
		{ 124, "000000000008", 12, "size" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct making m = { 0 };

		make(&m);
		memcpy(m.tar.at + 1024 + rows[i].at, rows[i].bytes, rows[i].n);
		resum(m.tar.at + 1024);
		judge(&m, VERDICT_DAMAGED, rows[i].words);
	}
}

/* A header's sum that is not its own. */
static void
test_sum(void **state)
{
	struct making m = { 0 };

	(void)state;
	make(&m);
	m.tar.at[1024 + 100] ^= 1;
	judge(&m, VERDICT_DAMAGED, "damaged header");
	make(&m);
	memset(m.tar.at + 1024 + 148, '0', 8);
	judge(&m, VERDICT_DAMAGED, "damaged header");
}

static void
test_ends(void **state)
{
	struct making m = { 0 };
	size_t end;

	(void)state;
	/* Two zero blocks are enough. */
	make(&m);
	end = 1536 + strlen(judge_text) + tar_padding(strlen(judge_text));
	m.tar.n = end + 1024;
	judge(&m, VERDICT_GOOD, "");
	make(&m);
	m.tar.n = end + 512;
	judge(&m, VERDICT_DAMAGED, "no end of the archive");
	make(&m);
	m.tar.n = end;
	judge(&m, VERDICT_DAMAGED, "no end of the archive");
	make(&m);
	m.tar.n = end - 512;
	judge(&m, VERDICT_DAMAGED, "cut");
	make(&m);
	m.tar.n -= 1;
	judge(&m, VERDICT_DAMAGED, "whole blocks");
	make(&m);
	m.tar.at[m.tar.n - 1] = 1;
	judge(&m, VERDICT_DAMAGED, "bytes after the end");
	make(&m);
	m.tar.at[end + 600] = 1;
	judge(&m, VERDICT_DAMAGED, "bytes after the end");
	make(&m);
	m.tar.at[end - 1] = 1;
	judge(&m, VERDICT_DAMAGED, "padding is not zero");
	buf_zeros(&m.tar, 10240);
	judge(&m, VERDICT_DAMAGED, "an empty archive");
	judge(&m, VERDICT_DAMAGED, "not a tar");
}

/* The archive cut at each member and within it. */
static void
test_cut_at_members(void **state)
{
	const size_t end = 1536 + strlen(judge_text)
	    + tar_padding(strlen(judge_text));

	(void)state;
	for (size_t n = 512; n < end + 1024; n += 512) {
		struct making m = { 0 };

		make(&m);
		m.tar.n = n;
		judge(&m, VERDICT_DAMAGED, "");
	}
}

static void
manifest(const char *text, enum verdict want, const char *words)
{
	struct making m = { 0 };

	add(&m, "manifest-sha256.txt", span_text(text));
	add(&m, "bundle.json", span_text(judge_text));
	tar_end(&m.tar);
	judge(&m, want, words);
}

#define ZERO "0000000000000000000000000000000000000000000000000000000000000000"

static void
test_manifest(void **state)
{
	struct making m = { 0 };
	struct buf b = { 0 };
	const char *line;

	(void)state;
	name(&m, "bundle.json", span_text(judge_text));
	line = buf_string(&m.manifest);
	manifest(line, VERDICT_GOOD, "");
	manifest("", VERDICT_DAMAGED, "bundle.json: not in the manifest");
	manifest(ZERO "  bundle.json\n", VERDICT_DAMAGED, "another one");
	manifest("\n", VERDICT_DAMAGED, "line 1: not a digest");
	/* Another form, another end, a name that is not there. */
	buf_fmt(&b, "%.64s *bundle.json\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "two spaces");
	b.n = 0;
	buf_fmt(&b, "%.64s bundle.json\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "two spaces");
	b.n = 0;
	buf_fmt(&b, "%.64s  bundle.json\r\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "not in the archive");
	b.n = 0;
	buf_fmt(&b, "%.64s  bundle.json", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "no line end");
	b.n = 0;
	buf_fmt(&b, "%s%s", line, line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "line 2: bundle.json: named");
	b.n = 0;
	buf_fmt(&b, "%s" ZERO "  late.json\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "late.json: not in the arch");
	b.n = 0;
	buf_fmt(&b, "%s" ZERO "  manifest-sha256.txt\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "another one");
	b.n = 0;
	buf_fmt(&b, "%s\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "line 2");
	b.n = 0;
	buf_fmt(&b, "# a comment\n%s", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "line 1");
	b.n = 0;
	buf_fmt(&b, "%.63sG  bundle.json\n", line);
	manifest(buf_string(&b), VERDICT_DAMAGED, "line 1: not a digest");
	buf_clear(&b);
	buf_clear(&m.manifest);
}

/* First, and no member more than it names. */
static void
test_order(void **state)
{
	const struct span json = span_text(judge_text), more = span_text("x");
	struct making m = { 0 };

	(void)state;
	name(&m, "bundle.json", json);
	add(&m, "bundle.json", json);
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "the first entry is bundle.json");
	name(&m, "bundle.json", json);
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "bundle.json", json);
	add(&m, "x.txt", more);
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "x.txt: not in the manifest");
	name(&m, "x.txt", more);
	name(&m, "bundle.json", json);
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "bundle.json", json);
	add(&m, "x.txt", more);
	tar_end(&m.tar);
	judge(&m, VERDICT_GOOD, "x.txt: not a member that is known; ignored");
	name(&m, "bundle.json", json);
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "bundle.json", json);
	add(&m, "bundle.json", json);
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "duplicate entry bundle.json");
	add(&m, "manifest-sha256.txt", span_text(""));
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "no bundle.json");
}

static void
test_limits(void **state)
{
	struct making m = { 0 };
	struct buf big = { 0 };
	struct judged j;

	(void)state;
	for (unsigned extra = 0; extra < 2; extra++) {
		name(&m, "bundle.json", span_text(judge_text));
		for (unsigned i = 2; i < LIMIT_MEMBERS + extra; i++) {
			char member[16];

			snprintf(member, sizeof(member), "m%u", i);
			name(&m, member, span_text(""));
		}
		add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
		add(&m, "bundle.json", span_text(judge_text));
		for (unsigned i = 2; i < LIMIT_MEMBERS + extra; i++) {
			char member[16];

			snprintf(member, sizeof(member), "m%u", i);
			add(&m, member, span_text(""));
		}
		tar_end(&m.tar);
		judge(&m, extra == 0 ? VERDICT_GOOD : VERDICT_DAMAGED,
		    extra == 0 ? "" : "more than 4096 entries");
	}
	make(&m);
	buf_zeros(&m.tar, LIMIT_TAR_BYTES - m.tar.n);
	judge(&m, VERDICT_GOOD, "");
	make(&m);
	buf_zeros(&m.tar, LIMIT_TAR_BYTES + 512 - m.tar.n);
	judge(&m, VERDICT_DAMAGED, "larger than 32 MiB");
	/* Stored bytes: one too many is refused unread. */
	buf_text(&big, "\x1f\x8b\x08");
	buf_zeros(&big, LIMIT_ARCHIVE_BYTES - big.n + 1);
	j = judge_bytes(span_buf(&big));
	judge_is(&j, VERDICT_DAMAGED, "larger than 4 MiB", "stored");
	judge_free(&j);
	buf_clear(&big);
}

/* A ring that trusts the packer's key, as ${side} narrows it. */
static struct keyring *
packer_ring(const struct minisign_public *p, const char *side)
{
	char *dir = sample_folder();
	const char *const dirs[] = { dir };
	struct buf pub = { 0 }, registry = sample_file(SAMPLE_TEST_KEYS
	    "/test-registry.json");
	struct keyring *ring;
	struct err e;

	minisign_public_print(&pub, p);
	sample_write(dir, "p.pub", span_buf(&pub));
	sample_write(dir, "r.json", span_buf(&registry));
	if (side != NULL)
		sample_write(dir, "p.pub.trust", span_text(side));
	if (keyring_load(&ring, dirs, 1, &e) < 0)
		fail_msg("%s", e.text);
	sample_remove(dir);
	buf_clear(&pub);
	buf_clear(&registry);
	return ring;
}

static void
packed_by(const struct minisign_secret *s, const char *over,
    const struct keyring *ring, enum verdict want, const char *words)
{
	struct keyring *mine = judge_ring;
	struct making m = { 0 };
	struct buf sig = { 0 };

	name(&m, "bundle.json", span_text(judge_text));
	minisign_sign(&sig, s, over != NULL ? span_text(over)
	    : span_buf(&m.manifest), "pithtex " JUDGE_NUMBER);
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "manifest-sha256.txt.minisig", span_buf(&sig));
	add(&m, "bundle.json", span_text(judge_text));
	tar_end(&m.tar);
	judge_ring = (struct keyring *)(uintptr_t)ring;
	judge(&m, want, words);
	judge_ring = mine;
	buf_clear(&sig);
}

static void
test_packer(void **state)
{
	struct minisign_secret s, other;
	struct minisign_public p, q;
	struct keyring *ring, *revoked, *limited, *demoted;
	struct making m = { 0 };

	(void)state;
	minisign_generate(&s, &p);
	minisign_generate(&other, &q);
	ring = packer_ring(&p, NULL);
	revoked = packer_ring(&p,
	    "{\"revoked_at\":\"2026-01-01T00:00:00Z\"}");
	limited = packer_ring(&p,
	    "{\"valid_from\":\"2020-01-01T00:00:00Z\"}");
	demoted = packer_ring(&p, "{\"role\":\"registry\"}");
	packed_by(&s, NULL, ring, VERDICT_GOOD, "");
	packed_by(&s, NULL, judge_ring, VERDICT_GOOD, "not in the keyring");
	packed_by(&other, NULL, ring, VERDICT_GOOD, "not in the keyring");
	packed_by(&s, "other bytes", ring, VERDICT_FORGED, "does not verify");
	packed_by(&s, "other bytes", judge_ring, VERDICT_GOOD,
	    "not in the keyring");
	packed_by(&s, NULL, revoked, VERDICT_GOOD, "not in the keyring");
	packed_by(&s, NULL, limited, VERDICT_GOOD, "not in the keyring");
	packed_by(&s, NULL, demoted, VERDICT_GOOD, "not in the keyring");
	/* Another key under the trusted id. */
	memcpy(other.id, s.id, sizeof(s.id));
	packed_by(&other, NULL, ring, VERDICT_FORGED, "does not verify");
	name(&m, "bundle.json", span_text(judge_text));
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "manifest-sha256.txt.minisig", span_text("untrusted"));
	add(&m, "bundle.json", span_text(judge_text));
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "not a minisign signature");
	name(&m, "bundle.json", span_text(judge_text));
	name(&m, "manifest-sha256.txt.minisig", span_text(""));
	add(&m, "manifest-sha256.txt", span_buf(&m.manifest));
	add(&m, "manifest-sha256.txt.minisig", span_text(""));
	add(&m, "bundle.json", span_text(judge_text));
	tar_end(&m.tar);
	judge(&m, VERDICT_DAMAGED, "names its own signature");
	keyring_free(ring);
	keyring_free(revoked);
	keyring_free(limited);
	keyring_free(demoted);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_free_fields),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_sum),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_cut_at_members),
		cmocka_unit_test(test_manifest),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_packer),
	};

	if (sodium_init() < 0)
		return 99;
	return cmocka_run_group_tests(tests, judge_begin, judge_end);
}
