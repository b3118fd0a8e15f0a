# SPDX-License-Identifier: LPPL-1.3c
#
# What docstrip does to pith.dtx, for machines without TeX:
#
#	awk -f docstrip.awk pith.dtx >pith.sty
#
# writes the bytes that `tex pith.ins' writes.  A line that begins with one % is documentation,
# one with %% is a comment that stays; code stands between %<*package> and %</package>.

$0 == "%<*package>" { code = 1; next }
$0 == "%</package>" { code = 0; next }
/^%</ { next }
/^%%/ { print; next }
/^%/ { next }
code { print }

END {
	print "\\endinput"
	print "%%"
	print "%% End of file `pith.sty'."
}
