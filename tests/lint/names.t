#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One noun, one file, one prefix: what an object exports begins with the stem of its file.  A
# writer may export out_*, a subcommand cmd_*, main.c main.

. "$(dirname "$0")/lint.sh"

[ -d "$BUILD/src" ] || skip_all "nothing built in $BUILD"
: "${CC:=cc}" "${NM:=nm}"
need "$NM"

# check ROOT: here the build tree.  An object whose source is gone is nobody's.
check() {
	(cd "$1" && find src -name '*.o' | sort | while IFS= read -r object; do
		[ -f "${2-$TOP}/${object%.o}.c" ] && echo "$object"
	done | xargs "$NM" -A -P -g --defined-only) | awk '
	$2 ~ /^__/ { next }
	{
		file = $1
		sub(/:$/, "", file)
		n = split(file, path, "/")
		stem = path[n]
		sub(/\.o$/, "", stem)
		room = path[2]
		if (index($2, stem) == 1 || room == "out" && $2 ~ /^out_/ ||
		    room == "cmd" && $2 ~ /^cmd_/)
			next
		sub(/\.o$/, ".c", file)
		print file ": " $2 " does not begin with " stem
	}'
}

clean "exported names begin with the stem of their file" check "$BUILD"

plant src/base/err.c <<'END'
int err_set(void);
int fault_set(void);
int err_set(void) { return 1; }
int fault_set(void) { return 2; }
END
(cd "$BAD" && $CC -c -o src/base/err.o src/base/err.c) || exit 99
caught '^src/base/err\.c: fault_set does not begin' "a foreign name is found" check "$BAD" "$BAD"
unlike out 'err_set' "a name of its own is not"

done_testing
