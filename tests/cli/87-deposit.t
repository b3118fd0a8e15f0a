#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Deposit kits: what the librarian's own programs make of one, every line that its README says to
# type, what would be sent to the Internet Archive, and what is refused.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/tsa.sh"

need tar sha256sum sha512sum
need_python
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6 c=2V63MMXA4I2KSJBWPFMRNI3PCH
put() {
	for number; do
		mkdir -p "cache/$(echo "$number" | cut -c1-2)"
		cp "$BUILD/bundles/$number.tar.gz" "cache/$(echo "$number" | cut -c1-2)/"
	done
}
create() { "$PITHTEX" snapshot create -q --key log.key cache snap; }
make() { "$PITHTEX" deposit make "$@"; }

# A snapshot of real and made bundles, at three sizes.
"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
put $a $b
create
put $c
create
python <<'END_PYTHON'
import os
from pith import archive, bundle, dump, number, write
for i in range(40):
    record = {"metadata": {"abstract_canon_sha256": "0" * 64, "cross_cats_sorted": [],
              "license": "x", "primary_cat": "math.CO", "submitted_at": "2026-01-01T00:00:00Z",
              "title_canon_sha256": "%064x" % i}, "schema_version": "1.0",
              "source": {"id": "2601.%05d" % i, "kind": "arxiv", "version": 1}}
    suffix = number(record)[10:]
    os.makedirs("cache/" + suffix[:2], exist_ok=True)
    write("cache/%s/%s.tar.gz" % (suffix[:2], suffix),
          archive({"bundle.json": dump(bundle(record))}))
END_PYTHON
create
size=$(sed -n 2p snap/checkpoint)
is "$size" 43 "a snapshot of 43"

cat >about <<'END_ABOUT'
# What the depositor says.
Title: Números, "quoted", and a comma
Creator: Österreichische Bibliothek
Creator: O'Neil
Description: One line
	and its end
Subject: Pith Number
Subject: scholarly records
Language: eng
License-URL: https://creativecommons.org/publicdomain/zero/1.0/
Collection: example_collection
External-Identifier: urn:doi:10.5281/zenodo.123
Consent: The registry allowed this deposit by letter of 2026-01-02.
Source-Organization: A Library
Organization-Address: Street 1, Town
Contact-Name: A. Person
Contact-Email: a.person@example.org
END_ABOUT
"$PITHTEX" key new -q depositor
exits 0 "a kit" make --about about --date 2026-08-24 --sign depositor.key snap kit
like out '^identifier: pith-log-20260824-43$' "says what its item is called"
ok test ! -e kit/fetch.txt
is "$(find . -name '.*.tmp')" "" "nothing is left beside it"

# The librarian.
cp -r kit shelf && cd shelf || exit 99
ok sha256sum --quiet -c manifest-sha256.txt tagmanifest-sha256.txt
ok sha512sum --quiet -c manifest-sha512.txt tagmanifest-sha512.txt
is "$(find data -type f | sort)" "$(sed 's/^[0-9a-f]*  //' manifest-sha256.txt)" \
	"each file below data/ is in the manifest once"
is "$(sed 's/^[0-9a-f]*  //' tagmanifest-sha512.txt | tr '\n' ' ')" \
	"bag-info.txt bagit.txt manifest-sha256.txt manifest-sha512.txt " "tags in theirs"
is "$(sed -n 's/^Payload-Oxum: //p' bag-info.txt)" \
	"$(find data -type f -exec cat {} + | wc -c).$(find data -type f | wc -l)" "Payload-Oxum"
for field in 'Source-Organization: A Library' 'Organization-Address: Street 1, Town' \
	'Contact-Name: A. Person' 'Contact-Email: a.person@example.org' 'Bag-Count: 3 of \?' \
	'External-Description: One line and its end' 'Bagging-Date: 2026-08-24' \
	'External-Identifier: pith-log-20260824-43' 'Bag-Group-Identifier: pith-log' \
	'External-Identifier: urn:doi:10.5281/zenodo.123' 'Bag-Software-Agent: pithtex .*'; do
	like bag-info.txt "^$field\$" "bag-info.txt: $field"
