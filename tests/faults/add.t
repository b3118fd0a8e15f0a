#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cache add under failing calls, killed, interrupted, and on a full disk.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/faults/sweep.sh"

old=RE7YA4NUEPAVNSZTI7K5XFZRCI new=QVJLU2XL6QPRVRKFFVZUINAMO6
ok "$PITHTEX" cache add -q --cache start "$BUILD/bundles/$old.tar.gz"
cp -a "$HOME" home.start

cat >check.sh <<END
set -e
cmp start/RE/$old.tar.gz c/RE/$old.tar.gz
f=c/QV/$new.tar.gz
[ ! -e \$f ] || cmp \$f '$BUILD/bundles/$new.tar.gz'
'$PITHTEX' cache add -q --cache c '$BUILD/bundles/$new.tar.gz'
cmp \$f '$BUILD/bundles/$new.tar.gz'
# Both are found by an alias, so the index has lost nothing.
[ "\$('$PITHTEX' cache find --cache c 1607.04246 | wc -l)" -eq 1 ]
[ "\$('$PITHTEX' cache find --cache c 1711.06806 1607.04246 | wc -l)" -ge 1 ]
END
SETUP="rm -rf c; cp -a start c; rm -rf $HOME; cp -a home.start $HOME"
CMD="$PITHTEX cache add --cache c $BUILD/bundles/$new.tar.gz"
CHECK='sh check.sh'
export SETUP CMD CHECK

sweep "cache add, killed" sweep_kill.sh
SIG=INT sweep "cache add, interrupted" sweep_kill.sh
SIG=TERM sweep "cache add, terminated" sweep_kill.sh
sweep "cache add, calls that fail" sweep_error.sh

# A writer that opens the file itself is caught by the same sweep.
cat >torn.py <<END
import os
with open('$BUILD/bundles/$new.tar.gz', 'rb') as f:
    data = f.read()
os.makedirs('c/QV', exist_ok=True)
with open('c/QV/$new.tar.gz', 'wb', buffering=0) as f:
    f.write(data[:100])
    f.write(data[100:])
END
CMD="/usr/bin/python3 torn.py" CALLS="write close" \
	CHECK="cmp c/QV/$new.tar.gz $BUILD/bundles/$new.tar.gz || ! [ -e c/QV/$new.tar.gz ]" \
	torn "the sweep sees a torn writer" sweep_kill.sh

if [ "$(id -u)" -eq 0 ] && mkdir disk && mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
	umount disk
	cat >check.sh <<END
set -e
cmp start/RE/$old.tar.gz disk/c/RE/$old.tar.gz
f=disk/c/QV/$new.tar.gz
[ ! -e \$f ] || cmp \$f '$BUILD/bundles/$new.tar.gz'
rm -f disk/.filler
'$PITHTEX' cache add -q --cache disk/c '$BUILD/bundles/$new.tar.gz'
END
	SETUP="cp -a start disk/c"
	CMD="$PITHTEX cache add --cache disk/c $BUILD/bundles/$new.tar.gz"
	DIR=disk
	export DIR
	sweep "cache add, the disk is full" full_disk.sh
fi

done_testing
