#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What is seen: badge, mentions, findings, options, in the plainest document.

. "$(dirname "$0")/tex.sh"

# paper JOB [OPTIONS [PREAMBLE [TEXT]]]
paper() {
	cat >"$1.tex" <<END
\\documentclass{article}
\\usepackage[${2-}]{pith}
\\pithnumber{$OWN}
${3-}
\\title{Titleword}\\author{A. Author}\\date{}
\\begin{document}
\\maketitle
\\begin{abstract}Abstractword and more.\\end{abstract}
${4-}
\\end{document}
END
}

# --- the badge after the title

paper a && data a && compile pdftex a
sound a "a paper with a badge"
words a >out
like out "Pith Number pith:2016:$OWN signature verified" "number and words are text"
between a Titleword signature Abstractword "it stands between title and abstract"
is "$(links a)" 1 "it is one link"
like a.txt "/URI \(https://pith.science/pith/$OWN\)" "to the page of the number"
like a.txt "/Contents \(Pith Number pith:2016:$OWN, signature verified\)" "described for a reader"
like a.txt '^ +0 +0 +0 *$|/Border \[$' "without a border"
is "$(cat a.said)" "" "nothing is warned of"
exits 0 "the PDF is sound" qpdf --check a.pdf

# The rectangle of the link encloses the words of the badge.
awk '/\/Rect \[/ { for (i = 0; i < 4; i++) { getline; r[i] = $1 } print r[0], r[1], r[2], r[3] }' \
	a.txt >rect
pdftotext -bbox a.pdf - | awk -v rect="$(cat rect)" '
BEGIN { split(rect, r, " ") }
function edge(name) { match($0, name "=\"[0-9.]+"); return substr($0, RSTART + length(name) + 2,
	RLENGTH - length(name) - 2) }
/<page / { height = edge("height") }
/>(Pith|verified|pith:.*)</ {
	n++
	inside += edge("xMin") >= r[1] && edge("xMax") <= r[3] &&
		height - edge("yMax") >= r[2] - 2 && height - edge("yMin") <= r[4] + 2
}
END { print n, inside }' >out
is "$(cat out)" "3 3" "the rectangle of the link encloses the words"

cp a.pdf one.pdf
FORCE_SOURCE_DATE=1 && export FORCE_SOURCE_DATE
compile pdftex a 1 && cp a.pdf one.pdf && compile pdftex a 1
same a.pdf one.pdf "a second build gives the same bytes"

# --- findings

for verdict in unsigned older conflict wrong forged damaged absent ambiguous year-mismatch later; do
	paper v
	{
		printf '%s\n' '\PithFileVersion{1}'
		entry "$OWN" "pith:2016:$OWN" "$verdict" 'words of the finding'
		printf '%s\n' '\endinput'
	} >v.pith.tex
	compile pdftex v 1
	words v >out
	like out 'words of the finding' "$verdict: the words are on the page"
	is "$(cat v.said)" \
		"Package pith Warning: \`$OWN': words of the finding on input line 3." \
		"$verdict: a warning with number, words and line"
done

# --- before the first run of pithtex

paper n '' '' "\\pithref{$GOOD}" && compile pdftex n 1
like n.run '^No file n\.pith\.tex\.$' "no data file: said as latexmk reads it"
words n >out
like out "Pith Number $OWN not resolved" "no data file: the badge has the number as typed"
like out "$GOOD ?\?\?" "no data file: a mention has question marks"
like n.said "^Package pith Warning: \`$GOOD': not resolved on input line 9\.$" "and a warning"
like n.said 'Run .pithtex resolve n., then LaTeX again' "and what to do"
is "$(links n)" 0 "and no link"

paper m '' '' '\pithref{pith:UNKNOWN2}' && data m && compile pdftex m 1
words m >out
like out 'pith:UNKNOWN2 ?\?\?' "a number without an entry has question marks"
like out 'signature verified' "the others are as they were"
like m.said 'UNKNOWN2.: not resolved' "it is warned of"

paper w && data w && sed -i 's/Version{1}/Version{3}/' w.pith.tex
pdflatex -interaction=nonstopmode w >out 2>&1
like out 'newer pithtex' "a later data file is refused"
like out 'update pith.sty' "with what to do"
words w >out
unlike out 'verified' "and nothing of it is believed"

# A service that looks for literal names gets one more line in the source.
paper l '' '\InputIfFileExists{l.pith.tex}{}{}' && data l && compile pdftex l
sound l "the data file can be read twice"
words l >out
like out 'signature verified' "and says the same"
is "$(pdfinfo -meta l.pdf | grep -c '<pith:pithNumber>')" 1 "once"

# --- mentions

paper r '' '\usepackage[T1]{fontenc}\usepackage{lmodern}' "A \\pithref{$GOOD}

B \\pithref{$GONE}

C \\pithref[own text]{pith:KY3ZYSWK}

D \\pithtitle{pith:KY3ZYSWK}

E \\pithref{ $GOOD
}

F \\pithref{arXiv:1711.05326}

G \$\\pithref{$GOOD}\$

H \\MakeUppercase{u \\pithref{$GOOD}}."
data r && compile pdftex r 1
sound r "mentions"
words r >out
like out "A $GOOD" "a good mention is the number"
like out "B $GONE ?\[not in the cache\]" "a finding is in words"
like out 'C own text ?\[record intact, not signed\]' "a text of the author's"
like out 'D Default Ž' "a title with a character outside of ASCII"
like out 'F pith:2017:N77MMWQTC' "an alias is printed as the number"
like out "H U pith:2017:" "upper case leaves a number alone"
is "$(links r | awk '{ print ($1 >= 9) }')" 1 "every mention is a link"
is "$(grep -c "$GONE" r.said)" 1 "one warning for one place"

