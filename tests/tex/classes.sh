# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# Where the badge goes: after the title, before the abstract, in one and two columns and on title
# pages, in every class; and what the PDF holds then.  matrix WAY does it for one way to the PDF.
# The data file is there from the start, so one run of LaTeX shows all.

. "$(dirname "$0")/tex.sh"

need exiftool

title='\title{Titleword}\author{A. Author}\date{Dateword}'
abstract='\begin{abstract}An Abstractword.\end{abstract}'
front="\\title{Titleword}\\author{A}"
frontmatter="\\begin{frontmatter}$front$abstract\\end{frontmatter}"
apa="$front\\shorttitle{S}\\affiliation{I}\\abstract{An Abstractword.}\\maketitle"
acm="$front\\affiliation{\\institution{I}\\country{C}}$abstract\\maketitle"
frames='\begin{frame}\titlepage\end{frame}\begin{frame}Abstractword.\end{frame}'
order='Titleword verified Abstractword.'

matrix() {
	way=$1 documents=0
	rm -f d[0-9]* names
	for class in article report scrartcl scrreprt memoir llncs; do
		class $class '' "$title\\maketitle$abstract" "$order"
	done
	class book '' "$title\\maketitle\\chapter{One}Abstractword." "$order"
	class article twocolumn "$title\\maketitle$abstract" "$order"
	class article titlepage "$title\\maketitle$abstract" "$order"
	class IEEEtran conference "$title\\maketitle$abstract" "$order"
	class IEEEtran journal "$title\\maketitle$abstract" "$order"
	class amsart '' "$title$abstract\\maketitle" 'TITLEWORD verified Abstractword.'
	class revtex4-2 aps,prl,reprint "$front\\affiliation{I}$abstract\\maketitle" "$order"
	class elsarticle '' "$frontmatter" "$order"
	class elsarticle 5p,twocolumn "$frontmatter" "$order"
	# acmart itself fails with dvipdfmx.  After the block that includes the abstract.
	if [ "$way" != dvipdfmx ]; then
		class acmart sigconf,nonacm,balance=false "$acm" 'Titleword Abstractword. verified'
		class acmart acmsmall,nonacm "$acm" 'Titleword Abstractword. verified'
	fi
	class beamer '' "$title$frames" "$order"
	class article '' '\begin{titlepage}Titleword\end{titlepage}Abstractword.' "$order"
	class article '' "$title\\maketitle" 'Dateword verified Endword'
	# Seams that are there and are not used.
	# With luatex this class wants fonts that may not be there.
	[ "$way" = luatex ] || class tufte-handout '' "$title\\maketitle$abstract" "$order"
	class apa7 man "$apa" 'Abstractword. verified Endword'
	class apa7 jou "$apa" 'Abstractword. verified Endword'
	class amsart '' "$title\\maketitle" 'TITLEWORD verified Endword'
	class revtex4-2 aps,prl,reprint "$front\\affiliation{I}\\maketitle" \
		'Titleword verified Endword'
	holds
}

# class CLASS OPTIONS FRONT ORDER: the three words of ORDER stand in this order on the page.
class() {
	kpsewhich "$1.cls" >/dev/null || return
	documents=$((documents + 1))
	job=d$documents
	option=$2
	[ "$way" != dvipdfmx ] || option=dvipdfmx${2:+,$2}
	[ "$way$1" != dvipsbeamer ] || option=dvips
	name="$way: $1${2:+ with $2}"
	cat >$job.tex <<END
\\documentclass[$option]{$1}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
$3
\\section{First}Endword \\pithref{$GOOD}
\\end{document}
END
	data $job
	compile "$way" $job 1
	is "$(grep -a '^!' $job.log)$(cat $job.said)" "" "$name: no error, no warning"
	# shellcheck disable=SC2086
	between $job $4 "$name: $4"
	is "$(words $job | grep -o 'signature verified' | wc -l | tr -d ' ')" 1 "$name: one badge"
	printf '%s %s\n' $job "$name" >>names
}

# holds: what all these PDFs hold, read back by others.
holds() {
	exiftool -q -s -s -s -sep ' ' -p '$FileName
$XMP-pith:PithNumber
$XMP-pith:PithReference
$XMP-pith:BundleDigest
$XMP-pith:Checked' d*.pdf >got 2>&1
	: >want
	: >info
	: >sound
	for pdf in d*.pdf; do
		printf '%s\n' "$pdf" "pith:2016:$OWN" "$GOOD" "$GOOD sha256:00ff" \
			"$GOOD signature verified" >>want
		pdfinfo -custom "$pdf" 2>&1 | grep -q "^PithNumbers: *pith:2016:$OWN\$" ||
			echo "$(sed -n "s/^${pdf%.pdf} //p" names): no Info key" >>info
		qpdf --check "$pdf" >said 2>&1 || sed "s/^/$pdf: /" said >>sound
		plain "${pdf%.pdf}"
		[ "$(grep -ac '/Metadata [0-9]' "${pdf%.pdf}.txt")" -eq 1 ] ||
			echo "$pdf: not one /Metadata" >>sound
	done
	same got want "$way: the XMP of $documents documents"
	is "$(cat info)" "" "$way: their Info key"
	is "$(cat sound)" "" "$way: they are sound, each with one packet"
}