done
is "$(find . -type f | grep -v '^[A-Za-z0-9._/-]*$')" "" "plain names alone"
is "$(grep -rl "$(sed -n 2p ../depositor.key)" . )" "" "no secret in it"

# Every line that the README says to type, as it stands, and what it says that comes of it.
if command -v signify-openbsd >"$T/null" && command -v minisign >"$T/null"; then
	is "$(/usr/bin/python3 "$TOP/tests/tools/readme.py")" "26 commands, 0 wrong" \
		"each command of the README does what it says"
	printf x >>data/index.tsv
	is "$(/usr/bin/python3 "$TOP/tests/tools/readme.py" | grep -c '^  gave')" 3 \
		"and says when a byte is other"
fi
cd "$T" || exit 99
for word in sha256sum Ed25519 ustar OpenTimestamps 'time-stamp authority' tlog-proof gzip; do
	like kit/data/FORMATS.txt "$word" "FORMATS.txt speaks of $word"
done
is "$(sed -n 's/^    136  the time: \([0-7]*\) .*/\1/p' kit/data/FORMATS.txt)" \
	"$(dd if=kit/data/log.tar bs=1 skip=136 count=11 2>null)" "and says the right time"
is "$(cat kit/data/*.txt | awk 'length > 80 && !/^    /' | wc -l)" 0 "texts fit a terminal"
ok /usr/bin/python3 -m json.tool kit/data/ro-crate-metadata.json null

# The snapshot can be made again from the kit, by what its README says.
again() {
	rm -rf again
	sed -n '/^With the program/,$s/^    \$ //p' "$1/data/README.txt" >words
	snapshot=
	# shellcheck disable=SC1091
	cd "$1" && . "$T/words" && cd "$T" && mv "$snapshot" again
	exits 0 "the snapshot, made again from $1" "$PITHTEX" snapshot verify again
	is "$(diff -r again snap | grep -v '^Only in snap' | grep -v '\.pem$')" "" \
		"has only what the snapshot has"
}
again kit
same again/shards/0000.p/43.tar snap/shards/0000.p/43.tar "with the same shard"

# What would be sent.  The same kit without evidence but one proof that came later.
mkdir -p sent/evidence/43 && cp -r kit/. sent/ && printf x >sent/evidence/43/later.ots
mkdir bin
cat >bin/curl <<'END_SH'
#!/bin/sh
# Writes down what it is told.
[ "$1 $2" = "--config -" ] || exit 2
{
	echo "[call]"
	sed -n 's/^header = "\(.*\)"$/\1/p'
	for word; do
		case $last in --header) echo "$word" ;; --upload-file) echo "file $word" ;; esac
		last=$word
	done
	echo "url $last"
} >>"$CALLS"
END_SH
chmod +x bin/curl
exits 2 "without keys nothing is sent" env -u IA_ACCESS_KEY sh sent/upload/upload-curl.sh
exits 0 "the script for curl" env CALLS="$T/calls" IA_ACCESS_KEY=A IA_SECRET_KEY=S \
	PATH="$T/bin:$PATH" sh sent/upload/upload-curl.sh
is "$(grep '^file ' calls | sed 's/^file //' | sort)" \
	"$(cd sent && find . -type f ! -path './upload/*' | sed 's,^\./,,' | sort)" \
	"sends every file but its own papers, each once"
if command -v shellcheck >null; then
	ok shellcheck sent/upload/upload.sh sent/upload/upload-curl.sh
fi
if /usr/bin/python3 -c 'import internetarchive' 2>null; then
	# The program ia itself, but for the network: what its session would send.
	cat >bin/ia <<'END_PYTHON'
#!/usr/bin/python3
import io, json, os, sys
from internetarchive.cli import ia_upload
from internetarchive.item import Item
from internetarchive.session import ArchiveSession
from requests import Response

def send(request, **words):
    with open(os.environ["CALLS"], "a") as f:
        f.write(json.dumps([request.method, request.url, dict(request.headers)]) + "\n")
    answer = Response()
    answer.status_code, answer.raw = 200, io.BytesIO()
    return answer

