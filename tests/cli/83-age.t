#!/bin/sh
# SPDX-License-Identifier: MIT
#
# How old an archive is, by the proofs of time that lie with it: every command says it beside what
# the registry says, and a key that was revoked still counts for what is older than that.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/tsa.sh"
. "$TOP/tests/event.sh"

need_python
n=XAEHK5CJ4V3DE2XTZOGOMA3LIE
pithtex() { "$PITHTEX" "$@"; }
config=$XDG_CONFIG_HOME/pithtex
inner() { gzip -dc "$1" | sha256sum | cut -d' ' -f1; }

pithtex key add -q "$TOP/bundles/tests/keys/test-registry.json"
pithtex pack -q -o given.tar.gz "$TOP/bundles/tests/signed" || exit 99
gzip -dc given.tar.gz >given.tar
mkdir in && cp given.tar.gz in/$n.tar.gz
pithtex cache add -q --cache c in/$n.tar.gz || exit 99
tsa_new
mkdir -p "$config/roots"
printf '\\relax \n\\pithnumber{%s}\n\\gdef \\@abspage@last{1}\n' $n >paper.aux

# everywhere STATUS HOW: every command that judges the archive ends so; IN is beside a file, c is a
# cache.
everywhere() {
	exits "$1" "verify, $2" pithtex verify in/$n.tar.gz
	exits "$1" "verify of a cache, $2" pithtex verify c
	exits "$1" "show, $2" pithtex show in/$n.tar.gz
	exits "$1" "show of a number, $2" pithtex show --cache c $n
	exits "$1" "the badge, $2" pithtex show --embed --cache c $n
	exits "$1" "resolve, $2" pithtex resolve --cache c paper
	exits "$1" "and again from memory, $2" pithtex resolve --cache c paper
	exits "$1" "merge, $2" pithtex merge in/$n.tar.gz
	rm -rf new unpacked
	exits "$1" "cache add, $2" pithtex cache add --cache new in/$n.tar.gz
	exits "$1" "cache check, $2" pithtex cache check --cache c
	exits "$1" "unpack, $2" pithtex unpack in/$n.tar.gz unpacked
	exits "$1" "site, $2" pithtex site c mirror
}

everywhere 0 "while its key is good"
cp paper.pith.tex good.tex
pithtex key revoke -q --at 2099-01-01T00:00:00Z test-registry
everywhere 1 "its key is revoked, and nothing shows that it is older"
like paper.pith.dep "^M c/proofs/XA/$n\.tar\.ots\$" "a build waits for a proof"
ok sh -c "! cmp -s paper.pith.tex good.tex"

# prove FILE: the proof beside the archive, and in the cache.
prove() {
	mkdir -p c/proofs/XA
	cp "$1" "in/$n.tar.tsa.example.org.tsr"
	cp "$1" "c/proofs/XA/$n.tar.tsa.example.org.tsr"
}
printf x >other
tsa_stamp other other.tsr
tsa_stamp given.tar good.tsr
prove good.tsr
everywhere 1 "a proof whose root is not here"
like paper.pith.json '"here": "a proof not to be checked here"' "is not called good"
cp ca/ca.pem "$config/roots/"
everywhere 0 "a good proof from before"
same paper.pith.tex good.tex "the paper is as it was"
like paper.pith.dep "^I c/proofs/XA/$n\.tar\.tsa\.example\.org\.tsr\$" "the proof is read"
like paper.pith.dep "^I $config/roots/ca\.pem\$" "and the root"
cp "in/$n.tar.gz" packed
tsa_stamp packed "in/$n.tar.gz.tsa.example.org.tsr"
everywhere 0 "beside a token over the packed archive"
for place in in c/proofs/XA; do
	cp "in/$n.tar.gz.tsa.example.org.tsr" "$place/$n.tar.gz.gz.example.org.tsr"
