/* SPDX-License-Identifier: MIT */
/*
 * What the little programs of this folder share: they answer one line for
 * each line of standard input, so that one process serves a whole suite of
 * vectors.  Bytes travel as lower-case hex, an empty word as "-".
 */
#ifndef PITH_TESTS_LINES_H
#define PITH_TESTS_LINES_H

#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/say.h"
#include "canon/codec.h"

/* The next word of ${*rest} as bytes; false where it is no hex. */
static inline bool
lines_word(struct buf *out, char **rest)
{
	char *word = *rest + strspn(*rest, " ");
	const size_t n = strcspn(word, " ");

	*rest = word + n;
	out->n = 0;
	if (n == 1 && *word == '-')
		return true;
	if (n == 0 || n % 2 != 0 || !codec_unhex(buf_room(out, n / 2), n / 2,
	    (struct span){ (const uint8_t *)word, n }))
		return false;
	buf_used(out, n / 2);
	return true;
}

/* Print ${s} in hex and end the line. */
static inline void
lines_answer(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		printf("%02x", s.at[i]);
	puts(s.n == 0 ? "-" : "");
}

/* "! " and the reason, in which bytes from outside are masked. */
static inline void
lines_refuse(const struct err *e)
{
	struct buf b = { 0 };

	say_mask(&b, span_text(e->text));
	printf("! %s\n", buf_string(&b));
	buf_clear(&b);
}

/* Call ${answer} for each line, without its end. */
static inline int
lines_serve(void (*answer)(char *line))
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = '\0';
		answer(line);
	}
	free(line);
	return ferror(stdout) || fclose(stdout) != 0;
}

#endif
