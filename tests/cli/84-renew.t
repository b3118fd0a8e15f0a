#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Renewals: what the list of one must name, which proofs it carries on, and what a bag makes of
# those that came along.  The authority is openssl.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/tsa.sh"

need sha256sum sha512sum
a=RE7YA4NUEPAVNSZTI7K5XFZRCI

# covers N FOLDER NAME...: the list of a renewal in FOLDER over files below the current folder, in
# their order, with a token of the authority over it.
covers() {
	covers_list=$2/COVERS.sha$1
	mkdir -p "$2"
	sum=sha${1}sum
	shift 2
	"$sum" "$@" >"$covers_list"
	token "$covers_list" "$covers_list.tsa.example.org.tsr"
}
# token FILE OUT.tsr: of the authority, wherever this is.
token() {
	openssl ts -query -data "$1" -sha256 -cert -out "${2%r}q" 2>"$T/ca/log"
	query=$(realpath "${2%r}q") && cp "$query" "$T/q.tsq"
	(cd "$T" && tsa_answer q.tsq) && cp "$T/q.tsr" "$2"
}
judge_it() { "$PITHTEX" "$1" verify --roots "$T/ca/ca.pem" "$2"; }

tsa_new
mkdir -p cache/RE
cp "$BUILD/bundles/$a.tar.gz" cache/RE/
"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
"$PITHTEX" snapshot create -q --key log.key cache made || exit 99
e=evidence/1
mkdir -p made/$e
token made/checkpoint made/$e/first.tsr
printf x >made/$e/root.pem
cp -r made renewed
exits 0 "renewed" "$PITHTEX" stamp renew -q --no-calendar renewed
is "$(sed 's/^[0-9a-f]*  //' renewed/$e/001-renewal/COVERS.sha256 | tr '\n' ' ')" \
	"checkpoints/1 $e/first.tsq $e/first.tsr $e/root.pem " \
	"over the evidence and what was stamped"
(cd renewed && token $e/001-renewal/COVERS.sha256 $e/001-renewal/COVERS.sha256.x.tsr)
exits 0 "the chain holds" judge_it stamp renewed
like out 'checkpoints/1: good: renewed evidence at ' "and says so"

# fresh: the snapshot before it was renewed; the current folder.
fresh() {
	cd "$T" && rm -rf snap && cp -r made snap && cd snap || exit 99
}
# lacks NAME PATTERN: this is no renewal.
lacks() {
	cd "$T" || exit 99
	exits 1 "$1" judge_it stamp snap
	like out ": the list: wrong: $2" "which is said"
	exits 1 "snapshot verify finds it" judge_it snapshot snap
	like out "^fail  evidence .*: wrong: $2" "in the same words"
}
fresh
covers 256 $e/001-renewal $e/root.pem
lacks "a list of something beside" 'checkpoints/1: not covered by the renewal'
fresh
covers 256 $e/001-renewal $e/first.tsr $e/root.pem
lacks "a list without what was stamped" 'checkpoints/1: not covered by the renewal'
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
covers 256 $e/002-renewal checkpoints/1 $e/first.tsr $e/root.pem
lacks "a list without the list before" \
	"$e/001-renewal/COVERS.sha256: not covered by the renewal"
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr $e/root.pem
printf y >$e/root.pem
lacks "a list of a file that is another now" "$e/root.pem: not the bytes"
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr $e/root.pem
rm $e/root.pem
lacks "a list of a file that is gone" '.*root.pem: No such file'
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
printf x >>$e/001-renewal/COVERS.sha256
lacks "a list with a byte more" 'line 3: |no end of line'
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
printf x >>$e/001-renewal/COVERS.sha256.tsa.example.org.tsr
cd "$T" || exit 99
exits 1 "a renewal whose token is broken" judge_it snapshot snap
like out '^fail  evidence .*COVERS.sha256.tsa.example.org.tsr: ' "is named"

# Which proofs it carries on.
fresh
covers 256 $e/001-renewal checkpoints/1 $e/root.pem
cd "$T" || exit 99
exits 1 "a list that names no proof" judge_it stamp snap
like err 'checkpoints/1: unverifiable: stage 0: no proof' "carries none on"
like out 'first.tsr: renewed: unverifiable: not on the list of the next' "and says which"
exits 0 "which contradicts nothing" judge_it snapshot snap
fresh
token checkpoint $e/second.tsr
covers 256 $e/001-renewal checkpoints/1 $e/second.tsr
cd "$T" || exit 99
exits 0 "one of two" judge_it stamp snap
like out 'first.tsr: renewed: unverifiable' "the other is left behind"
unlike out 'second.tsr: renewed: unverifiable' "this one not"
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
token checkpoint $e/late.tsr
cd "$T" || exit 99
exits 0 "a proof that came later" judge_it stamp snap
like out 'late.tsr: Test.*good|late.tsr: .*: good: ' "is good by itself"
exits 0 "and in the snapshot" judge_it snapshot snap
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
token log.x $e/wrong.tsr 2>"$T/null" || token tile/0/000.p/1 $e/wrong.tsr
cd "$T" || exit 99
exits 1 "a proof that does not hold, beside one that does" judge_it stamp snap
like err 'checkpoints/1: wrong: ' "is not outweighed"
fresh
covers 256 $e/001-renewal checkpoints/1 $e/first.tsr
covers 512 $e/002-renewal checkpoints/1 $e/001-renewal/COVERS.sha256 \
	$e/001-renewal/COVERS.sha256.tsa.example.org.tsr $e/first.tsr
