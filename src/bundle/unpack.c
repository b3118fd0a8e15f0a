/* SPDX-License-Identifier: MIT */
/* See unpack_private.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/say.h"
#include "bundle/gzip.h"
#include "bundle/second.h"
#include "bundle/tar.h"
#include "bundle/unpack_private.h"
#include "trust/minisign.h"

/*
 * An octal field: 1 to 11 digits, then at most one space, then NULs to its
 * end.  No sign, no base-256 form.
 */
static bool
get_octal(uint64_t *out, const uint8_t *field, size_t n)
{
	size_t i = 0;
	uint64_t v = 0;

	while (i < n && i < 11 && field[i] >= '0' && field[i] <= '7')
		v = v << 3 | (uint64_t)(field[i++] - '0');
	if (i == 0)
		return false;
	if (i < n && field[i] == ' ')
		i++;
	while (i < n && field[i] == '\0')
		i++;
	*out = v;
	return i == n;
}

static bool
all_zero(const uint8_t *p, size_t n)
{
	return n == 0 || (p[0] == 0 && memcmp(p, p + 1, n - 1) == 0);
}

static bool
sum_holds(const uint8_t *h)
{
	uint8_t field[8];
	uint64_t want;
	unsigned sum = 8 * ' ';

	for (size_t i = 0; i < TAR_BLOCK; i++)
		if (i < 148 || i >= 156)
			sum += h[i];
	/* Six digits, NUL, space (or the two the other way round). */
	memcpy(field, h + 148, sizeof(field));
	if (field[6] == '\0' && field[7] == ' ')
		field[7] = '\0';
	return get_octal(&want, field, sizeof(field)) && want == sum;
}

static bool
is_name(const char *s)
{
	static const char set[] = "abcdefghijklmnopqrstuvwxyz0123456789._-";

	return *s != '\0' && *s != '.' && *s != '_' && *s != '-'
	    && strspn(s, set) == strlen(s);
}

/* Judge one header that is not zero; fill ${m} but for its data. */
static int
read_header(struct member *m, uint64_t *size, const uint8_t *h, struct err *e)
{
	const size_t n = strnlen((const char *)h, LIMIT_NAME_BYTES);

	memcpy(m->name, h, n);
	m->name[n] = '\0';
	if (memcmp(h + 257, "ustar\0" "00", 8) != 0)
		return err_set(e, ERR_FORMAT, "not a ustar header");
	if (!sum_holds(h))
		return err_set(e, ERR_FORMAT, "damaged header");
	if (h[156] == 'x' || h[156] == 'g' || h[156] == 'L' || h[156] == 'K')
		return err_set(e, ERR_FORMAT, "extended header not allowed");
	if (h[156] != '0')
		return err_set(e, ERR_FORMAT,
		    "\"%s\": entry type not allowed", m->name);
	if (!is_name(m->name) || !all_zero(h + n, LIMIT_NAME_BYTES - n)
	    || !all_zero(h + 345, 155))
		return err_set(e, ERR_FORMAT, "name not allowed: \"%s\"",
		    m->name);
	if (!all_zero(h + 157, 100))
		return err_set(e, ERR_FORMAT, "%s: link name on a file",
		    m->name);
	if (!get_octal(size, h + 124, 12))
		return err_set(e, ERR_FORMAT, "%s: damaged header (size)",
		    m->name);
	return 0;
}

