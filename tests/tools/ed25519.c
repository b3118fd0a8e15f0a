/* SPDX-License-Identifier: MIT */
/*
 * "KEY MESSAGE SIGNATURE" in hex, a check a line, to "ok" or "bad"; "key" alone
 * behind KEY asks whether it may be enrolled.
 */
#include "config.h"

#include <sodium.h>

#include "lines.h"

#include "trust/key.h"

static void
answer(char *line)
{
	struct buf key = { 0 }, message = { 0 }, sig = { 0 };
	bool good = lines_word(&key, &line) && key.n == KEY_BYTES;

	if (strcmp(line, " key") == 0)
		good = good && key_is_usable(key.at);
	else
		good = good && lines_word(&message, &line)
		    && lines_word(&sig, &line) && *line == '\0'
		    && sig.n == KEY_SIGNATURE_BYTES
		    && key_verify(key.at, span_buf(&message), sig.at);
	puts(good ? "ok" : "bad");
	buf_clear(&key);
	buf_clear(&message);
	buf_clear(&sig);
}

int
main(void)
{
	return sodium_init() < 0 ? 99 : lines_serve(answer);
}
