/* SPDX-License-Identifier: MIT */
/* See run.h. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include "base/file.h"
#include "base/mem.h"
#include "submit/run.h"

/* How long we sleep between two looks at a child: a hundredth of a second at
 * most.  The time is counted in these naps, since nothing here reads a
 * clock. */
#define NAP_LEAST 1000000L
#define NAP_MOST 10000000L

static int
prepare(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attr,
    const struct run_how *how)
{
	sigset_t none, defaults;
	int rc;

	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	sigaddset(&defaults, SIGINT);
	sigaddset(&defaults, SIGTERM);
	sigaddset(&defaults, SIGHUP);
	rc = posix_spawn_file_actions_addopen(actions, 0, "/dev/null",
	    O_RDONLY, 0);
	if (rc == 0)
		rc = posix_spawn_file_actions_addopen(actions, 1,
		    how->log != NULL ? how->log : "/dev/null",
		    O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (rc == 0)
		rc = posix_spawn_file_actions_adddup2(actions, 1, 2);
	if (rc == 0 && how->folder != NULL)
		rc = posix_spawn_file_actions_addchdir_np(actions,
		    how->folder);
	if (rc == 0)
		rc = posix_spawnattr_setpgroup(attr, 0);
	if (rc == 0)
		rc = posix_spawnattr_setsigmask(attr, &none);
	if (rc == 0)
		rc = posix_spawnattr_setsigdefault(attr, &defaults);
	if (rc == 0)
		rc = posix_spawnattr_setflags(attr, POSIX_SPAWN_SETPGROUP
		    | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	return rc;
}

static int
start(pid_t *pid, const char *const *argv, const struct run_how *how,
    struct err *e)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	int rc = posix_spawn_file_actions_init(&actions);

	if (rc != 0)
		return err_set(e, ERR_IO, "%s: %s", argv[0], strerror(rc));
	rc = posix_spawnattr_init(&attr);
	if (rc == 0) {
		rc = prepare(&actions, &attr, how);
		/* exec(3) takes the words without their const. */
		if (rc == 0)
			rc = posix_spawnp(pid, argv[0], &actions, &attr,
			    (char *const *)(uintptr_t)argv, how->env);
		posix_spawnattr_destroy(&attr);
	}
	posix_spawn_file_actions_destroy(&actions);
	if (rc == 0)
		return 0;
	return err_set(e, rc == ENOENT || rc == EACCES ? ERR_ABSENT : ERR_IO,
	    "%s: cannot be run: %s", argv[0], strerror(rc));
}

/* Whether a signal that would end us waits to be let through. */
static bool
is_interrupted(void)
{
	sigset_t set;

	return sigpending(&set) == 0 && (sigismember(&set, SIGINT) == 1
	    || sigismember(&set, SIGTERM) == 1
	    || sigismember(&set, SIGHUP) == 1);
}

/* Wait for the child; its status as wait(2) gives it. */
static int
await(int *status, pid_t pid, const char *name, unsigned seconds,
    struct err *e)
{
	long long left = (long long)seconds * 1000000000;
	struct timespec nap = { 0, NAP_LEAST };
	const char *why = NULL;
	pid_t got;

	for (;;) {
		got = waitpid(pid, status, WNOHANG);
		if (got == pid)
			return 0;
		if (got < 0 && errno != EINTR)
			return err_sys(e, "%s: cannot wait for it", name);
		if (is_interrupted())
			why = "interrupted";
		else if (left <= 0)
			why = "took too long";
		if (why != NULL)
			break;
		nanosleep(&nap, NULL);
		left -= nap.tv_nsec;
		if (nap.tv_nsec < NAP_MOST)
			nap.tv_nsec *= 2;
	}
	kill(-pid, SIGKILL);
	do
		got = waitpid(pid, status, 0);
	while (got < 0 && errno == EINTR);
	return err_set(e, left <= 0 ? ERR_LIMIT : ERR_IO, "%s: %s", name, why);
}

int
run_program(const char *const *argv, const struct run_how *how, struct err *e)
{
	int status = 0, rc = 0;
	sigset_t fatal, before;
	pid_t pid;

	/* From here on a signal waits until the child is gone. */
	sigemptyset(&fatal);
	sigaddset(&fatal, SIGINT);
	sigaddset(&fatal, SIGTERM);
	sigaddset(&fatal, SIGHUP);
	pthread_sigmask(SIG_BLOCK, &fatal, &before);
	rc = start(&pid, argv, how, e);
	if (rc == 0)
		rc = await(&status, pid, argv[0], how->seconds, e);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (rc < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status)
	    : 128 + WTERMSIG(status);
}

int
run_output(struct buf *out, size_t most, const char *const *argv,
    const struct run_how *how, struct err *e)
{
	const int status = run_program(argv, how, e);

	if (status < 0)
		return -1;
	if (status > 0)
		return err_set(e, ERR_IO, "%s: ended with status %d", argv[0],
		    status);
	return file_read(out, how->log, most, e);
}

/* The bytes of the name in "NAME=VALUE" or "NAME". */
static size_t
name_bytes(const char *s)
{
	return strcspn(s, "=");
}

static bool
is_set(const char *entry, const char *const *set)
{
	for (; *set != NULL; set++)
		if (name_bytes(*set) == name_bytes(entry)
		    && strncmp(*set, entry, name_bytes(entry)) == 0)
			return true;
	return false;
}

char **
run_env(char *const *from, const char *const *set)
{
	char **env = NULL;
	size_t n = 0;

	for (; *from != NULL; from++)
		if (!is_set(*from, set)) {
			mem_grow(&env, n, sizeof(*env));
			env[n++] = mem_string(*from);
		}
	for (; *set != NULL; set++)
		if (strchr(*set, '=') != NULL) {
			mem_grow(&env, n, sizeof(*env));
			env[n++] = mem_string(*set);
		}
	mem_grow(&env, n, sizeof(*env));
	env[n] = NULL;
	return env;
}

void
run_env_free(char **env)
{
	for (char **p = env; p != NULL && *p != NULL; p++)
		free(*p);
	free(env);
}

const char *
run_env_get(char *const *env, const char *name)
{
	const size_t n = strlen(name);

	for (; *env != NULL; env++)
		if (strncmp(*env, name, n) == 0 && (*env)[n] == '=')
			return *env + n + 1;
	return NULL;
}
