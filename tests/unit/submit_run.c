/* SPDX-License-Identifier: MIT */
/* Other programs: status, log, folder, environment, and an end in time. */
#include "config.h"

#include <signal.h>

#include "unit.h"

#include "sample.h"
#include "submit/run.h"

static char *dir, *log_path;
static char *const empty[] = { NULL };

static int
begin(void **state)
{
	(void)state;
	dir = sample_folder();
	log_path = file_join(dir, "log");
	return 0;
}

static int
end(void **state)
{
	(void)state;
	free(log_path);
	sample_remove(dir);
	return 0;
}

static int
shell(const char *script, const struct run_how *how, struct err *e)
{
	const char *const argv[] = { "/bin/sh", "-c", script, NULL };

	return run_program(argv, how, e);
}

static void
test_status(void **state)
{
	const struct run_how how = { NULL, empty, log_path, 60 };
	const char *const absent[] = { "no-such-program", NULL };
	struct err e;

	(void)state;
	assert_int_equal(shell("exit 7", &how, &e), 7);
	assert_int_equal(shell("kill -9 $$", &how, &e), 128 + 9);
	assert_err(run_program(absent, &how, &e), &e, ERR_ABSENT);
}

static void
test_output(void **state)
{
	const char *const argv[] = { "/bin/sh", "-c", "pwd; echo $A; cat; "
	    "echo said >&2", NULL };
	static char *const env[] = { (char *)(uintptr_t)"A=b c", NULL };
	const struct run_how how = { "/", env, log_path, 60 };
	struct buf out = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(run_output(&out, 100, argv, &how, &e), 0);
	assert_string_equal(buf_string(&out), "/\nb c\nsaid\n");
	buf_clear(&out);
	assert_err(run_output(&out, 5, argv, &how, &e), &e, ERR_LIMIT);
	buf_clear(&out);
}

/* Its children end too. */
static void
test_time(void **state)
{
	const struct run_how how = { dir, empty, log_path, 1 };
	struct err e;

	(void)state;
	assert_err(shell("(/bin/sleep 3; echo late >late) & /bin/sleep 30",
	    &how, &e), &e, ERR_LIMIT);
}

static void
test_signal(void **state)
{
	const struct run_how how = { NULL, empty, log_path, 60 };
	struct err e;
	int got;
	sigset_t set;

	(void)state;
	file_hold_signals(true);
	raise(SIGTERM);
	assert_err_text(shell("/bin/sleep 30", &how, &e), &e, ERR_IO,
	    "interrupted");
	/* It waits to be let through; here it is taken away. */
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	assert_int_equal(sigwait(&set, &got), 0);
	file_hold_signals(false);
}

static void
test_env(void **state)
{
	static char *const from[] = { (char *)(uintptr_t)"A=1",
	    (char *)(uintptr_t)"AB=2", (char *)(uintptr_t)"C=3", NULL };
	static const char *const set[] = { "A=4", "C", "D=5", NULL };
	char **env = run_env(from, set);

	(void)state;
	assert_string_equal(env[0], "AB=2");
	assert_string_equal(env[1], "A=4");
	assert_string_equal(env[2], "D=5");
	assert_null(env[3]);
	assert_string_equal(run_env_get(env, "A"), "4");
	assert_null(run_env_get(env, "C"));
	run_env_free(env);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_status, begin, end),
		cmocka_unit_test_setup_teardown(test_output, begin, end),
		cmocka_unit_test_setup_teardown(test_time, begin, end),
		cmocka_unit_test_setup_teardown(test_signal, begin, end),
		cmocka_unit_test(test_env)
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
