#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pithtex verify FILE.pdf: what the badge of a finished PDF claims is found by every way to a PDF,
# and compared with what is here.

. "$(dirname "$0")/tex.sh"

[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"
: "${BUNDLES:=$BUILD/bundles}"
[ -f "$BUNDLES/$OWN.tar.gz" ] || skip_all "no packed bundles"

PITHTEX_CACHE=$T/cache
export PITHTEX_CACHE
"$PITHTEX" cache add -q "$BUNDLES/$OWN.tar.gz" "$BUNDLES/${GOOD##*:}.tar.gz" || exit 99

cat >paper.tex <<END
\\documentclass{article}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
\\pithbadge\\ and \\pithref{$GOOD}.
\\end{document}
END
pdflatex -interaction=batchmode paper >run 2>&1
exits 0 "resolve" "$PITHTEX" resolve -q paper

for way in pdftex luatex xetex dvips; do
	case $way in
	luatex) command -v lualatex >/dev/null || continue ;;
	xetex) command -v xelatex >/dev/null || continue ;;
	dvips) command -v ps2pdf >/dev/null || continue ;;
	esac
	compile $way paper 1
	exits 0 "$way: good" "$PITHTEX" verify paper.pdf
	like out "number +pith:2016:$OWN  signature verified, here too" "$way: the number"
	like out "reference $GOOD  signature verified, here too" "$way: the reference"
done
if kpsewhich hyperxmp.sty >/dev/null; then
	sed 's/.usepackage{pith}/\\usepackage{hyperref,hyperxmp}&/' paper.tex >hyperxmp.tex
	cp paper.pith.tex hyperxmp.pith.tex
	compile pdftex hyperxmp
	exits 0 "hyperxmp: good" "$PITHTEX" verify hyperxmp.pdf
fi

sed 's,\(<rdf:li>pith:2017:QVJLU2XL6QPRVRKFFVZUINAM\)O6,\1\&#x4F;6,' \
	paper.pith.tex >escaped.pith.tex
cp paper.tex escaped.tex
compile pdftex escaped
exits 0 "a letter as an XML reference" "$PITHTEX" verify escaped.pdf

# --- what others do to a PDF

compile pdftex paper
cp paper.pdf good.pdf
qpdf --linearize good.pdf linear.pdf
exits 0 "linearized" "$PITHTEX" verify linear.pdf
qpdf --recompress-flate --compress-streams=y --object-streams=generate good.pdf small.pdf
qpdf --stream-data=compress --force-version=1.7 good.pdf packed.pdf
exits 0 "packed" "$PITHTEX" verify packed.pdf small.pdf
mkdir bin
for name in env sh; do ln -s "$(command -v $name)" bin; done
noqpdf() { PATH=$T/bin "$PITHTEX" verify "$@"; }
exits 0 "without qpdf" noqpdf good.pdf
ps2pdf good.pdf distilled.pdf 2>/dev/null
if ! grep -aq 'pith:pithNumber' packed.pdf; then
	exits 2 "without qpdf, packed" noqpdf packed.pdf
	like err 'cannot read.*qpdf is not installed' "says so"
fi

# --- what does not hold

cp good.pdf changed.pdf
# change FROM TO: in the PDF, of equal length.
change() { sed "s/$1/$2/" good.pdf >changed.pdf; }

change 'checked>\(<rdf:Bag>\)*' '&'
exits 0 "unchanged" "$PITHTEX" verify changed.pdf
digest=$(sed -n 's/.*<rdf:li>'"$GOOD"' sha256:\([0-9a-f]*\)<.*/\1/p' paper.pith.tex)
change "$digest" "$(echo "$digest" | tr 0-9a-f 1-9a-f0)"
exits 1 "another digest" "$PITHTEX" verify changed.pdf
like err "$GOOD: claimed: signature verified, .*another bundle" "is told"
change "$GOOD signature verified" "$GOOD signature revolved"
exits 1 "other words" "$PITHTEX" verify changed.pdf
like err "$GOOD: claimed: signature revolved; here: signature verified" "are told"
change "<rdf:li>$GOOD<" "<rdf:li>$BARE<"
exits 1 "another number" "$PITHTEX" verify changed.pdf
like err "$BARE: no result of a check is claimed; here: not in the cache" "is told"
like err 'numbers that they do not name' "and what is left over"
change "<rdf:li>$GOOD<" "<rdf:li>pith-2017-QVJLU2XL6QPRVRKFFVZUINAMO6<"
exits 1 "no number" "$PITHTEX" verify changed.pdf
like err 'not a Pith Number in full' "is told"
change "<rdf:li>$GOOD<" "<rdf:li>$(echo "$GOOD" | sed 's/2017/2018/')<"
exits 1 "another year" "$PITHTEX" verify changed.pdf

"$PITHTEX" cache remove "${GOOD##*:}" >run
exits 1 "a bundle is not here" "$PITHTEX" verify good.pdf
like err "$GOOD: claimed: signature verified; here: not in the cache" "is told"
like out "number +pith:2016:$OWN  signature verified, here too" "and the other one holds"
mkdir other && cp "$TOP/bundles/samples/${GOOD##*:}/bundle.json" other
exits 0 "pack without record.json" "$PITHTEX" pack -q -o other.tar.gz other
"$PITHTEX" cache add -q other.tar.gz
exits 1 "another bundle of the number is here" "$PITHTEX" verify good.pdf
like err "$GOOD: .*another bundle, signature verified" "is told"
rm -rf cache/Q*
"$PITHTEX" cache add -q "$BUNDLES/${GOOD##*:}.tar.gz"
exits 0 "all is back" "$PITHTEX" verify good.pdf
no_keys() { PITHTEX_KEYS=$T/none XDG_CACHE_HOME=$T/none "$PITHTEX" verify "$@"; }
exits 1 "without keys" no_keys good.pdf
like err "$GOOD: claimed: signature verified; here: record intact, not signed" "is told"

# --- no claim, and no PDF

printf '\\documentclass{article}\\begin{document}Words.\\end{document}\n' >bare.tex
compile pdftex bare
exits 1 "no number" "$PITHTEX" verify bare.pdf
like err 'no Pith Number in its metadata' "is told"
printf '%%PDF-1.7\nnothing\n' >broken.pdf
exits 2 "a broken PDF" "$PITHTEX" verify broken.pdf
head -c 2000 good.pdf >cut.pdf
exits 2 "a cut PDF" "$PITHTEX" verify cut.pdf
exits 2 "beside other files" "$PITHTEX" verify good.pdf cut.pdf "$BUNDLES/$OWN.tar.gz"
exits 0 "JSON" "$PITHTEX" verify --json good.pdf "$BUNDLES/$OWN.tar.gz" good.pdf
if [ -x /usr/bin/python3 ]; then
	/usr/bin/python3 -c 'import json; d = json.load(open("out"))
print([f["verdict"] for f in d["files"]], len(d["files"][0]["claims"]))' >got 2>&1
	is "$(cat got)" "['good', 'good', 'good'] 2" "JSON: in order"
fi
is "$(ls -A "$TMPDIR")" "" "no temporary folder stays"

done_testing