session = ArchiveSession(config={"s3": {"access": "A", "secret": "S"}})
session.get_item = lambda identifier: Item(session, identifier, {})
session.send = send
session.s3_is_overloaded = lambda **words: False
assert sys.argv[1] == "upload"
ia_upload.main(sys.argv[1:], session)
END_PYTHON
	chmod +x bin/ia
	exits 0 "the script for ia" env CALLS="$T/ia.calls" PATH="$T/bin:$PATH" \
		sh sent/upload/upload.sh
	is "$(python calls ia.calls sent <<'END_PYTHON'
import json, sys
from urllib.parse import unquote
curl, ia, folder = sys.argv[1:]
mine = {}
for call in open(curl).read().split("[call]\n")[1:]:
    lines = call.splitlines()
    url = [l[4:] for l in lines if l.startswith("url ")][0]
    pairs = [l.split(": ", 1) for l in lines if ": " in l]
    mine[url] = {k.lower(): v for k, v in pairs}
    assert len(mine[url]) == len(pairs), "a header twice"
theirs = {}
for line in open(ia):
    method, url, headers = json.loads(line)
    assert method == "PUT" and url not in theirs
    theirs[url] = {k.lower(): v for k, v in headers.items()}
assert sorted(mine) == sorted(theirs), (sorted(mine), sorted(theirs))
# What depends on the program that sends; the hint counts for the first file.
passed = {"user-agent", "accept", "accept-encoding", "connection", "content-length"}
wrong = 0
for url in mine:
    first = url.endswith("/bag-info.txt")
    less = passed | (set() if first else {"x-archive-size-hint", "x-archive-meta00-scanner"})
    a, b = ({k: v for k, v in h.items() if k not in less} for h in (mine[url], theirs[url]))
    if a != b:
        wrong += 1
        print(url, sorted(set(a.items()) ^ set(b.items())))
first = mine["https://s3.us.archive.org/pith-log-20260824-43/bag-info.txt"]
said = {k[len("x-archive-meta"):]: unquote(v[4:-1]) if v.startswith("uri(") else v
        for k, v in first.items() if k.startswith("x-archive-meta")}
assert said["00-title"] == 'Números, "quoted", and a comma', said
assert said["00-creator"] == "Österreichische Bibliothek" and said["01-creator"] == "O'Neil"
assert said["00-mediatype"] == "data" and said["00-collection"] == "example_collection"
assert said["00-rights"].startswith("The registry allowed") and said["00-date"] == "2026-08-24"
assert said["01-subject"] == "scholarly records" and said["00-language"] == "eng"
assert first["authorization"] == "LOW A:S" and first["x-archive-queue-derive"] == "0"
print(len(mine), "files,", wrong, "wrong")
END_PYTHON
)" "25 files, 0 wrong" "ia prepares just the headers that the script for curl sends"
fi
is "$(python kit <<'END_PYTHON'
import hashlib, os, sys, zlib
os.chdir(sys.argv[1])
wrong = n = 0
for line in open("upload/ia-expected.tsv"):
    name, size, md5, crc32, sha1 = line.rstrip("\n").split("\t")
    data = open(name, "rb").read()
    n += 1
    wrong += [size, md5, crc32, sha1] != [str(len(data)), hashlib.md5(data).hexdigest(),
        "%08x" % zlib.crc32(data), hashlib.sha1(data).hexdigest()]
print(n, wrong)
END_PYTHON
)" "$(find kit -type f ! -path 'kit/upload/*' ! -path 'kit/evidence/*' | wc -l) 0" \
	"what the archive should say of each file"

# The same bytes everywhere: another folder, order of names, locale, mask, clock.
cp -r snap elsewhere && rm -rf elsewhere/shards && mkdir elsewhere/shards
cp -r snap/shards/. elsewhere/shards/ && printf x >elsewhere/.left.tmp
later='env'
if command -v faketime >null && ! grep -q __asan_init "$PITHTEX"; then
	later='faketime 2031-05-05'
fi
# shellcheck disable=SC2086
(
	umask 077
	unset SOURCE_DATE_EPOCH
	LC_ALL=C.UTF-8 TZ=Asia/Tokyo $later "$PITHTEX" deposit make -q --about about \
		--date 2026-08-24 --sign depositor.key elsewhere other.kit
)
ok diff -r kit other.kit

