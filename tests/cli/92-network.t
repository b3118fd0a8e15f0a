#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No socket is ever opened, by no command, whatever it is given.

. "$(dirname "$0")/../lib.sh"

need strace
strace -f -o trace -e trace=%network true 2>err || skip_all "strace may not trace here"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
cp "$TOP/bundles/samples/$suffix/bundle.json" .
printf '\\pithnumber{%s}\n\\pithnumber{pith:AAAAAAAA}\n' $suffix >paper.aux
printf 'no bundle' >damaged

# silent WORD...: the command, traced; any status but a signal's.
silent() {
	strace -f -qq -o trace -e trace=%network "$PITHTEX" "$@" >out 2>err
	[ $? -lt 128 ] || fail "pithtex $* was killed"
	is "$(grep -v -e '^[0-9]* *+++' -e '^[0-9]* *---' trace)" "" "pithtex $*"
}
silent verify bundle.json damaged https://pith.science/pith/$suffix/bundle.json
silent show bundle.json
silent show $suffix
silent pack -q "$TOP/bundles/samples/$suffix"
silent unpack $suffix.tar.gz
silent cache add bundle.json damaged
silent cache list
silent cache find $suffix arXiv:1607.04246 10.1000/182
silent cache missing paper
silent cache check --rebuild
silent resolve paper
silent resolve --json paper
silent arxiv paper
printf '%%PDF-1.5\n' >damaged.pdf
silent verify damaged.pdf
printf '{}' >payload
silent merge bundle.json $suffix.tar.gz
silent diff bundle.json $suffix.tar.gz
silent cache remove $suffix
silent key new mine
silent key add mine.pub
silent event sign --type citation --payload payload --key mine.key -o event $suffix
silent event check event
silent key list
silent key show mine.pub
silent key revoke --at 2020-01-01T00:00:00Z nobody
mkdir -p c/RE
cp "$BUILD/bundles/$suffix.tar.gz" c/RE/
silent snapshot create --key mine.key c snap
silent snapshot list snap
silent snapshot verify snap
silent snapshot diff snap 0
silent snapshot prove snap $suffix
"$PITHTEX" key add -q --role log mine.pub
silent deposit make --date 2026-08-24 snap kit
ok test -f kit/bagit.txt
silent stamp request snap
silent stamp attach snap x.reply
silent stamp info snap
silent stamp verify snap
silent stamp renew snap
mkdir -p bag/data
printf 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n' >bag/bagit.txt
printf 'https://example.org/x 1 data/x\n' >bag/fetch.txt
silent deposit verify bag
silent site c mirror
silent help
silent version

# And every command was tried.
"$PITHTEX" help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)  *[a-z].*/\1/p' | sed 's/  .*//' |
	while IFS= read -r verb; do
		grep -q "^silent $verb" "$TOP/tests/cli/92-network.t" || echo "$verb"
	done >left
is "$(cat left)" "" "no command is left out"

# The twin: the trace does see a socket.
if [ -x /usr/bin/python3 ]; then
	strace -f -qq -o trace -e trace=%network /usr/bin/python3 -c \
		'import socket; socket.socket(socket.AF_UNIX)'
	like trace 'socket\(' "a socket would be seen"
fi

done_testing
