/* SPDX-License-Identifier: MIT */
/* See headers.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"
#include "canon/codec.h"
#include "canon/digest.h"

#include "anchor/difficulty.h"
#include "anchor/headers.h"
#include "anchor/line_private.h"
#include "anchor/target.h"

#define PREV 4
#define ROOT 36
#define SLACK 7200	/* what nTime may be off by */

struct line {
	bool has_height;
	uint64_t height;
	uint8_t at[HEADERS_BYTES];
};

struct run {
	struct buf raw;
	uint64_t first;
	uint64_t known;	/* below this height the difficulty was checked */
};

struct headers {
	struct line *line;
	size_t lines;
	struct run *run;
	size_t runs;
};

/* The first height without a row in the table. */
#define TABLE_END ((uint64_t)DIFFICULTY_PERIODS * DIFFICULTY_PERIOD)

static uint32_t
little(const uint8_t at[4])
{
	return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16
	    | (uint32_t)at[3] << 24;
}

static uint32_t
time_of(const uint8_t *header)
{
	return little(header + 68);
}

static uint32_t
bits_of(const uint8_t *header)
{
	return little(header + 72);
}

static struct digest
hash_of(const uint8_t *header)
{
	const struct digest once = digest_sha256((struct span){ header,
		HEADERS_BYTES });

	return digest_sha256((struct span){ once.at, sizeof(once.at) });
}

static bool
is_hole(const uint8_t *header)
{
	for (size_t i = 0; i < HEADERS_BYTES; i++) {
		if (header[i] != 0)
			return false;
	}
	return true;
}

static bool
has_work(const uint8_t *header, const struct digest *hash)
{
	struct target t;

	return target_parse(&t, bits_of(header))
	    && target_reached(&t, hash->at);
}

struct headers *
headers_new(void)
{
	return mem_zero(1, sizeof(struct headers));
}

void
headers_free(struct headers *h)
{
	if (h == NULL)
		return;
	for (size_t i = 0; i < h->runs; i++)
		buf_clear(&h->run[i].raw);
	free(h->run);
	free(h->line);
	free(h);
}

/* --- lines ---------------------------------------------------------------- */

static int
parse_line(struct headers *h, struct span s, struct err *e)
{
	struct line line = { 0 };
	struct span height;

	if (s.n == 0 || s.at[0] == '#')
		return 0;
	line.has_height = line_cut(&height, &s, ' ');
	if (line.has_height && !line_decimal(&line.height, height))
		return err_set(e, ERR_FORMAT, "not a height");
	if (!codec_unhex(line.at, HEADERS_BYTES, s))
		return err_set(e, ERR_FORMAT, "not a block header: 160 "
		    "lower-case hex digits");
	mem_grow(&h->line, h->lines, sizeof(line));
	h->line[h->lines++] = line;
	return 0;
}

int
headers_add_lines(struct headers *h, struct span text, struct err *e)
{
	const size_t before = h->lines;
	struct span line;

	if (text.n > LIMIT_HEADERS_TEXT_BYTES)
		return err_set(e, ERR_LIMIT, "block headers in %zu bytes of "
		    "text: use a run", text.n);
	for (size_t number = 1; text.n > 0; number++) {
		if (!line_cut(&line, &text, '\n')) {
			line = text;
			text.n = 0;
		}
		if (parse_line(h, line, e) < 0) {
			h->lines = before;
			return err_in(e, "line %zu", number);
		}
	}
	return 0;
}

/* --- runs ----------------------------------------------------------------- */

/* What is known about the difficulty on the way through a run. */
struct walk {
	const uint8_t *before;	/* the header before; NULL: none, or a hole */
	struct digest hash;	/* of it */
	bool known;
	uint32_t bits;		/* of this period, when known */
	uint32_t first;		/* nTime of its first block */
};

static int
refuse(struct err *e, uint64_t height, const char *what)
{
	return err_set(e, ERR_TRUST, "block header %" PRIu64 ": %s", height,
	    what);
}

