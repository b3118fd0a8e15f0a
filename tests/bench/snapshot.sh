#!/bin/sh
# SPDX-License-Identifier: MIT
#
# snapshot create: the first one against tar and sha256sum over the same files, and one of a cache
# that has not changed.  BENCH_BUNDLES=100000 is what the bars are for.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/bench/bench.sh"

made "${BENCH_BUNDLES:-10000}" c
n=$(find c -name '*.tar.gz' | wc -l)
"$PITHTEX" key new -q log
# What changed within two seconds of the look is read again.
sleep 3

cat >first.sh <<'END'
rm -rf s "$XDG_STATE_HOME" "$XDG_CACHE_HOME"
"$PITHTEX" snapshot create -q --key log.key c s
END
cat >tar.sh <<'END'
tar --sort=name -cf x.tar c
find c -name '*.tar.gz' -print0 | xargs -0 sha256sum
END
first=$(seconds sh first.sh)
ratio "$first" "$(seconds sh tar.sh)" "at most 1.5" \
	"the first snapshot of $n bundles, to tar --sort=name and sha256sum"
ratio "$(seconds "$PITHTEX" snapshot create -q --key log.key c s)" "$first" "at most 0.05" \
	"a snapshot of an unchanged cache, to the first one"

done_testing
