#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A bag of a snapshot, verified whole: what a bag says and what its log says must be one, whatever
# its manifests say; and what the Internet Archive says of the files that it was sent.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/tsa.sh"

need tar sha256sum sha512sum openssl
need_python
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6 c=2V63MMXA4I2KSJBWPFMRNI3PCH

# verdict OPTION... BAG: status and verdict.
verdict() {
	"$PITHTEX" deposit verify "$@" >"$T/out" 2>"$T/err"
	verdict_status=$?
	echo "$verdict_status $(sed -n '$s/^  \([a-z-]*\): .*/\1/p' "$T/out")"
}
# fresh: the kit again.  seal: its manifests made anew, so that BagIt finds nothing.
fresh() { rm -rf bag && cp -r kit bag; }
seal() {
	(
		cd bag || exit 1
		for n in 256 512; do
			find data -type f | LC_ALL=C sort | xargs sha${n}sum >manifest-sha$n.txt
		done
		oxum=$(find data -type f -exec cat {} + | wc -c).$(find data -type f | wc -l)
		sed "s/^Payload-Oxum: .*/Payload-Oxum: $oxum/" bag-info.txt >info
		mv info bag-info.txt
		for n in 256 512; do
			sha${n}sum bag-info.txt bagit.txt manifest-*.txt >tagmanifest-sha$n.txt
		done
	)
}
# unpack, repack: the log of the bag as a folder, and back, as GNU tar makes it.
unpack() { rm -rf log && mkdir log && tar -xf bag/data/log.tar -C log; }
repack() {
	(cd log && LC_ALL=C tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
		--mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf ../bag/data/log.tar -- *)
	seal
}

"$PITHTEX" key new -q log
"$PITHTEX" key new -q mallory
mkdir other
for n in $a $b $c; do
	mkdir -p "cache/$(echo "$n" | cut -c1-2)"
	cp "$BUILD/bundles/$n.tar.gz" "cache/$(echo "$n" | cut -c1-2)/"
	"$PITHTEX" snapshot create -q --key log.key cache snap
	XDG_STATE_HOME=$PWD/other "$PITHTEX" snapshot create -q --key mallory.key --origin log \
		cache forked
done
printf 'Title: x\nCreator: y\nDescription: z\n' >about
"$PITHTEX" key add -q --role log log.pub
"$PITHTEX" deposit make -q --about about --date 2026-08-24 snap kit || exit 99
rm -r "$XDG_CONFIG_HOME"

fresh
is "$(verdict bag)" "1 unsigned" "a kit, and no key of its log is trusted here"
like err 'signature: no trusted key has signed log' "the keys in the bag vouch for nothing"
is "$(verdict --key bag/data/keys/log.vkey bag)" "0 good" "its key is named"
"$PITHTEX" key add -q --role log log.pub
is "$(verdict bag)" "0 good" "or trusted"
like out 'snapshot +checkpoints: log is signed by' "at every size"
like out 'snapshot +shards: 1 rebuilt' "with every byte"
like out '^  note  proof +no proof of time is here$' "and nothing says since when"
is "$(verdict --complete bag)" "0 good" "only looked at from outside"
unlike out 'snapshot' "what is in it is not asked"
exits 0 "verify does the same" "$PITHTEX" verify bag
like out '^  good: ' "in the same words"
unpack
repack
same bag/data/log.tar kit/data/log.tar "GNU tar makes log.tar again"

# Whole as a bag, but not what it says.  lies NAME: a sealed bag is found out.
lies() { is "$(verdict bag)" "${2-1 wrong}" "$1"; }
fresh
sed '2s/	1	/	7	/' kit/data/index.tsv >bag/data/index.tsv
seal
lies "the index says another version"
like out 'fail  snapshot +index: index.tsv:2' "which is named"
fresh
sed 2d kit/data/index.tsv >bag/data/index.tsv
seal
lies "the index lacks a line"
for file in tile/0/000.p/3 tile/0/000.p/2 tile/entries/000.p/3 tile/entries/000.p/1 \
	checkpoints/1 shards/0000.p/3.tar.sha256; do
	fresh
	unpack
	/usr/bin/python3 - "log/$file" <<'END'
