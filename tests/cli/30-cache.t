#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The cache: what comes in, what stays out, what is found, what is kept beside, what is lost
# (nothing).

. "$(dirname "$0")/../lib.sh"
need_python

R=RE7YA4NUEPAVNSZTI7K5XFZRCI Q=QVJLU2XL6QPRVRKFFVZUINAMO6
good=$BUILD/bundles/$R.tar.gz
pithtex() { "$PITHTEX" "$@"; }
count() { find "$1" -mindepth 1 -maxdepth 1 | wc -l; }
tree() { (cd "$1" && find . -type f ! -name lock -exec sha256sum {} + | LC_ALL=C sort -k2); }
ok pithtex key add -q "$TOP/bundles/tests/keys/test-registry.json"

# --- what comes in ---

exits 0 "a good bundle" pithtex cache add --cache c "$good"
same c/RE/$R.tar.gz "$good" "its bytes are stored unchanged"
ok test -s c/generation
before=$(tree c) when=$(stat -c %y c/RE/$R.tar.gz c/generation)
sleep 0.1
exits 0 "the same again" pithtex cache add --cache c "$good"
like out 'there already' "is said"
is "$(tree c)" "$before" "and changes nothing"
is "$(stat -c %y c/RE/$R.tar.gz c/generation)" "$when" "not even a time"

exits 1 "an unsigned bundle is stored, with a finding" \
	pithtex cache add --cache c "$TOP/bundles/tests/unsigned/bundle.json"
like err 'unsigned: .*; ' "the finding says what to do"
exits 1 "a conflict is kept" pithtex cache add --cache c "$TOP/bundles/tests/conflict/bundle.json"
exits 0 "a plain bundle.json is packed" \
	pithtex cache add --cache c "$TOP/bundles/tests/signed/bundle.json"
f=$(find c/XA -name '*.tar.gz')
exits 0 "what it became is good" pithtex verify "$f"

# --- what stays out ---

before=$(tree c)
exits 2 "a forged bundle" pithtex cache add --cache c "$TOP/bundles/tests/forged/bundle.json"
like err 'forged: receipt: ' "with the check that failed"
head -c 500 "$good" >cut.tar.gz
exits 2 "a damaged one" pithtex cache add --cache c cut.tar.gz
sed 's/"cs.DL"/"cs.CL"/' "$TOP/bundles/tests/signed/bundle.json" >wrong.json
exits 2 "a wrong one" pithtex cache add --cache c wrong.json
exits 2 "a file that is not there" pithtex cache add --cache c nosuch.tar.gz
is "$(tree c)" "$before" "none of them changed the cache"
exits 2 "one bad file among good ones" pithtex cache add --cache c2 cut.tar.gz "$good"
ok test -f c2/RE/$R.tar.gz

# --- older, newer, beside ---

