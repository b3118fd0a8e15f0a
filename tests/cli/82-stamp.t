#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Proofs of time: asked for and taken as files.  The calendar is a few lines of Python, the
# authority is openssl, the block is one that was mined for this test or a real one.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/tsa.sh"

need base64
need_python
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6

mkdir -p cache/RE cache/QV
cp "$BUILD/bundles/$a.tar.gz" cache/RE/
cp "$BUILD/bundles/$b.tar.gz" cache/QV/
"$PITHTEX" key new -q log
"$PITHTEX" snapshot create -q --key log.key cache snap
root=$(sed -n 3p snap/checkpoint | base64 -d | od -An -v -tx1 | tr -d ' \n')
e=snap/evidence/2

exits 0 "asking for a proof" "$PITHTEX" stamp request --calendar https://cal.example.org \
	--tsa http://tsa.example.org/ts snap
cp out fetch
like fetch '^url = "https://cal.example.org/digest"$' "names the calendar"
like fetch "^data-binary = \"@$root.digest\"\$" "and what it is sent"
like fetch "^output = \"$root.cal.example.org.reply\"\$" "and where the answer goes"
like fetch '^fail$' "an error page is no answer"
is "$(od -An -v -tx1 "$root.digest" | tr -d ' \n')" "$root" "the root itself is shown"
ok test -f $e/checkpoint-root.ots
exits 1 "nothing is proved by asking" "$PITHTEX" stamp verify snap
exits 1 "nor can a number be" "$PITHTEX" snapshot prove --ots snap $a

# The calendar: append a nonce, hash, and promise; later a block of one transaction.
cat >calendar.py <<'END'
import hashlib, sys
def varbytes(b):
    return bytes([len(b)]) + b
digest = open(sys.argv[1], "rb").read()
how, out = sys.argv[2:4]
step = hashlib.sha256(digest + b"n" * 16).digest()
ops = b"\xf0" + varbytes(b"n" * 16) + b"\x08"
pending = bytes.fromhex("83dfe30d2ef90c8e")
bitcoin = bytes.fromhex("0588960d73d71901")
uri = varbytes(b"https://cal.example.org")
if how == "promise":
    open(out, "wb").write(ops + b"\0" + pending + varbytes(uri))
    print(step.hex())
else:
    # The height of the table's first period, where work is cheap: but not that cheap here.
    top = hashlib.sha256(hashlib.sha256(step).digest()).digest()
    open(out, "wb").write(b"\x08\x08\0" + bitcoin + varbytes(bytes([int(how)])))
    print(top.hex())
END
message=$(/usr/bin/python3 calendar.py "$root.digest" promise "$root.cal.example.org.reply")
cp "$root.cal.example.org.reply" "$(echo "$root" | tr 0-9a-f 1-9a-f0).x.reply"
exits 2 "an answer to another question" "$PITHTEX" stamp attach snap \
	"$(echo "$root" | tr 0-9a-f 1-9a-f0).x.reply"
like err 'no question' "is refused"
printf 'no answer' >"$root.bad.reply"
exits 2 "a broken answer" "$PITHTEX" stamp attach snap "$root.bad.reply"
exits 0 "an answer" "$PITHTEX" stamp attach snap "$root.cal.example.org.reply"
exits 1 "a promise is no proof" "$PITHTEX" stamp verify snap
like out 'cal.example.org: pending' "and is said to be one"
exits 0 "but a number can lean on it" "$PITHTEX" snapshot prove --ots snap $a
exits 0 "asking again" "$PITHTEX" stamp request --upgrade --calendar https://cal.example.org snap
like out "^url = \"https://cal.example.org/timestamp/$message\"\$" "asks for the message"
exits 1 "a calendar is not asked only because a proof names it" \
	"$PITHTEX" stamp request --upgrade snap

# The block.
printf '%s' "$message" | sed 's/../\\x&/g' | xargs -0 printf '%b' >message 2>/dev/null
top=$(/usr/bin/python3 calendar.py "$root.digest" 100 "$message.cal.example.org.reply")
exits 0 "the promise is kept" "$PITHTEX" stamp attach snap "$message.cal.example.org.reply"
exits 1 "without headers nothing is good" "$PITHTEX" stamp verify snap
like out 'Bitcoin block 100: unverifiable' "nor bad"
exits 0 "shown" "$PITHTEX" stamp info snap
like out '100' "with its block"

# The standard file of one number: SUFFIX.tar.ots.
exits 0 "one stamp for all" "$PITHTEX" snapshot prove --ots snap $a
gzip -dc "cache/RE/$a.tar.gz" >$a.tar
if /usr/bin/python3 -c 'import opentimestamps' 2>/dev/null; then
	is "$(/usr/bin/python3 - $a.tar.ots "$root" "$top" $a.tar <<'END'
