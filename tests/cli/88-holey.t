#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Kits of a log with a full shard: what lies in an earlier item is spoken of and not sent again,
# and whoever gets it from there has the whole kit.

. "$(dirname "$0")/../lib.sh"

need tar openssl sha256sum
need_python
a=RE7YA4NUEPAVNSZTI7K5XFZRCI
origin=long.example.org/x earlier=pith-long-example-org-x-20260824-65536
openssl genpkey -algorithm ed25519 -out key.pem 2>null
long() {
	folder=$1
	shift
	PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$TOP/tests/tools/long_log.py" "$folder" \
		$origin key.pem "$BUILD/bundles/$a.tar.gz" "$@"
}
make() { "$PITHTEX" deposit make --key vkey "$@"; }

long early 65536 >vkey
long late 65536 65539 >null
exits 0 "a snapshot that another program wrote" "$PITHTEX" snapshot verify --key vkey late
like out 'shards +2 rebuilt' "has a full shard and one that grows"
mkdir items
exits 0 "a kit with the full shard" make --date 2026-08-24 early items/
ok test -f items/$earlier/data/shards/0000.tar
exits 2 "a key of another name" make --key "other+${a}" early no
exits 0 "everything in one" make --date 2026-09-01 late whole
ok test -f whole/data/shards/0000.tar -a ! -e whole/fetch.txt

# With a hole.
exits 0 "the shard stays where it is" make --date 2026-09-01 --shards-in $earlier late holey
like out '^shards in other items: 1 \(fetch.txt\)$' "which is said"
ok test ! -e holey/data/shards/0000.tar -a -f holey/data/shards/0001.p/3.tar
is "$(cat holey/fetch.txt)" \
	"https://archive.org/download/$earlier/data/shards/0000.tar $(wc -c <late/shards/0000.tar) \
data/shards/0000.tar" "fetch.txt says where, how long and what"
is "$(grep -c ' data/shards/0000.tar$' holey/manifest-*.txt | tr '\n' ' ')" \
	"holey/manifest-sha256.txt:1 holey/manifest-sha512.txt:1 " "and the manifests cover it"
for n in 256 512; do
	is "$(grep shards holey/manifest-sha$n.txt)" "$(grep shards whole/manifest-sha$n.txt)" \
		"with the digest that it has"
done
if command -v strace >null && strace -o trace true 2>null; then
	strace -f -o trace -e trace=openat "$PITHTEX" deposit make -q --key vkey \
		--date 2026-09-01 --shards-in $earlier late once
	is "$? $(grep -c '/shards/0000.tar"' trace)" "0 1" "and it is read once"
	ok diff -r holey once
fi
is "$(grep -c fetch.txt holey/tagmanifest-*.txt holey/upload/upload.csv | cut -d: -f2 |
	tr -d '\n')" 111 "fetch.txt is in the tag manifests and is sent"
is "$(grep -c 0000.tar holey/upload/upload.csv holey/upload/upload-curl.sh \
	holey/upload/ia-expected.tsv | cut -d: -f2 | tr -d '\n')" 000 "what is not here is not sent"
is "$(sed -n 's/^Payload-Oxum: //p' holey/bag-info.txt | cut -d. -f2)" \
	"$(grep -c . holey/manifest-sha256.txt)" "Payload-Oxum counts it"
exits 1 "a bag with a hole" "$PITHTEX" deposit verify holey
like out 'incomplete' "is incomplete"
exits 0 "with what the earlier item has" "$PITHTEX" deposit verify --key vkey \
	--from items/$earlier holey
like out 'good' "it is good"

# The librarian fills it: curl is one that finds the earlier item on this disk.
mkdir bin
cat >bin/curl <<'END_SH'
#!/bin/sh
[ "$1 $2 $3 $4" = "--silent --location --create-dirs --output" ] || exit 2
mkdir -p "$(dirname "$5")"
cp "$ITEMS/${6#https://archive.org/download/}" "$5"
END_SH
chmod +x bin/curl
cp -r holey filled
(cd filled && sed -n 's/^    \$ \(while read.*\)$/\1/p' data/README.txt >"$T/fill" &&
	ITEMS=$T/items PATH=$T/bin:$PATH sh "$T/fill" && sha256sum --quiet -c manifest-sha256.txt \
	tagmanifest-sha256.txt && sha512sum --quiet -c manifest-sha512.txt) >out 2>&1
is "$? $(cat out)" "0 " "the README's own line fills it"
exits 0 "then it is good by itself" "$PITHTEX" deposit verify --key vkey filled
# The README is another, the payload of the snapshot the same.
is "$(diff -rq whole filled | grep -v -e README -e ro-crate -e manifest- -e bag-info -e upload)" \
	"Only in filled: fetch.txt" "and the same as the whole one"

# A snapshot whose full shard was moved away.
cp -r late thin && rm thin/shards/0000.tar
exits 2 "what is nowhere" make --date 2026-09-01 thin no
like err 'thin: shard 0000 is not in it; --from' "is asked for"
for from in items/$earlier items/$earlier/data items/$earlier/data/shards late; do
	rm -rf thick
	exits 0 "taken from $from" make --date 2026-09-01 --from "$from" thin thick
	ok diff -r whole thick
