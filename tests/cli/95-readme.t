#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What the README tells a new user to type works as it stands there.

. "$(dirname "$0")/../lib.sh"
need minisign
need_python

# The block of shell lines, in a folder that holds what a checkout holds.
# shellcheck disable=SC2016
sed -n '/^```sh$/,/^```$/{/^```/d;p;}' "$TOP/README.md" >block
ok test "$(grep -c . block)" -ge 7
ln -s "$TOP/bundles" bundles
mkdir bin
ln -s "$PITHTEX" bin/pithtex
exits 0 "the block runs" env PATH="$PWD/bin:/usr/bin:/bin" sh -e block
digest=$(sed -n 's/^# expect: //p' block)
like out 'bundle\.json: OK' "sha256sum says OK"
like out 'Signature and comment signature verified' "minisign verifies"
like out "^$digest\$" "Python prints the expected digest"
ok "$PITHTEX" verify -q RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz

# The block for archives, but for what the network does.
"$PITHTEX" cache add -q --cache CACHE RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz
"$PITHTEX" key add --role log -q mine.pub
grep -E '^pithtex (snapshot|stamp|deposit|site|cache add) .*   ' "$TOP/README.md" |
	sed 's/   .*//; s/ >get && curl.*/ >get/; /attach/d; s/--ots //
	s/NUMBER/RE7YA4NUEPAVNSZTI7K5XFZRCI/; s/make snap/make --date 2026-08-24 snap/' >block
is "$(grep -c . block)" 6 "the commands for archives"
exits 0 "they run" env PATH="$PWD/bin:/usr/bin:/bin" sh -e block
exits 0 "the kit is good" "$PITHTEX" deposit verify pith-mine-20260824-1
exits 0 "so is the snapshot" "$PITHTEX" snapshot verify snap

# Every command that it names exists, and so does every file.
grep -o 'pithtex [a-z]*\( [a-z]*\)\?' "$TOP/README.md" | sort -u | while read -r _ verb; do
	case $verb in
	help* | '' | verify* | show* | "pack"* | "key new"* | "cache "*) ;;
	*) continue ;;
	esac
	# shellcheck disable=SC2086
	"$PITHTEX" help ${verb% FILE} >/dev/null 2>&1 || "$PITHTEX" help "${verb%% *}" >/dev/null ||
		echo "$verb" >>unknown
done
ok test ! -e unknown
for f in doc/result.svg src/README.md doc/HACKING.md tex/README.md bootstrap; do
	ok test -f "$TOP/$f"
done

done_testing
