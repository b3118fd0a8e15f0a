#!/bin/sh
# SPDX-License-Identifier: MIT
#
# BagIt bags of others: what the conformance suite says of each, and what a hostile one may try.

. "$(dirname "$0")/../lib.sh"

need md5sum sha256sum
need_python

# verdict OPTION... BAG: status and verdict.
verdict() {
	"$PITHTEX" deposit verify "$@" >"$T/out" 2>"$T/err"
	verdict_status=$?
	echo "$verdict_status $(sed -n '$s/^  \([a-z]*\): .*/\1/p' "$T/out")"
}

# bag VERSION: a small good bag in the folder bag.
bag() {
	rm -rf bag
	mkdir -p bag/data/sub
	printf 'one\n' >bag/data/one
	printf 'two\n' >bag/data/sub/two
	printf 'BagIt-Version: %s\nTag-File-Character-Encoding: UTF-8\n' "$1" >bag/bagit.txt
	printf 'Source-Organization: A\n  library\nPayload-Oxum: 8.2\nNote: x\n' >bag/bag-info.txt
	seal
}
# seal: write the manifests anew.
seal() {
	(
		cd bag || exit 1
		find data -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum
	) >bag/manifest-sha256.txt
	tags
}
tags() {
	rm -f bag/tagmanifest-*
	(cd bag && sha256sum -- *.txt) >tagmanifest && mv tagmanifest bag/tagmanifest-sha256.txt
}

bag 1.0
is "$(verdict bag)" "0 good" "a good bag"
cp out good.out
is "$(verdict --complete bag)" "0 good" "is complete"
is "$(verdict --quick bag)" "0 good" "and has as many bytes as it says"
exits 2 "one level is meant" "$PITHTEX" deposit verify --quick --complete bag
ok sh -c 'cd bag && sha256sum -c --quiet manifest-sha256.txt tagmanifest-sha256.txt'

# --- the conformance suite ----------------------------------------------------

