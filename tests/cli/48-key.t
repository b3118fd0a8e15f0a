#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The keyring: what is trusted, for what, how it is narrowed, and which files spoil it.

. "$(dirname "$0")/../lib.sh"

real=b2d552b68890857171a78b36a5dccf368a953413288c353f7c9d9d6f94b709b3
keys=$XDG_CONFIG_HOME/pithtex/keys
cp "$TOP/bundles/tests/signed/bundle.json" .
cp "$TOP/bundles/tests/keys/test-registry.json" .

exits 0 "key list" "$PITHTEX" key list
like out '^pith-v1-2026-05$' "has the registry's key"
like out "^  hex  *$real$" "in hex"
like out '^  base64  *stVStoiQhXFxp4s2pdzPNoqVNBMojDU/fJ2db5S3CbM=$' "in base64"
like out '^  fingerprint  *8d4b5ee74e4693bcd1df2446408b0d54$' "with its fingerprint"
like out '^  *RVFV5Z2OI2J3ZUO7ERDEBCYNKS$' "in both forms"
is "$(grep -c '^  role  *registry$' out)" 1 "and it is the only one"
exits 1 "another's record is unsigned" "$PITHTEX" verify bundle.json

exits 0 "key show of a file" "$PITHTEX" key show test-registry.json
like out '^test-registry$' "shows it"
[ ! -e "$keys" ]
is $? 0 "without trusting it"
exits 0 "key add" "$PITHTEX" key add test-registry.json
is "$(cat out)" "test-registry: trusted as registry" "trusts it"
exits 0 "the record is good" "$PITHTEX" verify -q bundle.json
exits 0 "key show of an id" "$PITHTEX" key show test-registry
exits 0 "key add again" "$PITHTEX" key add -q test-registry.json
is "$(find "$keys" -name '*.json' | wc -l) $(cat out)" "1 " "is the same file, and quiet"
exits 2 "key show of nothing" "$PITHTEX" key show nobody
like err 'nobody: neither' "says so"

# Narrowed by hand: the sidecar is JSON.
side=$(find "$keys" -name '*.json').trust
for row in '{} 0' '{"role":"registry"} 0' '{"role":"packer"} 1' \
	'{"valid_from":"2018-01-01T00:00:00Z"} 1' '{"revoked_at":"2030-01-01T00:00:00Z"} 1' \
	'{"role":"king"} 2' '{"valid_until":"soon"} 2' '{"color":"red"} 2' '[] 2'; do
	echo "${row% *}" >"$side"
	exits "${row##* }" "sidecar ${row% *}" "$PITHTEX" verify -q bundle.json
done
rm "$side"
exits 0 "key add --role" "$PITHTEX" key add --role claimant test-registry.json
exits 1 "narrows it" "$PITHTEX" verify -q bundle.json
exits 2 "a role that is none" "$PITHTEX" key add --role king test-registry.json
exits 0 "key add --role registry" "$PITHTEX" key add --role registry test-registry.json
exits 0 "widens it again" "$PITHTEX" verify -q bundle.json

# Files that spoil a ring.  Each is refused by key add, and where it lies in the folder already the
# program says so instead of going on without it.
need_python
spoil() {
	printf '%s\n' "$1" >bad.json
	exits 2 "key add: $2" "$PITHTEX" key add bad.json
	like err '^pithtex: bad.json: ' "names the file: $2"
	cp bad.json "$keys/zz.json"
	exits 2 "in the folder: $2" "$PITHTEX" verify -q bundle.json
	like err '/zz.json: ' "names the file again: $2"
	rm "$keys/zz.json"
}
hex() { printf '{"key_id":"k","public_key_hex":"%s"}' "$1"; }
zeros=000000000000000000000000000000000000000000000000000000000000
spoil "$(hex "${zeros}0000")" "a point of order 4"
spoil "$(hex "01${zeros}00")" "the neutral point"
spoil "$(hex c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a)" "a point of order 8"
spoil "$(hex eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f)" "not canonical"
spoil "$(hex "02${zeros}00")" "not on the curve"
spoil "$(hex "${real%??}")" "31 bytes"
spoil "$(hex "${real}00")" "33 bytes"
spoil "$(hex "")" "no bytes"
spoil '{"key_id":"k"}' "no key"
spoil '{"public_key_hex":"'$real'"}' "no id"
spoil 'not JSON' "not JSON"
spoil "" "an empty file"
if [ -d "${PITHTEX_SHARED:-/nonexistent}" ]; then
	mixed=$(PYTHONPATH=$PITHTEX_SHARED/adversarial/lib python <<'END'
import os, sys
sys.path.insert(0, os.environ["PITHTEX_SHARED"] + "/adversarial/lib")
import ed25519_lab
print(ed25519_lab.mixed_order_public(bytes(32)).hex())
END
	)
	spoil "$(hex "$mixed")" "of mixed order"
