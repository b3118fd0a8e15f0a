#!/bin/sh
# SPDX-License-Identifier: MIT
#
# A site whose bundles are damaged, hostile, too much or somebody else's: what it loses, which is
# nothing, and what it says.

. "$(dirname "$0")/../lib.sh"

need_python
/usr/bin/python3 -c 'import nacl.signing' 2>"$BOX/null" || skip_all "no python3-nacl"
site() { "$PITHTEX" site "$@"; }
tree() { (cd "$1" && find . -name .pithtex -prune -o -type f -exec sha256sum {} + | sort -k2); }
fill() {
	PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$TOP/tests/tools LC_ALL=C.UTF-8 \
		/usr/bin/python3 "$TOP/tests/tools/mirror.py" "$@"
}
archives() { find "$1" -name '*.tar.gz' | LC_ALL=C sort; }
cp -R "$TOP/bundles/tests/keys" keys
export PITHTEX_KEYS="$T/keys"

# --- a source in which nothing can be served ---

fill c 5
cp -R c whole
site -q c s
tree s >before
for f in $(archives c); do echo damaged >"$f"; done
# Of its own copies the site keeps serving what is damaged there; so they are gone, too.
find s/pith -name '*.tar.gz' -exec rm {} +
tree s >before
exits 2 "a cache in which all is damaged" site c s
like err 'damaged: ' "says so of each"
like err '^pithtex: c: has no number that can be served .*what to do.*as it was' \
	"and what it would do, and what to do"
tree s >after
same after before "and the site is as it was"

# More than one batch: what cannot be served comes first.
fill many 600
site -q many ms
for f in $(archives many | sed '$d'); do
	rm "ms/pith/$(basename "$f" .tar.gz)/"*.tar.gz
done
last=$(archives many | tail -1)
for f in $(archives many | sed '$d'); do echo damaged >"$f"; done
exits 1 "six hundred of which the last is whole" site many ms
is "$(find ms/pith -name bundle.json | wc -l)" 1 "it is there, and no other"
ok test -f "ms/pith/$(basename "$last" .tar.gz)/bundle.json"
mkdir one && mkdir -p "one/$(basename "$(dirname "$last")")"
cp "$last" "one/$(basename "$(dirname "$last")")/"
site -q one ones
diff -r -x .pithtex ms ones >difference
is "$(cat difference)" "" "as if it had been alone"
rm -rf many ms

# --- texts that grow when they are cleaned; a roll that is damaged ---

fill h 3
python >hostile <<'END'
from mirror import *
long = "\u0001" * 6000
suffix, files = members("2104.07857", long, long, as_of=long)
os.makedirs("h/" + suffix[:2])
write("h/%s/%s.tar.gz" % (suffix[:2], suffix), archive(files))
print(suffix)
END
hostile=$(cat hostile)
site h hs >out 2>err
is "$?" 0 "a title, authors and a time of control characters"
ok test -f "hs/pith/$hostile/index.html"
exits 0 "the next run" site h hs
like out '^files: 0 written' "has nothing to do"
is "$(awk 'length($0) > 16384' hs/.pithtex/list)" "" "no line of the roll is too long"
unlike hs/.pithtex/list "$(printf '\001')" "nor has it such a character"

# cut N: a part as a killed run leaves it: the list with its Nth number's line made impossible.
cut() {
	/usr/bin/python3 - "$1" <<'END'
import sys
lines = open("hs/.pithtex/list").read().split("\n")
at = [i for i, x in enumerate(lines) if x.startswith("=1 ")][int(sys.argv[1])]
lines[at] += "x" * 20000
open("hs/.pithtex/part", "w").write("\n".join(lines))
END
}
tree hs >before
for n in 0 2; do
	cut $n
	exits 1 "a part that cannot be read from number $n on" site h hs
	like err 'hs/.pithtex/part: .*too long; .*begun anew' "is begun anew, and told"
	tree hs >after
	same after before "and all is as it was"
	exits 0 "the next run" site h hs
	like out '^files: 0 written, [0-9]* left as they were, 0 removed' "knows all its files"
