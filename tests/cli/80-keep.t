#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Snapshots: what goes in comes out of them again with sha256sum and tar alone, a history only
# grows, and no byte of it can be changed without being found.

. "$(dirname "$0")/../lib.sh"

need tar sha256sum
a=RE7YA4NUEPAVNSZTI7K5XFZRCI b=QVJLU2XL6QPRVRKFFVZUINAMO6 c=2V63MMXA4I2KSJBWPFMRNI3PCH
d=7SZILC7TQQLJFHJA2TJU57PWLJ

# put NUMBER...: the sample's archive into the cache, as `cache add' names it.
put() {
	for number; do
		mkdir -p "cache/$(echo "$number" | cut -c1-2)"
		cp "$BUILD/bundles/$number.tar.gz" "cache/$(echo "$number" | cut -c1-2)/"
	done
}
# another NUMBER OUT: the same number as another archive: another packer's.
another() {
	"$PITHTEX" pack -q --key log.key -o "$2" "$TOP/bundles/samples/$1"
}
create() { "$PITHTEX" snapshot create --key log.key cache "${1-snap}"; }
events() { "$PITHTEX" snapshot diff snap "$1" | cut -d' ' -f1,2; }
inner() { gzip -dc "$1" | sha256sum | cut -d' ' -f1; }

"$PITHTEX" key new -q log
"$PITHTEX" key add -q --role log log.pub
put $a $b
exits 0 "a first snapshot" create
like out '^2 added, 0 replaced, 0 withdrawn, 0 left out$' "which says what came"
exits 0 "which holds" "$PITHTEX" snapshot verify snap
like out 'good$' "and says so"
cp -r snap first
exits 0 "nothing changed: nothing is made" create
like out 'unchanged, 2 entries' "and that is said"
ok diff -r first snap

# By hand.
ok sh -c 'cd snap/shards/0000.p && sha256sum -c -- *.sha256'
mkdir out.d
ok tar -C out.d -xf snap/shards/0000.p/2.tar
(cd out.d && LC_ALL=C tar --sort=name --hard-dereference --format=ustar --owner=0 --group=0 \
	--numeric-owner --mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf - -- *) >again.tar
same again.tar snap/shards/0000.p/2.tar "GNU tar makes the shard again from its files"
is "$(sed -n 3p snap/checkpoint)" "$(python - snap <<'END'
import base64, hashlib, sys
h = lambda x: hashlib.sha256(x).digest()
leaves = []
for line in open(sys.argv[2] + "/index.tsv"):
    f = line.rstrip("\n").split("\t")
    leaves.append(h(b"\0" + "pith-log/v1\n{1} {2} {3}\n{4} {5}\n".format(*f).encode()))
def root(l):
    if len(l) == 1:
        return l[0]
    k = 1
    while k * 2 < len(l):
        k *= 2
    return h(b"\1" + root(l[:k]) + root(l[k:]))
print(base64.b64encode(root(leaves)).decode())
END
)" "the root, computed from the index by another program"

# The same everywhere: another folder, order, locale, mask, clock.
mkdir -p other/QV other/RE
cp "$BUILD/bundles/$b.tar.gz" other/QV/
cp "$BUILD/bundles/$a.tar.gz" other/RE/
mkdir h2
later='env'
# Another clock; but its preloaded library and a sanitizer's wait for each other for ever.
if command -v faketime >/dev/null && ! grep -q __asan_init "$PITHTEX"; then
	later='faketime 2031-05-05'
fi
# shellcheck disable=SC2086
(
	umask 077
	unset SOURCE_DATE_EPOCH
	HOME=$PWD/h2 XDG_STATE_HOME=$PWD/h2 XDG_CACHE_HOME=$PWD/h2 LC_ALL=C.UTF-8 TZ=Asia/Tokyo \
		$later "$PITHTEX" snapshot create -q --key log.key other elsewhere
)
ok diff -r first elsewhere

