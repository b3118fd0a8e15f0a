#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Witnesses: what they say of a snapshot's checkpoint is taken only where it was checked, lies apart
# from the checkpoint, counts once for each key, and tells how old the checkpoint is.  The witness
# is a few lines of Python.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6
pithtex() { "$PITHTEX" "$@"; }

cat >witness.py <<'END'
# witness.py NOTE HOW NAME:SEED:TIME...: cosign a checkpoint; the vkeys go to NAME.vkey and the
# keys to NAME.pub.  HOW: note, or lines alone.
import base64, hashlib, struct, sys
from nacl.signing import SigningKey
note = open(sys.argv[1], "rb").read()
text, lines = note.rsplit(b"\n\n", 1)
text += b"\n"
out = b""
for word in sys.argv[3:]:
    name, seed, time = word.split(":")
    k = SigningKey(hashlib.sha256(seed.encode()).digest())
    pub = bytes(k.verify_key)
    id = hashlib.sha256(name.encode() + b"\n\x04" + pub).digest()[:4]
    t = int(time)
    sig = k.sign(b"cosignature/v1\ntime %d\n" % t + text).signature
    out += ("\u2014 %s " % name).encode() \
        + base64.b64encode(id + struct.pack(">Q", t) + sig) + b"\n"
    open(name + ".vkey", "w").write("%s+%s+%s\n" % (name, id.hex(),
        base64.b64encode(b"\x04" + pub).decode()))
    open(name + ".pub", "w").write("untrusted comment: witness\n%s\n"
        % base64.b64encode(b"Ed" + pub[:8] + pub).decode())
sys.stdout.buffer.write(out if sys.argv[2] == "lines" else text + b"\n" + lines + out)
END
cosign() { /usr/bin/python3 witness.py "$@"; }
lines() { grep -c "$(printf '^\342\200\224 ')" "$1"; }

mkdir -p cache/RE cache/QV
cp "$BUILD/bundles/$a.tar.gz" cache/RE/
pithtex key new -q log
pithtex key add -q --role log log.pub
pithtex snapshot create -q --key log.key cache snap || exit 99
e=snap/evidence/1/checkpoint.cosigned
cosign snap/checkpoint note w1.example:one:1700000000 >w1.cosigned
cosign snap/checkpoint lines w2.example:two:1700086400 >w2.cosigned
cosign snap/checkpoint note w3.example:three:1700000000 >w3.cosigned
cp snap/checkpoint before

exits 0 "no witness yet" pithtex snapshot verify snap
like out 'note  age +unknown' "and no age"
exits 2 "a witness that nobody knows" pithtex stamp attach snap w1.cosigned
like err 'no known witness' "is not taken"
ok test ! -e $e
exits 0 "one that is named" pithtex stamp attach --key w1.example.vkey snap w1.cosigned
like out "kept in $e" "is"
same snap/checkpoint before "the checkpoint stays as it was"
is "$(lines $e)" 2 "beside it lies the log's line and the witness's"
is "$(head -n 5 $e)" "$(cat before)" "below the checkpoint"
cp $e once
exits 0 "the same again" pithtex stamp attach --key w1.example.vkey snap w1.cosigned
like out 'all of it is in' "is there already"
same $e once "and adds nothing"
exits 0 "without its key the line is passed over" pithtex snapshot verify snap
like out 'note  age +unknown' "and says nothing"
exits 1 "stamp verify neither" pithtex stamp verify snap
like out 'witness w1\.example: unverifiable' "knows it"

pithtex key add -q --role witness w2.example.pub
exits 0 "a witness in the keyring, its line alone" pithtex stamp attach snap w2.cosigned
is "$(lines $e)" 3 "joins the others"
exits 0 "verify" pithtex snapshot verify snap
like out 'signature +log is signed by .*, and cosigned by 1$' "says who is known"
like out 'pass  age +the newest checkpoint was seen on 2023-11-15' "and since when"
exits 0 "and so does plain verify" pithtex verify snap
like out 'age .*2023-11-15' "in the same words"
exits 0 "with both keys" pithtex snapshot verify --key w1.example.vkey snap
like out 'cosigned by 2$' "both count"
exits 0 "info" pithtex stamp info snap
like out 'witness    w2\.example, at 2023-11-15T22:13:20Z' "names one with its time"
like out 'witness    w1\.example, which is not known' "and the other"
exits 0 "stamp verify" pithtex stamp verify snap
like out 'witness w2\.example: good: seen by it at 2023-11-15T22:13:20Z' "has a line"
exits 0 "as JSON" pithtex stamp verify --json snap
cp out json
ok /usr/bin/python3 -m json.tool json "$BOX/null"

# A key counts once, however many lines and names it has.
cosign snap/checkpoint note w2.example:two:1700172800 w2.example:two:1700172800 \
	w2.other:two:1700259200 >more.cosigned
exits 0 "more lines of one key" pithtex stamp attach snap more.cosigned
exits 0 "verify" pithtex snapshot verify snap
like out 'cosigned by 1$' "one witness"

