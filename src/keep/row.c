/* SPDX-License-Identifier: MIT */
/* See row.h. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "keep/row.h"

bool
row_brings(const struct entry *entry)
{
	return entry->event == ENTRY_ADD || entry->event == ENTRY_REPLACE;
}

char *
row_member(char out[ROW_MEMBER], const struct entry *entry)
{
	char hex[DIGEST_HEX];

	snprintf(out, ROW_MEMBER, "%.2s/%s.%.16s.tar.gz", entry->suffix,
	    entry->suffix, digest_print(hex, &entry->digest));
	return out;
}

int
row_compare(const char *a, const char *b)
{
	while (*a != '\0' && *a == *b)
		a++, b++;
	if (*a == *b)
		return 0;
	if (*a == '\0' || *b == '\0')
		return *a == '\0' ? -1 : 1;
	if (*a == '/' || *b == '/')
		return *a == '/' ? -1 : 1;
	return (uint8_t)*a < (uint8_t)*b ? -1 : 1;
}

void
row_print(struct buf *out, const struct row *r)
{
	char hex[DIGEST_HEX];

	buf_fmt(out, "%" PRIu64 "\t%s\t%s\t%" PRIu64 "\t%s\t%" PRIu64,
	    r->index, entry_event_print(r->entry.event), r->entry.suffix,
	    r->entry.version, digest_print(hex, &r->entry.digest),
	    r->entry.bytes);
	if (r->stored)
		buf_fmt(out, "\t%s\t%" PRIu64 "\t%04" PRIu64 "\t%s\n",
		    digest_print(hex, &r->stored_digest), r->stored_bytes,
		    r->index / ROW_SHARD, r->member);
	else
		buf_text(out, "\t-\t-\t-\t-\n");
}

/* Cut the next field off ${line}. */
static struct span
field(struct span *line)
{
	const uint8_t *tab = line->n == 0 ? NULL
	    : memchr(line->at, '\t', line->n);
	const size_t n = tab == NULL ? line->n : (size_t)(tab - line->at);
	const struct span out = { line->at, n };

	line->at += n + (tab != NULL ? 1 : 0);
	line->n -= n + (tab != NULL ? 1 : 0);
	return out;
}

/* Numbers are read loosely; printing again finds another spelling. */
static uint64_t
number(struct span s)
{
	uint64_t v = 0;

	for (size_t i = 0; i < s.n && i < 19; i++)
		v = 10 * v + (uint64_t)(s.at[i] - '0');
	return v;
}

int
row_parse(struct row *out, struct span line, struct err *e)
{
	struct row r = { 0 };
	struct buf entry = { 0 }, again = { 0 };
	struct span rest = line, event, suffix, version, inner, bytes, stored,
	    stored_bytes;
	int rc = -1;

	r.index = number(field(&rest));
	event = field(&rest);
	suffix = field(&rest);
	version = field(&rest);
	inner = field(&rest);
	bytes = field(&rest);
	stored = field(&rest);
	stored_bytes = field(&rest);
	buf_text(&entry, "pith-log/v1\n");
	buf_span(&entry, event);
	buf_byte(&entry, ' ');
	buf_span(&entry, suffix);
	buf_byte(&entry, ' ');
	buf_span(&entry, version);
	buf_byte(&entry, '\n');
	buf_span(&entry, inner);
	buf_byte(&entry, ' ');
	buf_span(&entry, bytes);
	buf_byte(&entry, '\n');
	if (entry_parse(&r.entry, span_buf(&entry), e) < 0)
		goto done;
	r.stored = row_brings(&r.entry);
	if (r.stored) {
		if (!digest_parse(&r.stored_digest, stored, false)) {
			err_set(e, ERR_FORMAT, "no stored digest");
			goto done;
		}
		r.stored_bytes = number(stored_bytes);
		row_member(r.member, &r.entry);
	}
	row_print(&again, &r);
	if (again.n != line.n + 1
	    || memcmp(again.at, line.at, line.n) != 0) {
		err_set(e, ERR_FORMAT, "not a line of an index "
		    "(pithtex-snapshot(5))");
		goto done;
	}
	*out = r;
	rc = 0;
done:
	buf_clear(&entry);
	buf_clear(&again);
	return rc;
}
