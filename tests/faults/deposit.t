#!/bin/sh
# SPDX-License-Identifier: MIT
#
# deposit make under failing calls, killed, interrupted and on a full disk: under the kit's name
# is nothing or the whole kit, the snapshot is what it was, and the next run makes the kit.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/faults/sweep.sh"

a=RE7YA4NUEPAVNSZTI7K5XFZRCI
mkdir -p cache/RE
cp "$BUILD/bundles/$a.tar.gz" cache/RE
"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
ok "$PITHTEX" snapshot create -q --key log.key cache snap
mkdir -p snap/evidence/1 && printf x >snap/evidence/1/root.pem
cp -a snap before
ok "$PITHTEX" deposit make -q --date 2026-08-24 snap want
mkdir d

cat >check.sh <<'END_CHECK'
set -e
diff -r before snap
if [ -e d/kit ]; then
	diff -r want d/kit
	rm -r d/kit
fi
[ "${LEFT-0}" = any ] || [ "$(ls -A d)" = "" ]
"$PITHTEX" deposit make -q --date 2026-08-24 snap d/kit
diff -r want d/kit
END_CHECK
SETUP="rm -rf d; mkdir d"
CMD="$PITHTEX deposit make --date 2026-08-24 snap d/kit"
CHECK='sh check.sh'
# An unlink that fails may leave a temporary folder, so it is not among these.
CALLS="openat write fsync renameat2 mkdir" MAX=60
export SETUP CMD CHECK CALLS MAX

SIG=INT sweep "deposit make, interrupted: nothing is left" sweep_kill.sh
CALLS="write renameat2" SIG=TERM sweep "deposit make, terminated: nothing is left" sweep_kill.sh
CALLS="$CALLS close read" MAX=20 ERRNOS="ENOSPC EIO EINTR" \
	sweep "deposit make, calls that fail: nothing is left" sweep_error.sh
LEFT=any
export LEFT
sweep "deposit make, killed" sweep_kill.sh

# A writer that works under the name itself is caught by the same sweep.
cat >torn.py <<'END_PYTHON'
import shutil
shutil.copytree("want", "d/kit")
END_PYTHON
CMD="/usr/bin/python3 torn.py" CALLS="mkdir" torn "the sweep sees a torn writer" sweep_kill.sh

if [ "$(id -u)" -eq 0 ] && mkdir disk && mount -t tmpfs -o size=64k tmpfs disk 2>/dev/null; then
	umount disk
	cat >check.sh <<'END_CHECK'
set -e
diff -r before snap
if [ -e disk/kit ]; then
	diff -r want disk/kit
	rm -r disk/kit
fi
rm -f disk/.filler
[ "$(ls -A disk)" = "" ]
"$PITHTEX" deposit make -q --date 2026-08-24 snap disk/kit
diff -r want disk/kit
END_CHECK
	SETUP=true CMD="$PITHTEX deposit make --date 2026-08-24 snap disk/kit" DIR=disk STEPS=144
	export DIR STEPS
	sweep "deposit make, the disk is full: nothing is left" full_disk.sh
fi

done_testing
