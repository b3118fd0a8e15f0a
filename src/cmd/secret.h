/* SPDX-License-Identifier: MIT */
/* Secret keys as commands are given them: a minisign file, and a file whose
 * first line is the password.  Nothing is ever asked. */
#ifndef PITH_CMD_SECRET_H
#define PITH_CMD_SECRET_H

#include "trust/minisign.h"

/* Read the secret key ${path}; ${password_file} may be NULL. */
int secret_load(struct minisign_secret *out, const char *path,
    const char *password_file, struct err *e) MUST_CHECK;

/* The first line of ${path} into ${out}, which the caller wipes with
 * secret_wipe(). */
int secret_password(struct buf *out, const char *path, struct err *e)
    MUST_CHECK;
void secret_wipe(struct buf *b);

#endif
