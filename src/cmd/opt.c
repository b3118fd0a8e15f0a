/* SPDX-License-Identifier: MIT */
/* See opt.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cmd/opt.h"

struct parser {
	const struct opt_set *sets;
	size_t set_count;
	char **argv;
	int argc, next;		/* the next word to look at */
	const struct opt *seen[64];
	size_t seen_count;
};

static const struct opt *
find(const struct parser *p, char letter, struct span name, void **into)
{
	for (size_t i = 0; i < p->set_count; i++)
		for (const struct opt *o = p->sets[i].rows; o->name != NULL; o++)
			if (letter != 0 ? o->letter == letter
			    : span_equal(span_text(o->name), name)) {
				*into = p->sets[i].into;
				return o;
			}
	return NULL;
}

/* Refuse a second time of what can be given once. */
static int
once(struct parser *p, const struct opt *o, struct err *e)
{
	if (o->kind == OPT_COUNT || o->kind == OPT_LIST)
		return 0;
	for (size_t i = 0; i < p->seen_count; i++)
		if (p->seen[i] == o)
			return err_set(e, ERR_USAGE, "--%s given twice",
			    o->name);
	if (p->seen_count < sizeof(p->seen) / sizeof(*p->seen))
		p->seen[p->seen_count++] = o;
	return 0;
}

static void
store(const struct opt *o, void *into, const char *value)
{
	char *at = (char *)into + o->offset;

	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)(void *)at = true;
		break;
	case OPT_COUNT:
		++*(unsigned *)(void *)at;
		break;
	case OPT_TEXT:
		*(const char **)(void *)at = value;
		break;
	case OPT_LIST: {
		struct opt_list *list = (struct opt_list *)(void *)at;

		mem_grow(&list->at, list->n, sizeof(*list->at));
		list->at[list->n++] = value;
		break;
	}
	}
}

/* Take the value of ${o}: ${glued} if not NULL, else the next word. */
static int
take(struct parser *p, const struct opt *o, void *into, const char *glued,
    struct err *e)
{
	const bool wants = o->kind == OPT_TEXT || o->kind == OPT_LIST;

	if (once(p, o, e) < 0)
		return -1;
	if (!wants && glued != NULL)
		return err_set(e, ERR_USAGE, "--%s takes no value", o->name);
	if (wants && glued == NULL) {
		if (p->next >= p->argc)
			return err_set(e, ERR_USAGE, "--%s needs a value: %s",
			    o->name, o->value);
		glued = p->argv[p->next++];
	}
	store(o, into, glued);
	return 0;
}

static int
take_long(struct parser *p, const char *word, struct err *e)
{
	const char *equals = strchr(word, '=');
	const struct span name = { (const uint8_t *)word, equals != NULL
	    ? (size_t)(equals - word) : strlen(word) };
	void *into;
	const struct opt *o = find(p, 0, name, &into);

	if (o == NULL)
		return err_set(e, ERR_USAGE, "no option --%.*s", (int)name.n,
		    word);
	return take(p, o, into, equals != NULL ? equals + 1 : NULL, e);
}

static int
take_letters(struct parser *p, const char *letters, struct err *e)
{
	for (; *letters != '\0'; letters++) {
		void *into;
		const struct opt *o = find(p, *letters,
		    (struct span){ NULL, 0 }, &into);
		const bool rest = o != NULL && letters[1] != '\0'
		    && (o->kind == OPT_TEXT || o->kind == OPT_LIST);

		if (o == NULL)
			return err_set(e, ERR_USAGE, "no option -%c", *letters);
		if (take(p, o, into, rest ? letters + 1 : NULL, e) < 0)
			return -1;
		if (rest)
			break;
	}
	return 0;
}

int
opt_parse(const struct opt_set *sets, size_t n, int *argc, char **argv,
    struct err *e)
{
	struct parser p = { .sets = sets, .set_count = n, .argv = argv,
	    .argc = *argc };
	int kept = 0;
	bool ended = false;

	while (p.next < p.argc) {
		char *word = argv[p.next++];
		int rc = 0;

		if (ended || word[0] != '-' || word[1] == '\0')
			argv[kept++] = word;
		else if (strcmp(word, "--") == 0)
			ended = true;
		else if (word[1] == '-')
			rc = take_long(&p, word + 2, e);
		else
			rc = take_letters(&p, word + 1, e);
		if (rc < 0)
			return -1;
	}
	*argc = kept;
	return 0;
}

void
opt_clear(const struct opt *rows, void *into)
{
	for (const struct opt *o = rows; o->name != NULL; o++)
		if (o->kind == OPT_LIST) {
			struct opt_list *list = (struct opt_list *)(void *)
			    ((char *)into + o->offset);

			free(list->at);
			*list = (struct opt_list){ 0 };
		}
}

void
opt_help(struct buf *out, const struct opt *rows)
{
	for (const struct opt *o = rows; o->name != NULL; o++) {
		char left[64];

		snprintf(left, sizeof(left), "%s%c%s --%s%s%s",
		    o->letter != 0 ? "-" : " ",
		    o->letter != 0 ? o->letter : ' ',
		    o->letter != 0 ? "," : " ", o->name,
		    o->value != NULL ? " " : "",
		    o->value != NULL ? o->value : "");
		buf_fmt(out, "  %-26s %s\n", left, o->help);
	}
}
