/* SPDX-License-Identifier: MIT */
/* See proof.h. */
#include "config.h"

#include <inttypes.h>

#include "base/limits.h"
#include "canon/codec.h"

#include "anchor/line_private.h"
#include "anchor/proof.h"

static const char head[] = "c2sp.org/tlog-proof@v1\n";

void
proof_clear(struct proof *p)
{
	buf_clear(&p->extra);
	note_clear(&p->note);
	checkpoint_clear(&p->checkpoint);
	*p = (struct proof){ 0 };
}

static int
malformed(struct err *e, const char *what)
{
	return err_set(e, ERR_FORMAT, "not a log proof: %s "
	    "(c2sp.org/tlog-proof)", what);
}

/* The lines above the checkpoint. */
static int
parse_head(struct proof *p, struct span *text, struct err *e)
{
	struct span line;

	if (!line_starts(text, head))
		return malformed(e, "the first line names another format");
	if (line_starts(text, "extra ")) {
		if (!line_cut(&line, text, '\n')
		    || !codec_unbase64(&p->extra, line))
			return malformed(e, "the extra line is not base64");
		p->has_extra = true;
		if (p->extra.n > LIMIT_ENTRY_BYTES)
			return err_set(e, ERR_LIMIT, "an extra line of %zu "
			    "bytes", p->extra.n);
	}
	if (!line_starts(text, "index ") || !line_cut(&line, text, '\n')
	    || !line_decimal(&p->index, line))
		return malformed(e, "no index");
	for (;;) {
		if (!line_cut(&line, text, '\n'))
			return malformed(e, "no checkpoint");
		if (line.n == 0)
			return 0;
		if (p->path.n == MERKLE_LEVELS)
			return err_set(e, ERR_LIMIT, "a log proof of more "
			    "than %d hashes", MERKLE_LEVELS);
		if (!line_hash(&p->path.at[p->path.n++], line))
			return malformed(e, "a hash that is not base64 of 32 "
			    "bytes");
	}
}

int
proof_parse(struct proof *out, struct span text, struct err *e)
{
	struct proof p = { 0 };

	if (text.n > LIMIT_PROOF_BYTES)
		return err_set(e, ERR_LIMIT, "a log proof of %zu bytes",
		    text.n);
	if (parse_head(&p, &text, e) < 0 || note_parse(&p.note, text, e) < 0
	    || checkpoint_parse(&p.checkpoint, span_buf(&p.note.text),
		e) < 0) {
		proof_clear(&p);
		return -1;
	}
	*out = p;
	return 0;
}

void
proof_print(struct buf *out, const struct proof *p)
{
	buf_text(out, head);
	if (p->has_extra) {
		buf_text(out, "extra ");
		codec_base64(out, span_buf(&p->extra));
		buf_byte(out, '\n');
	}
	buf_fmt(out, "index %" PRIu64 "\n", p->index);
	for (size_t i = 0; i < p->path.n; i++)
		line_hash_print(out, &p->path.at[i]);
	buf_byte(out, '\n');
	note_print(out, &p->note);
}

int
proof_check(const struct proof *p, struct span entry, struct err *e)
{
	const struct digest leaf = merkle_leaf(entry);

	return merkle_inclusion_check(&p->path, p->index, p->checkpoint.size,
	    &leaf, &p->checkpoint.root, e);
}

int
proof_check_entry(struct entry *out, const struct proof *p,
    const char *suffix, const struct digest *inner, uint64_t bytes,
    struct err *e)
{
	struct entry entry;

	if (!p->has_extra)
		return err_set(e, ERR_TRUST, "a log proof without the entry "
		    "in its extra line");
	if (entry_parse(&entry, span_buf(&p->extra), e) < 0)
		return err_in(e, "extra line");
	if (proof_check(p, span_buf(&p->extra), e) < 0)
		return -1;
	if (entry.event != ENTRY_ADD && entry.event != ENTRY_REPLACE)
		return err_set(e, ERR_TRUST, "the log entry is no archive "
		    "but \"%s\"", entry_event_print(entry.event));
	if (strcmp(entry.suffix, suffix) != 0)
		return err_set(e, ERR_TRUST, "the log entry is of %s, not %s",
		    entry.suffix, suffix);
	if (!digest_equal(&entry.digest, inner) || entry.bytes != bytes)
		return err_set(e, ERR_TRUST, "the log entry of %s is of other "
		    "bytes", suffix);
	*out = entry;
	return 0;
}
