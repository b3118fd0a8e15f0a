#!/bin/sh
# SPDX-License-Identifier: MIT
#
# The order of the rooms: a file includes headers of its own and of earlier rooms only, written
# from src/; every folder is a room; what ends in _private.h is for its own room.

. "$(dirname "$0")/lint.sh"

check() {
	for room in "$1"/src/*/; do
		room=$(basename "$room")
		grep -qx "$room" "$1/src/ROOMS" || echo "src/$room: not in src/ROOMS"
	done
	(cd "$1" && sources . | xargs awk '
	FILENAME == "src/ROOMS" { if ($1 !~ /^#/ && NF) rank[$1] = ++n; next }
	{ split(FILENAME, path, "/"); here = path[2] }
	match($0, /^[ \t]*#[ \t]*include[ \t]*"[^"]*"/) {
		name = $0
		sub(/^[^"]*"/, "", name)
		sub(/".*/, "", name)
		room = name
		sub(/\/.*/, "", room)
		where = FILENAME ":" FNR ": "
		if (name == "config.h")
			next
		if (name !~ /\//)
			print where name " is not written from src/"
		else if (!(room in rank) || rank[room] > rank[here])
			print where here " may not include " room
		else if (name ~ /_private\.h$/ && room != here)
			print where name " is for its own room"
	}' src/ROOMS)
}

clean "every file looks to its own or an earlier room" check "$TOP"

plant src/ROOMS <<'END'
# ground first
canon
cite
END
plant src/canon/digest.c <<'END'
#include "config.h"
#include "cite/mention.h"
#include "digest.h"
END
plant src/cite/mention.c <<'END'
#include "canon/digest_private.h"
END
plant src/attic/old.c </dev/null
caught '^src/canon/digest\.c:2: canon may not include cite$' "a look ahead is found" check "$BAD"
caught '^src/canon/digest\.c:3: digest\.h is not written' "a bare name is found" check "$BAD"
caught '^src/cite/mention\.c:1: .* its own room$' "a private header abroad is found" check "$BAD"
caught '^src/attic: not in src/ROOMS$' "an unlisted room is found" check "$BAD"

done_testing
