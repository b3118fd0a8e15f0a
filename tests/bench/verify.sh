#!/bin/sh
# SPDX-License-Identifier: MIT
#
# verify: one bundle against its parts; many bundles on one core, on two, and by others.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/bench/bench.sh"

"$PITHTEX" key add -q "$TOP/bundles/tests/keys/test-registry.json"
made 10000 c
n=$(find c -name '*.tar.gz' | wc -l)

"$BUILD/tests/tools/parts" "$(find c -name '*.tar.gz' | head -n 1)" >parts
ratio "$(sed -n 's/^whole //p' parts)" "$(sed -n 's/^parts //p' parts)" "at most 1.25" \
	"one bundle, cold, to the sum of inflate, parse, canonical print, SHA-256, Ed25519"

two=$(seconds "$PITHTEX" verify -q c)
if command -v taskset >/dev/null && [ "$(nproc)" -ge 2 ]; then
	ratio "$(seconds taskset -c 0 "$PITHTEX" verify -q c)" "$two" "at least 1.8 on 2 cores" \
		"$n bundles on one core, to all $(nproc)"
fi

cat >naive.py <<'END'
import base64, hashlib, json, sys, tarfile
from nacl.signing import VerifyKey
key = VerifyKey(bytes.fromhex(json.load(open(sys.argv[1]))["public_key_hex"]))
for path in open(sys.argv[2]).read().split():
    with tarfile.open(path) as t:
        b = json.load(t.extractfile("bundle.json"))
    d = hashlib.sha256(json.dumps(b["canonical_record"], sort_keys=True, separators=(",", ":"),
                                  ensure_ascii=False).encode()).digest()
    assert d.hex() == b["canonical_sha256"]
    key.verify(d, base64.b64decode(b["events"][0]["payload"]["receipt"]["signature_b64"]))
END
find c -name '*.tar.gz' >list
ratio "$(seconds /usr/bin/python3 naive.py "$TOP/bundles/tests/keys/test-registry.json" list)" \
	"$two" "at least 3" "a Python script over the same $n, to verify"

cat >recipe.sh <<'END'
for f in $(head -n 50 list); do
	tar -xOzf "$f" bundle.json | python3 -c "import sys,json,hashlib
b=json.dumps(json.loads(sys.stdin.read())['canonical_record'], sort_keys=True,
             separators=(',',':'), ensure_ascii=False).encode()
print(hashlib.sha256(b).hexdigest())"
done
END
fifty=$(seconds sh recipe.sh)
ratio "$(awk -v t="$fifty" -v n="$n" 'BEGIN { print t / 50 * n }')" "$two" "at least 200" \
	"the shell recipe, a number at a time, to verify"

done_testing
