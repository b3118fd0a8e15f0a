/* SPDX-License-Identifier: MIT */
/* See help.h; and the commands `help' and `version'. */
#include "config.h"

#include <jansson.h>
#include <sodium.h>
#include <openssl/crypto.h>
#include <zlib.h>

#include "base/say.h"
#include "canon/emit.h"
#include "bundle/second.h"
#include "cmd/help.h"

/* The command whose name is the ${n} words at ${argv}. */
static const struct cmd *
by_words(char **argv, int n)
{
	struct buf name = { 0 };
	const struct cmd *found = NULL;

	for (int i = 0; i < n; i++)
		buf_fmt(&name, "%s%s", i > 0 ? " " : "", argv[i]);
	for (size_t i = 0; cmd_table[i] != NULL && found == NULL; i++)
		if (strcmp(cmd_table[i]->name, buf_string(&name)) == 0)
			found = cmd_table[i];
	buf_clear(&name);
	return found;
}

/* Whether ${word} is the first of two words of some command; they are listed
 * in ${names}. */
static bool
is_group(const char *word, struct buf *names)
{
	const size_t n = strlen(word);

	for (size_t i = 0; cmd_table[i] != NULL; i++)
		if (strncmp(cmd_table[i]->name, word, n) == 0
		    && cmd_table[i]->name[n] == ' ')
			buf_fmt(names, "%s%s", names->n > 0 ? ", " : "",
			    cmd_table[i]->name + n + 1);
	return names->n > 0;
}

int
help_find(const struct cmd **out, int *used, int argc, char **argv,
    struct err *e)
{
	struct buf names = { 0 };
	int rc = -1;

	*used = argc > 0;
	if (argc == 0 || strcmp(argv[0], "-h") == 0
	    || strcmp(argv[0], "--help") == 0)
		*out = &cmd_help;
	else if (strcmp(argv[0], "--version") == 0)
		*out = &cmd_version;
	else if (argc > 1 && (*out = by_words(argv, 2)) != NULL)
		*used = 2;
	else
		*out = by_words(argv, 1);
	if (*out != NULL)
		return 0;
	if (is_group(argv[0], &names))
		err_set(e, ERR_USAGE, "%s: say one of %s", argv[0],
		    buf_string(&names));
	else if (argv[0][0] == '-')
		err_set(e, ERR_USAGE, "%s: options stand behind the command",
		    argv[0]);
	else
		err_set(e, ERR_USAGE, "no command `%s'; for a paper say "
		    "`pithtex resolve %s'", argv[0], argv[0]);
	buf_clear(&names);
	return rc;
}

int
help_of(const struct cmd *cmd)
{
	struct buf text = { 0 };

	buf_fmt(&text, "usage: pithtex %s [options] %s\n\n%s\n\noptions:\n",
	    cmd->name, cmd->args, cmd->brief);
	if (cmd->opts != NULL)
		opt_help(&text, cmd->opts);
	opt_help(&text, cmd_run_opts);
	say_bytes(span_buf(&text));
	buf_clear(&text);
	return CMD_GOOD;
}

static int
help_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const struct cmd *cmd;
	struct buf text = { 0 };
	int used;

	(void)run;
	(void)opts;
	if (argc > 0) {
		if (help_find(&cmd, &used, argc, argv, e) < 0)
			return -1;
		return help_of(cmd);
	}
	buf_text(&text, "pithtex: Pith Numbers for papers, verified on this "
	    "machine\n\nusage: pithtex COMMAND [options] ...\n\n");
	for (size_t i = 0; cmd_table[i] != NULL; i++)
		buf_fmt(&text, "  %-16s %s\n", cmd_table[i]->name,
		    cmd_table[i]->brief);
	buf_text(&text, "\n`pithtex help COMMAND' explains one of them; "
	    "pithtex(1) is the manual.\nExit status: 0 all is good, 1 there "
	    "are findings, 2 it could not be done.\n");
	say_bytes(span_buf(&text));
	buf_clear(&text);
	return CMD_GOOD;
}

const struct cmd cmd_help = {
	.name = "help",
	.args = "[COMMAND]",
	.brief = "explain a command, or list them",
	.most = 2,
	.main = help_main,
};

static int
version_main(const struct run *run, const void *opts, int argc, char **argv,
    struct err *e)
{
	const char *archive = second_version();
	const struct {
		const char *name, *version;
	} parts[] = {
		{ "pithtex", PACKAGE_VERSION },
		{ "libarchive", archive != NULL ? archive
		    : "cannot be loaded" },
		{ "jansson", JANSSON_VERSION },
		{ "libsodium", sodium_version_string() },
		{ "zlib", zlibVersion() },
		{ "libcrypto", OpenSSL_version(OPENSSL_VERSION_STRING) },
	};
	struct buf text = { 0 };
	struct emit j = { .out = &text };

	(void)opts;
	(void)argc;
	(void)argv;
	(void)e;
	if (run->json)
		emit_object(&j, NULL);
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (run->json)
			emit_text(&j, parts[i].name, parts[i].version);
		else
			buf_fmt(&text, i == 0 ? "%s %s\n" : "  %s %s\n",
			    parts[i].name, parts[i].version);
	if (run->json)
		emit_close_object(&j);
	say_bytes(span_buf(&text));
	buf_clear(&text);
	return CMD_GOOD;
}

const struct cmd cmd_version = {
	.name = "version",
	.args = "",
	.brief = "tell the versions of the program and its libraries",
	.main = version_main,
};
