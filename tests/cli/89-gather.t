#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cache add FOLDER: mirror, cache, snapshot and mirror again hold the same archives by identity;
# what has only the registry paths is packed; what is hostile or ambiguous is said.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"
pithtex() { "$PITHTEX" "$@"; }
# ids FOLDER: the identities of all archives below it.
ids() {
	find "$1" -name '*.tar.gz' | while IFS= read -r f; do
		gzip -dc "$f" | sha256sum
	done | LC_ALL=C sort
}
cp -R "$TOP/bundles/tests/keys" keys
cp "$TOP/bundles/keys/pith-mirrors.json" keys/
export PITHTEX_KEYS="$T/keys"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools LC_ALL=C.UTF-8 \
	/usr/bin/python3 "$TOP/tests/tools/mirror.py" a 12
# Real ones, too, and a number with two archives.
pithtex cache add -q --cache a "$BUILD"/bundles/*.tar.gz
python <<'END'
from mirror import *
suffix, files = paper_of(3)
top = json.loads(files["bundle.json"])
top["events"].append({"event_type": "graph_snapshot", "target": "graph",
                      "subject_pith_number": top["pith_number"], "payload": {"n": 1}})
del files["state.json"]
write("beside.tar.gz", archive({**files, "bundle.json": dump(top)}))
END
exits 0 "two archives of one number" pithtex cache add --cache a beside.tar.gz
like out 'added beside another' "which say different things"
ids a >want
is "$(wc -l <want | tr -d ' ')" 23 "so many are there"

# --- the circle ---

pithtex site -q a m
exits 0 "a mirror fills a cache" pithtex cache add --cache b m
ids b >got
same got want "with the same archives"
pithtex key new -q log
pithtex snapshot create -q --key log.key b snap
exits 0 "a snapshot fills a cache" pithtex cache add --cache c snap
ids c >got
same got want "with the same archives"
exits 0 "a cache fills a cache" pithtex cache add --cache d c
ids d >got
same got want "with the same archives"
pithtex site -q c m2
diff -r m m2 >difference
is "$(cat difference)" "" "and the mirror of that is the same mirror"
exits 0 "all of it again" pithtex cache add --cache d m snap c
is "$(grep -vc 'there already' out)" 0 "is there already"

# What the snapshot holds no longer is not taken.
gone=$(find b -name '*.tar.gz' ! -name '*.*.tar.gz' | LC_ALL=C sort | head -1)
rm "$gone"
pithtex snapshot create -q --key log.key b snap
pithtex cache add -q --cache e snap
ids b >left
ids e >got
same got left "only what is current comes out of a snapshot"

# --- without archives ---

cp -R m plain
find plain -name '*.tar.gz' -exec rm {} +
find plain -name '*.gz' -exec rm {} +
exits 0 "a mirror that has only the registry's paths" pithtex cache add --cache f plain
python >packed <<'END'
from mirror import *
import glob
t = Tally()
for i in range(12):
    suffix, files = paper_of(i)
    with tarfile.open("f/%s/%s.tar.gz" % (suffix[:2], suffix)) as tar:
        got = {m.name: tar.extractfile(m).read() for m in tar}
    del got["manifest-sha256.txt"]
    if i == 3:
        # Of two archives the one with more events is served.
        del got["bundle.json"], files["bundle.json"]
    t.check(got == files, "%s: %r, not %r" % (suffix, sorted(got), sorted(files)))
t.end(12)
END
is $? 0 "all members are packed with it, byte for byte"
exits 0 "folders of members" pithtex cache add --cache g "$TOP/bundles/samples"
is "$(ids g | wc -l | tr -d ' ')" 10 "one each"
ids g >got
for f in "$BUILD"/bundles/*.tar.gz; do gzip -dc "$f" | sha256sum; done | LC_ALL=C sort >packs
same got packs "as pithtex pack makes them"

# A member that does not fit is left out; the rest is taken.
one=$(find plain/pith -maxdepth 1 -name '??????????????????????????' | LC_ALL=C sort | head -1)
two=$(find plain/pith -maxdepth 1 -name '??????????????????????????' | LC_ALL=C sort | tail -1)
mkdir -p part/pith && cp -R "$one" part/pith
cp "$two.json" "part/pith/${one##*/}.json"
exits 1 "another number's record.json" pithtex cache add --cache h part
like err 'left out; the bundle is taken without it' "is left out, and told"
is "$(ids h | wc -l | tr -d ' ')" 1 "the bundle is there"
sed 's/"1.0"/"1.0" /' "$one/bundle.json" >other
mkdir -p "part/.well-known/pith/${one##*/}"
cp other "part/.well-known/pith/${one##*/}/bundle.json"
exits 1 "two that differ at the two addresses" pithtex cache add --cache h part
like err 'has other bytes than its twin' "are ambiguous, and told"

