#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every shell script, read by shellcheck.

. "$(dirname "$0")/lint.sh"

need shellcheck

# Left out: the sourced lib.sh is not followed; a function may be called by name (2317); what
# stands in single quotes is meant to (2016).
check() {
	(cd "$1" && files . | grep -E '\.(t|sh)$|^bootstrap$|^\.ci/run$' |
		xargs shellcheck -f gcc -e SC1090,SC1091,SC2016,SC2317)
}

clean "shellcheck is silent" check "$TOP"

plant tests/cli/planted.t <<'END'
#!/bin/sh
rm -rf $1
END
caught '^tests/cli/planted\.t:2:.*SC2086' "an unquoted word is found" check "$BAD"

done_testing
