/* SPDX-License-Identifier: MIT */
/* See policy.h. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/mem.h"

#include "anchor/line_private.h"
#include "anchor/policy.h"

/* A witness has a key; a group has a threshold and members below it. */
struct node {
	char *name;
	struct note_key key;
	size_t need;
	size_t *member;		/* places in policy.node */
	size_t n;
	bool taken;		/* is in a group */
};

struct policy {
	struct note_key *log;
	size_t logs;
	struct node *node;
	size_t nodes;
	bool quorum;		/* a quorum line was there */
	size_t top;		/* the node it names, or NONE */
};

#define NONE SIZE_MAX

void
policy_free(struct policy *p)
{
	if (p == NULL)
		return;
	for (size_t i = 0; i < p->logs; i++)
		note_key_clear(&p->log[i]);
	for (size_t i = 0; i < p->nodes; i++) {
		free(p->node[i].name);
		free(p->node[i].member);
		note_key_clear(&p->node[i].key);
	}
	free(p->log);
	free(p->node);
	free(p);
}

const struct note_key *
policy_log_key(const struct policy *p, size_t i)
{
	return i < p->logs ? &p->log[i] : NULL;
}

static bool
is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

/* Cut the next word off a line; false at its end. */
static bool
next_word(struct span *out, struct span *line)
{
	size_t from = 0, to;

	while (from < line->n && is_blank(line->at[from]))
		from++;
	for (to = from; to < line->n && !is_blank(line->at[to]);)
		to++;
	*out = (struct span){ line->at + from, to - from };
	*line = (struct span){ line->at + to, line->n - to };
	return out->n > 0;
}

static size_t
find(const struct policy *p, struct span name)
{
	for (size_t i = 0; i < p->nodes; i++) {
		if (span_equal(name, span_text(p->node[i].name)))
			return i;
	}
	return NONE;
}

static bool
same_key(const struct note_key *a, const struct note_key *b)
{
	/* One underlying key under two types is still one key. */
	return a->material.n == b->material.n && a->material.n > 0
	    && memcmp(a->material.at + 1, b->material.at + 1,
		a->material.n - 1) == 0;
}

/* VKEY [URL] at the end of a line. */
static int
parse_vkey(struct note_key *out, struct span line, enum note_type type,
    struct err *e)
{
	struct note_key k;
	struct span word, more;

	if (!next_word(&word, &line))
		return err_set(e, ERR_FORMAT, "no key");
	next_word(&more, &line);
	if (next_word(&more, &line))
		return err_set(e, ERR_FORMAT, "too many words");
	if (note_key_parse(&k, word, e) < 0)
		return -1;
	if (note_key_bytes(&k) != NULL && k.material.at[0] != type) {
		note_key_clear(&k);
		return err_set(e, ERR_FORMAT, "a key of type %02x is needed",
		    type);
	}
	*out = k;
	return 0;
}

static int
parse_log(struct policy *p, struct span line, struct err *e)
{
	struct note_key k;

	if (parse_vkey(&k, line, NOTE_ED25519, e) < 0)
		return -1;
	for (size_t i = 0; i < p->logs; i++) {
		if (same_key(&k, &p->log[i])) {
			note_key_clear(&k);
			return err_set(e, ERR_FORMAT, "a log twice");
		}
	}
	mem_grow(&p->log, p->logs, sizeof(*p->log));
	p->log[p->logs++] = k;
	return 0;
}

/* A new name, which stands for nothing yet. */
static int
define(struct node **out, struct policy *p, struct span *line, struct err *e)
{
	struct span name;

	if (!next_word(&name, line))
		return err_set(e, ERR_FORMAT, "no name");
	if (find(p, name) != NONE || span_equal(name, span_text("none")))
		return err_set(e, ERR_FORMAT, "a name twice");
	mem_grow(&p->node, p->nodes, sizeof(*p->node));
	*out = &p->node[p->nodes++];
	**out = (struct node){ .name = mem_text(name.at, name.n) };
	return 0;
}

static int
parse_witness(struct policy *p, struct span line, struct err *e)
{
	struct node *node;

	if (define(&node, p, &line, e) < 0
	    || parse_vkey(&node->key, line, NOTE_COSIGNATURE, e) < 0)
		return -1;
	for (size_t i = 0; i + 1 < p->nodes; i++) {
		if (same_key(&node->key, &p->node[i].key))
			return err_set(e, ERR_FORMAT, "a witness twice");
	}
	return 0;
}

static int
parse_group(struct policy *p, struct span line, struct err *e)
{
	struct node *node;
	struct span need, word;
	uint64_t k = 0;
	const bool good = define(&node, p, &line, e) == 0;

	if (!good)
		return -1;
	if (!next_word(&need, &line))
		return err_set(e, ERR_FORMAT, "no threshold");
	while (next_word(&word, &line)) {
		const size_t i = find(p, word);

		if (i == NONE || i == p->nodes - 1)
			return err_set(e, ERR_FORMAT, "a member that is not "
			    "defined above");
		if (p->node[i].taken)
			return err_set(e, ERR_FORMAT, "a member that is in "
			    "a group already");
		p->node[i].taken = true;
		mem_grow(&node->member, node->n, sizeof(*node->member));
		node->member[node->n++] = i;
	}
	if (span_equal(need, span_text("all")))
		k = node->n;
	else if (span_equal(need, span_text("any")))
		k = 1;
	else if (!line_decimal(&k, need))
		k = 0;
	if (k < 1 || k > node->n)
		return err_set(e, ERR_FORMAT, "a threshold that is not from "
		    "1 to the number of members");
	node->need = (size_t)k;
	return 0;
}

