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
like err '^pithtex: c: has no number that can be served.*as it was.*cache check' "and what it would do, and what to do"
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

done_testing
