#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Other ways to build a paper, and to publish the package: the Makefile, the arara rule, CTAN.

. "$(dirname "$0")/tex.sh"

[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"
: "${BUNDLES:=$BUILD/bundles}"
[ -f "$BUNDLES/$OWN.tar.gz" ] || skip_all "no packed bundles"
need make

mkdir bin
ln -s "$PITHTEX" bin/pithtex
PATH=$T/bin:$PATH
PITHTEX_CACHE=$T/cache
export PATH PITHTEX_CACHE
start() {
	mkdir "$T/$1" && cd "$T/$1" && cp "$T/pith.sty" . || exit 99
	rm -rf "$PITHTEX_CACHE"
	pithtex cache add -q "$BUNDLES/$OWN.tar.gz" || exit 99
	{
		[ -z "${2-}" ] || printf '%% arara: %s\n' pdflatex "$2" pdflatex
		cat <<-END
		\\documentclass{article}
		\\usepackage{pith}
		\\pithnumber{$OWN}
		\\begin{document}
		\\section{One}\\label{a}\\ref{a} \\pithbadge{} \\pithref{$GOOD}
		\\end{document}
		END
	} >paper.tex
}
edit() { sed "$2" "$1" >edited && mv edited "$1"; }

# --- make

start makefile
cp "$TOP/tex/Makefile.example" Makefile
# build NAME LATEX PITHTEX STATUS: make runs them so often and ends so.
build() {
	sleep 0.1
	make >run 2>&1
	status=$?
	latex=$(grep -c '^This is pdfTeX' run)
	is "latex=$latex pithtex=$(grep -c '^pithtex resolve' run) status=$status" \
		"latex=$2 pithtex=$3 status=$4" "make: $1"
}
build 'first build' 2 2 0
build 'nothing changed' 0 0 0
edit paper.tex 's/section{One}/section{Number one}/'
build 'text edited' 1 1 0
pithtex cache add -q "$BUNDLES/${GOOD##*:}.tar.gz"
build 'the missing bundle appears' 1 2 0
words paper >"$T/out"
like out "pith:2016:$OWN signature verified" "make: the badge"
build 'nothing changed' 0 0 0
pithtex cache remove "${GOOD##*:}" >run
build 'a bundle is removed' 1 2 0
edit paper.tex 's/pithref{pith/pithref{x/'
build 'malformed number' 1 1 2
build 'malformed number, again' 1 1 2
edit paper.tex 's/pithref{x/pithref{pith/'
build 'repaired' 1 1 0
build 'nothing changed at last' 0 0 0
make arxiv >run 2>&1
is "$?" 2 "make arxiv: a number that is not in the cache is told"
like "$PWD/run" '^paper-arxiv\.tar\.gz ' "make arxiv: the archive is there"

# --- arara

if command -v arara >/dev/null; then
	start arara pithtex
	cp "$TOP/tex/arara/pithtex.yaml" .
	printf '!config\npaths:\n- "."\n' >.arararc.yaml
	exits 0 "arara: findings do not stop it" arara paper.tex
	words paper >"$T/out"
	like out "pith:2016:$OWN signature verified" "arara: the badge"
	edit paper.tex 's/arara: pithtex/&: { options: [ "--strict" ] }/'
	exits 1 "arara: an option" arara paper.tex
else
	echo "# no arara"
fi

# --- CTAN

if command -v zip >/dev/null && command -v unzip >/dev/null && kpsewhich ltxdoc.cls >/dev/null; then
	cd "$T" || exit 99
	exits 0 "CTAN: the archive keeps the rules" sh "$TOP/tex/ctan.sh" one
	exits 0 "CTAN: again" sh "$TOP/tex/ctan.sh" two
	same one/pith.zip two/pith.zip "CTAN: the same bytes"
	unzip -q one/pith.zip -d flat && unzip -q flat/pith.tds.zip -d texmf
	same texmf/tex/latex/pith/pith.sty pith.sty "CTAN: the package"
	(cd flat/pith && pdftex -interaction=batchmode pith.ins) >run 2>&1
	same flat/pith/pith.sty pith.sty "CTAN: pith.ins makes it"
	# The twin: a fault is found.
	cp -R "$TOP/tex" faulty
	printf '\r\n' >>faulty/overleaf.md
	exits 1 "CTAN: a fault" sh faulty/ctan.sh three
	like err 'overleaf\.md: line ends' "CTAN: is named"
else
	echo "# no zip, unzip or ltxdoc"
fi

done_testing