# The table: our status, our verdict, and why, where the suite leaves it open or where another
# reader takes what we do not.
cat >table <<'END'
v0.93/valid/basic-bag	0 good
v0.93/valid/duplicate-metadata-entries	0 good
v0.94/valid/basic-bag	0 good
v0.94/valid/duplicate-metadata-entries	0 good
v0.95/valid/basic-bag	0 good
v0.95/valid/duplicate-metadata-entries	0 good
v0.96/valid/bag-in-a-bag	0 good
v0.96/valid/bag-with-encoded-names	0 good	%7E stands for itself
v0.96/valid/bag-with-escapable-characters	0 good
v0.96/valid/bag-with-leading-dot-slash-in-manifest	0 good	a note
v0.96/valid/bag-with-space	0 good
v0.96/valid/basic-bag	0 good
v0.96/valid/duplicate-metadata-entries	0 good
v0.96/valid/holey-bag	0 good	all that fetch.txt names is there
v0.97/invalid/baginfo-missing-encoding	1 damaged	bagit.txt has one line
v0.97/invalid/bom-in-bagit.txt	1 damaged
v0.97/invalid/corrupt-data-file	1 damaged
v0.97/invalid/corrupt-tag-file	1 damaged
v0.97/invalid/extra-file-in-bag	1 damaged	something was added: nothing is absent
v0.97/invalid/invalid-version-number	1 damaged
v0.97/invalid/missing-baginfo	1 incomplete	a tag manifest lists it
v0.97/invalid/missing-bagit.txt	2 	not a bag
v0.97/invalid/out-of-scope-file-paths-using-dot-notation	1 unsafe
v0.97/invalid/out-of-scope-file-paths-using-dot-notation-for-fetch	1 unsafe
v0.97/invalid/same-filename-listed-twice-with-different-hashes	1 damaged
v0.97/linux-only/out-of-scope-file-paths-using-absolute-path	1 unsafe
v0.97/linux-only/out-of-scope-file-paths-using-absolute-path-for-fetch	1 unsafe
v0.97/linux-only/out-of-scope-file-paths-using-shortcut	1 unsafe
v0.97/linux-only/out-of-scope-file-paths-using-shortcut-for-fetch	1 unsafe
v0.97/linux-only/out-of-scope-file-paths-using-shortcut-username	1 unsafe
v0.97/linux-only/out-of-scope-file-paths-using-shortcut-username-for-fetch	1 unsafe
v0.97/valid/ISO-8859-1-encoded-tag-files	0 good
v0.97/valid/UTF-16-encoded-tag-files	0 good
v0.97/valid/bag-in-a-bag	0 good
v0.97/valid/bag-with-encoded-names	0 good
v0.97/valid/bag-with-escapable-characters	0 good
v0.97/valid/bag-with-leading-dot-slash-in-manifest	0 good	a note
v0.97/valid/bag-with-space	0 good
v0.97/valid/basic-bag	0 good
v0.97/valid/duplicate-metadata-entries	0 good
v0.97/valid/holey-bag	0 good
v0.97/valid/minimal-bag	0 good
v0.97/valid/uncommon-metadata-separators	0 good
v0.97/warning/duplicate-file-with-different-case	1 incomplete	two names, one file
v0.97/warning/made-with-md5sum-tools	0 good	a note
v0.97/warning/relative-path	0 good	a note
v0.97/warning/same-filename-listed-twice-with-different-normalization	1 incomplete	as well
v0.97/warning/same-filename-listed-twice-with-the-same-hash	0 good	a note before 1.0
v0.97/warning/special-system-files	1 incomplete	the suite holds no .DS_Store
v0.97/windows-only/out-of-scope-file-paths-using-absolute-path	1 unsafe	wherever it is read
v0.97/windows-only/out-of-scope-file-paths-using-absolute-path-for-fetch	1 unsafe
v0.97/windows-only/out-of-scope-file-paths-using-shortcut	1 unsafe
v0.97/windows-only/out-of-scope-file-paths-using-shortcut-for-fetch	1 unsafe
v0.97/windows-only/out-of-scope-file-paths-using-unc	1 unsafe
v0.97/windows-only/out-of-scope-file-paths-using-unc-for-fetch	1 unsafe
v1.0/invalid/bagit-with-invalid-whitespace	1 damaged	a space before the colon
v1.0/invalid/notAllManifestsListAllFiles	1 damaged
v1.0/invalid/same-filename-listed-twice-with-different-hashes	1 damaged
v1.0/invalid/same-filename-listed-twice-with-the-same-hash	1 damaged	not in 1.0
v1.0/valid/basicBag	0 good
END
suite=${PITHTEX_SHARED:-/nonexistent}/data/bagit-conformance
if [ -d "$suite" ]; then
	while IFS='	' read -r name want why; do
		is "$(cd "$suite" && verdict "$name")" "$want" "$name${why:+: $why}"
	done <table
	grep -v '^#' "$suite/EXPECT.tsv" | cut -f1 | sort >have
	is "$(cut -f1 table | sort)" "$(cat have)" "and these are all bags of the suite"
else
	echo "# no conformance suite"
fi

# --- what is absent, what is other ---------------------------------------------