# Which day: said, or that of a token, or SOURCE_DATE_EPOCH; never the clock's.
exits 2 "a folder that is not there gets no kit" make snap in/
mkdir in
exits 0 "in a folder, under the name of its item" make --json snap in/
is "$(python out <<'END_PYTHON'
import json, sys
j = json.load(open(sys.argv[1]))
print(j["kit"], j["identifier"], j["date"], j["origin"], j["size"], j["elsewhere"])
END_PYTHON
)" "in/pith-log-20231114-43 pith-log-20231114-43 2023-11-14 log 43 0" "as JSON"
is "$(sha256sum <in/pith-log-20231114-43/tagmanifest-sha256.txt | cut -d' ' -f1)" \
	"$(sed -n 's/.*"tagmanifest_sha256": "\(.*\)".*/\1/p' out)" "with what is to be stamped"
exits 2 "nothing says the day" env -u SOURCE_DATE_EPOCH "$PITHTEX" deposit make snap dayless
like err 'give --date' "and it says what to do"
exits 2 "SOURCE_DATE_EPOCH that is none" \
	env SOURCE_DATE_EPOCH=x "$PITHTEX" deposit make snap dayless
for day in 2026-02-30 2026-8-24 yesterday 2026-08-24T00:00:00Z; do
	exits 2 "no day: $day" make --date "$day" snap dayless
done
ok test ! -e dayless

# What cannot be deposited.
refused() {
	refused_words=$1 refused_pattern=$2
	# The words are meant to be split.
	# shellcheck disable=SC2086
	exits 2 "refused: $refused_words" make $refused_words
	like err "$refused_pattern" "which says why"
	ok test ! -e no -a "$(find . -maxdepth 1 -name '.no*' | wc -l)" -eq 0
}
refused 'snap kit' 'kit: is there already; name a folder that is not'
refused 'cache no' 'checkpoint: No such file'
for name in -pith abcd pi/th pi+th "$(printf '%081d' 0)"; do
	refused "--identifier=$name snap no" 'an identifier of the Internet Archive'
done
exits 0 "an identifier of one's own" make --identifier My_item.2 snap mine
like mine/bag-info.txt '^External-Identifier: My_item.2$' "is taken"
for word in pith-log-shards pith-log-shards-3-1 x pith-log-20260824 long-item:3 long-item:5-4; do
	refused "--shards-in $word snap no" '(which full shards|identifier)'
done
cp -r snap t && printf x | dd of=t/shards/0000.p/43.tar bs=1 seek=700 conv=notrunc 2>null
refused 't no' 'not good, so not deposited: shards'
rm -rf t && cp -r snap t && rm t/shards/0000.p/43.tar
refused 't no' 'shard 0000 is not in it'
rm -rf t && cp -r snap t && rm t/index.tsv && ln -s "$T/snap/index.tsv" t/index.tsv
refused 't no' 'index.tsv: a symbolic link'
rm -rf t && cp -r snap t && mkfifo t/tile/fifo
refused 't no' 'a special file'
rm -rf t && cp -r snap t && truncate -s 51G t/shards/0000.p/43.tar
refused 't no' 'bytes, and an item holds at most 50000000000; .*--shards-in'
# As many files as an item holds, and one more; evidence/ and all that is not upload/ counts.
rm -rf t && cp -r snap t && mkdir -p t/evidence/43
i=0
while [ $i -lt 76 ]; do
	i=$((i + 1))
	printf x >t/evidence/43/$i.pem
done
exits 0 "a hundred files" make --sign depositor.key t full
is "$(find full -type f ! -path 'full/upload/*' | wc -l | tr -d ' ')" 100 "are just that"
printf x >t/evidence/43/x.pem
refused '--sign depositor.key t no' '101 files, and an item holds at most 100'
exits 0 "unsigned it has two less" make t fewer
rm -rf t && cp -r snap t && mkdir -p t/evidence/43 && printf x >"t/evidence/43/a b"
refused 't no' 'a name that not every archive takes'
rm -rf t && cp -r snap t && mkdir t/evidence && printf x >t/evidence/checkpoint-root.ots
refused 't no' 'of which checkpoint'
rm -rf t
"$PITHTEX" key new -q mallory
mkdir -p h2 && XDG_STATE_HOME=$PWD/h2 "$PITHTEX" snapshot create -q --key mallory.key cache foreign
refused 'foreign no' 'no trusted key has signed mallory'
while read -r line; do
	printf '%s\n' "$line" >bad.about
	refused '--about bad.about snap no' 'bad.about: '