static int
parse_quorum(struct policy *p, struct span line, struct err *e)
{
	struct span name, more;

	if (!next_word(&name, &line) || next_word(&more, &line) || p->quorum)
		return err_set(e, ERR_FORMAT, "one quorum line with one name "
		    "is wanted");
	p->quorum = true;
	if (span_equal(name, span_text("none")))
		return 0;
	p->top = find(p, name);
	if (p->top == NONE)
		return err_set(e, ERR_FORMAT, "a quorum that is not defined "
		    "above");
	return 0;
}

static int
parse_line(struct policy *p, struct span line, struct err *e)
{
	struct span word;

	for (size_t i = 0; i < line.n; i++) {
		if ((line.at[i] < 0x20 && line.at[i] != '\t')
		    || line.at[i] == 0x7f)
			return err_set(e, ERR_FORMAT, "a control character");
	}
	if (!next_word(&word, &line) || word.at[0] == '#')
		return 0;
	if (p->logs + p->nodes == LIMIT_POLICY_LINES)
		return err_set(e, ERR_LIMIT, "more than %u keys and groups",
		    LIMIT_POLICY_LINES);
	if (span_equal(word, span_text("log")))
		return parse_log(p, line, e);
	if (span_equal(word, span_text("witness")))
		return parse_witness(p, line, e);
	if (span_equal(word, span_text("group")))
		return parse_group(p, line, e);
	if (span_equal(word, span_text("quorum")))
		return parse_quorum(p, line, e);
	return err_set(e, ERR_FORMAT, "none of log, witness, group, quorum");
}

int
policy_parse(struct policy **out, struct span text, struct err *e)
{
	struct policy *p;
	struct span line;

	if (text.n > LIMIT_NOTE_BYTES)
		return err_set(e, ERR_LIMIT, "a policy of %zu bytes", text.n);
	p = mem_zero(1, sizeof(*p));
	p->top = NONE;
	for (size_t number = 1; text.n > 0; number++) {
		if (!line_cut(&line, &text, '\n')) {
			err_set(e, ERR_FORMAT, "no end of line");
			err_in(e, "policy: line %zu", number);
			goto fail;
		}
		if (parse_line(p, line, e) < 0) {
			err_in(e, "policy: line %zu", number);
			goto fail;
		}
	}
	if (!p->quorum) {
		err_set(e, ERR_FORMAT, "policy: no quorum line "
		    "(c2sp.org/tlog-policy)");
		goto fail;
	}
	*out = p;
	return 0;
fail:
	policy_free(p);
	return -1;
}

struct policy *
policy_log(const struct note_key *log)
{
	struct policy *p = mem_zero(1, sizeof(*p));

	p->log = mem_zero(1, sizeof(*p->log));
	p->logs = 1;
	p->log[0].name = mem_string(log->name);
	memcpy(p->log[0].id, log->id, sizeof(log->id));
	buf_span(&p->log[0].material, span_buf(&log->material));
	p->quorum = true;
	p->top = NONE;
	return p;
}

/* Whether each node has witnessed: members stand before their group. */
static int
witnessed(bool *has, struct policy_verdict *v, const struct policy *p,
    const struct note *note, struct err *e)
{
	for (size_t i = 0; i < p->nodes; i++) {
		const struct node *node = &p->node[i];
		size_t count = 0;
		uint64_t time;

		if (node->n == 0) {
			const enum note_state state = note_check(note,
			    &node->key, &time);

			if (state == NOTE_BAD)
				return err_set(e, ERR_TRUST, "the "
				    "cosignature of %s does not hold",
				    node->name);
			has[i] = state == NOTE_GOOD;
			if (has[i]) {
				v->witnesses++;
				v->time = time > v->time ? time : v->time;
			}
			continue;
		}
		for (size_t k = 0; k < node->n; k++)
			count += has[node->member[k]];
		has[i] = count >= node->need;
	}
	return 0;
}

const struct note_key *
policy_witness(const struct policy *p, size_t i)
{
	for (size_t k = 0; k < p->nodes; k++)
		if (p->node[k].n == 0 && i-- == 0)
			return &p->node[k].key;
	return NULL;
}

int
policy_check_log(struct policy_verdict *out, const struct policy *p,
    const struct note *note, const struct checkpoint *c, struct err *e)
{
	struct policy_verdict v = { 0 };

	for (size_t i = 0; i < p->logs; i++) {
		const struct note_key *k = &p->log[i];
		const enum note_state state = note_check(note, k, NULL);

		if (state == NOTE_BAD)
			return err_set(e, ERR_TRUST, "the signature of %s "
			    "does not hold", k->name);
		if (state == NOTE_GOOD && strcmp(k->name, c->origin) == 0)
			v.log = k->name;
	}
	if (v.log == NULL)
		return err_set(e, ERR_ABSENT, "no known signature of %s",
		    c->origin);
	*out = v;
	return 0;
}

int
policy_check(struct policy_verdict *out, const struct policy *p,
    const struct note *note, const struct checkpoint *c, struct err *e)
{
	struct policy_verdict v = { 0 };
	bool has[LIMIT_POLICY_LINES] = { false };
	struct err bad;
	const int log = policy_check_log(&v, p, note, c, e);

	if (log < 0 && e->kind == ERR_TRUST)
		return -1;
	/* What does not hold is worse than what is not there. */
	if (witnessed(has, &v, p, note, &bad) < 0) {
		*e = bad;
		return -1;
	}
	if (log < 0)
		return -1;
	if (p->top != NONE && !has[p->top])
		return err_set(e, ERR_ABSENT, "%zu cosignatures, not the "
		    "quorum %s", v.witnesses, p->node[p->top].name);
	*out = v;
	return 0;
}