done
everywhere 0 "wherever that lies, and by whom it is"
rm in/$n.tar.gz.*.ts? c/proofs/XA/$n.tar.gz.*
exits 0 "as it was added" pithtex verify new
same new/proofs/XA/$n.tar.tsa.example.org.tsr good.tsr "its proof went with it"
exits 0 "added again" pithtex cache add --cache new in/$n.tar.gz
cp other.tsr new/proofs/XA/$n.tar.tsa.example.org.tsr
exits 0 "where another proof is" pithtex cache add --cache new in/$n.tar.gz
like err 'not kept: there is another' "that is not written over"
same new/proofs/XA/$n.tar.tsa.example.org.tsr other.tsr "and stays"
like paper.pith.json '"registry": "not anchored"' "the report says what the registry says"
like paper.pith.json '"here": "stamped by .*Stamp.*, day 20' "and beside it what holds here"
exits 0 "verify" pithtex verify in/$n.tar.gz
like out 'pass  anchor .*the registry says: not anchored; here: stamped by .*Stamp' "says both"
like out 'note  receipt .*existed by' "and why the key counts"
exits 0 "show" pithtex show --cache c $n
like out 'here: no block here' "a token is no block"
exits 0 "its state" pithtex show --state --cache c $n
like out '^ *anchored +not anchored +stamped by' "has both columns"
exits 0 "merge" pithtex merge in/$n.tar.gz
like out '^ *anchored +not anchored +stamped by' "has them too"
like out 'its receipt verifies' "and the event counts"
pithtex merge --json in/$n.tar.gz >merged.json
like merged.json '"unverifiable_event_count": 0' "as verified"
exits 0 "resolve" pithtex resolve --cache c paper
like out 'the registry says: not anchored; here: stamped by' "tells it"
like mirror/pith/$n/index.html 'stamped by .*Stamp.*, day 20' "the mirror's page says it"
like mirror/pith/$n/index.html 'no block here' "and that it is no block"
exits 0 "the mirror again" pithtex site c mirror
like out 'files: 0 written, [1-9][0-9]* left as they were, 0 removed' "is as it was"
exits 0 "the mirror with another root beside" pithtex site --roots ca/ca.pem c mirror
like out 'files: 0 written' "which changes no page"

# What is remembered does not outlive the proof, nor the root, nor the revocation.
exits 0 "remembered" pithtex resolve -vv --cache c paper
like err 'verdict remembered' "it is"
mv "$config/roots/ca.pem" kept.pem
exits 1 "the root is gone" pithtex resolve --cache c paper
exits 0 "named for this run" pithtex resolve --roots kept.pem --cache c paper
like paper.pith.dep '^I kept\.pem$' "is what the paper depends on"
exits 0 "to show" pithtex show --roots kept.pem in/$n.tar.gz
exits 0 "to merge" pithtex merge --roots kept.pem in/$n.tar.gz
mv kept.pem "$config/roots/ca.pem"
pithtex key revoke -q --at 2024-01-01T00:00:00Z test-registry
everywhere 1 "a good proof, but from after"
pithtex key revoke -q --at 2099-01-01T00:00:00Z test-registry
python good.tsr bad.tsr <<'PY'
import sys
b = bytearray(open(sys.argv[1], "rb").read())
b[-20] ^= 1
open(sys.argv[2], "wb").write(b)
PY
prove bad.tsr
everywhere 1 "a damaged proof"
like paper.pith.json '"here": "a proof that does not hold"' "is called that"
like mirror/pith/$n/index.html 'a proof that does not hold' "by the mirror, too"
ok test ! -e new/proofs
rm in/$n.tar.tsa.example.org.tsr c/proofs/XA/$n.tar.tsa.example.org.tsr
everywhere 1 "the proof is gone"
prove other.tsr
everywhere 1 "a proof of something else"
cp good.tsr c/proofs/XA/$n.tar.tsa.example.org.tsr
exits 0 "one place has a good one" pithtex resolve --cache c paper
exits 1 "the other has not" pithtex verify in/$n.tar.gz
rm in/$n.tar.tsa.example.org.tsr c/proofs/XA/$n.tar.tsa.example.org.tsr

