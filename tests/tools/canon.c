/* SPDX-License-Identifier: MIT */
/*
 * JSON in hex, a document a line, to canonical bytes in hex, or "! reason".
 * With the argument "object" only objects are documents, as in files.
 */
#include "config.h"

#include "lines.h"

#include "canon/json.h"

static enum json_top top = JSON_TOP_ANY;

static void
answer(char *line)
{
	struct buf in = { 0 }, out = { 0 };
	struct err e;
	json_t *v = NULL;

	if (!lines_word(&in, &line))
		puts("! not hex");
	else if (json_parse(&v, span_buf(&in), top, &e) < 0
	    || json_canon(&out, v, &e) < 0)
		lines_refuse(&e);
	else
		lines_answer(span_buf(&out));
	json_decref(v);
	buf_clear(&in);
	buf_clear(&out);
}

int
main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "object") == 0)
		top = JSON_TOP_OBJECT;
	return lines_serve(answer);
}