import hashlib, sys
from opentimestamps.core.timestamp import DetachedTimestampFile
from opentimestamps.core.serialize import StreamDeserializationContext
from opentimestamps.core.notary import BitcoinBlockHeaderAttestation
path, root, top, tar = sys.argv[1:]
with open(path, "rb") as f:
    d = DetachedTimestampFile.deserialize(StreamDeserializationContext(f))
assert d.file_digest == hashlib.sha256(open(tar, "rb").read()).digest()
seen = []
def walk(t):
    seen.append(t.msg.hex())
    for below in t.ops.values():
        walk(below)
walk(d.timestamp)
assert root in seen
for msg, a in d.timestamp.all_attestations():
    if isinstance(a, BitcoinBlockHeaderAttestation):
        print(a.height, msg.hex() == top)
END
)" "100 True" "python-opentimestamps reads it, and it leads through the root to the block"
fi
exits 1 "verify knows it" "$PITHTEX" verify $a.tar.ots
like out 'block 100: unverifiable' "and has no header"
mv $a.tar kept && printf x >$a.tar
exits 1 "of another file" "$PITHTEX" stamp verify $a.tar.ots
like err 'wrong' "it is wrong"
mv kept $a.tar
head -c 60 $a.tar.ots >cut.ots
exits 1 "a cut one" "$PITHTEX" verify cut.ots
like err 'damaged' "is damaged"

# Real blocks.
if [ -d "${PITHTEX_SHARED:-/nonexistent}/data/ots" ]; then
	ots=$PITHTEX_SHARED/data/ots
	awk '!/^#/ && $1 ~ /^[0-9]+$/ { for (i = 2; i <= NF; i++) if (length($i) == 160)
		print $1, $i }' "$ots/headers/headers.tsv" >headers
	real=$(find "$ots" -name hello-world.txt.ots | head -n 1)
	exits 0 "a real proof with its header" "$PITHTEX" stamp verify --headers headers "$real"
	like out '2015-05-28' "with its day"
	exits 0 "verify takes headers too" "$PITHTEX" verify --headers headers "$real"
fi

# An authority of our own.
tsa_new
query=$(sha256sum snap/checkpoint | cut -d' ' -f1).tsa.example.org.tsq
tsa_answer "$query"
exits 0 "a token" "$PITHTEX" stamp attach snap "${query%q}r"
ok test -f $e/tsa.example.org.tsr -a -f $e/tsa.example.org.tsq
exits 1 "without roots it proves nothing" "$PITHTEX" stamp verify snap
exits 0 "with its root it does" "$PITHTEX" stamp verify --roots ca/ca.pem snap
exits 0 "as JSON" "$PITHTEX" stamp verify --json --roots ca/ca.pem snap
cp out json
ok /usr/bin/python3 -m json.tool json /dev/null
# A later token takes nothing away from the one before.
cp $e/tsa.example.org.tsr first.tsr
cp $e/tsa.example.org.tsq first.tsq
openssl ts -query -data snap/checkpoint -sha256 -cert -out again.tsa.example.org.tsq 2>null
tsa_answer again.tsa.example.org.tsq
mkdir -p later && mv again.tsa.example.org.tsr later/tsa.example.org.tsr
mv again.tsa.example.org.tsq later/tsa.example.org.tsq
exits 0 "another token of the same authority" \
	"$PITHTEX" stamp attach snap later/tsa.example.org.tsr
same $e/tsa.example.org.tsr first.tsr "the older one stays"
same $e/tsa.example.org.tsq first.tsq "with its question"
is "$(find $e -name 'tsa.example.org.????????.ts?' | wc -l | tr -d ' ')" 2 \
	"the new one is beside it"
exits 0 "taken again" "$PITHTEX" stamp attach snap later/tsa.example.org.tsr
is "$(find $e -name 'tsa.example.org*' | wc -l | tr -d ' ')" 4 "is there once"
rm $e/tsa.example.org.????????.ts?
ok openssl ts -verify -in $e/tsa.example.org.tsr -data snap/checkpoint -CAfile ca/ca.pem
exits 0 "shown" "$PITHTEX" stamp info snap
like out 'authority +.*Stamp' "with its authority"
printf x >file
exits 2 "a token over something else" "$PITHTEX" stamp attach file "${query%q}r"

