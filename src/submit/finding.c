/* SPDX-License-Identifier: MIT */
/* See finding.h. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "submit/finding.h"

void
finding_add(struct findings *f, enum finding_kind kind, const char *rule,
    const char *fmt, ...)
{
	struct buf text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	buf_vfmt(&text, fmt, ap);
	va_end(ap);
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->list[i].rule, rule) == 0
		    && strcmp(f->list[i].text, buf_string(&text)) == 0) {
			buf_clear(&text);
			return;
		}
	mem_grow(&f->list, f->n, sizeof(*f->list));
	f->list[f->n++] = (struct finding){ kind, rule, buf_steal(&text) };
}

bool
finding_rejects(const struct findings *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->list[i].kind == FINDING_REJECTS)
			return true;
	return false;
}

bool
finding_has(const struct findings *f, const char *rule)
{
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->list[i].rule, rule) == 0)
			return true;
	return false;
}

void
finding_clear(struct findings *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->list[i].text);
	free(f->list);
	*f = (struct findings){ 0 };
}
