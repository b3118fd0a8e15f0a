#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One bundle by hand: packed, verified, taken apart again, and made once more by GNU tar from the
# line that the manual gives.

. "$(dirname "$0")/../lib.sh"

suffix=RE7YA4NUEPAVNSZTI7K5XFZRCI
full=pith:2016:$suffix
samples=$TOP/bundles/samples
tests=$TOP/bundles/tests

exits 0 "pack a folder" "$PITHTEX" pack "$samples/$suffix"
is "$(cat out)" "$suffix.tar.gz: $full" "which says file and number"
is "$(cat err)" "" "and nothing else"
exits 0 "verify the archive" "$PITHTEX" verify "$suffix.tar.gz"
like out "^  good: $full: signature verified$" "which is good"
for check in container manifest digest number year 'short form' aliases copies receipt event \
	title; do
	like out "^  pass  $check  " "with a line for: $check"
done
like out '^  note  packer  .*no packer signature' "and a note: no packer"

# The same files in any order, the same bytes.
cp "$samples/$suffix"/*.json .
exits 0 "pack files" "$PITHTEX" pack -o files.tar.gz record.json bundle.json
same files.tar.gz "$suffix.tar.gz" "gives the same archive"
cp -p files.tar.gz before
touch -d @1000 files.tar.gz
exits 0 "pack again" "$PITHTEX" pack -q -o files.tar.gz record.json bundle.json
is "$(stat -c %Y files.tar.gz)" 1000 "which leaves a file alone that has the bytes"
is "$(cat out)" "" "and is quiet when told"

# By hand.
gzip -dc "$suffix.tar.gz" >ours.tar
mkdir hand
tar -xzf "$suffix.tar.gz" -C hand
exits 0 "sha256sum -c" sh -c 'cd hand && LC_ALL=C sha256sum --strict -c manifest-sha256.txt'
is "$(ls hand)" "$(printf 'bundle.json\nmanifest-sha256.txt\nrecord.json')" "names every member"
cmp -s hand/bundle.json bundle.json && cmp -s hand/record.json record.json
is $? 0 "bytes as served"
chmod 600 hand/* && touch hand/*
(cd hand && tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 \
	--mtime=@315532800 -cf - manifest-sha256.txt bundle.json record.json) >gnu.tar
same ours.tar gnu.tar "GNU tar makes the same inner tar"
gzip -9nc gnu.tar >gnu.tar.gz
exits 0 "an archive made by hand is good" "$PITHTEX" verify -q gnu.tar.gz
mkdir more
for name in bundle citation-record graph integrity record state; do
	printf '{}' >"more/$name.json"
done
cp bundle.json more
(cd more && sha256sum -- *.json >manifest-sha256.txt)
exits 0 "pack all six members" "$PITHTEX" pack -o six.tar.gz more
gzip -dc six.tar.gz >ours.tar
(cd more && tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 \
	--mtime=@315532800 -cf - manifest-sha256.txt ./*.json | cat) >gnu.tar
(cd more && tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=0644 \
	--mtime=@315532800 -cf - manifest-sha256.txt bundle.json citation-record.json graph.json \
	integrity.json record.json state.json) >gnu.tar
same ours.tar gnu.tar "GNU tar makes that one, too"

# Taken apart.
exits 0 "unpack" "$PITHTEX" unpack "$suffix.tar.gz"
diff -r "$suffix" hand >difference 2>&1
is $? 0 "writes the members into a folder named after the number"
exits 0 "unpack again" "$PITHTEX" unpack "$suffix.tar.gz"
exits 0 "unpack elsewhere" "$PITHTEX" unpack -q six.tar.gz a/b
is "$(find a/b -type f | wc -l)" 7 "all members and the manifest"
echo other >a/b/record.json
exits 2 "a file with other bytes is kept" "$PITHTEX" unpack six.tar.gz a/b
like err 'a/b/record.json: is there with other bytes' "and named"
is "$(cat a/b/record.json)" other "byte for byte"
exits 0 "packed and unpacked once more" "$PITHTEX" pack -q -o again.tar.gz "$suffix"
same again.tar.gz "$suffix.tar.gz" "it is the same archive"

# Plain files, and what the tests' bundles are.
exits 0 "a bundle.json as served" "$PITHTEX" verify bundle.json
like out 'pass  container .*a plain bundle.json' "is taken as it is"
exits 1 "without its key a good bundle is unsigned" \
	env PITHTEX_KEYS=/nonexistent "$PITHTEX" verify bundle.json
like out '^  unsigned: .*: record intact, not signed$' "and said to be so"
like err '^pithtex: bundle.json: unsigned: receipt: record_created: no trusted key' "with a reason"
export PITHTEX_KEYS="$tests/keys"
for row in 'signed 0 good' 'unsigned 1 unsigned' 'forged 1 forged' 'conflict 1 conflict'; do
	# shellcheck disable=SC2086
	set -- $row
	exits "$2" "bundles/tests/$1" "$PITHTEX" verify "$tests/$1/bundle.json"
	like out "^  $3: pith:2018:" "is $3"
done

# Without its second reader no archive is read, and none is called damaged for that.
archive=$(sed -n 's/^#define LIBARCHIVE "\(.*\)"$/\1/p' "$BUILD/config.h")
mkdir lib
: >"lib/$archive"
exits 2 "a libarchive that cannot be loaded" env LD_LIBRARY_PATH="$T/lib" \
	"$PITHTEX" verify "$suffix.tar.gz"
like err "^pithtex: .*$archive cannot be loaded" "is named"
unlike err damaged "and nothing is said of the archive"
mkdir -p lone/RE
cp "$suffix.tar.gz" lone/RE
printf '\\pithnumber{%s}\n' $suffix >lone.aux
ok env PITHTEX_KEYS="$TOP/bundles/keys" "$PITHTEX" site -q lone mirror
find mirror -type f ! -path '*/.pithtex/*' -exec sha256sum {} + | sort >before
sed 's/"test-registry"/"other"/' "$tests/keys/test-registry.json" >keys.json
mkdir ring && cp "$TOP"/bundles/keys/* keys.json ring
for words in "resolve --cache lone lone" "cache add --cache other lone" "site lone mirror"; do
	# shellcheck disable=SC2086
	exits 2 "pithtex $words without it" env LD_LIBRARY_PATH="$T/lib" PITHTEX_KEYS="$PWD/ring" \
		"$PITHTEX" $words
	like err "^pithtex: .*$archive cannot be loaded" "says why"
	unlike err damaged "and no more"
done
find mirror -type f ! -path '*/.pithtex/*' -exec sha256sum {} + | sort >after
same before after "and the mirror is as it was"
exits 0 "what is no archive does without it" env LD_LIBRARY_PATH="$T/lib" \
	PITHTEX_KEYS="$TOP/bundles/keys" "$PITHTEX" verify -q "$samples/$suffix/bundle.json"

# What must be used is not used when it does not hold.
for name in forged conflict; do
	exits 2 "unpack of a bundle that is $name" "$PITHTEX" unpack "$tests/$name/bundle.json" none
	[ ! -e none ]
	is $? 0 "writes nothing"
done
exits 1 "unpack of an unsigned bundle" "$PITHTEX" unpack "$tests/unsigned/bundle.json" some
cmp -s some/bundle.json "$tests/unsigned/bundle.json"
is $? 0 "writes it, and says so with status 1"
exits 1 "pack of a forged bundle" "$PITHTEX" pack -o forged.tar.gz "$tests/forged"
like err 'forged.tar.gz: forged: ' "is packed, with a warning"

# pack refuses what is no member, is twice, is absent, or would be damaged.
mkdir empty double
cp bundle.json double
exits 2 "a folder without a member" "$PITHTEX" pack empty
exits 2 "a file that is no member" "$PITHTEX" pack out
like err 'not a member of a bundle' "is named"
exits 2 "a member twice" "$PITHTEX" pack bundle.json double/bundle.json
like err 'bundle.json: given twice' "is named"
exits 2 "a member that is absent" "$PITHTEX" pack state.json
exits 2 "a bundle without bundle.json" "$PITHTEX" pack record.json
printf '{"a":1,"a":2}' >double/record.json
exits 2 "a member that is damaged" "$PITHTEX" pack double
like err 'not packed: record.json: line 1: .*duplicate' "is named, with its reason"
exits 2 "a folder that does not exist" "$PITHTEX" pack -o no/such.tar.gz bundle.json
like err '^pithtex: no/such.tar.gz: cannot write: No such file or directory$' "is the reason"
is "$(find . -name '*.tmp')" "" "no temporary file is left"

done_testing
