#!/bin/sh
# SPDX-License-Identifier: MIT
#
# resolve under failing calls, killed and interrupted: every output is the old one or the new one.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/faults/sweep.sh"

ok "$PITHTEX" cache add -q "$BUILD"/bundles/*.tar.gz
aux() { printf '\\relax \n%s\n\\gdef \\@abspage@last{1}\n' "$1" >"$2"; }

# The old paper and the new one name different numbers, so every output changes.
mkdir start
aux '\pithnumber{RE7YA4NUEPAVNSZTI7K5XFZRCI}' start/paper.aux
ok "$PITHTEX" resolve -q start/paper
cp -a start new
aux '\pithnumber{QVJLU2XL6QPRVRKFFVZUINAMO6}' new/paper.aux
cp new/paper.aux start/paper.aux
cp -a start before
# From now on both verdicts are remembered, so nothing but the outputs is written.
ok "$PITHTEX" resolve -q new/paper

cat >check.sh <<'END'
set -e
for f in paper.pith.tex paper.pith.json paper.pith/metadata.xmp paper.pith/metadata.xmpdata; do
	cmp -s before/$f paper/$f || cmp -s new/$f paper/$f || { echo "$f is torn"; exit 1; }
done
"$PITHTEX" resolve -q paper/paper
diff -r -x '.*.tmp' -x paper.pith.dep new paper
END
SETUP="rm -rf paper; cp -a before paper"
CMD="$PITHTEX resolve paper/paper"
CHECK='sh check.sh'
export SETUP CMD CHECK

sweep "resolve, killed" sweep_kill.sh
SIG=TERM sweep "resolve, terminated" sweep_kill.sh
sweep "resolve, calls that fail" sweep_error.sh

cat >torn.py <<'END'
with open('new/paper.pith.tex', 'rb') as f:
    data = f.read()
with open('paper/paper.pith.tex', 'wb', buffering=0) as f:
    f.write(data[:100])
    f.write(data[100:])
END
CMD="/usr/bin/python3 torn.py" CALLS="write close" torn "the sweep sees a torn writer" sweep_kill.sh

done_testing