# Renewal.
exits 0 "renewed" "$PITHTEX" stamp renew --no-calendar --tsa http://tsa.example.org/ts snap
ok sh -c "cd snap && sha256sum -c evidence/2/001-renewal/COVERS.sha256"
query=$(sha256sum $e/001-renewal/COVERS.sha256 | cut -d' ' -f1).tsa.example.org.tsq
tsa_answer "$query"
exits 0 "its token" "$PITHTEX" stamp attach snap "${query%q}r"
exits 0 "and the chain holds" "$PITHTEX" stamp verify --roots ca/ca.pem snap
cp $e/tsa.example.org.tsq saved && printf x >>$e/tsa.example.org.tsq
exits 1 "evidence that was changed since is found" "$PITHTEX" stamp verify --roots ca/ca.pem snap
cp saved $e/tsa.example.org.tsq

# A key that was revoked: what a proof of time shows to be older still counts.
"$PITHTEX" key add -q "$TOP/bundles/tests/keys/test-registry.json"
mkdir signed && "$PITHTEX" pack -q -o signed/s.tar.gz "$TOP/bundles/tests/signed" || exit 99
exits 0 "good while its key is" "$PITHTEX" verify signed/s.tar.gz
exits 2 "when must be said" "$PITHTEX" key revoke test-registry
exits 2 "in the one form of time" "$PITHTEX" key revoke --at 2024-01-01 test-registry
exits 2 "and which key" "$PITHTEX" key revoke --at 2024-01-01T00:00:00Z nobody
exits 0 "revoked" "$PITHTEX" key revoke --at 2024-01-01T00:00:00Z test-registry
exits 1 "it counts no more" "$PITHTEX" verify signed/s.tar.gz
like out 'is revoked' "and says why"
gzip -dc signed/s.tar.gz >s.tar
openssl ts -query -data s.tar -sha256 -cert -out s.tsq 2>ca/log
tsa_answer s.tsq
cp s.tsr signed/s.tar.tsa.example.org.tsr
exits 1 "a proof that cannot be checked changes nothing" "$PITHTEX" verify signed/s.tar.gz
exits 1 "nor one that is later" "$PITHTEX" verify --roots ca/ca.pem signed/s.tar.gz
exits 0 "listed" "$PITHTEX" key list
like out 'revoked at 2024-01-01T00:00:00Z' "as revoked"
exits 0 "revoked later than that" "$PITHTEX" key revoke --at 2099-01-01T00:00:00Z test-registry
exits 1 "without a root the proof says nothing" "$PITHTEX" verify signed/s.tar.gz
exits 0 "with it the signature counts" "$PITHTEX" verify --roots ca/ca.pem signed/s.tar.gz
like out 'note +receipt.*existed by' "and why is said"
printf x >s.tar
openssl ts -query -data s.tar -sha256 -cert -out s.tsq 2>ca/log
tsa_answer s.tsq
cp s.tsr signed/s.tar.tsa.example.org.tsr
exits 1 "a proof of something else does not help" \
	"$PITHTEX" verify --roots ca/ca.pem signed/s.tar.gz

# Several in one: a nonce each.
printf 1 >one && printf 2 >two
exits 0 "two files in one" \
	"$PITHTEX" stamp request --no-tsa --calendar https://cal.example.org one two
tip=$(sed -n 's/^data-binary = "@\(.*\)\.digest"$/\1/p' out)
/usr/bin/python3 calendar.py "$tip.digest" promise "$tip.cal.example.org.reply" >message
exits 0 "one answer for both" "$PITHTEX" stamp attach one two "$tip.cal.example.org.reply"
exits 0 "and each has its own proof" "$PITHTEX" stamp info one.ots two.ots
like out 'cal.example.org' "that says so"
exits 1 "a promise is never good" "$PITHTEX" stamp verify one
exits 2 "a server that is none" "$PITHTEX" stamp request --calendar 'https://x/"' one
exits 2 "a folder that is neither snapshot nor bag" "$PITHTEX" stamp request cache
mkdir -p bag/data
echo 'BagIt-Version: 1.0' >bag/bagit.txt
echo x >bag/tagmanifest-sha256.txt
# A token is of the file whose name is the longest.
mkdir pair && printf x >pair/x && printf y >pair/x.tar
for name in x x.tar; do
	openssl ts -query -data pair/$name -sha256 -cert -out s.tsq 2>null
	tsa_answer s.tsq
	cp s.tsr pair/$name.tsa.example.org.tsr
done
for name in x x.tar; do
	exits 0 "a token over $name" "$PITHTEX" stamp verify --roots ca/ca.pem pair/$name
	is "$(grep -c : out)" 2 "and no other one"
done
rm pair/x.tar
exits 1 "where there is no other file" "$PITHTEX" stamp verify --roots ca/ca.pem pair/x
like out 'x.tar.tsa.example.org.tsr: .*: wrong: ' "it is one over this"

exits 0 "a bag" "$PITHTEX" stamp request --no-tsa bag
like out "$(sha256sum bag/tagmanifest-sha256.txt | cut -d' ' -f1).digest" "by its tag manifest"

done_testing
