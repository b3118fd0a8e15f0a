#!/bin/sh
# SPDX-License-Identifier: MIT
#
# verify leaks nothing and reads no unset byte, on good files and on each kind that is refused.
# (The other commands are in tests/long/valgrind.t.)

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

done_testing
