#!/bin/sh
# SPDX-License-Identifier: MIT
#
# snapshot create under failing calls, killed, and interrupted: the old snapshot or the new one,
# and the next run makes the new one.  tests/long/faults.t lets each call fail in each way.

. "$(dirname "$0")/../lib.sh"
. "$TOP/tests/faults/sweep.sh"

a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6
mkdir -p cache/RE cache/QV
cp "$BUILD/bundles/$a.tar.gz" cache/RE
"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
ok "$PITHTEX" snapshot create -q --key log.key cache start
cp "$BUILD/bundles/$b.tar.gz" cache/QV
cp -a "$HOME" home.start
cp -a start want
ok "$PITHTEX" snapshot create -q --key log.key cache want
rm -rf "$HOME" && cp -a home.start "$HOME"

cat >check.sh <<END
set -e
cmp -s s/checkpoint start/checkpoint || cmp s/checkpoint want/checkpoint
'$PITHTEX' snapshot verify -q s
'$PITHTEX' snapshot create -q --key log.key cache s
cmp s/checkpoint want/checkpoint
cmp s/index.tsv want/index.tsv
'$PITHTEX' snapshot verify -q s
END
SETUP="rm -rf s; cp -a start s; rm -rf $HOME; cp -a home.start $HOME"
CMD="$PITHTEX snapshot create --key log.key cache s"
CHECK='sh check.sh'
export SETUP CMD CHECK

sweep "snapshot create, killed" sweep_kill.sh
SIG=TERM sweep "snapshot create, terminated" sweep_kill.sh
# What was seen of the cache may be lost without a word; here it is not kept.
CMD="env XDG_CACHE_HOME=/proc/none $CMD"
sample "snapshot create, calls that fail"

# The first one of all.
cat >check.sh <<END
set -e
[ ! -e s/checkpoint ] || cmp s/checkpoint start/checkpoint
'$PITHTEX' snapshot create -q --key log.key first s
cmp s/checkpoint start/checkpoint
'$PITHTEX' snapshot verify -q s
END
mkdir -p first/RE && cp cache/RE/* first/RE
SETUP="rm -rf s $HOME/.local/state; mkdir s"
CMD="$PITHTEX snapshot create --key log.key first s"
sweep "the first snapshot, killed" sweep_kill.sh

done_testing