. "$TOP/tests/event.sh"
event 1 one.tar.gz
event 2 two.tar.gz
event 0 none.tar.gz
exits 0 "more replaces less" pithtex cache add --cache n none.tar.gz two.tar.gz
same n/XA/*.tar.gz two.tar.gz "the larger one is there"
is "$(count n/XA)" 1 "alone"
before=$(tree n)
exits 1 "less after more is older" pithtex cache add --cache n one.tar.gz
like err 'older: the cache has all of it' "and says so"
is "$(tree n)" "$before" "and is not stored"

python "$TOP/bundles/tests/signed/bundle.json" <<'END'
import json, sys
b = json.load(open(sys.argv[1]))
b["events"].append({"event_type": "graph_snapshot", "target": "other",
                    "subject_pith_number": b["pith_number"], "payload": {"n": 9}})
json.dump(b, open("bundle.json", "w"), separators=(",", ":"))
END
ok pithtex pack -q -o other.tar.gz bundle.json
exits 0 "neither more nor less is kept beside" pithtex cache add --cache n other.tar.gz
like out 'added beside another' "which is said"
is "$(count n/XA)" 2 "both are there"
exits 0 "both are listed" pithtex cache list --cache n
is "$(grep -c XAEHK5CJ4V3DE2XTZOGOMA3LIE out)" 2 "with one suffix"
# What contains both ends both.
python "$TOP/bundles/tests/signed/bundle.json" <<'END'
import json, sys
b = json.load(open(sys.argv[1]))
for i in range(2):
    b["events"].append({"event_type": "graph_snapshot", "target": "graph",
                        "subject_pith_number": b["pith_number"], "payload": {"n": i}})
b["events"].append({"event_type": "graph_snapshot", "target": "other",
                    "subject_pith_number": b["pith_number"], "payload": {"n": 9}})
json.dump(b, open("bundle.json", "w"), separators=(",", ":"))
END
ok pithtex pack -q -o all.tar.gz bundle.json
exits 0 "what contains both" pithtex cache add --cache n all.tar.gz
is "$(count n/XA)" 1 "is there alone"

# An archive with proofs of time keeps its place: they are of its bytes and no others.
mkdir -p p/proofs/XA
x=XAEHK5CJ4V3DE2XTZOGOMA3LIE
ok pithtex cache add -q --cache p one.tar.gz
echo proof >p/proofs/XA/$x.tar.ots
echo proof >p/proofs/XA/$x.0123456789abcdef.tar.ots
exits 0 "more than an archive with a proof" pithtex cache add --cache p two.tar.gz
like out 'added beside another' "stands beside it"
same p/XA/$x.tar.gz one.tar.gz "which is there"
is "$(count p/XA)" 2 "as is the new one"
exits 0 "which ends what has no proof" pithtex cache add --cache p all.tar.gz
is "$(count p/XA)" 2 "and nothing else"
exits 0 "removed" pithtex cache remove --cache p $x
is "$(find p -type f -name "$x*")" "" "they go with their proofs"

# One file that cannot be read does not hide the others.
mkdir -p q/XA
cp two.tar.gz q/XA/$x.tar.gz
ln -s none q/XA/$x.0123456789abcdef.tar.gz
exits 2 "a link to nothing" pithtex cache check --cache q
like out 'q: 1 good, 1 not' "is counted"
like err "q/XA/$x.0123456789abcdef.tar.gz: No such file" "and named"
exits 2 "the same as JSON" pithtex cache check --json --cache q
like out '"error": "q/XA/' "with its reason"
like out '"verdict": "good"' "beside the others"

# --- found by every name ---

exits 0 "ten more" pithtex cache add -q --cache c "$BUILD"/bundles/*.tar.gz
for name in $R pith:2016:$R pith:re7ya4nu pith:RE7YA4NUEPAV " $R " arXiv:1607.04246 \
	1607.04246v1 10.48550/arXiv.1607.04246 https://pith.science/pith/$R/bundle.json; do
	exits 0 "found by $name" pithtex cache find --cache c "$name"
	like out "^$R  c/RE/$R.tar.gz\$" "it is that one"
done
exits 1 "another version is another paper" pithtex cache find --cache c 1607.04246v2
exits 1 "a DOI that nobody signs names nothing" pithtex cache find --cache c 10.1000/182
exits 2 "a malformed name" pithtex cache find --cache c pith:0
exits 0 "old ids too" pithtex cache find --cache c hep-lat/0305021

# The index answers, not a walk over all files; without it the walk does.
opened() {
	strace -f -o trace -e trace=openat "$PITHTEX" cache find --cache c 1607.04246 >/dev/null
	grep -c 'tar\.gz' trace
}
if command -v strace >/dev/null; then
	is "$(opened)" 1 "an alias opens one archive"
	rm -rf "$XDG_DATA_HOME/pithtex/index"
	ok test "$(opened)" -gt 10
	# 1: the unsigned and the conflicting one are in it.
	exits 1 "the index is made anew" pithtex cache check -q --cache c --rebuild
	is "$(opened)" 1 "and answers again"
fi

# An index that is behind is not believed.
ok pithtex cache add -q --cache c2 "$BUILD/bundles/$Q.tar.gz"
cp c2/QV/$Q.tar.gz saved
rm -rf c2 && mkdir -p c2/QV && cp saved c2/QV/$Q.tar.gz
exits 0 "a folder filled by hand" pithtex cache find --cache c2 pith:$Q
id=$(pithtex show c2/QV/$Q.tar.gz | sed -n 's/^arxiv:\([^ ]*\) .*/\1/p')
exits 0 "also by its alias" pithtex cache find --cache c2 "$id"
exits 0 "check marks it" pithtex cache check --cache c2
ok test -s c2/generation