/* Take the member whose header stands at ${at}; move ${at} behind it. */
static int
take_member(struct bundle *b, size_t *at, struct err *e)
{
	const struct span t = span_buf(&b->tar);
	struct member m = { 0 };
	uint64_t size;
	size_t end;

	if (b->member_count == LIMIT_MEMBERS)
		return err_set(e, ERR_LIMIT, "more than %u entries",
		    LIMIT_MEMBERS);
	if (read_header(&m, &size, t.at + *at, e) < 0)
		return -1;
	if (size > t.n - *at - TAR_BLOCK)
		return err_set(e, ERR_FORMAT, "%s: cut", m.name);
	end = *at + TAR_BLOCK + (size_t)size;
	if (tar_padding(size) > t.n - end
	    || !all_zero(t.at + end, tar_padding(size)))
		return err_set(e, ERR_FORMAT, "%s: padding is not zero",
		    m.name);
	m.data = (struct span){ t.at + *at + TAR_BLOCK, (size_t)size };
	m.known = bundle_is_member(m.name);
	mem_grow(&b->members, b->member_count, sizeof(*b->members));
	b->members[b->member_count++] = m;
	*at = end + tar_padding(size);
	return 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int
refuse_twins(const struct bundle *b, struct err *e)
{
	const char **names = mem_zero(b->member_count, sizeof(*names));
	int rc = 0;

	for (size_t i = 0; i < b->member_count; i++)
		names[i] = b->members[i].name;
	qsort(names, b->member_count, sizeof(*names), by_name);
	for (size_t i = 1; i < b->member_count && rc == 0; i++)
		if (strcmp(names[i - 1], names[i]) == 0)
			rc = err_set(e, ERR_FORMAT, "duplicate entry %s",
			    names[i]);
	free(names);
	return rc;
}

static int
walk_headers(struct bundle *b, struct err *e)
{
	const struct span t = span_buf(&b->tar);
	size_t at = 0;

	if (t.n == 0 || t.n % TAR_BLOCK != 0)
		return err_set(e, ERR_FORMAT, "not a tar in whole blocks");
	for (;;) {
		if (t.n - at < 2 * TAR_BLOCK)
			return err_set(e, ERR_FORMAT,
			    "no end of the archive");
		if (all_zero(t.at + at, TAR_BLOCK))
			break;
		if (take_member(b, &at, e) < 0)
			return -1;
	}
	if (!all_zero(t.at + at, t.n - at))
		return err_set(e, ERR_FORMAT,
		    "bytes after the end of the archive");
	if (b->member_count == 0)
		return err_set(e, ERR_FORMAT, "an empty archive");
	return refuse_twins(b, e);
}

static const struct member *
find_member(const struct bundle *b, struct span name)
{
	for (size_t i = 0; i < b->member_count; i++)
		if (span_equal(span_text(b->members[i].name), name))
			return &b->members[i];
	return NULL;
}

/*
 * One line: 64 lower-case hex digits, two spaces, a name.  ${seen} marks the
 * members that were named.
 */
static int
check_line(const struct bundle *b, struct span line, bool *seen,
    struct err *e)
{
	struct digest want, got;
	const struct member *m;

	if (line.n < 67 || line.at[64] != ' ' || line.at[65] != ' '
	    || !digest_parse(&want, (struct span){ line.at, 64 }, false))
		return err_set(e, ERR_FORMAT,
		    "not a digest, two spaces and a name");
	m = find_member(b, (struct span){ line.at + 66, line.n - 66 });
	if (m == NULL)
		return err_set(e, ERR_FORMAT, "%.*s: not in the archive",
		    (int)(line.n - 66), (const char *)line.at + 66);
	if (seen[m - b->members])
		return err_set(e, ERR_FORMAT, "%s: named twice", m->name);
	seen[m - b->members] = true;
	got = digest_sha256(m->data);
	if (!digest_equal(&got, &want))
		return err_set(e, ERR_FORMAT,
		    "%s: its SHA-256 is another one", m->name);
	return 0;
}

static int
check_manifest(const struct bundle *b, struct err *e)
{
	bool *seen = mem_zero(b->member_count, sizeof(*seen));
	struct span rest = b->members[0].data;
	unsigned number = 0;
	int rc = 0;

	if (strcmp(b->members[0].name, UNPACK_MANIFEST) != 0)
		rc = err_set(e, ERR_FORMAT,
		    "the first entry is %s, not " UNPACK_MANIFEST,
		    b->members[0].name);
	while (rc == 0 && rest.n > 0) {
		const uint8_t *end = memchr(rest.at, '\n', rest.n);
		const size_t n = end == NULL ? rest.n
		    : (size_t)(end - rest.at);

		number++;
		rc = end == NULL ? err_set(e, ERR_FORMAT, "no line end")
		    : check_line(b, (struct span){ rest.at, n }, seen, e);
		if (rc < 0)
			err_in(e, "line %u", number);
		else
			rest = (struct span){ end + 1, rest.n - n - 1 };
	}
	for (size_t i = 1; i < b->member_count && rc == 0; i++)
		if (!seen[i] && strcmp(b->members[i].name,
		    UNPACK_SIGNATURE) != 0)
			rc = err_set(e, ERR_FORMAT, "%s: not in the manifest",
			    b->members[i].name);
		else if (seen[i] && strcmp(b->members[i].name,
		    UNPACK_SIGNATURE) == 0)
			rc = err_set(e, ERR_FORMAT,
			    "names its own signature");
	if (rc == 0 && seen[0])
		rc = err_set(e, ERR_FORMAT, "names itself");
	free(seen);
	return rc;
}

static void
check_packer(struct bundle *b, struct report *rep, const struct keyring *ring)
{
	const struct member *m = find_member(b, span_text(UNPACK_SIGNATURE));
	struct minisign_signature sig;
	const struct key *k = NULL;
	struct err e;
	char id[17];
	bool tried = false, good = false;

	if (m == NULL) {
		report_note(rep, CHECK_PACKER, "no packer signature");
		return;
	}
	if (minisign_signature_parse(&sig, m->data, &e) < 0) {
		report_fail(rep, VERDICT_DAMAGED, CHECK_PACKER, "%s", e.text);
		return;
	}
	minisign_id_print(id, sig.id);
	while (!good && (k = keyring_next(ring, KEY_PACKER, id, k)) != NULL) {
		/* The signature has no time, so a limit in time refuses it. */
		if (keyring_refuses(k, NULL) != NULL)
			continue;
		say_detail("signature check: manifest under %s", id);
		tried = true;
		good = minisign_verify(&sig, k->at, b->members[0].data);
	}
	b->packer = mem_string(id);
	b->packer_comment = mem_string(sig.comment);
	if (good)
		report_pass(rep, CHECK_PACKER, "signed by %s: %s", id,
		    sig.comment);
	else if (tried)
		report_fail(rep, VERDICT_FORGED, CHECK_PACKER,
		    "does not verify under %s", id);
	else
		report_note(rep, CHECK_PACKER,
		    "signed by %s, which is not in the keyring", id);
	minisign_signature_clear(&sig);
}

bool
unpack_archive(struct bundle *b, struct report *rep,
    const struct keyring *ring)
{
	struct err e;

	if (b->file.n > LIMIT_ARCHIVE_BYTES) {
		report_fail(rep, VERDICT_DAMAGED, CHECK_CONTAINER,
		    "larger than %u MiB", LIMIT_ARCHIVE_BYTES >> 20);
		return false;
	}
	if (gzip_read(&b->tar, span_buf(&b->file), LIMIT_TAR_BYTES, &e) < 0
	    || walk_headers(b, &e) < 0 || second_check(b, &e) < 0) {
		report_fail(rep, VERDICT_DAMAGED, CHECK_CONTAINER, "%s",
		    e.text);
		return false;
	}
	b->identity = digest_sha256(span_buf(&b->tar));
	b->has_identity = true;
	report_pass(rep, CHECK_CONTAINER, "%zu members in %zu bytes",
	    b->member_count, b->tar.n);
	if (check_manifest(b, &e) < 0) {
		report_fail(rep, VERDICT_DAMAGED, CHECK_MANIFEST, "%s",
		    e.text);
		return false;
	}
	report_pass(rep, CHECK_MANIFEST, "names %zu members and their SHA-256",
	    b->member_count - 1
	    - (find_member(b, span_text(UNPACK_SIGNATURE)) != NULL));
	check_packer(b, rep, ring);
	return true;
}
