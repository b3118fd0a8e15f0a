#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The time is read in base/clock.c only, the environment there and in cmd/: nothing else can
# make an output depend on them.

. "$(dirname "$0")/lint.sh"

word='(^|[^A-Za-z0-9_])'
calls='(time|clock|gettimeofday|clock_gettime|timespec_get|localtime(_r)?|(secure_)?getenv)'

check() {
	code "$1" | grep -Ev '^src/(base/clock\.c|cmd/[a-z_0-9]*\.[ch]):' |
		grep -E "^[^:]*:[^:]*:(.*$word)?${calls}[ 	]*\\("
}

clean "time and environment are read in one place" check "$TOP"

plant src/canon/json.c <<'END'
/* getenv("HOME") and
 * time(NULL) in a comment */
	say("getenv(\"HOME\") /*"); x = runtime(3);
	t = time(NULL);
	home = getenv ("HOME"); // here
END
plant src/base/clock.c <<'END'
	t = time(NULL);
END
plant src/cmd/main.c <<'END'
	home = getenv("HOME");
END
caught '^src/canon/json\.c:4:' "a look at the clock is found" check "$BAD"
caught '^src/canon/json\.c:5:' "a look at the environment is found" check "$BAD"
unlike out 'json\.c:[123]:|clock\.c|main\.c' "what may look is not, nor words in quotes"

done_testing
