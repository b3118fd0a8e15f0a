#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The packer's signature: minisign verifies what pithtex signs, pithtex verifies what minisign
# signs, and each reads the other's secret keys.  (Those with a password, which cost seconds each,
# are in tests/long/password.t.)

. "$(dirname "$0")/../lib.sh"

need minisign

export PITHTEX_KEYS="$TOP/bundles/tests/keys"
cp "$TOP/bundles/tests/signed/bundle.json" .
suffix=XAEHK5CJ4V3DE2XTZOGOMA3LIE
manifest="manifest-sha256.txt"

# taken ARCHIVE FOLDER: its members as files.
taken() {
	rm -rf "$2"
	mkdir "$2" && tar -xzf "$1" -C "$2"
}
# by_hand KEY ARCHIVE SIGN...: an archive of bundle.json whose manifest a command has signed.
by_hand() {
	rm -rf hand && mkdir hand && cp bundle.json hand
	hand_to=$1
	shift
	(
		cd hand && sha256sum bundle.json >$manifest && "$@" >"$BOX/null" 2>&1 &&
			tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 \
				--mtime=@315532800 -cf - $manifest $manifest.minisig bundle.json |
			gzip -9n >"../$hand_to"
	)
}

# A pair of each program's.
exits 0 "pithtex key new" "$PITHTEX" key new ours
is "$(stat -c %a ours.key ours.pub | tr '\n' ' ')" "600 644 " "gives a secret file and a public one"
ok minisign -GW -f -p theirs.pub -s theirs.key
exits 2 "a pair is never replaced" "$PITHTEX" key new ours
like err 'ours.key: is there already' "not even by accident"
printf 'message' >m
ok minisign -S -W -s ours.key -m m
ok minisign -V -q -p ours.pub -m m

for pair in ours theirs; do
	exits 0 "pack --key $pair.key" "$PITHTEX" pack -o $pair.tar.gz --key $pair.key bundle.json
	taken $pair.tar.gz t
	exits 0 "minisign verifies it" minisign -V -p $pair.pub -m t/$manifest
	like out "^Trusted comment: pithtex pith:2018:$suffix$" "the comment names the number"
	exits 0 "sha256sum -c does" sh -c "cd t && sha256sum --strict -c $manifest"
	exits 0 "verify without the key" "$PITHTEX" verify $pair.tar.gz
	like out 'note  packer .*not in the keyring' "notes the packer"
done

exits 0 "key add" "$PITHTEX" key add ours.pub
like out '^[0-9A-F]{16}: trusted as packer$' "trusts it as a packer"
exits 0 "verify with it" "$PITHTEX" verify ours.tar.gz theirs.tar.gz
is "$(grep -c 'pass  packer .*signed by' out) $(grep -c 'note  packer' out)" "1 1" \
	"knows one of two"
exits 0 "key add of minisign's own" "$PITHTEX" key add theirs.pub
exits 0 "verify with both" "$PITHTEX" verify ours.tar.gz theirs.tar.gz
is "$(grep -c 'pass  packer' out)" 2 "knows both"
is "$(find "$XDG_CONFIG_HOME/pithtex/keys" -name '*.pub' | wc -l)" 2 "which are two files"

# What minisign signs, in both forms.
ok by_hand theirs-ed.tar.gz minisign -SW -s ../theirs.key -m $manifest -t "any words"
# (minisign's own comment holds tabs.)
ok by_hand theirs-legacy.tar.gz minisign -SWl -s ../theirs.key -m $manifest
exits 0 "both forms are read" "$PITHTEX" verify theirs-ed.tar.gz theirs-legacy.tar.gz
like out 'pass  packer .*any words' "the comment is shown"
is "$(grep -c 'pass  packer' out)" 2 "and hold"

# The twins: other manifest, other key under the same id, other comment.
ok by_hand other.tar.gz sh -c "cp $manifest was && echo x >$manifest &&
	minisign -SW -s ../theirs.key -m $manifest && mv was $manifest"
exits 1 "a signature of another manifest" "$PITHTEX" verify other.tar.gz
like err 'other.tar.gz: forged: packer: does not verify' "is forged"
ok by_hand comment.tar.gz sh -c "minisign -SW -s ../theirs.key -m $manifest -t one &&
	sed -i 's/trusted comment: one/trusted comment: two/' $manifest.minisig"
exits 1 "another trusted comment" "$PITHTEX" verify comment.tar.gz
like err 'forged: packer' "is forged"
escape=$(printf '\033')
ok by_hand escape.tar.gz sh -c "minisign -SW -s ../theirs.key -m $manifest -t one &&
	sed -i 's/trusted comment: one/trusted comment: ${escape}[2J/' $manifest.minisig"
exits 1 "a comment with an escape" "$PITHTEX" verify escape.tar.gz
like err 'damaged: packer: .*not printable' "is damage"
exits 0 "a packer is no registry" sh -c '
	"$PITHTEX" key add --role log ours.pub && "$PITHTEX" verify ours.tar.gz'
like out 'note  packer .*not in the keyring' "and a key of another role is no packer"

exits 2 "a public key is no secret key" "$PITHTEX" pack -o no.tar.gz --key ours.pub bundle.json
exits 2 "a secret key is no trusted key" "$PITHTEX" key add ours.key

done_testing
