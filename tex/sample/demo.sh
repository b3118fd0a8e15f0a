#!/bin/sh
# SPDX-License-Identifier: LPPL-1.3c
#
# demo.sh BUILDDIR: the sample paper from nothing to a PDF with a verified badge.
#
# BUILDDIR holds pithtex and the packed sample bundles, as a build leaves them.  All that is
# written goes to BUILDDIR/demo; no network, no file outside of it.

set -eu

usage() {
	echo "usage: demo.sh BUILDDIR" >&2
	exit 2
}
die() {
	echo "demo.sh: $*" >&2
	exit 2
}

[ $# -eq 1 ] || usage
tex=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd) || die "no folder $1"
[ -x "$build/pithtex" ] || die "$build/pithtex is not there: build first"
for tool in latexmk pdflatex; do
	command -v "$tool" >/dev/null || die "$tool is not installed"
done

PATH=$build:$PATH
demo=$build/demo
cache=$demo/cache
# The demo has a home of its own, so that it finds its own cache and keys, and none of the user's.
HOME=$demo/home
XDG_CACHE_HOME=$HOME/.cache
XDG_CONFIG_HOME=$HOME/.config
XDG_DATA_HOME=$HOME/.local/share
PITHTEX_CACHE=$cache
PITHTEX_KEYS=$tex/../bundles/keys	# the program is not installed: its keys are here
export PATH HOME XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME PITHTEX_CACHE
[ -z "${PITHTEX_KEYS-}" ] || export PITHTEX_KEYS

rm -rf "$demo"
mkdir -p "$demo" "$HOME"
cd "$demo"
cp "$tex/sample/paper.tex" "$tex/sample/latexmkrc" .
cp -R "$tex/sample/chapters two" .
cp "$tex/latexmkrc" pithtex.latexmkrc
if [ -f "$build/tex/pith.sty" ]; then
	cp "$build/tex/pith.sty" .
else
	awk -f "$tex/docstrip.awk" "$tex/pith.dtx" >pith.sty
fi

say() { printf '\n== %s\n' "$*"; }

say "the cache, from $build/bundles"
for bundle in "$build"/bundles/*.tar.gz; do
	[ -f "$bundle" ] || die "no packed bundles in $build/bundles"
	# 1 is a finding: it is shown, and the bundle is kept or refused as pithtex sees fit.
	pithtex cache add --cache "$cache" "$bundle" || [ $? -eq 1 ] ||
		die "pithtex cache add failed on $bundle"
done

say "latexmk -pdf paper"
if ! latexmk -pdf -silent -interaction=nonstopmode paper >build.log 2>&1; then
	tail -n 40 build.log >&2
	die "the build failed; the whole log is $demo/build.log"
fi
grep -a '^Package pith Warning' -A 1 paper.log || echo "no findings"

say "the report"
pithtex resolve paper || [ $? -eq 1 ] || die "pithtex resolve failed"

if command -v pdftotext >/dev/null; then
	say "the badge, as pdftotext reads it"
	pdftotext -layout -l 1 paper.pdf - | grep 'Pith Number' || die "the badge is not in the PDF"
fi

say "done"
echo "$demo/paper.pdf"