# --- what is not good ---

mkdir -p bad/x
head -c 300 beside.tar.gz >"bad/x/${one##*/}.tar.gz"
cp -R "$TOP/bundles/tests/forged" "$TOP/bundles/tests/unsigned" bad/
exits 2 "damaged and forged ones" pithtex cache add --cache i bad
like err 'damaged: ' "are told"
like err 'forged: ' "each of them"
like err 'unsigned: ' "and what is unsigned"
is "$(ids i | wc -l | tr -d ' ')" 1 "which alone is stored"

# --- hostile folders ---

mkdir -p odd/pith outside
cp "$BUILD"/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz outside/
ln -s "$T/outside" odd/link
ln -s .. odd/pith/up
ln -s "$T/outside/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" odd/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz
mkfifo odd/QVJLU2XL6QPRVRKFFVZUINAMO6.tar.gz
deep=odd
i=0
while [ $i -lt 140 ]; do
	deep=$deep/d i=$((i + 1))
done
mkdir -p "$deep"
cp "$BUILD"/bundles/QVJLU2XL6QPRVRKFFVZUINAMO6.tar.gz odd/pith/
cp outside/*.gz "$deep"/
exits 1 "links, a FIFO, a folder too deep" timeout 60 "$PITHTEX" cache add --cache j odd
like err 'link: a symbolic link, which is not followed' "a link is told"
like err 'QVJLU2XL6QPRVRKFFVZUINAMO6.tar.gz: no regular file' "so is a FIFO"
like err 'too deep' "and what is too deep"
is "$(cd j && find . -name '*.tar.gz')" ./QV/QVJLU2XL6QPRVRKFFVZUINAMO6.tar.gz \
	"only what lies there itself is stored"

# Beside an archive only proofs are taken for proofs, and no link is opened.
q=QVJLU2XL6QPRVRKFFVZUINAMO6
mkdir near
cp "$BUILD/bundles/$q.tar.gz" near
echo secret >outside/secret
ln -s "$T/outside/secret" near/$q.tar.secret
ln -s "$T/outside/secret" near/$q.tar.ots
head -c 2000000 /dev/zero >near/$q.tar.gz.1
exits 1 "links and other files beside an archive" pithtex cache add --cache near.c near
like err 'its proofs of time are not kept: one of them does not hold' "are no proofs"
is "$(cd near.c && find . -type f -name "$q*" | tr '\n' ' ')" "./QV/$q.tar.gz " "nothing else came"
rm near/$q.tar.ots
exits 1 "with no proof at all" pithtex cache add --cache near.d near
unlike err 'proofs' "nothing is said of proofs"

# Where one stands makes no difference.
mkdir -p "stand/$q"
cp "$BUILD/bundles/$q.tar.gz" "$TOP/bundles/samples/$q/bundle.json" "stand/$q"
exits 0 "from above" pithtex cache add --cache stand.c "stand/$q"
mv out above
exits 0 "from within" env -C "stand/$q" "$PITHTEX" cache add --cache "$T/stand.d" .
is "$(sed "s,stand/$q/,," above)" "$(cat out)" "the same is said"

mkdir empty
exits 2 "an empty folder" pithtex cache add --cache k empty
like err 'holds nothing that a cache could take' "has nothing"
exits 0 "as JSON" pithtex cache add --json --cache l m
like out '"verdict": "good"' "each is told"

done_testing
