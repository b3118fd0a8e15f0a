#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The parsers of src/anchor on every vector and on changed copies of them: nothing crashes, and
# what is read prints to what it was.  COPIES=N asks for more of each file than a minute allows.

. "$(dirname "$0")/../lib.sh"

need_shared

# Bytes for those parsers for which there are no files.
printf 'pith-log/v1\nadd %s 1\n%s 1000\n' ABCDEFGHIJKLMNOPQRSTUVWXYZ \
	"$(printf x | sha256sum | cut -c1-64)" >entry
printf '%s  evidence/000-initial/a.tsr\n%s  manifest-sha256.txt\n' \
	"$(printf x | sha256sum | cut -c1-64)" "$(printf y | sha256sum | cut -c1-64)" >covers
vkey=example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k
printf '%s' "$vkey" >key
printf 'log %s\nquorum none\n' "$vkey" >policy

find "$PITHTEX_SHARED/data/ots" "$PITHTEX_SHARED/data/tlog" -type f -size -200k \
	! -name '*.json' ! -name '*.md' ! -name EXPECT.tsv | LC_ALL=C sort >files
set -- entry covers key policy
while IFS= read -r file; do
	set -- "$@" "$file"
done <files

exits 0 "$# files, ${COPIES-200} changed copies of each" \
	"$BUILD/tests/tools/anchor_mutate" "${COPIES-200}" 1 "$@"
like out '^([1-9][0-9]* ){10}$' "each parser took some"

done_testing
