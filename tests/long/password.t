#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Secret keys with a password: each program opens what the other one has encrypted.  One look at
# such a key takes a second and a gigabyte, as it should.

. "$(dirname "$0")/../lib.sh"

need minisign

export PITHTEX_KEYS="$TOP/bundles/tests/keys"
cp "$TOP/bundles/tests/signed/bundle.json" .
printf 'message' >m

printf 'a pass word\n' >pass
printf 'another\n' >wrong
printf '\n' >nothing
printf 'a pass word\na pass word\n' | minisign -G -f -p e.pub -s e.key >"$BOX/null" 2>&1
is $? 0 "minisign makes an encrypted key"
exits 0 "pack with its password" "$PITHTEX" pack -q -o e.tar.gz --key e.key \
	--password-file pass bundle.json
mkdir t && tar -xzf e.tar.gz -C t
exits 0 "minisign verifies it" minisign -Vq -p e.pub -m t/manifest-sha256.txt
exits 2 "pack without a password" "$PITHTEX" pack -o no.tar.gz --key e.key bundle.json
like err 'e.key: .*--password-file' "says what is needed"
exits 2 "pack with another password" "$PITHTEX" pack -o no.tar.gz --key e.key \
	--password-file wrong bundle.json
like err 'e.key: wrong password' "is refused"
exits 2 "an empty password" "$PITHTEX" pack -o no.tar.gz --key e.key --password-file nothing \
	bundle.json
[ ! -e no.tar.gz ]
is $? 0 "nothing was written"
exits 0 "key new with a password" "$PITHTEX" key new --password-file pass f
printf 'a pass word\n' | minisign -S -s f.key -m m >"$BOX/null" 2>&1
is $? 0 "minisign opens it"
ok minisign -Vq -p f.pub -m m

done_testing