done
echo theirs >"hs/pith/$hostile/bundle.json"
echo theirs >hs/theirs
cut 1
exits 1 "with somebody else's files beside" site h hs
like err "pith/$hostile/bundle.json: not as it was written here; left alone" "which are told"
is "$(cat "hs/pith/$hostile/bundle.json" hs/theirs | sort -u)" theirs "and stay"
rm "hs/pith/$hostile/bundle.json" hs/theirs
printf 'no roll\n' >hs/.pithtex/part
exits 1 "a part that is no roll" site h hs
like err 'hs/.pithtex/part: .*begun anew' "is begun anew"
tree hs >after
same after before "with all files of the site"
exits 0 "and is forgotten" site h hs
rm -f hs/.pithtex/part && mkfifo hs/.pithtex/part
exits 2 "a FIFO in its place" timeout 20 "$PITHTEX" site h hs
like err 'hs/.pithtex/part: .*remove' "waits for nobody, and says what to do"
rm hs/.pithtex/part

# What a record keeps for the later steps is looked at before it is used.
for field in 'id 2' 'archive 5' 'archive 7' 'number 0'; do
	/usr/bin/python3 - "$field" <<'END'
import sys
lines = open("hs/.pithtex/list").read().split("\n")
for i, line in enumerate(lines):
    if line.startswith("=1 "):
        parts = line.split("\t")
        parts[3 + int(sys.argv[1].split()[1])] = "../x"
        lines[i] = "\t".join(parts)
open("hs/.pithtex/list", "w").write("\n".join(lines))
END
	exits 0 "a record with another ${field% *}" site h hs
	tree hs >after
	same after before "is made anew"
done

# --- too much for one state ---

fill l 2
python >large <<'END'
from mirror import *
suffix, files = paper_of(2)
top = json.loads(files["bundle.json"])
os.makedirs("l/" + suffix[:2], exist_ok=True)
for name, first in ((suffix, 0), (suffix + ".0123456789abcdef", 9000)):
    top["events"] = [{"event_type": "graph_snapshot", "target": "graph", "payload": {"n": n},
                      "subject_pith_number": top["pith_number"]}
                     for n in range(first, first + 9000)]
    write("l/%s/%s.tar.gz" % (suffix[:2], name), archive({**files, "bundle.json": dump(top)}))
print(suffix)
END
large=$(cat large)
exits 1 "two archives with more events than one state holds" site l ls
like err "$large: its archives together .*without their merged state" "say so, by name"
like out '^ls: 3 numbers' "and all numbers are served"
ok test -f "ls/pith/$large/index.html"
like "ls/pith/$large/index.html" 'not stated here: the archives have too much' \
	"its page says so, too"
is "$(find "ls/pith/$large" -name '*.tar.gz' | wc -l)" 2 "with both archives"
exits 1 "the next run" site l ls
like out '^files: 0 written' "says it again and writes nothing"

# --- a packed twin of somebody else's file ---

fill t 3
site -q t ts
ok test -f ts/index.html.gz
echo theirs >ts/index.html
exits 1 "an index.html of somebody else's" site t ts
like err '^pithtex: index.html: not as it was written here; left alone' "is told"
ok test ! -e ts/index.html.gz
exits 1 "the next run" site t ts
ok test ! -e ts/index.html.gz
is "$(cat ts/index.html)" theirs "it alone is there"
rm ts/index.html
exits 0 "without it" site t ts
ok test -f ts/index.html.gz
echo theirs >ts/index.html.gz
exits 1 "a twin of somebody else's" site t ts
like err '^pithtex: index.html.gz: not as it was written here; left alone' "is told"
is "$(cat ts/index.html.gz)" theirs "and stays"

done_testing
