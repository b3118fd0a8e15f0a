#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A paper with badge, links and our own XMP packet is valid PDF/A-1b, and is so because of the
# extension schema: PDFBox preflight says it of the whole file and not of one without the schema.

. "$(dirname "$0")/tex.sh"

need java
jars=
for jar in preflight pdfbox2 xmpbox fontbox2 commons-logging jaxb-api javax.activation; do
	[ -f /usr/share/java/$jar.jar ] || skip_all "no $jar.jar"
	jars=$jars:/usr/share/java/$jar.jar
done
kpsewhich sRGB.icc >/dev/null || skip_all "no sRGB.icc"

# preflight FILE: what it says, on one line; 0: valid.
preflight() {
	java -Duser.home="$HOME" -cp "${jars#:}" org.apache.pdfbox.preflight.Validator_A1b "$1" \
		2>java.err | tr -s '\n\t' '  '
}

# What PDF/A asks of an author: a version, embedded fonts, an output intent, its own properties in
# the packet, which stand here at the end of the data file's.
cat >paper.tex <<END
\\documentclass{article}
\\usepackage{iftex}
\\ifluatex
	\\pdfvariable minorversion 4 \\pdfvariable objcompresslevel 0
	\\pdfvariable suppressoptionalinfo 511
	\\immediate\\pdfextension obj stream attr {/N 3} file {sRGB.icc}
	\\edef\\icc{\\pdffeedback lastobj}
	\\def\\catalog{\\pdfextension catalog}
	\\pdfextension info {/Producer(TeX)/Creator(TeX)}
\\else
	\\pdfminorversion 4 \\pdfobjcompresslevel 0
	\\pdfsuppressptexinfo -1 \\pdfinfoomitdate 1
	\\immediate\\pdfobj stream attr {/N 3} file {sRGB.icc}
	\\edef\\icc{\\the\\pdflastobj}
	\\let\\catalog\\pdfcatalog
	\\pdfinfo{/Producer(TeX)/Creator(TeX)}
\\fi
\\catalog{/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)
	/Info(sRGB)/DestOutputProfile \\icc\\space 0 R>>]}
\\usepackage[T1]{fontenc}
\\usepackage{lmodern}
\\usepackage{pith}
\\pithnumber{$OWN}
\\title{A paper for the archive}\\author{A. Author}\\date{}
\\begin{document}
\\maketitle
Text with \\pithref{$GOOD}, \\pithtitle{$GOOD}, \\pithref{$GONE}, \\pithref{pith:KY3ZYSWK}
and \\pithref{arXiv:1711.05326}.
\\end{document}
END
data paper
sed 's,^\\endPithPacket,</rdf:Description>\
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"\
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">\
<pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>\
<pdf:Producer>TeX</pdf:Producer><xmp:CreatorTool>TeX</xmp:CreatorTool>\
&,' paper.pith.tex >two && mv two paper.pith.tex

for way in pdftex luatex; do
	[ $way = pdftex ] || command -v lualatex >"$BOX/null" || continue
	compile $way paper 1
	sound paper "$way: the paper"
	is "$(preflight paper.pdf)" 'The file paper.pdf is a valid PDF/A-1b file ' "$way: is valid"
	# The twins: a schema for another namespace, links of another kind.
	sed 's,<pdfaSchema:namespaceURI>urn:uuid:d,<pdfaSchema:namespaceURI>urn:uuid:0,' \
		paper.pdf >changed.pdf
	preflight changed.pdf >out
	like out 'not a valid.* 7\.3 : Error on MetaData, Cannot find a definition for the name' \
		"$way: is not without the schema for our namespace"
	sed 's,/F 4/Border,/F 0/Border,' paper.pdf >changed.pdf
	preflight changed.pdf >out
	like out 'not a valid.* Flags of Link annotation are invalid' \
		"$way: is not with links that a printer leaves out"
done

done_testing
