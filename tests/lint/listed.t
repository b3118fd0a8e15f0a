#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The tarball equals the tree, and no test is forgotten: every file is a word of Makefile.am, or
# stands in a folder that is one; files are listed in byte order.

. "$(dirname "$0")/lint.sh"

check() {
	sed 's/#.*//; s/[=\\]/ /g' "$1/Makefile.am" | tr -s '[:space:]' '\n' | sort -u >"$BOX/words"
	files "$1" | awk '
	FNR == NR { word[$0]; next }
	/^(COPYING|NEWS|README\.md|Makefile\.am|configure\.ac)$/ { next }
	{
		name = $0
		known = name in word
		if (sub(/\.c$/, "", name))
			known = known || name in word
		while (!known && sub(/\/[^\/]*$/, "", name))
			known = name in word
		if (!known)
			print $0 ": not in Makefile.am"
	}' "$BOX/words" -
	awk '
	!/^\t[A-Za-z0-9._\/-]*\/[A-Za-z0-9._\/-]*( \\)?$/ { last = ""; next }
	$1 <= last { print "Makefile.am:" FNR ": " $1 " after " last }
	{ last = $1 }' "$1/Makefile.am"
}

clean "every file is listed, in order" check "$TOP"

plant Makefile.am <<'END'
base_room = \
	src/base/mem.c \
	src/base/err.c
units = tests/unit/base_err
EXTRA_DIST = tests/golden
END
plant src/base/err.c </dev/null
plant src/base/buf.c </dev/null
plant tests/unit/base_err.c </dev/null
plant tests/unit/base_buf.c </dev/null
plant tests/golden/case/out.tex </dev/null
caught '^src/base/buf\.c: not in Makefile\.am$' "a source left out is found" check "$BAD"
caught '^tests/unit/base_buf\.c: not' "a unit test left out is found" check "$BAD"
caught '^Makefile\.am:3: src/base/err\.c after src/base/mem\.c$' "disorder is found" check "$BAD"
unlike out 'base_err|golden|err\.c: not' "what is listed is not"

done_testing
