#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Everything can be read: UTF-8 text without NUL, but for the short list here; no file name
# that Windows reserves or that needs quotes; no space before a tab in an indentation.

. "$(dirname "$0")/lint.sh"

# Files that may be binary, one pattern.
binary='^$'

# The sample paper shows that a folder may have a space in its name.
spaced='^tex/sample/chapters two/'

# Data may hold any white space.
data='^(bundles|tests/(golden|cases|vectors|hostile|fuzz/seeds))/'

check() {
	(
		cd "$1" || exit
		files . >"$BOX/list"
		# Files in which some line fails to be characters.
		grep -Ev "$binary" "$BOX/list" | tr '\n' '\0' |
			LC_ALL=C.UTF-8 xargs -0 grep -axvls '\(.*\)' | sed 's/$/: not UTF-8/'
		# Of an empty file grep cannot say that it is text.
		grep -Ev "$binary" "$BOX/list" | tr '\n' '\0' | xargs -0 grep -IL '' |
			while IFS= read -r file; do
				[ ! -s "$file" ] || echo "$file: holds NUL"
			done
		grep -Ei '(^|/)(aux|con|nul|prn|com[0-9]|lpt[0-9])(\.[^/]*)?(/|$)' "$BOX/list" |
			sed 's/$/: a reserved name/'
		grep -Ev "$spaced" "$BOX/list" | grep -v '^[A-Za-z0-9._/+-]*$' |
			sed 's/$/: a name that needs quotes/'
		grep -Ev "$data" "$BOX/list" | tr '\n' '\0' |
			xargs -0 grep -nE "^ +$(printf '\t')" /dev/null |
			sed 's/:[^:]*$/: a space before a tab/'
	)
}

clean "every file is plain text with a plain name" check "$TOP"

printf 'a\0b\n' | plant src/nul.h
printf 'caf\351\n' | plant src/latin1.h
printf 'a\n' | plant src/base/aux.c
printf 'a\n' | plant 'src/base/two words.c'
printf 'int\n  \tx;\n' | plant src/mix.c
printf 'r\303\251sum\303\251\n\tx \ty\n' | plant src/fine.c
: | plant src/empty.c
caught '^src/nul\.h: holds NUL$' "a binary file is found" check "$BAD"
caught '^src/latin1\.h: not UTF-8$' "another encoding is found" check "$BAD"
caught '^src/base/aux\.c: a reserved name$' "a reserved name is found" check "$BAD"
caught '^src/base/two words\.c: a name' "a name with a space is found" check "$BAD"
caught '^src/mix\.c:2: a space before a tab$' "mixed indentation is found" check "$BAD"
unlike out 'fine|empty' "a plain file is not"

done_testing
