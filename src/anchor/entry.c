/* SPDX-License-Identifier: MIT */
/* See entry.h. */
#include "config.h"

#include <inttypes.h>

#include "anchor/entry.h"
#include "anchor/line_private.h"

#define MOST (UINT64_C(1) << 53)

static const char head[] = "pith-log/v1\n";
static const char *const words[] = { "add", "replace", "withdraw", "key" };

const char *
entry_event_print(enum entry_event event)
{
	return words[event];
}

void
entry_around(struct buf *before, struct buf *behind,
    const struct entry *entry)
{
	buf_fmt(before, "%s%s %s %" PRIu64 "\n", head, words[entry->event],
	    entry->suffix, entry->version);
	buf_fmt(behind, " %" PRIu64 "\n", entry->bytes);
}

void
entry_print(struct buf *out, const struct entry *entry)
{
	char hex[DIGEST_HEX];
	struct buf behind = { 0 };

	entry_around(out, &behind, entry);
	buf_text(out, digest_print(hex, &entry->digest));
	buf_span(out, span_buf(&behind));
	buf_clear(&behind);
}

static bool
parse_event(enum entry_event *out, struct span word)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!span_equal(word, span_text(words[i])))
			continue;
		*out = (enum entry_event)i;
		return true;
	}
	return false;
}

static bool
parse_suffix(struct entry *entry, struct span s)
{
	if (entry->event == ENTRY_KEY) {
		memcpy(entry->suffix, "-", 2);
		return span_equal(s, span_text("-"));
	}
	if (s.n != ENTRY_SUFFIX)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!(s.at[i] >= 'A' && s.at[i] <= 'Z')
		    && !(s.at[i] >= '2' && s.at[i] <= '7'))
			return false;
	}
	memcpy(entry->suffix, s.at, s.n);
	entry->suffix[s.n] = '\0';
	return true;
}

int
entry_parse(struct entry *out, struct span text, struct err *e)
{
	struct entry entry = { 0 };
	struct span event, suffix, version, hex, bytes;

	if (text.n > ENTRY_BYTES)
		return err_set(e, ERR_LIMIT, "a log entry of %zu bytes",
		    text.n);
	if (!line_starts(&text, head) || !line_cut(&event, &text, ' ')
	    || !parse_event(&entry.event, event)
	    || !line_cut(&suffix, &text, ' ')
	    || !parse_suffix(&entry, suffix)
	    || !line_cut(&version, &text, '\n')
	    || !line_decimal(&entry.version, version)
	    || !line_cut(&hex, &text, ' ')
	    || !digest_parse(&entry.digest, hex, false)
	    || !line_cut(&bytes, &text, '\n')
	    || !line_decimal(&entry.bytes, bytes) || text.n != 0
	    || entry.version >= MOST || entry.bytes >= MOST)
		return err_set(e, ERR_FORMAT, "not a log entry: "
		    "\"pith-log/v1\", \"EVENT SUFFIX VERSION\", "
		    "\"SHA256 BYTES\"");
	*out = entry;
	return 0;
}