done <<'END_ABOUT'
Titel: x
no label
Title:
Collection: opensource
END_ABOUT
printf 'Title: a\nTitle: b\n' >bad.about
refused '--about bad.about snap no' 'bad.about: 2: a second Title'
printf 'Title: \377\n' >bad.about
refused '--about bad.about snap no' 'UTF-8'
for label in Title Description Contact-Name Contact-Email Source-Organization \
	Organization-Address Internal-Sender-Identifier Consent; do
	printf '%s: a\001b\n' $label >bad.about
	refused '--about bad.about snap no' 'bad.about: 1: character [0-9]+ is U\+0001; '
done
refused "--key-list about snap no" 'about: '
refused "--sign log.pub snap no" 'log.pub'

# Proofs grow in a bag without a change of what it is.
mkdir grown && cp -r kit/. grown/
tag=$(sha256sum <grown/tagmanifest-sha256.txt | cut -d' ' -f1)
exits 0 "a proof is asked for" "$PITHTEX" stamp request --no-tsa \
	--calendar https://cal.example.org grown
python "$tag.digest" "$tag.cal.example.org.reply" <<'END_PYTHON'
import sys
uri = b"https://cal.example.org"
open(sys.argv[2], "wb").write(b"\xf0\x04abcd\x08\0" + bytes.fromhex("83dfe30d2ef90c8e")
                              + bytes([len(uri) + 1, len(uri)]) + uri)
assert len(open(sys.argv[1], "rb").read()) == 32
END_PYTHON
exits 0 "and comes" "$PITHTEX" stamp attach grown "$tag.cal.example.org.reply"
ok test -s grown/evidence/tagmanifest.ots
(cd grown && sha256sum --quiet -c manifest-sha256.txt tagmanifest-sha256.txt) >out 2>&1
is $? 0 "the bag is what it was"

exits 0 "a kit without proofs" make --date 2026-08-24 snap bare
ok test ! -e bare/evidence

# What is copied is what was checked: the run is stopped between the two.
meanwhile() {
	rm -f trace
	strace -f -o trace -e trace=mkdir -e inject=mkdir:signal=SIGSTOP:when=1 \
		"$PITHTEX" deposit make --date 2026-08-24 t no >out 2>err &
	meanwhile_job=$! i=0
	while ! grep -q 'stopped by SIGSTOP' trace 2>null && [ $i -lt 600 ]; do
		i=$((i + 1))
		sleep 0.1
	done
	(cd t && eval "$1")
	kill -CONT "$(sed -n '1s/ .*//p' trace)"
	wait $meanwhile_job
}
if command -v strace >null && strace -o trace true 2>null; then
	rm -rf t && cp -r snap t
	meanwhile :
	is "$?" 0 "stopped and gone on"
	ok diff -r no bare
	rm -r no
	while read -r change; do
		rm -rf t && cp -r snap t
		meanwhile "$change" 2>null
		is "$?" 2 "meanwhile: $change"
		like err '^pithtex: t.*(changed while it was read|No such file)' "is found"
		ok test ! -e no -a "$(find . -maxdepth 1 -name '.no*' | wc -l)" -eq 0
	done <<'END_CHANGES'
sed "s/	[0-9a-f]*\(	[0-9]*	0000	\)/	$(printf %064d 0)\1/" index.tsv >x; mv x index.tsv
sed '$d' index.tsv >x; mv x index.tsv
printf x | dd of=tile/0/000.p/43 bs=1 conv=notrunc
printf x >>tile/entries/000.p/43
rm tile/0/000.p/3
cp checkpoints/3 checkpoints/2
printf x >>shards/0000.p/43.tar; cd shards/0000.p; sha256sum 43.tar >43.tar.sha256
sed s/./g/ shards/0000.p/43.tar.sha256 >x; mv x shards/0000.p/43.tar.sha256
END_CHANGES
	rm -rf t
fi