# --- a badge in the text, by hand, or not at all

paper t notitle '' "Text \\pithnumber{$GONE} text." && data t && compile pdftex t 1
words t >out
like out "Text Pith Number $GONE not in the cache" "a badge in the text"
unlike out "$OWN" "notitle leaves the automatic one out"
unlike t.said 'no place' "and is no reason to complain"

paper h '' '' 'Before \pithbadge\ after.' && data h && compile pdftex h
words h >out
is "$(grep -o 'Pith Number' out | wc -l | tr -d ' ')" 1 "a badge by hand replaces the automatic one"
between h Abstractword signature after. "it stands where it was put"
unlike h.said 'moved' "the second run is the last"
rm h.aux && compile pdftex h 1
like h.said 'Rerun' "the first run asks for it"

sed '/maketitle/d' a.tex >q.tex && data q && compile pdftex q 1
like q.said 'neither .maketitle nor a titlepage was seen. Put .pithbadge where' \
	"a badge without a place is warned of"

# What prints has no place in the preamble, and says where it has one.
for command in '\pithtitle{pith:KY3ZYSWK}' '\pithbadge' '\pithledger'; do
	paper p '' "$command" 'Endword' && data p && compile pdftex p 1
	name=${command%%\{*}
	name=${name#?}
	is "$(grep -ac '^!' p.log)" 1 "\\$name in the preamble: one error"
	like p.log "^! Package pith Error: .$name cannot stand in the preamble" \
		"it names the command"
	like p.log 'put it behind .begin{document}' "and what to do"
	words p >out
	like out '^ ?Titleword' "nothing is printed before the title"
	like out 'signature verified' "and the badge is there"
done
paper p '' '' 'Endword'
sed -i 's/Titleword/On \\pithtitle{pith:KY3ZYSWK}/' p.tex && data p && compile pdftex p 1
sound p "in a \\title of the preamble it may stand"
words p >out
like out '^ ?On Default' "and is printed with it"

# --- options

paper s short '' "\\pithref{$GOOD}" && data s && compile pdftex s 1
words s >out
like out 'Pith Number pith:RE7YA4NU signature verified' "the short form in the badge"
like out 'pith:QVJLU2XL' "and in a mention"

paper g mono && data g && compile pdftex g 1 && plain g
unlike g.txt '^[0-9. ]+ rg' "monochrome uses no colour"
plain a
like a.txt '^0?\.[0-9 .]+ rg' "else there is some"

paper f file=other && data other && compile pdftex f 1
words f >out
like out 'signature verified' "another name for the data file"
data f && sed -i 's/signature verified/nearer one/' f.pith.tex && compile pdftex f 1
words f >out
like out 'nearer one' "the file of the job comes first"

mkdir sp && cp pith.sty sp && (
	cd sp && paper 'two words' && data 'two words' && compile pdftex 'two words'
)
words 'sp/two words' >out
like out 'signature verified' "a job with a space in its name"

# --- narrow places

paper c '' '' "\\parbox{5cm}{\\pithnumber{$GOOD}}\\par\\parbox{4.4cm}{\\pithnumber{$GOOD}}"
data c && compile pdftex c 1
sound c "a badge in a narrow column fits"

# box OPTIONS WIDTH NUMBER: a badge in a box, with what stands below each other in BOX.said.
box() {
	paper x "$1" '\usepackage[T1]{fontenc}\usepackage{lmodern}\usepackage{color}' \
		"\\vspace{2cm}\\fbox{\\parbox{$2}{\\pithnumber{$3}}}"
	sed '/maketitle/d' x.tex >y.tex && data y && compile pdftex y 1
	pdftotext -layout y.pdf - | sed -n '/Pith/,$s/^ *//p' | sed '/^[1\f]*$/d' | tr -s ' ' >lines
}
box '' 10.5cm "$GOOD"
is "$(cat lines)" "Pith Number $GOOD signature verified" "where there is room, one line"
box '' 9cm "$GOOD"
sound y "in 9 cm"
words y >out
like out "$GOOD .*signature verified" "in 9 cm the words stand below the number"
box '' 7.5cm "$GOOD"
sound y "in 7.5 cm"
is "$(cat lines)" "Pith Number
$GOOD
signature verified" "in 7.5 cm the number stands whole below the label"
for width in 5cm 4cm 3.4cm 3cm; do
	box '' $width pith:KY3ZYSWK
	sound y "in $width"
	is "$(sed -n 1p lines)" "Pith Number" "in $width the label is alone on its line"
	is "$(tr -d ' \n' <lines | sed 's/PithNumber//; s/record.*//')" "$BARE" \
		"in $width the number is all there"
	like lines '^pith:2015:' "in $width the year is not broken"
done
box short 3.4cm pith:KY3ZYSWK
sound y "the short form in 3.4 cm"
like lines '^pith:KY3ZYSWK$' "has its number on one line"
box short 2cm pith:KY3ZYSWK
sound y "the short form in 2 cm"

# --- pages that are not white

paper k mono '\usepackage{color}\pagecolor{black}\color{white}' \
	"\\color{white}A \\pithref{pith:KY3ZYSWK} B"
data k && compile pdftex k 1 && plain k
colours() {
	grep -aE '^[0-9. rRgG]+ (g|G|rg|RG)$' "$1.txt" | tr ' ' '\n' | grep '[0-9]' | sort -u
}
is "$(colours k | tr '\n' ' ')" "0 0.2 1 1.0 " \
	"in black and white there are black, dark grey and white"
sed 's/mono//' k.tex >m.tex && data m && compile pdftex m 1 && plain m
is "$(colours m | grep -c '^0\.357$')" 1 "else the ink of the finding too"

done_testing
