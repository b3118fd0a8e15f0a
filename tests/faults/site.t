#!/bin/sh
# SPDX-License-Identifier: MIT
#
# site and cache add FOLDER under failing calls, killed and on a full disk: every file of the site
# is the old one or the new one, foreign files stay, and the next run makes the whole site.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/faults/sweep.sh"

mkdir -p old/RE new/RE new/KY
cp "$BUILD/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" old/RE
cp "$BUILD/bundles/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz" new/RE
cp "$BUILD/bundles/KY3ZYSWKA2MG6YP4OUTLKJTPIV.tar.gz" new/KY
ok "$PITHTEX" site -q old before
ok "$PITHTEX" site -q new after
echo mine >before/foreign.txt
cp before/foreign.txt after

# Each file that is there is whole: that of before or that of after; the list is the program's own.
cat >check.sh <<'END_CHECK'
set -e
[ "$(cat s/foreign.txt)" = mine ]
find s -name .pithtex -prune -o -type f -print | while IFS= read -r file; do
	case $file in *.tmp* | *~) continue ;; esac
	cmp -s "$file" "before${file#s}" || cmp "$file" "after${file#s}"
done
"$PITHTEX" site -q new s
diff -r -x .pithtex s after
END_CHECK
SETUP="rm -rf s; cp -a before s"
CMD="$PITHTEX site new s"
CHECK='sh check.sh'
CALLS="openat write fsync rename renameat2 mkdir unlink unlinkat" MAX=12
export SETUP CMD CHECK CALLS MAX
sweep "site, killed: each file is the old one or the new one" sweep_kill.sh
SIG=TERM CALLS="write renameat2" sweep "site, terminated" sweep_kill.sh
MAX=6 ERRNOS="ENOSPC EIO" sweep "site, calls that fail" sweep_error.sh

# The way back.
cat >check.sh <<'END_CHECK'
set -e
find c -name '*.tar.gz' | while IFS= read -r file; do
	cmp "$file" "new${file#c}"
done
"$PITHTEX" cache add -q --cache c after
cmp c/RE/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz new/RE/RE7YA4NUEPAVNSZTI7K5XFZRCI.tar.gz
cmp c/KY/KY3ZYSWKA2MG6YP4OUTLKJTPIV.tar.gz new/KY/KY3ZYSWKA2MG6YP4OUTLKJTPIV.tar.gz
END_CHECK
SETUP="rm -rf c" CMD="$PITHTEX cache add --cache c after" CHECK='sh check.sh'
sweep "cache add of a mirror, killed" sweep_kill.sh

# A writer that works under the name itself is caught by the same sweep.
cat >check.sh <<'END_CHECK'
cmp -s s/index.html before/index.html || cmp s/index.html after/index.html
END_CHECK
cat >torn.py <<'END_PYTHON'
import os
f = os.open("s/index.html", os.O_WRONLY | os.O_TRUNC)
for byte in open("after/index.html", "rb").read()[:40]:
    os.write(f, bytes([byte]))
END_PYTHON
SETUP="rm -rf s; cp -a before s" CMD="/usr/bin/python3 torn.py" CALLS="write" \
	torn "the sweep sees a torn writer" sweep_kill.sh

if [ "$(id -u)" -eq 0 ] && mkdir disk && mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
	umount disk
	cat >check.sh <<'END_CHECK'
set -e
find disk/s -name .pithtex -prune -o -type f -print | while IFS= read -r file; do
	cmp "$file" "after${file#disk/s}"
done
rm -f disk/.filler
"$PITHTEX" site -q new disk/s
diff -r -x .pithtex -x foreign.txt disk/s after
END_CHECK
	SETUP=true CMD="$PITHTEX site new disk/s" CHECK='sh check.sh' DIR=disk STEPS=160
	export DIR STEPS
	sweep "site, the disk is full" full_disk.sh
fi

done_testing