/* Step 3: which nBits the header of ${height} must have, if that is known. */
static void
expect(struct walk *w, const uint8_t *header, uint64_t height)
{
	const uint64_t period = height / DIFFICULTY_PERIOD;

	if (period < DIFFICULTY_PERIODS) {
		w->known = true;
		w->bits = difficulty_table[period].bits;
		w->first = difficulty_table[period].first;
		return;
	}
	w->known = w->known && w->before != NULL;
	if (height % DIFFICULTY_PERIOD != 0 || !w->known)
		return;
	w->bits = target_next(w->bits, w->first, time_of(w->before));
	w->first = time_of(header);
}

/* Whether a block that the table knows has the table's time. */
static bool
has_time(const uint8_t *header, uint64_t height)
{
	const uint64_t period = height / DIFFICULTY_PERIOD;
	const uint64_t place = height % DIFFICULTY_PERIOD;
	const struct difficulty *row;

	if (period >= DIFFICULTY_PERIODS)
		return true;
	row = &difficulty_table[period];
	if (place == 0)
		return time_of(header) == row->first;
	return place != DIFFICULTY_PERIOD - 1 || row->last == 0
	    || time_of(header) == row->last;
}

static int
check_next(struct walk *w, const uint8_t *header, uint64_t height,
    struct err *e)
{
	const struct digest hash = hash_of(header);
	static const uint8_t zero[DIGEST_BYTES];

	if (!has_work(header, &hash))
		return refuse(e, height, "it has not done its work");
	if (w->before != NULL
	    && memcmp(header + PREV, w->hash.at, DIGEST_BYTES) != 0)
		return refuse(e, height, "it does not follow from the one "
		    "before");
	if (height == 0 && memcmp(header + PREV, zero, DIGEST_BYTES) != 0)
		return refuse(e, height, "it has one before it");
	expect(w, header, height);
	if (w->known && bits_of(header) != w->bits)
		return refuse(e, height, "not the difficulty of its period");
	if (!has_time(header, height))
		return refuse(e, height, "not the time of that block");
	w->before = header;
	w->hash = hash;
	return 0;
}

int
headers_add_run(struct headers *h, struct buf *raw, uint64_t first,
    struct err *e)
{
	struct run run = { .raw = *raw, .first = first, .known = TABLE_END };
	struct walk w = { 0 };
	const size_t n = run.raw.n / HEADERS_BYTES;

	*raw = (struct buf){ 0 };
	if (run.raw.n > LIMIT_HEADERS_BYTES || first > UINT32_MAX) {
		err_set(e, ERR_LIMIT, "block headers: %zu bytes from height "
		    "%" PRIu64, run.raw.n, first);
		goto fail;
	}
	if (n == 0 || run.raw.n % HEADERS_BYTES != 0) {
		err_set(e, ERR_FORMAT, "block headers: %zu bytes are no "
		    "multiple of %d", run.raw.n, HEADERS_BYTES);
		goto fail;
	}
	for (size_t i = 0; i < n; i++) {
		const uint8_t *header = run.raw.at + i * HEADERS_BYTES;

		if (is_hole(header)) {
			w.before = NULL;
			continue;
		}
		if (check_next(&w, header, first + i, e) < 0)
			goto fail;
		if (w.known && first + i >= run.known)
			run.known = first + i + 1;
	}
	mem_grow(&h->run, h->runs, sizeof(run));
	h->run[h->runs++] = run;
	return 0;
fail:
	buf_clear(&run.raw);
	return -1;
}

/* --- asking --------------------------------------------------------------- */

/* What was found for one height. */
struct found {
	const uint8_t *header;
	const struct run *run;	/* that holds it, or NULL */
	bool conflict;
};

static void
offer(struct found *f, const uint8_t *header, const struct run *run)
{
	if (f->header != NULL
	    && memcmp(f->header, header, HEADERS_BYTES) != 0)
		f->conflict = true;
	f->header = header;
	/* The run that knows the difficulty is the better witness. */
	if (run != NULL && (f->run == NULL || run->known > f->run->known))
		f->run = run;
}

