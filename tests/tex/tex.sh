# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# What the tests of the LaTeX package share.  They stand in a folder with pith.sty and data files
# written by hand, so they need TeX and not pithtex.

. "$(dirname "$0")/../lib.sh"

need pdflatex pdftotext pdfinfo qpdf
unset BIBINPUTS BSTINPUTS TEXINPUTS
max_print_line=200 TEXMFHOME=$BOX/texmf TEXMFVAR=${PITHTEX_TEXMFVAR:-$BOX/texmf-var}
export max_print_line TEXMFHOME TEXMFVAR
"${AWK:-awk}" -f "$TOP/tex/docstrip.awk" "$TOP/tex/pith.dtx" >"$T/pith.sty" || exit 99

OWN=RE7YA4NUEPAVNSZTI7K5XFZRCI
GOOD=pith:2017:QVJLU2XL6QPRVRKFFVZUINAMO6
GONE=pith:2018:7SZILC7TQQLJFHJA2TJU57PWLJ
BARE=pith:2015:KY3ZYSWKA2MG6YP4OUTLKJTPIV

# entry TYPED FULL VERDICT WORDS [TITLE]: a line of a data file.
entry() { printf '\\PithEntry{%s}{%s}{%s}{%s}{%s}{%s}\n' "$1" "$2" "${2##*:}" "$3" "$4" "${5-}"; }

# data JOB: the data file of a paper whose number is $OWN and which mentions the others.
data() {
	cat >"$1.pith.tex" <<END
\\PithFileVersion{1}
$(entry $OWN pith:2016:$OWN good 'signature verified' 'On an analogue')
$(entry $GOOD $GOOD good 'signature verified' 'Disk evolution and the fate of water')
$(entry $GONE $GONE absent 'not in the cache')
$(entry pith:KY3ZYSWK $BARE unsigned 'record intact, not signed' 'Default \pithchar{017D}')
$(entry arXiv:1711.05326 pith:2017:N77MMWQTCXFRRTZRP4BUNYILJT forged 'signature does not hold')
\\PithInfo{pith:2016:$OWN}
\\PithPacket
<pith:pithNumber><rdf:Bag><rdf:li>pith:2016:$OWN</rdf:li></rdf:Bag></pith:pithNumber>
<pith:pithReference><rdf:Bag><rdf:li>$GOOD</rdf:li></rdf:Bag></pith:pithReference>
<pith:bundleDigest><rdf:Bag><rdf:li>$GOOD sha256:00ff</rdf:li></rdf:Bag></pith:bundleDigest>
<pith:checked><rdf:Bag><rdf:li>$GOOD signature verified</rdf:li></rdf:Bag></pith:checked>
\\endPithPacket
\\endinput
END
}

# compile WAY JOB [RUNS]: JOB.tex becomes JOB.pdf by one of the ways below.  What TeX says goes to
# JOB.run, one line for each message.
compile() {
	: >"$2.run"
	runs=${3:-2}
	while [ "$runs" -gt 0 ]; do
		runs=$((runs - 1))
		case $1 in
		pdftex) pdflatex -interaction=nonstopmode "$2" ;;
		luatex) lualatex -interaction=nonstopmode "$2" ;;
		xetex) xelatex -interaction=nonstopmode "$2" ;;
		dvips | dvipdfmx) latex -interaction=nonstopmode "$2" ;;
		esac >"$2.run" 2>&1
	done
	case $1 in
	dvips) dvips -q "$2.dvi" && ps2pdf "$2.ps" "$2.pdf" ;;
	dvipdfmx) dvipdfmx -q "$2.dvi" ;;
	esac >>"$2.run" 2>&1
	# What a message breaks into lines is one line again.
	sed -n '/^Package pith/{:a
		N
		/\n(pith)/{s/\n(pith) */ /
		ba
		}
		P
		}' "$2.log" >"$2.said"
}

# faults JOB: the errors and the overfull boxes of the last run.
faults() { grep -aE '^!|^Overfull' "$1.log"; }
sound() {
	if faults "$1" >out || [ ! -s "$1.pdf" ]; then
		fail "$2"
		note <out
	else
		pass "$2"
	fi
}

# words JOB: the words of the PDF, on one line.
words() { pdftotext -layout "$1.pdf" - | tr -s ' \n\f' '   '; }

# top JOB WORD: the page and the upper edge of the first box of WORD, as one number that grows
# downwards; nothing if the word is not there.
top() {
	pdftotext -bbox "$1.pdf" - | awk -v word="$2" '
	/<page / { page++ }
	/<word / && $0 ~ ">" word "<" {
		match($0, /yMin="[0-9.]+/)
		printf "%d\n", 10000 * page + substr($0, RSTART + 6, RLENGTH - 6)
		exit
	}'
}

# between JOB A B C NAME: the words stand in this order on the page.
between() {
	a=$(top "$1" "$2") b=$(top "$1" "$3") c=$(top "$1" "$4")
	# Words of one line may differ by some points.
	if [ "${a:-0}" -gt 0 ] && [ "${a:-0}" -le $((${b:-0} + 4)) ] &&
		[ "${b:-0}" -le $((${c:-0} + 4)) ]; then
		pass "$5"
	else
		fail "$5"
		echo "$2 at ${a:-?}, $3 at ${b:-?}, $4 at ${c:-?}" | note
	fi
}

# plain JOB: JOB.txt is the PDF without compression.
plain() { qpdf --qdf --object-streams=disable "$1.pdf" "$1.txt" >/dev/null 2>&1; }

# links JOB: how many links to the registry, one for each annotation.
links() { plain "$1" && grep -ac '/URI (https://pith.science/pith/' "$1.txt"; }

# records JOB: the records of the .aux.
records() { grep -a '^\\pith[nr]' "$1.aux"; }
