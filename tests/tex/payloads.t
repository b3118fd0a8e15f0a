#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Hostile titles are text with every engine, wherever a title can stand: in a line, a heading and
# its repetitions, a footnote, a caption, a table, a formula, a box, the ledger; in the encoding
# T1, in OT1 and in Unicode.  TeX may run programs and read any file here; it does neither.

. "$(dirname "$0")/tex.sh"

need_python
need_shared
[ -x "$PITHTEX" ] || skip_all "no $PITHTEX"

# One paper for all engines.  A marker stands in front of each title, the words of the finding
# behind it.  The own number carries a citation record with the titles as works cited.
exits 0 "the titles as bundles" python <<'END'
from pith import *
import ledger
import payloads

cases = payloads.make()
own = ledger.record("1607.04246", "An own title", inbound=0, outbound=0)
me = ledger.paper("1607.04246", "An own title")
for i, c in enumerate(cases):
    own["outbound"].append(ledger.observation(i + 1, me, ledger.paper("1901.%05d" % i, c.text)))
ledger.settle(own)
write("own.tar.gz", archive({"bundle.json": sample(), "citation-record.json": canon(own)}))
lines = ["\\makeatletter\\input{first}\\makeatother", "\\begin{document}", "\\tableofcontents"]
for i, c in enumerate(cases):
    title = "@Q%d:\\pithtitle{%s}" % (i, c.suffix)
    lines += ["\\section{%s}" % title, "%s\\footnote{%s}\n" % (title, title),
              "\\begin{figure}[ht]\\caption{%s}\\end{figure}" % title,
              "\\begin{tabular}{l}%s\\end{tabular}" % title,
              "$\\text{%s}$ \\emph{%s} \\MakeUppercase{%s}" % (title, title, title),
              "\\parbox{200mm}{%s}" % title]
lines += ["\\clearpage LEDGER\\pithledger", "\\end{document}"]
write("paper.tex", "\n".join(lines).encode())
END
cat >first.tex <<END
\\documentclass{article}
\\usepackage{iftex,amsmath}
\\usepackage[paperwidth=1800mm,paperheight=1000mm,margin=20mm]{geometry}
\\iftutex\\else\\usepackage[@FONTS@]{fontenc}\\fi
@LMODERN@
\\usepackage[@DRIVER@]{hyperref}
\\usepackage[@OPTION@]{pith}
\\pithnumber{$OWN}
\\pagestyle{headings}
\\hyphenpenalty10000 \\exhyphenpenalty10000
\\setcounter{totalnumber}{9}\\setcounter{topnumber}{9}\\extrafloats{100}
END
exits 1 "they are unsigned" "$PITHTEX" cache add -q --cache cache ./*.tar.gz

# tex ENGINE: TeX with all doors open.
tex() {
	"$1" -shell-escape -recorder -interaction=nonstopmode paper >paper.run 2>&1
}
cp first.tex first.all
for way in pdftex pdftex-ot1 luatex xetex dvips dvipdfmx; do
	case $way in
	pdftex | pdftex-ot1) engine=pdflatex driver=pdftex ;;
	luatex) engine=lualatex driver=luatex ;;
	xetex) engine=xelatex driver=xetex ;;
	dvips) engine=latex driver=dvips ;;
	dvipdfmx) engine=latex driver=dvipdfmx ;;
	esac
	command -v "$engine" >/dev/null || continue
	option=
	[ $way != dvipdfmx ] || option=dvipdfmx
	fonts=T1 modern='\\usepackage{lmodern}'
	[ $way != pdftex-ot1 ] || fonts=OT1 modern=
	sed "s/@DRIVER@/$driver/; s/@OPTION@/$option/; s/@FONTS@/$fonts/; s/@LMODERN@/$modern/" \
		first.all >first.tex
	if [ ! -f paper.pith.tex ]; then
		tex "$engine"
		exits 1 "resolve" "$PITHTEX" resolve -q --cache cache paper
	fi
	rm -f paper.toc paper.out paper.pdf
	tex "$engine" && tex "$engine"
	case $way in
	dvips) dvips -q paper.dvi && ps2pdf paper.ps paper.pdf ;;
	dvipdfmx) dvipdfmx -q paper.dvi ;;
	esac >>paper.run 2>&1
	is "$(grep -a -A 3 '^!' paper.log)" "" "$way: no error"
	pdftotext -raw paper.pdf paper.txt
	exits 0 "$way: every title is the text that it is" python <<'END'
from pith import *
import payloads

t = Tally()
text = read("paper.txt").decode()
body, _, table = text.partition("LEDGER")
words = payloads.printed("[record intact, not signed]")
seen = {}
for piece in payloads.printed(body).split("@Q")[1:]:
    number, colon, rest = piece.partition(":")
    if number.isdigit() and colon:
        seen.setdefault(int(number), []).append(rest.partition(words)[0])
table = payloads.printed(table)
for i, c in enumerate(payloads.make()):
    want = payloads.printed(c.clean)
    # Contents, heading, mark, line, note, caption, cell, formula, emphasis, capitals, box.
    t.check(len(seen.get(i, [])) >= 10, "%s: only %d times" % (c.name, len(seen.get(i, []))))
    for got in seen.get(i, []):
        if c.name.startswith("long"):    # it leaves the page
            n = 40 if c.text.isascii() else 5
            t.check(got[:n] == want[:n], "%s: %r" % (c.name, got[:100]))
        elif not want:          # the number stands for it
            t.check(c.suffix in got, "%s: %r" % (c.name, got[:100]))
        else:
            t.check(got == want, "%s: %r is not %r" % (c.name, got[:200], want[:200]))
    # There a title is cut.
    t.check(want[:30] in table, "%s: not in the ledger" % c.name)
t.end(600)
END
	is "$(grep -a '^INPUT.*/etc/hostname' paper.fls)" "" "$way: no file is read"
	ok [ ! -e PWNED ]
done

done_testing
