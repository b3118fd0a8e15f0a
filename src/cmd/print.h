/* SPDX-License-Identifier: MIT */
/*
 * How commands print what they found of a bundle: for people on standard
 * output and standard error, and as JSON.
 */
#ifndef PITH_CMD_PRINT_H
#define PITH_CMD_PRINT_H

#include "bundle/bundle.h"
#include "canon/emit.h"

/* Every check, one line each, then the verdict. */
void print_report(const char *path, const struct bundle *b,
    const struct report *r);

/* The same as an object of the report format, pithtex-report(5). */
void print_report_json(struct emit *j, const char *path,
    const struct bundle *b, const struct report *r);

/* In the place of a report: the file could not be read, and why. */
void print_error_json(struct emit *j, const char *path, const char *why);

/* What a person can do about a verdict; "" for `good'. */
const char *print_advice(enum verdict v);

/* One line on standard error: file, verdict, check, reason, what to do. */
void print_finding(const char *path, const struct report *r);

#endif
