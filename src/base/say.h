/* SPDX-License-Identifier: MIT */
/*
 * Messages to people.  Results go to standard output, everything else to
 * standard error behind "pithtex: ".  Whatever was formatted is masked on the
 * way out, on a terminal and in a pipe alike: a character that could move the
 * cursor, set a title or turn the reading direction is printed as \u{hex}, a
 * byte that is not UTF-8 as \x{hex}, and a backslash is doubled, so that the
 * masked form cannot be forged.
 *
 * The verbosity is process-wide: -1 errors only, 0 also findings, 1 each
 * step, 2 each file.  Lines from several threads do not mix.
 */
#ifndef PITH_BASE_SAY_H
#define PITH_BASE_SAY_H

#include "base/buf.h"
#include "base/err.h"

enum { SAY_QUIET = -1, SAY_NORMAL, SAY_STEPS, SAY_FILES };

void say_verbosity(int level);

/* Also append each line for standard error to ${log} (NULL: stop). */
void say_log(struct buf *log);

/* One line on standard error: an error, always; a finding or warning; a step
 * (-v); a detail (-vv). */
void say_error(const char *fmt, ...) PRINTF_LIKE(1, 2);
void say_warn(const char *fmt, ...) PRINTF_LIKE(1, 2);
void say_step(const char *fmt, ...) PRINTF_LIKE(1, 2);
void say_detail(const char *fmt, ...) PRINTF_LIKE(1, 2);

/* One line of a result on standard output, masked. */
void say_line(const char *fmt, ...) PRINTF_LIKE(1, 2);

/*
 * Bytes of a result as they are: JSON in ASCII, a manual of ours, a file that
 * the user asked for by name.  Never text from outside.
 */
void say_bytes(struct span s);

/* Whether anything went to standard output so far. */
bool say_any(void);

/* Append ${s} to ${out} in the masked form. */
void say_mask(struct buf *out, struct span s);

/*
 * Flush and close standard output.  0, or -1 when anything that was said
 * could not be written; the reason was said on standard error.
 */
int say_close(void) MUST_CHECK;

#endif
