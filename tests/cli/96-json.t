#!/bin/sh
# SPDX-License-Identifier: MIT
#
# --json: whatever a command does and however it ends, standard output is one JSON object, with
# the exit status in it where the command ends with 1 or 2.

. "$(dirname "$0")/../lib.sh"

need_python

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
samples=$TOP/bundles/samples
cp "$samples/$suffix/bundle.json" .
printf '\\pithnumber{%s}\n\\pithnumber{pith:AAAAAAAA}\n' $suffix >paper.aux
printf '\\pithnumber{0}\n' >bad.aux
printf 'no bundle' >damaged
printf '%%PDF-1.5\n' >damaged.pdf
printf '{"relation":"refutes","object_pith_number":"pith:2016:%s"}' $suffix >payload
mkdir -p c/RE
cp "$BUILD/bundles/$suffix.tar.gz" c/RE/

# one STATUS WORD...: the command ends so and prints one object, which says no other status.
one() {
	want=$1
	shift
	"$PITHTEX" "$@" --json >out 2>err
	status=$?
	is "$status" "$want" "pithtex $*"
	cp out answer
	exits 0 "one object" python "$status" <out.py
}
cat >out.py <<'END2'
import json
import sys
status = int(sys.argv[-1])
out = json.load(open("answer"))
assert isinstance(out, dict), "no object"
assert out.get("status", status) == status, "says %r" % out.get("status")
END2

one 1 verify bundle.json damaged
one 2 verify no-such
one 2 verify damaged.pdf
one 0 show bundle.json
one 0 show --state bundle.json
one 0 show --embed bundle.json
one 1 show $suffix
one 2 show damaged
one 0 pack "$samples/$suffix"
one 2 pack no-such
one 0 unpack $suffix.tar.gz
one 2 unpack damaged
one 2 cache add bundle.json damaged
one 0 cache list
one 0 cache find $suffix arXiv:1607.04246
one 1 cache find pith:AAAAAAAA
one 2 cache find 0
one 1 cache missing paper
one 2 cache missing no-such
one 0 cache check --rebuild
one 1 resolve paper
one 2 resolve bad
one 2 resolve no-such
one 2 arxiv paper
one 0 merge bundle.json $suffix.tar.gz
one 2 merge damaged
one 0 diff bundle.json $suffix.tar.gz
one 2 diff bundle.json damaged
one 0 cache remove $suffix
one 1 cache remove $suffix
one 0 key new mine
one 2 key new mine
one 0 key add mine.pub
one 2 key add damaged
one 0 event sign --type citation --payload payload --key mine.key -o event pith:2016:$suffix
one 0 event sign --type citation --payload payload --key mine.key pith:2016:$suffix
one 2 event sign --type citation --payload payload --key mine.key $suffix
one 1 event check event
one 0 key list
one 0 key show mine.pub
one 2 key show no-such
one 0 key revoke --at 2030-01-01T00:00:00Z pith-v1-2026-05
one 2 key revoke --at 2020-01-01T00:00:00Z nobody
one 0 snapshot create --key mine.key c snap
one 0 snapshot list snap
one 2 snapshot list no-such
one 1 snapshot verify snap
one 1 snapshot diff snap 0
one 0 snapshot prove snap $suffix
one 1 snapshot prove --ots snap $suffix
one 0 stamp request snap
one 0 stamp info snap
cat >reply.py <<'END2'
import sys
tip = sys.argv[-1]
uri = b"https://alice.btc.calendar.opentimestamps.org"
body = bytes([len(uri)]) + uri
open(tip + ".alice.btc.calendar.opentimestamps.org.reply", "wb").write(
    b"\xf0\x01x\x08\x00" + bytes.fromhex("83dfe30d2ef90c8e") + bytes([len(body)]) + body)
END2
tip=$(basename "$(find . -name '*.digest' | head -n 1)" .digest)
exits 0 "a calendar's answer" python "$tip" <reply.py
one 0 stamp attach snap "$tip.alice.btc.calendar.opentimestamps.org.reply"
one 0 stamp info snap
one 1 stamp verify snap
one 0 stamp renew snap
one 2 stamp attach snap no-such.reply
one 0 version

done_testing