import sys
b = bytearray(open(sys.argv[1], "rb").read())
b[len(b) // 2] ^= 1
open(sys.argv[1], "wb").write(b)
END
	repack
	case $file in checkpoints/*) want='1 forged|1 wrong|1 unsigned' ;; *) want='1 wrong' ;; esac
	verdict bag >got
	like got "^($want)\$" "a bit of $file in its log is other"
	fresh
	unpack
	rm "log/$file"
	repack
	[ "$file" = checkpoints/1 ] || lies "$file is not in its log"
done
fresh
unpack
sed '3s/^./A/; 3s/^A\(.*\)$/A\1/' kit/data/checkpoint >log/checkpoint
cp log/checkpoint bag/data/checkpoint
cp log/checkpoint log/checkpoints/3
repack
lies "another root under the old signature" "1 forged"
fresh
cp snap/checkpoints/2 bag/data/checkpoint
seal
lies "an older checkpoint beside the log"
like out 'data/checkpoint: another than in data/log.tar' "is named"
fresh
cp forked/checkpoint bag/data/checkpoint
unpack
cp forked/checkpoint log/checkpoint
cp forked/checkpoint log/checkpoints/3
repack
lies "a checkpoint that somebody else signed under its name" "1 unsigned"
fresh
gzip -dc "cache/RE/$a.tar.gz" >bag/data/shards/0000.p/3.tar
seal
lies "another shard"

# log.tar is one archive only, and its bytes are given.
fresh
unpack
(cd log && tar --sort=name --format=ustar --owner=0 --group=0 --mtime=@1 -b20 \
	-cf ../bag/data/log.tar -- *)
seal
lies "a log packed on another day"
like out 'log.tar: not the header of checkpoint$' "its header is refused"
(cd log && tar --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
	--mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf ../bag/data/log.tar -- tile checkpoint)
seal
lies "a log in another order"
fresh
printf x >>bag/data/log.tar
seal
lies "a byte behind the log"
head -c 10240 kit/data/log.tar >bag/data/log.tar
seal
lies "a log that is cut"
: >bag/data/log.tar
seal
lies "no log at all"
head -c 102400 /dev/urandom >bag/data/log.tar
seal
lies "no archive"
fresh
unpack
mkdir log/zz && printf x >log/zz/more
repack
is "$(verdict bag)" "0 good" "a member that the log does not need does no harm"

# Who takes a part of the snapshot away is not the better for it; others call other things so.
for file in log.tar index.tsv checkpoint 'checkpoint index.tsv' 'log.tar index.tsv' \
	'shards index.tsv checkpoint' 'log.tar shards index.tsv'; do
	fresh
	(cd bag/data && echo "$file" | xargs rm -r)
	seal
	lies "without $file"
	for one in $file; do
		[ "$one" = shards ] || like out "fail  snapshot .*lacks .*data/$one" "$one is named"
	done
done
fresh
rm bag/data/index.tsv
is "$(verdict bag)" "1 incomplete" "what is listed and absent is another matter"
like out 'note  snapshot +not looked at: data/index.tsv is not here' "which is told"
fresh
(cd bag/data && rm log.tar checkpoint)
seal
lies "shards of no log that are not full"
like out 'not the lines of whole shards' "are not what an item of shards has"
mkdir -p foreign/data
echo weights >foreign/data/checkpoint && cp kit/bagit.txt foreign/
foreign() {
	(cd foreign && find data -type f | LC_ALL=C sort | xargs sha256sum >manifest-sha256.txt)
	is "$(verdict foreign)" "0 good" "$1"
}
foreign "a file of another kind named checkpoint"
rm foreign/data/checkpoint && mkdir -p foreign/data/tile/0/0 && echo x >foreign/data/tile/0/0/0.png
foreign "tiles of a map"
rm -r foreign/data/tile && mkdir foreign/data/shards
echo x >foreign/data/index.tsv && echo x >foreign/data/shards/part.csv
mkdir foreign/evidence && echo x >foreign/evidence/photo.png
foreign "another index, other shards, other evidence"
echo x >foreign/evidence/x.tsr
is "$(verdict foreign)" "1 wrong" "a proof of a list that is not there"
like out 'fail  proof +evidence/ has proofs, but tagmanifest-sha256.txt, which' "is a finding"

# A checkpoint that is none hides nothing.
fresh
mkdir -p bag/evidence/3
echo x >bag/data/checkpoint
seal
lies "a checkpoint that is none, beside evidence"
like out 'fail  snapshot +data/checkpoint: another' "is another one"
like out 'fail  proof +data/checkpoint: ' "and has no proofs"
fresh
unpack
head -c 70000 /dev/zero >log/checkpoint
repack
lies "one in log.tar that is larger than any"
like out 'fail  snapshot +data/log.tar: checkpoint: larger than 65536 bytes' "is none either"
fresh
mkdir -p bag/evidence/a.tsr bag/evidence/3/checkpoint-root.ots
printf x >bag/evidence/b.tsr
lies "a folder that is called as a proof is"
for name in a.tsr b.tsr 3/checkpoint-root.ots; do
	like out "fail  proof +evidence/$name: damaged: wrong: [^/]*\$" "$name is told"
done

# The log as a folder is a snapshot by itself.
fresh
unpack
rm bag/data/log.tar bag/data/checkpoint
cp -r log/. bag/data/
seal
is "$(verdict bag)" "0 good" "the log as a folder"
printf x >>bag/data/tile/0/000.p/3
seal
lies "and a byte more in it"

# A shard that lies elsewhere.
fresh
mkdir away
mv bag/data/shards/0000.p/3.tar away/3.tar
printf 'https://archive.org/download/x/3.tar %s data/shards/0000.p/3.tar\n' \
	"$(wc -c <away/3.tar)" >bag/fetch.txt
is "$(verdict bag)" "1 incomplete" "a shard in another item"
like out '^  note  snapshot +shards: 0000 is not here$' "is not here"
like out '^  pass  snapshot +root: ' "while the log was checked"
is "$(verdict --from away bag)" "0 good" "and when it is, all is good"
like out 'shards: 1 rebuilt' "and rebuilt"
printf x >>away/3.tar
is "$(verdict --from away bag)" "1 damaged" "it is another"

# Proofs of time: those that cannot be checked are told, those that do not hold are findings.
fresh
mkdir bag/evidence
"$PITHTEX" stamp request -q --no-tsa --calendar https://cal.example.org bag >fetch || exit 99
is "$(verdict bag)" "0 good" "a proof that was asked for"
like out '^  note  proof +evidence/tagmanifest.ots: asked for: ' "is told"
cp bag/evidence/tagmanifest.ots kept.ots
printf x >>bag/evidence/tagmanifest.ots
lies "a proof with a byte too many"
like out 'fail  proof +evidence/tagmanifest.ots: ' "is named"
cp kept.ots bag/evidence/tagmanifest.ots
printf '# as mined\n' >bag/evidence/headers.txt
is "$(verdict bag)" "0 good" "block headers, none"
printf '7 abc\n' >bag/evidence/headers.txt
lies "block headers that are none"
fresh
seal
sed 's/y/Y/' bag/bag-info.txt >info && mv info bag/bag-info.txt
seal
mkdir bag/evidence && cp kept.ots bag/evidence/tagmanifest.ots
lies "a proof of another bag"
fresh
tsa_new
mkdir -p bag/evidence/3
tsa_stamp bag/tagmanifest-sha256.txt bag/evidence/tsa.example.org.tsr
tsa_stamp bag/data/checkpoint bag/evidence/3/tsa.example.org.tsr
is "$(verdict bag)" "0 good" "tokens, and no root is trusted"
is "$(grep -c '^  note  proof .*unverifiable' out)" 2 "both are told as what they are"
is "$(verdict --roots ca/ca.pem bag)" "0 good" "and with their root"
is "$(grep -c '^  pass  proof ' out)" 2 "both are good"
tsa_stamp about bag/evidence/tsa.example.org.tsr
is "$(verdict --roots ca/ca.pem bag)" "1 wrong" "a token over something else"

# --- what the archive says ------------------------------------------------------------

# item CHANGE: files.xml out of what the kit expects, after a sed script.
item() {
	/usr/bin/python3 - <<'END' | sed "$1" >files.xml
import xml.sax.saxutils as x
print("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<files>")
for line in open("kit/upload/ia-expected.tsv"):
    name, size, md5, crc32, sha1 = line.rstrip("\n").split("\t")
    print("  <file name=%s source=\"original\"><mtime>1</mtime><size>%s</size><md5>%s</md5>"
          "<crc32>%s</crc32><sha1>%s</sha1><format>x &amp; y</format></file>"
          % (x.quoteattr(name), size, md5, crc32, sha1))
print("  <file name='x_files.xml' source='original'><format>Metadata</format></file>")
print("  <file name=\"x_thumb.jpg\" source=\"derivative\"><original>a</original></file>\n</files>")
END
}
# says WANT NAME: the verdict by files.xml.
says() { is "$(verdict --complete --files-xml files.xml bag)" "$1" "$2"; }
fresh
item ''
says "0 good" "an item that has all as it was"
like out '^  pass  item +[0-9]+ files are in the item as they are here$' "and how many"
for word in size md5 crc32 sha1; do
	item "/index.tsv/s,<$word>.,&0,; /index.tsv/s,\\(<$word>.*\\).</$word>,\\1</$word>,"
	says "1 damaged" "another $word"
	like out "^  fail  item +data/index.tsv: the item has another one: .*$word" "is named"
done
printf 'BagIt-Version: 7.0\n' >bag/bagit.txt
says "2 undecided" "a bag that is not read"
unlike out 'item' "is compared with nothing"
printf 'x\n' >bag/bagit.txt
says "1 damaged" "a bag that is broken"
unlike out 'item' "neither"
fresh
item '/log.tar/d'
says "1 incomplete" "a file that is not in it"
like out '^  fail  item +data/log.tar: not in the item$' "is named"
item '/bagit.txt/d'
says "1 incomplete" "a tag file that is not in it"
item 's,tagmanifest-sha256.txt,tagmanifest.txt,'
says "1 incomplete" "a tag manifest that is not in it"
item 's,</files>,<file name="more" source="original"><size>1</size></file></files>,'
says "0 good" "one more in it"
like out '^  note  item +more: only in the item$' "is told"
item 's,</files>,<file name="bagit.txt" source="original"/></files>,'
says "1 damaged" "a file twice"
item 's,</files>,<file name="../bagit.txt" source="original"/></files>,'
says "1 unsafe" "a file outside"
item 's,data/index,data/\&#105;ndex,'
says "0 good" "a character by its number"
item '/index.tsv/s,<md5>.*</md5>,,; /index.tsv/s,<sha1>.*</sha1>,,'
says "2 undecided" "no digest that means anything"

# refused NAME: a file that is not of this form.
refused() {
	exits 2 "$1" "$PITHTEX" deposit verify --complete --files-xml files.xml bag
	like err '^pithtex: files.xml: line [0-9]+: ' "with its line"
}
item 's,<files>,<!DOCTYPE files [<!ENTITY a "\&b;\&b;"><!ENTITY b "bomb">]>&,'
refused "a document type"
item 's,x &amp; y,\&a;,'
refused "an entity of its own"
item 's,<files>,&<!-- x -->,'
refused "a comment"
item 's,<format>,&<![CDATA[x]]>,'
refused "CDATA"
item 's,<format>,&<b>,'
refused "elements within elements"
item '$d'
refused "a list that is cut"
item '/index/s,<size>,&-,'
refused "a size that is none"
item '/index/s,<md5>,&x,'
refused "a digest that is none"
item 's,source="original",source="original" source="x",'
refused "an attribute twice"
item 's,</md5>,</md6>,'
refused "another end"
printf '<html>not found</html>' >files.xml
refused "another page"
: >files.xml
exits 2 "an empty file" "$PITHTEX" deposit verify --files-xml files.xml bag
exits 2 "no file" "$PITHTEX" deposit verify --files-xml nowhere bag
exits 2 "not with --quick" "$PITHTEX" deposit verify --quick --files-xml files.xml bag

done_testing
