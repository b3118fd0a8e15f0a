#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What pith.sty leaves in the .aux: a line at column 0 for each number, as it was typed.

. "$(dirname "$0")/tex.sh"

# --- as typed, on one line, from wherever it stands

mkdir -p 'chapters two'
cat >'chapters two/part.tex' <<END
\\section{Part}\\pithref{IN-THE-PART}
END
cat >a.tex <<END
\\documentclass{article}
\\usepackage[ngerman,french]{babel}
\\usepackage{amsmath,csquotes}
\\usepackage{pith}
\\usepackage{hyperref}
\\pagestyle{headings}
\\pithnumber{ $OWN }
\\pithref{IN-THE-PREAMBLE}
\\title{T \\pithref{IN-TITLE}}\\author{A\\thanks{N \\pithref{IN-THANKS}}}
\\begin{document}
\\maketitle
\\tableofcontents
\\listoffigures
\\section{Titre : \\pithref{pith:2017:IN:HEADING}}
A \\pithref{pith:2016:COLONS} B \\pithref{ spaces around } C \\pithref{line
break} D \\pithref{COM% gone
MENT} E \\pithref{caf\\'e} F \\pithref{na\\"{\\i}ve} G \\pithref{a_b~c;d!e?f} H \\pithref{A\\#B}
I \\pithref{{\\bf X}} J \\footnote{\\pithref{IN-FOOTNOTE}} K \\pithnumber{IN-TEXT}
\\begin{figure}\\caption{Une : \\pithref{IN-CAPTION}}\\end{figure}
\\begin{align} x &= \\text{\\pithref{IN-MATH}} \\end{align}
\\setbox0=\\hbox{\\pithref{NEVER-SHIPPED}}
\\begin{tabular}{p{3cm}}\\pithref{IN-TABLE}\\end{tabular}
L \\foreignlanguage{ngerman}{\\pithref{GER"MAN}} \\MakeUppercase{\\pithref{CaSe}}
\\include{chapters two/part}
\\end{document}
END
compile pdftex a 3
is "$(grep -a '^!' a.log)" "" "no error"
records a | sort >got
sort >want <<END
\\pithnumber{$OWN}
\\pithnumber{IN-TEXT}
\\pithref{A\\#B}
\\pithref{COMMENT}
\\pithref{CaSe}
\\pithref{GER"MAN}
\\pithref{IN-CAPTION}
\\pithref{IN-FOOTNOTE}
\\pithref{IN-MATH}
\\pithref{IN-TABLE}
\\pithref{IN-THANKS}
\\pithref{IN-THE-PREAMBLE}
\\pithref{IN-TITLE}
\\pithref{a_b~c;d!e?f}
\\pithref{caf\\'e}
\\pithref{line break}
\\pithref{na\\"{\\i }ve}
\\pithref{pith:2016:COLONS}
\\pithref{pith:2017:IN:HEADING}
\\pithref{spaces around}
\\pithref{{\\bf X}}
END
same got want "every number once, as typed"
is "$(records 'chapters two/part')" '\pithref{IN-THE-PART}' "a chapter's in the chapter's file"
is "$(grep -n '^.pithn' a.aux | head -n 1)" \
	"$(grep -n '^.pith' a.aux | head -n 1)" "the paper's own number is the first"

# --- the same .aux from every run, and no run more than cross-references need

cp a.aux third.aux && compile pdftex a 1
same a.aux third.aux "another run changes nothing"
rm a.aux a.toc a.lof a.out && compile pdftex a 1
records a | sort >got
same got want "the first run has them all"

cat >s.tex <<END
\\documentclass{article}
\\usepackage{pith}
\\pagestyle{headings}
\\begin{document}
\\tableofcontents
\\section[Short $GONE \\pithref{$GOOD}]{Long}\\newpage
\\section{Heading \\pithref{$GONE}}\\newpage Text.
\\end{document}
END
compile pdftex s 1
is "$(records s)" "\\pithref{$GONE}" "a table of contents is not there in the first run"
compile pdftex s 1
is "$(records s | sort -u | wc -l | tr -d ' ')" 2 "a number that stands nowhere else is found"
is "$(records s | grep -c "$GONE")" 1 "one that does is not repeated"
cp s.aux two.aux && compile pdftex s 1
same s.aux two.aux "and so it stays"

# --- LaTeX reads the .aux, with and without the package

is "$(sed -n '/^.providecommand.pith/s/.*d.\(pith[@a-z]*\).*/\1/p' a.aux | tr '\n' ' ')" \
	'pithnumber pithref pith@number ' "definitions that make records harmless"
first() { grep -n "$1" a.aux | head -n 1 | cut -d: -f1; }
ok [ "$(first '^.providecommand.pith@number')" -lt "$(first '^.pithnumber')" ]
cat >without.tex <<END
\\documentclass{article}
\\begin{document}
Text.
\\end{document}
END
cp a.aux without.aux
compile pdftex without 1
sound without "a paper that no longer uses the package compiles"

# --- what must not happen

sed 's/^.begin{document}/\\nofiles&/' s.tex >n.tex && compile pdftex n
is "$(grep -a '^!' n.log)" "" "a paper without files"
ok [ ! -e n.aux ]

cat >u.tex <<END
\\documentclass{article}
\\usepackage{pith}
\\begin{document}
\\section{One}\\label{one} See \\ref{one}.
\\end{document}
END
compile pdftex u
is "$(records u)" "" "a paper without a number has no record"
is "$(cat u.said)" "" "and no complaint"

# --- the bookmarks

cat >b.tex <<END
\\documentclass{article}
\\usepackage{pith,hyperref}
\\begin{document}
\\section{A \\pithref{$GOOD} B \\pithref[own]{$GONE} C \\pithnumber{$OWN}}
\\end{document}
END
data b && compile pdftex b
sound b "numbers in bookmarks"
sed 's/\\000//g; s/\\040/ /g' b.out >out
like out "A .*$GOOD B own C $OWN" "the words of a bookmark"

done_testing