# --- damaged entries ---

cp c/RE/$R.tar.gz whole
for how in cut empty changed; do
	case $how in
	cut) head -c 400 whole >c/RE/$R.tar.gz ;;
	empty) : >c/RE/$R.tar.gz ;;
	changed) python <<END
d = bytearray(open("whole", "rb").read()); d[500] ^= 255
open("c/RE/$R.tar.gz", "wb").write(d)
END
		;;
	esac
	exits 1 "$how: check says so" pithtex cache check --cache c
	like err "$R.tar.gz: damaged: " "$how: which file"
	exits 0 "$how: adding it again mends it" pithtex cache add --cache c whole
	like err "set aside as" "$how: the damaged one is set aside"
	same c/RE/$R.tar.gz whole "$how: whole again"
	rm c/RE/*.damaged
done

# --- remove ---

g=$(cat c/generation)
exits 0 "remove by a short form" pithtex cache remove --cache c pith:RE7YA4NU
ok test ! -e c/RE/$R.tar.gz
ok test "$g" != "$(cat c/generation)"
exits 1 "remove what is not there" pithtex cache remove --cache c pith:RE7YA4NU
exits 1 "it is not found by its alias either" pithtex cache find --cache c 1607.04246

# --- places ---

exits 0 "the user's own cache" pithtex cache add "$good"
ok test -f "$XDG_DATA_HOME/pithtex/bundles/RE/$R.tar.gz"
export PITHTEX_CACHE=p1:p2
exits 0 "the first of PITHTEX_CACHE" pithtex cache add "$good"
ok test -f p1/RE/$R.tar.gz
unset PITHTEX_CACHE
mkdir bundles && cp -r c/QV bundles/QV
exits 0 "bundles in the current folder" pithtex cache find $Q
like out '^QV.*  bundles/QV/' "is searched"
: >file
exits 2 "a cache that is a file" pithtex cache add --cache file "$good"
if [ "$(id -u)" -eq 0 ]; then
	mkdir ro && mount -t tmpfs tmpfs ro 2>/dev/null && {
		mkdir ro/RE && cp "$good" ro/RE/$R.tar.gz
		mount -o remount,ro ro
		exits 2 "a read-only cache takes nothing" \
			pithtex cache add --cache ro "$BUILD/bundles/$Q.tar.gz"
		like err 'Read-only file system' "and says why"
		exits 0 "but is read" pithtex cache find --cache ro $R
		umount ro
	}
fi

# --- a cache as a whole ---

exits 0 "verify a cache" pithtex verify p1
is "$(grep -c '^  good: ' out)" 1 "all that is in it"
exits 2 "a folder without bundles is not good" pithtex verify "$TOP/src"
like err 'holds no bundle' "and says why"

# --- many at once ---

i=0
while [ $i -lt 16 ]; do
	i=$((i + 1))
	{ "$PITHTEX" cache add -q --cache many "$BUILD"/bundles/*.tar.gz 2>>many.err ||
		echo "$?" >>many.bad; } &
done
wait
ok test ! -e many.bad
is "$(find many -name '*.tar.gz' | wc -l)" 10 "16 writers: nothing lost, nothing twice"
is "$(find many -name '*.tmp' | wc -l)" 0 "nothing left over"
exits 0 "16 writers: all good" pithtex cache check --cache many
for f in "$BUILD"/bundles/*.tar.gz; do
	id=$(pithtex show "$f" | sed -n 's/^arxiv:\([^ ]*\) .*/\1/p')
	pithtex cache find -q --cache many "$id" || echo "$f" >>many.lost
done
ok test ! -e many.lost

# --- JSON ---

json() { python <<END
import json
d = json.load(open("out"))
print($1)
END
}
exits 0 "JSON of add" pithtex cache add --json --cache j "$good"
is "$(json 'd["files"][0]["result"]')" added "what became of it"
exits 0 "JSON of list" pithtex cache list --json --cache j
is "$(json 'd["bundles"][0]["suffix"]')" $R "what is there"
exits 0 "JSON of check" pithtex cache check --json --cache j
is "$(json 'd["files"][0]["verdict"]')" good "how it is"

done_testing