cd "$T" || exit 99
exits 0 "twice renewed, by a longer hash" judge_it stamp snap

# They come along in a kit, with what witnesses said.
exits 0 "a kit" "$PITHTEX" deposit make -q --date 2026-08-24 renewed kit
exits 0 "good" judge_it deposit kit
like out 'pass  proof +data/checkpoint: all renewals: renewed evidence at ' "with its renewals"
exits 1 "the bag itself has no proof" judge_it stamp kit
like out 'data/checkpoint: good: renewed evidence' "but the checkpoint in it is renewed"
cp -r kit bag && printf y >bag/$e/root.pem
exits 1 "evidence that was changed since" judge_it deposit bag
like out "fail  proof .*: the list: wrong: $e/root.pem: not the bytes" "is found there"
like out '^  wrong: ' "and is the verdict"
rm -rf bag && cp -r kit bag
cat >note.py <<'END'
# A line of a witness, with a key that is in nobody's ring.
import base64, sys
text = open(sys.argv[1], "rb").read()
sys.stdout.buffer.write(text + "\u2014 w.example ".encode() + base64.b64encode(b"1234" + b"x" * 72)
                        + b"\n")
END
if [ -x /usr/bin/python3 ]; then
	/usr/bin/python3 note.py kit/data/checkpoint >bag/$e/checkpoint.cosigned
	exits 0 "a witness that is not known" judge_it deposit bag
	like out 'note  proof +evidence/1/checkpoint.cosigned: witness w.example: unverifiable' \
		"is told"
	sed 's/^1$/2/' bag/$e/checkpoint.cosigned >c && mv c bag/$e/checkpoint.cosigned
	exits 1 "a note of another checkpoint" judge_it deposit bag
	like out 'fail  proof +evidence/1/checkpoint.cosigned: ' "is a finding"
fi

# The bag's own.
rm -rf bag && cp -r kit bag
(cd bag && token tagmanifest-sha256.txt evidence/x.tsr)
exits 0 "a bag is renewed" "$PITHTEX" stamp renew -q --no-calendar bag
is "$(sed 's/^[0-9a-f]*  //; /evidence/d' bag/evidence/001-renewal/COVERS.sha256 | tr '\n' ' ')" \
	"manifest-sha256.txt tagmanifest-sha256.txt " "over what was stamped, and the payload"
(cd bag && token evidence/001-renewal/COVERS.sha256 evidence/001-renewal/COVERS.sha256.x.tsr &&
	sha256sum --quiet -c evidence/001-renewal/COVERS.sha256) >out 2>&1
is "$? $(cat out)" "0 " "as sha256sum reads it"
exits 0 "good" judge_it deposit bag
like out 'pass  proof +tagmanifest-sha256.txt: all renewals' "with its renewal"
exits 0 "by SHA-512" "$PITHTEX" stamp renew -q --no-calendar --sha512 bag
is "$(sed 's/^[0-9a-f]*  //; /evidence/d' bag/evidence/002-renewal/COVERS.sha512 | tr '\n' ' ')" \
	"manifest-sha256.txt manifest-sha512.txt tagmanifest-sha256.txt tagmanifest-sha512.txt " \
	"over the lists by which every file is hashed anew"
(cd bag && token evidence/002-renewal/COVERS.sha512 evidence/002-renewal/COVERS.sha512.x.tsr)
exits 0 "good" judge_it deposit bag
(
	cd bag && sed '/ manifest-sha512/d' evidence/002-renewal/COVERS.sha512 >c &&
		mv c evidence/002-renewal/COVERS.sha512 &&
		token evidence/002-renewal/COVERS.sha512 evidence/002-renewal/COVERS.sha512.x.tsr
)
exits 1 "one without them" judge_it deposit bag
like out 'wrong: manifest-sha512.txt: not covered by the renewal' "renews no hash"
rm -rf bag/evidence/00?-renewal
(cd bag && covers 256 evidence/001-renewal bagit.txt)
exits 1 "a list of one file" judge_it deposit bag
like out 'wrong: manifest-sha256.txt: not covered by the renewal' "renews nothing"
exits 1 "stamp verify says the same" judge_it stamp bag

done_testing
