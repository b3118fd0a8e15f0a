/* SPDX-License-Identifier: MIT */
/*
 * A subcommand is one object in one file: its name, what it takes, its table
 * of options and its main function.  It parses nothing by itself and prints
 * no error itself.
 *
 * The exit status is that of diff(1): 0 all that was asked for is good; 1 the
 * work was done and there are findings; 2 the work could not be done.
 */
#ifndef PITH_CMD_CMD_H
#define PITH_CMD_CMD_H

#include "bundle/bundle.h"
#include "cmd/opt.h"

enum { CMD_GOOD, CMD_FINDINGS, CMD_TROUBLE };

/* What every command is given, beside its own options. */
struct run {
	bool json, quiet, help;
	unsigned verbose;
};

struct cmd {
	const char *name;	/* one or two words: "verify", "key new" */
	const char *args;	/* the operands, for the usage line */
	const char *brief;	/* one line */
	int least, most;	/* how many operands; most -1: no limit */
	const struct opt *opts;	/* or NULL */
	size_t opts_size;
	/* Returns an exit status, or -1 with ${e} filled. */
	int (*main)(const struct run *run, const void *opts, int argc,
	    char **argv, struct err *e);
};

extern const struct cmd cmd_arxiv;
extern const struct cmd cmd_cache_add;
extern const struct cmd cmd_cache_check;
extern const struct cmd cmd_cache_find;
extern const struct cmd cmd_cache_list;
extern const struct cmd cmd_cache_missing;
extern const struct cmd cmd_cache_remove;
extern const struct cmd cmd_deposit_make;
extern const struct cmd cmd_deposit_verify;
extern const struct cmd cmd_diff;
extern const struct cmd cmd_event_check;
extern const struct cmd cmd_event_sign;
extern const struct cmd cmd_help;
extern const struct cmd cmd_key_add;
extern const struct cmd cmd_key_list;
extern const struct cmd cmd_key_new;
extern const struct cmd cmd_key_revoke;
extern const struct cmd cmd_key_show;
extern const struct cmd cmd_merge;
extern const struct cmd cmd_pack;
extern const struct cmd cmd_resolve;
extern const struct cmd cmd_show;
extern const struct cmd cmd_site;
extern const struct cmd cmd_snapshot_create;
extern const struct cmd cmd_snapshot_diff;
extern const struct cmd cmd_snapshot_list;
extern const struct cmd cmd_snapshot_prove;
extern const struct cmd cmd_snapshot_verify;
extern const struct cmd cmd_stamp_attach;
extern const struct cmd cmd_stamp_info;
extern const struct cmd cmd_stamp_renew;
extern const struct cmd cmd_stamp_request;
extern const struct cmd cmd_stamp_verify;
extern const struct cmd cmd_unpack;
extern const struct cmd cmd_verify;
extern const struct cmd cmd_version;

/* All of them, in the order of a paper's life; ended by NULL. */
extern const struct cmd *const cmd_table[];

/* The options that every command knows. */
extern const struct opt cmd_run_opts[];

#endif