bag 1.0
rm bag/data/one
is "$(verdict bag)" "1 incomplete" "a file is gone"
like out '^  fail  presence +data/one: not there$' "it is named"
like err '^pithtex: bag: incomplete: presence: data/one: not there; get what' "in one line"
is "$(wc -l <err)" 1 "and no other"
is "$(verdict --complete bag)" "1 incomplete" "which is seen without reading"
is "$(verdict --quick bag)" "1 incomplete" "and by counting"
bag 1.0
printf 'One\n' >bag/data/one
is "$(verdict bag)" "1 damaged" "a byte is other"
like out '^  fail  digest +data/one: not the file of manifest-sha256.txt$' "it is named"
is "$(verdict --complete bag)" "0 good" "which is not seen without reading"
printf 'onee\n' >bag/data/one
is "$(verdict --quick bag)" "1 damaged" "one byte more"
rm bag/data/sub/two
is "$(verdict bag)" "1 damaged" "damage is worse than absence"
bag 1.0
printf x >bag/data/three
is "$(verdict bag)" "1 damaged" "one file more"
like out '^  fail  tree +data/three: in no manifest$' "is named"
is "$(verdict --quick bag)" "1 damaged" "and counted"
bag 1.0
printf x >bag/notes.txt
mkdir bag/evidence && printf x >bag/evidence/x
is "$(verdict bag)" "0 good" "tag files may be added"
bag 1.0
printf x >>bag/bag-info.txt
is "$(verdict bag)" "1 damaged" "those that are listed may not be changed"
bag 1.0
rm -r bag/data
is "$(verdict bag)" "1 incomplete" "no payload at all"
bag 1.0
rm bag/*manifest*
is "$(verdict bag)" "1 damaged" "no manifest: no file may be there"
rm -r bag/data/*
is "$(verdict bag)" "1 incomplete" "no manifest and no file"
exits 2 "no bag at all" "$PITHTEX" deposit verify nowhere
like err '^pithtex: nowhere: No such file' "says so"
exits 2 "a file" "$PITHTEX" deposit verify good.out
mkdir empty
exits 2 "an empty folder" "$PITHTEX" deposit verify empty
like err '^pithtex: empty: not a bag: bagit.txt: not there$' "is no bag"

# --- what it says of itself -----------------------------------------------------

# says WANT NAME: a good bag whose bagit.txt is the file "given".
says() {
	bag 1.0
	cat given >bag/bagit.txt
	tags
	is "$(verdict bag)" "$1" "$2"
}
printf 'BagIt-Version: 2.0\nTag-File-Character-Encoding: UTF-8\n' >given
says "2 undecided" "a version to come"
printf 'BagIt-Version: 0.97\nTag-File-Character-Encoding: EBCDIC\n' >given
says "2 undecided" "an unknown encoding"
printf 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n\n' >given
says "1 damaged" "a third line"
printf 'BagIt-Version: 0.97\nTag-File-Character-Encoding: utf-8' >given
says "0 good" "no end of the last line"
printf 'BagIt-Version: 0.97\rTag-File-Character-Encoding: ISO-8859-1\r' >given
says "0 good" "lines that end in CR"
printf '' >given
says "1 damaged" "nothing"
printf 'BagIt-Version: 1.0' >given
says "1 damaged" "one line"
head -c 200000 /dev/zero >given
says "2 undecided" "a line without end"

# info WANT NAME: a good bag whose bag-info.txt is the file "given".
info() {
	bag 1.0
	cat given >bag/bag-info.txt
	tags
	is "$(verdict bag)" "$1" "$2"
}
printf 'PAYLOAD-oxum:\n  8.2\n' >given
info "0 good" "another case, the value on the next line"
printf 'Payload-Oxum: 8.2\nX: y\nPayload-Oxum: 8.2\n' >given
info "0 good" "twice the same"
printf 'Payload-Oxum: 8.2\nPayload-Oxum: 8.1\n' >given
info "1 damaged" "twice, and not the same"
printf 'Payload-Oxum: 8.3\n' >given
info "1 incomplete" "fewer files than it says"
printf 'Payload-Oxum: 7.2\n' >given
info "1 damaged" "more bytes than it says"
printf 'Payload-Oxum: 8\n' >given
info "1 damaged" "half of it"
printf 'Payload-Oxum: 99999999999999999999.2\n' >given
info "1 damaged" "too large a number"
printf ' goes on\n' >given
info "1 damaged" "a value of nothing"
printf 'no colon\n' >given
info "1 damaged" "no label"
printf 'Note: caf\351\n' >given
info "1 damaged" "not UTF-8"
printf 'Note: x\n' >given
info "0 good" "no Payload-Oxum"
is "$(verdict --quick bag)" "2 undecided" "with which nothing can be counted"

# list WANT NAME: a good bag with the file "given" behind its manifest.
list() {
	bag "${3-1.0}"
	cat given >>bag/manifest-sha256.txt
	tags
	is "$(verdict bag)" "$1" "$2"
}
hex=$(sha256sum <bag/data/one | cut -d' ' -f1)
echo "$hex  data/one" >given
list "1 damaged" "a path twice"
echo "$hex  data/one" >given
list "0 good" "a path twice before 1.0" 0.97
echo "$hex  data/sub/two" >given
list "1 damaged" "with another digest" 0.97
echo "$hex  ../bag/data/one" >given
list "1 unsafe" "a path that leads out and in again"
echo "$hex  data/sub/../one" >given
list "1 unsafe" "or stays within"
echo "$hex  data//one" >given
list "1 unsafe" "an empty part"
echo "$hex  bag-info.txt" >given
list "1 damaged" "a tag file in the wrong list"
echo "$hex" >given
list "1 damaged" "a digest alone"
echo "${hex%0}?  data/one" >given
list "1 damaged" "no digest"
printf '%s  data/caf\351\n' "$hex" >given
list "1 damaged" "a path that is not UTF-8"
printf '%s  data/x\0y\n' "$hex" >given
list "1 unsafe" "a NUL"
printf '\n' >given
list "0 good" "an empty line"
head -c 200000 /dev/zero | tr '\0' a >given
list "2 undecided" "a line without end"

bag 1.0
printf x >bag/data/ONE
printf 'Payload-Oxum: 9.3\n' >bag/bag-info.txt
seal
is "$(verdict bag)" "0 good" "two names that differ in case are told apart here"
like out '^  note  names +data/ONE and data/one are one name' "and remarked"
bag 1.0
printf x >"bag/data/$(printf 'n\314\203')"
printf y >"bag/data/$(printf '\303\261')"
printf 'Payload-Oxum: 10.4\n' >bag/bag-info.txt
seal
is "$(verdict bag)" "0 good" "so are normal forms"
like out '^  note  names ' "and remarked"
bag 1.0
printf x >"bag/data/$(printf '100%%\r')"
printf 'Payload-Oxum: 9.3\n' >bag/bag-info.txt
(cd bag && sha256sum data/one data/sub/two) >manifest
printf '%s  data/100%%25%%0D\n' "$(printf x | sha256sum | cut -d' ' -f1)" >>manifest
mv manifest bag/manifest-sha256.txt
tags
is "$(verdict bag)" "0 good" "a percent sign and a CR in a name"

# Several manifests; a hash that is not known here.
bag 1.0
(cd bag && md5sum data/one data/sub/two) >manifest && mv manifest bag/manifest-md5.txt
tags
is "$(verdict bag)" "0 good" "two manifests"
sed 1d bag/manifest-md5.txt >manifest && mv manifest bag/manifest-md5.txt
tags
is "$(verdict bag)" "1 damaged" "of which one lacks a file"
like out 'manifest-md5.txt does not list data/one' "which is named"
bag 0.97
(cd bag && md5sum data/one) >manifest && mv manifest bag/manifest-md5.txt
tags
is "$(verdict bag)" "0 good" "before 1.0 it may"
mv bag/manifest-sha256.txt bag/manifest-blake9.txt
rm bag/manifest-md5.txt
tags
is "$(verdict bag)" "2 undecided" "a hash that nobody knows"
bag 1.0
grep -v manifest-sha256 bag/tagmanifest-sha256.txt >m && mv m bag/tagmanifest-sha256.txt
is "$(verdict bag)" "1 damaged" "a tag manifest without the manifest"
bag 1.0
for i in 1 2 3 4 5 6 7 8 9 a b c d e f; do
	cp bag/manifest-sha256.txt bag/manifest-x$i.txt
done
is "$(verdict bag)" "2 undecided" "more manifests than are read"

# Two manifests of one hash: what the second one says was taken for what the first one does.
twins() {
	bag 1.0
	tr 0-9a-f 1-9a-f0 <"bag/$1" >"bag/$2"
	cp "bag/$1" kept
	[ "${3-}" != swap ] || { mv "bag/$2" "bag/$1" && mv kept "bag/$2"; }
	[ "$1" = tagmanifest-sha256.txt ] || tags
	is "$(verdict bag)" "1 damaged" "$1 and $2"
	like out "^  fail  manifest +$2 and $1 are of one hash; only the first is read" "are named"
}
twins manifest-sha256.txt manifest-SHA256.txt
twins manifest-sha256.txt manifest-SHA256.txt swap
twins manifest-sha256.txt manifest-Sha256.txt
twins tagmanifest-sha256.txt tagmanifest-SHA256.txt
bag 1.0
cp bag/manifest-sha256.txt bag/manifest-SHA256.txt && tags
is "$(verdict bag)" "1 damaged" "also where they say the same"

# --- links, pipes, and what cannot be read ----------------------------------------

bag 1.0
mv bag/data/one elsewhere
ln -s ../../elsewhere bag/data/one
is "$(verdict bag)" "1 unsafe" "a link out of it"
like out '^  fail  tree +data/one: a symbolic link$' "is named"
unlike out 'digest +data/one' "and not followed"
is "$(verdict --quick bag)" "1 unsafe" "nor when counting"
bag 1.0
mv bag/data/sub away && ln -s ../../away bag/data/sub
is "$(verdict bag)" "1 unsafe" "a link to a folder"
bag 1.0
mv bag/data away2 && ln -s ../away2 bag/data
is "$(verdict bag)" "1 unsafe" "the payload is a link"
bag 1.0
mv bag/bag-info.txt away4 && ln -s ../away4 bag/bag-info.txt
verdict bag >null
like out '^  fail  info +bag-info.txt: reached by a symbolic link$' "bag-info.txt is one"
unlike out 'bag-info.txt:0' "and no line of it is told"
bag 1.0
mv bag/manifest-sha256.txt away3 && ln -s ../away3 bag/manifest-sha256.txt
is "$(verdict bag)" "1 unsafe" "a manifest is a link"
bag 1.0
ln -s /etc/passwd bag/unlisted
is "$(verdict bag)" "1 unsafe" "a link that no list names"
bag 1.0
rm bag/bagit.txt && ln -s ../good.out bag/bagit.txt
exits 2 "bagit.txt is a link: no bag" "$PITHTEX" deposit verify bag
bag 1.0
rm bag/data/one && mkfifo bag/data/one
is "$(verdict bag)" "1 unsafe" "a pipe, for which nobody waits"
bag 1.0
mkfifo bag/fetch.txt
is "$(verdict bag)" "1 unsafe" "a pipe as a list"
if [ "$(id -u)" -ne 0 ]; then
	bag 1.0
	chmod 0 bag/data/one
	is "$(verdict bag)" "2 undecided" "a file that may not be read"
	like out '^  fail  digest +data/one: Permission denied$' "is named"
	like err '^pithtex: bag: undecided: digest: data/one: Permission denied' "in one line"
	printf 'tow\n' >bag/data/sub/two
	is "$(verdict bag)" "2 undecided" "among others"
	like out '^  fail  digest +data/sub/two: not the file' "which are told all the same"
	bag 1.0
	chmod 0 bag/data/sub
	is "$(verdict bag)" "2 undecided" "a folder that may not be read"
	chmod 755 bag/data/sub
fi
if command -v strace >/dev/null && strace -o trace true 2>/dev/null; then
	bag 1.0
	strace -f -o trace -P "$PWD/bag/data/one" -e trace=read -e inject=read:error=EIO \
		"$PITHTEX" deposit verify bag >out 2>err
	is "$?" 2 "a disk that does not give a file back"
	like out '^  fail  digest +data/one: cannot read: Input/output error$' "is named"
	like out '^  undecided: ' "and decides"
	is "$(grep -c '^  fail' out)" 1 "while all else was looked at"
	strace -f -o trace -P "$PWD/bag/manifest-sha256.txt" -e trace=read \
		-e inject=read:error=EIO "$PITHTEX" deposit verify bag >out 2>err
	is "$?" 2 "a disk that does not give a manifest back"
	like out '^  fail  manifest +manifest-sha256.txt:1: cannot read: Input' "is named"
fi
bag 1.0
/usr/bin/python3 -c 'import os; os.chdir("bag/data")
for i in range(200):
    os.mkdir("d"), os.chdir("d")'
is "$(verdict bag)" "2 undecided" "folders without end"

# --- holes -------------------------------------------------------------------------

bag 1.0
printf 'https://example.org/1 4 data/one\nhttps://example.org/2 - data/sub/two\n' >bag/fetch.txt
tags
is "$(verdict bag)" "0 good" "fetch.txt, and all is there"
mkdir got
mv bag/data/one got/
is "$(verdict bag)" "1 incomplete" "a hole"
like out 'data/one: not there; fetch.txt says from where' "says that it can be filled"
is "$(verdict --from got bag)" "0 good" "it is elsewhere, by its name"
mkdir -p got/data/sub
mv got/one got/data/one
mv bag/data/sub/two got/data/sub/two
is "$(verdict --from got bag)" "0 good" "or by its path"
is "$(verdict --complete --from got bag)" "0 good" "complete"
printf 'tow\n' >got/data/sub/two
is "$(verdict --from got bag)" "1 damaged" "it is another"
printf 'four\n' >got/data/one
is "$(verdict --complete --from got bag)" "1 damaged" "it is longer than fetch.txt says"
like out 'data/one: 5 bytes, where fetch.txt says 4' "and that is told"
rm got/data/one && ln -s ../../elsewhere got/data/one
is "$(verdict --from got bag)" "1 unsafe" "a link among what was fetched"
exits 2 "no such folder" "$PITHTEX" deposit verify --from nowhere bag
like err '^pithtex: --from: nowhere: No such file' "which is that of --from"
is "$(verdict --from nowhere --json bag >null; sed -n 's/.*"verdict": "\(.*\)".*/\1/p' out)" \
	undecided "and says nothing of the bag"
