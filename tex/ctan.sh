#!/bin/sh
# SPDX-License-Identifier: LPPL-1.3c
#
# ctan.sh DIR: what CTAN takes of the LaTeX package, as DIR/pith.zip, checked by CTAN's rules
# (https://ctan.org/help/upload-pkg and the rules of its pkgcheck).
#
#	pith/           the sources, the manual as PDF, README; nothing that they make
#	pith.tds.zip    the same as it is installed: tex/, doc/, source/
#
# The same sources give the same bytes: times are those of SOURCE_DATE_EPOCH, else 1980-01-01.

set -eu

die() {
	echo "ctan.sh: $*" >&2
	exit 1
}

[ $# -eq 1 ] || { echo "usage: ctan.sh DIR" >&2 && exit 2; }
tex=$(cd "$(dirname "$0")" && pwd)
for tool in pdflatex zip unzip; do
	command -v "$tool" >/dev/null || die "$tool is not installed"
done
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} FORCE_SOURCE_DATE=1 TZ=UTC LC_ALL=C
export SOURCE_DATE_EPOCH FORCE_SOURCE_DATE TZ LC_ALL
umask 022
mkdir -p "$1"
out=$(cd "$1" && pwd)
rm -rf "$out/pith" "$out/tds" "$out/build" "$out/pith.zip" "$out/pith.tds.zip"
mkdir -p "$out/pith" "$out/build"

sources='docstrip.awk pith.dtx pith.ins'
docs='Makefile.example README.md latexmkrc overleaf.md'

# The package and its manual.
cd "$out/build"
cp "$tex/pith.dtx" .
awk -f "$tex/docstrip.awk" pith.dtx >pith.sty
for run in 1 2 3; do
	pdflatex -interaction=batchmode -halt-on-error -jobname=pith-doc pith.dtx >said 2>&1 ||
		die "run $run of the manual failed: see $out/build/pith-doc.log"
done

# What lies flat on CTAN.
cd "$out/pith"
for file in $sources $docs; do
	cp "$tex/$file" .
done
cp "$tex/arara/pithtex.yaml" ../build/pith-doc.pdf .

# What is installed.
tds=$out/tds
mkdir -p "$tds/tex/latex/pith" "$tds/doc/latex/pith" "$tds/source/latex/pith"
cp ../build/pith.sty "$tds/tex/latex/pith"
for file in $sources; do
	cp "$file" "$tds/source/latex/pith"
done
for file in $docs pithtex.yaml pith-doc.pdf; do
	cp "$file" "$tds/doc/latex/pith"
done

# pack ZIP NAME...: in byte order, without owners, with one time.
pack() {
	pack_to=$1
	shift
	find "$@" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	find "$@" -type f -exec chmod 644 {} +
	find "$@" -type f | sort | zip -q -X -9 "$pack_to" -@
}
cd "$tds"
pack "$out/pith.tds.zip" doc source tex
cd "$out"
pack "$out/pith.zip" pith pith.tds.zip

# --- CTAN's rules ---

faults=0
fault() {
	echo "ctan.sh: $*" >&2
	faults=$((faults + 1))
}

# names ZIP, rules ZIP: what holds for every archive there.
names() { unzip -Z1 "$1"; }
rules() {
	names "$1" | grep -q . || fault "$1: empty"
	names "$1" | grep -E '(^|/)\.' && fault "$1: hidden files"
	names "$1" | grep -E '[^A-Za-z0-9._/-]' && fault "$1: names with other characters"
	names "$1" | grep -Ei '\.(aux|log|toc|out|idx|ilg|ind|glo|gls|hd|fls|synctex\.gz|bak)$|~$|/(__MACOSX|Thumbs\.db)' &&
		fault "$1: files that a build leaves behind"
	names "$1" | tr '[:upper:]' '[:lower:]' | sort | uniq -d | grep . && fault "$1: names that differ in case only"
	unzip -Z "$1" | grep -E '^l' && fault "$1: links"
	unzip -Z "$1" | grep -E '^-' | grep -v '^-rw-r--r--' && fault "$1: other permissions than 644"
	unzip -Z "$1" | awk '/^-/ && $4 == 0' | grep . && fault "$1: empty files"
	return 0
}
rules pith.zip
rules pith.tds.zip

# One folder with the package's name, and the TDS archive beside it.
names pith.zip | sed 's,/.*,,' | sort -u | tr '\n' ' ' | grep -qx 'pith pith.tds.zip ' ||
	fault "pith.zip: other things than pith/ and pith.tds.zip"
names pith.tds.zip | grep -Ev '^(tex|doc|source)/latex/pith/' && fault "pith.tds.zip: not a TDS"
names pith.zip | grep -qx 'pith/README.md' || fault "pith.zip: no README"
names pith.zip | grep -q '^pith/.*\.sty$' && fault "pith.zip: a file that pith.ins makes"
names pith.tds.zip | grep -qx 'tex/latex/pith/pith.sty' || fault "pith.tds.zip: no pith.sty"
for zip in pith.zip pith.tds.zip; do
	names $zip | grep -q '/pith-doc\.pdf$' || fault "$zip: no manual"
done

# Text is UTF-8 with Unix line ends; every text names the licence; the PDF is one.
for file in pith/*; do
	case $file in
	*.pdf)
		head -c 5 "$file" | grep -q '^%PDF-' || fault "$file: not a PDF"
		continue
		;;
	esac
	grep -q "$(printf '\r')" "$file" && fault "$file: line ends of another system"
	head -c 3 "$file" | grep -q "$(printf '\357\273\277')" && fault "$file: a byte order mark"
	iconv -f UTF-8 -t UTF-8 "$file" >/dev/null 2>&1 || fault "$file: not UTF-8"
	grep -q 'LPPL' "$file" || fault "$file: no licence"
done
# One version in the package, and the same licence as CTAN is told.
grep -q 'ProvidesExplPackage {pith} {20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]} {[0-9.]*}' pith/pith.dtx ||
	fault "pith.dtx: no date and version"
# The flat sources make the package that is installed.
awk -f pith/docstrip.awk pith/pith.dtx | cmp -s - tds/tex/latex/pith/pith.sty ||
	fault "pith.sty is not what pith.dtx makes"

rm -rf "$out/build" "$out/tds" "$out/pith" "$out/pith.tds.zip"
[ "$faults" -eq 0 ] || die "$faults faults"
echo "$out/pith.zip"
