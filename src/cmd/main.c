/* SPDX-License-Identifier: MIT */
/* The story of any run: find the command, parse, do it, say how it went. */
#include "config.h"

#include <sodium.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/say.h"
#include "cmd/answer.h"
#include "cmd/cmd.h"
#include "cmd/help.h"

const struct cmd *const cmd_table[] = {
	&cmd_resolve, &cmd_verify, &cmd_show, &cmd_cache_add,
	&cmd_cache_list, &cmd_cache_find, &cmd_cache_missing,
	&cmd_cache_check, &cmd_cache_remove, &cmd_pack, &cmd_unpack,
	&cmd_merge, &cmd_diff, &cmd_event_sign, &cmd_event_check, &cmd_arxiv,
	&cmd_snapshot_create, &cmd_snapshot_list, &cmd_snapshot_verify,
	&cmd_snapshot_diff, &cmd_snapshot_prove, &cmd_stamp_request,
	&cmd_stamp_attach, &cmd_stamp_info, &cmd_stamp_verify,
	&cmd_stamp_renew, &cmd_deposit_make, &cmd_deposit_verify, &cmd_site,
	&cmd_key_new, &cmd_key_list, &cmd_key_add, &cmd_key_show,
	&cmd_key_revoke, &cmd_help,
	&cmd_version, NULL
};

const struct opt cmd_run_opts[] = {
	{ 0, "json", OPT_FLAG, offsetof(struct run, json), NULL,
	  "results as JSON, the same meaning in stable fields" },
	{ 'q', "quiet", OPT_FLAG, offsetof(struct run, quiet), NULL,
	  "say nothing but errors" },
	{ 'v', "verbose", OPT_COUNT, offsetof(struct run, verbose), NULL,
	  "say each step; twice: each file and signature" },
	{ 0, "help", OPT_FLAG, offsetof(struct run, help), NULL,
	  "explain the command" },
	{ 0 }
};

/* Parse the words behind the command's name and call it. */
static int
run_command(const struct cmd *cmd, int argc, char **argv, struct err *e)
{
	static const struct opt none[] = { { 0 } };
	const struct opt *rows = cmd->opts != NULL ? cmd->opts : none;
	struct run run = { 0 };
	void *opts = mem_zero(1, cmd->opts_size);
	const struct opt_set sets[] = {
		{ cmd_run_opts, &run }, { rows, opts }
	};
	int status = opt_parse(sets, 2, &argc, argv, e);

	if (status == 0 && run.help) {
		status = help_of(cmd);
	} else if (status == 0 && (argc < cmd->least
	    || (cmd->most >= 0 && argc > cmd->most))) {
		status = err_set(e, ERR_USAGE, "usage: pithtex %s %s",
		    cmd->name, cmd->args);
	} else if (status == 0) {
		say_verbosity(run.quiet ? SAY_QUIET : run.verbose > 2 ? 2
		    : (int)run.verbose);
		status = cmd->main(&run, opts, argc, argv, e);
	}
	if (status < 0 && run.json && !say_any())
		answer_none(e->text, CMD_TROUBLE);
	opt_clear(rows, opts);
	free(opts);
	return status;
}

int
main(int argc, char **argv)
{
	const struct cmd *cmd;
	struct err e = { 0 };
	int status, used;

	if (sodium_init() < 0)
		status = err_set(&e, ERR_IO, "libsodium cannot start");
	else if (help_find(&cmd, &used, argc - 1, argv + 1, &e) < 0)
		status = -1;
	else
		status = run_command(cmd, argc - 1 - used, argv + 1 + used, &e);
	if (status < 0) {
		say_error("%s", e.text);
		if (e.kind == ERR_USAGE)
			say_error("try `pithtex help'");
		status = CMD_TROUBLE;
	}
	return say_close() < 0 ? CMD_TROUBLE : status;
}