fi

# Upper and lower case are one key.
rm -rf "$keys"
mkdir -p "$keys"
hex $real >"$keys/a.json"
hex "$(echo $real | tr a-f A-F)" >"$keys/b.json"
exits 0 "the same key twice" env PITHTEX_KEYS="$keys" "$PITHTEX" key list
is "$(grep -c "$real" out)" 1 "is one key"

# A revocation touches one key, and no file of the user's.
rm -rf "$keys"
mkdir -p "$keys"
other=$(sed -n 's/.*"public_key_hex":"\([0-9a-f]*\)".*/\1/p' \
	"$TOP/bundles/tests/keys/test-registry.json")
cat >"$keys/pith-mirrors.json" <<END
{"mirrors": [{"public_key": {"key_id": "one", "public_key_hex": "$real"}},
 {"public_key": {"key_id": "two", "public_key_hex": "$other"}}]}
END
cp "$keys/pith-mirrors.json" before.json
cat "$keys/generation" >mark 2>null
exits 0 "one of two keys of a file" "$PITHTEX" key revoke --at 2024-01-01T00:00:00Z two
exits 0 "listed" "$PITHTEX" key list
is "$(sed -n '/^[a-z]/h; /revoked/{G;s/.*\n//p;}' out | tr '\n' ' ')" "two " "it alone is revoked"
exits 0 "one that came with the program" "$PITHTEX" key revoke \
	--at 2024-01-01T00:00:00Z pith-v1-2026-05
same "$keys/pith-mirrors.json" before.json "leaves a file of its file's name alone"
exits 0 "listed" "$PITHTEX" key list
is "$(grep -c 'revoked' out) $(grep -c '^one$' out)" "2 1" "both are revoked, the third is not"
ok test -s "$keys/generation"
! cmp -s mark "$keys/generation"
is $? 0 "and a build is told"
exits 0 "corrected" "$PITHTEX" key revoke --at 2025-01-01T00:00:00Z two
like err 'two: was revoked at 2024-01-01T00:00:00Z: .* counts again' "is told"
exits 0 "listed" "$PITHTEX" key list
like out 'revoked .*2025-01-01' "by the later word"
echo '{"revoked_at":"2023-01-01T00:00:00Z"}' >"$keys/pith-mirrors.json.trust"
exits 0 "where the file itself says more" "$PITHTEX" key revoke --at 2024-01-01T00:00:00Z two
like err 'two: another file .* revoked at 2023-01-01T00:00:00Z, and the earlier time counts' \
	"that is told"
rm -r "$keys"

# A receipt signed with S + L: the equation holds, the signature does not.
exits 0 "S + L is forged" python <<'END'
from pith import *
L = 2**252 + 27742317777372353535851937790883648493
old = json.loads(sample())
sig = base64.b64decode(old["events"][0]["payload"]["receipt"]["signature_b64"])
more = sig[:32] + (int.from_bytes(sig[32:], "little") + L).to_bytes(32, "little")
t = Tally()
for name, s in (("sig", sig), ("more", more)):
    write(name, dump(bundle(old["canonical_record"], base64.b64encode(s).decode())))
got = verify(["sig", "more"])
t.check([g["verdict"] for g in got] == ["good", "forged"], repr(got))
# Beside the good one it is no second event that anybody believes.
both = json.loads(read("sig"))
both["events"] += json.loads(read("more"))["events"]
write("both", dump(both))
t.check(verify(["both"])[0]["verdict"] == "forged", "both")
t.end(2)
END

done_testing
