#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What fits a head: no source over 600 lines, no function over 80 (its braces included), no
# line over 100 columns with tabs of 8.

. "$(dirname "$0")/lint.sh"

check() {
	(cd "$1" && files . | grep -E '^(src|tests)/.*\.([chty]|py|sh)$|^bootstrap$|^\.ci/' |
		xargs awk '
	function size() {
		if (lines > 600)
			print last ": " lines " lines"
	}
	FNR == 1 { size(); last = FILENAME; start = 0; c = FILENAME ~ /\.[ch]$/ }
	{
		lines = FNR
		columns = 0
		text = $0
		gsub(/[\200-\277]/, "", text)
		n = split(text, part, "\t")
		for (i = 1; i < n; i++)
			columns += 8 * (int(length(part[i]) / 8) + 1)
		columns += length(part[n])
		if (columns > 100)
			print FILENAME ":" FNR ": " columns " columns"
	}
	c && /^[A-Za-z_].*\)[ \t]*\{[ \t]*$/ {
		print FILENAME ":" FNR ": a function opens on a line of its own"
	}
	c && /^\{/ { start = FNR }
	c && /^\}/ && start {
		if (FNR - start + 1 > 80)
			print FILENAME ":" start ": a function of " FNR - start + 1 " lines"
		start = 0
	}
	END { size() }')
}

clean "sources, functions and lines keep their size" check "$TOP"

many() { awk -v n="$1" 'BEGIN { while (n--) print "\tx();" }'; }
many 600 | plant src/base/long.c
{
	printf 'void\nf(void)\n{\n'
	many 79
	printf '}\nvoid g(void) {\n}\n'
} | plant src/base/function.c
printf '\t%093d\n\t%092d\n' 0 0 | plant src/base/wide.c
caught '^src/base/function\.c:3: a function of 81 lines$' "a long function is found" check "$BAD"
caught '^src/base/function\.c:84: a function opens' "a hidden function is found" check "$BAD"
caught '^src/base/wide\.c:1: 101 columns$' "a wide line is found" check "$BAD"
unlike out 'wide\.c:2|long\.c' "what just fits is not"
echo | plant src/base/long.c
many 601 | plant src/base/long.c
caught '^src/base/long\.c: 601 lines$' "a long source is found" check "$BAD"

done_testing
