/* SPDX-License-Identifier: MIT */
/* pithtex merge: the merged state of one number out of any bundles. */
#include "config.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/say.h"
#include "canon/json.h"
#include "cmd/anchors.h"
#include "cmd/cmd.h"
#include "cmd/env.h"
#include "cmd/print.h"
#include "state/envelope.h"
#include "state/listing.h"

/* A run over many files. */
struct merging {
	struct state *state;
	const struct keyring *ring;
	struct anchors anchors;
	struct known known;	/* the best that proofs of a bundle show */
	struct buf *events;	/* files that are events: their bytes */
	const char **names;
	size_t event_count;
	int status;
};

/* Whether the file is one event in an envelope; its bytes go to ${text}.
 * What cannot be read is told by whoever reads it as a bundle. */
static bool
is_event(struct buf *text, const char *path)
{
	json_t *v = NULL;
	struct err e;
	bool yes;

	if (file_read(text, path, LIMIT_KEY_BYTES, &e) < 0
	    || json_parse(&v, span_buf(text), JSON_TOP_OBJECT, &e) < 0)
		return false;
	yes = envelope_is(v);
	json_decref(v);
	return yes;
}

static void
keep_event(struct merging *m, const char *path, struct buf *text)
{
	mem_grow(&m->events, m->event_count, sizeof(*m->events));
	mem_grow(&m->names, m->event_count, sizeof(*m->names));
	m->events[m->event_count] = *text;
	m->names[m->event_count++] = path;
	*text = (struct buf){ 0 };
}

/* Of several archives of the number the one that is known longest counts. */
static void
look_at_proofs(struct merging *m, const struct bundle *b, const char *path)
{
	struct known k;

	if (!b->has_identity)
		return;
	known_look(&k, path, &b->identity, &m->anchors.with);
	if (k.proofs > 0 && (m->known.proofs == 0
	    || k.latest < m->known.latest)) {
		known_clear(&m->known);
		m->known = k;
	} else {
		known_clear(&k);
	}
}

static int
add_bundle(struct merging *m, const char *path, struct err *e)
{
	struct bundle *b = NULL;
	struct report rep = { 0 };
	enum verdict v;
	int rc = state_read(&b, &rep, path, m->ring, e);

	if (rc < 0)
		return -1;
	v = report_verdict(&rep);
	if (v == VERDICT_DAMAGED) {
		report_accept(b, &rep, 0, e);
		rc = err_in(e, "%s", path);
	} else {
		if (v != VERDICT_GOOD) {
			print_finding(path, &rep);
			m->status = CMD_FINDINGS;
		}
		rc = state_add(m->state, b, &rep, e);
		if (rc < 0 && e->kind != ERR_TRUST)
			err_in(e, "%s", path);
		else if (rc < 0) {
			say_warn("%s: not merged", path);
			rc = 0;
		} else {
			look_at_proofs(m, b, path);
		}
	}
	bundle_free(b);
	report_clear(&rep);
	return rc;
}

static int
add_file(struct merging *m, const char *path, struct err *e)
{
	struct buf text = { 0 };
	int rc = 0;

	if (is_event(&text, path))
		keep_event(m, path, &text);
	else
		rc = add_bundle(m, path, e);
	buf_clear(&text);
	return rc;
}

/* Events are judged for a number, so they come behind all bundles. */
static int
add_kept(struct merging *m, struct err *e)
{
	if (state_number(m->state) == NULL && m->status == CMD_GOOD)
		return err_set(e, ERR_USAGE, "no bundle among the files: its "
		    "number is what the events are merged for");
	if (state_number(m->state) == NULL)
		return 0;
	/* Whatever a claimant writes, it changes no exit status. */
	for (size_t i = 0; i < m->event_count; i++) {
		if (state_add_event(m->state, span_buf(&m->events[i]), e) == 0)
			continue;
		if (e->kind == ERR_LIMIT)
			return err_in(e, "%s", m->names[i]);
		say_warn("%s: left out: %s", m->names[i], e->text);
	}
	return 0;
}

static void
print_state(const struct run *run, const struct merging *m)
{
	const struct state *s = m->state;
	struct completeness c;
	struct buf text = { 0 };

	/* The JSON is the state, which has nothing of this machine. */
	completeness_of(&c, s);
	known_enter(&c, &m->known);
	if (run->json)
		state_print(&text, s);
	else if (!run->quiet)
		listing_print(&text, s, &c);
	say_bytes(span_buf(&text));
	buf_clear(&text);
	completeness_clear(&c);
}

struct merge_opts {
	struct anchors_opts anchors;
};

static const struct opt merge_rows[] = {
	ANCHORS_ROWS(struct merge_opts, anchors), { 0 }
};

static int
merge_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct merge_opts *o = opts;
	struct merging m = { .status = CMD_GOOD };
	struct keyring *ring = NULL;
	int rc = env_keyring(&ring, e);

	if (rc == 0) {
		rc = anchors_open_for(&m.anchors, &o->anchors, argv,
		    (size_t)argc, e);
		anchors_lend(ring, &m.anchors);
	}
	m.ring = ring;
	m.state = state_new(ring);
	for (int i = 0; i < argc && rc == 0; i++)
		rc = add_file(&m, argv[i], e);
	if (rc == 0)
		rc = add_kept(&m, e);
	if (rc == 0 && state_number(m.state) != NULL)
		rc = state_merge(m.state, e);
	if (rc == 0 && state_number(m.state) != NULL) {
		/* Claimants' contradictions are their own. */
		if (state_count(m.state, false).equivocations > 0) {
			say_warn("%s: open equivocations: keep all bundles "
			    "and tell the registry", state_number(m.state));
			m.status = CMD_FINDINGS;
		}
		print_state(run, &m);
	}
	for (size_t i = 0; i < m.event_count; i++)
		buf_clear(&m.events[i]);
	free(m.events);
	free(m.names);
	state_free(m.state);
	keyring_free(ring);
	known_clear(&m.known);
	anchors_close(&m.anchors);
	return rc < 0 ? -1 : m.status;
}

const struct cmd cmd_merge = {
	.name = "merge",
	.args = "FILE...",
	.brief = "merge bundles of one number, and signed events about it",
	.least = 1,
	.most = -1,
	.opts = merge_rows,
	.opts_size = sizeof(struct merge_opts),
	.main = merge_main,
};