# Policies.
log=$(/usr/bin/python3 - log.pub <<'END'
import base64, hashlib, sys
pub = base64.b64decode(open(sys.argv[1]).read().split("\n")[1])[10:]
id = hashlib.sha256(b"log\n\x01" + pub).digest()[:4]
print("log+%s+%s" % (id.hex(), base64.b64encode(b"\x01" + pub).decode()))
END
)
policy() {
	printf 'log %s\nwitness one %s\nwitness two %s\nwitness three %s\n' "$log" \
		"$(cat w1.example.vkey)" "$(cat w2.example.vkey)" "$(cat w3.example.vkey)"
	printf 'group g %s one two three\nquorum %s\n' "$1" "$2"
}
policy 2 g >two && policy all g >three && policy all none >free
exits 0 "a quorum of two" pithtex snapshot verify --policy two snap
like out 'signed, and cosigned by 2$' "has two"
exits 1 "of three" pithtex snapshot verify --policy three snap
like out 'fail  signature +2 cosignatures, not the quorum' "has two only"
exits 0 "none is asked for" pithtex snapshot verify --policy free snap
exits 0 "a policy tells which witness is known" \
	pithtex stamp attach --policy three snap w3.cosigned
exits 0 "three" pithtex snapshot verify --policy three snap
exits 0 "stamp verify takes a policy, too" pithtex stamp verify --policy three snap
like out 'witness w3\.example: good' "and knows its witnesses"
printf 'quorum none\n' >nobody
exits 1 "a policy without the log" pithtex snapshot verify --policy nobody snap

# What does not hold.
cp $e good
/usr/bin/python3 - bad.cosigned <<'END'
import base64, sys
lines = open("w1.cosigned", "rb").read().split(b"\n")
word = lines[5].split(b" ")
sig = bytearray(base64.b64decode(word[2]))
sig[40] ^= 1
word[2] = base64.b64encode(bytes(sig))
lines[5] = b" ".join(word)
open(sys.argv[1], "wb").write(b"\n".join(lines))
open("bad.lines.cosigned", "wb").write(lines[5] + b"\n")
END
exits 2 "a line that does not hold" \
	pithtex stamp attach --key w1.example.vkey snap bad.cosigned
like err 'w1\.example does not hold' "is named"
exits 2 "alone" pithtex stamp attach --key w1.example.vkey snap bad.lines.cosigned
cat w2.cosigned bad.lines.cosigned >both.cosigned
exits 2 "with a good one" pithtex stamp attach --key w1.example.vkey snap both.cosigned
printf 'log\n1\nx\n' >cut.cosigned
exits 2 "no note" pithtex stamp attach --key w1.example.vkey snap cut.cosigned
same $e good "and nothing was changed"
cat bad.lines.cosigned >>$e
exits 0 "put there by hand, a line of nobody known" pithtex snapshot verify snap
exits 1 "of somebody known" pithtex snapshot verify --key w1.example.vkey snap
like out 'fail  signature +the cosignature of w1\.example does not hold' "takes all of it away"
exits 1 "for a policy" pithtex snapshot verify --policy free snap
exits 1 "for a stamp" pithtex stamp verify --key w1.example.vkey snap
like out 'witness w1\.example: wrong' "says so"
exits 1 "info" pithtex stamp info --key w1.example.vkey snap
sed 's/^1$/2/' good >$e
exits 1 "of another checkpoint" pithtex snapshot verify snap
like out 'fail  witnesses' "says so"
sed 2q good >$e
exits 1 "cut" pithtex snapshot verify snap
cp good $e
printf x >file
exits 2 "what is no checkpoint is not cosigned" \
	pithtex stamp attach --key w1.example.vkey file w1.cosigned

# The next snapshot: what was seen stays with the size that it was said of.
cp "$BUILD/bundles/$b.tar.gz" cache/QV/
pithtex snapshot create -q --key log.key cache snap || exit 99
same $e good "an older checkpoint keeps its witnesses"
exits 0 "the new one has none" pithtex snapshot verify snap
like out 'note  age +unknown' "yet"
exits 1 "no quorum" pithtex snapshot verify --policy two snap
exits 0 "an old one may get more" pithtex stamp attach --policy two snap w1.cosigned
cosign snap/checkpoint lines w1.example:one:1700500000 w2.example:two:1700500001 >new.cosigned
exits 0 "lines find their checkpoint" pithtex stamp attach --policy two snap new.cosigned
ok test -e snap/evidence/2/checkpoint.cosigned
exits 0 "a quorum" pithtex snapshot verify --policy two snap
like out 'age .*2023-11-20' "and an age"

# The proof of an archive takes them along.
exits 0 "prove" pithtex snapshot prove snap $a
is "$(lines $a.tlog-proof)" 3 "with the checkpoint's witnesses"
mkdir with && cp cache/RE/$a.tar.gz $a.tlog-proof with/
exits 0 "show" pithtex show with/$a.tar.gz
like out 'here: in the log log, seen by 1 witness, day 2023-11-20' "tells what they saw"
like out 'Bitcoin timestamp .*here: no block here' "which is no block"
exits 0 "verify" pithtex verify with/$a.tar.gz
like out 'the registry says: not anchored; here: in the log log, seen by 1' "in two columns"

# What a renewal covers does not change any more.
exits 0 "renewed" pithtex stamp renew --no-calendar snap
cosign snap/checkpoint lines w3.example:three:1700600000 >late.cosigned
cp snap/evidence/2/checkpoint.cosigned covered
exits 2 "one more witness" pithtex stamp attach --policy three snap late.cosigned
like err 'on the list of .*renewal' "would break the chain"
same snap/evidence/2/checkpoint.cosigned covered "so it is as it was"

done_testing
