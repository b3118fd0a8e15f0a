/* SPDX-License-Identifier: MIT */
/* See say.h. */
#include "config.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include "base/say.h"
#include "base/utf8.h"

static int verbosity = SAY_NORMAL;
static struct buf *log_copy;
static bool any;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void
say_verbosity(int level)
{
	verbosity = level;
}

void
say_log(struct buf *log)
{
	log_copy = log;
}

void
say_mask(struct buf *out, struct span s)
{
	size_t i = 0;

	while (i < s.n) {
		uint32_t c;
		const unsigned n = utf8_get(&c, (struct span){ s.at + i, s.n - i });

		if (n == 0)
			buf_fmt(out, "\\x{%x}", s.at[i]);
		else if (c == '\\')
			buf_text(out, "\\\\");
		else if (utf8_is_unwanted(c) || utf8_is_space(c))
			buf_fmt(out, "\\u{%x}", (unsigned)c);
		else
			buf_add(out, s.at + i, n);
		i += n > 0 ? n : 1;
	}
}

/* Format, mask and write one line; a failure shows in ferror(${to}). */
static void line(FILE *to, const char *lead, const char *fmt, va_list ap)
    PRINTF_LIKE(3, 0);

static void
line(FILE *to, const char *lead, const char *fmt, va_list ap)
{
	struct buf raw = { 0 }, out = { 0 };

	buf_vfmt(&raw, fmt, ap);
	buf_text(&out, lead);
	say_mask(&out, span_buf(&raw));
	buf_byte(&out, '\n');
	pthread_mutex_lock(&lock);
	if (to == stderr)
		fflush(stdout);
	fwrite(out.at, 1, out.n, to);
	any = any || to == stdout;
	if (to == stderr && log_copy != NULL)
		buf_span(log_copy, span_buf(&out));
	pthread_mutex_unlock(&lock);
	buf_clear(&raw);
	buf_clear(&out);
}

/* The functions that say a line differ in level and stream only. */
#define SAY(name, level, to, lead)			\
void							\
name(const char *fmt, ...)				\
{							\
	va_list ap;					\
							\
	if (verbosity < (level))			\
		return;					\
	va_start(ap, fmt);				\
	line(to, lead, fmt, ap);			\
	va_end(ap);					\
}

SAY(say_error, SAY_QUIET, stderr, "pithtex: ")
SAY(say_warn, SAY_NORMAL, stderr, "pithtex: ")
SAY(say_step, SAY_STEPS, stderr, "pithtex: ")
SAY(say_detail, SAY_FILES, stderr, "pithtex: ")
SAY(say_line, SAY_QUIET, stdout, "")

void
say_bytes(struct span s)
{
	pthread_mutex_lock(&lock);
	if (s.n > 0)
		fwrite(s.at, 1, s.n, stdout);
	any = any || s.n > 0;
	pthread_mutex_unlock(&lock);
}

bool
say_any(void)
{
	return any;
}

int
say_close(void)
{
	const int bad = ferror(stdout);

	errno = 0;
	if (fclose(stdout) == 0 && !bad)
		return 0;
	if (errno != 0)
		perror("pithtex: standard output");
	else
		fputs("pithtex: standard output: write error\n", stderr);
	return -1;
}
