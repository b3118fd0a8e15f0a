/* SPDX-License-Identifier: MIT */
/*
 * A spelling in hex, one a line, to "number SUFFIX YEAR", "arxiv NAME VERSION",
 * "doi NAME" or "! reason".
 */
#include "config.h"

#include "lines.h"

#include "number/number.h"

static void
answer(char *line)
{
	struct buf in = { 0 };
	struct number n;
	struct err e;

	if (!lines_word(&in, &line))
		puts("! not hex");
	else if (number_parse(&n, span_buf(&in), &e) < 0)
		lines_refuse(&e);
	else if (n.alias.kind == ALIAS_ARXIV)
		printf("arxiv %s %u\n", n.alias.name, n.alias.version);
	else if (n.alias.kind == ALIAS_DOI)
		printf("doi %s\n", n.alias.name);
	else
		printf("number %s %u\n", n.suffix, n.year);
	buf_clear(&in);
}

int
main(void)
{
	return lines_serve(answer);
}