done
exits 0 "or only spoken of" make --date 2026-09-01 --from late --shards-in $earlier thin thin.kit
ok diff -r holey thin.kit
mkdir false && head -c 10240 /dev/zero >false/0000.tar
exits 2 "something else under its name" make --date 2026-09-01 --from false thin no
like err 'not good, so not deposited: shards' "is found"
rm false/0000.tar && ln -s ../late/shards/0000.tar false/0000.tar
exits 2 "a link" make --date 2026-09-01 --from false thin no
like err '0000.tar: a symbolic link' "is not followed"

# Which items have which.
for word in pith-x-shards-0-3 an_item:0-0 $earlier:0-0; do
	rm -rf other
	exits 0 "--shards-in $word" make --date 2026-09-01 --shards-in "$word" late other
	like other/fetch.txt "^https://archive.org/download/${word%:*}/data/shards/0000.tar " \
		"has it"
done
rm -rf other
exits 0 "the first that has it" make --date 2026-09-01 --shards-in pith-x-20260101-65535 \
	--shards-in first-item:0-9 --shards-in $earlier late other
like other/fetch.txt '/first-item/data' "is named"
rm -rf other
exits 0 "items that have none of them" make --date 2026-09-01 --shards-in pith-x-20260101-9 \
	--shards-in pith-x-shards-1-9 late other
ok diff -r whole other
ok test ! -e no

# An item of full shards alone.
"$PITHTEX" key new -q depositor
exits 0 "full shards alone" make --date 2026-08-01 --sign depositor.key \
	--only-shards 0-0 late items/
shards=pith-long-example-org-x-shards-0-0
like out "^identifier: $shards\$" "have an item of their own"
exits 0 "which is a good bag" "$PITHTEX" deposit verify items/$shards
like out 'pass  snapshot +shards: 1 rebuilt, each byte as the index says' "rebuilt by its index"
like out 'note  snapshot +shards alone: no log, so nobody has signed them' "that nobody signed"
cp -r items/$shards lying
printf x | dd of=lying/data/shards/0000.tar bs=1 seek=700 conv=notrunc 2>null
sed -i "s/^[0-9a-f]*  data.shards.0000.tar/$(sha256sum lying/data/shards/0000.tar |
	cut -d' ' -f1)  data\/shards\/0000.tar/" lying/manifest-sha256.txt
rm lying/manifest-sha512.txt lying/tagmanifest-*
exits 1 "a sealed bag of another shard" "$PITHTEX" deposit verify lying
like out 'fail  snapshot +shards: .*0000.tar: ' "is found out"
cp items/$shards/data/shards/0000.tar lying/data/shards/
sed -i 2d lying/data/index.tsv
for file in shards/0000.tar index.tsv; do
	sum=$(sha256sum <lying/data/$file | cut -d' ' -f1)
	sed -i "s,^[0-9a-f]*  data/$file,$sum  data/$file," lying/manifest-sha256.txt
done
sed -i /Payload-Oxum/d lying/bag-info.txt
exits 1 "an index that lacks a line" "$PITHTEX" deposit verify lying
like out 'fail  snapshot +index: data/index.tsv:2: 2 is not the entry that comes next' "too"
ok cmp late/shards/0000.tar items/$shards/data/shards/0000.tar
same items/$shards/data/index.tsv early/index.tsv "with the lines of its index"
if command -v minisign >null; then
	is "$(cd items/$shards && /usr/bin/python3 "$TOP/tests/tools/readme.py")" \
		"13 commands, 0 wrong" "and a README that holds"
fi
long later 65536 65539 65600 >null
rm -rf early.kit late.kit
# A proof that does not hold stops a kit, but takes nothing from shards.
proofs=early/evidence/$(sed -n 2p early/checkpoint)
mkdir -p "$proofs" && printf x >"$proofs/bad.tsr"
exits 2 "a kit with it" make --date 2026-08-01 early no
like err "$proofs/bad.tsr: does not hold: .*; take it out" "is not made"
exits 0 "an earlier snapshot gives the same" make --date 2026-08-01 --sign depositor.key \
	--only-shards 0-0 early early.kit
rm -r "$proofs"
ok diff -r early.kit items/$shards
exits 0 "a later one, too" make --date 2026-08-01 --sign depositor.key --only-shards 0-0 \
	later late.kit
ok diff -r late.kit items/$shards
exits 0 "kits refer to it" make --date 2026-09-01 --shards-in $shards late refers
like refers/fetch.txt "^https://archive.org/download/$shards/data/shards/0000.tar " "by its name"
exits 0 "and are good with it" "$PITHTEX" deposit verify --key vkey \
	--from items/$shards refers
for range in 0-1 1-1 1-0 x 0; do
	exits 2 "no full shards: $range" make --date 2026-09-01 --only-shards $range late no
	like err 'full shards are those below 1|FIRST-LAST is meant' "is said"
done
exits 2 "one or the other" make --date 2026-09-01 --only-shards 0-0 --shards-in $shards late no
ok test ! -e no

done_testing
