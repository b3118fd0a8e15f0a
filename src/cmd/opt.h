/* SPDX-License-Identifier: MIT */
/*
 * Options: one table parses, documents and completes them.
 *
 * Each row tells the letter, the long name, what kind of value, where it goes
 * in the command's own struct of options, the name of the value and one line
 * of help.  Long options are written in full, --name VALUE or --name=VALUE; letters
 * may stand together (-vv); "--" ends the options; operands may stand
 * between them.  An option given twice is an error, unless it counts or
 * makes a list.
 */
#ifndef PITH_CMD_OPT_H
#define PITH_CMD_OPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

enum opt_kind {
	OPT_FLAG,	/* bool: given or not */
	OPT_COUNT,	/* unsigned: how many times */
	OPT_TEXT,	/* const char *: NULL where not given */
	OPT_LIST	/* struct opt_list: in the order given */
};

struct opt_list {
	const char **at;
	size_t n;
};

struct opt {
	char letter;		/* 0: none */
	const char *name;
	enum opt_kind kind;
	size_t offset;
	const char *value;	/* what the value is called; NULL: none */
	const char *help;
};

/* A table of rows, ended by one without a name, and the struct it fills. */
struct opt_set {
	const struct opt *rows;
	void *into;
};

/*
 * Read ${argv}: options go where ${sets} say, the operands stay, packed to
 * the front, ${*argc} of them.  Kind ERR_USAGE.
 */
int opt_parse(const struct opt_set *sets, size_t n, int *argc, char **argv,
    struct err *e) MUST_CHECK;

/* Give back the lists in ${into}. */
void opt_clear(const struct opt *rows, void *into);

/* Append the help of a table, one row a line. */
void opt_help(struct buf *out, const struct opt *rows);

#endif
