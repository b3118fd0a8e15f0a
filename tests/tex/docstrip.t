#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pith.sty without TeX is pith.sty with TeX, and the documented source is a document.

. "$(dirname "$0")/tex.sh"

need tex

cp "$TOP/tex/pith.dtx" "$TOP/tex/pith.ins" .
mv pith.sty awk.sty
exits 0 "docstrip reads the source" tex -interaction=nonstopmode pith.ins
same awk.sty pith.sty "awk writes what docstrip writes"
like pith.sty '^%% SPDX-License-Identifier: LPPL-1\.3c$' "the licence stands in it"
unlike pith.sty '^%($|[^%])' "no documentation is left in it"

if kpsewhich ltxdoc.cls >/dev/null; then
	pdflatex -interaction=nonstopmode pith.dtx >/dev/null
	pdflatex -interaction=nonstopmode pith.dtx >/dev/null
	sound pith "the documentation can be typeset"
fi

done_testing