bag 1.0
printf 'https://example.org/1 4 data/three\n' >bag/fetch.txt
tags
is "$(verdict bag)" "1 damaged" "a hole that no manifest knows"
printf 'https://example.org/1 4 bag-info.txt\n' >bag/fetch.txt
tags
is "$(verdict bag)" "1 damaged" "a hole outside the payload"
printf 'https://example.org/1 x data/one\n' >bag/fetch.txt
tags
is "$(verdict bag)" "1 damaged" "a line that is none"
cp -r got/data got2
bag 1.0
mv bag/data/one got2/one
is "$(verdict --from got2 bag)" "1 incomplete" "what fetch.txt does not name is not taken"

# --- as JSON, and by `verify' -------------------------------------------------------

bag 1.0
rm bag/data/one
exits 0 "JSON says the same" python <<'END'
from pith import *

t = Tally()
for words, verdict, status in (
        (["bag"], "incomplete", 1), (["--quick", "bag"], "incomplete", 1),
        (["empty"], "not-a-bag", 2)):
    got = run("deposit", "verify", "--json", *words)
    whole = json.loads(got.stdout.decode("ascii"))
    t.check(got.returncode == whole["status"] == status, repr(words))
    t.check(whole["verdict"] == verdict, repr(whole))
    t.check(whole["bag"] == words[-1], repr(whole))
    failed = [c for c in whole["checks"] if c["result"] == "fail"]
    t.check(all(("verdict" in c) == (c["result"] == "fail") for c in whole["checks"]), "")
    plain = run("deposit", "verify", *words).stdout.decode()
    for c in whole["checks"]:
        line = "  %-4s  %-11s  %s\n" % (c["result"], c["check"], c["text"])
        t.check(line in plain, repr(line))
t.end(12)
END
for level in good incomplete; do
	bag 1.0
	[ "$level" = good ] || rm bag/data/one
	want=$(verdict bag)
	"$PITHTEX" verify bag >by.verify 2>err2
	is "$? $(sed -n '$s/^  \([a-z]*\): .*/\1/p' by.verify)" "$want" "verify says $level, too"
	same by.verify out "in the same words"
done

done_testing
