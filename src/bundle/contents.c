/* SPDX-License-Identifier: MIT */
/* See contents.h. */
#include "config.h"

#include <stdlib.h>

#include "base/mem.h"
#include "bundle/contents.h"

static void
add(struct contents *c, struct digest d)
{
	mem_grow(&c->list, c->n, sizeof(*c->list));
	c->list[c->n++] = d;
}

/* The digest of a value behind a word that says what it is. */
static void
add_value(struct contents *c, const char *word, const json_t *v)
{
	struct buf bytes = { 0 };
	struct err e;

	buf_fmt(&bytes, "%s\n", word);
	if (json_canon(&bytes, v, &e) < 0) {
		char *text = json_dumps(v, JSON_COMPACT | JSON_SORT_KEYS);

		bytes.n = strlen(word) + 1;
		buf_text(&bytes, text != NULL ? text : "");
		free(text);
	}
	add(c, digest_sha256(span_buf(&bytes)));
	buf_clear(&bytes);
}

static void
add_bundle_json(struct contents *c, struct span text)
{
	json_t *v, *events;
	struct err e;

	if (json_parse(&v, text, JSON_TOP_OBJECT, &e) < 0)
		return;
	events = json_object_get(v, "events");
	for (size_t i = 0; i < json_array_size(events); i++) {
		json_t *o = json_copy(json_array_get(events, i));

		json_object_del(o, "event_id");
		json_object_del(o, "signature");
		json_object_del(o, "signature_b64");
		add_value(c, "event", o);
		json_decref(o);
	}
	json_object_del(v, "events");
	add_value(c, "bundle.json", v);
	json_decref(v);
}

static void
add_member(struct contents *c, const struct member *m)
{
	struct buf bytes = { 0 };

	buf_fmt(&bytes, "%s\n", m->name);
	buf_span(&bytes, m->data);
	add(c, digest_sha256(span_buf(&bytes)));
	buf_clear(&bytes);
}

static int
by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct digest));
}

void
contents_of(struct contents *out, const struct bundle *b)
{
	struct contents c = { 0 };
	size_t kept = 0;

	for (size_t i = 0; i < b->member_count; i++)
		if (strcmp(b->members[i].name, "bundle.json") == 0)
			add_bundle_json(&c, b->members[i].data);
		else if (strcmp(b->members[i].name, "manifest-sha256.txt") != 0)
			add_member(&c, &b->members[i]);
	if (c.n > 1)
		qsort(c.list, c.n, sizeof(*c.list), by_bytes);
	for (size_t i = 0; i < c.n; i++)
		if (kept == 0 || !digest_equal(&c.list[kept - 1], &c.list[i]))
			c.list[kept++] = c.list[i];
	c.n = kept;
	*out = c;
}

void
contents_clear(struct contents *c)
{
	free(c->list);
	*c = (struct contents){ 0 };
}

enum contents_relation
contents_compare(const struct contents *a, const struct contents *b)
{
	size_t i = 0, j = 0;
	bool only_a = false, only_b = false;

	while (i < a->n || j < b->n) {
		const int d = i == a->n ? 1 : j == b->n ? -1
		    : memcmp(&a->list[i], &b->list[j], sizeof(*a->list));

		only_a = only_a || d < 0;
		only_b = only_b || d > 0;
		i += d <= 0;
		j += d >= 0;
	}
	return only_a && only_b ? CONTENTS_APART : only_a ? CONTENTS_MORE
	    : only_b ? CONTENTS_LESS : CONTENTS_EQUAL;
}