static struct found
find(const struct headers *h, uint64_t height, const uint8_t root[32])
{
	struct found f = { 0 };

	for (size_t i = 0; h != NULL && i < h->lines; i++) {
		const struct line *line = &h->line[i];

		if (line->has_height ? line->height == height
		    : memcmp(line->at + ROOT, root, DIGEST_BYTES) == 0)
			offer(&f, line->at, NULL);
	}
	for (size_t i = 0; h != NULL && i < h->runs; i++) {
		const struct run *run = &h->run[i];
		const size_t n = run->raw.n / HEADERS_BYTES;
		const uint8_t *header;

		if (height < run->first || height - run->first >= n)
			continue;
		header = run->raw.at + (height - run->first) * HEADERS_BYTES;
		if (!is_hole(header))
			offer(&f, header, run);
	}
	return f;
}

/* Steps 1 to 3; what fails, or NULL. */
static const char *
fails(const uint8_t *header, uint64_t height, const uint8_t root[32])
{
	const struct digest hash = hash_of(header);
	const uint64_t period = height / DIFFICULTY_PERIOD;

	if (memcmp(header + ROOT, root, DIGEST_BYTES) != 0)
		return "has another Merkle root";
	if (!has_work(header, &hash))
		return "has a header that has not done its work";
	if (period < DIFFICULTY_PERIODS
	    && bits_of(header) != difficulty_table[period].bits)
		return "has a header of another difficulty than its period";
	return NULL;
}

/* Step 4. */
static bool
is_odd_time(const uint8_t *header, uint64_t height)
{
	const uint64_t period = height / DIFFICULTY_PERIOD;
	const int64_t t = time_of(header);
	const struct difficulty *row;

	if (period >= DIFFICULTY_PERIODS)
		return false;
	row = &difficulty_table[period];
	return t < (int64_t)row->first - SLACK
	    || (row->last != 0 && t > (int64_t)row->last + SLACK);
}

void
headers_check(struct evidence *out, const struct headers *h, uint64_t height,
    const uint8_t root[32])
{
	const struct found f = find(h, height, root);
	const char *what;
	char day[EVIDENCE_DAY], linked[64] = "";
	unsigned work;
	bool known;

	if (f.conflict) {
		evidence_set(out, EVIDENCE_CONFLICT, "Bitcoin block %" PRIu64
		    ": two different headers", height);
		return;
	}
	if (f.header == NULL) {
		evidence_set(out, EVIDENCE_UNVERIFIABLE, "Bitcoin block %"
		    PRIu64 ": no header of it here", height);
		return;
	}
	what = fails(f.header, height, root);
	if (what != NULL) {
		evidence_set(out, EVIDENCE_WRONG, "Bitcoin block %" PRIu64
		    " %s", height, what);
		return;
	}
	known = height < TABLE_END || (f.run != NULL && height < f.run->known);
	work = target_work(bits_of(f.header));
	if (f.run != NULL)
		snprintf(linked, sizeof(linked), ", in a run of %zu headers",
		    f.run->raw.n / HEADERS_BYTES);
	evidence_set(out, EVIDENCE_GOOD, "Bitcoin block %" PRIu64 ", day %s, "
	    "work 2^%u.%u%s%s%s", height,
	    evidence_day(day, time_of(f.header)), work / 10, work % 10,
	    known ? "" : ", difficulty not checked",
	    is_odd_time(f.header, height) ? ", a time outside its period"
	    : "", linked);
	out->time = time_of(f.header);
	out->latest = out->time + SLACK;
	out->work = work;
}

bool
headers_print(struct buf *out, const struct headers *h, uint64_t height,
    const uint8_t root[32])
{
	const struct found f = find(h, height, root);

	if (f.header == NULL || f.conflict)
		return false;
	buf_fmt(out, "%" PRIu64 " ", height);
	codec_hex((char *)buf_room(out, 2 * HEADERS_BYTES + 1), f.header,
	    HEADERS_BYTES);
	buf_used(out, 2 * HEADERS_BYTES);
	buf_byte(out, '\n');
	return true;
}
