#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every file that can carry it names its licence in one of its first three lines: MIT, or under
# tex/ LPPL-1.3c.  Data cannot: JSON, keys, signatures, what the tests read or compare with.

. "$(dirname "$0")/lint.sh"

data='^COPYING$|\.(json|pub|minisig|svg|xmp|ots|hex|tlg)$'
data="$data|^(bundles|tests/(golden|cases|vectors|hostile|fuzz/seeds))/"
code='\.(md|sh|py|c|h|t)$'

check() {
	(cd "$1" && files . | awk -v data="$data" -v code="$code" '
	$0 !~ data || /^(bundles|tests)\// && $0 ~ code' >"$BOX/list"
		# Put together here, so that this file has one such line only.
		tr '\n' '\0' <"$BOX/list" | xargs -0 grep -Hnm1 -a 'SPDX-License-''Identifier: ' |
			sed -n 's/^\([^:]*\):[123]:.*Identifier: \([^ ]*\).*/\1 \2/p' >"$BOX/marks"
		awk 'FNR == NR { at = match($0, / [^ ]*$/)
			mark[substr($0, 1, at - 1)] = substr($0, at + 1); next }
		mark[$0] == "" { print $0 ": no licence line"; next }
		mark[$0] != "MIT" && !(/^tex\// && mark[$0] == "LPPL-1.3c") {
			print $0 ": " mark[$0] " is not a licence of this place" }
		' "$BOX/marks" "$BOX/list")
}

clean "every file names its licence" check "$TOP"

plant src/base/none.c <<'END'
/* See none.h. */
END
plant src/base/other.c <<'END'
/* SPDX-License-Identifier: LPPL-1.3c */
END
plant tests/golden/case/paper.tex <<'END'
\pithdata
END
plant tests/golden/README.md <<'END'
# What is here
END
caught '^src/base/none\.c: no licence line$' "a missing line is found" check "$BAD"
caught '^src/base/other\.c: LPPL-1\.3c is not' "another licence is found" check "$BAD"
caught '^tests/golden/README\.md: no' "prose among data is found" check "$BAD"
unlike out 'paper\.tex' "data are not"

done_testing
