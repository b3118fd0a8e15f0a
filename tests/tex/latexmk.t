#!/bin/sh
# SPDX-License-Identifier: MIT
#
# latexmk with the fragment tex/latexmkrc: how often LaTeX and pithtex run, and how it ends, after
# each thing that can happen to a paper and its cache.

. "$(dirname "$0")/tex.sh"

need latexmk
[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"
: "${BUNDLES:=$BUILD/bundles}"
[ -f "$BUNDLES/$OWN.tar.gz" ] || skip_all "no packed bundles"

PLAIN=MBNP4X77O37CTZ4GRPIZTP5X7V

# pithtex, counted.
mkdir bin
cat >bin/pithtex <<END
#!/bin/sh
echo "\$@" >>'$T/calls'
exec '$PITHTEX' "\$@"
END
chmod +x bin/pithtex
PATH=$T/bin:$PATH
PITHTEX_CACHE=$T/cache
export PATH PITHTEX_CACHE

cache() {
	cache_do=$1
	shift
	"$PITHTEX" cache "$cache_do" --cache "$PITHTEX_CACHE" "$@" >/dev/null || [ $? -eq 1 ]
}

# start FOLDER [CHAPTERS]: a paper with a chapter in a folder, and a cache of two bundles.
start() {
	chapters=${2:-chapters two}
	mkdir -p "$T/$1/$chapters" && cd "$T/$1" || exit 99
	rm -rf "$PITHTEX_CACHE" && : >"$T/calls"
	cache add "$BUNDLES/$OWN.tar.gz" "$BUNDLES/${GOOD##*:}.tar.gz" || exit 99
	cp "$T/pith.sty" .
	cp "$TOP/tex/latexmkrc" .
	cat >paper.tex <<-END
	\\documentclass{article}
	\\usepackage{pith}
	\\pithnumber{$OWN}
	\\title{T}\\author{A}\\date{}
	\\begin{document}
	\\maketitle
	\\section{One}\\label{one}
	See section~\\ref{one} and \\pithref{$GOOD}.
	\\include{$chapters/part}
	\\end{document}
	END
	printf '\\section{Two}\\label{two}\\pithref{%s}\n' "$OWN" >"$chapters/part.tex"
}

# build NAME LATEX TOOL STATUS [OPTION...]: latexmk runs LaTeX and pithtex so often and ends so.
build() {
	build_name=$1 build_want="latex=$2 pithtex=$3 status=$4"
	shift 4
	# latexmk looks at whole seconds.
	sleep 1.1
	before=$(wc -l <"$T/calls")
	latexmk "${mode:--pdf}" -interaction=nonstopmode "$@" "${main:-paper}" >run 2>&1
	status=$?
	latex=$(grep -ac "^Running '.*latex" run)
	is "latex=$latex pithtex=$(($(wc -l <"$T/calls") - before)) status=$status" "$build_want" \
		"${how:+$how: }$build_name"
}
edit() { sed "$2" "$1" >edited && mv edited "$1"; }
warnings() { sed -n '/^Package pith/{N;s/\n(pith) */ /;p;}' paper.log; }

# --- the whole table

start table
how='in place'
build 'first build' 2 1 0
is "$(warnings)" "" "$how: nothing to warn of"
words paper >"$T/out"
like out "pith:2016:$OWN signature verified" "$how: the badge"
build 'nothing changed' 0 0 0
build 'nothing changed, again' 0 0 0
edit paper.tex 's/^See/See also/'
build 'text edited' 1 0 0
edit paper.tex 's/section{One}/section{Number One}\\label{also}/'
build 'label added' 2 1 0
edit paper.tex "s/$GOOD/pith:2014:$PLAIN/"
build 'number changed, not in the cache' 2 1 0
warnings >"$T/out"
like out "pith:2014:$PLAIN'?:? not in the cache" "$how: it is warned of"
build 'nothing changed since' 0 0 0
cache add "$BUNDLES/$PLAIN.tar.gz"
build 'the missing bundle appears' 1 1 0
is "$(warnings)" "" "$how: and all is well"
file=$PITHTEX_CACHE/MB/$PLAIN.tar.gz
cp "$file" kept
printf 'x' >>"$file"
build 'a bundle changes' 1 1 0
warnings >"$T/out"
like out "$PLAIN" "$how: what became of it is warned of"
cp kept "$file"
build 'a bundle changes back' 1 1 0
touch "$file"
build 'a bundle is only touched' 0 0 0
cache remove "$PLAIN"
build 'a bundle is removed' 1 1 0
warnings >"$T/out"
like out 'not in the cache' "$how: it is warned of"
cache add "$BUNDLES/$PLAIN.tar.gz"
build 'and comes back' 1 1 0
cache add "$BUNDLES/KY3ZYSWKA2MG6YP4OUTLKJTPIV.tar.gz"
build 'an unrelated bundle is added' 0 1 0
edit 'chapters two/part.tex' "s/$OWN/bad number/"
build 'malformed number' 1 1 12
like "$PWD/run" 'part\.aux.*not a Pith Number' "$how: the reason is on the screen"
build 'malformed number, nothing changed' 0 0 12
like "$PWD/run" 'part\.aux.*not a Pith Number' "$how: the reason is repeated"
edit 'chapters two/part.tex' "s/bad number/$OWN/"
build 'repaired' 2 1 0
build 'nothing changed at last' 0 0 0
build 'forced' 1 1 0 -g
latexmk -c paper >run 2>&1
ok [ -f paper.pith.tex ]
ok [ ! -f paper.pith.dep ]
build 'after cleaning' 2 1 0

# --- wrong from the start

start wrong
how='wrong from the start'
edit 'chapters two/part.tex' "s/$OWN/bad number/"
build 'malformed number in a chapter' 1 1 12
edit 'chapters two/part.tex' "s/bad number/$OWN/"
build 'repaired' 2 1 0
build 'nothing changed' 0 0 0

# --- other folders and names

# LaTeX runs once more while latexmk makes the folder of the chapter, also without pithtex.  It
# does not make one with a space in its name.
start outdir chapters
how='-outdir'
build 'first build' 3 2 0 -outdir=build
build 'nothing changed' 0 0 0 -outdir=build
ok [ -f build/paper.pith.tex ]
ok [ ! -f paper.pith.tex ]

start stale chapters
how='-outdir and a stale copy beside the paper'
{
	printf '%s\n' '\PithFileVersion{1}'
	entry "$OWN" "pith:2016:$OWN" absent 'stale words'
	printf '%s\n' '\endinput'
} >paper.pith.tex
build 'first build' 3 2 0 -outdir=build
words build/paper >"$T/out"
like out 'signature verified' "$how: the new one counts"

start auxdir chapters
how='-auxdir and -outdir'
build 'first build' 3 2 0 -auxdir=work -outdir=out
build 'nothing changed' 0 0 0 -auxdir=work -outdir=out

start jobname
how='-jobname'
build 'first build' 2 1 0 -jobname=draft
build 'nothing changed' 0 0 0 -jobname=draft

start spaces
how='a name with a space'
mv paper.tex 'my paper.tex'
main='my paper'
build 'first build' 2 1 0
build 'nothing changed' 0 0 0
main=

start cd
how='-cd'
mkdir "$T/cd/above" && mv "$T/cd/latexmkrc" "$T/cd/above" && cd "$T/cd/above" || exit 99
main=../paper
build 'first build' 2 1 0 -cd
build 'nothing changed' 0 0 0 -cd
main=

start bare
how='without a name'
latexmk -pdf -interaction=nonstopmode >run 2>&1
latexmk -pdf -interaction=nonstopmode >run 2>&1
is "$?" 0 "$how: paper.pith.tex is not taken for a document"

# --- other engines

for mode in -pdfxe -pdflua -pdfps -pdfdvi -dvi; do
	case $mode in
	-pdfxe) command -v xelatex >/dev/null || continue ;;
	-pdflua) command -v lualatex >/dev/null || continue ;;
	esac
	start "mode$mode"
	how=$mode
	build 'first build' 2 1 0
	build 'nothing changed' 0 0 0
