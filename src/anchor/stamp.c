/* SPDX-License-Identifier: MIT */
/* See stamp.h. */
#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"

#include "anchor/stamp.h"

struct job {
	struct stamp *stamp;
	const struct headers *headers;
};

void
stamp_clear(struct stamp *s)
{
	for (size_t i = 0; i < s->lines; i++) {
		free(s->line[i].uri);
		buf_clear(&s->line[i].message);
	}
	free(s->line);
	*s = (struct stamp){ 0 };
}

static void
judge(struct evidence *out, const struct ots_attestation *a,
    struct span message, const struct headers *h, const char *uri)
{
	switch (a->kind) {
	case OTS_BITCOIN:
		if (message.n == 32)
			headers_check(out, h, a->height, message.at);
		else
			evidence_set(out, EVIDENCE_WRONG, "Bitcoin block %"
			    PRIu64 ": a message of %zu bytes is no Merkle "
			    "root", a->height, message.n);
		break;
	case OTS_LITECOIN:
	case OTS_ETHEREUM:
		evidence_set(out, EVIDENCE_UNVERIFIABLE, "%s block %" PRIu64
		    ": that chain is not checked here",
		    a->kind == OTS_LITECOIN ? "Litecoin" : "Ethereum",
		    a->height);
		break;
	case OTS_PENDING:
		evidence_set(out, EVIDENCE_PENDING, "pending at %.200s", uri);
		break;
	case OTS_WAITING:
		evidence_set(out, EVIDENCE_PENDING, "no calendar has "
		    "answered yet");
		break;
	case OTS_UNKNOWN:
		evidence_set(out, EVIDENCE_UNVERIFIABLE, "an attestation of "
		    "an unknown kind");
		break;
	}
}

static int
visit(void *ctx, const struct ots_attestation *a, struct span message,
    struct err *e)
{
	const struct job *job = ctx;
	struct stamp *s = job->stamp;
	struct stamp_line line = { .kind = a->kind, .height = a->height };

	(void)e;
	if (a->kind == OTS_PENDING)
		line.uri = mem_text(a->payload.at, a->payload.n);
	buf_span(&line.message, message);
	judge(&line.evidence, a, message, job->headers, line.uri);
	mem_grow(&s->line, s->lines, sizeof(line));
	s->line[s->lines++] = line;
	return 0;
}

/* Which line speaks for the whole: see stamp.h. */
static bool
is_stronger(const struct evidence *a, const struct evidence *b)
{
	static const int rank[] = { [EVIDENCE_WRONG] = 0,
		[EVIDENCE_CONFLICT] = 1, [EVIDENCE_GOOD] = 2,
		[EVIDENCE_PENDING] = 3, [EVIDENCE_UNVERIFIABLE] = 4 };

	if (a->state != b->state)
		return rank[a->state] < rank[b->state];
	return a->state == EVIDENCE_GOOD && a->time < b->time;
}

void
stamp_check(struct stamp *out, const struct ots *o, const uint8_t *digest,
    const struct headers *h)
{
	struct stamp s = { 0 };
	struct job job = { &s, h };
	const struct evidence *best = NULL;
	struct err e;

	if (ots_walk(o, visit, &job, &e) != 0)
		assert(!"visit() never fails");
	for (size_t i = 0; i < s.lines; i++) {
		if (best == NULL || is_stronger(&s.line[i].evidence, best))
			best = &s.line[i].evidence;
	}
	if (digest != NULL
	    && memcmp(digest, o->digest, hash_size(o->hash)) != 0)
		evidence_set(&s.evidence, EVIDENCE_WRONG, "the proof is of "
		    "another file");
	else if (best == NULL)
		evidence_set(&s.evidence, EVIDENCE_UNVERIFIABLE, "a proof "
		    "without attestations");
	else
		s.evidence = *best;
	*out = s;
}
