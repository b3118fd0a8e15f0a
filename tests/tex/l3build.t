#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The package's own regression tests, tex/testfiles/, under l3build with three engines.

. "$(dirname "$0")/tex.sh"

need l3build lualatex xelatex

cp -R "$TOP/tex" tex && chmod -R u+w tex && cd tex || exit 99
exits 0 "l3build check" l3build check --quiet
is "$(printf '%s ' build/test/*.pdftex.diff build/test/*.fc)" \
	'build/test/*.pdftex.diff build/test/*.fc ' "no difference is left"

# The twin: a package that writes other records fails, and the test says where.
sed 's/{ \\token_to_str:N #1 { \\l__pith_typed_str } }$/{ \\token_to_str:N #1 { } }/' pith.dtx >two
ok [ "$(cmp -s two pith.dtx; echo $?)" -eq 1 ]
mv two pith.dtx
exits 1 "another record" l3build check --quiet --engine pdftex
cat build/test/records*.diff >"$T/out" 2>&1
like out '^[-<!] *.pithref\{IN-THE-PREAMBLE\}' "is a difference"

done_testing
