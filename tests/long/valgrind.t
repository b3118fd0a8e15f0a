#!/bin/sh
# SPDX-License-Identifier: MIT
#
# No leak and no unset byte in any command, on good files and on each kind that is refused.

. "$(dirname "$0")/../lib.sh"

need valgrind
grep -q __asan_init "$PITHTEX" && skip_all "the program has sanitizers of its own"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
cp "$TOP/bundles/samples/$suffix/bundle.json" .
"$PITHTEX" pack -q "$TOP/bundles/samples/$suffix"
head -c 700 $suffix.tar.gz >cut.tar.gz
for name in forged conflict unsigned; do
	cp "$TOP/bundles/tests/$name/bundle.json" $name.json
done
sed 's/signature_b64":"/&x/' bundle.json >malformed.json
printf '{"a":[1,{"b":' >broken.json
printf '<html>' >text
printf '\\pithnumber{%s}\n\\pithref{pith:AAAAAAAA}\n' $suffix >paper.aux

# clean STATUS WORD...: the command under valgrind.
clean() {
	clean_want=$1
	shift
	exits "$clean_want" "pithtex $*" valgrind -q --error-exitcode=99 --leak-check=full \
		--show-leak-kinds=definite,indirect,possible \
		--errors-for-leak-kinds=definite,indirect \
		"$PITHTEX" "$@"
}
clean 1 verify bundle.json $suffix.tar.gz cut.tar.gz forged.json conflict.json unsigned.json \
	malformed.json broken.json text
clean 0 verify --json bundle.json
clean 0 show $suffix.tar.gz
clean 0 pack -o again.tar.gz bundle.json
clean 2 pack -o again.tar.gz broken.json
clean 0 unpack $suffix.tar.gz
clean 2 unpack broken.json
clean 2 cache add --cache c $suffix.tar.gz broken.json
clean 0 cache list --cache c
clean 1 resolve --cache c paper
clean 0 key list
clean 2 verify --quiet --quiet x

done_testing