# A history.
cp snap/checkpoint old.checkpoint
another $a beside.tar.gz
cp beside.tar.gz "cache/RE/$a.$(inner beside.tar.gz | cut -c1-16).tar.gz"
put $c
exits 0 "one beside another, and a new number" create
is "$(events 2)" "add $c
add $a" "are two adds, in order of the number"
another $b "cache/QV/$b.tar.gz"
exits 0 "another archive in the place of the only one" create
is "$(events 4)" "replace $b" "is a replace"
rm "cache/RE/$a.tar.gz"
exits 0 "one of two goes" create
is "$(events 5)" "withdraw $a" "and is withdrawn"
rm -r cache/2V
put $d
exits 0 "a number goes, another comes" create
is "$(events 6)" "withdraw $c
add $d" "and both are told"
put $c
exits 0 "it comes back" create
is "$(events 8)" "add $c" "as an add"
exits 0 "after all that it holds" "$PITHTEX" snapshot verify --since old.checkpoint snap
like out 'since +continues the checkpoint of 2 entries' "and continues what was seen"
like out 'history +4 archives are current' "four archives are current"
is "$(tar -tf snap/shards/0000.p/9.tar | grep -c "$c")" 1 "what comes back is stored once"
mkdir out2.d && tar -C out2.d -xf snap/shards/0000.p/9.tar
(cd out2.d && LC_ALL=C tar --sort=name --hard-dereference --format=ustar --owner=0 --group=0 \
	--numeric-owner --mode=u=rwX,go=rX --mtime=@315532800 -b20 -cf - -- *) >again.tar
same again.tar snap/shards/0000.p/9.tar "a shard that grew is what GNU tar makes"
exits 0 "a list of all of them" "$PITHTEX" snapshot list snap
is "$(sed 1d out | cut -d' ' -f1 | tr '\n' ' ')" "2 4 5 6 8 9 " "by their sizes"
exits 1 "a difference is a finding" "$PITHTEX" snapshot diff snap old.checkpoint
exits 0 "none is none" "$PITHTEX" snapshot diff snap 9
exits 2 "a size that the log has not" "$PITHTEX" snapshot diff snap 10

# What a log cannot hold.
mkdir -p cache/MB && printf 'no archive' >cache/MB/MBNP4X77O37CTZ4GRPIZTP5X7V.tar.gz
exits 1 "what is no archive is left out" create
like err 'MBNP4X77.*left out' "and named"
rm -r cache/MB
mkdir empty
exits 2 "an empty cache withdraws nothing" "$PITHTEX" snapshot create --key log.key empty snap
exits 2 "no cache at all is no cache" "$PITHTEX" snapshot create --key log.key nowhere snap
cmp -s "$BUILD/bundles/$a.tar.gz" "$BUILD/bundles/$b.tar.gz" && exit 99
mkdir -p wrong/RE && cp "$BUILD/bundles/$b.tar.gz" "wrong/RE/$a.tar.gz"
"$PITHTEX" key new -q third
exits 1 "an archive under another number's name" \
	"$PITHTEX" snapshot create --key third.key wrong wrong.snap
like err 'holds another number' "is left out"

# Forks: this key signs one history.
mv snap snap.kept
exits 2 "what was signed is gone: no second history" create
like err 'second history' "and it says why"
cp -r first snap
exits 2 "an older copy is not gone on from" create
rm -r snap && mv snap.kept snap
exits 0 "the right one is" create
"$PITHTEX" key new -q mallory
exits 2 "another key does not go on with a log" \
	"$PITHTEX" snapshot create --key mallory.key --origin log cache snap
exits 1 "a shorter log does not continue a longer checkpoint" \
	"$PITHTEX" snapshot verify --since snap/checkpoint first
