# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# What the lint tests share.  Each defines check ROOT, which prints one line for each fault of
# the tree ROOT, and runs it twice: over this project, where it must be silent, and over a tree
# with a planted fault, where it must not.

. "$(dirname "$0")/../lib.sh"

# files ROOT: the project's own files, relative, in byte order.  What git knows or would take;
# without git (in a tarball) what is there but for what a build leaves behind.
files() {
	(
		cd "$1" || exit
		if [ -e .git ] && git ls-files -coz --exclude-standard >"$BOX/ls" 2>/dev/null; then
			tr '\0' '\n' <"$BOX/ls"
		else
			found
		fi | sort -u | while IFS= read -r file; do
			[ -f "$file" ] && printf '%s\n' "$file"
		done
	)
}
found() {
	find . \( -name .git -o -name .deps -o -path ./autom4te.cache -o -path ./m4 \
		-o -path './build*' -o -path ./_build -o -path ./_inst -o -path './pithtex-*' \) \
		-prune -o \( -path ./configure -o -path ./Makefile -o -path ./Makefile.in \
		-o -path ./aclocal.m4 -o -path './config.[hls]*' -o -path './stamp-h*' \
		-o -path ./pithtex -o -name .dirstamp -o -name '*.[ao]' -o -name '*~' \
		-o -name '*.log' -o -name '*.trs' \) -o -type f -print | sed 's,^\./,,' |
		while IFS= read -r file; do
			# A program that was built where its source stands.
			[ -f "$file.c" ] || printf '%s\n' "$file"
		done
}

# sources ROOT: the C files of the program.
sources() { files "$1" | grep '^src/.*\.[ch]$'; }

# code ROOT: the C of the program as "FILE:LINE:text", without comments, with empty strings.
code() {
	(cd "$1" && sources . | xargs awk '
	FNR == 1 { inside = 0 }
	{
		text = ""
		rest = $0
		while (rest != "") {
			if (inside) {
				end = index(rest, "*/")
				rest = end ? substr(rest, end + 2) : ""
				inside = !end
			} else if (match(rest, QUOTED)) {
				mark = substr(rest, RSTART, 2)
				text = text substr(rest, 1, RSTART - 1)
				text = text (mark ~ /^\// ? " " : "\"\"")
				rest = mark == "//" ? "" : substr(rest, RSTART + RLENGTH)
				inside = mark == "/*"
			} else {
				text = text rest
				rest = ""
			}
		}
		print FILENAME ":" FNR ":" text
	}' QUOTED='"([^"\\\\]|\\\\.)*"|'\''([^'\''\\\\]|\\\\.)*'\''|/[*]|//')
}

# clean NAME CMD...: the command prints nothing.
clean() {
	clean_name=$1
	shift
	"$@" >"$T/out" 2>&1
	[ ! -s "$T/out" ] && pass "$clean_name" && return
	fail "$clean_name"
	note <"$T/out"
}

# plant FILE: standard input becomes a file of the faulty tree, $BAD.
BAD=$T/bad
plant() {
	mkdir -p "$BAD/$(dirname "$1")"
	cat >"$BAD/$1"
}

# caught PATTERN NAME CMD...: the command prints a line that matches.
caught() {
	caught_pattern=$1 caught_name=$2
	shift 2
	"$@" >"$T/out" 2>&1
	like out "$caught_pattern" "$caught_name"
}
