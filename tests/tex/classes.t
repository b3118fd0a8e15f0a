#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Where the badge goes: after the title, before the abstract, in one and two columns and on title
# pages, whatever the class.

. "$(dirname "$0")/tex.sh"

# class CLASS OPTIONS FRONT ORDER: the three words of ORDER stand in this order on the page.
class() {
	kpsewhich "$1.cls" >/dev/null || return
	name="$1${2:+ with $2}"
	cat >c.tex <<END
\\documentclass[$2]{$1}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
$3
\\section{First}Endword
\\end{document}
END
	rm -f c.aux c.out c.toc
	data c
	compile pdftex c
	is "$(grep -a '^!' c.log)$(cat c.said)" "" "$name: no error, no warning"
	# shellcheck disable=SC2086
	between c $4 "$name: $4"
	is "$(words c | grep -o 'signature verified' | wc -l | tr -d ' ')" 1 "$name: one badge"
}

title='\title{Titleword}\author{A. Author}\date{Dateword}'
abstract='\begin{abstract}An Abstractword.\end{abstract}'
order='Titleword verified Abstractword.'

for class in article report scrartcl memoir llncs; do
	class $class '' "$title\\maketitle$abstract" "$order"
done
class article twocolumn "$title\\maketitle$abstract" "$order"
class article titlepage "$title\\maketitle$abstract" "$order"
class scrreprt '' "$title\\maketitle$abstract" "$order"
class IEEEtran conference "$title\\maketitle$abstract" "$order"
class IEEEtran journal "$title\\maketitle$abstract" "$order"
class amsart '' "$title$abstract\\maketitle" 'verified verified Abstractword.'
class revtex4-2 aps,prl,reprint \
	"\\title{Titleword}\\author{A}\\affiliation{I}$abstract\\maketitle" "$order"
class elsarticle '' "\\begin{frontmatter}\\title{Titleword}\\author{A}$abstract\\end{frontmatter}" \
	"$order"
class elsarticle 5p,twocolumn \
	"\\begin{frontmatter}\\title{Titleword}\\author{A}$abstract\\end{frontmatter}" "$order"
# acmart: after the block that includes the abstract.
acm="\\title{Titleword}\\author{A}\\affiliation{\\institution{I}\\country{C}}$abstract\\maketitle"
class acmart sigconf,nonacm,balance=false "$acm" 'Titleword Abstractword. verified'
class acmart acmsmall,nonacm "$acm" 'Titleword Abstractword. verified'
frame='\begin{frame}Abstractword.\end{frame}'
class beamer '' "$title\\begin{frame}\\titlepage\\end{frame}$frame" "$order"
class article '' '\begin{titlepage}Titleword\end{titlepage}Abstractword.' "$order"
class article '' "$title\\maketitle" 'Dateword verified Endword'

done_testing