# The same key on another machine: both logs are good, and neither continues the other.
mkdir -p h3 && cp -r cache forked.cache && rm -r forked.cache/QV
XDG_STATE_HOME=$PWD/h3 "$PITHTEX" snapshot create -q --key log.key forked.cache forked
exits 0 "a fork alone holds" "$PITHTEX" snapshot verify forked
exits 1 "against the other it is found" \
	"$PITHTEX" snapshot verify --since forked/checkpoint snap
rm "$XDG_CONFIG_HOME"/pithtex/keys/*
exits 1 "without a trusted key nothing is good" "$PITHTEX" snapshot verify snap
like out 'fail +signature +no trusted key' "and it says why"
"$PITHTEX" key add -q --role log mallory.pub
exits 1 "nor with a wrong one" "$PITHTEX" snapshot verify snap
"$PITHTEX" key add -q --role log log.pub

# A run that died with all written and signed but the checkpoint.
cp -r snap dead && cp -r "$XDG_STATE_HOME" state.kept
cp dead/checkpoints/8 dead/checkpoint
exits 0 "a run that died is finished by the next" create dead
same dead/checkpoint snap/checkpoint "with the checkpoint that it had signed"

# Tampering: every file, one byte in its middle, and cut.
bad=0 tried=0
for file in $(cd snap && find . -type f | sort); do
	for how in flip cut; do
		rm -rf t && cp -r snap t
		python "t/$file" $how <<'END'
import sys
p, how = sys.argv[1:]
b = bytearray(open(p, "rb").read())
if how == "flip":
    b[len(b) // 2] ^= 1
else:
    b = b[:-1]
open(p, "wb").write(b)
END
		tried=$((tried + 1))
		"$PITHTEX" snapshot verify -q t >/dev/null 2>&1
		case $? in 1 | 2) ;; *) bad=$((bad + 1)) && echo "# $file $how" ;; esac
	done
done
is "$bad" 0 "$tried times a byte is other or gone, and each time it is found"
rm -rf t && cp -r snap t && cp t/checkpoints/8 t/checkpoints/9
exits 1 "a checkpoint of another size" "$PITHTEX" snapshot verify t
rm -rf t && cp -r snap t && cp first/index.tsv t/index.tsv
exits 1 "the index of another snapshot" "$PITHTEX" snapshot verify t

# Parts.
exits 0 "a part by itself" "$PITHTEX" snapshot create --key log.key --shard 1/2 cache parts
exits 0 "and the other" "$PITHTEX" snapshot create --key log.key --shard 2/2 cache parts
is "$(cut -f3 parts/1-of-2/index.tsv parts/2-of-2/index.tsv | sort)" \
	"$(printf '%s\n' $a $b $c $d | sort)" "together they hold every number once"
exits 0 "each is a log of its own" "$PITHTEX" snapshot verify parts/2-of-2
is "$(sed -n 1p parts/2-of-2/checkpoint)" "log/2-of-2" "with a name of its own"
exits 2 "a part that is none" "$PITHTEX" snapshot create --key log.key --shard 3/2 cache parts

# Proofs.
exits 0 "the proof of a number" "$PITHTEX" snapshot prove snap $d
like $d.tlog-proof '^c2sp.org/tlog-proof@v1$' "in the public form"
is "$(sed -n 's/^extra //p' $d.tlog-proof | base64 -d | tail -n 1)" \
	"$(inner cache/7S/$d.tar.gz) $(gzip -dc cache/7S/$d.tar.gz | wc -c)" "says the archive"
exits 0 "or of an archive" "$PITHTEX" snapshot prove -o p "snap" "cache/7S/$d.tar.gz"
same p $d.tlog-proof "is the same"
exits 1 "of what is not there" "$PITHTEX" snapshot prove snap MBNP4X77O37CTZ4GRPIZTP5X7V
exits 1 "no stamp, no proof of time" "$PITHTEX" snapshot prove --ots snap $d
like err 'root not stamped' "and it says so"
ok test ! -e $d.tar.ots

done_testing
