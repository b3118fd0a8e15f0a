/* SPDX-License-Identifier: MIT */
/* See secret.h. */
#include "config.h"

#include <sodium.h>

#include "base/file.h"
#include "base/limits.h"
#include "cmd/secret.h"

void
secret_wipe(struct buf *b)
{
	if (b->at != NULL)
		sodium_memzero(b->at, b->room);
	buf_clear(b);
}

int
secret_password(struct buf *out, const char *path, struct err *e)
{
	struct buf text = { 0 };
	const uint8_t *end;

	if (file_read(&text, path, LIMIT_KEY_BYTES, e) < 0) {
		secret_wipe(&text);
		return -1;
	}
	end = text.n > 0 ? memchr(text.at, '\n', text.n) : NULL;
	buf_add(out, text.at, end != NULL ? (size_t)(end - text.at) : text.n);
	secret_wipe(&text);
	if (out->n > 0 && memchr(out->at, '\0', out->n) == NULL)
		return 0;
	return err_set(e, ERR_FORMAT, "%s: its first line is no password",
	    path);
}

int
secret_load(struct minisign_secret *out, const char *path,
    const char *password_file, struct err *e)
{
	struct buf text = { 0 }, password = { 0 };
	int rc = 0;

	if (password_file != NULL)
		rc = secret_password(&password, password_file, e);
	if (rc == 0)
		rc = file_read(&text, path, LIMIT_KEY_BYTES, e);
	if (rc == 0 && minisign_secret_parse(out, span_buf(&text),
	    password_file != NULL ? buf_string(&password) : NULL, e) < 0)
		rc = err_in(e, "%s", path);
	secret_wipe(&text);
	secret_wipe(&password);
	return rc;
}
