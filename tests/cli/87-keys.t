#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The public keys in a kit: those of registries, which sign the records in it, the log's and the
# depositor's; that OpenSSL checks a record by them, and whose they are.

. "$(dirname "$0")/../lib.sh"

need tar openssl
need_python
a=RE7YA4NUEPAVNSZTI7K5XFZRCI
make() { "$PITHTEX" deposit make -q --date 2026-08-24 "$@"; }
in_kit() { (cd "$1/data/keys" && echo ./*) | sed 's,\./,,g'; }

mkdir -p cache/RE && cp "$BUILD/bundles/$a.tar.gz" cache/RE/
"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
"$PITHTEX" snapshot create -q --key log.key cache snap || exit 99
own=registry-RVFV5Z2OI2J3ZUO7ERDEBCYNKS
exits 0 "a kit" make snap kit
is "$(in_kit kit)" "log.pem log.pub log.vkey $own.json $own.pem" \
	"has the key that came with the program"
like kit/manifest-sha256.txt "  data/keys/$own.pem\$" "which the manifests cover"
like kit/data/README.txt '^ {25}registry-\* of registries, which sign the records$' "README.txt"
like kit/data/FORMATS.txt '^registry-NAME.json and .pem are the key of a registry' "FORMATS.txt"

# In fifty years: the record's digest and signature, and what FORMATS.txt says to type.
python "$a" <<'END_PYTHON'
import base64, glob, gzip, hashlib, io, json, sys, tarfile
from pith import dump
tar = tarfile.open(glob.glob("kit/data/shards/0000.p/*.tar")[0])
name = [n for n in tar.getnames() if sys.argv[1] in n][0]
inner = tarfile.open(fileobj=io.BytesIO(gzip.decompress(tar.extractfile(name).read())))
bundle = json.load(inner.extractfile("bundle.json"))
record = json.dumps(bundle["canonical_record"], sort_keys=True, separators=(",", ":"),
                    ensure_ascii=False).encode()
digest = hashlib.sha256(record).digest()
assert base64.b32encode(digest)[:26].decode() == sys.argv[1]
def find(value):
    if isinstance(value, dict):
        if "signature_b64" in value:
            yield value["signature_b64"]
        for v in value.values():
            yield from find(v)
    elif isinstance(value, list):
        for v in value:
            yield from find(v)
open("DIGEST", "wb").write(digest)
open("SIGNATURE", "wb").write(base64.b64decode(next(find(bundle))))
END_PYTHON
command=$(sed -n '/^    openssl pkeyutl/{N; s/ *\\\n */ /; s/^ *//; p;}' kit/data/FORMATS.txt |
	sed "s,data/keys/registry-NAME,kit/data/keys/$own,")
exits 0 "openssl checks the record" sh -c "$command"
like out 'Signature Verified Successfully' "by that key"
printf x | dd of=DIGEST bs=1 conv=notrunc 2>null
exits 1 "another record" sh -c "$command"

# It is one that a keyring takes.
exits 0 "the key, out of the kit" env PITHTEX_KEYS="$T/none" XDG_CONFIG_HOME="$T/config" \
	"$PITHTEX" key add -q --role registry "kit/data/keys/$own.json"
exits 0 "is the registry's" env PITHTEX_KEYS="$T/none" XDG_CONFIG_HOME="$T/config" \
	"$PITHTEX" verify cache/RE/$a.tar.gz

# Which go in is said, or comes with the program; what else is trusted here has no say.
cat >other.json <<'END_JSON'
{"key_id": "other \"1\"", "algorithm": "ed25519", "public_key_hex":
 "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"}
END_JSON
"$PITHTEX" key add -q --role registry other.json
exits 0 "with a key of one's own in the keyring" make snap same
ok diff -r kit same
exits 0 "which is named" make --registry-key other.json snap other
other=$(basename other/data/keys/registry-*.pem .pem)
is "$(in_kit other)" "log.pem log.pub log.vkey $other.json $other.pem" "and is in alone"
like "other/data/keys/$other.json" '"key_id": "other ."1."",$' "by its name"
exits 0 "both, and one twice" make --registry-key "$PITHTEX_KEYS/pith-mirrors.json" \
	--registry-key other.json --registry-key other.json snap both
exits 0 "in another order" make --registry-key other.json \
	--registry-key "$PITHTEX_KEYS/pith-mirrors.json" snap both.again
ok diff -r both both.again
is "$(in_kit both | wc -w | tr -d ' ')" 7 "are two"
cp other.json until.json
echo '{"valid_from": "2020-01-01T00:00:00Z", "revoked_at": "2026-01-01T00:00:00Z"}' \
	>until.json.trust
exits 0 "one that was revoked" make --registry-key until.json snap until
is "$(in_kit until)" "log.pem log.pub log.vkey $other.json $other.json.trust $other.pem" \
	"says so beside it"
like "until/data/keys/$other.json.trust" '"revoked_at": "2026-01-01T00:00:00Z"' "in its own words"
exits 0 "which a keyring takes" "$PITHTEX" key show "until/data/keys/$other.json"
like out 'revoked' "with its limits"
exits 2 "two files that say different things" \
	make --registry-key until.json --registry-key other.json snap no
like err 'one key, [A-Z2-7]{26}, of which they say different things' "are not both believed"
for file in log.pub cache/RE/$a.tar.gz nowhere.json; do
	exits 2 "no key of a registry: $file" make --registry-key "$file" snap no
	like err "^pithtex: $file: " "is named"
done
exits 0 "a program without keys" env PITHTEX_KEYS="$T/none" "$PITHTEX" deposit make \
	--date 2026-08-24 snap bare
like err 'no key of a registry came with the program, .* name one with --registry-key' "says so"
is "$(in_kit bare)" "log.pem log.pub log.vkey" "has none to put in"
unlike bare/data/README.txt registry- "and says nothing of any"

# A log that is called as the depositor's key is.
"$PITHTEX" snapshot create -q --key log.key --origin depositor cache called || exit 99
exits 0 "a log named depositor" make --sign log.key called clash
is "$(in_kit clash)" "depositor-log.pem depositor-log.pub depositor-log.vkey depositor.pub \
$own.json $own.pem" "has keys of its own"
if command -v signify-openbsd >null && command -v minisign >null; then
	is "$(cd clash && /usr/bin/python3 "$TOP/tests/tools/readme.py")" "26 commands, 0 wrong" \
		"as its README says"
fi
is "$("$PITHTEX" deposit verify clash >out 2>&1; sed -n 's/^  \([a-z]*\): .*/\1/p' out)" good \
	"and is good"

exits 2 "no folder for it" make snap no/
like err '^pithtex: no/: no such folder, in which the kit would get its name' "is named"

done_testing