# Through the log: the archive is in it, and the checkpoint was stamped.
pithtex key new -q log
pithtex snapshot create -q --key log.key c snap || exit 99
exits 0 "a proof out of the log" pithtex snapshot prove -o p snap in/$n.tar.gz
prove_log() {
	mkdir -p c/proofs/XA
	cp "$1" "in/$n.tlog-proof" && cp "$1" "c/proofs/XA/$n.tlog-proof"
	[ $# -lt 2 ] || for to in in c/proofs/XA; do
		cp "$2" "$to/$n.tlog-proof.tsa.example.org.tsr"
	done
}
prove_log p
everywhere 1 "a log says no time"
tsa_stamp snap/checkpoint checkpoint.tsr
prove_log p checkpoint.tsr
everywhere 0 "a log's proof and a token over its checkpoint"
like paper.pith.json '"here": "stamped by .*Stamp' "say since when"
pithtex key revoke -q --at 2024-01-01T00:00:00Z test-registry
everywhere 1 "the checkpoint is from after"
pithtex key revoke -q --at 2099-01-01T00:00:00Z test-registry
prove_log p other.tsr
everywhere 1 "a token over something else"
sed 's/^index 0$/index 1/' p >p2
prove_log p2 checkpoint.tsr
everywhere 1 "a proof of another place"
mkdir -p c2/RE && cp "$BUILD/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" c2/RE
pithtex key new -q log2
pithtex snapshot create -q --key log2.key c2 snap2 || exit 99
pithtex snapshot prove -q -o p3 snap2 RE7YA4NUEPAVNSZTI7K5XFZRCI
tsa_stamp snap2/checkpoint checkpoint2.tsr
prove_log p3 checkpoint2.tsr
everywhere 1 "a proof of another archive"
python p p4 <<'PY'
import base64, sys
lines = open(sys.argv[1]).read().split("\n")
e = base64.b64decode(lines[1][6:]).decode().split("\n")
e[2] = e[2].split()[0] + " 1"
lines[1] = "extra " + base64.b64encode("\n".join(e).encode()).decode()
open(sys.argv[2], "w").write("\n".join(lines))
PY
prove_log p4 checkpoint.tsr
everywhere 1 "a proof whose entry was changed"

# A block.  Nothing but work makes a header, so this one was mined for the test: of height 100, when
# work was cheapest, over the digests of the two archives and of the root of a log that holds the
# sample beside another, for nTime 1232000000 and the first nonce that does it (some 2^32 tries: a
# quarter of an hour).  A sample that changes wants another one.
rm -f in/$n.tlog-proof* c/proofs/XA/*
s=RE7YA4NUEPAVNSZTI7K5XFZRCI q=QVJLU2XL6QPRVRKFFVZUINAMO6
mkdir -p two/RE two/QV
cp "$BUILD/bundles/$s.tar.gz" two/RE/
cp "$BUILD/bundles/$q.tar.gz" two/QV/
pithtex key new -q log3
pithtex snapshot create -q --key log3.key two snap3 || exit 99
cat >header <<END
100 0100000000000000000000000000000000000000000000000000000000000000000000000368a15a\
864c1fed2d76321e153e11d12d810ca2fde4c3bc1df21b0780ff1bc600d46e49ffff001dec718a7e
END
python "$(inner given.tar.gz)" "$(inner two/RE/$s.tar.gz)" \
	"$(sed -n 3p snap3/checkpoint | base64 -d | od -An -v -tx1 | tr -d ' \n')" <<'PY'
import hashlib, sys
a, b, root = map(bytes.fromhex, sys.argv[1:])
sha = lambda x: hashlib.sha256(x).digest()
var = lambda x: bytes([len(x)]) + x
append = lambda x: b"\xf0" + var(x) + b"\x08"
prepend = lambda x: b"\xf1" + var(x) + b"\x08"
block = b"\x00" + bytes.fromhex("0588960d73d71901") + b"\x01\x64"
magic = b"\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08"
head = open("header").read().split()[1]
assert head[72:136] == sha(sha(a + b) + root).hex(), "a sample has changed: mine another header"
open("a.ots", "wb").write(magic + a + append(b) + append(root) + block)
open("b.ots", "wb").write(magic + b + prepend(a) + append(root) + block)
open("root.ots", "wb").write(magic + root + prepend(sha(a + b)) + block)
PY
exits 0 "a header for this run" pithtex stamp verify --headers header a.ots
like out 'Bitcoin block 100: good: .*2009-01-15' "of the block"
prove_ots() {
	mkdir -p c/proofs/XA
	cp "$1" in/$n.tar.ots && cp "$1" c/proofs/XA/$n.tar.ots
}
prove_ots a.ots
everywhere 1 "a block whose header is not here"
mkdir "$config/headers" && cp header "$config/headers/mine"
everywhere 0 "a block from before the revocation"
like paper.pith.json '"here": "anchored in Bitcoin block 100, day 2009-01-15"' "is told"
exits 0 "show" pithtex show --cache c $n
like out 'here: anchored in Bitcoin block 100, day 2009-01-15' "in the lines"
like out '^not attested not anchored' "and the registry's flags stay the registry's"
pithtex key revoke -q --at 2009-01-15T00:00:00Z test-registry
everywhere 1 "a key that was revoked before the block"
# Two hours are what a block's clock may be wrong by: 2009-01-15T06:13:20Z.
pithtex key revoke -q --at 2009-01-15T08:13:19Z test-registry
exits 1 "a second less than two hours behind the block" pithtex verify in/$n.tar.gz
pithtex key revoke -q --at 2009-01-15T08:13:20Z test-registry
everywhere 0 "just two hours behind the block"
prove_ots b.ots
everywhere 1 "the block's proof of another archive"
head -c 100 a.ots >cut.ots
prove_ots cut.ots
everywhere 1 "a proof that is cut"
sed 's/ff001d/ff001c/' header >"$config/headers/mine"
prove_ots a.ots
everywhere 1 "a header that did no work"
cp header "$config/headers/mine"
rm in/$n.tar.ots c/proofs/XA/$n.tar.ots

# Through the log again, now with a block over its root.
e=snap3/evidence/2
mkdir -p $e two/proofs/RE && cp root.ots $e/checkpoint-root.ots
exits 0 "one stamp for all" pithtex snapshot prove --ots -o two/proofs/RE/$s.tar.ots snap3 $s
exits 0 "verify a cache" pithtex verify two
like out 'the registry says: not anchored; here: anchored in Bitcoin block 100' "tells of it"
is "$(grep -c 'here: anchored' out)" 1 "for the one that has the proof"
rm two/proofs/RE/$s.tar.ots
exits 0 "or the log's own proof" \
	pithtex snapshot prove -o two/proofs/RE/$s.tlog-proof snap3 two/RE/$s.tar.gz
cp root.ots two/proofs/RE/$s.tlog-proof.ots
exits 0 "and the block over its root" pithtex show --cache two $s
like out 'here: anchored in Bitcoin block 100, day 2009-01-15' "say the same"
cp a.ots two/proofs/RE/$s.tlog-proof.ots
exits 0 "a proof of another root" pithtex show --cache two $s
like out 'here: a proof that does not hold' "is none"
rm "$config/headers/mine" && rmdir "$config/headers"

# What a user keeps must be whole.
printf 'x' >"$config/roots/broken"
exits 2 "a root that is none" pithtex verify in/$n.tar.gz
like err 'roots/broken' "is named"
rm "$config/roots/broken"
mkdir "$config/headers" && printf '5 00\n' >"$config/headers/h"
exits 2 "a header that is none" pithtex resolve --cache c paper
like err 'headers/h' "is named"
exits 2 "by show, too" pithtex show in/$n.tar.gz
exits 0 "a list of keys needs none" pithtex key list
exits 0 "nor does a key that comes" pithtex key add "$TOP/bundles/tests/keys/test-registry.json"
mkdir alone && cp "$BUILD/bundles/$s.tar.gz" alone/
rm "$config"/keys/*
exits 0 "where there is no proof none is read" pithtex show alone/$s.tar.gz
exits 0 "nor to verify" pithtex verify alone/$s.tar.gz
exits 0 "nor to merge" pithtex merge alone/$s.tar.gz

rm -r "$config/headers"
pithtex key add -q "$TOP/bundles/tests/keys/test-registry.json"

# Proofs wait for the archive that they are of, whatever comes while it is damaged.
mkdir one
event 1 one/$n.tar.gz
event 2 two.tar.gz
cp one/$n.tar.gz one.tar.gz
gzip -dc one.tar.gz >one.tar
tsa_stamp one.tar one/$n.tar.tsa.example.org.tsr
exits 0 "one with a proof" pithtex cache add --cache w one/$n.tar.gz
head -c 300 one.tar.gz >w/XA/$n.tar.gz
exits 0 "another, which has all of it, when that is damaged" pithtex cache add --cache w two.tar.gz
ok test ! -e w/XA/$n.tar.gz
is "$(find w/XA -name "$n.*.tar.gz" -exec gzip -dc {} + | sha256sum | cut -d' ' -f1)" \
	"$(inner two.tar.gz)" \
	"does not take over its name"
exits 0 "verified" pithtex verify w
unlike out 'anchor' "nor its proofs"
exits 0 "when it comes again" pithtex cache add --cache w one.tar.gz
same w/XA/$n.tar.gz one.tar.gz "it has its name"
exits 0 "verified again" pithtex verify w/XA/$n.tar.gz
like out 'here: stamped by .*Stamp' "and its proof"
rm w/XA/$n.tar.gz
exits 0 "removed by hand" pithtex cache add --cache w one/$n.tar.gz
same w/XA/$n.tar.gz one.tar.gz "is the same"
exits 0 "the other one again" pithtex cache add --cache w two.tar.gz
like out 'there already' "is there"

# The same contents in other bytes have no proof.
mkdir loose && tar -xzf one.tar.gz -C loose
tar --format=ustar --mtime=@1 -C loose -cf - manifest-sha256.txt bundle.json | gzip -n >again.tar.gz
exits 0 "one with a proof" pithtex cache add --cache x one/$n.tar.gz
head -c 300 one.tar.gz >x/XA/$n.tar.gz
exits 0 "its contents, packed otherwise" pithtex cache add --cache x again.tar.gz
ok test ! -e x/XA/$n.tar.gz
exits 0 "itself" pithtex cache add --cache x one.tar.gz
same x/XA/$n.tar.gz one.tar.gz "comes back to its proof"

done_testing
