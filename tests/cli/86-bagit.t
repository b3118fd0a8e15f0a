#!/bin/sh
# SPDX-License-Identifier: MIT
#
# BagIt bags of others: what the conformance suite says of each, and what a hostile one may try.

. "$(dirname "$0")/../lib.sh"

need md5sum sha256sum

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

done_testing