# A snapshot with proofs: they come along, and those of earlier sizes in one file.
root=$(sed -n 3p snap/checkpoint | base64 -d | od -An -v -tx1 | tr -d ' \n')
"$PITHTEX" stamp request -q --no-tsa --calendar https://cal.example.org snap >null
cp "$tag.cal.example.org.reply" "$root.cal.example.org.reply"
ok "$PITHTEX" stamp attach -q snap "$root.cal.example.org.reply"
mkdir -p snap/evidence/2/001-renewal && printf x >snap/evidence/2/001-renewal/chain.pem
printf x >snap/evidence/2/old.pem && printf x >snap/evidence/headers.txt
exits 0 "a kit with proofs" make --date 2026-08-24 snap proved
same proved/evidence/43/checkpoint-root.ots snap/evidence/43/checkpoint-root.ots "of this size"
is "$(tar -tf proved/evidence/earlier.tar | tr '\n' ' ')" "evidence/ evidence/2/ \
evidence/2/001-renewal/ evidence/2/001-renewal/chain.pem evidence/2/old.pem " "and before"
ok test -f proved/evidence/headers.txt
ok sh -c "! grep evidence proved/*manifest-*.txt"
exits 1 "a promise is no proof" "$PITHTEX" stamp verify proved
like out 'checkpoint-root.ots.*pending' "but it is found in the bag"
same proved/tagmanifest-sha512.txt bare/tagmanifest-sha512.txt "the bag is the same as without"

# The kit has proofs of its own by now, and is the snapshot all the same.
cp -r proved stamped && mkdir -p stamped/evidence/001-renewal
cp grown/evidence/tagmanifest.ots kit/evidence/*.minisig stamped/evidence/
printf x >stamped/evidence/001-renewal/COVERS.sha256
for end in tsr tsq tst; do
	printf x >stamped/evidence/tsa.example.org.$end
done
again stamped
ok diff -r again/evidence/43 snap/evidence/43
ok diff -r again/evidence/2 snap/evidence/2
exits 0 "the kit of that" make -q --date 2026-08-24 again kit.again
rm proved/evidence/headers.txt
ok diff -r kit.again proved
for name in tagmanifest.ots tagmanifest-sha256.txt.minisig tsa.example.org.tst earlier.tar \
	001-renewal; do
	cp -r stamped/evidence/$name again/evidence/
	refused 'again no' "evidence/$name: .*; what is about a kit stays in it"
	rm -r again/evidence/$name
done

# The day of the oldest token over the checkpoint.  A kit is not made of what its verification
# will call wrong.
tsa_new
tsa_stamp snap/index.tsv snap/evidence/43/other.tsr
refused 'snap no' 'evidence/43/other\.tsr: does not hold: .*other bytes; take it out'
rm snap/evidence/43/other.ts*
tsa_stamp snap/checkpoint snap/evidence/43/tsa.example.org.tsr
day=$(openssl ts -reply -in snap/evidence/43/tsa.example.org.tsr -text 2>null |
	sed -n 's/^Time stamp: //p')
day=$(date -u -d "$day" +%Y-%m-%d)
exits 0 "one over the checkpoint" make --json snap in/dated
like out "\"date\": \"$day\"" "says the day"
like out "\"identifier\": \"pith-log-$(echo "$day" | tr -d -)-43\"" "which is in the name"
mv snap/evidence/43/tsa.example.org.tsr snap/evidence/43/tsa.example.org.tst
exits 0 "a token by its other name" make --json snap in/named
like out "\"date\": \"$day\"" "says the same day"
ok test -f in/named/evidence/43/tsa.example.org.tst
mv snap/evidence/43/tsa.example.org.tst snap/evidence/43/tsa.example.org.tsr
exits 0 "--date says more" make --json --date 2026-08-24 snap in/said
like out '"date": "2026-08-24"' "than a token"
ok openssl ts -verify -in in/dated/evidence/43/tsa.example.org.tsr -data in/dated/data/checkpoint \
	-CAfile ca/ca.pem
exits 1 "stamp verify looks at both" "$PITHTEX" stamp verify --roots ca/ca.pem in/dated
like out 'evidence/43/tsa.example.org.tsr: .*: good: ' "the token proves the checkpoint's age"
like err 'tagmanifest-sha256.txt: unverifiable: no proof' "nothing that of the bag"
printf x >snap/evidence/43/broken.tsr
exits 2 "a broken one" make snap no
like err 'evidence/43/broken.tsr: ' "is named"

done_testing
