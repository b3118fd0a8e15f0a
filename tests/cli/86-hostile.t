#!/bin/sh
# SPDX-License-Identifier: MIT
#
# What an attacker hands over as a log or a proof of time: each has its verdict, nothing of it is
# waited for, and no file that was there is another afterwards.

. "$(dirname "$0")/../lib.sh"

need_shared
need_python
ots=$PITHTEX_SHARED/data/ots
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6
pithtex() { timeout 60 "$PITHTEX" "$@"; }
sums() { (cd "$1" && find . -type f -exec sha256sum {} + | LC_ALL=C sort); }

mkdir -p cache/RE
cp "$BUILD/bundles/$a.tar.gz" cache/RE/
pithtex key new -q log
pithtex key add -q --role log log.pub
pithtex snapshot create -q --key log.key cache one || exit 99
mkdir -p cache/QV
cp "$BUILD/bundles/$b.tar.gz" cache/QV/
cp -r one two
pithtex snapshot create -q --key log.key cache two || exit 99

# --- proofs that cannot be read ---

# Each of them, as a file to look at, and in the place of the proof of an archive, of a file and of
# a root: it is damaged, it is never good, it is never written over.
mkdir -p with/RE && cp cache/RE/$a.tar.gz with/RE/
printf x >file
tried=0 bad=
for f in "$ots"/invalid/*.ots; do
	tried=$((tried + 1))
	name=$(basename "$f")
	cp "$f" file.ots
	cp "$f" with/RE/$a.tar.ots
	rm -rf stamped && cp -r one stamped
	mkdir -p stamped/evidence/1 && cp "$f" stamped/evidence/1/checkpoint-root.ots
	pithtex stamp verify file.ots >out 2>err
	[ $? -eq 1 ] && grep -q damaged err || bad="$bad $name:stamp"
	pithtex verify file.ots >out 2>err
	[ $? -eq 1 ] && grep -q damaged err || bad="$bad $name:verify"
	pithtex stamp info file.ots >out 2>err && bad="$bad $name:info"
	pithtex stamp verify file >out 2>err
	[ $? -eq 1 ] || bad="$bad $name:file"
	pithtex show with/RE/$a.tar.gz >out 2>err
	grep -q 'here: a proof that does not hold' out || bad="$bad $name:show"
	pithtex snapshot verify stamped >out 2>err
	[ $? -eq 1 ] && grep -q '^fail  evidence' out || bad="$bad $name:snapshot"
	pithtex snapshot prove --ots stamped $a >out 2>err && bad="$bad $name:prove"
	pithtex stamp request --no-tsa --calendar https://cal.example.org stamped file \
		>out 2>err && bad="$bad $name:request"
	cp "$f" "$(printf %064d 0).x.reply"
	pithtex stamp attach stamped "$(printf %064d 0).x.reply" >out 2>err &&
		bad="$bad $name:attach"
	for kept in file.ots with/RE/$a.tar.ots stamped/evidence/1/checkpoint-root.ots; do
		cmp -s "$f" "$kept" || bad="$bad $name:$kept"
	done
done
is "$bad" "" "$tried proofs that cannot be read"
ok test "$tried" -ge 26
ok test ! -e $a.tar.ots

# --- a header with valid work that is off the chain ---

python "$ots/headers/stale-823226.hex" <<'END'
import sys
hex = "".join(open(sys.argv[1]).read().split())[-160:]
root = bytes.fromhex(hex)[36:68]
magic = b"\x00OpenTimestamps\x00\x00Proof\x00\xbf\x89\xe2\xe8\x84\xe8\x92\x94\x01\x08"
h, v = 823226, b""
while h > 127:
    v, h = v + bytes([h & 127 | 128]), h >> 7
v += bytes([h])
open("stale.ots", "wb").write(magic + root + b"\x00" + bytes.fromhex("0588960d73d71901")
                              + bytes([len(v)]) + v)
open("stale.txt", "w").write("823226 " + hex + "\n")
END
exits 0 "alone nobody can tell: its work is named" \
	pithtex stamp verify --headers stale.txt stale.ots
like out 'work 2\^' "as what it cost"
exits 1 "beside the chain" pithtex stamp verify --headers stale.txt --headers \
	"$ots/headers/headers-822528-830592.bin" --first 822528 stale.ots
like out 'conflict' "it is in conflict with it"
exits 1 "the chain alone has another block" pithtex stamp verify --headers \
	"$ots/headers/headers-822528-830592.bin" --first 822528 stale.ots
like out 'wrong' "whose root is another"

# --- checkpoints ---

# A log of an absurd size, by its own good key.
resize() {
	python "$1" "$2" two/checkpoint log.key <<'END'
import base64, hashlib, sys
size, out, note, key = sys.argv[1:]
from nacl.signing import SigningKey
raw = base64.b64decode(open(key).read().split("\n")[1])
seed = raw[62:94]
lines = open(note, "rb").read().split(b"\n")
lines[1] = size.encode()
text = b"\n".join(lines[:3]) + b"\n"
k = SigningKey(seed)
id = hashlib.sha256(lines[0] + b"\n\x01" + bytes(k.verify_key)).digest()[:4]
open(out, "wb").write(text + b"\n" + "\u2014 ".encode() + lines[0] + b" "
                      + base64.b64encode(id + k.sign(text).signature) + b"\n")
END
}
if /usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null"; then
	resize 2 same.note
	same same.note two/checkpoint "the test signs as the program does"
	for size in 9223372036854775808 18446744073709551616 02 -1 '' 3x; do
		rm -rf huge && cp -r two huge && resize "$size" huge/checkpoint
		exits 2 "a size that no log has: '$size'" pithtex snapshot verify huge
	done
	for size in 3 70000 4611686018427387904 9223372036854775807; do
		rm -rf huge && cp -r two huge && resize $size huge/checkpoint
		sums huge >before
		exits 1 "a log of $size that has 2 entries" pithtex snapshot verify huge
		exits 2 "none goes on from it" \
			pithtex snapshot create --key log.key cache huge
		exits 2 "or proves by it" pithtex snapshot prove huge $a
		exits 1 "or is continued by one that was seen" \
			pithtex snapshot verify --since huge/checkpoint two
		sums huge >after
		same after before "and it is as it was"
	done
fi

# A smaller one, and a fork; the key's own memory is another test's.
sums one >before
exits 1 "smaller than what was seen" pithtex snapshot verify --since two/checkpoint one
like out 'fail  since' "is not continued"
mkdir -p other/QV h2 && cp "$BUILD/bundles/$b.tar.gz" other/QV/
XDG_STATE_HOME=$T/h2 pithtex snapshot create -q --key log.key other fork || exit 99
exits 0 "a fork by itself" pithtex snapshot verify fork
exits 1 "two histories of one size" pithtex snapshot verify --since fork/checkpoint one
exits 1 "and of another" pithtex snapshot verify --since fork/checkpoint two
exits 2 "a log that is not what the key signed last" \
	pithtex snapshot create --key log.key other fork
exits 2 "a difference to a fork" pithtex snapshot diff two fork/checkpoint
sums one >after
same after before "nothing is written by looking"

# One kind of text for another.
pithtex snapshot prove -q -o proof two $a
for kind in two/checkpoint two/index.tsv proof log.pub; do
	exits 2 "as a policy: $kind" pithtex snapshot verify --policy $kind two
done
for kind in two/checkpoint two/index.tsv proof log.pub; do
	exits 2 "as a key: $kind" pithtex snapshot verify --key $kind two
done
for kind in two/index.tsv log.pub; do
	exits 2 "as a checkpoint: $kind" pithtex snapshot verify --since $kind two
done
cp two/checkpoint with/RE/$a.tlog-proof
rm -f with/RE/$a.tar.ots
exits 0 "a checkpoint as a proof" pithtex show with/RE/$a.tar.gz
like out 'here: a proof that does not hold' "is none"

# --- what never ends, and what is no file ---

for name in checkpoint index.tsv tile/0/000.p/2 tile/entries/000.p/2 shards/0000.p/2.tar \
	evidence/2/checkpoint.cosigned evidence/2/checkpoint-root.ots; do
	rm -rf t && cp -r two t && rm -f "t/$name"
	mkdir -p "t/$(dirname "$name")" && mkfifo "t/$name"
	pithtex snapshot verify t >out 2>err
	case $? in 1 | 2) pass "a FIFO: $name" ;; *) fail "a FIFO: $name" ;; esac
done
mkfifo fifo.ots x.reply x.tsr x.cosigned
exits 1 "as a proof" pithtex stamp verify fifo.ots
like err 'not a regular file' "which it is not"
for answer in x.reply x.tsr x.cosigned; do
	exits 2 "as an answer: $answer" pithtex stamp attach two "$answer"
done
rm fifo.ots && ln -s /dev/zero zero.tsr && ln -s /dev/zero zero.cosigned
for answer in zero.tsr zero.cosigned; do
	exits 2 "without an end: $answer" pithtex stamp attach two "$answer"
done
head -c 70000 /dev/zero | tr '\0' a >long.cosigned
exits 2 "longer than any note" pithtex stamp attach two long.cosigned
head -c 2000000 /dev/zero >long.ots
exits 1 "longer than any proof" pithtex stamp verify long.ots

done_testing
