#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Only base/say.c, base/mem.c, out/ and cmd/ speak or end the program; everything else returns
# an error to its caller.

. "$(dirname "$0")/lint.sh"

word='(^|[^A-Za-z0-9_])'
end='([^A-Za-z0-9_]|$)'
calls='(v?f?printf|v?dprintf|puts|putchar|fputs|perror|exit|_exit|_Exit|quick_exit|abort)'

check() {
	code "$1" | grep -Ev '^src/(base/(say|mem)\.c|(out|cmd)/[a-z_0-9]*\.[ch]):' |
		grep -E "^[^:]*:[^:]*:(.*$word)?(${calls}[ 	]*\\(|std(out|err)$end)"
}

clean "only a few places speak or end the program" check "$TOP"

plant src/canon/json.c <<'END'
	snprintf(a, n, "printf(%s)", b); /* exit(1) */
	printf("%s\n", b);
	fputs(b, stderr);
	exit(1);
END
plant src/out/text.c <<'END'
	printf("%s\n", b);
END
caught '^src/canon/json\.c:2:' "a print is found" check "$BAD"
caught '^src/canon/json\.c:3:' "a message is found" check "$BAD"
caught '^src/canon/json\.c:4:' "an exit is found" check "$BAD"
unlike out 'json\.c:1:|text\.c' "what may speak is not, nor snprintf"

done_testing
