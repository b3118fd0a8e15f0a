#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The same bytes everywhere: no clock, locale, time zone, umask, folder order, number of processors
# or place in the file system reaches an output.

. "$(dirname "$0")/../lib.sh"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI

# everything: all outputs of the program, made in the current folder.
everything() {
	cp -R "$TOP/bundles/samples" in
	for folder in in/*; do
		"$PITHTEX" pack "$folder"
	done >packed.txt
	"$PITHTEX" verify ./*.tar.gz in/*/bundle.json >verify.txt
	"$PITHTEX" verify --json ./*.tar.gz in/*/bundle.json >verify.json
	"$PITHTEX" show $suffix.tar.gz >show.txt
	"$PITHTEX" show --json $suffix.tar.gz >show.json
	"$PITHTEX" unpack $suffix.tar.gz out >unpack.txt
	"$PITHTEX" cache add --cache cache ./*.tar.gz >add.txt
	"$PITHTEX" cache list --cache cache >list.txt
	printf '\\pithnumber{%s}\n\\pithref{arXiv:1607.04246}\n\\pithref{pith:AAAAAAAA}\n' \
		$suffix >paper.aux
	"$PITHTEX" resolve --cache cache paper >resolve.txt 2>resolve.err
	rm -rf in
	# Where the user's own cache and keys would be are lines of this file, and should be.
	sed "s,^M $XDG_DATA_HOME/,M DATA/,; s,^M $XDG_CONFIG_HOME/,M CONFIG/," paper.pith.dep |
		LC_ALL=C sort >dep && mv dep paper.pith.dep
}

mkdir here
(cd here && everything)
ok test -s here/verify.json
ok test -s here/paper.pith.tex

# there NAME WORD...: the same in another folder, with another environment.
there() {
	there_name=$1
	shift
	there=$T/$there_name/a\ longer\ path
	mkdir -p "$there" "$BOX/home-$there_name"
	(
		cd "$there" || exit
		HOME=$BOX/home-$there_name
		export XDG_CONFIG_HOME="$HOME/c" XDG_DATA_HOME="$HOME/d" XDG_CACHE_HOME="$HOME/e"
		eval "$*"
		everything
	)
	diff -r here "$there" >difference 2>&1
	is "$(head -5 difference)" "" "$there_name"
}
there again :
there umask 'umask 077'
there zone 'TZ=Asia/Kathmandu'
there clock 'unset SOURCE_DATE_EPOCH'
there epoch 'SOURCE_DATE_EPOCH=1'
there locale 'LC_ALL=C.UTF-8 LANG=tr_TR.UTF-8 LANGUAGE=de'
there others 'TMPDIR=/nonexistent USER=x LOGNAME=y TERM=dumb COLUMNS=40 GZIP=-1 TAR_OPTIONS=-v'
if command -v taskset >"$BOX/null"; then
	cpu=$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')
	there processors "taskset -pc $cpu \$\$ >\$BOX/null"
fi

done_testing