done
mode=

# --- beside a bibliography

start bibtex
how='with BibTeX'
edit paper.tex 's,include{.*,cite{k}\\bibliographystyle{plain}\\bibliography{b},'
printf '@misc{k, title = {T}, note = {\\pithref{%s}}}\n' "$GOOD" >b.bib
printf '%s\n' '\documentclass{article}\begin{document}\section{One}\label{one}\ref{one}\cite{k}' \
	'\bibliographystyle{plain}\bibliography{c}\end{document}' >without.tex
printf '@misc{k, title = {T}}\n' >c.bib
main=without
build 'the paper without pith' 3 0 0
main=
build 'first build' 3 2 0
build 'nothing changed' 0 0 0
words paper >"$T/out"
like out "T\. $GOOD" "$how: a number in the bibliography"

# --- where pithtex is not

start absent
how='without pithtex'
data paper
{ printf '%s\n' '$pithtex = "/nonexistent/pithtex";' && cat "$TOP/tex/latexmkrc"; } >latexmkrc
build 'first build' 2 0 0
words paper >"$T/out"
like out 'signature verified' "$how: the file that came with the source is used"
like "$PWD/run" 'pithtex is not installed' "$how: it says so"
build 'nothing changed' 0 0 0

start plain
how='no number in the paper'
printf '%s\n' '\documentclass{article}\begin{document}' '\section{A}\label{a}\ref{a}' \
	'\end{document}' >paper.tex
build 'first build' 2 0 0
build 'nothing changed' 0 0 0

done_testing
