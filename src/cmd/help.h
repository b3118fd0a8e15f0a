/* SPDX-License-Identifier: MIT */
/* Finding commands by name and explaining them, out of the tables that
 * parse. */
#ifndef PITH_CMD_HELP_H
#define PITH_CMD_HELP_H

#include "cmd/cmd.h"

/*
 * Find the command that ${argv} begins with; ${*used} of its words name it.
 * No word at all, -h and --help give `help', --version gives `version'.  Kind
 * ERR_USAGE, with what was probably meant.
 */
int help_find(const struct cmd **out, int *used, int argc, char **argv,
    struct err *e) MUST_CHECK;

/* Print the help of one command; an exit status. */
int help_of(const struct cmd *cmd);

#endif
