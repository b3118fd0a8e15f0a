#!/bin/sh
# SPDX-License-Identifier: MIT
#
# \pithledger prints what the data file has of a citation record, in one column and in two, with
# every engine; notices are warnings; an older pith.sty asks to be updated.

. "$(dirname "$0")/tex.sh"

# A data file of version 2, by hand.
ledger() {
	data "$1" && sed -e 's/^.PithFileVersion{1}/\\PithFileVersion{2}/' -e '/^.PithInfo/{
		r ledger
		N
		}' "$1.pith.tex" >two && mv two "$1.pith.tex"
}
cat >ledger <<'END'
\PithNotice{critical}{RE7YA4NUEPAVNSZTI7K5XFZRCI}{cited work, reference 3, A \& B: retraction,
reported by crossref as of 2026-08-08}
\PithNotice{informational}{RE7YA4NUEPAVNSZTI7K5XFZRCI}{only told}
\PithLedger{pith:2016:RE7YA4NUEPAVNSZTI7K5XFZRCI}
{As of 9 August 2026, this Paper Citation Record lists 1 of 1 outbound references and 2 inbound
Pith citation observations for arXiv:1607.04246.}
{A citation records a reference. It does not transfer a finding from one paper to another.}
{2 inbound observations of 2 citing papers, 1 of them with a resolver link; 57 counted by
arxiv\_reference, a count of its own}
{3}
\PithLedgerRow{out}
{1901.00001}
{Cited \textbackslash{}input \& \#1 \_ \textasciicircum{} \textasciitilde{} \$ \{ \} \pithchar{0025}
\pithchar{017D}}
{3}
{verified exact}
{One event was found as of 2026-08-08T06:32:00.761636+00:00. [retraction]}
\PithLedgerRow{in}
{2201.11990}
{Citing one}
{56}
{metadata mismatch}
{No event found in the named queried sources as of 2026-08-08T06:32:00.761636+00:00.}
\PithLedgerRow{in}
{}
{}
{}
{unresolved}
{Unavailable: canonical work link unavailable.}
END
paper() {
	cat <<END
\\documentclass$1{article}
\\usepackage[T1]{fontenc}\\usepackage{lmodern}
$2
\\usepackage{pith}
\\pithnumber{$OWN}
\\title{T}\\author{A}
\\begin{document}
\\maketitle
\\appendix
\\section{Ledger}
\\pithledger
\\end{document}
END
}

for way in pdftex luatex xetex dvips dvipdfmx; do
	case $way in
	luatex) command -v lualatex >"$BOX/null" || continue ;;
	xetex) command -v xelatex >"$BOX/null" || continue ;;
	dvips) command -v dvips ps2pdf >"$BOX/null" || continue ;;
	dvipdfmx) command -v dvipdfmx >"$BOX/null" || continue ;;
	esac
	paper '' '' >$way.tex && ledger $way && compile $way $way
	sound $way "$way: no error, no line too wide"
	words $way >out
	like out 'Works cited Reference Resolution Events of the cited' "$way: the heading"
	like out 'As of 9 August 2026, this Paper Citation Record lists 1 of 1' "$way: the thesis"
	like out '3 veri.*ed exact One event was found' "$way: a row"
	like out '3 more observations are in the record' "$way: what has no row"
done
words pdftex >out
like out 'Cited .input & #1' "what TeX would obey is printed"
like pdftex.said 'cited work, reference 3.*retraction, reported by crossref as of 2026-08-08' \
	"a notice is a warning"
unlike pdftex.said 'Warning.*only told' "one that only informs is not"
like out 'Cited .*[{] [}] %' "and a percent sign"
like pdftex.log 'only told' "but stands in the log"

for class in '[twocolumn]' '[12pt,a5paper]'; do
	paper "$class" '\usepackage[ngerman,french]{babel}' >class.tex && ledger class &&
		compile pdftex class
	sound class "in a narrow column: $class"
	words class >out
	like out 'Works cited' "has its rows: $class"
done

# A long one breaks across pages.
{
	sed -n '/^.PithLedger{/,/^{3}$/p' ledger
	i=0
	while [ $i -lt 300 ]; do
		i=$((i + 1))
		printf '\\PithLedgerRow{in}\n{2201.%05d}\n{Paper %d}\n' $i $i
		printf '{%s}\n' $i 'verified exact' 'None.'
	done
} >long && mv ledger short && mv long ledger
paper '' '' >long.tex && ledger long && compile pdftex long
sound long "300 rows"
ok [ "$(pdfinfo long.pdf | sed -n 's/^Pages: *//p')" -gt 3 ]
mv short ledger

# Without a record.
paper '' '' >none.tex && data none && compile pdftex none
words none >out
like out 'No citation record is at hand' "without a record the page says so"
like none.said 'no citation record in the data file' "and the log"

# An older package reads version 1 and asks to be updated for version 2.
cp pith.sty new.sty
sed 's/int_compare:nNnTF {#1} > { 2 }/int_compare:nNnTF {#1} > { 1 }/' new.sty >pith.sty
ok [ "$(cmp -s pith.sty new.sty; echo $?)" -eq 1 ]
sed 's/.pithledger//' none.tex >old.tex && ledger old && compile pdftex old
like old.log 'update pith.sty' "an older package says what to do"
is "$(grep -c 'Undefined control' old.log)" 0 "and stumbles over nothing"
data old && compile pdftex old
sound old "a file of version 1 it reads"
cp new.sty pith.sty

# What pithtex writes, it reads.
if [ -x "$PITHTEX" ] && [ -x /usr/bin/python3 ]; then
	PYTHONPATH=$TOP/tests/tools /usr/bin/python3 -B - <<'END' || exit 99
from pith import *
import ledger
r = ledger.record("1607.04246", "On an \u017d $x_1$ & 100% \\input{x}", inbound=6, outbound=3)
me = ledger.paper("1607.04246", r["paper"]["title"])
r["outbound"].append(ledger.observation(9, me, None, events=[{"type": "retraction"}]))
r["outbound"][0]["citation"]["cited_work"]["title"] = "100% \\write18{x} #1 ^^5c {" * 4
ledger.settle(r)
write("own.tar.gz", archive({"bundle.json": sample(), "citation-record.json": canon(r)}))
END
	"$PITHTEX" cache add -q --cache cache own.tar.gz
	paper '' '' >real.tex && compile pdftex real 1
	exits 1 "a paper with a retracted reference" "$PITHTEX" resolve --cache cache real
	compile pdftex real
	sound real "the data file that pithtex writes"
	words real >out
	like out 'Citing papers Reference Resolution' "has the table"
	like real.said 'cited work, reference 9.*retraction' "and the warning"
fi

done_testing
