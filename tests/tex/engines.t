#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Every way to a PDF, beside every package that also has an interest in it: the same words, links
# that lead to the registry, and the metadata in the one packet that there is.

. "$(dirname "$0")/tex.sh"

need exiftool

# paper WAY FIRST CLASS PACKAGES [LATER]: p.tex.
paper() {
	option=
	[ "$1" = dvipdfmx ] && option=dvipdfmx
	cat >p.tex <<END
$2
\\documentclass[$option]{$3}
$4
\\usepackage{pith}
\\pithnumber{$OWN}
${5-}
\\title{Titleword}\\author{A. Author}
\\begin{document}
\\begin{abstract}Some words.\\end{abstract}
\\maketitle
\\tableofcontents
\\section{Titre : \\pithref{$GOOD}}
Bad \\pithref{$GONE}; or \\pithref{pith:KY3ZYSWK}: \\pithtitle{pith:KY3ZYSWK}.
\\end{document}
END
	rm -f p.aux p.out p.toc p.pdf p.dvi p.ps
	data p
	compile "$1" p
}

# holds WAY NAME [WITHOUT]: all that must be true of p.pdf but for what WITHOUT names.
holds() {
	plain p
	want="errors=0 packets=1 schema=1 words=1 finding=1 links=yes records=5"
	got="errors=$(grep -ac '^!' p.log)"
	got="$got packets=$(grep -ac '/Metadata [0-9]' p.txt)"
	got="$got schema=$(pdfinfo -meta p.pdf | grep -c 'Pith identifiers')"
	pdftotext p.pdf - | tr -s ' \n\f' '   ' >out
	got="$got words=$(grep -a "pith:2016:$OWN" out | grep -ac 'signature verified')"
	got="$got finding=$(grep -ac '\[not in the cache\]' out)"
	links=$(grep -ac '/URI (https://pith.science/pith/' p.txt)
	got="$got links=$([ "$links" -ge 4 ] && echo yes)"
	got="$got records=$(records p | wc -l | tr -d ' ')"
	case ${3-} in *xmp*) want=$(echo "$want" | sed 's/schema=1/schema=0/') ;; esac
	is "$got" "$want" "$1, $2"
	exiftool -s -s -s -sep ' ' -XMP-pith:PithNumber -XMP-pith:PithReference \
		-XMP-pith:BundleDigest -XMP-pith:Checked -PDF:PithNumbers p.pdf >got 2>&1
	{
		case ${3-} in
		*xmp*) ;;
		*)
			echo "pith:2016:$OWN"
			echo "$GOOD"
			echo "$GOOD sha256:00ff"
			echo "$GOOD signature verified"
			;;
		esac
		echo "pith:2016:$OWN"
	} >want
	same got want "$1, $2: metadata${3:+ without $3}"
	exits 0 "$1, $2: a sound PDF" qpdf --check p.pdf
}

# here FILE...: these files are installed.
here() { kpsewhich "$@" >/dev/null; }

for way in pdftex luatex xetex dvips dvipdfmx; do
	case $way in
	luatex) command -v lualatex >/dev/null || continue ;;
	xetex) command -v xelatex >/dev/null || continue ;;
	dvips) command -v ps2pdf >/dev/null || continue ;;
	dvipdfmx) command -v dvipdfmx >/dev/null || continue ;;
	esac
	backend=
	[ $way = dvipdfmx ] && backend=backend=dvipdfmx

	paper $way '' article ''
	holds $way alone
	paper $way '' article '\usepackage[pdftitle={A : B}]{hyperref}'
	holds $way hyperref
	paper $way '' article '' '\usepackage{hyperref}'
	holds $way 'hyperref after it'
	if here french.ldf && here ngerman.ldf; then
		paper $way '' article \
			'\usepackage[ngerman,french]{babel}\usepackage{csquotes,hyperref}'
		holds $way 'babel and csquotes'
	fi
	if here hyperxmp.sty; then
		paper $way '' article '\usepackage{hyperref,hyperxmp}'
		holds $way hyperxmp
		# acmart itself fails with dvipdfmx.
		if here acmart.cls && [ $way != dvipdfmx ]; then
			paper $way '\PassOptionsToClass{sigconf,nonacm}{acmart}' acmart '' \
				'\AtBeginDocument{\affiliation{\institution{I}\country{C}}}'
			holds $way acmart
		fi
	fi
	if here pdfmanagement-testphase.ltx; then
		paper $way "\\DocumentMetadata{$backend}" article ''
		holds $way 'DocumentMetadata'
		paper $way "\\DocumentMetadata{$backend}" article '\usepackage{hyperref}'
		holds $way 'DocumentMetadata and hyperref'
		if [ $way = pdftex ] || [ $way = luatex ] || [ $way = xetex ]; then
			paper $way '\DocumentMetadata{pdfstandard=A-2b}' article \
				'\usepackage{hyperref}'
			holds $way 'DocumentMetadata for PDF/A-2b'
		fi
	fi
	if here pdfx.sty && { [ $way = pdftex ] || [ $way = luatex ]; }; then
		paper $way '' article '\usepackage[a-2b]{pdfx}'
		holds $way pdfx xmp
		like p.said 'left out are pithNumber' "$way, pdfx: what is left out is said"
	fi
done

# A large packet: a thousand numbers.
{
	sed -n '1,2p' p.pith.tex
	printf '%s\n' "\\PithInfo{pith:2016:$OWN}" '\PithPacket' '<pith:checked><rdf:Bag>'
	awk -v n=1000 'BEGIN { while (n--) printf "<rdf:li>pith:2000:%026d as it is</rdf:li>", n }'
	printf '%s\n' '</rdf:Bag></pith:checked>' '\endPithPacket' '\endinput'
} >large.pith.tex
cat >large.tex <<END
\\documentclass{article}
\\usepackage{pith}
\\pithnumber{$OWN}
\\begin{document}
\\pithbadge
\\end{document}
END
for way in pdftex dvips; do
	compile $way large
	exiftool -s -s -s -XMP-pith:Checked large.pdf >out
	is "$(grep -o 'pith:2000:[0-9]* as it is' out | wc -l | tr -d ' ')" 1000 \
		"$way: a packet of a thousand numbers"
done
sed 's/documentclass/&[dvipdfmx]/' large.tex >long.tex
sed 's/as it is/as it happens to be &/g' large.pith.tex >long.pith.tex
compile dvipdfmx long
like long.said 'too long for this driver' "dvipdfmx: a packet that is too long is left out aloud"
is "$(pdfinfo -custom long.pdf | grep -c '^PithNumbers')" 1 "dvipdfmx: and the rest is there"

done_testing
