#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pithtex arxiv: three papers of real shape for both of arXiv's TeX Lives, each built again from
# its archive alone; and what arXiv would not take, planted one by one.

. "$(dirname "$0")/tex.sh"

need latexmk biber bibtex dvips ps2pdf exiftool
[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"
: "${BUNDLES:=$BUILD/bundles}"
[ -f "$BUNDLES/$OWN.tar.gz" ] || skip_all "no packed bundles"
kpsewhich acmart.cls revtex4-2.cls biblatex.sty >/dev/null || skip_all "a class is missing"

PITHTEX_CACHE=$T/cache
export PITHTEX_CACHE
"$PITHTEX" cache add -q "$BUNDLES/$OWN.tar.gz" "$BUNDLES/${GOOD##*:}.tar.gz" || exit 99

# start FOLDER: an empty folder for a paper.
start() { mkdir "$T/$1" && cd "$T/$1" && cp "$T/pith.sty" . && how=$1 || exit 99; }

# eps NAME, pdf NAME, png NAME: a figure.
eps() {
	printf '%%!PS-Adobe-3.0 EPSF-3.0\n%%%%BoundingBox: 0 0 90 40\n' >"$1"
	printf '5 5 moveto 80 30 lineto stroke showpage\n%%%%EOF\n' >>"$1"
}
pdf() { eps "$T/x.eps" && ps2pdf -dEPSCrop "$T/x.eps" "$1"; }
png() {
	base64 -d >"$1" <<-END
	iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAA
	AABJRU5ErkJggg==
	END
}
edit() { sed "$2" "$1" >edited && mv edited "$1"; }
refs() { printf '@misc{k, title = {A title}, author = {An Author}, year = 2020}\n' >"$1"; }

# tree: what lies here, with its digests and times.
tree() { find . -type f -exec sha256sum {} + | sort && find . -printf '%p %T@\n' | sort; }

# pages FILE, meta FILE: what a PDF says.
pages() { pdfinfo "$1" | sed -n 's/^Pages: *//p'; }
meta() {
	exiftool -s -s -s -sep ' ' -XMP-pith:PithNumber -XMP-pith:PithReference \
		-XMP-pith:BundleDigest -XMP-pith:Checked "$1"
}

# alone ENGINE BIB: the archive's paper.tex in an empty folder, by other words than pithtex's,
# without pithtex.  BIB is a program or true.
alone() {
	rm -rf "$T/alone" && mkdir -p "$T/alone" "$T/empty"
	tar -xzf "$T/$how.tar.gz" -C "$T/alone" || return 1
	(
		cd "$T/alone" || exit 1
		rm -rf anc
		export TEXMFHOME="$T/empty"
		for run in 1 2 3; do
			"$1" -interaction=batchmode -no-shell-escape paper.tex ||
				[ $run = 1 ] || exit 1
			[ $run != 1 ] || [ -f paper.bbl ] || "$2" paper || exit 1
		done
		if [ "$1" = latex ]; then
			dvips -q -R2 -z -o paper.ps paper.dvi && ps2pdf paper.ps ./paper.pdf
		fi
	) >"$T/alone.said" 2>&1
}

# sends ENGINE YEAR LIST: the archive for that TeX Live is made, holds LIST, builds alone into a
# PDF that says the same, and nothing of the author's has changed.
sends() {
	tree >"$T/before"
	exits 0 "$how, $2: an archive" "$PITHTEX" arxiv --texlive "$2" -o "$T/$how.tar.gz" paper
	cp "$T/err" "$T/notes"
	tree >"$T/after"
	same "$T/after" "$T/before" "$how, $2: the author's files are as they were"
	tar -tzf "$T/$how.tar.gz" | grep -v '^anc/' >"$T/names"
	is "$(tr '\n' ' ' <"$T/names")" "$3 " "$how, $2: the files"
	like out '^\+\\InputIfFileExists\{paper\.pith\.tex\}\{\}\{\}$' \
		"$how, $2: the change is shown"
	like out "sha256:$(sha256sum <"$T/$how.tar.gz" | sed 's/ .*//')" "$how, $2: and the digest"
	bib=true
	grep -q 'paper\.bbl' "$T/names" || bib=biber
	exits 0 "$how, $2: builds in an empty folder" alone "$1" $bib
	is "$(pages "$T/alone/paper.pdf")" "$(pages paper.pdf)" "$how, $2: as many pages"
	meta paper.pdf >"$T/want"
	meta "$T/alone/paper.pdf" >"$T/got"
	same "$T/got" "$T/want" "$how, $2: the same metadata"
	is "$(wc -l <"$T/got" | tr -d ' ')" 4 "$how, $2: all four of them"
	pdftotext -layout paper.pdf "$T/want"
	pdftotext -layout "$T/alone/paper.pdf" "$T/got"
	same "$T/got" "$T/want" "$how, $2: the same words"
}

# evidence: anc/pith/ proves itself.
evidence() {
	mkdir "$T/anc.$how" && tar -xzf "$T/$how.tar.gz" -C "$T/anc.$how" anc/pith
	(cd "$T/anc.$how/anc/pith" && sha256sum -c manifest-sha256.txt) >"$T/out" 2>&1
	is "$?" 0 "$how: the manifest holds"
	(cd "$T/anc.$how/anc/pith" && printf '%s ' *) >"$T/out"
	is "$(cat "$T/out")" \
		"${GOOD##*:}.tar.gz $OWN.tar.gz manifest-sha256.txt report.json " \
		"$how: the evidence"
	exits 0 "$how: the bundles hold" "$PITHTEX" verify -q "$T/anc.$how"/anc/pith/*.tar.gz
}

# built ENGINE BIB: the author's own build.
built() {
	author "$1" "$2" >"$T/said" 2>&1
	[ -s paper.pdf ] || { fail "$how: the author's build" && note <"$T/said"; }
}
author() {
	for run in 1 2 3 4; do
		[ $run -le "${runs-4}" ] || break
		"$1" -interaction=nonstopmode paper
		[ $run != 1 ] || { "$2" paper; "$PITHTEX" resolve -q paper; }
	done
	[ "$1" != latex ] || { dvips -q -z paper.dvi && ps2pdf paper.ps paper.pdf; }
}

# --- article with biblatex and biber; a chapter in a folder; outputs in a folder of their own

start article
mkdir chapters figures unused
pdf figures/plot.pdf
refs library.bib
echo 'not read' >unused/notes.tex
cat >paper.tex <<END
\\documentclass{article}
\\usepackage{graphicx}
\\usepackage[backend=biber]{biblatex}
\\addbibresource{library.bib}
\\usepackage[hidelinks]{hyperref}
\\usepackage{own}
\\usepackage{pith}
\\pithnumber{$OWN}
\\title{A title}\\author{An author}\\date{1 May 2026}
\\begin{document}
\\maketitle
\\section{One}\\label{one}
Section~\\ref{two} and \\cite{k}, \\pithref{$GOOD}.
\\input{chapters/two}
\\printbibliography
\\end{document}
END
printf '\\newcommand\\own{own}\n' >own.sty
printf '\\section{Two}\\label{two}\\own\n\\includegraphics{figures/plot}\n' >chapters/two.tex
built pdflatex biber
files='figures/plot.pdf own.sty'
sends pdflatex 2023 "chapters/two.tex $files paper.bbl paper.pith.tex paper.tex pith.sty"
cp "$T/article.tar.gz" "$T/first.tar.gz"
exits 0 "article: again" "$PITHTEX" arxiv --texlive 2023 -o "$T/article.tar.gz" paper
same "$T/article.tar.gz" "$T/first.tar.gz" "article: the same bytes"
evidence
if ! grep -q 'bbl format version 3\.3 ' paper.bbl; then
	files='figures/plot.pdf library.bib own.sty'
	sends pdflatex 2025 "chapters/two.tex $files paper.pith.tex paper.tex pith.sty"
	like "$T/notes" 'note: bbl: paper\.bbl: format .*does not read' "article, 2025: a word why"
else
	sends pdflatex 2025 "chapters/two.tex $files paper.bbl paper.pith.tex paper.tex pith.sty"
fi
mkdir build && mv paper.aux paper.bbl paper.log paper.pdf paper.pith.tex build
exits 0 "article: outputs in build/" "$PITHTEX" arxiv --texlive 2023 -o "$T/article.tar.gz" \
	build/paper
is "$(tar -xzOf "$T/article.tar.gz" paper.bbl | sha256sum)" "$(sha256sum <build/paper.bbl)" \
	"article: the .bbl from there"
mv build/paper.* .
rm paper.bbl
exits 0 "article: no .bbl" "$PITHTEX" arxiv -o "$T/article.tar.gz" paper
tar -tzf "$T/article.tar.gz" >"$T/out"
like out '^library\.bib$' "article: the .bib goes"

# --- acmart with BibTeX, an index and a PNG

start acmart
png photo.png
refs refs.bib
cat >paper.tex <<END
\\documentclass[sigconf,nonacm]{acmart}
\\makeindex
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
\\title{A title}
\\author{An Author}\\affiliation{\\institution{I}\\country{C}}
\\begin{abstract}Some words.\\end{abstract}
\\maketitle
\\section{One}\\index{one}
\\cite{k} and \\pithref{$GOOD}
\\includegraphics[width=1cm]{photo}
\\bibliographystyle{ACM-Reference-Format}\\bibliography{refs}
\\printindex
\\end{document}
END
printf '\\begin{theindex}\\item one, 1\\end{theindex}\n' >paper.ind
built pdflatex bibtex
for year in 2023 2025; do
	sends pdflatex $year "paper.bbl paper.ind paper.pith.tex paper.tex photo.png pith.sty"
done
evidence

# --- REVTeX with \include and EPS, by way of DVI

start revtex
mkdir ch fig
eps fig/curve.eps
eps fig/raw.eps
refs refs.bib
cat >paper.tex <<END
\\documentclass[prl,twocolumn]{revtex4-2}
\\usepackage{graphicx}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
\\title{A title}
\\author{An Author}\\affiliation{I}
\\date{1 May 2026}
\\begin{abstract}Some words.\\end{abstract}
\\maketitle
\\include{ch/one}
\\bibliography{refs}
\\end{document}
END
printf '\\section{One}\\label{one}\\cite{k} \\pithref{%s} \\ref{one}\n' "$GOOD" >ch/one.tex
printf '\\includegraphics{fig/curve}\n\\special{psfile=fig/raw.eps}\n' >>ch/one.tex
built latex bibtex
# REVTeX writes paperNotes.bib by itself.
for year in 2023 2025; do
	sends latex $year \
		"ch/one.tex fig/curve.eps fig/raw.eps paper.bbl paper.pith.tex paper.tex pith.sty"
done
evidence

# --- Overleaf: latexmk as it calls it, from the uploaded files alone

start overleaf
tar -xzf "$T/acmart.tar.gz"
rm -rf anc
sed 's/\\usepackage{pith}/\\usepackage[file=paper]{pith}/; /^.InputIfFileExists/d' \
	paper.tex >main.tex
rm paper.tex
cp ../acmart/refs.bib .
printf '%s\n' '$ENV{PATH} = $ENV{PATH};' >latexmkrc
exits 0 "overleaf: its command line" latexmk -cd -jobname=output -auxdir="$PWD" -outdir="$PWD" \
	-f -pdf -interaction=batchmode main.tex
meta output.pdf >"$T/got"
meta ../acmart/paper.pdf >"$T/want"
same "$T/got" "$T/want" "overleaf: the same metadata"
words output >"$T/out"
like out 'signature verified' "overleaf: the badge"
start literal
cp ../acmart/refs.bib .
tar -xzf "$T/acmart.tar.gz"
exits 0 "overleaf: the literal line does too" latexmk -cd -jobname=output -auxdir="$PWD" \
	-outdir="$PWD" -f -pdf -interaction=batchmode paper.tex
meta output.pdf >"$T/got"
same "$T/got" "$T/want" "overleaf: and the metadata are the same"

# --- what arXiv would not take

# plain_paper [PREAMBLE [BODY [ENGINE]]]: a small paper, built.
plain_paper() {
	cat >paper.tex <<END
\\documentclass{article}
\\usepackage{graphicx}
${1-}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
Words. \\pithref{$GOOD}
${2-}
\\end{document}
END
	runs=2
	built "${3:-pdflatex}" true
}

# refused RULE PATTERN NAME: status 1, that reason, and no archive.
refused() {
	exits 1 "$3: status" "$PITHTEX" arxiv -o refused.tar.gz paper
	like err "^pithtex: rejected: $1: $2" "$3: the reason"
	is "$(ls refused.tar.gz 2>/dev/null)" "" "$3: no archive"
}

start sound
plain_paper
exits 0 "a sound paper" "$PITHTEX" arxiv -v paper
ok [ -s paper-arxiv.tar.gz ]
cp paper-arxiv.tar.gz "$T/one.tar.gz"
touch -d 2001-01-01 paper.tex
exits 0 "and from its .aux" "$PITHTEX" arxiv -q paper.aux
same paper-arxiv.tar.gz "$T/one.tar.gz" "the same archive"
is "$(cat "$T/out" "$T/err")" "" "quiet"
rm paper-arxiv.tar.gz
exits 0 "a dry run" "$PITHTEX" arxiv --dry-run paper
like out '^paper\.pith\.tex +[0-9]+  what pithtex' "a reason for each file"
ok [ ! -e paper-arxiv.tar.gz ]
exits 0 "JSON" "$PITHTEX" arxiv --json paper
/usr/bin/python3 -c 'import json; d = json.load(open("'"$T"'/out"))
print(d["rehearsal"]["pages"], d["status"], len(d["files"]), d["texlive"])' >"$T/got" 2>&1
is "$(cat "$T/got")" "1 0 7 2025" "JSON: what it says"
exits 2 "no such TeX Live" "$PITHTEX" arxiv --texlive 2024 paper
exits 2 "no such engine" "$PITHTEX" arxiv --engine tex paper
exits 2 "no such paper" "$PITHTEX" arxiv nothing
is "$(ls -A "$TMPDIR")" "" "no temporary folder stays"

start missing
plain_paper '' '\includegraphics{nosuch}'
refused build '.*nosuch.*not found' "a missing figure"
start absolute
pdf fig.pdf
plain_paper '' "\\includegraphics{$PWD/fig.pdf}"
refused absolute '.*/fig\.pdf: an absolute name' "an absolute name"
start outside
pdf "$T/elsewhere.pdf"
plain_paper '' '\includegraphics{../elsewhere.pdf}'
refused outside '\.\./elsewhere\.pdf' "a file outside of the folder"
start hidden
mkdir .figures && pdf .figures/fig.pdf
plain_paper '' '\includegraphics{.figures/fig.pdf}'
refused hidden '\.figures/fig\.pdf: ' "a hidden folder"
start shell
plain_paper '' '\immediate\write18{convert a.svg a.pdf}\includegraphics{a.pdf}'
refused shell-escape '.*convert a\.svg a\.pdf' "a program that is run"
if kpsewhich minted.sty >/dev/null; then
	start minted
	plain_paper '\usepackage{minted}' '\begin{minted}{c}int i;
\end{minted}'
	refused shell-escape '' "minted"
fi
start today
plain_paper '' 'Written on \today.'
refused today 'paper\.tex:8: ' "a date of today"
start maketitle
plain_paper '\title{T}\author{A}' '\maketitle'
refused today 'the text of the PDF changes' "a title with the default date"
start unused
plain_paper '\newcommand\unused{\today}'
exits 0 "a date that is not printed" "$PITHTEX" arxiv paper
like err 'note: today: paper\.tex:3' "a date that is not printed is told"
start spaces
pdf 'my fig.pdf'
plain_paper '' '\includegraphics{my fig.pdf}'
refused name 'my fig\.pdf: ` ' "a space in a name"
start allowed
pdf 'fig=1+2,3.pdf'
printf 'part\n' >'part=a+b.tex'
plain_paper '' '\includegraphics{fig=1+2,3.pdf}\input{part=a+b}'
exits 0 "names with + = and ," "$PITHTEX" arxiv -o names.tar.gz paper
tar -tzf names.tar.gz | grep -v '^anc/' | tr '\n' ' ' >"$T/out"
like out "^fig=1\+2,3\.pdf paper\.pith\.tex paper\.tex part=a\+b\.tex pith\.sty \$" "go along"
start twin
printf 'words\n' >fig.tex
pdf fig.pdf
plain_paper '' '\input{fig}\includegraphics{fig.pdf}'
refused removed 'fig\.pdf: ' "a PDF that is taken for an output"
start mix
eps fig.eps
pdf other.pdf
plain_paper '\DeclareGraphicsRule{.pdf}{eps}{.bb}{}' \
	'\includegraphics{fig.eps}\includegraphics[bb=0 0 9 9]{other.pdf}' latex
refused image-mix 'fig\.eps and other\.pdf' "EPS beside PDF"
start anc
mkdir anc && printf 'words\n' >anc/words.txt
plain_paper '' '\input{anc/words.txt}'
refused anc 'anc/words\.txt: the paper reads it' "reading from anc/"
start javascript
pdf fig.pdf
sed 's,^trailer,9 0 obj <</S /JavaScript /JS (app.alert\(1\))>> endobj\n&,' fig.pdf >fig2.pdf
plain_paper '' '\includegraphics{fig.pdf}'
mv fig2.pdf fig.pdf
refused javascript 'fig\.pdf: ' "JavaScript in a figure"
start stale
plain_paper
edit paper.pith.tex 's/Disk evolution/Disc evolution/; s/signature verified/all is well/'
refused stale 'paper\.pith\.tex: ' "a data file of other content"
rm paper.pith.tex
refused numbers 'TeX finds no paper\.pith\.tex' "no data file"
start pages
plain_paper
edit paper.tex 's/^Words/Words\\newpage words/'
refused pages '.*paper\.pdf has 1 pages, the rehearsal 2' "another number of pages"
start lua
plain_paper
refused_engine() {
	exits 1 "lualatex: status" "$PITHTEX" arxiv --engine lualatex --dry-run paper
	like err 'rejected: engine: ' "lualatex: the reason"
}
command -v lualatex >/dev/null && refused_engine

# --- what is only told

start told
plain_paper '% the password is rosebud' '\cite{nothing}'
exits 0 "a secret is told" "$PITHTEX" arxiv paper
like err 'note: secret: paper\.tex:3: .*password' "with its line"
like err 'note: undefined: ' "and a citation that is not defined"
if kpsewhich pdfmanagement-testphase.ltx >/dev/null; then
	start pdfa
	plain_paper
	edit paper.tex 's/^.documentclass/\\DocumentMetadata{pdfstandard=A-2b}&/'
	built pdflatex true
	exits 0 "PDF/A" "$PITHTEX" arxiv paper
	like err 'note: stamp: .*no stamp' "gets no stamp, which is told"
fi
if kpsewhich standalone.sty >/dev/null; then
	start toplevel
	printf '\\documentclass{standalone}\\begin{document}Part\\end{document}\n' >part.tex
	plain_paper '\usepackage{standalone}' '\input{part}'
	exits 0 "a part with a class of its own" "$PITHTEX" arxiv paper
	like err 'note: toplevel: part\.tex' "is told"
fi
start tree
mkdir -p "$TMPDIR/../texmf/tex/latex/own"
printf '\\newcommand\\own{own}\n' >"$TMPDIR/../texmf/tex/latex/own/own.sty"
plain_paper '\usepackage{own}' '\own'
exits 0 "a package in the user's own tree" "$PITHTEX" arxiv paper
tar -tzf paper-arxiv.tar.gz >"$T/out"
like out '^own\.sty$' "goes along"
start readme
echo '{"spec_version": 1}' >00README.json
echo 'x' >00README.yaml
mkdir anc && echo data >anc/data.csv
plain_paper
exits 0 "instructions and ancillary files" "$PITHTEX" arxiv --texlive 2023 paper
tar -tzf paper-arxiv.tar.gz | tr '\n' ' ' >"$T/out"
like out '^00README\.json anc/data\.csv anc/pith/' "go along"
like err 'note: readme: 00README\.yaml' "what is not read does not"
like err 'note: texlive: choose TeX Live 2023' "and the year is to be chosen"
start absent
plain_paper '' "\\pithref{$GONE}"
exits 1 "a number that is not in the cache" "$PITHTEX" arxiv paper
like err "$GONE: not in the cache" "is told"
ok [ -s paper-arxiv.tar.gz ]
start none
printf '\\documentclass{article}\\begin{document}Words.\\end{document}\n' >paper.tex
exits 0 "a paper without numbers, never built" "$PITHTEX" arxiv paper
is "$(tar -tzf paper-arxiv.tar.gz)" paper.tex "is sent as it is"
like out 'no PDF of yours' "with nothing to compare"

# --- the literal line is harmless

start twice
data paper
cat >paper.tex <<END
\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage{csquotes}
\\usepackage{pith}
\\pithnumber{$OWN}
\\MakeOuterQuote{"}
\\begin{document}
\\pithbadge
\\pithtitle{$GOOD} \\pithref{$GONE}
\\end{document}
END
edit paper.pith.tex 's/Disk evolution/"Disk" evolution/'
sed 's/^.begin{document}/\\InputIfFileExists{paper.pith.tex}{}{}\n&/' paper.tex >again.tex
cp paper.pith.tex again.pith.tex
for engine in pdftex luatex xetex dvips; do
	case $engine in
	luatex) command -v lualatex >/dev/null || continue ;;
	xetex) command -v xelatex >/dev/null || continue ;;
	esac
	compile $engine paper
	compile $engine again
	is "$(grep -ac '^!' again.log)" 0 "$engine: reading twice"
	is "$(words again)" "$(words paper)" "$engine: the same words"
	is "$(meta again.pdf)" "$(meta paper.pdf)" "$engine: the same metadata"
done

done_testing
